"""How letters look as HTML: a style sheet, set into their elements by a library, and the page around them.

Both may be a campaign's own. A browser passes over what it does not understand in a style sheet, and so does the
library; here it is found, so that whoever wrote it hears of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import css_inline
from jinja2 import StrictUndefined, Template, TemplateSyntaxError
from markupsafe import Markup

from referee.reports.document import Document, parted
from referee.reports.html import Faces, Reply, Styles, inside
from referee.reports.templates import Files, Sandbox, Tell, WithoutEnd, bounded, fault
from referee.resources import LOOK, Resources

SHEET, FRAME = LOOK
CLASS = re.compile(r"\.([a-z]+)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ELSEWHERE = re.compile(r"url\s*\(|@import", re.IGNORECASE)
NAME = re.compile(r"\s*[a-z-]+\s*:\s*[^\s{}][^{}]*", re.IGNORECASE)
LONGEST_SHEET, LONGEST_PAGE = 64_000, 1_000_000
"""Bytes of a style sheet, and letters of a page with a look of the campaign's; mail programs cut one off at a tenth."""


@dataclass
class Look:
    """The style of each class, what only stands in the head (for the dark, for narrow screens), and the page.

    Unless it is the campaign's ``own``, a long letter is only long.
    """

    styles: Styles
    media: str
    frame: Template
    own: bool = False
    given_up: WithoutEnd | None = None
    """The page goes on without end; it is not tried again, for each letter would take its time."""

    def framed(self, document: Document, reply: Reply | None, faces: Faces | None) -> str:
        """Return the page with a letter in it; raises `TemplateSyntaxError` if it leaves the letter out."""
        if self.given_up is not None:
            raise self.given_up
        title, letter = parted(document.subject)[1], inside(document, self.styles, reply, faces)
        try:
            page = self.frame.render(title=title, media=Markup(self.media), page=self.styles["page"], letter=letter)
        except WithoutEnd as error:
            self.given_up = error
            raise
        file = self.frame.filename
        if letter not in page:
            raise TemplateSyntaxError("the letter does not stand in it; it wants {{ letter }}", 0, FRAME, file)
        if self.own and len(page) > LONGEST_PAGE:
            problem = f"a letter becomes more than {LONGEST_PAGE:,} bytes long by it or its {SHEET}"
            raise TemplateSyntaxError(problem, 0, FRAME, file)
        return page


def html(document: Document, resources: Resources, reply: Reply | None = None, faces: Faces | None = None) -> str:
    """Return a letter as a whole page of HTML; with ``reply``, the orders of its form can be tapped.

    With ``faces`` it is for a browser, which shows drawings: cards in them show theirs. Mail programs show none.
    """
    return look_of(resources).framed(document, reply, faces)


def drawn(
    document: Document, resources: Resources, tell: Tell, reply: Reply | None = None, faces: Faces | None = None
) -> str:
    """Return a letter as HTML in the campaign's look, or in the shipped one where that cannot be used."""
    try:
        look = look_of(resources)
        with bounded() if look.own else nullcontext():
            return look.framed(document, reply, faces)
    except (Exception, WithoutEnd) as error:  # what a campaign brings may fail in any way
        if not resources.has_look:
            raise
        said = html(document, replace(resources, own_templates=False), reply, faces)
        tell(fault(error, resources))
        return said


def look_of(resources: Resources) -> Look:
    """Return how letters look; raises an error of Jinja for what cannot be used."""
    return _look(resources.sheet_folders(), resources.seen_look())


@lru_cache(8)
def _look(folders: tuple[Path, ...], files: tuple[tuple[int, int], ...]) -> Look:
    """Read the style sheet once: the library sets it into one element of each class."""
    found = Sandbox(loader=Files(folders), undefined=StrictUndefined, autoescape=True, trim_blocks=True)
    sheet = sheet_in(folders, SHEET, problems)
    bare = COMMENT.sub("", sheet)
    kinds = sorted(set(CLASS.findall(bare)))
    case = "".join(f'<p class="{kind}"></p>' for kind in kinds)
    inliner = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
    done = inliner.inline(f"<html><head><style>{sheet}</style></head><body>{case}</body></html>")
    styles = Styles({"page": ""} | dict(re.findall(r'<p class="([a-z]+)" style="([^"]*)">', done)))
    media = "".join(re.findall(r"<style>(.*?)</style>", done, re.DOTALL))
    own = any(map(any, files[: -len(LOOK)]))
    return Look(styles, media.strip(), found.get_template(FRAME), own)


def sheet_in(folders: Sequence[Path], name: str, problems: Callable[[str], Iterable[tuple[int, str]]]) -> str:
    """Return the style sheet that is found first; raises an error of Jinja for what cannot be used."""
    sheet, at, _ = Files(folders).get_source(Sandbox(), name)
    for line, problem in problems(sheet):
        raise TemplateSyntaxError(problem, line, name, at)
    return sheet


def problems(sheet: str) -> Iterator[tuple[int, str]]:
    """Find what cannot be used in a style sheet that goes with letters: the line, and what is wrong there."""
    if len(sheet.encode()) > LONGEST_SHEET:
        yield 0, f"it is longer than {LONGEST_SHEET:,} bytes, and every letter carries it"
    yield from faulty(sheet)


def faulty(sheet: str) -> Iterator[tuple[int, str]]:
    """Find what is wrong in any style sheet: the line, and what it is."""
    bare = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), sheet)
    if "/*" in bare:
        yield _line(bare, bare.index("/*")), "this comment is never closed; it wants */"
        return
    if "<" in bare:
        yield _line(bare, bare.index("<")), "there is a <, which ends a style sheet in a letter"
    for found in ELSEWHERE.finditer(bare):
        what = found[0].strip(" (")
        yield _line(bare, found.start()), f"{what} brings something from elsewhere; a letter needs nothing"
    yield from _parts(bare)


def _parts(bare: str) -> Iterator[tuple[int, str]]:
    """Look at what stands between braces: rules within @media, and styles within rules."""
    opened: list[tuple[int, bool]] = []
    start = 0
    for found in re.finditer(r"[{};]|\Z", bare):
        said = bare[start : found.start()]
        line = _line(bare, start + len(said) - len(said.lstrip()))
        start = found.end()
        match found[0], said.strip():
            case "{", "": yield line, "there is no name such as .page before this brace"
            case "{", name:
                if opened and not opened[-1][1]:
                    yield opened[-1][0], "this rule is not closed before the next one begins; it wants }"
                    return
                opened.append((line, name.startswith("@")))
            case _, style if style and (not opened or not NAME.fullmatch(style)):
                yield line, f"{_short(style)} is no {'style such as color: red' if opened else 'rule'}"
            case "}", _ if not opened: yield line, "there is a } too many"
        if found[0] == "}" and opened:
            opened.pop()
    if opened:
        yield opened[-1][0], "this rule is never closed; it wants }"


def _short(said: str) -> str:
    words = " ".join(said.split())
    return words if len(words) <= 40 else f"{words[:37]}..."


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
