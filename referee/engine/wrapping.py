"""Words that a mail program broke over several lines, put together again where that can be told."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

SHORTEST, LONGEST = 50, 100
"""A line that a program broke has about as many characters; one that is longer shows that it breaks none."""

WIDTH = 68
"""No program breaks a line before a word with which it would have no more characters."""


def whole(text: str, below: deque[str], more: Callable[[str], bool]) -> str:
    """Return a line with those below that it was broken into, and take them from ``below``.

    One is taken if its first word had no room above, no empty line stands between, and ``more`` says that it may be
    more of the same words: what may be an order by itself must never become part of a letter to somebody else.
    """
    pieces, last = [text], text
    while below and (following := below[0].strip()) and is_full(last, following) and more(following):
        pieces.append(following)
        last = following
        below.popleft()
    return " ".join(pieces)


def is_full(line: str, following: str) -> bool:
    """Say whether a line looks as if a program broke it before the first word of the next."""
    length = len(line.rstrip())
    return SHORTEST <= length <= LONGEST and length + 1 + len(following.split(maxsplit=1)[0]) > WIDTH


class LineQueue(deque[str]):
    """The lines of a letter that are still to be read, whoever wrote it.

    ``paragraph`` counts the empty lines so far. It knows without looking whether words among them have an end.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(lines)
        self.paragraph = 0
        self._stops = sum(map(_is_full_stop, self))

    def following(self) -> str:
        """Take the next line that says something, without the blanks around it; '' where none does any more."""
        while self:
            if text := self.popleft().strip():
                return text
            self.paragraph += 1
        return ""

    @property
    def closed(self) -> bool:
        """Whether a line with a single full stop follows."""
        return self._stops > 0

    def popleft(self) -> str:
        """Take the next line."""
        line = super().popleft()
        self._stops -= _is_full_stop(line)
        return line


def _is_full_stop(line: str) -> bool:
    return line.strip() == "."


def until_full_stop(todo: deque[str]) -> str:
    """Take lines up to one with a single full stop, and return them."""
    said: list[str] = []
    while todo:
        line = todo.popleft()
        if line.strip() == ".":
            break
        said.append(line.rstrip())
    return "\n".join(said).strip("\n")
