"""Words that are not the referee's own: press, rulings, reasons, spells. They must never pass for a line of ours.

What has room of its own stands behind a bar on every line, however it is wrapped (`wrap.margin` keeps the bar); whoever
reads an answer to the letter takes no line behind a bar for an order (`mail.lines`). What stands within a sentence of
ours is one line without rulers. Another form of a letter, such as HTML, has the same two.
"""

from __future__ import annotations

import re

from referee.reports import spans, wrap

BAR = f"  {wrap.BAR}"

RULER = re.compile(r"([-=_~*#|<>+–—―═─])\1{2,}")
"""So many of one sign would draw a ruler, or half a marker."""

MARKER = re.compile(r"-[-\s]*(?=orders\s+for\b)", re.IGNORECASE)
"""What would make the words behind it look like the marker of a form."""


def lines_of(text: str) -> tuple[str, ...]:
    """Return another's words line by line, without signs that are not seen."""
    return tuple(wrap.clean(spans.plain(text)).strip("\n").split("\n"))


def said_by(text: str, indent: int = 2) -> list[str]:
    """Set another's words apart, so that nobody takes them for the referee's."""
    return [part for line in lines_of(text) for part in wrap.wrapped(f"{' ' * indent}{wrap.BAR}{line}")]


def barred(text: str, indent: int = 2) -> str:
    """Do the same as one text, to stand among paragraphs of ours; it is wrapped with them."""
    return "\n".join(f"{' ' * indent}{wrap.BAR}{line}" for line in lines_of(text))


def inline(text: str) -> str:
    """Put another's words on one line, within a sentence of ours, and draw no rulers with them."""
    return RULER.sub(r"\1\1", MARKER.sub("", " ".join(wrap.clean(spans.plain(text)).split())))
