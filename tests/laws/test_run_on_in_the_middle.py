"""A quotation that begins in the middle of our letter, ran on and was wrapped anew: nothing of it was written now."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from referee.engine.audience import Seat
from referee.mail.beside import both
from referee.mail.form import Form
from referee.mail.quoting import Label
from referee.reports.html import page_lines
from referee.reports.parts import Letter
from tests.laws.played import PLAYED, played, post

WORDS = ("Sure, fine.", "TO Zelda: let us talk", "WAIT")
FEWEST = 10
"""With so few lines of ours to the end of the letter a line or two may be all that is known; the guard of words to
others still knows each sentence."""


def letters(slug: str) -> Iterator[Letter]:
    """Reports of the first turns of some games, to one seat each."""
    for number in range(3):
        for step in played(slug, number).steps[:3]:
            seats = step.after.setup.seats
            yield post(slug).report(step.after, Seat(seats[step.after.step % len(seats)]))


def form_of(letter: Letter) -> Form:
    """All that is known of a letter of ours that is answered."""
    page, lines, own = tuple(page_lines(letter.document)), tuple(letter.body.split("\n")), letter.form
    return Form("", (), "", lines, page) if own is None else Form(own.begin, own.lines, own.end, lines, page)


def answers(letter: Letter) -> Iterator[tuple[str, str, list[str]]]:
    """What was written, what stands between that and the quotation, and the lines of the answer."""
    lines = letter.body.split("\n")
    filled = [n for n, line in enumerate(lines) if line.strip()]
    for count, number in enumerate(filled[3:-FEWEST:3]):
        words, between, width = WORDS[count % 3], (" ", "\n", "\n\n")[count // 3 % 3], (60, 66, 72, 76, 78)[count % 5]
        flat = " ".join(" ".join(lines[number:]).split())
        above, *below = f"{words}{between}{flat}".split("\n")
        wrapped = (textwrap.wrap(one, width, break_on_hyphens=False) or [""] for one in (above, *below))
        yield words, between, [line for part in wrapped for line in part]


@PLAYED
def test_nothing_counts_of_a_quotation_that_begins_anywhere_in_our_letter(slug: str) -> None:
    wrong, tried = [], 0
    for letter in letters(slug):
        form = form_of(letter)
        for words, between, lines in answers(letter):
            found = both(b"", lines=tuple(lines), other=(), form=form, own=(), subject="", names=())
            new = [line.text for line in found.lines if line.label is Label.NEW]
            tried += 1
            if new != [words] and not (new == [] and between == " " and found.told):
                wrong.append((words, between, new, lines))

    assert tried > 20
    assert wrong == []


LEAD = "On Monday, November 23, 2026 at 05:32:41 AM GMT, The Referee <referee@referee.test> wrote:"


def unwrapped(lines: list[str]) -> list[str]:
    """Our lines as some programs write them: paragraphs at the margin each in one line, all else as it was."""
    found: list[str] = []
    for line in lines:
        if found and line and found[-1] and not line.startswith(" ") and not found[-1].startswith((" ", "-", "=")):
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


@PLAYED
def test_no_doubt_is_left_where_our_letter_stands_as_it_was(slug: str) -> None:
    wrong = []
    for letter in letters(slug):
        form, body = form_of(letter), letter.body.split("\n")
        for quoted in (body, unwrapped(body)):
            lines = ("Sure, fine.", "", LEAD, "", *quoted)
            found = both(b"", lines=lines, other=(), form=form, own=("referee@referee.test",), subject="", names=())
            doubted = [line.text for line in found.lines if line.label is Label.RUN_ON]
            if doubted or found.told:
                wrong.append((doubted, found.told))

    assert wrong == []
