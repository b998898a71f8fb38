"""`referee rulesets`: which games there are, and how another is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import First
from referee.cli.output import Shown, listed, noun, progress, say, table
from referee.shown import column

if TYPE_CHECKING:
    from referee.service.rulesets.law_check import Found, Held, Verdict
    from referee.service.rulesets.new_game import Written
    from referee.service.rulesets.rulebooks import Described

app = noun()


@dataclass(frozen=True)
class RulesetLine:
    """A game that can be played."""

    name: str = field(metadata=column("game"))
    """Its name, for: referee game create."""
    title: str = field(metadata=column("title"))
    """What it is called; or why it cannot be loaded."""
    edition: str
    """The newest edition of its rules here."""
    seats: tuple[int, int]
    """The fewest and the most seats."""
    players: str = field(metadata=column("players"))
    """The same in words."""


@dataclass(frozen=True)
class LawLine:
    """One law that was held against a game."""

    law: str
    """Its name."""
    claim: str
    """What it says."""
    ok: bool
    """Whether it holds."""
    looked: int
    """How often it was looked at."""
    broken: int
    """How often it was broken."""
    advice: str
    """What to do where it is broken."""
    found: list[Found]
    """Where it was broken, the first of those places."""


@dataclass(frozen=True)
class Checked:
    """What all laws came to."""

    game: str
    """The game."""
    seed: int
    """The first game's number."""
    games: int
    """How many games were looked at."""
    laws: list[LawLine]
    """Each law."""
    ok: bool
    """Whether all hold."""


@app.command("list", example="rulesets list")
def list_rulesets() -> Shown[list[RulesetLine]]:
    """List the games that can be played, with their numbers of players."""
    from referee.service.rulesets.rulebooks import every

    return listed(
        [RulesetLine(g.slug, g.title, g.edition, (g.fewest, g.most), _range(g.fewest, g.most)) for g in every()]
    )


@app.command(example="rulesets show wizards-duel --orders")
def show(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Which game.")],
    orders: Annotated[bool, typer.Option("--orders", help="Explain every order, with examples.")] = False,
) -> Shown[Described]:
    """Show a game: its seats, its options with their values and defaults, and its orders."""
    from referee.service.rulesets.rulebooks import described

    found = described(ruleset)
    return Shown(found, lambda: _describe(found, orders=orders))


def _describe(found: Described, *, orders: bool) -> None:
    from referee.service.rulesets.rulebooks import help_text

    say(f"{found.title} ({found.slug}), edition {found.edition}, for {_range(found.fewest, found.most)} players\n")
    rows = [(o.name, o.defaults, o.allowed(), f"{o.meaning} ({o.rule})") for o in found.options]
    table(("option", "default", "values", "what it settles"), rows, "It has no options.")
    say("\nOrders")
    if orders:
        say(help_text(found.slug))
        return
    table(("", ""), [(usage, meaning.splitlines()[0] if meaning else "") for usage, meaning in found.verbs])
    say(f"\nThe orders in full: referee rulesets show {found.slug} --orders\nThe rules: referee rules {found.slug}")


@app.command(example="rulesets cards amber --out faces")
def cards(
    ctx: typer.Context,
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Which game.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write them into.")],
) -> None:
    """Write the faces of a game's cards as SVG, 5S.svg and so on; a campaign's own faces/5S.svg stands before ours."""
    from referee.cli.place import place
    from referee.service.rulesets.faces import written

    say(f"{written(ruleset, out, place(ctx).found())} faces  {out}")


@app.command(example="rulesets new river-crossing")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called, such as river-crossing.")],
    folder: Annotated[Path | None, typer.Option("--folder", metavar="DIR", help="A new folder; else NAME.")] = None,
) -> Shown[Written]:
    """Write the folder of a new game: a tiny whole one, with rules, cases and a test, that plays as it stands."""
    from referee.service.rulesets import new_game

    made = new_game.write(name, folder)
    place = folder or made.folder.name
    said = f"{made.title} is written: {len(made.files)} files in {made.folder}."
    more = f"Next: referee rulesets check {'./' if folder is None else ''}{place}, and referee rulesets guide"
    return Shown(made, lambda: say(f"{said}\n{more}"))


@app.command(example=("rulesets check wizards-duel --games 5", "rulesets check ./river-crossing --seed 12 --games 1"))
def check(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Its name, or the path of its folder.")],
    games: Annotated[int, typer.Option(min=1, max=100_000, help="How many games to look at.")] = 20,
    seed: First = 0,
) -> Shown[Checked]:
    """Hold every law against a game, and say in plain words which does not hold, where, and what to do.

    The game need not be installed: name its folder. The same numbers are the same games. Exit code 1 if a law is
    broken.
    """
    from referee.service.rulesets import law_check

    with progress() as bar:
        task = bar.add_task(ruleset, total=games, word="")
        found = law_check.check(
            ruleset, range(seed, seed + games), lambda done, word: bar.update(task, completed=done, word=word)
        )
    return Shown(_plainly(found), lambda: _tell(found, ruleset), int(not found.ok))


@app.command(example="rulesets guide")
def guide() -> None:
    """Print the guide to writing a game, from an empty folder to a package that others install."""
    from referee.service.rulesets import new_game

    say(new_game.guide().rstrip())


def _plainly(found: Verdict) -> Checked:
    laws = [
        LawLine(one.law, one.claim, one.ok, one.looked, one.broken, one.advice, list(one.found)) for one in found.laws
    ]
    return Checked(found.game, found.first, found.games, laws, found.ok)


def _tell(found: Verdict, target: str) -> None:
    """Print what holds in short, and what does not in full."""
    for one in found.laws:
        if one.ok:
            say(f"{'holds' if one.looked else '-    '}  {one.claim}")
    for one in found.laws:
        if not one.ok:
            _accuse(one, target)
    failed = sum(not one.ok for one in found.laws)
    unseen = sum(not one.looked for one in found.laws)
    games = "1 game" if found.games == 1 else f"{found.games} games"
    do = "does" if failed == 1 else "do"
    said = "every law holds" if not failed else f"{failed} of {len(found.laws)} laws {do} not hold"
    last = found.first + found.games - 1
    numbers = f"number {last}" if found.games == 1 else f"numbers {found.first} to {last}"
    say(f"\n{found.title}: {said}, in {games}, {numbers}.")
    if unseen:
        more = "; some want twenty games" if found.games < 20 else ""
        say(f"Those with - before them were not looked at this time{more}.")


def _accuse(one: Held, target: str) -> None:
    """Say where a law does not hold, and what to do."""
    say(f"\nFAILS  {one.claim}.")
    for place in one.found:
        words = f"{place.at()}{place.words}".replace("\n", "\n    ")
        say(f"  * {words}" if words.endswith((".", "?")) else f"  * {words}.")
        if place.table:
            say(f"    Again: referee rulesets check {target} --seed {place.seed} --games 1   ({place.table})")
    if one.broken > len(one.found):
        say(f"    In all {one.broken} times.")
    say(f"  What to do: {one.advice}")


def _range(low: int, high: int) -> str:
    if not high:
        return "-"
    return str(low) if low == high else f"{low} to {high}"
