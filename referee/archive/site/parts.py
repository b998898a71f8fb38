"""Blocks of documents as parts of a page: what letters are made of, without their look, and with links to the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from markupsafe import Markup, escape

from referee.reports.document import Block, Document
from referee.reports.drawing import FITTED
from referee.reports.html import NO_FACES, Faces, bare

NO_LOOK = (' style=""', FITTED)
"""What letters and drawings carry for programs that have no style sheet; a page's own says it, and allows no other."""

CITED = re.compile(r'<span class="named">([A-Z]{1,4}-?[A-Z]{0,2}[0-9]+(?:\.[0-9]+)?)</span>')
"""A rule as it is named in a sentence."""

Cite = Callable[[str], str]
"""Says where the rule of a number can be read, or nothing."""


def html(blocks: Iterable[Block], faces: Faces = NO_FACES, cite: Cite | None = None) -> Markup:
    """Return blocks as HTML for the style sheet of the site."""
    return without_look(bare(Document("", tuple(blocks)), faces), cite)


def without_look(made: Markup, cite: Cite | None = None) -> Markup:
    """Leave the empty attributes of style out, and make links of the rules that are named."""
    said = str(made)
    for one in NO_LOOK:
        said = said.replace(one, "")
    return Markup(CITED.sub(lambda found: _linked(found, cite), said) if cite else said)


def _linked(found: re.Match[str], cite: Cite | None) -> str:
    at = cite(found[1]) if cite else ""
    return f'<a class="rule" href="{escape(at)}">{found[1]}</a>' if at else found[0]
