"""How a view follows what the GM set right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.audience import Seat
from referee.games.amber.knowledge import Knowledge
from referee.games.cards import Card
from referee.games.corrections import (
    CardCorrected,
    CardCorrectedUnseen,
    CardsExchanged,
    CountCorrected,
    LeadCorrected,
)

HANDS, OPEN, KEEP, LASTS, COURT = "hand", "open cards", "kept cards", "cards in play", "own Court card"
DECK, CHAOS_DECK, ENCOUNTERS, DISCARDS, THRONE = "deck", "Chaos deck", "Encounter deck", "discards", "Throne cards"
SENTENCE, REIGN = "last turn of banishment", "first turn of the reign"


def moved(v: Knowledge, e: CardCorrected) -> None:
    """A card went from one place to another, and one knows which."""
    counted(v, e.origin, e.giver, -1)
    counted(v, e.target, e.taker, 1)
    gone(v, e.origin, e.giver, e.card)
    come(v, e.target, e.taker, e.card)


def moved_unseen(v: Knowledge, e: CardCorrectedUnseen) -> None:
    """A card went from one place to another, and one does not know which."""
    counted(v, e.origin, e.giver, -1)
    counted(v, e.target, e.taker, 1)


def exchanged(v: Knowledge, e: CardsExchanged) -> None:
    """Two cards changed places, and one knows which."""
    gone(v, e.origin, e.giver, e.one)
    gone(v, e.target, e.taker, e.other)
    come(v, e.origin, e.giver, e.other)
    come(v, e.target, e.taker, e.one)


def set_to(v: Knowledge, e: CountCorrected) -> None:
    """A number was set."""
    if e.what == SENTENCE:
        v.players[e.seat].banished = e.n
    else:
        v.taken = e.n


def first(v: Knowledge, e: LeadCorrected) -> None:
    """Somebody is first in the order of the turn."""
    v.initiative = (e.seat, *(seat for seat in v.initiative if seat != e.seat))


def gone(v: Knowledge, name: str, seat: Seat, card: Card) -> None:
    """A card left a place where one knew it, if one did."""
    if (cards := shown(v, name, seat, card)) is not None:
        cards.remove(card)


def come(v: Knowledge, name: str, seat: Seat, card: Card) -> None:
    """A card came to a place where one knows it, if one does."""
    if (cards := shown(v, name, seat, card)) is not None:
        cards.append(card)
        cards.sort()


def shown(v: Knowledge, name: str, seat: Seat, card: Card) -> list[Card] | None:
    """Return the list of a place that such a card is in, if its cards are known."""
    if name == HANDS and seat == v.seat:
        return v.concealed if card.court else v.down
    if name == THRONE:
        return v.throne
    if name == OPEN:
        return v.players[seat].exposed if card.court else v.players[seat].up
    if name in (KEEP, LASTS):
        return v.players[seat].kept if name == KEEP else v.players[seat].lasting
    return None


def counted(v: Knowledge, name: str, seat: Seat, change: int) -> None:
    """A place has one card more or less."""
    if name == HANDS:
        v.players[seat].hidden += change
    elif name == COURT:
        v.players[seat].court = change > 0
    elif name == DECK:
        v.deck += change
    elif name == CHAOS_DECK:
        v.chaos += change
    elif name == ENCOUNTERS:
        v.encounter += change
    elif name == DISCARDS:
        v.discards += change


CORRECTED: Mapping[type, Callable[[Knowledge, Any], None]] = {
    CardCorrected: moved, CardCorrectedUnseen: moved_unseen, CardsExchanged: exchanged, CountCorrected: set_to,
    LeadCorrected: first,
}  # fmt: skip
