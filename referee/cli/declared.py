"""A verb that is a command of the GM: its help is made from the declaration, which a letter's HELP is made from too.

It is carried out as if it had been mailed, and shows the answer that a letter would bring.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

import typer

from referee.cli.arguments import Game
from referee.cli.command import Verb
from referee.cli.output import App, Shown, say
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.gm.order import Answer, GmOrder
    from referee.service.records.pages import GameLine

Value = TypeVar("Value")
Carry = Callable[[typer.Context, "GmOrder", str], Shown[Any]]
"""What carries a command out that is about a game, or about none."""


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


def parameter(name: str, kind: Any, default: Any = Parameter.empty) -> Parameter:
    """Return a word or an option of a verb, which fills the field of this name in."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def word(name: str, metavar: str, kind: Any = str, default: Any = Parameter.empty, **more: Any) -> Parameter:
    """Return a word; its help is what the command says of the field."""
    return parameter(name, Annotated[kind, typer.Argument(metavar=metavar, **more)], default)


def option(name: str, *said: str, kind: Any = str, default: Any = "", **more: Any) -> Parameter:
    """Return an option, which is ``--name`` if it is not ``said`` otherwise."""
    return parameter(name, Annotated[kind, typer.Option(*said, **more)], default)


def flag(name: str, *said: str) -> Parameter:
    """Return an option that is there or not."""
    return option(name, *(said or [f"--{name}"]), kind=bool, default=False)


GAME = parameter("game", Game)
REASON = option("text", "--reason")
WHY = option("text", "--reason", default=Parameter.empty)
"""Why, which some commands do without and some do not."""


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


def carry_out(ctx: typer.Context, one: GmOrder, game: str = "") -> Shown[Any]:
    """Carry it out, and show what came of it; leave with 1 if that failed.

    Programs read the value that the command declares to show, and the words of its answer where it declares none.
    """
    return carried_out(ctx, one, game, lambda answer: answer.value if one.shows else Answered(words(answer)))


def carried_out(ctx: typer.Context, one: GmOrder, game: str, shape: Callable[[Answer], Value]) -> Shown[Value]:
    """Carry it out, and show what came of it; to programs as the shape that its answer is given."""
    from referee.service.rounds import command

    with opened(ctx) as campaign:
        answer = command.carry_out(campaign, one, game)
    return Shown(shape(answer), lambda: say(words(answer)), int(answer.failed))


def words(answer: Answer) -> str:
    """Say an answer with all its texts, as a letter brings them; a text that is the whole answer needs no title."""
    out = [answer.typed] if answer.typed else []
    for text in answer.texts:
        out += [f"\n{text.title}\n"] if answer.typed else []
        out += text.lines
    return "\n".join(out)


def adjudicate(ctx: typer.Context, one: GmOrder, game: str) -> Shown[Adjudicated]:
    """Carry out what adjudicates a turn, and say why where the game is held then."""
    from referee.service.records.overview import game_page
    from referee.service.rounds import command

    with opened(ctx) as campaign:
        answer = command.carry_out(campaign, one, game)
        found = game_page(campaign, game)

    said = "\n".join(filter(None, (words(answer), found.hold_reason)))
    return Shown(Adjudicated(answer.value, found.line), lambda: say(said), int(answer.failed))


def typed(app: App, said: str, name: str, *fields: Parameter, by: Carry = carry_out, **fixed: Any) -> None:
    """Add a verb that only fills the fields of a command in: ``typed(app, "turn status", "status.Status", GAME)``.

    What is left out has the value that the command gives it. ``fixed`` are fields that nobody fills in.
    """

    def run(ctx: typer.Context, *, game: str = "", **given: Any) -> Shown[Any]:
        several = {field: tuple(one) for field, one in given.items() if isinstance(one, list)}
        filled = {field: one for field, one in (given | several).items() if one not in (None, ())}
        return by(ctx, order(ctx, 0, **fixed, **filled), game)

    run.__signature__ = Signature(fields)  # type: ignore[attr-defined]
    run.__annotations__ = {"ctx": typer.Context, **{one.name: one.annotation for one in fields}}
    run.__annotations__["return"], run.__module__ = by.__annotations__["return"], by.__module__
    app.command(said.split()[1], cls=of(said, name))(run)
