"""What is said once for all readers, and once more only for those whom it singles out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NoReturn, TypeVar

from referee.engine.events import Event
from referee.engine.values import value
from referee.reports.document import Several

T = TypeVar("T")

KEPT_EVENTS = 1024


class Personal(Exception):
    """More was asked of a reader than whether they are this or that one."""


class Anybody:
    """A reader who is none of those in the comparison, and remembers who they were.

    What is said to this one is what every other reader hears: nothing else about a
    reader can be found out here, for whatever is asked besides raises `Personal`.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self) -> None:
        self.compared: set[object] = set()

    def __eq__(self, other: object) -> bool:
        self.compared.add(other)
        return False

    def _refuse(self, *_: object) -> NoReturn:
        raise Personal

    __str__ = __bool__ = __len__ = __iter__ = __getattr__ = __add__ = __radd__ = __lt__ = __gt__ = _refuse


class Once(Generic[T]):
    """Words for any number of readers: ``say`` is called for anybody, and for each reader who was asked about then."""

    def __init__(self, say: Callable[[Any], T]) -> None:
        self._say = say
        self._own: dict[str, T] = {}
        anybody = Anybody()
        try:
            self._all = say(anybody)
            self._singled_out: tuple[object, ...] | None = tuple(anybody.compared)
        except Exception:  # noqa: BLE001 - said to a reader by name, it is raised again or it is none
            self._singled_out = None

    def to(self, reader: str) -> T:
        """Return the words that a reader hears; to `Anybody` they are those of who is not singled out."""
        if self._singled_out is not None and reader not in self._singled_out:  # which asks `Anybody` of each
            return self._all
        if reader not in self._own:
            self._own[reader] = self._say(reader)
        return self._own[reader]

    def singles_out(self, reader: str) -> bool:
        """Say whether a reader hears other words than those who are not named in them."""
        return self._singled_out is not None and reader in self._singled_out and self.to(reader) != self._all


class Kept(Generic[T]):
    """Words on events, kept for their next readers; ``say`` says of an event what a macro of this name does.

    So many of them are kept as all letters of a turn want. The events are kept too, so that their ids stay their own.
    """

    def __init__(self, say: Callable[[str, Event, Any], T]) -> None:
        self._say = say
        self._kept: dict[tuple[str, int], tuple[Event, Once[T]]] = {}

    def of(self, name: str, e: Event) -> Once[T]:
        """Return what is said of an event to any reader."""
        kept = self._kept.get((name, id(e)))
        if kept is None:
            if len(self._kept) >= KEPT_EVENTS:
                self._kept.clear()
            kept = self._kept[name, id(e)] = (e, Once(lambda me: self._say(name, e, me)))
        return kept[1]


@value
class Situation:
    """What all may know of a step: in a few words to each reader, and where the game stands as each is shown it."""

    headline: Once[str]
    table: Once[Several]
