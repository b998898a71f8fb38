"""What a company's server adds at the foot of every letter: notices of confidentiality, its entry in the register.

Nobody types such lines, so they count as signature; but only at the very end of what was written, and only
where every line down to the end belongs to them: below a notice nothing can be lost.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from .lines import is_ruler

_OPENING = re.compile(
    r"\W*(?:this|these|the (?:information|contents?)|confidential(?:ity)?|disclaimer|notice|important|privileged|legal|"
    r"if you (?:are not|(?:have )?received)|please (?:consider|think|note)|any (?:views|unauthori[sz]ed)|e-?mail|"
    r"diese[rs]?|die (?:in dieser|informationen)|der inhalt|vertraulich\w*|(?:wichtiger )?hinweis|haftungsausschluss|"
    r"bitte (?:denken|prüfen)|sollten sie|wenn sie nicht|"
    r"ce (?:message|courriel|mail|courrier)|le contenu|si vous n|est[ea] (?:mensaje|correo|mensagem|e-?mail)|aviso|"
    r"(?:il presente|questo|questa) (?:messaggio|e-?mail)|avvertenza|dit (?:bericht|e-?mail)|deze e-?mail|"
    r"denna e-?post|denne e-?(?:mail|post)|tato zpráva|niniejsza wiadomość)\b",
    re.IGNORECASE,
)

_ITSELF = re.compile(
    r"e-?mail|\bmails?\b|message|nachricht|courriel|courrier|correo|mensaje|mensagem|messaggio|bericht|communication|"
    r"transmission|e-?post|zpráva|wiadomość",
    re.IGNORECASE,
)

_TELLING = (
    "confidential", "privileged", "intended", "recipient", "addressee", "disclos", "unauthori", "prohibited", "delet",
    "distribut", "copying", "virus", "liab", "vertraulich", "empfänger", "adressat", "irrtümlich", "vernicht", "lösch",
    "unbefugt", "unzulässig", "confidentiel", "destinataire", "détrui", "confidencial", "destinatari", "prohibid",
    "riservat", "vertrouwelijk", "geadresseerde", "konfidenti", "fortrolig", "důvěrn", "poufn", "environment",
    "umwelt", "printing", "ausdruck",
)  # fmt: skip

_REGISTER = re.compile(
    r"\b(?:amtsgericht|handelsregister|registergericht|HR[AB] ?\d|ust-?id|steuer-?nr|geschäftsführ\w+|vorstand:|"
    r"aufsichtsrat|sitz der gesellschaft|registered (?:in|office|no)|company (?:no|reg|number)|VAT (?:no|reg|id)|"
    r"capital social|partita iva|P\.? ?IVA|kvk)\b",
    re.IGNORECASE,
)

_WRAPPED = 50
"""A line that a program wrapped is about so long at least."""

_SENTENCE = 45
"""What begins with a capital and goes on a sentence is longer than most orders."""


_ENDS = (".", "!", "?", ")", "*", ">")
"""A notice that was wrapped ends so; an order below one that has no end is never taken for its last words."""

_LONGEST = 40
"""Notices have fewer lines in one paragraph."""


def at_the_foot(lines: Sequence[str], new: Sequence[bool]) -> set[int]:
    """The numbers of the lines that are such notices; ``new`` says which lines count as written now so far."""
    found: set[int] = set()
    end, open_to_them = len(lines), True
    while end:
        if not lines[end - 1].strip():
            end -= 1
        elif not new[end - 1]:
            end, open_to_them = end - 1, True  # above what is quoted a text has a foot of its own
        else:
            start = end
            while start and new[start - 1] and lines[start - 1].strip():
                start -= 1
            begins = _begins(lines, start, end) if open_to_them else end
            if open_to_them and found and all(map(is_ruler, lines[start:end])):
                begins = start  # it sets off what stands below it
            found |= set(range(begins, end))
            end, open_to_them = start, begins == start
    return found


def _begins(lines: Sequence[str], start: int, end: int) -> int:
    """The line of a paragraph from which on all are such notices; its end if none is."""
    numbers = range(max(start, end - _LONGEST), end)
    return next((number for number in numbers if _is_notice(lines[number:end])), end)


def _is_notice(lines: Sequence[str]) -> bool:
    """Do these lines begin as a notice does, and is each one after the first part of it?"""
    text = lines[1:] if is_ruler(lines[0]) else lines
    if not text or not (_tells(text) or _REGISTER.search(text[0])):
        return False
    ends = len(text) == 1 or text[-1].rstrip().endswith(_ENDS) or _REGISTER.search(text[-1]) is not None
    return ends and all(_goes_on(above, line) for above, line in pairwise(text))


def _tells(lines: Sequence[str]) -> bool:
    """Do they open as a notice, and say what such say: twice, or once of the letter itself?"""
    if not _OPENING.match(lines[0]):
        return False
    text = " ".join(lines).casefold()
    said = sum(word in text for word in _TELLING)
    return said >= 2 or (said == 1 and _ITSELF.search(lines[0]) is not None)


def _goes_on(above: str, line: str) -> bool:
    """Is a line more of the sentence above, which was wrapped, or a sentence like those of notices?"""
    if _REGISTER.search(line) or is_ruler(line):
        return True
    if above.rstrip().endswith((".", "!", "?", ":")) or len(above) < _WRAPPED:
        return _OPENING.match(line) is not None and any(word in line.casefold() for word in _TELLING)
    return line.lstrip()[:1].islower() or len(line) > _SENTENCE
