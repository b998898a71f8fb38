"""`python -m benchmarks.screens [--parts]`: how many screens of a phone the turn reports of the games fill.

A screen is 375 by 640 pixels; Chromium sets the letters. Bots play by sense; of each game the median of all its
reports counts, to every seat and after every turn but the last, and of the games of a ruleset their median. Amagande
has no such reports: bots end a game in its first turn.
"""

from __future__ import annotations

import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright

from referee import games
from referee.bots.simulate import Style, seed_of, setup
from referee.cases.letters import Post
from referee.engine.game import Game
from referee.engine.sheet import OnFile
from referee.laws.played import play_step
from referee.reports.html import Reply
from referee.reports.look import html
from referee.resources import Resources

WIDTH, HEIGHT = 375, 640
GAMES, LONGEST = 5, 25
"""So many games of each are played, and so many turns of one."""

REPLY = Reply("play+k7f3@referee.example", "Re: [The game] Turn 5")
HEIGHTS = """() => {
    const main = document.querySelector('[role=main]'), found = [['top', main.getBoundingClientRect().top]]
    for (const one of main.querySelectorAll('h2')) found.push([one.textContent, one.getBoundingClientRect().top])
    return [document.documentElement.scrollHeight, found]
}"""


class Table(NamedTuple):
    """Which game is played, by how many, with which options, and how many screens its reports are to fill at most."""

    slug: str
    seats: int
    options: Mapping[str, str] = {}
    aim: float | None = None

    def __str__(self) -> str:
        return " ".join([f"{self.slug} of {self.seats}", *self.options.values()])


TABLES = (
    Table("amber", 9, aim=2.5),
    *(
        Table("living-trumps", 5, {"variant": variant}, 5.0)
        for variant in ("nine-princes", "prince-of-chaos", "trumps-of-doom", "patternfall-war")
    ),
    Table("elements", 5),
    Table("normal-cards", 4),
    Table("wizards-duel", 2),
)


class Height(NamedTuple):
    """How high a report stands, and each of its sections by its heading, in pixels."""

    whole: float
    parts: Mapping[str, float]


def reports(table: Table, number: int) -> Iterator[str]:
    """Write the reports of a game as they are mailed, as HTML."""
    rules: Any = games.find(table.slug)
    post = Post(rules, Resources())
    game = Game.start(rules, setup(rules, table.seats, table.options), seed_of(number))
    seats, files = game.setup.seats, {seat: OnFile() for seat in game.setup.seats}
    lexicon = post.lexicon(seats)
    while game.end is None and game.step < LONGEST:
        step = play_step(game, number, Style.SENSIBLE, lexicon, files)
        game = step.after
        if game.end is None:
            for seat in seats:
                yield html(post.report(game, seat, step.files[seat]).document, Resources(), REPLY)


def height(page: Page, source: str) -> Height:
    """Let the browser set a letter."""
    page.set_content(source)
    whole, tops = page.evaluate(HEIGHTS)
    ends = [*(top for _, top in tops[1:]), whole]
    return Height(whole, {name: end - top for (name, top), end in zip(tops, ends, strict=True)})


def measured(page: Page, table: Table) -> list[list[Height]]:
    """Measure all reports of some games."""
    return [[height(page, one) for one in reports(table, number)] for number in range(GAMES)]


def line(table: Table, found: list[list[Height]]) -> str:
    """Say the median of the games, and their range."""
    screens = sorted(median(one.whole for one in game) / HEIGHT for game in found)
    aim = f"  at most {table.aim}" if table.aim else ""
    return f"{table!s:<38}{median(screens):5.2f} screens ({screens[0]:.2f} to {screens[-1]:.2f}){aim}"


def parts(found: list[list[Height]]) -> Iterator[str]:
    """Say how high each section is on average, and in how many reports of a hundred it stands."""
    heights = defaultdict(list)
    every = [one for game in found for one in game]
    for one in every:
        for name, high in one.parts.items():
            heights[name].append(high)
    for name, some in heights.items():
        yield f"    {sum(some) / len(every):6.0f}  {median(some):6.0f} in {100 * len(some) // len(every):3} %  {name}"


def main(arguments: list[str]) -> None:
    """Measure all tables, or those whose names hold a word that was given, and print a line of each."""
    words = [one for one in arguments if not one.startswith("--")]
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        sys.exit("Chromium is not installed; on Debian: apt-get install chromium.")
    tables = [one for one in TABLES if not words or any(word in str(one) for word in words)]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for table in tables:
            heights = measured(page, table)
            print(line(table, heights), flush=True)
            if "--parts" in arguments:
                print(*parts(heights), sep="\n", flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
