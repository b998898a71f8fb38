"""Who wrote a letter, as it stands at its foot: a name, a title, a company, how they are reached. None of it is meant.

A line there may begin with a word of the game, or like one: *Keep moving!*, *Senior Account Manager*. It is known by
the lines around it that can be nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import groupby

CONTACT = re.compile(
    r"\+?\d[\d ()/.-]{6,30}\d|\bwww\.|https?://|^\W*(?:tel|phone|telefon|mobile?|fax|cell|e-?mail)\b", re.IGNORECASE
)
"""How one may be reached stands in no order."""

REACHED = re.compile(
    r"\S@[\w.-]+\.\w|\b[\w-]+\.(?:com|org|net|info|de|at|ch|eu|uk|fr|it|es|nl|be|pl|dk|se|no|fi|us|ca|example)\b|"
    r"^\W*(?:direct|office|t[ée]l|port|internet|web)\b\W{0,3}[:|]",
    re.IGNORECASE,
)
"""The same where others say so too."""

COMPANY = re.compile(
    r"\b(?:GmbH|AG|KG|OHG|UG|mbH|e\. ?V\.|Ltd|LTD|Limited|Inc|LLC|LLP|PLC|plc|Corp|SAS|SARL|S\.A\.|S\.A\.S\.|"
    r"B\.V\.|N\.V\.|S\.p\.A\.|S\.r\.l\.|Universität|University|Université)(?![\w@])"
)
"""What a company is called behind its name."""

REGISTER = re.compile(
    r"\b(?:Amtsgericht|Registergericht|Handelsregister|HR[AB] ?\d|USt-?Id|Geschäftsführ\w+|Vorstand|Aufsichtsrat\w*|"
    r"Registered (?:in|office|no)|Company (?:no|reg|number)|VAT|SIRET|RCS|TVA|Partita IVA)\b",
    re.IGNORECASE,
)

TOWN = re.compile(r"^(?:[A-Z]{1,2}-)?\d{4,5} [^\W\d_]{3,}|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]{2} \d{5}\b")
"""A postal code, in the manner of several countries."""

LONGEST = 160
"""So much of a line is looked at."""

SURE = 2
"""So many lines that can be nothing else make a signature wherever they stand; one does at a letter's end."""


def tells_of_writer(text: str) -> bool:
    """Say whether a line can be nothing but a part of a signature."""
    return any(pattern.search(text[:LONGEST]) for pattern in (CONTACT, REACHED, COMPANY, REGISTER, TOWN))


def signature(
    texts: Sequence[str], paragraphs: Sequence[int], useful: Collection[int], is_like_an_order: Callable[[str], bool]
) -> set[int]:
    """Return the numbers of the lines that are signatures; ``useful`` ones could be read, and are none.

    In a paragraph that has such lines all are, but for those that are like an order: of these only a title, with a
    capital to each word and no figure, may be one; and anything without a figure below a line that is sure, if there
    are several.
    """
    last = max(useful, default=-1)
    found: set[int] = set()
    for _, members in groupby(range(len(paragraphs)), key=paragraphs.__getitem__):
        numbers = list(members)
        rest = [number for number in numbers if number not in useful]
        sure = [number for number in rest if tells_of_writer(texts[number]) and not is_like_an_order(texts[number])]
        if len(sure) >= SURE or (sure and numbers[0] > last):
            above = sure[0] if len(sure) >= SURE else len(texts)
            found |= {n for n in rest if not _is_meant(texts[n], n < above, is_like_an_order)}
    return found


def _is_meant(text: str, above: bool, is_like_an_order: Callable[[str], bool]) -> bool:
    """Say whether a line of a signature may be an order nevertheless."""
    if not is_like_an_order(text) or (tells_of_writer(text) and ("@" not in text or not text.split()[1:])):
        return False
    return any(letter.isdigit() for letter in text) or (above and not text.istitle())
