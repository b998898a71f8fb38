"""`referee ruling`: the GM's decisions where the rules are silent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Game, Reason, To
from referee.cli.declared import Answered, carried_out, carry_out, of, order, value_of
from referee.cli.output import Shown, noun

if TYPE_CHECKING:
    from referee.service.gm.order import Answer
    from referee.service.gm.ruling import Known

app = noun()

Text = Annotated[str, typer.Argument(metavar="TEXT")]


@dataclass(frozen=True)
class Ruling:
    """A ruling that was made."""

    number: int
    """Its number in the game."""
    turn: int
    """The turn that was open."""
    text: str
    """Its words."""
    reason: str
    """Why it was made."""


@dataclass(frozen=True)
class Replied:
    """A question of the rules that was answered."""

    number: int
    """Its number."""
    said: str
    """What the rules take it for."""


@dataclass(frozen=True)
class Withdrawn:
    """A ruling that holds no more."""

    withdrawn: str
    """Its name."""


@app.command(cls=of("ruling add", "ruling.Rule"))
def add(
    ctx: typer.Context,
    game: Game,
    text: Text,
    reason: Annotated[str, typer.Option()] = "",
    addressees: To = None,
) -> Shown[Ruling]:
    one = order(ctx, text=_words(text), reason=reason, addressees=tuple(addressees) if addressees else None)
    return carried_out(ctx, one, game, _made)


def _words(text: str) -> str:
    return typer.get_text_stream("stdin").read() if text == "-" else text


def _made(answer: Answer) -> Ruling:
    row = answer.value
    return Ruling(row.number, row.step, row.text, row.reason)


@app.command("list", cls=of("ruling list", "ruling.Rulings"))
def list_rulings(ctx: typer.Context, game: Game) -> Shown[list[Known]]:
    return carried_out(ctx, order(ctx), game, value_of)


@app.command(cls=of("ruling withdraw", "ruling.Withdraw"))
def withdraw(
    ctx: typer.Context,
    game: Game,
    text: Reason,
    n: Annotated[int, typer.Argument(metavar="[NUMBER]")] = 0,
    addressees: To = None,
    question: Annotated[int | None, typer.Option("--about", metavar="NUMBER")] = None,
) -> Shown[Withdrawn]:
    one = order(ctx, n=n, text=text, addressees=tuple(addressees or ()), question=question)
    return carried_out(ctx, one, game, lambda answer: Withdrawn(answer.value))


@app.command(cls=of("ruling answer", "ruling.Rule"))
def answer(
    ctx: typer.Context,
    game: Game,
    n: Annotated[int, typer.Argument(metavar="NUMBER")],
    text: Text,
) -> Shown[Replied]:
    one = order(ctx, n=n, text=_words(text))
    return carried_out(ctx, one, game, lambda answer: Replied(n, answer.value))


@app.command("help", cls=of("ruling help", "verbs.Help"))
def help_(ctx: typer.Context, game: Game) -> Shown[Answered]:
    return carry_out(ctx, order(ctx, text="ALL"), game)
