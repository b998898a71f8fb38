"""The verbs of corrections: what a ruleset lets a GM set right in a game, and what is told of it."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from referee.engine.events import Event
from referee.engine.orders import Order

CORRECT = "CORRECT "
"""What the GM's corrections begin with among the stored orders of a step; the other line there is an agreement."""


class Mend(Order):
    """One correction. ``open`` says that its line may be told to everybody, if ``told`` has no better words for it."""

    open: ClassVar[bool] = True

    def told(self) -> str:
        """Say in words that betray no card what is corrected."""
        return "" if self.open else "cards are put right"

    def named(self) -> tuple[Any, ...]:
        """List the cards that its line names, which not everybody may know."""
        return ()


class Setting(NamedTuple):
    """An option of the rules, with the value that it is to have."""

    option: str
    value: str


class ChangeOption(Mend):
    """Let an option of the rules be otherwise, from the open turn on."""

    usage = "OPTION setting"
    setting: Setting

    def told(self) -> str:
        return f"the option {self.setting.option} is {self.setting.value}, from this turn on"


class Correction(Event):
    """What nothing but a GM's correction tells; all games may have the same words for it."""


class NothingCorrected(Correction):
    """A correction did not fit how the game stands, and nothing was changed; why not may be a secret."""


class CorrectionRefused(Correction):
    """Why a correction did not fit: for the record, and for a GM who may know it."""

    why: str


class OptionChanged(Correction):
    """An option of the rules is otherwise from now on; ``settled`` are all options as they are now."""

    option: str
    value: str
    settled: tuple[tuple[str, str], ...]
