"""Luck told in advance: by purpose, with cards by any of their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from referee.cases.faces import Face, no_face
from referee.engine.chance import Chance

T = TypeVar("T")


class ScriptError(ValueError):
    """Scripted luck that does not fit what the rules asked for."""


class ScriptedChance(Chance):
    """Luck told in advance, for rule cases: by purpose, in the order it is needed; the rest follows from the seed.

    A purpose ``dice/3/Ana`` takes its values from the script's longest of
    ``dice/3/Ana``, ``dice/3``, ``dice/Ana`` and ``dice``. A die or a draw takes
    one number (a draw's counts from 0); a shuffle takes the items' printed names, top first, or others by which
    ``face`` knows them.
    """

    def __init__(self, seed: bytes, step: int, script: Mapping[str, Sequence[Any]], face: Face = no_face) -> None:
        super().__init__(seed, step)
        self._script = {purpose: list(values) for purpose, values in script.items()}
        self._face = face

    def die(self, sides: int, *purpose: str) -> int:
        """Take the next scripted roll, if there is one."""
        if (values := self._scripted(purpose)) is None:
            return super().die(sides, *purpose)
        roll = values.pop(0)
        if not isinstance(roll, int) or not 1 <= roll <= sides:
            raise ScriptError(f"{'/'.join(purpose)}: {roll!r} is no roll of a die with {sides} sides")
        return roll

    def below(self, n: int, *purpose: str) -> int:
        """Take the next scripted number, if there is one."""
        if (values := self._scripted(purpose)) is None:
            return super().below(n, *purpose)
        drawn = values.pop(0)
        if not isinstance(drawn, int) or not 0 <= drawn < n:
            raise ScriptError(f"{'/'.join(purpose)}: {drawn!r} is not between 0 and {n - 1}")
        return drawn

    def pick(self, items: Sequence[T], *purpose: str) -> T:
        """Take the item that is scripted next, if there is one."""
        if (values := self._scripted(purpose)) is None:
            return super().pick(items, *purpose)
        self._print(values, items, 1)
        return _named(values.pop(0), list(items), purpose)

    def shuffled(self, items: Sequence[T], *purpose: str) -> list[T]:
        """Put the scripted items on top, in their order, and shuffle the rest under them."""
        values = self._scripted(purpose)
        if values is None:
            return super().shuffled(items, *purpose)
        self._print(values, items, len(items))
        top: list[T] = []
        rest = list(items)
        while values:
            top.append(found := _named(values.pop(0), rest, purpose))
            rest = [item for item in rest if item is not found]
        return top + super().shuffled(rest, *purpose, "rest")

    def left_over(self) -> dict[str, list[Any]]:
        """Return what was scripted and never needed."""
        return {purpose: values for purpose, values in self._script.items() if values}

    def _scripted(self, purpose: Sequence[str]) -> list[Any] | None:
        first, last = purpose[0], purpose[-1]
        for key in ("/".join(purpose), "/".join(purpose[:2]), f"{first}/{last}", first):
            if self._script.get(key):
                return self._script[key]
        return None

    def _print(self, values: list[Any], items: Sequence[Any], many: int) -> None:
        """Replace the next scripted names by the printed ones of these items."""
        printed = {str(item) for item in items}
        by_face = {self._face(name): name for name in sorted(printed)}
        for i, value in enumerate(values[:many]):
            if str(value) not in printed:
                values[i] = by_face.get(self._face(str(value)) or str(value), value)


def _named(name: object, items: list[T], purpose: Sequence[str]) -> T:
    for item in items:
        if str(item) == str(name):
            return item
    raise ScriptError(f"{'/'.join(purpose)}: there is no {name} to draw")
