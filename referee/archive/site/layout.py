"""The pages of a site: templates in ``templates/site``, one style sheet, one small script; a campaign may have its own.

Nothing in a page leads out of the site's folder or comes from elsewhere, and each says so to the browser too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from posixpath import relpath
from typing import Any

from jinja2 import Environment, StrictUndefined, TemplateSyntaxError

from referee.engine.values import value
from referee.reports import compiled
from referee.reports.look import faulty, sheet_in
from referee.reports.templates import Files, Sandbox, Tell, WithoutEnd, bounded, fault
from referee.resources import Resources

SHEET, FRAME = "site.css", "page.html.j2"
FOLDER = "site"
"""Where they lie within the templates."""

LANGUAGE = "en"


@value
class Link:
    """A link to a page by its path: its words, and perhaps what stands beside it."""

    name: str
    path: str
    text: str = ""


@value
class Place:
    """Where a page stands: its path, its title, the small line above, and the navigation of its game.

    ``before`` and ``after`` are its neighbours, such as turns; ``scripts`` are those that it runs beside that of all.
    """

    path: str
    title: str
    above: str = ""
    tabs: tuple[Link, ...] = ()
    before: Link | None = None
    after: Link | None = None
    scripts: tuple[str, ...] = ()
    feed: Link | None = None


@dataclass
class Layout:
    """Makes pages of one site; ``private`` says for whom alone they are."""

    resources: Resources
    campaign: str
    tell: Tell
    private: str = ""
    _own: bool = field(default=True, init=False)

    def page(self, place: Place, template: str, **parts: Any) -> str:
        """Return a page; where a campaign's own template fails, it is told, and the shipped one serves."""
        return self._tried(lambda one: one._page(place, template, parts))

    def sheet(self) -> str:
        """Return the style sheet."""
        return self._tried(lambda one: sheet_in(one._folders, SHEET, faulty))

    def _tried(self, make: Callable[[Layout], str]) -> str:
        if self._own and any(folder.is_dir() for folder in self._folders[:-1]):
            try:
                with bounded():
                    return make(self)
            except (Exception, WithoutEnd) as error:  # noqa: BLE001 - what a campaign brings may fail in any way
                self._own = False
                self.tell(fault(error, self.resources))
        return make(self._shipped)

    @cached_property
    def _shipped(self) -> Layout:
        return Layout(replace(self.resources, own_templates=False), self.campaign, self.tell, self.private)

    @cached_property
    def _folders(self) -> list[Path]:
        return [folder / FOLDER for folder in self.resources.sheet_folders()]

    @cached_property
    def _environment(self) -> Environment:
        """Read templates as letters are read: a campaign's own in a sandbox, the shipped ones as they were compiled."""
        found = [folder for folder in self._folders if folder.is_dir()]
        own = found[1:]
        return (Sandbox if own else Environment)(
            loader=Files(found), undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True,
            bytecode_cache=None if own else compiled.cache(__file__, self.resources.campaign),
        )  # fmt: skip

    def _page(self, place: Place, template: str, parts: dict[str, Any]) -> str:
        frame = self._environment.get_template(f"{template}.html.j2")
        made = frame.render(
            place=place, campaign=self.campaign, private=self.private, lang=LANGUAGE,
            to=lambda path: href(path, place.path), **parts,
        )  # fmt: skip
        if "<main" not in made:
            problem = "it has no <main>, in which a page's own part stands"
            raise TemplateSyntaxError(problem, 0, FRAME, frame.filename)
        return made


def beside(tabs: Sequence[Link], at: int) -> tuple[Link | None, Link | None]:
    """Return the neighbours of a page among those that follow on one another."""
    return tabs[at - 1] if at else None, tabs[at + 1] if at + 1 < len(tabs) else None


def href(path: str, start: str) -> str:
    """Return where a page is seen from another: a link that works from a folder as well."""
    file, mark, part = path.partition("#")
    folder = start.rpartition("/")[0] or "."
    return (relpath(file, folder) if file and file != start else "") + mark + part or relpath(file, folder)
