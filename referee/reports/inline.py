"""Spans as HTML: what stands within a sentence. It says what its words say, and what a card's code stands for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from html import escape

from markupsafe import Markup

from referee.reports.spans import Card, Coded, Moment, Order, Prose, Rule, Seat, Strong, Words

CODE = Markup('<abbr class="coded" title="{}" style="{}">{}</abbr>')
"""A code alone can be sent as it is read; who asks an abbreviation, by ear or pointer, is told the card's name."""

_safe = partial(escape, quote=False)


def inline(said: Words, styles: Mapping[str, str], reader: str = "") -> Markup:
    """Write words with spans among them; the code of a card stands behind its name, once and if no word is it."""
    out: list[str] = []
    codes: set[str] = set()
    for one in said.parts:
        match one:
            case str():
                out.append(_safe(one))
            case Card(code, name):
                out.append(_span("named", name, styles))
                if code not in (name, *codes) and not _told(code, said):
                    out += (" ", _span("known", code, styles))
                codes.add(code)
            case Coded(code, name):
                out.append(CODE.format(name, styles.get("coded", ""), code))
                codes.add(code)
            case Seat(words, name):
                out.append(f"<strong>{_safe(words)}</strong>" if words == name == reader else _safe(words))
            case Order(words):
                out.append(_span("sendable", words, styles))
            case Rule(words):
                out.append(_span("named", words, styles))
            case Moment(words, at):
                out.append(f'<time datetime="{at}">{_safe(words)}</time>')
            case Strong(words):
                out.append(f"<strong>{_safe(words)}</strong>")
    return Markup("".join(out))


def names(cell: Prose | Card, reader: str) -> bool:
    """Say whether a cell names the reader and nothing else."""
    match cell:
        case Words((Seat(me=True),)):
            return True
        case _:
            return str(cell) == reader


def _told(code: str, said: Words) -> bool:
    """Say whether a code stands among the words already, in brackets or not."""
    return any(code in one and code in one.replace("(", " ").replace(")", " ").split()
               for one in said.parts if isinstance(one, str))  # fmt: skip


def _span(kind: str, words: str, styles: Mapping[str, str]) -> str:
    return f'<span class="{kind}" style="{styles.get(kind, "")}">{_safe(words)}</span>'
