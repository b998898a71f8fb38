"""AM-7.1: who claims the Throne."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.games.amber.moves import Kind
from referee.games.amber.state import CHAOS, State


def claimants(s: State) -> list[Seat]:
    """Every able player in Amber who ordered SEIZE, and the occupant; Chaos comes last (AM-7.1, R-30, AM-12.15)."""
    found = [p.seat for p in s.in_order() if p.seat == s.ruler or claims(s, p.seat)]
    return [*found, CHAOS] if s.enthroned else found


def claims(s: State, seat: Seat) -> bool:
    """One claims by the option SEIZE, in Amber, with a Court card if that is asked for (AM-4.3, AM-4.4)."""
    p, option = s.players[seat], s.chosen.get(seat)
    if option is None or option.kind is not Kind.SEIZE or not p.in_amber or not s.able(p):
        return False
    return bool(p.court) or not s.options.seize_needs_court
