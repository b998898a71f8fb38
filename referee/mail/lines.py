"""The lines of a letter: the marks that mail programs put on them, and what each is known by whatever they did to it.

Marks are prefixes of what is quoted, rulers, footers, pictures, `Re:` of subjects. Every function that looks for one
sees a few lines only, and none uses a pattern that could run wild. What is read off a line (`Text`) the search for
quotations wants again and again.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Self
from urllib.parse import unquote

from .words import (
    DEVICES,
    FOOTER_ENDS,
    FOOTERS,
    FORWARDED,
    LIKELY_FOOTERS,
    ORIGINAL,
    PRODUCTS,
)

_FOREIGN = re.compile(r"[ \t]{0,8}([^\W\d_][\w.-]{0,11}>|[|»›＞¦])(?:[ \t]|$)")

_QUOTING = re.compile(r"[\s>]*>")
"""The marks in front of a line, however many and with whatever blanks between them."""

_LINK = re.compile(r"\s?[<(\[](?:mailto:[^\s<>()\[\]]{1,4000}|[^\s<>()\[\]@]{1,200}@[^\s<>()\[\]@]{1,4000})[>)\]]")
"""Where a link leads, as programs write it behind its words."""

_NAMED_LINK = re.compile(r"\[([^\[\]]{1,200})\](?=\(mailto:)")
_TAP = re.compile(r"@[^\s@<>]{1,300}\?subject=[^\s<>&?@]{0,2000}&(?:amp;)?body=([^\s<>()\[\]&]{0,2000})")
"""A link that opens an answer with an order in it, as our letters have them; the group is what that answer holds."""

_ITEM = re.compile(r"\s*(?:[-+*\u2022\u25e6\u25aa\u00b7o]|\(?\d{1,3}[.)])\s+")
"""What programs put before an item of a list."""

BAR = "|"

_ANSWERED = re.compile(r"(?:[^\W\d_]{1,5}\s?[:：]\s{0,3})+")
"""`Re:` and its like, in whatever language and however often."""

_SAYING = frozenset(':"?!;=>0123456789')
"""What a writer's own words may have, and no program's line."""

_KINDS = "bmp|gif|heic|jpe?g|png|svg|tiff?|webp"
_FILES = f"{_KINDS}|asc|dat|docx?|ics|p7[ms]|pdf|vcf"
_NAMED = (
    "images?|cid|inline|bild(?:er)?|picture|logo|icon|photo|foto|immagine|imagen|imagem|afbeelding|obraz|attachment|"
    "facebook|instagram|linkedin|mastodon|twitter|whatsapp|xing|youtube"
)
_ONE = (
    rf"\[(?:(?:{_NAMED})\b[^\[\]]{{0,80}}|[^\[\]]{{1,120}}(?:\.(?:{_KINDS})|\b(?:logo|icon|photo|foto|picture)))\]|"
    rf"<[\w.-]{{1,60}}\.(?:{_FILES})>"
)
_PICTURES = re.compile(rf"(?:(?:{_ONE})(?: ?<https?://[^<>\s]{{1,300}}>)? ?)+", re.IGNORECASE)
_LONGEST = 1000

_DESCRIBED = (
    "description automatically generated]",
    "ai-generated content may be incorrect.]",
    "automatisch generierte beschreibung]",
    "ki-generierte inhalte können fehlerhaft sein.]",
    "description générée automatiquement]",
    "descripción generada automáticamente]",
    "descrizione generata automaticamente]",
    "automatisch gegenereerde beschrijving]",
    "descrição gerada automaticamente]",
)
"""How a description ends that Outlook made of a picture."""

_MOST_DESCRIBED = 4
"""Over so many lines it may go, an empty one among them."""


def is_quoted(line: str) -> bool:
    """Does the line begin with the quote mark?"""
    return line.lstrip().startswith(">")


def is_said_by_others(line: str) -> bool:
    """Does the line begin with the bar that our own letters put before words of others, whatever quotes it?"""
    return unquoted(line).lstrip().startswith(BAR)


def unquoted(line: str) -> str:
    """The line without its quote marks and the one space behind them."""
    found = _QUOTING.match(line)
    return line[found.end() :].removeprefix(" ") if found else line


def bare(line: str) -> str:
    """The words of a line as they stood on a page: without where links lead, and without the mark of a list's item."""
    if "@" in line:
        line = _LINK.sub("", _NAMED_LINK.sub(r"\1 ", line))
    found = _ITEM.match(line)
    return line[found.end() :] if found else line


def taps(line: str) -> list[str]:
    """The orders in links of ours that open an answer; nobody writes such a line themselves."""
    return [unquote(body).partition("\r\n")[0] for body in _TAP.findall(line)] if "body=" in line else []


def is_footer(line: str) -> bool:
    """`Sent from my telephone`, in any language: one short line, with nothing of the writer's in it."""
    if is_picture(line.strip()):
        return True
    text, link, target = line.strip().lower().replace("’", "'").partition("<http")
    text = text.strip()
    if link and "outlook" in text and "://aka.ms/" in target:
        return True
    if not 0 < len(text) <= 90:
        return False
    if any(name in text for name in PRODUCTS) and len(text) <= 40 and not set(text) & _SAYING:
        return True
    if text.startswith(FOOTERS) and "," not in text:
        return True
    likely = text.startswith(FOOTERS + LIKELY_FOOTERS) or text.rstrip(".").endswith(FOOTER_ENDS)
    return likely and any(device in text for device in DEVICES)


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


def is_separator(line: str) -> bool:
    """What stands above the head of a quoted letter: a ruler, or words between dashes in whatever language."""
    if is_forwarded(line):
        return False
    core, dashes = _between_dashes(line)
    return is_ruler(line) or core in ORIGINAL or (dashes and bool(core) and line.rstrip().endswith(("--", "==", "__")))


def is_list_footer(line: str) -> bool:
    """The line below the ruler that a mailing list's program draws: `Games mailing list`."""
    return line.strip().lower().endswith(("mailing list", "mailing-liste", "mailinglist", "mailingliste"))


def foreign_mark(line: str) -> str:
    """What some programs put before a quoted line in place of `>`: a bar, a writer's name; '' if nothing."""
    found = _FOREIGN.match(line)
    return found.group(1) if found else ""


def is_ruler(line: str) -> bool:
    """A line of dashes or underscores, as Outlook draws above what it quotes."""
    text = line.strip()
    return len(text) >= 8 and not text.strip("_-–—")


def bare_subject(subject: str) -> str:
    """A subject without `Re:` and its like, for comparison."""
    return " ".join(without_answer_marks(subject).casefold().split())


def without_answer_marks(subject: str) -> str:
    """A subject without `Re:` and its like."""
    answered = _ANSWERED.match(subject)
    return subject[answered.end() if answered else 0 :].strip()


def is_picture(text: str) -> bool:
    """Say whether a line has pictures and where they lead, and nothing else."""
    return text[:1] in ("[", "<") and len(text) <= _LONGEST and _PICTURES.fullmatch(text) is not None


def described(lines: Sequence[str]) -> set[int]:
    """Return the numbers of the lines in which a program describes pictures, from bracket to bracket."""
    found: set[int] = set()
    for last, line in enumerate(lines):
        if not line[-80:].strip().lower().endswith(_DESCRIBED):
            continue
        for first in range(last, max(last - _MOST_DESCRIBED, -1), -1):
            text = lines[first].strip()
            if text.startswith("[") and "]" not in text[:-1]:
                found.update(range(first, last + 1))
                break
    return found


_FINERY = str.maketrans({"–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": ".", "*": None})
_RUNS = re.compile(r"--+|==+|__+|\.\.+|~~+")
_SHORT = 120

_BETWEEN = re.compile(r"[\W_]+")
_SMALL = {number: chr(number).lower() if chr(number).isalnum() else None for number in range(128)}
"""What becomes of each ASCII sign in a line reduced to its letters and digits."""

_LINE = 200
"""Texts as long as lines mostly are, and no longer ones, are remembered."""


def key(text: str) -> str:
    """A line reduced to what no mail program changes; short ones are remembered, for they are asked for again."""
    return _short_key(text) if len(text) <= _SHORT else _key(text)


def _key(text: str) -> str:
    found = "".join(text.split())
    found = found.lower().replace("*", "") if found.isascii() else found.casefold().translate(_FINERY)
    return _RUNS.sub(lambda run: run[0][0], found)


_short_key = lru_cache(2048)(_key)


def keys_of(lines: Iterable[str]) -> list[str]:
    """What lines are known by, but for blank ones."""
    return [found for line in lines if (found := key(line))]


def letters(text: str) -> str:
    """Reduce a text to its letters and digits, one for one in small ones where that can be."""
    return _of_line(text) if len(text) <= _LINE else _reduced(text)


@lru_cache(4096)
def _of_line(text: str) -> str:
    """Reduce a line, which is wanted a dozen times while one answer is read."""
    return _reduced(text)


def _reduced(text: str) -> str:
    if text.isascii():
        return text.translate(_SMALL)
    return "".join(letter.lower()[:1] for letter in _BETWEEN.sub("", text))


class Text(tuple[str, ...]):
    """The lines of a text; what is read off all of them is worked out when it is first wanted, and once."""

    @classmethod
    def of(cls, lines: Iterable[str]) -> Self:
        """The text that has these lines; one that is a text stays what it is, with all that was read off it."""
        return lines if isinstance(lines, cls) else cls(lines)

    @cached_property
    def quoted(self) -> list[bool]:
        """Whether each line begins with the quote mark."""
        return list(map(is_quoted, self))

    @cached_property
    def unquoted(self) -> Self:
        """The lines without their quote marks."""
        return self._with(map(unquoted, self))

    @cached_property
    def bare(self) -> Self:
        """Their words as they stood on a page."""
        return self._with(map(bare, self))

    @cached_property
    def keys(self) -> list[str]:
        """What each line is known by."""
        return [_short_key(line) if len(line) <= _SHORT else _key(line) for line in self]

    @cached_property
    def letters(self) -> list[str]:
        """The letters and digits of each line."""
        return [_of_line(line) if len(line) <= _LINE else _reduced(line) for line in self]

    @cached_property
    def row(self) -> str:
        """All of them, one behind the other."""
        return "".join(self.letters)

    @cached_property
    def reached(self) -> list[int]:
        """Where in the row each line ends."""
        return list(accumulate(map(len, self.letters)))

    def each(self, done: Callable[[str], Sequence[str]], to: Callable[[str], bool]) -> Self:
        """The text with something done to each unmarked line to which it may be; what comes of it takes its place."""
        found: list[str] = []
        for line, quoted in zip(self, self.quoted, strict=True):
            found += [line] if quoted or not to(line) else done(line)
        return self._with(found)

    def _with(self, lines: Iterable[str]) -> Self:
        """Another text, or this one if it has the same lines."""
        other = type(self)(lines)
        return self if other == self else other


@lru_cache(maxsize=4)
def sent(letter: tuple[str, ...]) -> Text:
    """The text of a letter of ours, which is wanted again for each part of an answer to it."""
    return Text(letter)
