"""What looks alike though it is written with other letters, as Unicode's confusables tell (UTS 39)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache


@cache
def shapes() -> dict[str, str]:
    """Map every letter that looks like another to the one that stands for all of its like."""
    from confusable_homoglyphs.confusables import confusables_data  # a megabyte, seldom wanted

    likes = {letter: [one["c"] for one in found] for letter, found in confusables_data.items()}
    out = {}
    for letter, others in likes.items():
        if len(others) > 1:
            continue  # many look like it: it stands for them
        pair = likes.get(others[0]) == [letter]
        out[letter] = min(letter, others[0]) if pair else others[0]
    return out


def skeleton(name: str) -> str:
    """Reduce a name to what it looks like; names that may be taken for each other have the same."""
    known, plain = shapes(), unicodedata.normalize("NFD", name)
    return unicodedata.normalize("NFD", "".join(known.get(letter, letter) for letter in plain))


BETWEEN = re.compile(r"[\W_]+")


@cache
def _letters() -> dict[int, str]:
    """Map letters that nobody writes English with to what they look like."""
    like = shapes()
    return {ord(one): like[one] for one in like if len(one) == 1 and one.isalnum() and not one.isascii()}


def look(text: str) -> str:
    """Reduce a text to what a reader cannot mistake: its letters and digits, whatever was put for them or between them.

    Each letter is reduced by itself, so that of a text is that of its words one behind the other.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text).translate(_letters())
    text = text.casefold()
    if not text.isascii():
        text = text.translate(_letters())
    read = BETWEEN.sub("", text)
    return read.replace("i", "l").replace("1", "l").replace("0", "o").replace("m", "rn")  # those without an accent


def alike(one: str, other: str) -> bool:
    """Say whether two names may be taken for each other, in their own letters or in small ones."""
    return skeleton(one) == skeleton(other) or skeleton(one.casefold()) == skeleton(other.casefold())
