"""Carrying a command of the GM out that was typed, and showing the answer that a letter would bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from referee.cli.output import Shown, say
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.gm.order import Answer, GmOrder
    from referee.service.records.pages import GameLine

Value = TypeVar("Value")


@dataclass(frozen=True)
class Answered:
    """What came of a command of the GM, in words."""

    said: str
    """The answer."""


@dataclass(frozen=True)
class Adjudicated:
    """What came of adjudicating a turn."""

    outcome: str
    """played, asked, held, or why nothing was done."""
    game: GameLine
    """How the game stands now."""


def carry_out(ctx: typer.Context, one: GmOrder, game: str = "") -> Shown[Answered]:
    """Carry it out, and show what came of it in words; leave with 1 if that failed."""
    return carried_out(ctx, one, game, lambda answer: Answered(words(answer)))


def carried_out(ctx: typer.Context, one: GmOrder, game: str, shape: Callable[[Answer], Value]) -> Shown[Value]:
    """Carry it out, and show what came of it; to programs as the shape that its answer is given."""
    from referee.service.rounds import command

    with opened(ctx) as campaign:
        answer = command.carry_out(campaign, one, game)
    return Shown(shape(answer), lambda: say(words(answer)), int(answer.failed))


def value_of(answer: Answer) -> Any:
    """Return the value of an answer, which is the shape of those that are typed."""
    return answer.value


def words(answer: Answer) -> str:
    """Say an answer with all its texts, as a letter brings them; a text that is the whole answer needs no title."""
    out = [answer.typed] if answer.typed else []
    for text in answer.texts:
        out += [f"\n{text.title}\n"] if answer.typed else []
        out += text.lines
    return "\n".join(out)


def foresee(ctx: typer.Context, one: GmOrder, game: str) -> Shown[Answered]:
    """Show what it would do, as a letter asks about it, and do nothing."""
    from referee.service.rounds import command

    with opened(ctx) as campaign:
        words = command.foreseen(campaign, one, game)
    return Shown(Answered(words), lambda: say(f"{words}\nNothing was saved."))


def adjudicate(ctx: typer.Context, one: GmOrder, game: str) -> Shown[Adjudicated]:
    """Carry out what adjudicates a turn, and say why where the game is held then."""
    from referee.service.records.overview import game_page
    from referee.service.rounds import command

    with opened(ctx) as campaign:
        answer = command.carry_out(campaign, one, game)
        found = game_page(campaign, game)

    said = "\n".join(filter(None, (words(answer), found.hold_reason)))
    return Shown(Adjudicated(answer.value, found.line), lambda: say(said), int(answer.failed))
