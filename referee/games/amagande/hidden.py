"""The oracle of RULES.md, 4: which cards may not be named to a seat now. For tests alone; no rule asks it."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.games.amagande.state import State
from referee.games.cards import Card


def hidden(state: State, seat: Seat) -> set[Card]:
    """The stock is hidden from everybody, a hand from all but its owner, unless a check laid it open."""
    found = set(state.stock)
    for owner, hand in state.hands.items():
        if owner != seat and owner not in state.opened:
            found.update(hand)
    return found
