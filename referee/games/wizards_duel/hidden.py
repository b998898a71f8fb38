"""The oracle of RULES.md, 3: which cards may not be named to a seat now. For tests alone; no rule asks it."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.games.cards import Card
from referee.games.wizards_duel.state import State


def hidden(state: State, seat: Seat) -> set[Card]:
    """Every deck and every half set aside is hidden from everybody, a hand from all but its owner."""
    found: set[Card] = set()
    for owner, side in state.sides.items():
        found.update(side.deck, side.aside)
        if owner != seat:
            found.update(side.hand)
    return found
