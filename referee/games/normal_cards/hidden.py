"""The oracle of RULES.md, 4: which cards may not be named to a seat now. For tests alone; no rule asks it."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.games.cards import Card
from referee.games.normal_cards.state import State


def hidden(state: State, seat: Seat) -> set[Card]:
    """The stock is hidden from everybody, a hand from all but its owner; the Main Card from nobody, wherever it is."""
    found = set(state.stock)
    for owner, hand in state.hands.items():
        if owner != seat:
            found.update(hand)
    found.discard(state.main)
    return found
