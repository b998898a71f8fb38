"""What a turn's letters say when it was adjudicated anew: why, and what each reader was told otherwise before.

The difference is made from the reader's own two letters and from nothing else, so it can tell them nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from referee.engine.audience import Seat
from referee.engine.sheet import OnFile
from referee.engine.values import value
from referee.reports.pages import NewsletterPage, ReportPage
from referee.reports.parts import Kind, Letter
from referee.service.post.post import Post
from referee.store import orders, reports, rollbacks

if TYPE_CHECKING:
    from referee.reports.writer import Writer

SECTIONS = (
    "HOW IT ENDED", "WHAT YOU HOLD", "WHAT ONLY YOU KNOW", "WHAT HAPPENED", "WHAT HAPPENED TO YOU",
    "WHERE EVERYBODY STANDS",
)  # fmt: skip
"""The headings that may come first of what tells a step."""

ASIDE = (
    "You had orders on file for turn {step} before the turn was taken back: {lines}. They are kept, but do not count "
    "until you answer CONFIRM ORDERS, or send new ones."
)

MOST_LISTED = 24

TOO_MANY = "  More than a list would show: please read all of this as new."


@value
class Anew:
    """Why a step is adjudicated once more (or nothing), what was told of it before, and orders that were set aside.

    ``before`` are the reports by reader, with the lines of their forms, and ``issues`` the texts of the newsletters.
    """

    why: str = ""
    before: dict[Seat, tuple[str, Sequence[str]]] = field(default_factory=dict)
    issues: dict[Seat, str] = field(default_factory=dict)
    aside: dict[Seat, OnFile] = field(default_factory=dict)

    @classmethod
    def of(cls, post: Post, step: int) -> Anew:
        """Look up what a step's letters need; nothing, if it is adjudicated for the first time."""
        tx, game = post.tx, post.game.id
        aside = orders.aside(tx, game, step + 1)
        if not post.game.anew:
            return cls(aside=aside)
        letters = reports.of_step(tx, game, step)
        issues = {Seat(one.seat): one.body for one in letters if one.kind == Kind.NEWSLETTER.value}
        return cls(post.game.anew, rollbacks.last_told(tx, game, step), issues, aside)

    def words_to(self, seat: Seat, next_step: int) -> tuple[str, ...]:
        """Say to a seat which of its orders for the next turn wait for its player's word."""
        lines = kept_lines(self.aside.get(seat), next_step)
        return (ASIDE.format(step=next_step, lines="; ".join(lines)),) if lines else ()

    def write(self, writer: Writer, page: ReportPage) -> Letter:
        """Write a report; of a turn adjudicated anew with its reason, and what differs from the earlier report."""
        if not self.why:
            return writer.write(page)
        page = replace(page, rerun=self.why)
        before = self.before.get(page.head.seat)
        if before is None:
            return writer.write(page)
        fresh = writer.write(page)
        form = (fresh.form.begin,) if fresh.form else ()
        return writer.write(replace(page, differs=differences(story(*before), story(fresh.body, form))))

    def issue(self, writer: Writer, page: NewsletterPage, reader: Seat) -> Letter:
        """Write the newsletter for a reader; of a turn adjudicated anew with what differs from the one they had."""
        fresh, before = writer.write(page), self.issues.get(reader)
        if not self.why or before is None:
            return fresh
        return writer.write(replace(page, differs=differences(story(before, ()), story(fresh.body, ()))))


def kept_lines(file: OnFile | None, step: int) -> tuple[str, ...]:
    """Return what was on file for a step and was set aside: its own lines, then what stands."""
    return () if file is None else file.lines(step)


def story(body: str, form: Sequence[str]) -> list[str]:
    """Return the lines of a report that tell what happened and how things stand: no headings, no form, nothing else."""
    lines = body.splitlines()
    begin = next((n for n, line in enumerate(lines) if line.strip() in SECTIONS), len(lines))
    end = len(lines)
    if form:
        end = next((n for n, line in enumerate(lines) if line.strip() == form[0].strip()), end)
        end = max((n for n in range(begin, end) if not lines[n].strip()), default=end)
    return [line for line in lines[begin:end] if line.startswith(" ") and line.strip()]


def differences(then: Sequence[str], now: Sequence[str]) -> list[str]:
    """List the lines that are only in one of two texts, those of the earlier one first at each place, if they are few.

    Nobody finds anything in a list that is as long as the letter below it.
    """
    found = list(_differences(then, now))
    return found if len(found) <= MOST_LISTED else [TOO_MANY]


def _differences(then: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    for tag, a, b, c, d in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from (_marked("-", line) for line in then[a:b])
            yield from (_marked("+", line) for line in now[c:d])


def _marked(mark: str, line: str) -> str:
    """Put a mark into the margin that every line of a section has."""
    return f"  {mark} {line.removeprefix('  ')}"
