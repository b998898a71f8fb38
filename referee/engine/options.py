"""An option: a switch of the rules that a game is created with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, fields
from functools import cache
from typing import Any, TypeVar, get_type_hints

from referee.engine.errors import SetupError
from referee.engine.values import Named, value

DEALT = "the table was laid out by it"
BEGUN = "a game keeps to it from its first turn on"
"""Why an option stays as it is once the game has begun."""


@value
class Option:
    """A switch of the rules, settled when a game is created."""

    name: str
    """Its name."""
    default: str
    """Its value where none is asked for."""
    values: tuple[str, ...]
    """The words that are allowed."""
    rule: str
    """The rule that speaks of it."""
    meaning: str
    """What it settles."""
    numbers: range | None = None
    """The whole numbers that are allowed as well."""
    beside: tuple[tuple[str, str], ...] = ()
    """Other defaults, each where an option before this one has a certain value: `mode=non-mage` and `6`."""
    fixed: str = ""
    """Why it stays as it is once the game has begun; nothing if the GM may change it then."""
    told: bool = False
    """Whether the game's own words tell of it in its first letters, so that it is not listed there again."""

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


def settled(options: Iterable[Option], asked: Mapping[str, str]) -> dict[str, str]:
    """Return these options with their values, those not asked for at their defaults."""
    found: dict[str, str] = {}
    for one in options:
        found[one.name] = one.read(asked[one.name]) if one.name in asked else one.unasked(found)
    return found


T = TypeVar("T", bound="Settled")


def says(option: str, word: str = "yes") -> Any:
    """Declare a field that is read out of an option of another name; one that is true or not, by what it says then."""
    return field(metadata={"option": option, "word": word})


class Settled(Named):
    """The options of a game, read into what its rules ask of them: texts, numbers, and what is so or not."""

    @classmethod
    def of(cls: type[T], settled: Mapping[str, str]) -> T:
        """Read settled options; raises `SetupError` for those that contradict each other."""
        declared = _declared(cls)  # type: ignore[arg-type]
        found = cls(**{name: _read(kind, settled[option], word) for name, kind, option, word in declared})
        if why := found.contradiction():
            raise SetupError(why)
        return found

    def contradiction(self) -> str:
        """Say which options cannot go together, or nothing."""
        return ""


@cache
def _declared(kind: type[Any]) -> tuple[tuple[str, type[Any], str, str], ...]:
    """List the fields with their types, the option that each is read out of, and the word that makes it true."""
    hints = get_type_hints(kind)
    said = [(f.name, f.metadata) for f in fields(kind)]
    return tuple((name, hints[name], more.get("option", name), more.get("word", "yes")) for name, more in said)


def _read(kind: type[Any], text: str, word: str) -> Any:
    return text == word if kind is bool else kind(text)
