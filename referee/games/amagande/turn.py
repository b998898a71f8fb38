"""AG-2 to AG-5 and AG-P1: a turn by e-mail, with several own turns of each player; and drawing from the stock."""

from __future__ import annotations

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat, only
from referee.games.amagande import events as ev
from referee.games.amagande.asks import Act, Counter, Drawn, Move, NameSuit, Play, Resign
from referee.games.amagande.ending import check, empty_hand, no_move_left, resign
from referee.games.amagande.state import ACE_OF_SPADES, FREE, SUITS, Game, State
from referee.games.amagande.values import COLOUR, counters, fatal, fits, penalty
from referee.games.cards import Card


def play_turn(t: Game) -> None:
    """Who gives up does so first, all at once (AG-R19); then own turns till who is on turn has had them (AG-P1.1)."""
    s = t.state
    s.turn += 1
    s.had, s.served = dict.fromkeys(s.seats, 0), dict.fromkeys(s.seats, 0)
    t.tell(ev.TurnBegun(turn=s.turn, seat=s.on_turn, to=PUBLIC))
    if leaving := t.who([Resign(seat, NO_OR_YES) for seat in s.playing]):
        resign(t, leaving)
    while not s.over and s.had[s.on_turn] < s.options.plays:
        own_turn(t)


def own_turn(t: Game) -> None:
    """One counters or takes a penalty, or plays, or draws a card and plays it or not (AG-2.1 to AG-2.4, AG-I4)."""
    s, seat = t.state, t.state.on_turn
    s.had[seat] += 1
    penalised = bool(s.pending)
    legal = countering(s, seat) if penalised else able(s, seat)
    laid, drawn = under_penalty(t, seat, legal) if penalised else freely(t, seat, legal)
    s.idle = 0 if laid or drawn else s.idle + 1
    follow(t, seat, laid)


def countering(s: State, seat: Seat) -> tuple[Move, ...]:
    """Say what counters the penalty; whatever one holds, it may be taken (AG-2.4, AG-R11, AG-R14)."""
    return (*(card for card in s.hands[seat] if counters(card, s.top)), Act.TAKE)


def under_penalty(t: Game, seat: Seat, legal: tuple[Move, ...]) -> tuple[Card | None, list[Card]]:
    """The penalty is countered, or drawn whole (AG-2.4)."""
    move = t.ask(Counter(seat, legal, t.state.top, t.state.pending))
    if isinstance(move, Card):
        lay(t, seat, move, countered=True)
        return move, []
    return None, take(t, seat)


def freely(t: Game, seat: Seat, legal: tuple[Move, ...]) -> tuple[Card | None, list[Card]]:
    """Without a penalty one plays a card, or draws one (AG-2.1, AG-2.2)."""
    s = t.state
    s.served[seat] += 1
    move = t.ask(Play(seat, legal, s.served[seat], s.top, s.required))
    if isinstance(move, Card):
        lay(t, seat, move)
        return move, []
    return draw_one(t, seat)


def able(s: State, seat: Seat) -> tuple[Move, ...]:
    """Say what a player may do without a penalty: cards that fit; draw only if none does (AG-2.2, AG-R5, AG-R7)."""
    cards = tuple(card for card in s.hands[seat] if fits(card, s.top, s.required, s.options))
    if cards and not s.options.voluntary_draw:
        return cards
    if drawable(s):
        return (*cards, Act.DRAW)
    return cards or (Act.PASS,)


def take(t: Game, seat: Seat) -> list[Card]:
    """The whole penalty is drawn, and that is the turn (AG-2.4, AG-R6); after a Joker its colour is asked (AG-R12)."""
    s = t.state
    due, s.pending = s.pending, 0
    s.required = COLOUR[s.top] if s.top.joker else ""
    return draw(t, seat, due, penalty=True)


def draw_one(t: Game, seat: Seat) -> tuple[Card | None, list[Card]]:
    """One card is drawn; if it fits it may be played, else the turn passes (AG-2.2, AG-2.3); or nothing (AG-R7)."""
    s = t.state
    drawn = draw(t, seat, 1) if drawable(s) else []
    for card in drawn:
        fitting = fits(card, s.top, s.required, s.options)
        if t.ask(Drawn(seat, (Act.PLAY, Act.KEEP) if fitting else (Act.KEEP,), card)) is Act.PLAY:
            lay(t, seat, card, drawn=True)
            return card, drawn
    t.tell(ev.Passed(seat=seat, drew=bool(drawn), to=PUBLIC))
    return None, drawn


def lay(t: Game, seat: Seat, card: Card, *, drawn: bool = False, countered: bool = False) -> None:
    """A card goes on the discard pile with its penalty or block (AG-3, AG-4.2); the last one wins at once (AG-2.5)."""
    s = t.state
    s.hands[seat].remove(card)
    s.discard.append(card)
    last = not s.hands[seat]
    laid = 0 if last else penalty(card)
    s.pending = s.pending + laid if laid and s.options.stack else laid  # AG-R9, AG-R8
    s.required = FREE if countered and card is ACE_OF_SPADES and not last else ""
    left = len(s.hands[seat])
    t.tell(
        ev.CardPlayed(
            seat=seat, card=card, drawn=drawn, countered=countered, left=left,
            pending=s.pending, required=s.required, to=PUBLIC,
        )
    )  # fmt: skip
    if last:
        empty_hand(t, seat)
    elif card.rank == "A" and not countered:
        name_suit(t, seat, card)
    elif fatal(card, s.reference):
        check(t, seat)


def name_suit(t: Game, seat: Seat, card: Card) -> None:
    """Who plays an ace names the suit required next (AG-4.1, AG-4.3); one that blocks names none (AG-R13)."""
    named = t.ask(NameSuit(seat, SUITS, t.state.served[seat], card))
    t.state.required = str(named)
    t.tell(ev.SuitNamed(seat=seat, suit=str(named), to=PUBLIC))


def follow(t: Game, seat: Seat, laid: Card | None) -> None:
    """An 8 skips the next player, a Jack turns the circle; between two both give another turn (AG-5.1, AG-5.2)."""
    s = t.state
    if s.over:
        return
    left = len(s.seats) - len(s.out)
    if s.idle >= left:
        no_move_left(t)
        return
    rank, turned, skipped = laid.rank if laid else "", False, Seat("")
    if rank in ("8", "J") and left == 2:
        skipped, s.on_turn = s.after(seat), seat
    elif rank == "8":
        skipped, s.on_turn = s.after(seat), s.after(seat, 2)
    else:
        turned = rank == "J"
        s.direction = -s.direction if turned else s.direction
        s.on_turn = s.after(seat)
    t.tell(
        ev.TurnPassed(
            seat=s.on_turn, before=seat, direction=s.direction, reversed=turned, skipped=skipped, to=PUBLIC
        )
    )  # fmt: skip


def drawable(s: State) -> bool:
    """Say whether there is a card to draw, if need be out of the discards (AG-R7)."""
    return bool(s.stock) or len(s.discard) > 1


def draw(t: Game, seat: Seat, count: int, *, penalty: bool = False) -> list[Card]:
    """Draw so many cards; what neither stock nor discards can give is not drawn (AG-2.2, AG-2.4, AG-R7)."""
    s, drawn = t.state, list[Card]()
    while len(drawn) < count and drawable(s):
        if not s.stock:
            renew(t)
        drawn.append(s.stock.pop(0))
    s.hands[seat] += drawn
    due = count if penalty else 0
    if drawn:
        t.tell(ev.CardsDrawn(seat=seat, cards=tuple(drawn), to=only(seat)))
    t.tell(ev.CardsDrawnUnseen(seat=seat, count=len(drawn), due=due, required=s.required, to=PUBLIC))
    return drawn


def renew(t: Game) -> None:
    """All discards but the top one are shuffled into a new stock (AG-R7)."""
    s = t.state
    s.stock = t.chance.shuffled(s.discard[:-1], "renewed")
    del s.discard[:-1]
    t.tell(ev.StockRenewed(cards=len(s.stock), to=PUBLIC))
