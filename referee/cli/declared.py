"""A verb that is a command of the GM: its help is made from the declaration, which a letter's HELP is made from too.

It is carried out as if it had been mailed, and shows the answer that a letter would bring.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import typer

from referee.cli.command import Verb
from referee.cli.output import Shown, say
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.gm.order import Answer, GmOrder
    from referee.service.records.pages import GameLine

Value = TypeVar("Value")


class Declared(Verb):
    """One such verb. What it declares is loaded when it is run, or its help is asked for, and not before.

    ``words`` are its own at the command line. ``names`` are the classes in `service.gm` that it carries out, by module
    and name; the help begins with what the first does.
    """

    words: ClassVar[str]
    names: ClassVar[tuple[str, ...]]

    @property
    def kinds(self) -> list[type[GmOrder]]:
        """The classes of what it carries out."""
        found = [name.split(".") for name in self.names]
        return [getattr(import_module(f"referee.service.gm.{module}"), kind) for module, kind in found]

    def _help(self) -> str:
        """What it does, what only one who types it must know, and its examples."""
        kinds = self.kinds
        said = [kinds[0].meaning(), *(kind.shell for kind in kinds if kind.shell)]
        examples = [one for kind in kinds for one in kind.typed if one.split()[:2] == self.words.split()]
        return "\n\n".join([*said, *(f"Example: referee {one}" for one in examples)])

    def _take_none(self, _: str | None) -> None:
        """Have no help from elsewhere."""

    help = property(_help, _take_none)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return its words and options, those explained that fill a field in or choose one of the classes."""
        found, kinds = super().get_params(ctx), self.kinds
        said = {kind.__name__.lower(): kind.meaning() for kind in kinds[1:]}
        for kind in reversed(kinds):
            said |= kind.said
        for one in found:
            if one.name in said:
                setattr(one, "help", said[one.name])  # noqa: B010 - arguments and options have it each for themselves
        return found


def of(words: str, *names: str) -> type[Declared]:
    """Return the class of the verb with these words: ``of("turn rollback", "turns.Rollback")``."""
    return type("Declared", (Declared,), {"words": words, "names": names})


def order(ctx: typer.Context, number: int = 0, **fields: Any) -> GmOrder:
    """Return the command that a verb declares, its first or another, with its fields as they were typed."""
    assert isinstance(ctx.command, Declared), "only such a verb carries one out"
    return ctx.command.kinds[number](**fields)


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
