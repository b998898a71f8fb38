"""Whatever others write: no line of it passes for one of ours, and nothing of it was written by who quotes it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.engine.audience import GM, PUBLIC, Seat
from referee.games.elements.asks import Ruling
from referee.games.elements.events import VanityShown
from referee.games.elements.spells import Nothing
from referee.mail.clients import STYLES, Where, reply
from referee.mail.form import Form
from referee.mail.letter import read
from referee.mail.outgoing import Outgoing, wire
from referee.mail.quoting import Label, classify
from referee.reports.desk_pages import Incident
from referee.reports.html import page_lines
from referee.reports.others import barred, inline
from referee.reports.parts import Letter, Unused
from referee.reports.writer import Writer
from referee.service.turns.citations import in_letter
from tests.laws.played import played, post
from tests.reports import specimens
from tests.reports.high_card import ANA, BO, writer
from tests.reports.specimens import SPECIMENS

CODE = "K7F3M2QX"
GREETINGS = {"Hallo,", "Hallo Spielleiter,"}
SAID = "Sure, fine."

HEADINGS = (
    "WHAT HAPPENED", "WHAT HAPPENED TO YOU", "WHAT ELSE HAPPENED", "WHAT ONLY YOU KNOW", "WHERE EVERYBODY STANDS",
    "WHAT YOU HOLD", "HOW IT ENDED", "THE GAME IN SHORT",
    "YOUR ORDERS FOR TURN 6      write between the lines, or anywhere above",
)  # fmt: skip
RECEIPT = "Receipt 6-ANA-2 of tower, K7F3-M2QX-8T4D. Keep it as your proof:"
PIECES = (
    *HEADINGS, RECEIPT, "=" * 70, "-" * 66, "-" * 70, "_" * 32, "~" * 40, "word " * 13, "word", "\n", "\n\n", "\n",
    "---- orders for turn 6, from here ".ljust(66, "-"), "---- orders for turn 6, to here ".ljust(70, "-"),
    "---- orders for turn 6, from here, code K7F3M2QA ".ljust(70, "-"), "-- orders for turn 6, to here --",
    "RESIGN SEAT", "RESIGN", "LEAD HIGHEST", "ATTACK Fiona WITH ANY", "SURRENDER", "VOTE YES", "YES", "JOIN", "CLEAR",
    "EXTEND 2d", "PROCESS", "ROLLBACK 3: why", "TO Bob: take it all", "TO ALL:", ".", "END", "ADD", "STANDING PLAY 4",
    ">", "> ", "> RESIGN", ">From here RESIGN", "| RESIGN", "|", "-- ", "-----Original Message-----", "[RESIGN]",
    "*YES*", "On Fri, Nov 20, 2026 at 9:14 AM Bob <bob@players.test> wrote:", "From: Referee <referee@referee.test>",
    "Sent: Friday, November 20, 2026 9:14 AM", "To: Anna", "Subject: [Dark Tower] Turn 5", "Begin forwarded message:",
    "Sent from my iPhone", "Mailing list", '"RESIGN SEAT",', "1. RESIGN SEAT", "\x0bRESIGN\x0b", "\u2028YES\u2028",
    "\x02# What you hold", "\x02! Orders are due", "\x021\x03", "\u200bRESIGN", "\u202eRESIGN", "\x85YES",
    "ﬀ" * 34, "界" * 33,
)  # fmt: skip
"""Our own printed pieces, what mail programs print, and what would order something."""

words = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map(" ".join)
ATTACK = f"{'word ' * 13}{PIECES[PIECES.index('RESIGN SEAT') - 4]} RESIGN {'-' * 62} orders for turn 6, to here ----"


@cache
def of_high_card() -> Writer:
    """Who writes the letters of High Card."""
    with TemporaryDirectory() as folder:
        return writer(Path(folder))


def made(name: str, **fields: Any) -> Letter:
    """A specimen with other fields."""
    page: Any = SPECIMENS[name]
    return of_high_card().write(replace(page, **fields))


def vanity(text: str) -> Letter:
    """A report of Elements to somebody who is shown a Vanity of another; no order has more than one line."""
    step = played("elements", 0).steps[0]
    seats = step.after.setup.seats
    shown = VanityShown(seat=seats[0], text=" ".join(text.split()), to=PUBLIC)
    return post("elements").report(step.after, Seat(seats[1]), made=[shown])


def opened(text: str) -> Letter:
    """The last letter of a game, with a word for the seed in it."""
    return made("luck", opened=replace(specimens.OPENED, words=((ANA, "abracadabra"), (BO, " ".join(text.split())))))


LETTERS: dict[str, Callable[[str], Letter]] = {
    "press": lambda text: made("press", text=text),
    "press to all": lambda text: made("press-all", text=text),
    "words of the GM": lambda text: made("notice", text=text),
    "a ruling": lambda text: made("notice", sender="", text=f"The GM has made ruling 1:\n\n{barred(text)}"),
    "rulings cited": lambda text: made("report", notices=[f"Ruling 1 of the GM:\n\n{barred(text)}"], code=CODE),
    "a rerun": lambda text: made("report", rerun=text, code=CODE),
    "rulings listed": lambda text: made("list", lines=in_letter([("Ruling 1 (turn 4)", text)])),
    "another sender": lambda text: made("refusal-was-this-you", sender=text),
    "an invitation": lambda text: made("invitation-seated", text=text),
    "lines passed over": lambda text: made("receipt", passed_over=[Unused(text, "It stands in quoted text.")]),
    "an alarm": lambda text: made("gm_alarm", details=[f"It came from {inline(text)[:40]}."]),
    "a vanity": vanity,
    "an opened word": opened,
}
"""Every kind of letter in which words of others stand, made from these words."""


def titled(text: str) -> Letter:
    """A report of a game that is called so."""
    page: Any = SPECIMENS["report"]
    return made("report", head=replace(page.head, game=" ".join(text.split())), code=CODE)


def incidents(text: str) -> Letter:
    """What the GM is told of letters that came: whose they were, and what was in them."""
    return made("gm_turn", held=(Incident(text, datetime(2026, 11, 20, 9, 14, tzinfo=UTC), "letter 5.", text),))


PRINTED = LETTERS | {
    "a title": titled,
    "incidents": incidents,
    "an alarm in these words": lambda text: made("gm_alarm", details=[f"It came from {text}."]),
    "a letter in an alarm": lambda text: made("gm_alarm", written=text),
}
"""The same, and those in which such words stand within a sentence of ours."""


def looks_ours(line: str) -> bool:
    """Would a reader take a line for a marker, a heading, a rule or a receipt's line of ours?"""
    text = line.strip()
    return (
        re.match(r"[-\s]*-\s*orders for", text) is not None
        or (len(text) >= 5 and not text.strip("-=_~ "))
        or text in HEADINGS
        or re.match(r"Receipt \S+, \S+\. Keep", line) is not None
    )


@example(kind="an alarm in these words", text=f"{HEADINGS[-1]} {PIECES[20]} EXTEND 2d EXTEND 2d {PIECES[20]}")
@example(kind="incidents", text=f"WHAT HAPPENED {HEADINGS[-1]} WHAT ONLY YOU KNOW")
@settings(max_examples=150, deadline=None)
@given(kind=st.sampled_from(sorted(PRINTED)), text=words)
@example(kind="press", text=ATTACK)
@example(kind="a vanity", text=ATTACK)
@example(kind="an opened word", text=ATTACK)
@example(kind="a title", text="=" * 70)
@example(kind="a title", text=f"WHAT HAPPENED {'ﬀ' * 34}")
@example(kind="incidents", text=f"{'word ' * 14}{'=' * 66}")
@example(kind="incidents", text="---- orders for turn 6, from here ".ljust(66, "-"))
@example(kind="an alarm in these words", text=f"{'word ' * 14}{'=' * 66}")
@example(kind="an alarm in these words", text="word\nWHAT HAPPENED\nword")
@example(kind="a letter in an alarm", text="WHAT HAPPENED")
def test_no_words_of_others_print_as_a_line_of_ours(kind: str, text: str) -> None:
    calm, wild = PRINTED[kind]("a calm word").body, PRINTED[kind](text).body

    assert [x for x in wild.split("\n") if looks_ours(x)] == [x for x in calm.split("\n") if looks_ours(x)]
    assert wild.split("\n") == [*wild.splitlines(), ""]


def answer(letter: Letter, style: str, where: Where) -> bytes:
    """What a mail program makes of an answer to a letter of ours."""
    mail = wire(
        Outgoing(
            sender="referee@referee.test", sender_name="Referee", recipient="anna@players.test", recipient_name="Anna",
            reply_to="orders+0123456789abcdefghjkmnpq@referee.test", subject=letter.subject, body=letter.body,
            message_id="<1@referee.test>", date=datetime(2026, 11, 20, 9, 14, tzinfo=UTC),
        )
    )  # fmt: skip
    return reply(style, mail, [SAID], "Anna <anna@players.test>", where=where)


def new(lines: tuple[str, ...], form: Form | None) -> list[str]:
    """The lines that count as written now, greetings aside."""
    labelled = classify(lines, form=form, own=["referee@referee.test"])
    return [line.text.strip() for line in labelled if line.label is Label.NEW and line.text.strip() not in GREETINGS]


def form_of(letter: Letter) -> Form:
    """The form that a letter had, if it had one, and its lines."""
    lines = tuple(letter.body.split("\n"))
    own = letter.form
    return Form("", (), "", lines) if own is None else Form(own.begin, own.lines, own.end, lines)


@settings(max_examples=250, deadline=None)
@given(
    kind=st.sampled_from(sorted(LETTERS)),
    text=words,
    style=st.sampled_from(sorted(STYLES)),
    where=st.sampled_from(["above", "below"]),
    known=st.booleans(),
)
@example(kind="press", text=ATTACK, style="gmail", where="above", known=True)
@example(kind="press", text=ATTACK, style="apple", where="below", known=True)
@example(kind="a vanity", text=ATTACK, style="outlook_en", where="below", known=True)
def test_who_answers_such_a_letter_wrote_what_they_wrote_and_no_more(
    kind: str, text: str, style: str, where: Where, known: bool
) -> None:
    letter = LETTERS[kind](text)

    read_as = read(answer(letter, style, where)).lines

    assert new(read_as, form_of(letter) if known else None) == [SAID]


@settings(max_examples=100, deadline=None)
@given(
    kind=st.sampled_from(sorted(LETTERS)), text=words, at=st.integers(0, 60), mark=st.sampled_from([">", "> ", ">> "])
)
def test_nor_who_writes_in_the_middle_of_it(kind: str, text: str, at: int, mark: str) -> None:
    letter = LETTERS[kind](text)
    lines = [f"{mark}{line}".rstrip() for line in letter.body.split("\n")[:-1]]
    at = min(at, len(lines))

    answered = ("On 20/11/2026 09:14, Referee <referee@referee.test> wrote:", *lines[:at], "", SAID, "", *lines[at:])

    assert new(answered, form_of(letter)) == [SAID]


@settings(max_examples=100, deadline=None)
@given(kind=st.sampled_from(sorted(LETTERS)), text=words, width=st.integers(40, 78))
def test_nor_whose_program_wraps_it_anew(kind: str, text: str, width: int) -> None:
    letter = LETTERS[kind](text)
    lines: list[str] = []
    for line in letter.body.split("\n")[:-1]:
        first, *more = wrapped_by_a_program(f"> {line}".rstrip(), width)
        lines += [first, *more]

    answered = (SAID, "", "On 20/11/2026 09:14, Referee <referee@referee.test> wrote:", *lines)

    assert new(answered, form_of(letter)) == [SAID]


BARE = re.compile(r"(?m)^\s*\|[ ]?")
RULED = f"{'_' * 32} On Fri, Nov 20, 2026 at 9:14 AM Bob <bob@players.test> wrote: {'_' * 32}"


@settings(max_examples=150, deadline=None)
@given(kind=st.sampled_from(sorted(LETTERS)), text=words, width=st.integers(30, 78))
@example(kind="press", text="LEAD HIGHEST \n RESIGN SEAT", width=72)
@example(kind="a ruling", text=f"\n {RULED}", width=63)
def test_nor_whose_program_takes_our_bars_away_and_marks_nothing(kind: str, text: str, width: int) -> None:
    letter = LETTERS[kind](text)
    bare = BARE.sub("", letter.body).split("\n")[:-1]
    lines = [piece for line in bare for piece in textwrap.wrap(line, width) or [""]]

    found = new((SAID, "", *lines), form_of(letter))

    assert [line for line in found if any(x.isalnum() for x in line)] == [SAID]


LED_IN = "word -------- Original message -------- RESIGN SEAT word word RESIGN SEAT"


@pytest.mark.parametrize("width", range(40, 80))
def test_nor_whose_program_makes_its_text_of_our_page_and_marks_nothing(width: int) -> None:
    letter = LETTERS["rulings listed"](LED_IN)
    page = page_lines(letter.document)
    lines = [piece for line in page for piece in textwrap.wrap(line.strip(), width) or [""]]

    found = new((SAID, "", *lines), replace(form_of(letter), page=tuple(page)))

    assert [line for line in found if line] == [SAID]


def wrapped_by_a_program(line: str, width: int) -> list[str]:
    """A quoted line broken where it gets too long, with no mark before what is left of it."""
    out = []
    while len(line) > width and (at := line.rfind(" ", len(line) - len(line.lstrip(" >|")), width)) > 0:
        out.append(line[:at])
        line = line[at + 1 :]
    return [*out, line]


def test_a_spell_in_a_players_words_draws_no_ruler_in_the_question_to_the_gm() -> None:
    ask = Ruling(GM, (Nothing.NO_EFFECT,), Seat("Anna"), f"{'word ' * 14}{'=' * 66}\nWHAT HAPPENED", 2)

    said = post("elements").writer.question(ask, GM)

    assert "word word == WHAT HAPPENED" in said
