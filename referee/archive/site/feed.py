"""A game's feed for those who follow it with a reader of their own (Atom, RFC 4287): its turns as everybody was told.

Its links are relative, as a site does not know where it will be seen; readers resolve them by the feed's own address.
"""

from __future__ import annotations

from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from referee.archive.site import times
from referee.archive.site.game import GamePages
from referee.archive.site.parts import html
from referee.archive.site.telling import Turn

ATOM = "http://www.w3.org/2005/Atom"
MOST = 20
"""So many turns stand in a feed, the latest ones."""


def feed(game: GamePages) -> str:
    """Return the feed of a game."""
    root = Element("feed", xmlns=ATOM)
    root.set("xml:lang", "en")
    about = game.record.about
    _texts(root, id=_id(about.commitment), title=game.title, subtitle=game.rules.title)
    changed = game.turns[-1].at if game.turns else about.started_at or about.created_at
    _texts(root, updated=times.iso(changed))
    SubElement(root, "link", rel="self", type="application/atom+xml", href="feed.atom")
    SubElement(root, "link", rel="alternate", type="text/html", href="index.html")
    _texts(SubElement(root, "author"), name=game.site.campaign)
    for one in reversed(game.turns[-MOST:]):
        root.append(_entry(game, one))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _entry(game: GamePages, one: Turn) -> Element:
    entry, about = Element("entry"), game.record.about
    at = times.iso(one.at)
    title = f"{one.name}: {game.headlines[one.step]}" if one.step else game.headlines[one.step]
    _texts(entry, id=_id(f"{about.commitment} {one.step} {at}"), title=title, published=at, updated=at)
    SubElement(entry, "link", rel="alternate", type="text/html", href=game.path_of(one).removeprefix(f"{game.folder}/"))
    told = game.stories[one.step]
    if told is not None:
        content = SubElement(entry, "content", type="html")
        content.text = str(html((told,)))
    return entry


def _texts(element: Element, **texts: str) -> None:
    for name, text in texts.items():
        SubElement(element, name).text = text


def _id(what: str) -> str:
    """Return the lasting name of something: the game's commitment is like no other."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'urn:referee:{what}')}"
