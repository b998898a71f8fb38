"""An option: a switch of the rules that a game is created with."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.errors import SetupError
from referee.engine.values import value

DEALT = "the table was laid out by it"
BEGUN = "a game keeps to it from its first turn on"
"""Why an option stays as it is once the game has begun."""


@value
class Option:
    """A switch of the rules, settled when a game is created.

    ``values`` are the allowed words; ``numbers`` a range of whole numbers allowed as well. ``beside`` are other
    defaults where an option before this one has a certain value: ``(("mode=non-mage", "6"),)``. ``fixed`` says why it
    stays as it is once the game has begun; nothing if the GM may change it then.
    """

    name: str
    default: str
    values: tuple[str, ...]
    rule: str
    meaning: str
    numbers: range | None = None
    beside: tuple[tuple[str, str], ...] = ()
    fixed: str = ""

    def unasked(self, settled: Mapping[str, str]) -> str:
        """Return the value that holds where none is asked for, beside the options settled before this one."""
        return next((value for what, value in self.beside if what in map("=".join, settled.items())), self.default)

    @property
    def defaults(self) -> str:
        """All defaults in one phrase: ``12, or 6 with mode=non-mage``."""
        return ", or ".join([self.default, *(f"{value} with {what}" for what, value in self.beside)])

    def read(self, text: str) -> str:
        """Return the value in its printed form, or raise a `SetupError` that names the allowed ones."""
        wanted = text.strip().lower()
        if wanted in self.values:
            return wanted
        if self.numbers is not None and wanted.isascii() and wanted.isdigit() and int(wanted) in self.numbers:
            return str(int(wanted))
        raise SetupError(f"Option {self.name} cannot be {text!r}. It may be {self.allowed()}.")

    def allowed(self) -> str:
        """Say which values are allowed."""
        figures = [f"{self.numbers[0]} to {self.numbers[-1]}"] if self.numbers is not None else []
        return " or ".join([*self.values, *figures])
