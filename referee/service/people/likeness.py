"""Names that look alike though they are written with other letters, as Unicode's confusables tell (UTS 39)."""

from __future__ import annotations

import unicodedata
from functools import cache


@cache
def shapes() -> dict[str, str]:
    """Map every letter that looks like another to the one that stands for all of its like."""
    from confusable_homoglyphs.confusables import confusables_data  # a megabyte, wanted at sign-up alone

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


def alike(one: str, other: str) -> bool:
    """Say whether two names may be taken for each other, in their own letters or in small ones."""
    return skeleton(one) == skeleton(other) or skeleton(one.casefold()) == skeleton(other.casefold())
