"""What a view knows of cards in hands, on the Throne and before players, as they come and go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.engine.audience import Seat
from referee.games.amber.deck import EMPRESS, KEPT
from referee.games.amber.knowledge import Figure, Knowledge
from referee.games.amber.state import CHAOS
from referee.games.cards import Card


def add(zone: list[Card], cards: Iterable[Card]) -> None:
    """Put cards into a zone, in code order."""
    zone.extend(cards)
    zone.sort()


def leave(v: Knowledge, seat: Seat, card: Card) -> None:
    """A Shadow card leaves its owner: an open one, one at the Throne, or a hidden one."""
    if seat == CHAOS:
        v.throne.remove(card)
        return
    p = v.players[seat]
    if card in p.up:
        p.up.remove(card)
    elif v.ruler == seat and card in v.throne:
        v.throne.remove(card)
    else:
        p.hidden -= 1
        if seat == v.seat:
            v.down.remove(card)


def unhand(v: Knowledge, seat: Seat, card: Card) -> None:
    """A held Court card leaves its holder."""
    p = v.players[seat]
    if card in p.exposed:
        p.exposed.remove(card)
    else:
        p.hidden -= 1
        if seat == v.seat:
            v.concealed.remove(card)


def gained(v: Knowledge, seat: Seat, cards: Sequence[Card]) -> None:
    """Hidden Shadow cards come to a seat, as it sees them itself."""
    add(v.down, cards)
    v.players[seat].hidden += len(cards)


def stays(p: Figure, card: Card) -> None:
    """A Chaos card that is kept or lasts lies open before its player (AM-11.4)."""
    if card in KEPT:
        add(p.kept, (card,))
    elif card is EMPRESS:
        add(p.lasting, (card,))
