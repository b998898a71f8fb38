"""What an answer takes over from the letter that it answers, so that mail programs show both together.

Anything may stand in the headers of others: an id that is none, or a very long one, is left out.
"""

import re
from collections.abc import Iterable

from .text import clean

MOST = 10
"""So many letters before it a letter names: the first, and the last ones (RFC 5322 3.6.4)."""

LONGEST_ID = 250
LONGEST_SUBJECT = 200

_ID = re.compile(r"<[!-;=?A-~]{1,200}@[!-;=?A-~]{1,200}>")
_AGAIN = re.compile(
    r"(?:(?:re|aw|antw|antwort|sv|vs|ref|rif|res|rv|odp|ynt|bls|vá)(?:\[\d{1,3}\])?\s?[:：]|回复：|答复：)\s*",
    re.IGNORECASE,
)
"""How programs mark the subject of an answer."""


def believable(ids: Iterable[str]) -> list[str]:
    """Return those Message-IDs that may stand in a header of ours, each once."""
    return list(dict.fromkeys(one for one in ids if len(one) <= LONGEST_ID and _ID.fullmatch(one)))


def references(before: Iterable[str], answered: str | None) -> list[str]:
    """Return what goes into References: the letters before the one that is answered, and that one as the last."""
    found = believable([*before, answered or ""])
    if answered in found:
        found = [*(one for one in found if one != answered), answered]
    return found if len(found) <= MOST else [found[0], *found[1 - MOST :]]


def answer_subject(subject: str) -> str:
    """Return the subject of an answer: `Re:` before that of the letter, which is cut if it is long; '' for none."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in clean(subject)).split())
    while found := _AGAIN.match(plain):
        plain = plain[found.end() :]
    plain = plain if len(plain) <= LONGEST_SUBJECT else f"{plain[: LONGEST_SUBJECT - 3].rstrip()}..."
    return f"Re: {plain}" if plain else ""
