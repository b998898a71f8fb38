"""Bots: some answer each question from the view, some write order lines as people do."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.ruleset import Ruleset
from referee.engine.table import Desk
from referee.engine.values import value

A = TypeVar("A")


class Bot(Protocol):
    """A player that answers every question put to its seat, from what that seat knows."""

    def answer(self, view: Any, ask: Ask[A], /) -> A:
        """Return one of the ask's choices."""


class Writes(Protocol):
    """A player that writes order lines before a step, from what its seat knows."""

    def __call__(self, view: Any, chance: Chance, /) -> Sequence[str]: ...


@value
class RandomBot:
    """Picks any choice, all equally likely, by luck of its own."""

    chance: Chance

    def answer(self, view: Any, ask: Ask[A], /) -> A:
        """Pick one of the choices."""
        return self.chance.pick(ask.choices, "answer", type(ask).__name__)


def at_desk(bot: Bot) -> Callable[[Callable[[], Any]], Desk]:
    """Seat a bot at a desk; its answers count as those of a plan."""

    def sit(look: Callable[[], Any]) -> Desk:
        def answer(ask: Ask[Any]) -> Answer[Any]:
            return Answer(bot.answer(look(), ask), Why.PLAN)

        return answer

    return sit


def silent(view: Any, chance: Chance) -> Sequence[str]:
    """Write nothing, ever."""
    return ()


def scribbling(rules: Ruleset[Any, Any], *, wild: bool = False) -> Writes:
    """Write random lines of the game; ``wild`` ones are often wrong."""

    def write(view: Any, chance: Chance) -> Sequence[str]:
        return rules.bots.scribble(view, chance, wild)

    return write


def own_chance(seed: bytes, seat: Seat, step: int) -> Chance:
    """Make the luck of the bot at this seat; it follows from the game's seed and betrays nothing of it."""
    return Chance(hashlib.sha256(b"referee bot 1\n" + seat.encode() + b"\n" + seed).digest(), step)
