"""Card faces as SVG: a sign drawn for each suit, the rank as text, a plain figure for Courts and trumps.

They are made to be read at 52 pixels' width and without colour: no two suits have signs of like outline. Nothing in
them comes from elsewhere, and the same card is the same bytes.
"""

from __future__ import annotations

from markupsafe import escape

from referee.engine.values import value
from referee.reports.trumps import FIGURES

RED, BLACK = "#a01c1c", "#1c1c1c"

HEART = "M0 24C-34 0-28-26-13-26C-5-26 0-20 0-14C0-20 5-26 13-26C28-26 34 0 0 24Z"
SPADE = "M0-28C30-4 28 16 14 16C8 16 4 13 2 9L8 27H-8L-2 9C-4 13-8 16-14 16C-28 16-30-4 0-28Z"
SIGNS = {
    "hearts": HEART,
    "diamonds": "M0-28L21 0L0 28L-21 0Z",
    "clubs": "M0-27A12 12 0 0 1 9-7A12 12 0 1 1 4 10L9 27H-9L-4 10A12 12 0 1 1-9-7A12 12 0 0 1 0-27Z",
    "spades": SPADE,
    "swords": "M0-30L5-22V8H17V14H5V26H-5V14H-17V8H-5V-22Z",
    "wands": "M-16 28L-23 22L7-14C3-24 10-31 22-29C25-17 18-9 9-11ZM-12-2C-24-2-27-11-24-18C-15-18-9-12-12-2Z",
    "pentacles": "M0-28A28 28 0 1 1 0 28A28 28 0 1 1 0-28ZM0-23L-5.5-7.5L-22-7L-9 3L-13.5 18.5L0 9L13.5 18.5"
    "L9 3L22-7L5.5-7.5Z",
    "cups": "M-23-27H23C23-5 15 7 5 10V20H16V27H-16V20H-5V10C-15 7-23-5-23-27Z",
    "trump": "M0-28L6-12L20-20L12-6L28 0L12 6L20 20L6 12L0 28L-6 12L-20 20L-12 6L-28 0L-12-6L-20-20L-6-12Z",
    "joker": "M-26-8C-20-26-6-24 0-6C6-24 20-26 26-8L18 8V24H-18V8Z",
}
"""The outline of each sign around 0 0, some 56 units wide and high."""

REDS = frozenset({"hearts", "diamonds", "wands", "cups"})

HEADS = {
    "K": "M-18-18V-40L-8-30L0-42L8-30L18-40V-18Z",
    "Q": "M-17-18C-20-34-10-38 0-42C10-38 20-34 17-18Z",
    "N": "M-16-18V-34H-4L8-44L6-34H16V-18Z",
    "P": "M-17-20C-10-32 10-32 17-20Z",
    "J": "M-17-20C-10-32 10-32 17-20Z",
}
"""What each Court wears: a crown, a bonnet, a helmet with its plume, a cap."""

BODY = "M-12-16A13 13 0 1 0 12-16ZM-30 34C-30 10-16 8 0 8C16 8 30 10 30 34Z"
"""A face below what is worn, and shoulders."""


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
    parts = [_corner(face.corner, colour)]
    if face.trump is not None:
        parts.append(f'<path d="{FIGURES[face.trump]}" transform="translate(52 104) scale(1.45)" {ink}/>')
        parts.append(f'<path d="{SIGNS[face.sign]}" transform="translate(82 24) scale(.5)" {ink}/>')
    elif face.court:
        parts.append(f'<path d="{SIGNS[face.sign]}" transform="translate(76 28) scale(.72)" {ink}/>')
        parts.append(f'<path d="{HEADS[face.court]}{BODY}" transform="translate(52 108) scale(1.2)" {ink}/>')
    else:
        parts.append(f'<path d="{SIGNS[face.sign]}" transform="translate(52 104) scale(1.35)" {ink}/>')
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
