"""`referee simulate`: many games of bots."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import First, Options, Ruleset
from referee.cli.game import options_from
from referee.cli.output import Shown, progress, say, table, verb
from referee.cli.place import place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.service.rulesets.rulebooks import Played, Summary

app = verb()


@dataclass(frozen=True)
class Simulated:
    """Many games of bots, summed up."""

    game: str
    """Which rules they play by."""
    seed: int
    """The first game's number."""
    summary: Summary
    """What they came to."""


@app.command(
    example=(
        "simulate wizards-duel --games 200 --seed 7 -o deck=half",
        "simulate amber --players 9 --games 1000 --picture amber.svg",
    ),
)
def simulate(
    ctx: typer.Context,
    ruleset: Ruleset,
    players: Annotated[int, typer.Option(min=0, help="How many; 0 for the fewest allowed.")] = 0,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")] = 100,
    seed: First = 0,
    style: Annotated[str, typer.Option(help="How bots play: sensible, scribble, wild, random or silent.")] = "sensible",
    option: Options = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one on each core.")] = 0,
    picture: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw lengths and ends as SVG.")] = None,
) -> Shown[Simulated]:
    """Let bots play many games in memory, and sum up: how long, who wins how, how often each rule fires.

    The same numbers are the same games, whatever the number of processes.
    """
    from referee.service.rulesets import rulebooks

    if style not in rulebooks.styles():
        raise typer.BadParameter(f"{style}: there are {', '.join(rulebooks.styles())}.", param_hint="--style")
    if picture is not None:
        rulebooks.need_library()
    campaign = place(ctx).found()
    run = rulebooks.played(
        ruleset,
        range(seed, seed + games),
        seats=players,
        style=style,
        options=options_from(option),
        campaign=campaign,
        workers=workers,
    )
    results = _watched(run, ruleset, games)
    found = rulebooks.summary(ruleset, results)
    numbers = f"{found.games} games, numbers {seed} to {seed + games - 1}"
    if picture is not None:
        caption = f"{numbers}, {len(results[0].seats)} players, played {style}"
        picture.write_text(rulebooks.picture(ruleset, results, caption), encoding="utf-8")

    def told() -> None:
        say(f"{ruleset}: {numbers}, {len(results[0].seats)} players")
        _print(found)
        if picture is not None:
            say(f"\nPicture  {picture}")

    return Shown(Simulated(ruleset, seed, found), told)


def _watched(run: Iterator[Played], game: str, games: int) -> list[Played]:
    with progress() as bar:
        task = bar.add_task(game, total=games, word="")
        results: list[Played] = []
        for one in run:
            results.append(one)
            bar.update(task, advance=1, word=f"{len(results)} of {games}")
    return results


def _print(found: Summary) -> None:
    games = found.games
    say(f"Turns: {found.shortest} at least, {found.middle} in the middle, {found.longest} at most;")
    say(f"half of the games took {found.quarter} to {found.three_quarters}.\n")
    winners = {reason: sum(wins.values()) for reason, wins in found.wins_by.items()}
    rows = [(end, n, _part(n, games), f"{winners.get(end, 0) / n:.1f}") for end, n in found.ends.items()]
    table(("end", "games", "of all", "winners a game"), rows)
    say()
    places = [(n, wins, _part(wins, games), _how(found, n)) for n, wins in found.wins.items()]
    table(("place", "wins", "of all", "how"), places)
    for heading, labels in found.tally.items():
        total = sum(labels.values())
        say()
        table((heading, "times", "of these"), [(label, n, _part(n, total)) for label, n in labels.items()])
    say()
    fired = [(_words(f.event), " ".join(f.rules), f"{f.per_game:.2f}", _part(f.of_games, 1)) for f in found.fired]
    table(("what happened", "rules", "a game", "in games"), fired)


def _how(found: Summary, place: int) -> str:
    """Say by which ends a place won, the most usual first."""
    return ", ".join(f"{reason} {wins[place]}" for reason, wins in found.wins_by.items() if place in wins)


def _part(n: float, of: float) -> str:
    return f"{n / of:.1%}"


def _words(name: str) -> str:
    """Write the name of a kind of event as words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()
