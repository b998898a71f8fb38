"""What a GM may set right in Elements: cards, due, wins and penance, and a halt of the GM's own."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.author import PUBLIC, REFEREE, Audience, Order, Seat, Table
from referee.games.cards import Card
from referee.games.elements.events import DibsLapsed
from referee.games.elements.minds import FLAMES, HANDS, ISLANDS, OCEAN
from referee.games.elements.orders import HaltBatch
from referee.games.elements.state import Lying, State, tell
from referee.games.elements.values import FOUR
from referee.games.elements.view import DUE, PENANCE, WINS
from referee.games.mending import Count, Mending, Zone, owner, pile, refuse

ATONING = 2
"""The most impulses of a penance."""


def in_ocean(s: State, seat: Seat, card: Card) -> Audience:
    """A card that lies open and feigns nothing is everybody's, one face-down nobody's."""
    lying = s.ocean[spot_of(s, seat, card)][-1]
    return PUBLIC if lying.up and not lying.feigned else REFEREE


def spot_of(s: State, _: Seat, card: Card) -> str:
    """Name the spot where a card lies on top."""
    return next(spot for spot, lying in s.ocean.items() if lying[-1].card is card)


def tops(s: State, _: Seat) -> list[Card]:
    """List the cards that lie on top; a covered one is not moved."""
    return [lying[-1].card for lying in s.ocean.values()]


def from_ocean(s: State, seat: Seat, card: Card) -> None:
    """Take the card from the top of its spot."""
    spot = spot_of(s, seat, card)
    if left := s.ocean[spot][:-1]:
        s.ocean[spot] = left
    else:
        del s.ocean[spot]


def to_ocean(s: State, _: Seat, card: Card) -> None:
    """Lay it on the next new spot, open only without magic (EL-P1.3, EL-R13)."""
    s.lay(Lying(card, up=not s.options.mage))


def instead(s: State, seat: Seat, card: Card, other: Card) -> None:
    """Another card lies at the same spot, the same way up; nobody laid it there, and it feigns nothing."""
    spot = spot_of(s, seat, card)
    s.ocean[spot] = (*s.ocean[spot][:-1], Lying(other, up=s.ocean[spot][-1].up))


def held(s: State, seat: Seat) -> list[Card]:
    """The card in a Play Hand, if there is one."""
    return [s.hands[seat].card] if seat in s.hands else []


def let_go(s: State, seat: Seat, card: Card) -> None:
    """A Play Hand is empty."""
    del s.hands[seat]


def hold(s: State, seat: Seat, card: Card, other: Card) -> None:
    """Another card is in a Play Hand."""
    s.hands[seat] = replace(s.hands[seat], card=other)


def wrong(s: State) -> str:
    """An Island has no more cards than its size, a Flame four at most, of one type (EL-2.1, EL-2.2)."""
    if any(len(cards) > s.size for cards in s.islands.values()):
        return f"An Island has {s.size} cards at most; SWAP one card with another."
    if any(len(cards) > FOUR for cards in s.flames.values()):
        return f"A Flame has {FOUR} cards at most."
    if any(len({card.rank for card in cards}) > 1 for cards in s.flames.values()):
        return "A Flame is of one type."
    return ""


def penance(s: State, seat: Seat, n: int) -> None:
    """So many impulses the player has still to spend."""
    s.penance.pop(seat, None)
    if n:
        s.penance[seat] = n


def lapse(before: State, t: Table[State]) -> None:
    """Who called dibs on a card that lies in the Ocean no more has called for nothing (EL-11.5)."""
    lying = [one.card for spot in t.state.ocean.values() for one in spot]
    for seat, card in list(t.state.dibs.items()):
        if card not in lying:
            del t.state.dibs[seat]
            tell(t, DibsLapsed(seat=seat, to=PUBLIC))


def by_its_player(s: State, seat: Seat, card: Card) -> str:
    """No card is put into a Play Hand but for one that is exchanged there."""
    return "" if card in held(s, seat) else "A card comes into a Play Hand by its player alone, or by a SWAP."


# What others noted of cards that only their owners see, their minds follow (EL-P1.3).
MENDING: Mending[State] = Mending(
    "8S",
    lambda s: s.seats,
    (
        pile("ISLAND", ISLANDS, lambda s, seat: s.islands[seat], owner),
        pile("FLAME", FLAMES, lambda s, seat: s.flames[seat], owner),
        Zone("OCEAN", OCEAN, tops, in_ocean, from_ocean, to_ocean, instead, owned=False, where=spot_of),
        Zone("HAND", HANDS, held, owner, let_go, let_go, hold, refuses=by_its_player),
    ),
    wrong,
    counts=(
        Count("DUE", DUE, lambda s, seat, n: s.due.update({seat: n})),
        Count("WINS", WINS, lambda s, seat, n: s.wins.update({seat: n}), most=99),
        Count("PENANCE", PENANCE, penance, most=ATONING),
    ),
    then=lapse,
    other="KH",
    tell=tell,
)


def mend(t: Table[State], one: Order) -> None:
    """Carry a correction out before the turn; the GM may also stop play at the end of an impulse (EL-P5.1)."""
    match one:
        case HaltBatch(n=n) if not 1 <= n <= t.state.options.impulses:
            refuse(t, f"A deadline has impulses 1 to {t.state.options.impulses}.")
        case HaltBatch(n=n):
            t.state.halt_at = n
        case _:
            MENDING.mend(t, one)


MENDS = replace(MENDING.section, verbs=(*MENDING.verbs, HaltBatch), mend=mend)
