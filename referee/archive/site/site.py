"""What all pages of one site have in common: where it is written, how it looks, the cards' faces, and the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.archive.site.layout import Layout, Place, href
from referee.archive.site.output import Output
from referee.archive.site.parts import Cite
from referee.archive.site.telling import By
from referee.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from referee.archive.site.rules import Book

OURS = Path(__file__).parent
FACES = Callable[[str], Iterable[tuple[str, str, str]]]
"""Gives each card of a ruleset: its code, its name, its face as SVG."""

PLAIN_NAME = re.compile(r"[A-Za-z0-9_-]+")

SOURCES = (".py", ".j2", ".css", ".js", ".md", ".toml", ".svg")
MADE_BY = ("archive", "reports", "engine")
"""The packages of ours that make pages out of records; another version of them may make others."""


@dataclass
class Site:
    """One site that is being built; ``stamp`` is the hash of all that its pages are made with beside records."""

    campaign: str
    by: By
    faces_of: FACES
    layout: Layout
    output: Output
    stamp: str
    _faces: dict[str, dict[str, str]] = field(default_factory=dict)

    def page(self, place: Place, template: str, **parts: Any) -> None:
        """Offer a page, made now."""
        self.output.add(place.path, self.layout.page(place, template, **parts))

    def made(self, place: Place, template: str, source: str, parts: Callable[[], Mapping[str, Any]]) -> None:
        """Offer a page that is made anew only if what it is made from is another than it was."""
        whole = sha256(f"{self.stamp} {place} {source}".encode()).hexdigest()
        self.output.made(place.path, whole, lambda: self.layout.page(place, template, **parts()))

    def faces(self, slug: str, path: str) -> dict[str, str]:
        """Return where the faces of a game's cards are seen from a page, by the cards' names."""
        if slug not in self._faces:
            self._faces[slug] = dict(self._written(slug))
        return {name: href(file, path) for name, file in self._faces[slug].items()}

    def _written(self, slug: str) -> Iterable[tuple[str, str]]:
        """Offer the faces of a ruleset's cards as files."""
        for number, (code, name, svg) in enumerate(self.faces_of(slug)):
            file = f"faces/{slug}/{code if PLAIN_NAME.fullmatch(code) else number}.svg"
            if file not in self.output.now:
                self.output.add(file, svg)
            yield name, file


def citing(rules: Ruleset[Any, Any], path: str) -> Cite:
    """Return what finds a rule's place from a page."""
    at = rules_path(rules.slug)
    return lambda number: href(f"{at}#{number}", path) if number in rulebook(rules).numbers else ""


def rulebook(rules: Ruleset[Any, Any]) -> Book:
    """Return the rulebook of a ruleset. What reads it is loaded when it is wanted: most pages are as they were."""
    from referee.archive.site.rules import FILE, book

    return book(rules.folder / FILE)


def rules_path(slug: str) -> str:
    """Return where the rules of a game stand."""
    return f"rules/{slug}.html"


def stamp(program: str, layout: Layout, folders: Iterable[Path]) -> str:
    """Return the hash of what pages are made with: the program, its own files, and those in ``folders``."""
    found = sha256(program.encode())
    for folder in (*(OURS.parents[1] / name for name in MADE_BY), *layout.resources.sheet_folders(), *folders):
        for file in sorted(one for one in folder.rglob("*") if one.suffix in SOURCES):
            found.update(f"{file.name}\n".encode() + file.read_bytes())
    return found.hexdigest()
