"""Card faces as SVG: a sign drawn for each suit, the rank as text, a plain figure for Courts and trumps.

They are made to be read at 52 pixels' width and without colour: no two suits have signs of like outline. Nothing in
them comes from elsewhere, and the same card is the same bytes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import escape

from referee.engine.values import value

RED, BLACK = "#a01c1c", "#1c1c1c"
REDS = frozenset({"hearts", "diamonds", "wands", "cups"})


@cache
def outlines() -> Mapping[str, Any]:
    """Read what is drawn: ``signs`` of suits, what Courts wear on their ``heads``, their ``body``, ``figures``."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@value
class Face:
    """What is on a card: its name, the words in the corner (``10``, ``K``, ``17``), the sign, and who wears it.

    ``trump`` is the number of one that has a figure of its own.
    """

    name: str
    corner: str
    sign: str
    court: str = ""
    trump: int | None = None


def drawn(face: Face, width: int = 104) -> str:
    """Return a card's face as SVG, ``width`` pixels wide."""
    colour = RED if face.sign in REDS else BLACK
    ink = f'fill="{colour}" fill-rule="evenodd"'
    shapes = outlines()
    sign = shapes["signs"][face.sign]
    parts = [_corner(face.corner, colour)]
    if face.trump is not None:
        figure = [*shapes["figures"].values()][face.trump]
        parts.append(f'<path d="{figure}" transform="translate(52 104) scale(1.45)" {ink}/>')
        parts.append(f'<path d="{sign}" transform="translate(82 24) scale(.5)" {ink}/>')
    elif face.court:
        head = shapes["heads"][face.court] + shapes["body"]
        parts.append(f'<path d="{sign}" transform="translate(76 28) scale(.72)" {ink}/>')
        parts.append(f'<path d="{head}" transform="translate(52 108) scale(1.2)" {ink}/>')
    else:
        parts.append(f'<path d="{sign}" transform="translate(52 104) scale(1.35)" {ink}/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{width * 20 // 13}"'
        f' viewBox="0 0 104 160"><title>{escape(face.name)}</title>'
        '<rect x="2" y="2" width="100" height="156" rx="10" fill="#fff" stroke="#555" stroke-width="3"/>'
        f"{''.join(parts)}</svg>\n"
    )


def _corner(words: str, colour: str) -> str:
    """Write a rank or a number; a long one stands in smaller letters."""
    size = 46 if len(words) < 4 else 24
    return (
        f'<text x="10" y="{10 + size * 7 // 8}" font-family="Arial, sans-serif" font-weight="bold"'
        f' font-size="{size}" fill="{colour}">{escape(words)}</text>'
    )
