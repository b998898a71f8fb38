"""Letters on paper, as PDF: a turn sheet as it was typed once, with a card at its end to write orders on.

It is the HTML of a letter with a style sheet of its own, ``print.css``. What stands in it comes from the letter and
that sheet alone: nothing is fetched, and neither time nor chance goes into it, so the same letter is the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from hashlib import sha256
from typing import Any

from jinja2 import TemplateError
from markupsafe import Markup

from referee.engine.errors import SetupError
from referee.reports.document import Alert, Block, Document, Form, Section, Several, Title, changed, walked
from referee.reports.drawing import FITTED
from referee.reports.html import NO_FACES, Faces, bare
from referee.reports.look import faulty, sheet_in
from referee.reports.templates import Tell, fault
from referee.resources import Resources

SHEET = "print.css"
TIME = re.compile(r"[0-9]{1,2}:[0-9]{2}")
"""By which the line that tells the deadline is known in every language."""

WITHIN = re.compile(r"""url\(\s*(["']?)data:[^)\n]*\)""", re.IGNORECASE)
"""A file that stands in the sheet itself, such as a face of type."""

LINES, FEWEST = 10, 6
"""So many lines has the card, those of the form among them; and so few are left to write on at the least."""

NO_PRINTER = "Printing needs WeasyPrint, which is not installed. Install the extra: pip install 'referee-pbem[print]'"
NO_PANGO = (
    "WeasyPrint is installed, but a library of the system is missing that it sets type with ({}). On Debian: apt-get"
    " install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
)
PAGE = Markup(
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{}</title>\n'
    "<style>\n{}\n@page {{ size: {} }}\n</style></head>\n<body>\n{}</body></html>\n"
)
ARTICLE = Markup('<article><div class="running"><span>{}</span><span>{}</span></div>\n{}{}</article>\n')


class Paper(StrEnum):
    """The sizes of paper."""

    A4 = "a4"
    LETTER = "letter"


def printed(
    documents: Sequence[Document], resources: Resources, paper: Paper = Paper.A4, faces: Faces = NO_FACES,
    tell: Tell | None = None,
) -> bytes:  # fmt: skip
    """Return letters as one PDF, each from a new page; raises `SetupError` where nothing can be printed.

    Cards in ``faces`` show theirs, which must stand in their addresses. A sheet of the campaign's that cannot be used
    is told, and the shipped one serves; without ``tell`` it is an error.
    """
    source = page(documents, usable(resources, tell) if tell else resources, paper, faces)
    weasyprint = printer()
    within = weasyprint.urls.URLFetcher(allowed_protocols={"data"})  # nothing is fetched but what stands in an address
    made = weasyprint.HTML(string=source, url_fetcher=within)
    done = made.write_pdf(presentational_hints=True, pdf_identifier=sha256(source.encode()).digest()[:16])
    assert isinstance(done, bytes)
    return done


def page(documents: Sequence[Document], resources: Resources, paper: Paper, faces: Faces = NO_FACES) -> str:
    """Return the page that is printed."""
    style = Markup(sheet(resources).replace("<", ""))  # nothing in it ends the style
    articles = Markup().join(_article(one, faces) for one in documents)
    return PAGE.format(documents[0].subject, style, paper.value, articles)


def usable(resources: Resources, tell: Tell) -> Resources:
    """Return what has a sheet that can be used: the campaign's, or the shipped one, and then ``tell`` why."""
    try:
        sheet(resources)
    except TemplateError as error:
        tell(fault(error, resources))
        return replace(resources, own_templates=False)
    return resources


def sheet(resources: Resources) -> str:
    """Return the look of paper; raises an error of Jinja for a sheet that cannot be used."""
    return sheet_in(resources.sheet_folders(), SHEET, lambda found: faulty(WITHIN.sub("none", found)))


ON_THE_CARD = "write them on the card at the end"
"""What is said where a letter has its form."""


def _article(document: Document, faces: Faces) -> Markup:
    """Write one letter, its form as a card at the end, and what stands at the head of its pages."""
    blocks = list(walked(document.blocks))
    title = next((one for one in blocks if isinstance(one, Title)), None)
    game, occasion, reader = (title.game, title.occasion, title.reader) if title else (document.subject, "", "")
    right = " \N{MIDDLE DOT} ".join(filter(None, (occasion, reader)))
    form = next((one for one in blocks if isinstance(one, Form)), None)
    letter = bare(Document(document.subject, changed(document.blocks, _without_form)), faces).replace(FITTED, "")
    return ARTICLE.format(game, right, letter, _card(form, blocks, game, reader) if form else "")


def _without_form(block: Block) -> Block:
    """Leave out the form, and the heading over it alone; one with more below it leads to the card."""
    empty = Several(())
    if isinstance(block, Section) and all(one == empty for one in block.inside):
        return empty
    if isinstance(block, Section) and block.hint and empty in block.inside:
        return replace(block, hint=ON_THE_CARD)
    return empty if isinstance(block, Form) else block


def _card(form: Form, blocks: Sequence[Block], game: str, reader: str) -> Markup:
    """Write the card: whose orders they are and when they are due, and lines between the markers of the form."""
    alerts = (str(line) for one in blocks if isinstance(one, Alert) for line in one.lines)
    due = next(filter(TIME.search, alerts), "")
    filled = [line for line in form.lines if line.strip()]
    empty = [""] * max(FEWEST, LINES - len(filled))
    lines = Markup().join(Markup('<div class="line">{}</div>\n').format(line) for line in (*filled, *empty))
    head = Markup('<h2>Order card</h2>\n<p class="whose">{}<br>{}</p>\n<p>{}</p>\n').format(game, reader, due)
    begin, end = (Markup('<p class="marker">{}</p>\n').format(mark) for mark in (form.begin, form.end))
    return Markup('<section class="ordercard">\n{}{}{}{}</section>\n').format(head, begin, lines, end)


def printer() -> Any:
    """Return the library that prints; raises `SetupError` that says what to install."""
    try:
        import weasyprint
    except ImportError as error:
        raise SetupError(NO_PRINTER) from error
    except OSError as error:  # it loads libraries of the system
        raise SetupError(NO_PANGO.format(str(error).split("'")[1] if "'" in str(error) else error)) from error
    return weasyprint
