"""`referee ruling`: the GM's decisions where the rules are silent."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

import typer

from referee.cli.arguments import To, Words
from referee.cli.declared import GAME, WHY, carried_out, option, parameter, typed, word
from referee.cli.output import Shown, noun

if TYPE_CHECKING:
    from referee.service.gm.order import GmOrder

app = noun()


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


def _made(ctx: typer.Context, one: GmOrder, game: str) -> Shown[Ruling]:
    return carried_out(ctx, one, game, lambda made: Ruling(*attrgetter("number", "step", "text", "reason")(made.value)))


def _answered(ctx: typer.Context, one: GmOrder, game: str) -> Shown[Replied]:
    return carried_out(ctx, one, game, lambda answer: Replied(ctx.params["n"], answer.value))


def _taken_back(ctx: typer.Context, one: GmOrder, game: str) -> Shown[Withdrawn]:
    return carried_out(ctx, one, game, lambda answer: Withdrawn(answer.value))


TEXT, TO = parameter("text", Words), parameter("addressees", To, None)
ABOUT = option("question", "--about", kind=int | None, default=None, metavar="NUMBER")

typed(app, "ruling add", "ruling.Rule", GAME, TEXT, option("reason"), TO, by=_made)
typed(app, "ruling list", "ruling.Rulings", GAME)
typed(app, "ruling withdraw", "ruling.Withdraw", GAME, WHY, word("n", "[NUMBER]", int, 0), TO, ABOUT, by=_taken_back)
typed(app, "ruling answer", "ruling.Rule", GAME, word("n", "NUMBER", int), TEXT, by=_answered)
typed(app, "ruling help", "verbs.Help", GAME, text="ALL")
