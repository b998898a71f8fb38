"""`referee rulesets`: which games there are, and how another is written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.output import Json, data, noun, progress, say, table

if TYPE_CHECKING:
    from referee.service.rulesets.law_check import Held, Verdict

app = noun("List the games that can be played, with their options; write another, and check it.")


@app.command("list")
def list_rulesets(as_json: Json = False) -> None:
    """List the games that can be played, with their numbers of players.

    Example: referee rulesets list
    """
    from referee.service.rulesets.rulebooks import every

    found = every()
    if as_json:
        data([{"name": g.slug, "title": g.title, "edition": g.edition, "seats": [g.fewest, g.most]} for g in found])
        return
    table(("game", "title", "players"), [(g.slug, g.title, _range(g.fewest, g.most)) for g in found])


@app.command()
def show(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Which game.")],
    orders: Annotated[bool, typer.Option("--orders", help="Explain every order, with examples.")] = False,
    as_json: Json = False,
) -> None:
    """Show a game: its seats, its options with their values and defaults, and its orders.

    Example: referee rulesets show wizards-duel --orders
    """
    from referee.service.rulesets.rulebooks import described, help_text

    found = described(ruleset)
    if as_json:
        data(found)
        return
    say(f"{found.title} ({found.slug}), edition {found.edition}, for {_range(found.fewest, found.most)} players\n")
    rows = [(o.name, o.defaults, o.allowed(), f"{o.meaning} ({o.rule})") for o in found.options]
    table(("option", "default", "values", "what it settles"), rows, "It has no options.")
    say("\nOrders")
    if orders:
        say(help_text(ruleset))
        return
    table(("", ""), [(usage, meaning.splitlines()[0] if meaning else "") for usage, meaning in found.verbs])
    say(f"\nThe orders in full: referee rulesets show {found.slug} --orders\nThe rules: referee rules {found.slug}")


@app.command()
def cards(
    ctx: typer.Context,
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Which game.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write them into.")],
) -> None:
    """Write the faces of a game's cards as SVG, 5S.svg and so on; a campaign's own faces/5S.svg stands before ours.

    Example: referee rulesets cards amber --out faces
    """
    from referee.cli.place import place
    from referee.service.rulesets.faces import written

    say(f"{written(ruleset, out, place(ctx).found())} faces  {out}")


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called, such as river-crossing.")],
    folder: Annotated[Path | None, typer.Option("--folder", metavar="DIR", help="A new folder; else NAME.")] = None,
    as_json: Json = False,
) -> None:
    """Write the folder of a new game: a tiny whole one, with rules, cases and a test, that plays as it stands.

    Example: referee rulesets new river-crossing
    """
    from referee.service.rulesets import new_game

    made = new_game.write(name, folder)
    if as_json:
        data(made)
        return
    place = folder or made.folder.name
    say(f"{made.title} is written: {len(made.files)} files in {made.folder}.")
    say(f"Next: referee rulesets check {'./' if folder is None else ''}{place}, and referee rulesets guide")


@app.command()
def check(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Its name, or the path of its folder.")],
    games: Annotated[int, typer.Option(min=1, max=100_000, help="How many games to look at.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="The first game's number; each number is one game.")] = 0,
    as_json: Json = False,
) -> None:
    """Hold every law against a game, and say in plain words which does not hold, where, and what to do.

    The game need not be installed: name its folder. The same numbers are the same games. Exit code 1 if a law is
    broken.

    Example: referee rulesets check wizards-duel --games 5

    Example: referee rulesets check ./river-crossing --seed 12 --games 1
    """
    from referee.service.rulesets import law_check

    with progress() as bar:
        task = bar.add_task(ruleset, total=games, word="")
        found = law_check.check(
            ruleset, range(seed, seed + games), lambda done, word: bar.update(task, completed=done, word=word)
        )
    if as_json:
        data({**_plainly(found), "ok": found.ok})
    else:
        _tell(found, ruleset)
    if not found.ok:
        raise typer.Exit(1)


@app.command()
def guide() -> None:
    """Print the guide to writing a game, from an empty folder to a package that others install.

    Example: referee rulesets guide
    """
    from referee.service.rulesets import new_game

    say(new_game.guide().rstrip())


def _plainly(found: Verdict) -> dict[str, object]:
    laws = [
        {
            "law": one.law, "claim": one.claim, "ok": one.ok, "looked": one.looked, "broken": one.broken,
            "advice": one.advice, "found": one.found,
        }
        for one in found.laws
    ]  # fmt: skip
    return {"game": found.game, "seed": found.first, "games": found.games, "laws": laws}


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
    said = "every law holds" if not failed else f"{failed} of {len(found.laws)} laws {_does(failed)} not hold"
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


def _does(count: int) -> str:
    return "does" if count == 1 else "do"


def _range(low: int, high: int) -> str:
    if not high:
        return "-"
    return str(low) if low == high else f"{low} to {high}"
