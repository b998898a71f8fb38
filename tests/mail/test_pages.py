"""Answers to our HTML as mail programs write them: what was written is read, and nothing of the quotation is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from referee.mail.beside import Both, both
from referee.mail.form import Form
from referee.mail.letter import read
from referee.mail.lines import bare, key, unquoted
from referee.mail.quoting import Label, classify
from referee.reports.document import BELOW_A_TAP
from referee.reports.html import Reply, page_lines
from referee.reports.look import html
from referee.reports.parts import Letter
from referee.resources import Resources
from tests.laws.played import played, post, rulesets
from tests.mail.pages import OURS, PROGRAMS, WHERE, Where, answer
from tests.reports.high_card import writer
from tests.reports.specimens import SPECIMENS

WRITTEN = {
    "orders": ["LEAD HIGHEST", "ATTACK Corwin WITH 8S, 6P", "STANDING DEFEND AGAINST CUPS WITH LOW SWORDS"],
    "press": ["TO Fiona: keep out of this, and give my regards to the others."],
    "yes": ["YES"],
    "talk": ["Sure, fine."],
}


@cache
def letters(slug: str) -> list[Letter]:
    """The letters with a form of one game's first seat, from its beginning."""
    record = played(slug, 0)
    seat = record.start.setup.seats[0]
    steps = [step for step in record.steps[:12] if step.after.end is None]
    reports = (post(slug).letter(step.after, seat, step.files[seat]) for step in steps)
    return [post(slug).letter(record.start, seat), *reports]


def report(slug: str) -> Letter:
    """The last of them."""
    return letters(slug)[-1]


@cache
def specimen(name: str) -> Letter:
    """A letter of each kind."""
    with TemporaryDirectory() as folder:
        return writer(Path(folder)).write(SPECIMENS[name])


@cache
def page_of(letter: Letter) -> str:
    assert letter.document is not None
    return html(letter.document, Resources(), Reply(OURS, f"Re: {letter.subject}"))


@cache
def form_of(letter: Letter, *, html: bool = True) -> Form:
    """What is known of the letter that is answered."""
    assert letter.document is not None
    begin, inner, end = (letter.form.begin, letter.form.lines, letter.form.end) if letter.form else ("", (), "")
    return Form(begin, inner, end, tuple(letter.body.splitlines()), tuple(page_lines(letter.document)) if html else ())


def labelled(letter: Letter, program: str, written: Sequence[str], where: Where) -> Both:
    subject = letter.subject
    came = read(answer(program, page_of(letter), subject, written, where))
    assert (came.problem, came.error, came.machine) == (None, None, None)
    return both(
        b"", lines=came.lines, other=came.other, form=form_of(letter), own=(OURS,), subject=came.subject,
        names=("Ana Smith",),
    )  # fmt: skip


def new(found: Both) -> list[str]:
    return [" ".join(line.text.split()) for line in found.lines if line.label is Label.NEW]


def expected(program: str, written: Sequence[str], where: Where) -> list[str]:
    """Who writes between the lines of a quotation that nothing marks is told that it stands there."""
    how = PROGRAMS[program]
    if where == "between" and not how.mark and (how.run_on or program not in UNLED):
        return []
    return [" ".join(written)] if how.run_on and where in ("above", "form") else list(written)


def orders_in(letter: Letter) -> list[str]:
    """The orders that the page shows: those of the form, those on file, those to be tapped."""
    shown = [line for line in form_of(letter).page if line.startswith("  ") and line.split()[0].isupper()]
    return list(dict.fromkeys(" ".join(line.split()) for line in shown))


PLACES: tuple[Where, ...] = ("above", "below")
SOME = pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["some", "all"])
"""Whether each is met by each at each place, as in `make soak`; or they take turns."""

TOLD = (Label.QUOTED, Label.HEADER, Label.ATTRIBUTION)
UNLED = ("no lead, no mark", "no lead, no mark, narrow")


def turn(program: str, where: Where) -> int:
    """Whose turn it is for this program at this place."""
    return list(PROGRAMS).index(program) + WHERE.index(where)


@SOME
@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_was_written_is_read_and_nothing_else(program: str, where: Where, every: bool) -> None:
    """Each program meets each game at two places of the four; in `make soak` at all."""
    first = list(PROGRAMS).index(program)
    for number, slug in enumerate(rulesets(), first):
        if not every and (number + WHERE.index(where)) % 2:
            continue
        written = list(WRITTEN.values())[number % len(WRITTEN)]
        found = labelled(report(slug), program, written, where)

        assert (slug, new(found), found.told) == (slug, expected(program, written, where), "")


@SOME
@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_so_it_is_of_every_kind_of_letter(program: str, where: Where, every: bool) -> None:
    """Each kind meets every fifth program at each place; in `make soak` all of them."""
    written = ["YES"] if where == "above" else WRITTEN["orders"]
    for name in SPECIMENS if every else list(SPECIMENS)[turn(program, where) % 5 :: 5]:
        found = labelled(specimen(name), program, written, where)

        assert (name, new(found)) == (name, expected(program, written, where))


@SOME
@pytest.mark.parametrize("program", PROGRAMS)
def test_orders_that_the_page_shows_count_for_whoever_writes_them_again(program: str, every: bool) -> None:
    """They are written at one place, in turn; in `make soak` at both."""
    for number, slug in enumerate(rulesets(), list(PROGRAMS).index(program)):
        letter = report(slug)
        shown = (orders_in(letter), list(form_of(letter).lines), list(form_of(letter).lines[:1]))
        for n, orders in enumerate(shown, number):
            for where in PLACES[:1] if PROGRAMS[program].run_on else PLACES if every else PLACES[n % 2 :][:1]:
                if orders:
                    found = labelled(letter, program, orders, where)

                    assert (slug, new(found)) == (slug, expected(program, orders, where))


@pytest.mark.parametrize("program", PROGRAMS)
def test_orders_that_the_page_shows_are_not_told_to_stand_in_a_quotation(program: str) -> None:
    for slug in rulesets():
        letter = report(slug)
        known = {key(order) for order in orders_in(letter)}
        found = labelled(letter, program, WRITTEN["talk"], "above")

        aside = [line.text for n, line in enumerate(found.lines) if line.label in TOLD and n not in found.sent]
        assert (slug, [line for line in aside if key(bare(unquoted(line))) in known]) == (slug, [])


@cache
def orders_on_file(slug: str) -> list[str]:
    """The legal orders that anybody had on file in a game."""
    files = [file for step in played(slug, 0).steps for file in step.files.values()]
    lines = (line for file in files for line in (*file.standing, *chain.from_iterable(file.turns.values())))
    return sorted({" ".join(line.split()) for line in lines}) or ["WAIT"]


@pytest.mark.parametrize("slug", sorted(rulesets()))
def test_no_letter_that_is_quoted_without_any_mark_adds_a_line(slug: str) -> None:
    added = [
        (program, letter.subject, new(labelled(letter, program, [], "above")))
        for letter in letters(slug)
        for program in UNLED
    ]

    assert [one for one in added if one[-1]] == []


@settings(max_examples=60, deadline=None)
@given(data=st.data(), slug=st.sampled_from(sorted(rulesets())), program=st.sampled_from(sorted(PROGRAMS)))
def test_legal_orders_above_any_quotation_are_read_as_they_are_and_it_adds_none(
    data: st.DataObject, slug: str, program: str
) -> None:
    letter = data.draw(st.sampled_from(letters(slug)))
    orders = data.draw(st.lists(st.sampled_from(orders_on_file(slug)), max_size=4, unique=True))
    orders = orders[:1] if PROGRAMS[program].run_on else orders

    assert new(labelled(letter, program, orders, "above")) == orders


@pytest.mark.parametrize("html", [True, False])
def test_a_tap_opens_an_answer_that_counts(html: bool) -> None:
    for slug in rulesets():
        letter = report(slug)
        for node in LexborHTMLParser(page_of(letter)).css("a.tap"):
            opened = parse_qs(urlsplit(node.attributes["href"] or "").query)
            top = f"From: Ana <ana@players.test>\nTo: {OURS}\nSubject: {opened['subject'][0]}\n"
            raw = f"{top}\n{opened['body'][0]}\n\nSent from my iPhone\n"
            for form in (form_of(letter, html=html), replace(form_of(letter, html=html), begin="", end="")):
                came = read(raw.encode())
                labels = classify(came.lines, form=form, own=(OURS,), subject=came.subject, names=("Ana",))

                new = [line.text for line in labels if line.label is Label.NEW]
                assert new == [node.text(), BELOW_A_TAP]


def test_an_order_typed_below_the_words_above_the_taps_counts() -> None:
    letter = report("amber")
    hint, order = "Or tap an order; it opens an answer to send:", form_of(letter).lines[0]
    quoted = [f"> {hint}", "", order, "", f"> {order}", f"> <mailto:{OURS}?subject=Re%3A&body={quote(order)}>"]

    assert [line.text for line in classify(quoted, form=form_of(letter)) if line.label is Label.NEW] == [order]


@pytest.mark.parametrize(
    "lines",
    [
        [f"STAY <mailto:{OURS}?subject=Re%3A%20x&body=STAY>"],
        ["STAY", f"<mailto:{OURS}?subject=Re%3A%20x&body=STAY>"],
        [f"[GO SHADOW](mailto:{OURS}?subject=Re%3A%20x&body=GO%20SHADOW)"],
        [f"STAY <{OURS}?subject=Re%3A%20x&body=STAY> GO SHADOW <{OURS}?subject=Re%3A%20x&body=GO%20SHADOW>"],
        [f"[1] mailto:{OURS}?subject=Re%3A%20x&body=GO%20SHADOW"],
    ],
)
def test_a_link_of_ours_is_nobodys_order_whatever_is_known_of_the_letter(lines: list[str]) -> None:
    assert [line.text for line in classify(["WAIT", "", *lines]) if line.label is Label.NEW] == ["WAIT"]
