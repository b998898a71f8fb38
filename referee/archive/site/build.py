"""Builds a site out of records: for everybody, or the private pages of one seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from referee.archive.record import Record
from referee.archive.site import check, search, times
from referee.archive.site.check import Bundled
from referee.archive.site.feed import feed, feed_of_all
from referee.archive.site.game import FEED, OVER, RUNNING, GamePages
from referee.archive.site.layout import Layout, Link, Place
from referee.archive.site.output import Built, Output
from referee.archive.site.reveal import Reveal, private_pages
from referee.archive.site.site import FACES, OURS, Site, rulebook, rules_path, stamp
from referee.archive.site.telling import By
from referee.engine.ruleset import Ruleset
from referee.engine.values import value
from referee.reports.templates import Tell
from referee.resources import Resources

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64"><path fill="#8c1d18" '
    'd="M0-28C30-4 28 16 14 16C8 16 4 13 2 9L8 27H-8L-2 9C-4 13-8 16-14 16C-28 16-30-4 0-28Z"/></svg>\n'
)
COPIED = ("site.js", search.MINISEARCH, "minisearch/LICENSE.txt")
"""Files of ours that lie in every site as they are."""

LATEST = 8
GROUPS = (("Being played", "now"), ("Over", "over"), ("Looking for players", "soon"))


@value
class Shown:
    """A game to be shown: what an observer may know of it, and all of it where it is laid open."""

    public: Record
    bundled: Bundled | None = None
    key: str | None = None
    """Of a game that was played in another campaign, the key of that; empty if it was not signed."""


@value
class Means:
    """What a site is made with: the campaign's name, the rules and faces of games, templates, the program's version."""

    campaign: str
    by: By
    faces: FACES
    resources: Resources
    tell: Tell
    program: str
    key: str
    """The public half of the campaign's key."""


def build(means: Means, games: Sequence[Shown], folder: Path) -> Built:
    """Build the site of these games for everybody; raises `SetupError` for a folder that cannot be used."""
    site = _site(means, [one.public for one in games], Output(folder))
    _common(site, COPIED)
    check.of_campaign(site, means.key)
    made = [_game(site, one, means.key) for one in games]
    indexes = [f"search/{one.folder}.js" for one in made]
    for path, one in zip(indexes, made, strict=True):
        site.output.add(path, search.script(search.of_game(one)))
    search.page(site, [*indexes, *_rules(site, made)])
    _home(site, made)
    if made:
        site.output.add(FEED, feed_of_all(site, means.key, made))
    return site.output.done()


def build_private(means: Means, record: Record, folder: Path) -> Built:
    """Build the pages of one seat out of its own record; raises `SetupError` for a folder that cannot be used."""
    name = f"{record.reader} in {record.name}"
    site = _site(means, [record], Output(folder, name), private=record.reader)
    _common(site, COPIED[:1])
    private_pages(site, record)
    return site.output.done()


def _site(means: Means, records: Iterable[Record], output: Output, private: str = "") -> Site:
    layout = Layout(means.resources, means.campaign, means.tell, private)
    folders = {means.by(one.about.ruleset, "").rules.folder for one in records}
    known = stamp(means.program, layout, sorted(folders))
    return Site(means.campaign, means.by, means.faces, layout, output, known)


def _common(site: Site, copied: Iterable[str]) -> None:
    for name in copied:
        site.output.add(name, (OURS / name).read_bytes())
    site.output.add("icon.svg", ICON)
    site.output.add("site.css", site.layout.sheet())


def _game(site: Site, one: Shown, key: str) -> GamePages:
    reveal = Reveal(site, one.bundled.record) if one.bundled is not None else None
    pages = GamePages(site, one.public)
    site.faces(pages.rules.slug, pages.path("index"))  # offered whether a page is made anew or not
    if reveal is not None:
        pages.open_turn, pages.opened = reveal.open_turns(), reveal.links()
        reveal.pages(pages)
    check.of_game(pages, key, one.bundled, one.key)
    pages.pages()
    site.output.add(f"{pages.folder}/{FEED}", feed(pages))
    return pages


def _rules(site: Site, games: Sequence[GamePages]) -> Iterable[str]:
    """Offer the rulebooks of all games that are shown, and a page that lists them."""
    rules = {one.rules.slug: one.rules for one in games}
    links = []
    for slug, found in sorted(rules.items()):
        site.made(Place(rules_path(slug), found.title, "Rules"), "rules", "", partial(_book, found))
        index = f"search/rules-{slug}.js"
        site.output.made(index, site.stamp, partial(_book_indexed, found))
        links.append(Link(found.title, rules_path(slug)))
        yield index
    place = Place("rules/index.html", "Rules")
    site.page(place, "links", lead="The rulebooks of the games that are played here.", links=links, grid=())


def _book(rules: Ruleset[Any, Any]) -> dict[str, Any]:
    """Return what the page of a rulebook is made of."""
    book = rulebook(rules)
    return {"book": book.html, "chapters": book.contents}


def _book_indexed(rules: Ruleset[Any, Any]) -> str:
    return search.script(search.of_rules(rules.slug, rulebook(rules)))


def _home(site: Site, games: Sequence[GamePages]) -> None:
    groups: dict[str, list[Any]] = {"now": [], "over": [], "soon": []}
    for one in games:
        about = one.record.about
        where = "over" if about.status == OVER else "now" if one.turns or about.status == RUNNING else "soon"
        shown = {"path": one.path("index"), "title": one.title, "rules": one.rules.title, "state": one.state}
        groups[where].append(shown | {"headline": one.summary})
    listed = [(name, anchor, groups[anchor]) for name, anchor in GROUPS if groups[anchor]]
    turns = sorted(((turn.at, one, turn) for one in games for turn in one.turns), key=lambda found: found[0])
    latest = [
        {"at": times.iso(at), "when": times.date(at, one.record.about.zone), "path": one.path_of(turn),
         "title": one.headlines[turn.step], "game": f"{one.title}, {turn.name.lower()}"}
        for at, one, turn in reversed(turns[-LATEST:])
    ]  # fmt: skip
    whole = Link(site.campaign, FEED) if games else None
    feeds = [Link(one.title, f"{one.folder}/{FEED}") for one in games]
    feeds = [Link("all games", FEED), *feeds] if games else feeds
    site.page(Place("index.html", site.campaign, feed=whole), "home", groups=listed, latest=latest, feeds=feeds)
