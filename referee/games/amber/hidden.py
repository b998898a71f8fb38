"""The oracle of table 4.7: which cards may not be named to a seat now. For tests alone; no rule asks it."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.games.amber.state import State
from referee.games.cards import Card


def hidden(s: State, seat: Seat) -> set[Card]:
    """Decks, discards and forces are hidden from all, hidden hands and concealed Court cards from all but their owner.

    A dead player who leads Chaos sees its forces.
    """
    found: set[Card] = set()
    found.update(s.deck, s.chaos, s.encounter, s.discards, s.siege, s.drawn)
    if s.captain != seat:
        found.update(s.forces)
    for p in s.players.values():
        if p.seat != seat:
            found.update(p.down, p.concealed)
    return found
