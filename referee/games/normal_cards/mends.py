"""What a GM may set right in Normal Cards: where cards lie, who leads, and a resignation."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, REFEREE, Audience, Seat, only
from referee.games.cards import Card
from referee.games.corrections import TOP, Spot
from referee.games.mending import Mending, Thing, everybody, pile
from referee.games.normal_cards.state import State
from referee.games.normal_cards.view import HANDS, STOCK, WON

WHOLE = "All hands must have as many cards as before; SWAP one card with another."


def seers(s: State, seat: Seat, card: Card) -> Audience:
    """A hand is its owner's secret, the stock everybody's, but for the Main Card, seen by all (NC-1.3, NC-2.5)."""
    return PUBLIC if card is s.main else only(seat) if seat else REFEREE


def wrong(s: State) -> str:
    """All hands are alike, the stock goes round, the Main Card is its last, and somebody is left to play (NC-I1)."""
    if len({len(hand) for hand in s.hands.values()}) > 1 or len(s.stock) % len(s.seats):
        return WHOLE
    if s.stock and s.stock[-1] is not s.main:
        return "The Main Card lies under the stock while there is one."
    if not s.over and len(s.playing) < 2:
        return "Two at least must be left to play."
    return ""


def never(origin: Spot | None, target: Spot) -> str:
    """No card alone comes to a hand or leaves it (NC-I1)."""
    return WHOLE if "HAND" in (target.zone, origin and origin.zone) else ""


def resigned(s: State, seat: Seat, gives_up: bool) -> None:
    """The player gave up, or did not (NC-R9)."""
    (s.resigned.append if gives_up else s.resigned.remove)(seat)


MENDING: Mending[State] = Mending(
    "6S",
    lambda s: s.seats,
    (
        pile("HAND", HANDS, lambda s, seat: s.hands[seat], seers),
        pile("TRICKS", WON, lambda s, seat: s.won[seat], everybody),
        pile("STOCK", STOCK, lambda s, _: s.stock, seers, owned=False, end=TOP, first=True),
    ),
    wrong,
    never,
    things=(Thing("RESIGNATION", "the resignation", lambda s, seat: seat in s.resigned, resigned),),
    lead=lambda s, seat: setattr(s, "leader", seat),
    other="KH",
)
