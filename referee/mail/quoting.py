"""Which lines of a letter were written now: every line gets a label and none is dropped.

Reply-stripping libraries lose orders or let quoted ones through, and hang on hostile bodies; a referee must be
able to say of each line why it did not count. One pass over the lines; no pattern spans two of them.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from itertools import pairwise, takewhile

from .disclaimers import at_the_foot
from .form import Form, Found, find
from .leads import Lead, Weight, ends_lead, head_at, is_marked_lead, lead
from .lines import (
    Text,
    bare_subject,
    described,
    foreign_mark,
    is_footer,
    is_forwarded,
    is_list_footer,
    is_original,
    is_ruler,
    is_said_by_others,
    is_separator,
    letters,
)
from .own_lines import ends, next_filled, ours, tapped
from .runon import parted
from .text import OURS, PART, RUN_ON, STRUCK

__all__ = ["Form", "Label", "Labelled", "classify", "written"]

_TAG = re.compile(r"\s{0,8}\[([^\[\]]{1,60})\]:?\s+(\S.*)")


class Label(StrEnum):
    """What a line of a letter is; only `new` ones were written now."""

    NEW = "new"
    BLANK = "blank"
    QUOTED = "quoted"
    ATTRIBUTION = "attribution"
    HEADER = "header"
    SIGNATURE = "signature"
    FOOTER = "footer"
    FORWARDED = "forwarded"
    FORM = "form"
    STRUCK = "struck out"
    RUN_ON = "run on"


_ALONE = {STRUCK: Label.STRUCK, RUN_ON: Label.RUN_ON, OURS: Label.QUOTED}
"""What a line is by its first sign."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One line; a new one inside our form is given without its quote marks."""

    text: str
    label: Label


class _State(Enum):
    """What the lines above make of an unmarked line."""

    OPEN = auto()
    SIGNATURE = auto()
    OLD = auto()
    FORWARDED = auto()


_UNMARKED = {
    _State.OPEN: Label.NEW,
    _State.SIGNATURE: Label.SIGNATURE,
    _State.OLD: Label.QUOTED,
    _State.FORWARDED: Label.FORWARDED,
}


def classify(
    lines: Sequence[str],
    *,
    form: Form | None = None,
    own: Collection[str] = (),
    subject: str = "",
    names: Collection[str] = (),
    whole: bool = False,
) -> list[Labelled]:
    """Label every line, in order. `form` is the one this letter answers, `own` are our own addresses.

    `subject` is the letter's: by it the head of the letter that is answered is known in any language.
    `names` are what its writer is called; some programs put that before answers between quoted lines. `whole` says
    that none of the lines runs on into a quotation (`runon.parted`).
    """
    known = _Context(form, frozenset(address.lower() for address in own if address), bare_subject(subject), names)
    lines = lines if whole or form is None else parted(lines, form, own)
    if PART not in lines:
        return _labelled(lines, known)
    labelled: list[Labelled] = []
    start = 0
    for number, line in enumerate([*lines, PART]):
        if line == PART:
            labelled += _labelled(lines[start:number], known)
            labelled += [Labelled(line, Label.BLANK)] * (number < len(lines))
            start = number + 1
    return labelled


def written(labelled: Sequence[Labelled]) -> list[str]:
    """The lines that were written now, with an empty one wherever anything else stands between two of them."""
    found: list[str] = []
    for line in labelled:
        if line.label is Label.NEW:
            found.append(line.text)
        elif found and found[-1]:
            found.append("")
    return found if not found or found[-1] else found[:-1]


@dataclass(frozen=True, slots=True)
class _Context:
    """What is known of the letter besides its lines."""

    form: Form | None
    own: Collection[str]
    subject: str
    names: Collection[str] = ()


def _labelled(lines: Sequence[str], known: _Context) -> list[Labelled]:
    """Label one text; what was struck out, or may hold a quotation, bears on nothing else in it.

    What was set apart as ours says of a line beside it that it followed in our letter.
    """
    if not any(line[:1] in _ALONE for line in lines):
        return _Part(Text.of(lines), known).labelled()
    shown = Text("" if line[:1] in _ALONE else line for line in lines)
    said = Text(line[1:] if line[:1] == OURS else one for line, one in zip(lines, shown, strict=True))
    return [
        Labelled(line[1:], _ALONE[line[0]]) if line[:1] in _ALONE else found
        for line, found in zip(lines, _Part(shown, known, said).labelled(), strict=True)
    ]


class _Part:
    """One text, from its beginning."""

    def __init__(self, lines: Text, known: _Context, said: Text | None = None) -> None:
        self.lines = lines
        form = known.form
        self.marked = {n for n, quoted in enumerate(lines.quoted) if quoted and is_marked_lead(lines[n])}
        self.quoted = [quoted and n not in self.marked for n, quoted in enumerate(lines.quoted)]
        self.following = next_filled(lines)
        self.foreign = [foreign_mark(line) for line in lines]
        self.form = find(lines, form) if form is not None else {}
        self.ours = ours(said or lines, form) if form is not None and form.letter else set[int]()
        self.tapped = tapped(lines)
        self.tagged = _tagged(lines, known)
        self.described = described(lines)
        self.ends = ends(lines, form) if form is not None else set[int]()
        self.blocks = self._find_blocks(known)
        self.leads = self._believable(self._find_leads(known.own))
        self._mark_foreign()
        self.last_quoted = max((n for n, quoted in enumerate(self.quoted) if quoted), default=-1)
        self.state = _State.OPEN
        self.written = False
        self.result: list[Labelled] = []

    def labelled(self) -> list[Labelled]:
        """A label for each line."""
        while (at := len(self.result)) < len(self.lines):
            if at in self.ends and self.state is _State.OLD:
                self.state = _State.OPEN
            if not self._span(at):
                self.result.append(self._one(at))
            self.written = self.written or self.result[-1].label is Label.NEW
        new = [found.label is Label.NEW and n not in self.form for n, found in enumerate(self.result)]
        for number in at_the_foot(self.lines, new):
            self.result[number] = Labelled(self.lines[number], Label.SIGNATURE)
        return self.result

    def _span(self, at: int) -> bool:
        """Take several lines at once: an attribution or a block of headers, and what they mean for those below."""
        if self.state in (_State.OLD, _State.FORWARDED) or at in self.form:
            return False
        if (end := self.blocks.get(at)) is not None:
            self._take(at, end, Label.HEADER)
            self.state = _State.OPEN if self._is_quoted_at(self.following[end]) else _State.OLD
            return True
        if (end := self.leads.get(at)) is not None:
            self._take(at, end, Label.ATTRIBUTION)
            self.state = _State.OPEN if self._marks_quotes(end) else _State.OLD
            return True
        return False

    def _marks_quotes(self, after: int) -> bool:
        """Does the program mark what it quotes? Then unmarked lines below an attribution are answers to it.

        It does if quotes follow at once; or further down, where nothing was written above: an answer may stand
        between attribution and quote, but one who wrote on top did not go on below.
        """
        following = self.following[after]
        if self._is_quoted_at(following) or following in self.form:
            return self._is_quoted_at(following)
        return not self.written and self.last_quoted >= after

    def _is_quoted_at(self, number: int) -> bool:
        """Does a line with a quote mark stand there?"""
        return number < len(self.lines) and self.quoted[number]

    def _take(self, at: int, end: int, label: Label) -> None:
        for line in self.lines[at:end]:
            self.result.append(Labelled(line, label if line.strip() else Label.BLANK))

    def _one(self, at: int) -> Labelled:
        """The label of a single line."""
        line = self.lines[at]
        if not line.strip():
            return Labelled(line, Label.BLANK)
        if self.state is _State.FORWARDED:
            return Labelled(line, Label.FORWARDED)
        if (found := self.form.get(at)) is not None:
            return self._of_form(at, found)
        if self.quoted[at]:
            return self._of_quote(at)
        if is_said_by_others(line) or at in self.tapped:
            return Labelled(line, Label.QUOTED)
        if (answer := self.tagged.get(at)) is not None:
            return Labelled(answer, Label.NEW)
        if self.state is not _State.OLD and (label := self._turn(line, at)) is not None:
            return Labelled(line, label)
        if at in self.ours and self.state is _State.OPEN:
            return Labelled(line, Label.QUOTED)
        if is_footer(line) or at in self.described:
            return Labelled(line, Label.FOOTER)
        return Labelled(line, _UNMARKED[self.state])

    def _of_form(self, at: int, found: Found) -> Labelled:
        """A line between the markers; a signature above it is over."""
        if self.state is _State.SIGNATURE:
            self.state = _State.OPEN
        if found.changed and is_said_by_others(found.text):
            return Labelled(found.text, Label.QUOTED)
        return Labelled(found.text, Label.NEW) if found.changed else Labelled(self.lines[at], Label.FORM)

    def _of_quote(self, at: int) -> Labelled:
        """A line behind a quote mark, unless a mail store put it before the word From (RFC 4155)."""
        line = self.lines[at]
        if self.state is _State.SIGNATURE:
            self.state = _State.OPEN
        alone = not any(self.quoted[near] for near in (at - 1, at + 1) if 0 <= near < len(self.lines))
        if line.startswith(">From ") and self.state is _State.OPEN and at not in self.ours and alone:
            return Labelled(line[1:], Label.NEW)
        return Labelled(line, Label.QUOTED)

    def _turn(self, line: str, at: int) -> Label | None:
        """A line after which unmarked ones mean something else."""
        if line == "-- ":
            self.state = _State.SIGNATURE
            return Label.SIGNATURE
        if is_forwarded(line):
            self.state = _State.FORWARDED
            return Label.FORWARDED
        following = self.following[at + 1]
        if is_ruler(line) and following < len(self.lines) and is_list_footer(self.lines[following]):
            self.state = _State.SIGNATURE
            return Label.SIGNATURE
        if is_original(line):
            if following not in self.leads and not self._is_quoted_at(following):
                self.state = _State.OLD
            return Label.HEADER
        return None

    def _find_leads(self, own: Collection[str]) -> list[Lead]:
        """All that could be leads, in order."""
        found: list[Lead] = []
        first = 0
        for number, line in enumerate(self.lines):
            if number in self.marked:
                found.append(Lead(number, number + 1, Weight.ADDRESSED))
            elif line.strip() and not self.quoted[number]:
                one = lead(self.lines, number, first, own, self._is_marked_below(number)) if ends_lead(line) else None
                if one is None:
                    continue
                found.append(one)
            first = number + 1
        return found

    def _quotes_at(self, number: int) -> bool:
        """Do quoted lines stand right below, but for one that is blank?"""
        following = self.following[number + 1]
        return following <= number + 2 and self._is_quoted_at(following)

    def _is_marked_below(self, number: int) -> bool:
        """Do lines stand right below that are quoted, by `>` or what a program puts in its place?"""
        following = self.following[number + 1]
        return self._quotes_at(number) or (following <= number + 2 and bool(self._foreign_below(following)))

    def _foreign_below(self, first: int) -> str:
        """What stands in for `>` in the line below a lead: initials at once, a bar in all lines down to a blank one."""
        mark = self.foreign[first] if first < len(self.lines) else ""
        if not mark or mark.endswith(">"):
            return mark
        block = takewhile(lambda n: self.lines[n].strip(), range(first, len(self.lines)))
        second = self.foreign[min(self.following[first + 1], len(self.lines) - 1)]
        return mark if second == mark or all(self.foreign[n] == mark for n in block) else ""

    def _believable(self, leads: Sequence[Lead]) -> dict[int, int]:
        """First line of each lead, and the line after its last.

        Where a program marks what it quotes, a sentence with a date and nothing marked below it is the writer's own.
        """
        marking = any(self._quotes_at(one.end - 1) for one in leads)
        return {
            one.start: one.end
            for one in leads
            if one.weight is Weight.ADDRESSED or not marking or self._quotes_at(one.end - 1)
        }

    def _mark_foreign(self) -> None:
        """Know what stands in for `>`: what marks the lines below a lead, and a writer's initials in two in a row."""
        found = {one for one, below in pairwise(self.foreign) if one == below and one.endswith(">")}
        found |= {self._foreign_below(self.following[end]) for end in self.leads.values()}
        if found := found - {""}:
            self.quoted = [was or mark in found for was, mark in zip(self.quoted, self.foreign, strict=True)]

    def _find_blocks(self, known: _Context) -> dict[int, int]:
        """First line of each block of quoted headers, with the ruler above it, and the line after its last."""
        found: dict[int, int] = {}
        above, last = -1, 0
        for number, line in enumerate(self.lines):
            if not line.strip():
                continue
            if number >= last and not self.quoted[number]:
                ruled = above >= 0 and is_separator(self.lines[above])
                end = head_at(self.lines, number, known.own, known.subject, ruled=ruled)
                if end is not None:
                    found[above if ruled else number] = last = end
            above = number
        return found


def _tagged(lines: Sequence[str], known: _Context) -> dict[int, str]:
    """What Outlook's users write into an unmarked quotation: `[Ana] WAIT`, and no line of ours has such words."""
    names = {letters(name) for name in known.names} - {""}
    found = {n: m for n, line in enumerate(lines) if names and (m := _TAG.match(line)) and letters(m[1]) in names}
    printed = letters("\n".join((*known.form.letter, *known.form.page))) if found and known.form is not None else ""
    return {n: m[2] for n, m in found.items() if letters(m[0]) not in printed}
