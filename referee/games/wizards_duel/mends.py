"""What a GM may set right in a duel: score sheets, who leads, and a card from one place to another."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.games.cards import Card
from referee.games.corrections import BOTTOM, TOP, Spot
from referee.games.mending import Count, Mending, everybody, nobody, owner, pile
from referee.games.wizards_duel.state import State
from referee.games.wizards_duel.turn import HAND
from referee.games.wizards_duel.view import CALLS, DECK, DISCARDS, DRINKS, HANDS, POINTS
from referee.games.wizards_duel.words import CARD


def wrong(s: State) -> str:
    """A hand has one to four cards (WD-I2)."""
    if not s.over and not all(1 <= len(side.hand) <= HAND for side in s.sides.values()):
        return f"A hand has one to {HAND} cards; SWAP one card with another."
    return ""


STAY = "Each player has a deck of their own, and its cards stay theirs."


def not_his(s: State, seat: Seat, card: Card) -> str:
    """Each has the cards of their own deck, the first seat those of the first copy (WD-I1)."""
    return "" if card.copy == s.seats.index(seat) else STAY


def never(origin: Spot | None, target: Spot) -> str:
    """No card goes from one player to the other (WD-I1)."""
    return STAY if origin is not None and origin.seat != target.seat else ""


MENDING: Mending[State] = Mending(
    "5C",
    lambda s: s.seats,
    (
        pile("HAND", HANDS, lambda s, seat: s.sides[seat].hand, owner, refuses=not_his),
        pile("DECK TOP", DECK, lambda s, seat: s.sides[seat].deck, nobody, end=TOP, first=True, refuses=not_his),
        pile("DECK BOTTOM", DECK, lambda s, seat: s.sides[seat].deck, nobody, end=BOTTOM, refuses=not_his),
        pile("DISCARDS", DISCARDS, lambda s, seat: s.sides[seat].discard, everybody, refuses=not_his),
    ),
    wrong,
    never,
    counts=(
        Count("POINTS", POINTS, lambda s, seat, n: setattr(s.sides[seat], POINTS, n), least=-999),
        Count("CALLS", CALLS, lambda s, seat, n: setattr(s.sides[seat], CALLS, n), most=78),
        Count("DRINKS", DRINKS, lambda s, seat, n: setattr(s.sides[seat], DRINKS, n)),
    ),
    lead=lambda s, seat: setattr(s, "leader", seat),
    other="KS",
    deck=CARD,
)
