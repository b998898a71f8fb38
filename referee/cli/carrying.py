"""Carrying a command of the GM out that was typed, and printing the answer that a letter would bring."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import typer

from referee.cli.output import data, say
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.gm.order import Answer, GmOrder


Shape = Callable[[Any], Any]
"""How a value is shown to programs."""


def carry_out(
    ctx: typer.Context, one: GmOrder, game: str = "", *, as_json: bool = False, shape: Shape | None = None
) -> None:
    """Carry it out and print what came of it, or its value in a shape for programs; leave with 1 if that failed."""
    from referee.service.rounds import command

    with opened(ctx) as campaign:
        answer = command.carry_out(campaign, one, game)
    if as_json:
        data(shape(answer.value) if shape else answer.value)
    else:
        tell(answer)
    if answer.failed:
        raise typer.Exit(1)


def tell(answer: Answer) -> None:
    """Print an answer with all its texts, as a letter brings them; a text that is the whole answer needs no title."""
    if answer.typed:
        say(answer.typed)
    for text in answer.texts:
        if answer.typed:
            say(f"\n{text.title}\n")
        say("\n".join(text.lines))


def foresee(ctx: typer.Context, one: GmOrder, game: str, *, as_json: bool) -> None:
    """Print what it would do, as a letter asks about it, and do nothing."""
    from referee.service.rounds import command

    with opened(ctx) as campaign:
        words = command.foreseen(campaign, one, game)
    if as_json:
        data({"preview": words})
    else:
        say(f"{words}\nNothing was saved.")


def adjudicate(ctx: typer.Context, one: GmOrder, game: str, *, as_json: bool) -> None:
    """Carry out what adjudicates a turn, and say why where the game is held then."""
    from referee.service.records.overview import game_page
    from referee.service.rounds import command

    with opened(ctx) as campaign:
        answer = command.carry_out(campaign, one, game)
        found = game_page(campaign, game)
    if as_json:
        data({"outcome": answer.value, "game": found.line})
    else:
        tell(answer)
        if found.hold_reason:
            say(found.hold_reason)
    if answer.failed:
        raise typer.Exit(1)
