"""WD-1 to WD-3 and WD-6 to WD-11: the set-up, a turn by e-mail, round by round (WD-P1), and the end of a duel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat, all_but, only
from referee.engine.chance import Chance
from referee.engine.events import Event
from referee.engine.setup import Setup
from referee.engine.table import Table
from referee.engine.values import value
from referee.games.cards import Card
from referee.games.wizards_duel import events as ev
from referee.games.wizards_duel import values
from referee.games.wizards_duel.state import MOON, Duel, Options, Side, State

HAND = 4
D12 = 12


def start(t: Table[State], setup: Setup) -> None:
    """Set up a duel: dice for the lead, decks shuffled and perhaps cut, four cards each."""
    options = Options.of(setup.options)
    first, second = setup.seats
    rolled = opening_roll(first, second, t.chance)
    t.state = State((first, second), options, rolled.leader, {})
    t.tell(rolled)
    for copy, seat in enumerate(t.seats):
        t.state.sides[seat], shuffled = new_deck(seat, copy, options, t.chance)
        t.tell(shuffled)
    for seat in t.seats:
        t.tell(*draw_hand(seat, t.state.sides[seat]))


def opening_roll(first: Seat, second: Seat, chance: Chance) -> ev.LeadRolled:
    """Both roll a D12, and the higher leads the first round (WD-2.1); equal rolls are rolled again (WD-R2)."""
    ones: list[int] = []
    twos: list[int] = []
    while ones == twos or ones[-1] == twos[-1]:
        ones.append(chance.die(D12, "opening", first))
        twos.append(chance.die(D12, "opening", second))
    leader = first if ones[-1] > twos[-1] else second
    return ev.LeadRolled(
        first=first, first_rolls=tuple(ones), second=second, second_rolls=tuple(twos), leader=leader, to=PUBLIC
    )


def new_deck(seat: Seat, copy: int, options: Options, chance: Chance) -> tuple[Side, ev.DeckShuffled]:
    """Each player's own deck is shuffled (WD-1.3, WD-R1); of a half deck the top part is kept (WD-R20)."""
    cards = chance.shuffled(options.pack(copy), "deck", seat)
    kept = options.half_cut if options.deck == "half" else len(cards)
    side = Side(deck=cards[:kept], aside=cards[kept:])
    return side, ev.DeckShuffled(seat=seat, cards=kept, aside=len(side.aside), to=PUBLIC)


def draw_hand(seat: Seat, side: Side) -> list[Event]:
    """Draw four cards from the top of the deck, or as many as are left (WD-1.4, WD-R4)."""
    drawn = tuple(side.deck[:HAND])
    del side.deck[:HAND]
    side.hand += drawn
    return [
        ev.HandDrawn(seat=seat, cards=drawn, to=only(seat)),
        ev.HandDrawnUnseen(seat=seat, count=len(drawn), to=all_but(seat)),
    ]


def play_turn(t: Duel) -> None:
    """Who gives up does so first, both at once (WD-R19, WD-P1.8); then rounds to the end of the turn (WD-P1.1)."""
    t.state.turn += 1
    t.state.rounds.clear()
    t.tell(ev.TurnBegun(turn=t.state.turn, leader=t.state.leader, to=PUBLIC))
    if leaving := t.who([ev.Resign(seat, NO_OR_YES) for seat in t.state.seats]):
        resign(t, leaving)
        return
    while goes_on(t):
        play_round(t)
        if ends(t):
            return


def goes_on(t: Duel) -> bool:
    """A turn plays its own rounds, and then as many more as both allow, up to the most of a turn (WD-P1.1)."""
    played, options = len(t.state.rounds), t.state.options
    if played < options.rounds:
        return True
    if played >= options.most_rounds:
        return False
    return t.agree([ev.PlayOn(seat, NO_OR_YES, played) for seat in t.state.seats], "The other side went no further.")


ROLES = ("leader", "responder")


@value
class Laid:
    """A card face-up on the table, and whether it came unseen from the deck."""

    seat: Seat
    card: Card
    drawn: bool


def play_round(t: Duel) -> None:
    """The leader lays a card, the responder lays one or calls (WD-3.1); the lead passes, empty hands are refilled."""
    number = len(t.state.rounds) + 1
    leader, responder = t.state.leader, t.state.other(t.state.leader)
    led = lead(t, leader, number)
    answer = t.ask(ev.Reply(responder, replies(t, responder), number, leader, led.card, led.drawn))
    if answer is ev.Act.CALL:
        call(t, led, responder, number)
    else:
        settle(t, led, lay(t, responder, answer), number)
    t.state.leader = responder  # WD-2.2: the lead passes however the round ended
    if t.state.rounds[-1].verdict is not ev.Verdict.DEATHS:
        refill(t)


def lead(t: Duel, leader: Seat, number: int) -> Laid:
    """The leader lays down one card face-up (WD-3.1)."""
    laid = lay(t, leader, t.ask(ev.Lead(leader, cards_or_draw(t.state.sides[leader]), number)))
    t.tell(ev.CardLed(round=number, seat=leader, card=laid.card, drawn=laid.drawn, to=PUBLIC))
    return laid


def cards_or_draw(side: Side) -> tuple[ev.Move, ...]:
    """A card of the hand, or the top card of the deck if there is one (WD-7.1, WD-R11)."""
    return (*side.hand, ev.Act.DRAW) if side.deck else tuple(side.hand)


def replies(t: Duel, responder: Seat) -> tuple[ev.Move, ...]:
    """The responder has the same choices, and may call while any are left (WD-6.2, WD-R8)."""
    side = t.state.sides[responder]
    return (*cards_or_draw(side), ev.Act.CALL) if side.calls else cards_or_draw(side)


def lay(t: Duel, seat: Seat, move: ev.Move) -> Laid:
    """Lay a card from the hand; a drawn one is played unseen, at once, and is no refilling (WD-7.1, WD-7.2, WD-R11)."""
    side = t.state.sides[seat]
    if isinstance(move, Card):
        side.hand.remove(move)
        laid = Laid(seat, move, drawn=False)
    else:
        laid = Laid(seat, side.deck.pop(0), drawn=True)
    side.table.append(laid.card)
    return laid


def call(t: Duel, led: Laid, caller: Seat, number: int) -> None:
    """A call sends the led card to its owner's discard pile; no points, no dice, the round is over (WD-6.2, WD-R10)."""
    t.state.sides[caller].calls -= 1  # WD-6.4
    clear_table(t)
    ended = ev.RoundEnded(
        round=number, verdict=ev.Verdict.CALLED,
        leader=led.seat, led=led.card, led_drawn=led.drawn, responder=caller, to=PUBLIC,
    )  # fmt: skip
    end_round(t, ended)
    t.tell(ev.CallSpent(seat=caller, calls=t.state.sides[caller].calls, to=PUBLIC))


def settle(t: Duel, led: Laid, reply: Laid, number: int) -> None:
    """Both cards are down: final values, points, discards (WD-3.2, WD-3.3), and what else the round brings."""
    seats = (led.seat, reply.seat)

    def roll(side: int) -> int:
        return t.chance.die(D12, "dice", ROLES[side], str(number), seats[side])

    result = values.compare((led.card, reply.card), t.state.options, roll)
    winner = seats[result.winner] if result.winner is not None else Seat("")
    sheet = sheet_for(t, winner)
    ended = ev.RoundEnded(
        round=number, verdict=result.verdict,
        leader=led.seat, led=led.card, led_drawn=led.drawn,
        responder=reply.seat, reply=reply.card, reply_drawn=reply.drawn,
        led_dice=tuple(result.dice[0]), reply_dice=tuple(result.dice[1]),
        led_value=result.values[0], reply_value=result.values[1],
        winner=winner, points=result.points, sheet=sheet, to=PUBLIC,
    )  # fmt: skip
    if sheet:
        t.state.sides[sheet].score += result.points
    clear_table(t)
    end_round(t, ended)
    consequences(t, ended)


def sheet_for(t: Duel, winner: Seat) -> Seat:
    """Points go on the winner's sheet (WD-3.2); in the drinking game they are given to the opponent (WD-11.1)."""
    return t.state.other(winner) if winner and t.state.options.drinking else winner


def clear_table(t: Duel) -> None:
    """Cards on the table go to their owners' discard piles, out of play for good (WD-3.3)."""
    for seat in t.state.seats:
        side = t.state.sides[seat]
        side.discard += side.table
        side.table.clear()


def end_round(t: Duel, ended: ev.RoundEnded) -> None:
    """Note the round and tell it."""
    t.state.rounds.append(ended)
    t.tell(ended)


def consequences(t: Duel, ended: ev.RoundEnded) -> None:
    """The Moon's loss (WD-8.2), a call for nine points or more (WD-6.3), and drinks (WD-11.1)."""
    moons = moons_player(ended)
    if moons:
        change = values.moons_loss(t.state.options)
        t.state.sides[moons].score += change
        t.tell(ev.MoonPaid(seat=moons, change=change, to=PUBLIC))
    if values.earns_call(ended.points):
        t.state.sides[ended.winner].calls += 1
        t.tell(ev.CallGained(seat=ended.winner, calls=t.state.sides[ended.winner].calls, to=PUBLIC))
    if t.state.options.drinking:
        pour(t, ended, moons)


def moons_player(ended: ev.RoundEnded) -> Seat:
    """Name the one whose Moon met the Sun, if that happened."""
    if ended.verdict is not ev.Verdict.ECLIPSE:
        return Seat("")
    return ended.leader if ended.led.face is MOON else ended.responder


def pour(t: Duel, ended: ev.RoundEnded, moons: Seat) -> None:
    """All that a round writes on one sheet is owed in drinks, under one limit (WD-11.1, WD-R22, WD-R23)."""
    drinker = moons or ended.sheet
    if drinker:
        owed = ended.points + (values.MOONS_LOSS if moons else 0)
        poured = values.drinks(owed, t.state.options)
        t.state.sides[drinker].drinks += poured
        t.tell(ev.DrinksOwed(seat=drinker, drinks=poured, capped=poured < owed, to=PUBLIC))


def refill(t: Duel) -> None:
    """Each player whose hand is used up draws a new one, each apart (WD-3.4, WD-R4, WD-R8)."""
    for seat in t.state.seats:
        side = t.state.sides[seat]
        if not side.hand and side.deck:
            t.tell(*draw_hand(seat, side))


OUT_OF_CARDS, TWO_DEATHS, RESIGNED, BOTH_RESIGNED = "out of cards", "two Deaths", "resigned", "both resigned"

ENDS = {
    OUT_OF_CARDS: "A player has neither hand nor deck left (WD-9.1, WD-R18).",
    TWO_DEATHS: "Death met Death (WD-8.4).",
    RESIGNED: "A player gave up (WD-R19).",
    BOTH_RESIGNED: "Both players gave up in the same turn (WD-R25).",
}


def ends(t: Duel) -> bool:
    """The game ends when Death meets Death, or when a player has no card left to play (WD-9.1); tell it if so."""
    if t.state.rounds[-1].verdict is ev.Verdict.DEATHS:
        tell_end(t, TWO_DEATHS)
    elif any(out_of_cards(t, seat) for seat in t.state.seats):
        tell_end(t, OUT_OF_CARDS)
    else:
        return False
    return True


def out_of_cards(t: Duel, seat: Seat) -> bool:
    """After refilling a player has neither hand nor deck; what the other still holds is void (WD-R18)."""
    side = t.state.sides[seat]
    return not side.hand and not side.deck


def tell_end(t: Duel, reason: str) -> None:
    """The higher score wins (WD-9.2), in the drinking game the lower (WD-11.3); equal scores are a draw (WD-R19)."""
    t.state.over = True
    first, second = t.state.seats
    lead = t.state.sides[first].score - t.state.sides[second].score
    if t.state.options.drinking:
        lead = -lead
    t.end(reason, [first if lead > 0 else second] if lead else ())


def resign(t: Duel, resigning: list[Seat]) -> None:
    """Who resigns loses, whatever the scores (WD-R19); if both do at once, it is a draw (WD-R25)."""
    t.state.over = True
    t.tell(*(ev.Resigned(seat=seat, to=PUBLIC) for seat in resigning))
    if len(resigning) == 1:
        t.end(RESIGNED, [t.state.other(resigning[0])])
    else:
        t.end(BOTH_RESIGNED)


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, the rest of their deck, and the half set aside (section 3)."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, sorted(side.hand)) for seat, side in state.sides.items()]
    for seat, side in state.sides.items():
        opened.append((Seat(f"{seat}'s deck, from the top"), side.deck))
        if side.aside:
            opened.append((Seat(f"{seat}'s half set aside"), side.aside))
    return opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: how rounds are decided, and whose."""
    for e in events:
        if isinstance(e, ev.RoundEnded):
            yield "How rounds were decided", e.verdict.value
            yield "Who scored", "nobody" if not e.winner else "the leader" if e.winner == e.leader else "the responder"
