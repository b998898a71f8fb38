"""AM-2: the decks, draws, discards, the merge and the cut.

Purposes of chance here: ``merge``, ``refill`` (AM-2.16), ``discards`` (AM-2.11), ``cut/<seat>`` (R-65).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from referee.engine.author import PUBLIC, Event, Seat, all_but, only
from referee.games.amber import asks, deck
from referee.games.amber import events as ev
from referee.games.amber.state import CHAOS, Amber
from referee.games.cards import Card

DEFAULT_CUT = 100


def merge(t: Amber) -> None:
    """Once per game, before the first move into Shadow, all decks and the discards become one deck (AM-2.7)."""
    s = t.state
    if s.merged:
        return
    s.deck = t.chance.shuffled([*s.deck, *s.chaos, *s.encounter, *s.discards], "merge")
    s.chaos, s.encounter, s.discards, s.merged = [], [], [], True
    t.tell(ev.DecksMerged(count=len(s.deck), to=PUBLIC))


def refill(t: Amber) -> None:
    """A deck that cannot supply a draw is merged, or the discards are shuffled under what is left of it (AM-2.16)."""
    s = t.state
    if not s.merged:
        merge(t)
    elif s.discards:
        t.tell(ev.DeckRefilled(count=len(s.discards), to=PUBLIC))
        s.deck += t.chance.shuffled(s.discards, "refill")
        s.discards = []


def trip_card(t: Amber) -> Card:
    """A trip takes the literal top card of the deck (AM-2.12)."""
    if not t.state.deck:
        refill(t)
    return t.state.deck.pop(0)


def top_cards(t: Amber, count: int) -> list[Card]:
    """Chaos takes the literal top cards; if the deck is short it is refilled first (AM-12.3, R-60)."""
    if len(t.state.deck) < count:
        refill(t)
    taken, t.state.deck = t.state.deck[:count], t.state.deck[count:]
    return taken


def strength_draw(t: Amber) -> tuple[Card | None, int]:
    """The first suit card from the top, and how many were passed over and discarded unseen (AM-2.13)."""
    s = t.state
    if s.options.strength_draws == "as_drawn":
        return drawn_as_it_lies(t)
    if not any(map(deck.is_suit, s.deck)):
        if s.merged and not any(map(deck.is_suit, s.discards)):
            return None, 0
        refill(t)
    place = next((i for i, card in enumerate(s.deck) if deck.is_suit(card)), None)
    if place is None:
        return None, 0
    s.discards += s.deck[:place]
    found = s.deck[place]
    del s.deck[: place + 1]
    return found, place


def drawn_as_it_lies(t: Amber) -> tuple[Card | None, int]:
    """With strength_draws=as_drawn the top card alone is taken, and one that is no suit card is wasted (R-23)."""
    s, card = t.state, trip_card(t)
    if deck.is_suit(card):
        return card, 0
    s.discards.append(card)
    return None, 1


def gain(t: Amber, seat: Seat, count: int) -> None:
    """Strength draws into the hand: their owner sees which cards, the others how many (AM-2.13)."""

    def told(cards: tuple[Card, ...]) -> Sequence[Event]:
        unseen = ev.CardsDrawnUnseen(seat=seat, count=len(cards), to=all_but(seat))
        return ev.CardsDrawn(seat=seat, cards=cards, to=only(seat)), unseen

    draw(t, seat, t.state.players[seat].down, count, told)


def draw_to_throne(t: Amber, seat: Seat) -> None:
    """Two strength draws laid open at the Throne (AM-6.3, AM-12.13)."""
    draw(t, seat, t.state.throne, 2, lambda cards: [ev.ThroneCardsDrawn(seat=seat, cards=cards, to=PUBLIC)])


def draw(
    t: Amber, seat: Seat, place: list[Card], count: int, told: Callable[[tuple[Card, ...]], Sequence[Event]]
) -> None:
    """Strength draws onto a place. All hear how many cards were passed over, and that one lapsed (AM-2.13, AM-2.16)."""
    drawn: list[Card] = []
    passed, lapsed = 0, False
    for _ in range(count):
        card, over = strength_draw(t)
        passed += over
        lapsed = lapsed or (card is None and not over)
        if card is not None:
            place.append(card)
            drawn.append(card)
    if drawn:
        t.tell(*told(tuple(drawn)))
    if passed:
        t.tell(ev.CardsPassedOver(count=passed, to=PUBLIC))
    if lapsed:
        t.tell(ev.DrawLapsed(seat=seat, to=PUBLIC))


def take(t: Amber, seat: Seat, card: Card) -> None:
    """Take a Shadow card from wherever its owner has it."""
    own = () if seat == CHAOS else (t.state.players[seat].down, t.state.players[seat].up)
    for zone in (*own, t.state.throne):
        if card in zone:
            zone.remove(card)
            return
    raise AssertionError(f"{seat} does not hold {card}")


def spend(t: Amber, seat: Seat, card: Card) -> None:
    """A card that is played lies on the table until it is over, then goes to the discards (AM-8.15)."""
    take(t, seat, card)
    t.state.played.append(card)


def use_up(t: Amber, kept: list[Card], card: Card) -> None:
    """A card that lay open before a player is played (AM-11.4)."""
    kept.remove(card)
    t.state.played.append(card)


def clear_table(t: Amber) -> None:
    """What was played goes to the discards (AM-2.8)."""
    t.state.discards += t.state.played
    t.state.played = []


def lose(t: Amber, seat: Seat, cards: Iterable[Card], why: ev.Loss) -> None:
    """Cards that are lost unplayed: their owner knows which, the others only those that lay open."""
    lost = t.state.listed(cards)
    if not lost:
        t.tell(ev.NothingLost(seats=(seat,), why=why, to=PUBLIC))
        return
    hidden = () if seat == CHAOS else tuple(t.state.players[seat].down)
    opened = tuple(c for c in lost if c not in hidden)
    t.tell(
        ev.CardsDiscarded(seat=seat, cards=lost, why=why, to=only(seat)),
        ev.CardsDiscardedUnseen(seat=seat, hidden=len(lost) - len(opened), opened=opened, why=why, to=all_but(seat)),
    )
    for card in lost:
        take(t, seat, card)
    t.state.discards += lost


def all_cuts(t: Amber, but: Seat | None = None) -> int:
    """Every living player but the traveller cuts once, unseen; only the sum of the cuts matters (AM-2.10).

    The cut of one who orders none is the referee's (R-65).
    """
    size = max(1, len(t.state.deck) + (len(t.state.discards) if but is None else 0))
    cutters = [p for p in t.state.living() if p.seat != but]
    random = t.state.options.default_cut == "random"
    dice = [t.chance.below(DEFAULT_CUT, "cut", p.seat) if random else 0 for p in cutters]
    return sum(t.ask_all([asks.Cut(p.seat, range(size), n % size) for p, n in zip(cutters, dice, strict=True)]))


def rotate(t: Amber, total: int) -> None:
    """A cut at n sends the top n cards, counted round the deck, to the bottom; an empty deck is not cut (AM-2.10)."""
    s = t.state
    if s.deck:
        n = total % len(s.deck)
        s.deck = s.deck[n:] + s.deck[:n]


def return_discards(t: Amber) -> None:
    """Before a turn the discards of the last one are shuffled, put under the deck, and all cuts are made (AM-2.11)."""
    s = t.state
    if s.cut is None:
        return
    t.tell(ev.DiscardsReturned(count=len(s.discards), to=PUBLIC))
    s.deck += t.chance.shuffled(s.discards, "discards")
    s.discards = []
    rotate(t, s.cut)
    s.cut = None


def count_piles(t: Amber) -> None:
    """Decks and discards are counted for all to know, never listed (AM-2.9)."""
    s = t.state
    t.tell(
        ev.PilesCounted(
            deck=len(s.deck), chaos=len(s.chaos), encounter=len(s.encounter), discards=len(s.discards), to=PUBLIC
        )
    )
