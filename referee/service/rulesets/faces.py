"""The faces of a game's cards: drawn from what the cards are, or a campaign's own files in their place.

A campaign's own lies in its folder as ``faces/5S.svg``.
"""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from referee import games
from referee.engine.errors import SetupError
from referee.games.cards import Card, French, Pack, Suit
from referee.reports.faces import Face, drawn
from referee.reports.templates import Fault, Tell
from referee.resources import Resources

FOLDER = "faces"
LONGEST = 10_000
"""Bytes of a campaign's own face; a page may show dozens, each where it stands."""


def faces(slug: str, campaign: Path | None = None, tell: Tell | None = None) -> Iterator[tuple[str, str, str]]:
    """Give each card of a game: its code, its name, its face as SVG.

    For a file that is none our own face stands in, and ``tell`` is told; without it `SetupError` is raised.
    """
    rules = games.find(slug)
    say = rules.words.say(Resources(campaign).tables(rules.words.tables, rules.folder))
    for card in rules.words.cards:
        if isinstance(card, Card):
            svg = _own(campaign / FOLDER / f"{card.code}.svg", tell) if campaign is not None else None
            yield card.code, say(card), svg or drawn(face(card, say(card)))


def face(card: Card, name: str) -> Face:
    """Say what is drawn on a card."""
    if card.suit:
        suit = Suit(card.suit) if card.pack is Pack.TAROT else French(card.suit)
        return Face(name, card.rank, suit.name.lower(), card.rank if card.court else "")
    if card.major:
        return Face(name, str(card.number), "trump", trump=card.number)
    return Face(name, card.code, "joker")


def written(slug: str, folder: Path, campaign: Path | None = None) -> int:
    """Write the faces of a game's cards into a folder, ``5S.svg`` and so on, and say how many; raises `SetupError`."""
    found = list(faces(slug, campaign))
    if not found:
        raise SetupError(f"{games.find(slug).title} has no cards of a pack that I can draw.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for code, _, svg in found:
            (folder / f"{code}.svg").write_text(svg, encoding="utf-8")
    except OSError as error:
        raise SetupError(f"The faces cannot be written to {folder}: {error.strerror}.") from None
    return len(found)


def as_images(slug: str, campaign: Path | None = None, tell: Tell | None = None) -> dict[str, str]:
    """Return the address of each card's face by the card's name: an image within the page, in which nothing runs.

    What is no face stops no letter from being shown, if there is somebody to ``tell``; else `SetupError` is raised.
    """
    found = faces(slug, campaign, tell)
    return {name: f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}" for _, name, svg in found}


def _own(file: Path, tell: Tell | None) -> str | None:
    """Read a campaign's own face, if there is one that can be shown; what cannot is told, or raised."""
    if not file.is_file():
        return None
    try:
        if file.stat().st_size > LONGEST:
            text, problem = "", f"is longer than {LONGEST:,} bytes"
        else:
            text = file.read_text(encoding="utf-8")
            problem = _problem(text)
    except (OSError, UnicodeDecodeError) as error:
        problem = f"cannot be read: {error}"
    if not problem:
        return text
    if tell is None:
        raise SetupError(f"{file} {problem}.")
    tell(Fault(f"{FOLDER}/{file.name}", 0, f"it {problem}"))
    return None


def _problem(text: str) -> str:
    if "<!" in text.replace("<!--", ""):
        return "holds a DOCTYPE or the like; a face needs none"
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return f"is no SVG: {error}"
    return "" if root.tag == "{http://www.w3.org/2000/svg}svg" else f"is no SVG: it begins with {root.tag}"
