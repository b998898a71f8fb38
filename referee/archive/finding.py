"""What looking at a bundle came to: what differs and what that means, what is true, what could not be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.engine.values import value

MOST_TOLD = 5
"""So many differences are told in full."""


@value
class Differing:
    """Something that is not as it was."""

    item: str
    """The file in the bundle."""
    turn: int | None
    """The turn that it belongs to, 0 being the set-up."""
    said: str
    """What is the matter with it."""
    means: str
    """What that means."""

    @property
    def place(self) -> str:
        """Where it is, in words."""
        if self.turn is None:
            return self.item
        return f"{'the set-up' if self.turn == 0 else f'turn {self.turn}'}, {self.item}"


@dataclass
class Proof:
    """What was found of a bundle; of what can't be looked at nothing is said against it."""

    about: str = ""
    differences: list[Differing] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing differs."""
        return not self.differences

    def ordered(self) -> list[Differing]:
        """List the differences: those of the game as a whole, then those of its turns, the earliest first."""
        return sorted(self.differences, key=lambda one: -1 if one.turn is None else one.turn)

    def differs(self, item: str, turn: int | None, said: str, means: str) -> None:
        """Note a difference."""
        self.differences.append(Differing(item, turn, said, means))

    def sentences(self) -> Iterator[str]:
        """Say it all in words."""
        yield from [self.about] if self.about else []
        yield from (f"Good: {said}" for said in self.found)
        for one in self.ordered()[:MOST_TOLD]:
            yield f"BAD, in {one.place}: {one.said} {one.means}"
        if (more := len(self.differences) - MOST_TOLD) > 0:
            yield f"{more} more {'differs' if more == 1 else 'differ'}."
        yield from (f"Not looked at: {said}" for said in self.unchecked)
        yield self._verdict()

    def _verdict(self) -> str:
        if not self.good:
            return f"This is not the game as it was played: {self._begins()}."
        return "Nothing was changed that can be seen so." if self.unchecked else "Nothing was changed."

    def _begins(self) -> str:
        turns = [one.turn for one in self.differences if one.turn is not None]
        if not turns:
            return "what differs belongs to no turn"
        return f"it differs from {f'turn {min(turns)}' if min(turns) else 'the set-up'} on"

