"""How a game comes to be: who signed up, whom they play, and what set-up and each step make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from referee.engine.audience import Seat
from referee.engine.values import value


@value
class SignUp:
    """One who wants to play: the name they ask for and their wishes, as order lines, in order of arrival."""

    name: str
    wishes: tuple[str, ...] = ()


@value
class Part:
    """Whom one is to play: the character's name, those they would rather or gladly be, and all wishes as people read.

    ``wished`` names characters in the order of the wishes, that by the name at sign-up last.
    """

    character: str
    wished: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()


@value
class Setup:
    """How a game begins: the seats in order, the options in full, and each seat's wishes as read."""

    seats: tuple[Seat, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    wishes: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)

    def __getitem__(self, option: str) -> str:
        return self.options[option]
