"""Feeds for those who follow games with a reader of their own (Atom, RFC 4287): turns as everybody was told them.

Each game has one, and the campaign one of all its games. Their links are relative, as a site does not know where it
will be seen; readers resolve them by the feed's own address.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from referee.archive.site import times
from referee.archive.site.game import FEED, NOT_KNOWN, GamePages
from referee.archive.site.parts import html
from referee.archive.site.site import Site
from referee.archive.site.telling import Turn

ATOM = "http://www.w3.org/2005/Atom"
MOST = 20
"""So many turns stand in a feed, the latest ones."""


def feed(game: GamePages) -> str:
    """Return the feed of a game."""
    root = _root(game.site, game.record.about.commitment, game.title, _changed(game))
    _texts(root, subtitle=game.rules.title)
    for one in reversed(game.turns[-MOST:]):
        root.append(_entry(game, one, _title(game, one), game.path_of(one).removeprefix(f"{game.folder}/")))
    return _written(root)


def feed_of_all(site: Site, key: str, games: Sequence[GamePages]) -> str:
    """Return the feed of all games of a campaign, of which there is one at least; its public ``key`` names it."""
    root = _root(site, key, site.campaign, max(map(_changed, games)))
    turns = sorted(((game, one) for game in games for one in game.turns), key=lambda found: found[1].at)
    for game, one in reversed(turns[-MOST:]):
        root.append(_entry(game, one, f"{game.title}, {_title(game, one)}", game.path_of(one)))
    return _written(root)


def _changed(game: GamePages) -> datetime:
    about = game.record.about
    return game.turns[-1].at if game.turns else about.started_at or about.created_at


def _root(site: Site, what: str, title: str, changed: datetime) -> Element:
    root = Element("feed", xmlns=ATOM)
    root.set("xml:lang", "en")
    _texts(root, id=_id(what), title=title, updated=times.iso(changed))
    SubElement(root, "link", rel="self", type="application/atom+xml", href=FEED)
    SubElement(root, "link", rel="alternate", type="text/html", href="index.html")
    _texts(SubElement(root, "author"), name=site.campaign)
    return root


def _title(game: GamePages, one: Turn) -> str:
    return f"{one.name}: {game.headlines[one.step]}" if one.step else game.headlines[one.step]


def _entry(game: GamePages, one: Turn, title: str, path: str) -> Element:
    """Tell a turn; rules are named in it without links, for those would lead astray from another folder."""
    entry, about = Element("entry"), game.record.about
    at = times.iso(one.at)
    _texts(entry, id=_id(f"{about.commitment} {one.step} {at}"), title=title, published=at, updated=at)
    SubElement(entry, "link", rel="alternate", type="text/html", href=path)
    told = game.stories[one.step]
    if told is not None:
        SubElement(entry, "content", type="html").text = str(html((told,)))
    else:
        _texts(entry, summary=NOT_KNOWN.format(one.edition))
    return entry


def _written(root: Element) -> str:
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _texts(element: Element, **texts: str) -> None:
    for name, text in texts.items():
        SubElement(element, name).text = text


def _id(what: str) -> str:
    """Return the lasting name of something: a game's commitment is like no other, nor is a campaign's key."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'urn:referee:{what}')}"
