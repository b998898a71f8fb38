"""Spans as HTML: what stands within a sentence. It says what its words say; nothing shows only under a pointer."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup, escape

from referee.reports.spans import Card, Prose, Seat, Words

STYLED = Markup('<{} class="{}" style="{}">{}</{}>')


def inline(said: Words, styles: Mapping[str, str], reader: str = "") -> Markup:
    """Write words with spans among them; the code of a card stands behind its name, once and if no word is it."""
    told = set(" ".join(one for one in said.parts if isinstance(one, str)).replace("(", " ").replace(")", " ").split())
    out: list[str] = []
    for one in said.parts:
        match one:
            case str():
                out.append(escape(one))
            case Card(code, name):
                out.append(_part("span", "named", name, styles))
                if code not in told:
                    told.add(code)
                    out += (" ", _part("span", "known", code, styles))
            case Seat(words, name):
                out.append(Markup("<strong>{}</strong>").format(words) if words == name == reader else escape(words))
    return Markup("").join(out)


def names(cell: Prose | Card, reader: str) -> bool:
    """Say whether a cell names the reader and nothing else."""
    match cell:
        case Words((Seat(me=True),)):
            return True
        case _:
            return str(cell) == reader


def _part(tag: str, kind: str, words: str, styles: Mapping[str, str]) -> Markup:
    return STYLED.format(tag, kind, styles.get(kind, ""), words, tag)
