"""The games that can be played: their options, seats and orders, parts of their rules, and games of bots."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from referee import games
from referee.bots.simulate import Plan, Played, Style, simulate
from referee.bots.summary import GIVEN_UP, Summary
from referee.bots.summary import summary as sum_up
from referee.engine.audience import GM
from referee.engine.commands import COMMANDS
from referee.engine.orders import EVERYTHING
from referee.engine.ruleset import Option
from referee.engine.values import value
from referee.reports.pages import HelpPage
from referee.reports.parts import Head
from referee.reports.pictures import Picture, lengths_drawn, need_library
from referee.reports.rulebook import has_part, rules_text
from referee.reports.writer import Writer
from referee.resources import Resources
from referee.service.campaign.clock import SystemClock
from referee.service.upkeep.faults import in_short

__all__ = [
    "Played", "Summary", "described", "every", "has_rules_part", "help_text", "need_library", "picture", "played",
    "rules_part", "styles", "summary",
]  # fmt: skip

GAMES_PER_WORKER = 8
"""Fewer are not worth a process of their own."""


@value
class Described:
    """One ruleset as a GM chooses it."""

    slug: str
    """Its name, for: referee game create."""
    title: str
    """What it is called."""
    edition: str
    """The newest edition of its rules here."""
    fewest: int
    """The fewest seats."""
    most: int
    """The most seats."""
    options: tuple[Option, ...]
    """Its options."""
    verbs: tuple[tuple[str, str], ...]
    """Its orders: how each is written, and what it does."""
    live: bool
    """Whether it can stop a turn to ask by mail."""
    names: tuple[str, ...] = ()
    """What seats may be called, if the rules say so."""


def every() -> list[Described]:
    """Describe all games, ours first; one that cannot be loaded is named with the reason, and hides no other."""
    return [_described_or_broken(slug) for slug in games.slugs()]


def _described_or_broken(slug: str) -> Described:
    try:
        return described(slug)
    except Exception as error:  # noqa: BLE001 - another package's game may fail in any way
        return Described(slug, f"cannot be loaded: {in_short(error)}", "", 0, 0, (), (), live=False)


def described(slug: str) -> Described:
    """Describe one game; raises `LookupError` with a suggestion if there is none of this name."""
    rules = games.find(slug)
    own = [verb for verb in rules.grammar.verbs if not issubclass(verb.kind, COMMANDS)]
    return Described(
        slug=rules.slug,
        title=rules.title,
        edition=rules.edition,
        fewest=rules.seats[0],
        most=rules.seats[-1],
        options=tuple(rules.options),
        verbs=tuple(
            (str(frame), (verb.kind.__doc__ or "").strip() if frame is verb.frames[0] else "")
            for verb in own
            for frame in verb.frames
        ),
        live=bool(rules.pace.live),
        names=rules.seating.names,
    )


def help_text(slug: str) -> str:
    """Return the letter that HELP ALL brings: the orders of a game with examples."""
    rules = games.find(slug)
    head = Head(rules.title, GM, SystemClock().now())
    return Writer(rules, Resources()).write(HelpPage(head, EVERYTHING)).body


def rules_part(slug: str, asked: str) -> str:
    """Return a part of the rules as plain text: a number, a chapter, a word; all chapters if nothing is asked."""
    alone = f"referee rules {games.find(slug).slug}"
    how = f"{alone} lists the chapters; with a number, an option, a word, DEFAULTS or ALL behind it, it shows that."
    return "\n".join(rules_text(games.find(slug), asked, how=how))


def has_rules_part(slug: str, asked: str) -> bool:
    """Say whether there is such a part of the rules; if not, `rules_part` says so, with a suggestion."""
    return has_part(games.find(slug), asked)


def played(
    slug: str,
    numbers: range,
    *,
    seats: int = 0,
    style: str = Style.SENSIBLE.value,
    options: Mapping[str, str] | None = None,
    campaign: Path | None = None,
    workers: int = 0,
) -> Iterator[Played]:
    """Let bots play the games with these numbers, in memory; the same number is always the same game.

    Without a number of workers there is one for each core, as far as there is work for them.
    """
    rules = games.find(slug)
    rules.seat_count(seats or rules.seats[0])
    plan = Plan(rules.slug, Style(style), seats, rules.settle(options or {}), Resources(campaign))
    most = max(1, min(os.cpu_count() or 1, len(numbers) // GAMES_PER_WORKER))
    return simulate(games.find, plan, numbers, workers or most)


def summary(slug: str, results: Sequence[Played]) -> Summary:
    """Sum up the games of a ruleset."""
    return sum_up(results, games.find(slug).stored.events)


def picture(slug: str, results: Sequence[Played], caption: str) -> str:
    """Draw how long the games of a ruleset were, and how they ended, as SVG."""
    lengths = [(one.steps, one.reason or GIVEN_UP) for one in results]
    return lengths_drawn(Picture(games.find(slug).title, caption, "turns", lengths))


def styles() -> list[str]:
    """Name the ways in which bots play."""
    return [style.value for style in Style]
