"""The oracle of RULES.md, 4: which cards may not be named to a seat now. For tests alone; no rule asks it."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.games.cards import Card
from referee.games.elements.fire import FOUR
from referee.games.elements.state import State


def hidden(state: State, seat: Seat) -> set[Card]:
    """Others' Islands, Flames and Play Hands, and what lies face-down, but for what this seat has seen there itself."""
    found: set[Card] = set()
    mind = state.minds[seat]
    for spot, pile in state.ocean.items():
        noted = (*mind.under.get(spot, ()), mind.spots.get(spot, ""))
        found.update(lying.card for lying in pile if not lying.up and lying.card.code not in noted)
    for owner in state.seats:
        if owner == seat:
            continue
        known = mind.islands.get(owner, ())
        found.update(card for card in state.islands[owner] if card.code not in known)
        if len(state.flames[owner]) < FOUR:
            found.update(state.flames[owner])
        if owner in state.hands and mind.hands.get(owner) != state.hands[owner].card.code:
            found.add(state.hands[owner].card)
    return found


def exchangeable(state: State, one: Card, other: Card) -> bool:
    """A Flame is of one type (EL-2.2), so no card of it could be one of another type."""
    burning = [card for flame in state.flames.values() for card in flame]
    return one.rank == other.rank or not (one in burning or other in burning)
