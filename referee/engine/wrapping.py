"""What stands on several lines of a letter: put together where that is sure, else refused as a whole.

Mail programs break long lines, people write an order under its heading or its second half below the first.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice, takewhile
from typing import NamedTuple

from referee.engine import talk
from referee.engine.commands import Command, Press
from referee.engine.intent import is_like_an_order
from referee.engine.lexicon import first_word, split
from referee.engine.orders import Grammar, Order
from referee.engine.sheet import Heard, Line, unreadable
from referee.engine.trimmings import bare

FULL_STOPS = (".", "..")
"""What stands by itself below words of several lines; some clients double it on its way, as SMTP has it (RFC 5321)."""

SHORTEST, LONGEST = 50, 100
"""A line that a program broke has about as many characters; one that is longer shows that it breaks none."""

WIDTH = 68
"""No program breaks a line before a word with which it would have no more characters."""

MOST = 6
"""So many lines one order has at most; none may have so many characters."""

HEADING = re.compile(r"(STANDING|CANCEL|TURN\s+\d+)(?:\s+ORDERS?)?\s*[:.]?", re.IGNORECASE)
"""What stands before an order, on a line of its own."""

WANTING = frozenset(
    """
    WITH AND OR THEN ELSE OTHERWISE TO FROM AT IF ON OF FOR AGAINST IN BY AS THE AN UNLESS WHEN WHILE UNTIL NOT BUT
    MOST LEAST , : + & > < >= <= = ( -
    """.split()
)
"""Words and marks behind which something is wanted."""

JOINING = frozenset({"THEN", "ELSE", "OTHERWISE"})
"""Words that stand within an order and never begin or end one."""

WITHIN = frozenset({"WITH", "AND", "OR", "UNLESS", "AGAINST", "AT"})
"""Words with which no order begins."""

OTHER_HALF = frozenset({"ELSE", "OTHERWISE"})

TRIED = 4
"""So many words are tried: of the next line behind an order, and of a condition for one that begins with them."""


class Doubt(NamedTuple):
    """Why nobody knows what several lines mean, and how they are written so that one does."""

    problem: str
    hint: str


BROKEN = Doubt(
    "These lines look like one order that a mail program broke in two, and I cannot tell which;",
    "write it on one line, or with an empty line where it ends.",
)
LISTED = Doubt(
    "I cannot tell whether the lines below this one are all for it, so I used none;", "write it on one line."
)
HEADED = Doubt(
    "I cannot tell which of these orders the first line is for, so I used none;",
    "write it before each of them, on the same line.",
)


def whole(text: str, below: deque[str], more: Callable[[str], bool]) -> str:
    """Return a line with those below that it was broken into, and take them from ``below``.

    One is taken if its first word had no room above, no empty line stands between, and ``more`` says that it may be
    more of the same words: what may be an order by itself must never become part of a letter to somebody else.
    """
    pieces, last = [text], text
    while below and (following := below[0].strip()) and is_full(last, following) and more(following):
        pieces.append(following)
        last = following
        below.popleft()
    return " ".join(pieces)


def is_full(line: str, following: str) -> bool:
    """Say whether a line looks as if a program broke it before the first word of the next."""
    length = len(line.rstrip())
    return SHORTEST <= length <= LONGEST and length + 1 + len(following.split(maxsplit=1)[0]) > WIDTH


class LineQueue(deque[str]):
    """The lines of a letter that are still to be read, whoever wrote it.

    ``paragraph`` counts the empty lines so far. It knows without looking whether words among them have an end.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(lines)
        self.paragraph = 0
        self._stops = sum(map(_is_full_stop, self))

    def following(self) -> str:
        """Take the next line that says something, without the blanks around it; '' where none does any more."""
        while self:
            if text := self.popleft().strip():
                return text
            self.paragraph += 1
        return ""

    @property
    def closed(self) -> bool:
        """Whether a line with a single full stop follows."""
        return self._stops > 0

    def words(self, may_go_on: Callable[[str], bool], *, apart: bool) -> int:
        """Say how many of the next lines are words that go on, if they may behind empty lines that stand ``apart``."""
        count = 0
        for number, line in enumerate(self, 1):
            if line.strip():
                if not may_go_on(line.strip()):
                    break
                count = number
            elif not apart:
                break
        return count

    def is_stop(self, at: int) -> bool:
        """Say whether a full stop follows behind so many lines and perhaps some empty ones."""
        return next((_is_full_stop(line) for line in islice(self, at, None) if line.strip()), False)

    def taken(self, count: int) -> list[str]:
        """Take so many lines, and return those that say something."""
        said = [self.popleft().strip() for _ in range(count)]
        self.paragraph += said.count("")
        return [line for line in said if line]

    def popleft(self) -> str:
        """Take the next line."""
        line = super().popleft()
        self._stops -= _is_full_stop(line)
        return line


def _is_full_stop(line: str) -> bool:
    return line.strip() in FULL_STOPS


def until_full_stop(todo: deque[str]) -> str:
    """Take lines up to one with a single full stop, and return them."""
    said: list[str] = []
    while todo:
        line = todo.popleft()
        if _is_full_stop(line):
            break
        said.append(line.rstrip())
    return "\n".join(said).strip("\n")


class Pieced(NamedTuple):
    """An order put together, and why that is not sure, if so: then none of it may count."""

    text: str
    doubt: Doubt | None = None


def pieced(text: str, below: deque[str], parse: Callable[[str], Order | None], more: Callable[[str], bool]) -> Pieced:
    """Put an order together with the lines it was broken into, and take those from ``below``.

    ``parse`` reads a text, ``more`` says whether a line is no order or command, nor nearly one. A line
    that is none by itself and is one with those below it takes them. One that is an order goes on if it is one still,
    and is as long as a program's lines are or a word like ELSE joins them. If only the next line's first words fit, or
    a line wants more and what stands below is no good end of it, nobody knows what was meant.
    """

    def reads(whole: str) -> bool:
        found = parse(whole)
        return found is not None and not isinstance(found, Command)

    if not below or not may_be_broken(text, below[0]):
        return Pieced(text)
    lines = _paragraph(text, below)
    if text.rstrip()[-1:] == ":":
        lines[1:] = map(bare, lines[1:])
        listed = list(takewhile(lambda line: reads(f"{text} {line}") and not wants_more(line), lines[1:]))
        if len(listed) > 1:
            return _taken(lines[: len(listed) + 1], below, doubt=LISTED)
    alone = reads(text)
    if len(lines) == 1 or (not alone and parse(text) is not None):
        return Pieced(text)
    count = _whole(lines, parse, reads, more) if alone else _first_whole(lines, reads)
    if count > 1:
        return _taken(lines[:count], below)
    if alone:
        goes_on = is_full(text, lines[1]) and more(lines[1]) and _begins_to_fit(text, lines[1], reads)
        lists_on = is_open_list(text) and reads(" ".join(lines[:2]))  # and the second is an order by itself
        torn = goes_on or lists_on or _is_other_half(text, lines[1])
    else:
        torn = wants_more(text) and reads(lines[1])
    return _taken(lines[:2], below, doubt=BROKEN) if torn else Pieced(text)


def heading(text: str) -> str:
    """Return what a line says that has only what stands before an order: *TURN 5*; or ''."""
    found = HEADING.fullmatch(bare(text))
    return " ".join(found[1].upper().split()) if found else ""


def headed(said: str, below: deque[str], meant: Callable[[str], bool], whole: Callable[[str], Pieced]) -> Pieced:
    """Put such words together with the order right below them, and take that from ``below``.

    ``meant`` says whether a line is an order, or nearly one; ``whole`` puts it together with the lines that it was
    broken into. Above several in one paragraph they may be for one or for all.
    """
    found: list[Pieced] = []
    while below and below[0].strip() and meant(below[0].strip()):
        found.append(whole(bare(below.popleft().strip())))
    if len(found) == 1:
        return Pieced(f"{said} {found[0].text}", found[0].doubt)
    return Pieced(" / ".join([said, *(one.text for one in found)]), HEADED)


def is_comment(line: str) -> bool:
    """Say whether a line is only a comment; ``#2`` before an order is its number."""
    return line.lstrip().startswith("#") and not first_word(bare(line.strip()))


def comments(below: deque[str]) -> list[str]:
    """Take the comments out of the paragraph that comes next, and return them."""
    end = next((n for n, line in enumerate(below) if not line.strip()), len(below))
    paragraph = [below.popleft() for _ in range(end)]
    found = [line for line in paragraph if is_comment(line)]
    below.extendleft(line for line in reversed(paragraph) if line not in found)
    return found


def wants_more(text: str) -> bool:
    """Say whether a line ends in a word or a mark behind which something is wanted."""
    words = split(text)
    return bool(words) and (words[-1].text in WANTING or text.rstrip()[-1:] in WANTING)


def is_open_list(text: str) -> bool:
    """Say whether a line ends as a list does that goes on."""
    words = split(text)
    return bool(words) and words[-1].text in (",", "AND", "OR")


def may_be_broken(text: str, following: str) -> bool:
    """Say whether a line is perhaps not all of what was written in it; a cheap look, to begin with."""
    said = following.strip()
    if not said:
        return False
    within = first_word(said) in (*WITHIN, "IF")
    return within or wants_more(text) or is_full(text, said) or _are_joined(text, said)


def _are_joined(text: str, following: str) -> bool:
    """Say whether a word like ELSE stands where one line ends and the next begins."""
    return first_word(following) in JOINING or any(word.text in JOINING for word in split(text)[-1:])


def _is_other_half(text: str, following: str) -> bool:
    """Say whether the next line says what holds if the condition of this one does not."""
    return first_word(following) in OTHER_HALF and any(word.text == "IF" for word in split(text))


def _paragraph(text: str, below: deque[str]) -> list[str]:
    """A line and those right below it, as far as one order can reach."""
    lines = [text]
    for line in below:
        if not line.strip() or len(lines) == MOST:
            break
        lines.append(line.strip())
    return lines


def _whole(
    lines: list[str], parse: Callable[[str], Order | None], reads: Callable[[str], bool], more: Callable[[str], bool]
) -> int:
    """How many lines an order has that could end with its first.

    Where a line wants more, one that is neither order nor command by itself may go on with it though it begins as one.
    """

    def goes_on(above: str, line: str) -> bool:
        word = first_word(line)
        wanted = wants_more(above) or word in WITHIN or (word == "IF" and line is lines[-1])  # it may begin one, too
        return more(line) or (wanted and parse(line) is None) or _are_joined(above, line)

    return _reach(lines, 1, reads, goes_on)


def _first_whole(lines: list[str], reads: Callable[[str], bool]) -> int:
    """How many lines make an order of one that is none by itself, or 1.

    It goes on below where it could end, but not with what is an order by itself, unless a word like ELSE joins that.
    """
    for number in range(1, len(lines)):
        if not may_be_broken(lines[number - 1], lines[number]):
            break
        if reads(" ".join(lines[: number + 1])):
            return _reach(lines, number + 1, reads, lambda above, line: _are_joined(above, line) or not reads(line))
    return 1


def _reach(lines: list[str], count: int, reads: Callable[[str], bool], goes_on: Callable[[str, str], bool]) -> int:
    """How many lines are one order, of which the first ones are, as far as each that follows ``goes_on`` with it."""
    last = count
    for number in range(count, len(lines)):
        above, line = lines[number - 1], lines[number]
        if not may_be_broken(above, line) or not goes_on(above, line):
            break
        if reads(" ".join(lines[: number + 1])):
            last = number + 1
    return last


def _begins_to_fit(text: str, following: str, reads: Callable[[str], bool]) -> bool:
    """Say whether the first words of the next line would be more of an order, though not all of them are."""
    words = following.split()[: TRIED + 1]
    return any(reads(" ".join([text, *words[:count]])) for count in range(1, min(len(words), TRIED + 1)))


def _taken(lines: list[str], below: deque[str], *, doubt: Doubt | None = None) -> Pieced:
    for _ in lines[1:]:
        below.popleft()
    return Pieced(" ".join(lines), doubt)


class Undelivered:
    """Answers the lines below a TO of one line that were perhaps meant as more of its words."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.press: Press | None = None
        self.begun = False
        self.told = False
        self.paragraph = 0

    def look(self, line: Line, paragraph: int, *, one_line: bool) -> Line:
        """Take in the next line; return it, or what is said of words that nobody was sent.

        Below a farewell that stands apart from them there are none.
        """
        if isinstance(line.order, Press):
            short = one_line and "\n" not in line.order.text
            self.press, self.told, self.paragraph = (line.order if short else None), False, paragraph
            return line
        if self.press is None or not first_word(line.text):
            return line
        if line.heard not in (Heard.CHATTER, Heard.UNREADABLE):
            self.press = (line.heard is Heard.COMMENT and self.press) or None
            return line
        if line.heard is Heard.UNREADABLE and is_like_an_order(self.grammar, line.text):
            return line
        words = [word.text for word in split(line.text)]
        if line.heard is Heard.CHATTER and talk.takes_leave(words, apart=paragraph != self.paragraph):
            self.press = self.press if paragraph == self.paragraph else None
            return line
        if self.told:
            return unreadable(line.text, "This line was not delivered either.", "")
        self.told = True
        names = ", ".join(self.press.addressees)
        hint = f"For several lines write TO {names}: alone, then your lines, then a single full stop."
        return unreadable(line.text, "Only the line that begins with TO was delivered.", hint)
