"""What leads in a quotation, in whatever language and manner programs write it, line by line.

`On Friday Anna wrote:` a person writes too. So such a sentence counts by what a program puts into it, an address or a
whole date, or because quoted lines stand right below. A block of headers, as Outlook writes one above a quoted letter,
is known by their names or their values: nobody knows the words of all languages; an address, a date and our own subject
look alike in every one.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import takewhile

from .lines import bare_subject
from .words import FOOTERS, HEADERS, LIKELY_FOOTERS, OPENERS, WROTE, WROTE_INSIDE

LONGEST = 500
TIME = re.compile(r"(?<!\d)\d{1,2}(?:[:h]|[.](?=\d\d(?![.\d]))|\s?시\s?)\d\d(?!\d)")
YEAR = re.compile(r"(?<!\d)(?:(?:19|2[05])\d\d|[٠-٩۰-۹०-९๐-๙]{4})(?!\d)")
DATE = re.compile(r"(?<!\d)\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}(?!\d)")
_DAY_MONTH = re.compile(r"(?<!\d)\d{1,2}(?:st|nd|rd|th)?[.,]? (?:de )?[^\W\d_]{3,10}|[^\W\d_]{3,10} \d{1,2}(?!\d)")
_WORD = re.compile(r"[^\W\d_]+")
_LAST_ADDRESS = re.compile(r"[^\s@<>]{1,100}@[^\s@<>]{1,200}$")
_INSIDE = re.compile(r"\([^()]{0,80}\)")
_ENDS = (":", "：")
_FRAME = "---"
_FEW_WORDS = 4
_MOST_UP = 4

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
_MOST_OTHERS = 3


class Weight(Enum):
    """How sure it is that a program wrote the line."""

    ADDRESSED = auto()
    DATED = auto()
    SAID = auto()


@dataclass(frozen=True, slots=True)
class Lead:
    """A line, or two or three, that lead in what stands below; `end` is the line after the last."""

    start: int
    end: int
    weight: Weight


def is_dated(text: str) -> bool:
    """Does a whole date stand in it?"""
    return YEAR.search(text) is not None or DATE.search(text) is not None


def is_timed(text: str) -> bool:
    """Does a time of day stand in it?"""
    return TIME.search(text) is not None


def tells_who_or_when(text: str) -> bool:
    """Could any part of it be a lead that counts with nothing quoted below?"""
    return ("@" in text or is_dated(text)) and (is_timed(text) or _says_wrote(text))


def is_marked_lead(line: str) -> bool:
    """One that itself begins with quote marks: `>>> Anna <a@b> 20.11.2026 09:14 >>>`, `>>>>> "A" == Anna writes:`."""
    text = line.strip()[:LONGEST]
    if not text.startswith(">>>"):
        return False
    core = text.strip("> ")
    if text.endswith(">>>"):
        return is_timed(core) and (is_dated(core) or "@" in core)
    return text.startswith(">>>>>") and text.endswith(":") and "==" in core and _says_wrote(core)


def ends_lead(line: str) -> bool:
    """Could this be the last line of one?"""
    return line.rstrip().endswith((*_ENDS, _FRAME)) and len(line) <= LONGEST


def lead(lines: Sequence[str], end: int, first: int, own: Collection[str], quoted_next: bool) -> Lead | None:
    """The lead that ends here and begins no more than four lines up and not above `first`.

    The fewest lines that begin as one does are taken, lest an order above be swallowed.
    """
    starts = [start for start in range(end, max(first, end - _MOST_UP) - 1, -1) if len(lines[start]) <= LONGEST]
    texts = {start: " ".join(lines[start : end + 1]).strip() for start in starts}
    if texts and texts[end].endswith(_FRAME):
        return _framed(texts, end, own)
    opened = [start for start in starts if _opens(lines[start])]
    weights = {
        start: weight
        for start in starts
        if (weight := _weight(texts[start], own)) and (start in opened or _is_plain(texts[start]))
    }
    usable = [start for start in starts if weights.get(start, Weight.SAID) is not Weight.SAID]
    if best := [start for start in usable if start in opened] or usable:
        return Lead(best[0], end + 1, weights[best[0]])
    if not quoted_next:
        return None
    said = [s for s in starts if (s in opened or s == end) and (_says_wrote(texts[s]) or _is_stamped(texts[s]))]
    return Lead(said[0], end + 1, Weight.SAID) if said else None


def _framed(texts: dict[int, str], end: int, own: Collection[str]) -> Lead | None:
    """`---- On Fri, 20 Nov 2026 09:14:00 +0000 Anna <a@b> wrote ----`."""
    for start, text in texts.items():
        core = text.strip("- ")
        if text.startswith(_FRAME) and core and _says_wrote(core) and (weight := _weight(core, own)):
            return None if weight is Weight.SAID else Lead(start, end + 1, weight)
    return None


def _weight(text: str, own: Collection[str]) -> Weight | None:
    """Somebody wrote, and an address in brackets or our own, or a time with a date or an address stand there too.

    In a language that nobody here knows, an address in brackets or at the end, a date and a time; at the end of many
    words it is ours, or the line begins as a footer does, which one program joins to its lead.
    """
    folded = text.lower()
    timed, dated = is_timed(text), is_dated(text)
    bracketed = "@" in text and ("<" in text or text.rstrip(" :：").endswith(")"))
    if not _says_wrote(text):
        near = dated or _DAY_MONTH.search(text)
        bare = dated and (_is_bare(text) or folded.rstrip(" :：").endswith(tuple(own)) or _is_joined(folded))
        return Weight.ADDRESSED if timed and ((near and bracketed) or bare) else None
    if bracketed or any(address in folded for address in own):
        return Weight.ADDRESSED
    if not timed:
        return None
    return Weight.DATED if dated or "@" in text else Weight.SAID


def _is_stamped(text: str) -> bool:
    """With quoted lines right below, a date and a time or an address in brackets will do, in whatever language."""
    return _is_plain(text) and ((is_timed(text) and is_dated(text)) or ("@" in text and "<" in text))


def _is_bare(text: str) -> bool:
    """`20. Nov. 2026, 09:14 von anna@players.test:`, an address at the end and hardly a word besides."""
    found = _LAST_ADDRESS.search(text.rstrip(" :："))
    return found is not None and len(_WORD.findall(text[: found.start()])) <= _FEW_WORDS


def _is_joined(folded: str) -> bool:
    """`Sent from Mail.ru for Android Friday, 20 November 2026, 09:14 from Anna anna@players.test:`."""
    found = _LAST_ADDRESS.search(folded.rstrip(" :："))
    return found is not None and folded.startswith((*FOOTERS, *LIKELY_FOOTERS))


def _is_plain(text: str) -> bool:
    """No colon but the last, those of times, and in brackets: `TO Fiona: on Friday at 9:14 Eric wrote:` is press."""
    return ": " not in _INSIDE.sub("", text.rstrip(" :"))


def _says_wrote(text: str) -> bool:
    folded = text.lower()
    return not WROTE.isdisjoint(_WORD.findall(folded)) or any(word in text for word in WROTE_INSIDE)


def _opens(line: str) -> bool:
    """Does it begin as `On Fri, 20 Nov` does: a known word, or a digit, and a digit somewhere?"""
    text = line.strip().lower()
    if not any(letter.isdigit() for letter in text[:80]):
        return False
    found = _WORD.match(text)
    return text[:1].isdigit() or (found is not None and found.group() in OPENERS)


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
    return (
        _named(lines, at)
        or _valued(lines, at, own, subject, ruled=ruled)
        or _boxed(lines, at)
        or _stacked(lines, at, own, subject)
    )


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
    return _with_others(lines, last + 1) if _is_letter_head(values) else None


def _with_others(lines: Sequence[str], end: int) -> int:
    """The end of a block with what else stands right below it, such as `Importance: High`."""
    below = lines[end : end + _MOST_OTHERS]
    return end + sum(1 for _ in takewhile(_NAME.match, (line[:LONGEST] for line in below)))


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


def _stacked(lines: Sequence[str], at: int, own: Collection[str], subject: str) -> int | None:
    """What old Notes writes above a letter, line by line: an address, when it came, to whom, and our subject."""
    if "@" not in lines[at]:
        return None
    kinds = [_kind(line[:LONGEST], own, subject) for line in lines[at : at + _MOST]]
    return at + kinds.index("subject") + 1 if kinds[:2] == ["address", "date"] and "subject" in kinds else None


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
