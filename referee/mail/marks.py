"""The marks by which mail programs set off what they quote: prefixes, attributions, header blocks, rulers.

Every function looks at a few lines only, and none uses a pattern that could run wild.
"""

import re
from collections.abc import Collection, Sequence

from .words import (
    DEVICES,
    FOOTER_ENDS,
    FOOTERS,
    FORWARDED,
    HEADERS,
    LIKELY_FOOTERS,
    OPENERS,
    ORIGINAL,
    WROTE,
    WROTE_INSIDE,
)

_LONGEST = 500
_TIME = re.compile(r"(?<!\d)\d{1,2}(?:[:h]|[.](?=\d\d(?![.\d]))|\s?시\s?)\d\d(?!\d)")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DATE = re.compile(r"(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?!\d)")
_DAY_MONTH = re.compile(r"(?<!\d)\d{1,2}(?:st|nd|rd|th)?[.,]? (?:de )?[^\W\d_]{3,10}|[^\W\d_]{3,10} \d{1,2}(?!\d)")
_FOREIGN = re.compile(r"[ \t]{0,3}([^\W\d_]{1,4}>|[|»›＞¦])(?:[ \t]|$)")
_WORD = re.compile(r"[^\W\d_]+")


_AFTER = frozenset("el em am on le il op den dnia".split())
"""What follows in `Enviado el:`."""


def is_quoted(line: str) -> bool:
    """Does the line begin with the quote mark?"""
    return line.lstrip().startswith(">")


def unquoted(line: str) -> str:
    """The line without its quote marks and the one space behind them."""
    last = -1
    for at, letter in enumerate(line):
        if letter == ">":
            last = at
        elif not letter.isspace():
            break
    return line if last < 0 else line[last + 1 :].removeprefix(" ")


def is_footer(line: str) -> bool:
    """`Sent from my telephone`, in any language: one short line, with nothing of the writer's in it."""
    text = line.strip().lower().partition("<http")[0].strip()
    if not 0 < len(text) <= 90:
        return False
    names_device = any(device in text for device in DEVICES)
    if text.startswith(FOOTERS):
        return names_device or "," not in text
    return names_device and (text.startswith(LIKELY_FOOTERS) or text.rstrip(".").endswith(FOOTER_ENDS))


def _between_dashes(line: str) -> tuple[str, bool]:
    """The words of a separator in lower case, and whether dashes stand before them."""
    text = line.strip()
    if len(text) > 120:
        return "", False
    core = text.strip(" -–—_*=").replace("’", "'").lower()
    return core, text.startswith(("--", "—", "––", "__", "=="))


def is_original(line: str) -> bool:
    """`-----Original Message-----`."""
    core, dashes = _between_dashes(line)
    return dashes and core in ORIGINAL


def is_forwarded(line: str) -> bool:
    """`---------- Forwarded message ---------` or `Begin forwarded message:`."""
    core, dashes = _between_dashes(line)
    words = core.rstrip(": ")
    if _is_joined(line):
        return True
    from_whom = line.rstrip().endswith("--") and core.startswith(tuple(f"{known} " for known in FORWARDED))
    return (dashes and (words in FORWARDED or core.startswith("forwarded by ") or from_whom)) or (
        core != words and words in FORWARDED
    )


def _is_joined(line: str) -> bool:
    """`----- Forwarded Message -----From: ...`, as one program writes the head of a letter without its line ends."""
    text = line.strip()[:200].lower()
    words, dashes, _ = text.lstrip("-").partition("--")
    return text.startswith("---") and bool(dashes) and words.strip() in FORWARDED


def is_list_footer(line: str) -> bool:
    """The line below the ruler that a mailing list's program draws: `Games mailing list`."""
    return line.strip().lower().endswith(("mailing list", "mailing-liste", "mailinglist", "mailingliste"))


def foreign_mark(line: str) -> str:
    """What some programs put before a quoted line in place of `>`: a bar, a writer's initials; '' if nothing."""
    found = _FOREIGN.match(line)
    return found.group(1) if found else ""


def is_ruler(line: str) -> bool:
    """A line of dashes or underscores, as Outlook draws above what it quotes."""
    text = line.strip()
    return len(text) >= 8 and not text.strip("_-–—")


def ends_attribution(line: str) -> bool:
    """Could this be the last line of `On Friday Anna wrote:`?"""
    return line.rstrip().endswith((":", "：")) and len(line) <= _LONGEST


def attribution_start(
    lines: Sequence[str], end: int, first: int, own: Collection[str], quoted_next: bool
) -> int | None:
    """Where the attribution ending here begins, no more than two lines up and not above `first`.

    It must say that somebody wrote, and when or from which address; or quotes must follow at once. The fewest
    lines that begin as an attribution does are taken, lest an order above be swallowed.
    """
    starts = [start for start in range(end, max(first, end - 2) - 1, -1) if len(lines[start]) <= _LONGEST]
    opened = [s for s in starts if _opens(lines[s])]
    strong = [
        s for s in starts if _is_dated(text := " ".join(lines[s : end + 1]), own) and (s in opened or _is_plain(text))
    ]
    both = [s for s in strong if s in opened]
    if both or strong:
        return (both or strong)[0]
    if not quoted_next:
        return None
    weak = [s for s in starts if (s in opened or s == end) and _says_wrote(" ".join(lines[s : end + 1]))]
    return weak[0] if weak else None


def _is_dated(text: str, own: Collection[str]) -> bool:
    """Somebody wrote, and an address in brackets or our own, or a time with a date or an address stand there too.

    In a language that nobody here knows, an address in brackets, a date and a time.
    """
    folded = text.lower()
    timed = _TIME.search(text) is not None
    dated = any(form.search(text) for form in (_YEAR, _DATE, _DAY_MONTH))
    bracketed = "@" in text and ("<" in text or text.rstrip(" :：").endswith(")"))
    if not _says_wrote(text):
        return timed and dated and bracketed
    return bracketed or any(address in folded for address in own) or (timed and ("@" in text or dated))


def _is_plain(text: str) -> bool:
    """No colon but the last and those of times: `TO Fiona: on Friday at 9:14 Eric wrote:` is press."""
    return ": " not in text.rstrip(" :")


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
    name, colon, value = line[:_LONGEST].partition(":")
    if not colon:
        name, colon, value = line[:_LONGEST].partition("：")
    if not colon or len(name) > 30:
        return None, ""
    words = name.strip(" *\t").lower().split()
    kind = HEADERS.get("".join(words)) or (HEADERS.get(words[0]) if words[1:] and words[1] in _AFTER else None)
    return kind, value.strip(" *")


def header_block(lines: Sequence[str], at: int) -> int | None:
    """The end of the block of quoted headers that begins here, or None.

    Three different headers within nine lines, a time among them and an address; or all four of Outlook's, with a
    full date. A block never begins with `To:`, which may be an order.
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
            values[kind] = values.get(kind, "") + " " + lines[number][:_LONGEST]
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
    if _TIME.search(everything) and "@" in everything:
        return True
    sent = values.get("sent", "")
    return len(values) >= 4 and _TIME.search(sent) is not None and any(f.search(sent) for f in (_YEAR, _DATE))
