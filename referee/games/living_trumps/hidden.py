"""The oracle of section 4: which cards may not be named to a seat now. For tests alone; no rule asks it."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.games.cards import Card
from referee.games.living_trumps.state import State


def hidden(state: State, seat: Seat) -> set[Card]:
    """Decks and discards are hidden from all; Hands, and what lies face-down, from all but the owner."""
    found = {*state.trump_deck, *state.discard, *state.shadow_deck, *state.gauntlet}
    for owner, p in state.players.items():
        found.update(p.unseen)
        if owner == seat:
            continue
        found.update(p.laid)
        if not state.is_open(owner):
            found.update(p.hand)
        found.update(one.card for one in (*p.shadows, *p.powerbase) if one.down and not one.known)
    for peek in state.peeks:
        if not peek.seats or seat in peek.seats:
            found.difference_update(peek.cards)
    return found
