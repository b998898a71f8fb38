"""Card faces as SVG: a sign drawn for each suit, the rank as text, a plain figure for Courts and trumps.

They are made to be read at 52 pixels' width and without colour: no two suits have signs of like outline. Nothing in
them comes from elsewhere, and the same card is the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from markupsafe import escape

from referee.engine.values import value

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


def disc(x: float, y: float, radius: float) -> str:
    """Outline a disc."""
    half = f"A{radius:g} {radius:g} 0 1 1"
    return f"M{x:g} {y - radius:g}{half} {x:g} {y + radius:g}{half} {x:g} {y - radius:g}Z"


def rays(count: int, inner: float, outer: float, wide: float) -> str:
    """Outline pointed rays around the middle; ``wide`` is the share of a full turn that the foot of one takes."""

    def at(turn: float, radius: float) -> str:
        return f"{radius * sin(2 * pi * turn):.1f} {-radius * cos(2 * pi * turn):.1f}"

    found = (
        f"M{at(n / count - wide / 2, inner)}L{at(n / count, outer)}L{at(n / count + wide / 2, inner)}Z"
        for n in range(count)
    )
    return "".join(found)


def spokes(count: int, inner: float, outer: float, half: float) -> str:
    """Outline straight bars from the middle outwards, ``half`` of their width to each side."""
    out = []
    for n in range(count):
        x, y = sin(2 * pi * n / count), -cos(2 * pi * n / count)
        ends = [(inner, -half), (outer, -half), (outer, half), (inner, half)]
        points = [f"{far * x + side * y:.1f} {far * y - side * x:.1f}" for far, side in ends]
        out.append(f"M{'L'.join(points)}Z")
    return "".join(out)


SMALL_HEART = "M{0} 16C{1}-2 {2}-20 {3}-20C{4}-20 {0}-14 {0}-10C{0}-14 {5}-20 {6}-20C{7}-20 {8}-2 {0} 16Z"


def heart(x: int) -> str:
    """Outline a heart beside the middle."""
    return SMALL_HEART.format(x, *(x + d for d in (-20, -14, -7, -3, 3, 7, 14, 20)))


FIGURES: Sequence[str] = (
    # The Fool: a bundle on a stick
    f"M-27 25L-22 29L3 0L-1-5Z{disc(11, -9, 15)}M1-29L11-25L21-29L16-24H6ZM6-21H16V-18H6Z",
    # The Magician: the sign of the infinite over a wand
    f"{disc(-13, -14, 13)}{disc(-13, -14, 7)}{disc(13, -14, 13)}{disc(13, -14, 7)}"
    "M-26 12L-20 6V10H20V6L26 12L20 18V14H-20V18Z",
    # The High Priestess: the moon between two pillars
    "M-30-28H-14V-22H-17V22H-14V28H-30V22H-27V-22H-30ZM14-28H30V-22H27V22H30V28H14V22H17V-22H14Z"
    "M4-16A16 16 0 1 0 4 16A13 16 0 0 1 4-16Z",
    # The Empress: the sign of Venus
    f"{disc(0, -11, 18)}{disc(0, -11, 11)}M-3.5 6H3.5V13H13V20H3.5V30H-3.5V20H-13V13H-3.5Z",
    # The Emperor: an orb
    f"{disc(0, 10, 20)}M-19 7H19V12H-19ZM-2.5-10H2.5V7H-2.5ZM-3-30H3V-24H9V-18H3V-10H-3V-18H-9V-24H-3Z",
    # The Hierophant: a cross with three bars
    "M-3-30H3V-23H10V-17H3V-11H16V-5H3V1H22V7H3V30H-3V7H-22V1H-3V-5H-16V-11H-3V-17H-10V-23H-3Z",
    # The Lovers: two hearts
    f"{heart(-15)}{heart(15)}M-22 21H22V26H-22Z",
    # The Chariot: a car on two wheels
    f"M-28-24H-22V-10H18L28-24V2H-28Z{disc(-15, 17, 12)}{disc(-15, 17, 6)}{disc(15, 17, 12)}{disc(15, 17, 6)}",
    # Strength: a lion's head
    f"{rays(12, 19, 30, 0.0833)}{disc(0, 0, 20)}{disc(0, 0, 15)}{disc(-6, -4, 2.5)}{disc(6, -4, 2.5)}"
    "M-5 3H5L0 8ZM-8 10H8V12H-8Z",
    # The Hermit: a lantern
    "M-6-30H6V-26H3V-22L15-12V-8H-15V-12L-3-22V-26H-6ZM-14-6H14V20H-14ZM-9-2H-3V16H-9ZM3-2H9V16H3ZM-17 22H17V28H-17Z",
    # The Wheel of Fortune
    f"{disc(0, 0, 29)}{disc(0, 0, 22)}{disc(0, 0, 7)}{spokes(8, 7, 22, 1.8)}",
    # Justice: scales
    "M-2.5-28H2.5V-20H24L30 2A11 11 0 0 1 10 2L16-15H2.5V22H14V28H-14V22H-2.5V-15H-16L-10 2A11 11 0 0 1-30 2"
    "L-24-20H-2.5ZM20-12L25 1H15ZM-20-12L-15 1H-25Z",
    # The Hanged Man: head down from a beam
    f"M-26-30H26V-25H-20V30H-26ZM5-25H9V-12H5ZM2-12H12V0L20 12L16 15L12 8V14H2V8L-2 15L-6 12L2 0Z{disc(7, 21, 6.5)}",
    # Death: a skull
    f"M-22-8C-22-36 22-36 22-8C22 4 17 8 13 10V22H-13V10C-17 8-22 4-22-8Z{disc(-9, -5, 6)}{disc(9, -5, 6)}"
    "M-3 8L0 2L3 8ZM-6 13H-3V22H-6ZM3 13H6V22H3Z",
    # Temperance: what is poured from one jug into another
    "M-28-28H-8V-24L4-14L0-10L-8-16V-8C-8-2-12 0-18 0C-24 0-28-2-28-8ZM6 4H28V22C28 28 24 30 17 30C10 30 6 28 6 22Z"
    "M2-8L6-11C12-6 15-2 16 2H11C10-2 7-5 2-8Z",
    # The Devil: a horned head
    "M-28-28C-26-18-20-16-15-17C-6-22 6-22 15-17C20-16 26-18 28-28C33-10 26-4 20-4C21 6 14 14 8 17L0 30L-8 17"
    "C-14 14-21 6-20-4C-26-4-33-10-28-28ZM-13-5L-3 0L-11 3ZM13-5L3 0L11 3ZM-7 10H7L0 14Z",
    # The Tower: struck by lightning
    "M-18-12H-12V-6H-6V-12H2V-6H10V-12H18V2H14V30H-14V2H-18ZM-4 20A4 5 0 0 1 4 20V30H-4ZM-8 5H-3V11H-8ZM3 5H8V11H3Z"
    "M8-32L-4-20H2L-4-14L12-25H5L14-32Z",
    # The Star
    f"{rays(8, 10, 30, 0.125)}{disc(0, 0, 8)}",
    # The Moon
    f"M8-29A29 29 0 1 0 8 29A25 29 0 0 1 8-29Z{disc(16, -12, 3)}{disc(24, 4, 3)}{disc(15, 16, 3)}",
    # The Sun
    f"{disc(0, 0, 15)}{spokes(12, 19, 30, 2)}",
    # Judgement: a trumpet with its banner
    "M-30-10L-26-16L14-4C20-6 25-10 28-16L30-14L24 14L22 13C21 8 18 3 14 1ZM-18-3L6 4L0 28L-8 20L-18 22Z",
    # The World: a globe
    f"{disc(0, 0, 29)}{disc(0, 0, 25)}M-25-2H25V2H-25ZM-2-25H2V-2H-2ZM-2 2H2V25H-2Z"
    "M-4-25C-20-12-20 12-4 25L-7 25C-26 12-26-12-7-25ZM4-25C20-12 20 12 4 25L7 25C26 12 26-12 7-25Z",
)
"""By the trumps' numbers; each around 0 0, some 60 units wide and high."""
