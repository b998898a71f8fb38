"""What the search finds: titles and words of pages, as scripts that a browser loads from a folder, too.

They hold no more than the pages do: words are taken from what stands on them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from re import compile as pattern
from typing import TYPE_CHECKING

from referee.archive.site.game import GamePages
from referee.archive.site.layout import Place
from referee.archive.site.site import Site, rules_path
from referee.engine.values import value
from referee.reports.text import lines

if TYPE_CHECKING:
    from referee.archive.site.rules import Book

MINISEARCH = "minisearch/minisearch.js"
BLANKS = pattern(r"\s+")


@value
class Entry:
    """What can be found: where it stands, its title, what it belongs to, and its words."""

    path: str
    title: str
    where: str
    text: str


def script(entries: Iterable[Entry]) -> str:
    """Return entries as a script."""
    rows = [[one.path, one.title, one.where, BLANKS.sub(" ", one.text).strip()] for one in entries]
    packed = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    packed = packed.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"(window.searched = window.searched || []).push({packed});\n"


def of_game(game: GamePages) -> list[Entry]:
    """Return what is to be found of a game: its turns, what was said to all, its rulings."""
    found = [Entry(game.path("index"), game.title, game.rules.title, game.summary)]
    for turn in game.turns:
        told, where = game.stories[turn.step], f"{game.title}, {turn.name.lower()}"
        text = " ".join(lines(told)) if told is not None else ""
        found.append(Entry(game.path_of(turn), game.headlines[turn.step], where, text))
    for n, one in enumerate(game.record.press, 1):
        words = game.words(one, n)
        at = f"{game.path('press')}#{words.anchor}"
        found.append(Entry(at, f"{one.seat} to all", game.title, " ".join(words.lines)))
    for ruling in game.record.rulings:
        name = f"Ruling {ruling.number}" if ruling.number else "Ruling"
        found.append(Entry(game.path("rulings"), name, game.title, f"{ruling.text} {ruling.reason}"))
    return found


def of_rules(slug: str, book: Book) -> list[Entry]:
    """Return what is to be found of a rulebook: its chapters, and each rule with a number."""
    at, found = rules_path(slug), list[Entry]()
    for one in book.chapters:
        found.append(Entry(f"{at}#{one.anchor}", one.title, book.title, one.text))
        found += [Entry(f"{at}#{number}", number, f"{book.title}, {one.title}", words) for number, words in one.rules]
    return found


def page(site: Site, scripts: Iterable[str]) -> None:
    """Offer the page of the search; ``scripts`` are those with entries."""
    site.page(Place("search.html", "Search", scripts=(*scripts, MINISEARCH)), "search")

