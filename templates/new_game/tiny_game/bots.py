"""Players that write order lines from what their seat sees: one at random, one to win."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.chance import Chance

from .desk import number
from .state import STONES
from .view import View

WRONG = ("LAY", "LAY S99", "LAY S1 S2", "PREFER", "PREFER THE BEST", "good luck everybody")


def scribble(seen: View, chance: Chance, wild: bool) -> Sequence[str]:
    """Write any lines; if ``wild``, wrong ones too."""
    lines = ["PREFER HIGH", "PREFER LOW", *(f"LAY {stone}" for stone in (STONES if wild else seen.hand))]
    if wild:
        lines += WRONG
    return [chance.pick(lines, "line") for _ in range(chance.below(3, "lines"))]


def sensible(seen: View, chance: Chance) -> Sequence[str]:
    """Lay the highest stone while behind, else the lowest."""
    if not seen.hand:
        return []
    behind = seen.points[seen.seat] < max(seen.points.values())
    stone = max(seen.hand, key=number) if behind else min(seen.hand, key=number)
    return [f"LAY {stone}"]
