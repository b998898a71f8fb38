"""The verbs of a GM's corrections: what a ruleset lets him set right in the state of a game."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.orders import Order, order


@order
class Mend(Order):
    """One correction. ``open`` says that its line may be told to everybody, if ``told`` has no better words for it."""

    open: ClassVar[bool] = True

    def told(self) -> str:
        """Say in words that betray no card what is corrected."""
        return "" if self.open else "cards are put right"
