"""Blocks of headers above a quoted letter, as Outlook and others write them: known by their names or their values.

Nobody knows the words of all languages; an address, a date and our own subject look alike in every one.
"""

import re
from collections.abc import Collection, Sequence

from .leads import LONGEST, is_dated, is_timed
from .marks import bare_subject
from .words import HEADERS

_AFTER = frozenset("el em am on le il op den dnia".split())
"""What follows in `Enviado el:`."""

_NAME = re.compile(r"\s*\*{0,2}([^\W\d_][^:：<>@\d|]{0,29}?)\s{0,3}\*{0,2}\s?[:：](?:\*{0,2}\s|\s?\*|$)(.*)$")
_CELLS = re.compile(r"\s{0,4}\|\s{0,9}([^\W\d_][^|]{0,29}?)\s{0,9}\|([^|]*)\|?$")
_BRACKETED = re.compile(r"[<\[(](?:mailto:)?[^\s<>@]{1,100}@[^\s<>@]{1,200}[>\])]+[;,]?$")
_ADDRESS = re.compile(r"[^\s<>@]{1,100}@[^\s<>@]{1,200}$")
_MAILED = re.compile(r"[^\s<>@]@[^\s<>@]")
_BOX_RULE = re.compile(r"\s{0,4}[|>][-+]{3,}[|>]$")
_BOX_LINE = re.compile(r"\s{0,4}\|.*\|$")
_LONGEST_DATE = 90
_LONGEST_BOX = 30
_MOST = 9


def header(line: str) -> tuple[str | None, str]:
    """What kind of quoted header the line is, and its value."""
    name, colon, value = line[:LONGEST].partition(":")
    if not colon:
        name, colon, value = line[:LONGEST].partition("：")
    if not colon or len(name) > 30:
        return None, ""
    words = name.strip(" *\t").lower().split()
    kind = HEADERS.get("".join(words)) or (HEADERS.get(words[0]) if words[1:] and words[1] in _AFTER else None)
    return kind, value.strip(" *")


def head_at(lines: Sequence[str], at: int, own: Collection[str], subject: str, *, ruled: bool) -> int | None:
    """The end of the block of quoted headers that begins here, perhaps below a ruler, or None."""
    return _named(lines, at) or _valued(lines, at, own, subject, ruled=ruled) or _boxed(lines, at)


def _named(lines: Sequence[str], at: int) -> int | None:
    """Three different known headers within nine lines, a time among them and an address; or all four, with a date.

    A block never begins with `To:`, which may be an order.
    """
    if header(lines[at])[0] not in ("from", "sent", "subject"):
        return None
    values: dict[str, str] = {}
    last, kind, strangers, blanks = at, "from", 0, 0
    for number in range(at, min(len(lines), at + 18)):
        found, value = header(lines[number])
        if not lines[number].strip():
            blanks += 1
            if blanks > 1 or len(values) >= 4:
                break
        elif found is None:
            strangers, blanks = strangers + 1, 0
            if strangers > 2 or len(values) >= 4:
                break
            values[kind] = values.get(kind, "") + " " + lines[number][:LONGEST]
        elif found in values:
            break
        else:
            kind, last, blanks = found, number, 0
            values[kind] = value
    return last + 1 if _is_letter_head(values) else None


def _is_letter_head(values: dict[str, str]) -> bool:
    """Do these headers stand above a letter, rather than being somebody's orders?"""
    if len(values) < 3 or not {"from", "sent"} & values.keys():
        return False
    everything = " ".join(values.values())
    sent = values.get("sent", "")
    if is_timed(sent or everything) and _MAILED.search(everything):
        return True
    return len(values) >= 4 and is_timed(sent) and is_dated(sent)


def _valued(lines: Sequence[str], at: int, own: Collection[str], subject: str, *, ruled: bool) -> int | None:
    """Three lines or more like `Word: value`, each word once, and their values those of headers in any language.

    Two of these three must stand there: an address and nothing else, a date with a time and little else, our own
    subject. The block begins with one of the former two, or with a bare name above a date and our subject, or stands
    below a ruler. In place of `Word: value` it may be `| Word | value |`.
    """
    if not ruled and at and _leads_on(lines[at - 1]):
        return None
    names: set[str] = set()
    kinds: list[str] = []
    for number in range(at, min(len(lines), at + _MOST)):
        line = lines[number][:LONGEST]
        found = _NAME.match(line) or _CELLS.match(line)
        if found is None or (name := found.group(1).strip().casefold()) in names or not _could_be_name(name):
            break
        names.add(name)
        kinds.append(_kind(found.group(2), own, subject))
    begins = ruled or kinds[:1] in (["address"], ["date"]) or (kinds[:2] == ["", "date"] and "subject" in kinds)
    return at + len(kinds) if len(kinds) >= 3 and begins and len({*kinds} - {""}) >= 2 else None


def _leads_on(above: str) -> bool:
    """Does the line above make these the writer's own: one more such pair, or a colon at its end?"""
    found = _NAME.match(above[:LONGEST])
    return above.rstrip().endswith(":") or (found is not None and _could_be_name(found.group(1).strip().casefold()))


def _could_be_name(name: str) -> bool:
    """`TO Fiona:` is press, in whatever company."""
    return len(name.split()) <= 4 and not name.startswith("to ")


def _kind(value: str, own: Collection[str], subject: str) -> str:
    """What sort of value it is, by itself."""
    text = value.strip(" *\t")
    if _BRACKETED.search(text) or _ADDRESS.match(text) or text.lower() in own:
        return "address"
    if len(text) <= _LONGEST_DATE and "@" not in text and is_timed(text) and is_dated(text):
        return "date"
    return "subject" if subject and bare_subject(text) == subject else ""


def _boxed(lines: Sequence[str], at: int) -> int | None:
    """The boxes that Notes draws around the headers: `|------------>`, `| From:      |`."""
    if not _BOX_RULE.match(lines[at][:LONGEST]) or not lines[at].rstrip().endswith(">"):
        return None
    end, blanks = at, 0
    for number in range(at, min(len(lines), at + _LONGEST_BOX)):
        line = lines[number][:LONGEST].rstrip()
        if _BOX_RULE.match(line) or _BOX_LINE.match(line):
            end, blanks = number + 1, 0
        elif line or blanks:
            break
        else:
            blanks = 1
    inside = " ".join(line[:LONGEST] for line in lines[at:end])
    return end if end - at >= 3 and ("@" in inside or (is_timed(inside) and is_dated(inside))) else None
