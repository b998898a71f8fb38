"""Letters whose text has lost its line ends: what was written is known, and the quotation is none of it."""

from __future__ import annotations

import re
import textwrap
import time
from html import escape
from itertools import product

import pytest

from referee.mail.beside import RUNS_ON, both
from referee.mail.form import APART, Form
from referee.mail.letter import read
from referee.mail.quoting import Label, classify
from referee.mail.runon import by_html, parted
from tests.engine.cost import assert_costs

FORM = ("WAIT", "DEFEND WITH ANY", "DEFEND AMBER WITH ALL")
BEGIN = "---- orders for turn 2, from here ------------------------------------"
END = "---- orders for turn 2, to here --------------------------------------"
REPORT = (
    "THE GAME OF AMBER                                 Turn 1, for BENEDICT",
    "======================================================================",
    "Your orders for turn 2 are due Tuesday 10 March, 20:00 (UTC).",
    "Answer this letter to send them. The form is at the end.",
    "",
    "WHAT ONLY YOU KNOW",
    "",
    "  You were dealt the Nine of Pentacles and the Four of Swords, hidden.",
    "",
    "WHAT YOU HOLD",
    "",
    "  4S   Four of Swords",
    "  9P   Nine of Pentacles",
    "",
    "YOUR ORDERS FOR TURN 2      write between the lines, or anywhere above",
    BEGIN,
    *FORM,
    END,
    "If nothing comes from you: WAIT, and you defend with what you have.",
    "Ask STATUS, HISTORY 1, RULES DEFAULTS or HELP in any letter.",
)
ANSWERED = Form(BEGIN, FORM, END, REPORT)
FLAT = " ".join(" ".join(REPORT).split())
GLUED = "".join(line.strip() for line in REPORT)
REFEREE = "Referee of the Game <referee@referee.test>"
LEADS = {
    "samsung": "Sent from my Galaxy -------- Original message --------From: " + REFEREE
    + " Date: 20/11/2026  09:14  (GMT+01:00) To: Ana <ana@players.test> Subject: [Siege] Turn 1 ",
    "samsung de": "Von meinem Samsung Galaxy Smartphone gesendet. -------- Ursprüngliche Nachricht --------Von: "
    + REFEREE + " Datum: 20.11.26  09:14  (GMT+01:00) An: Ana <ana@players.test> Betreff: [Siege] Turn 1 ",
    "samsung fr": "Envoyé depuis mon appareil Galaxy -------- Message d’origine --------De : " + REFEREE
    + " Date : 20/11/2026  09:14  (GMT+01:00) À : Ana <ana@players.test> Objet : [Siege] Turn 1 ",
    "yahoo on a telephone": f"Sent from Yahoo Mail on Android   On Fri, 20 Nov 2026 at 9:14, {REFEREE} wrote:   ",
    "yahoo": f"     On Friday, November 20, 2026 at 09:14:00 AM GMT+1, {REFEREE} wrote:  ",
    "webmail de": f"Am Fr., 20. Nov. 2026 um 09:14 Uhr schrieb {REFEREE}: ",
    "webmail fr": f"Le ven. 20 nov. 2026 à 09:14, {REFEREE} a écrit : ",
    "webmail by numbers": f"2026-11-20 9:14 GMT+01:00 {REFEREE} wrote: ",
    "gmx": f"Gesendet mit der GMX Mail App Am 20.11.26, 09:14 schrieb {REFEREE}: ",
    "outlook": "________________________________ From: " + REFEREE
    + " Sent: Friday, November 20, 2026 9:14:00 AM To: Ana <ana@players.test> Subject: [Siege] Turn 1 ",
    "outlook de": "Von: " + REFEREE
    + " Gesendet: Freitag, 20. November 2026 09:14 An: Ana <ana@players.test> Betreff: [Siege] Turn 1 ",
    "nothing": "",
    "original": "-----Original Message----- ",
}  # fmt: skip
WRITTEN = ["TO Eric: let us talk", "WAIT", "ATTACK Eric WITH 9P", "TO Eric: meet me at 9:14 on Friday, 8S wins"]


def new(lines: list[str], form: Form = ANSWERED) -> list[str]:
    found = classify(lines, form=form, own=["referee@referee.test"], subject="Re: [Siege] Turn 1")
    return [" ".join(line.text.split()) for line in found if line.label is Label.NEW]


@pytest.mark.parametrize("quotation", [FLAT, GLUED], ids=["with blanks", "glued"])
@pytest.mark.parametrize("name", LEADS)
def test_our_letter_ends_what_was_written_on_the_same_line(name: str, quotation: str) -> None:
    for words in WRITTEN:
        assert new([f"{words} {LEADS[name]}{quotation}"]) == [words]
        assert new([words, "", f"{LEADS[name]}{quotation}"]) == [words]


@pytest.mark.parametrize("name", LEADS)
def test_what_stands_in_the_form_and_below_our_letter_was_written(name: str) -> None:
    changed = FLAT.replace("DEFEND WITH ANY", "DEFEND WITH 9P")

    assert new([f"{LEADS[name]}{changed} TO Eric: see you"]) == ["DEFEND WITH 9P", "TO Eric: see you"]


RECEIPT = (
    "Dear Benedict,",
    "",
    "your letter reached me today at 13:00 (Berlin). For turn 1, due today,",
    "Tuesday 24 November, 20:00 (Berlin), I keep these orders.",
    "",
    "Receipt 1-BENEDICT-1, BA5B-N3JK-M0Z0. Keep it: it proves what I had, when.",
)
EARLIER = tuple(line.replace("13:00", "12:48") for line in RECEIPT)
SEVERAL = Form("", (), "", (APART, *RECEIPT, APART, *EARLIER, APART, *REPORT))


@pytest.mark.parametrize("letter", [RECEIPT, EARLIER, REPORT], ids=["newest", "one that begins alike", "oldest"])
@pytest.mark.parametrize("name", LEADS)
def test_any_letter_of_ours_ends_what_was_written(name: str, letter: tuple[str, ...]) -> None:
    for flat in (" ".join(" ".join(letter).split()), "".join(line.strip() for line in letter)):
        for words in WRITTEN:
            assert new([f"{words} {LEADS[name]}{flat}"], SEVERAL) == [words]
            assert new([f"{LEADS[name]}{flat} {words}"], SEVERAL) == [words]


LED = [name for name in LEADS if name not in ("nothing", "original")]


@pytest.mark.parametrize("name", LED)
def test_what_leads_in_a_letter_of_ours_ends_what_was_written_before_any(name: str) -> None:
    for words in WRITTEN:
        assert new([f"{words} {LEADS[name]}What nobody knows, with RESIGN in it."], SEVERAL) == [words]
    assert new([f"{LEADS[name]}What nobody knows, with RESIGN in it."], SEVERAL) == []


@pytest.mark.parametrize("name", LED)
def test_behind_what_leads_in_anybody_elses_letter_nothing_counts(name: str) -> None:
    lead = LEADS[name].replace("referee@referee.test", "bob@players.test")
    whole = f"WAIT {lead}What nobody knows, with RESIGN in it."
    found = both(b"", lines=(whole,), other=(), form=SEVERAL, own=("referee@referee.test",), subject="", names=())

    assert [(line.text, line.label) for line in found.lines] == [(whole, Label.RUN_ON)]
    assert found.told == f'{RUNS_ON} It begins "{whole[:80].strip()}".'


@pytest.mark.parametrize(
    "line",
    [
        "TO Eric: on Friday at 9:14 you wrote: I will attack Caine, and then you never did it, so what do you want?",
        "TO ALL: Bob told me this, Ana told me that; so from: now on to: the end the subject: is closed, I say, 9:14",
        "TO Eric: I sent it from my phone, and the date: is 20/11/2026, 9:14, if I remember it rightly, my dear friend",
    ],
)
def test_what_only_sounds_like_the_words_of_a_program_is_left_as_it_is(line: str) -> None:
    assert new([line], SEVERAL) == [line]


def test_what_stands_in_our_letter_elsewhere_was_not() -> None:
    into = FLAT.replace("hidden.", "hidden. ATTACK Eric WITH 9P")

    assert new([f"WAIT {LEADS['yahoo']}{into}"]) == ["WAIT"]


@pytest.mark.parametrize(
    "line",
    [
        "TO Eric: did you see? You were dealt the Nine of Pentacles and the Four of Swords, hidden. Well!",
        "THE GAME OF AMBER Turn 1, for BENEDICT",
        "TO Eric: the Game of Amber is a fine game, is it not, and Turn 1 was for me",
        "WAIT",
    ],
)
def test_a_line_that_only_has_words_of_ours_is_left_as_it_is(line: str) -> None:
    assert list(parted([line], ANSWERED)) == [line]


def test_our_letter_as_programs_usually_quote_it_is_left_as_it_is() -> None:
    for lines in (list(REPORT), [f"> {line}" for line in REPORT]):
        assert list(parted(lines, ANSWERED)) == lines


def wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


@pytest.mark.parametrize("width", [60, 66, 72, 76, 78])
@pytest.mark.parametrize("name", LEADS)
def test_our_letter_in_one_line_that_was_wrapped_anew_ends_what_was_written(name: str, width: int) -> None:
    texts = [FLAT, GLUED, *(" ".join(" ".join(letter).split()) for letter in (RECEIPT, EARLIER))]
    for text, words in product(texts, WRITTEN):
        first, *rest = wrapped(f"{words} {LEADS[name]}{text}", width)

        assert new([first, *rest], SEVERAL) == [words]
        assert new(["WAIT", first, *rest, "", "TO Eric: see you"], SEVERAL) == ["WAIT", words, "TO Eric: see you"]
        assert new([first, *(f"> {line}" for line in rest)], SEVERAL) == [words]


@pytest.mark.parametrize("width", [60, 66, 72, 76, 78])
@pytest.mark.parametrize("name", LEADS)
def test_what_stands_in_the_form_of_a_letter_that_was_wrapped_anew_was_written(name: str, width: int) -> None:
    changed = FLAT.replace("DEFEND WITH ANY", "DEFEND WITH 9P")

    lines = wrapped(f"{LEADS[name]}{changed}", width)

    assert new([*lines, "TO Eric: see you"]) == ["DEFEND WITH 9P", "TO Eric: see you"]
    assert new(["WAIT", "", *(f"> {line}" for line in lines)]) == ["WAIT", "DEFEND WITH 9P"]


def test_answers_between_the_lines_of_a_quotation_that_is_marked_count() -> None:
    lines = [f"> {line}" for line in wrapped(FLAT, 60)]

    assert new([*lines[:4], "", "WAIT", "", *lines[4:]]) == ["WAIT"]


@pytest.mark.parametrize(
    "foot",
    [
        *("Sent from my Galaxy", "Sent from my iPhone", "Von meinem Samsung Galaxy Smartphone gesendet."),
        *("Envoyé depuis mon appareil Galaxy", "Sent from Yahoo Mail on Android", "Gesendet mit der GMX Mail App"),
        *("Get Outlook for iOS", "Sent from Proton Mail for iOS", "发自我的iPhone"),
    ],
)
def test_a_line_of_a_program_behind_what_was_written_is_none_of_it(foot: str) -> None:
    for words in (*WRITTEN, "YES"):
        assert new([f"{words} {foot}"]) == [words]
        assert new([f"{words}  {foot}", "", *(f"> {line}" for line in REPORT)]) == [words]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "TO Eric: what I told you was sent from my Galaxy",
            "TO Eric: get Outlook for iOS",
            "TO Eric: Get Outlook for iOS",
        ),
        *("TO Eric: Sent from my heart", "TO Eric: hello, it's a letter sent from my iPhone, so bear with me"),
    ],
)
def test_a_line_that_only_sounds_like_a_programs_is_left_as_it_is(line: str) -> None:
    assert new([line]) == [line]


INSIDE = [number for number, line in enumerate(REPORT) if 2 < number < 15 and line]


@pytest.mark.parametrize("number", INSIDE)
@pytest.mark.parametrize("words", [*WRITTEN, "WORD sesame", "YES AS Zelda", "JOIN dawn AS Zelda"])
def test_nothing_counts_of_a_line_that_runs_on_into_the_middle_of_our_letter(words: str, number: int) -> None:
    for whole in (f"{words} {' '.join(' '.join(REPORT[number:]).split())}", words + "".join(REPORT[number:])):
        found = both(b"", lines=(whole,), other=(), form=SEVERAL, own=(), subject="", names=())

        assert [line.label for line in found.lines] == [Label.RUN_ON]
        assert found.told == f'{RUNS_ON} It begins "{whole[:80].strip()}".'


def test_a_paragraph_of_ours_that_somebody_copies_is_left_as_it_is() -> None:
    page = ("The Game of Amber", "Turn 1", " ".join(REPORT[2:4]))
    line = f"TO ALL: mind what it says: {' '.join(REPORT[2:4])}"

    assert new([line], Form(BEGIN, FORM, END, REPORT, page)) == [line]


NAMED = "From|Date|Datum|Sent|Gesendet|To|An|À|Subject|Betreff|Objet"
HEADER = re.compile(rf"(?<=Galaxy) (?=-)|(?<=gesendet.) |(?<=-)(?=From|Von|De )| (?=(?:{NAMED}) ?:)")
PAGE = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in REPORT)


def pair(plain: str, page: str) -> list[str]:
    parts = (("plain", plain), ("html", f"<html><body>{page}</body></html>"))
    inner = "".join(f"--=_b\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n{text}\r\n" for kind, text in parts)
    head = "From: Ana <ana@players.test>\r\nTo: game@referee.test\r\nSubject: Re: [Siege] Turn 1\r\n"
    raw = f'{head}Content-Type: multipart/alternative; boundary="=_b"\r\n\r\n{inner}--=_b--\r\n'
    letter = read(raw.encode())
    assert (letter.problem, letter.error, letter.disagrees) == (None, None, None)
    return new(list(letter.lines))


@pytest.mark.parametrize("name", LEADS)
def test_the_lines_of_the_html_count_where_the_text_has_lost_them(name: str) -> None:
    orders = ["ATTACK Eric WITH 9P", "TO Eric: let us talk", "DEFEND WITH 4S"]
    page = "".join(f"<div>{order}</div>" for order in orders)
    lead = HEADER.sub("<br>", escape(LEADS[name].strip()))

    assert pair(f"{' '.join(orders)} {LEADS[name]}{FLAT}", f"{page}<div>{lead}</div><div>{PAGE}</div>") == orders
    assert pair(f"{' '.join(orders)} {LEADS[name]}{FLAT}", f"{page}<blockquote>{lead}{PAGE}</blockquote>") == orders
    assert pair(f"{''.join(orders)}\n\n{LEADS[name]}{GLUED}", f"{page}<div>{lead}</div><div>{PAGE}</div>") == orders


@pytest.mark.parametrize("width", [60, 66, 72, 76, 78])
@pytest.mark.parametrize("name", LEADS)
def test_so_do_they_where_the_text_was_wrapped_anew(name: str, width: int) -> None:
    orders = ["ATTACK Eric WITH 9P", "TO Eric: let us talk", "DEFEND WITH 4S"]
    page = "".join(f"<div>{order}</div>" for order in orders)
    lead = HEADER.sub("<br>", escape(LEADS[name].strip()))
    text = "\r\n".join(wrapped(f"{' '.join(orders)} {LEADS[name]}{FLAT}", width))

    assert pair(text, f"{page}<div>{lead}</div><div>{PAGE}</div>") == orders
    assert pair(text, f"{page}<blockquote>{lead}{PAGE}</blockquote>") == orders


def test_lines_that_the_html_has_too_stay_those_of_the_text() -> None:
    plain = ["LEAD 9 CUPS", "> DRAW", "a long line that the page has in one, whatever it is", ""]

    assert by_html(plain, ["LEAD 9 CUPS", "DRAW", "a long line that the page has in one, whatever it is"]) == plain
    assert by_html(["LEAD 9 CUPS DRAW"], ["LEAD 9 CUPS", "", "> DRAW"]) == ["LEAD 9 CUPS", "", "> DRAW"]
    assert by_html(["9 CUPS DRAW"], ["LEAD 9 CUPS", "DRAW"]) == ["9 CUPS DRAW"]
    run_on = by_html(["LEAD 9 CUPS DRAW", "hello there"], ["LEAD 9 CUPS", "DRAW", "> hello there"])
    assert run_on == ["LEAD 9 CUPS", "DRAW", "hello there"]


@pytest.mark.parametrize("worst", ["a" * 100_000, "On 1:00 @ wrote: " * 6_000, f"{FLAT} " * 150, "From: To: " * 10_000])
def test_it_takes_no_longer_than_its_length(worst: str) -> None:
    began = time.process_time()

    parted([worst, f"{worst}{FLAT}", *[FLAT] * 50], ANSWERED)
    by_html([worst] * 2, worst.split(" ") * 2)

    assert time.process_time() - began < 3


UNITS = ["a", "word ", "On 1:00 @ wrote: ", f"{FLAT} ", "From: To: ", "---- x ", f"{FLAT[:30]} ", "Sent from my "]


@pytest.mark.parametrize("unit", UNITS)
def test_what_is_four_times_as_long_takes_about_four_times_as_long(unit: str) -> None:
    few, many = (unit * (size // len(unit)) for size in (25_000, 100_000))

    assert_costs(lambda: _all_of(many), times=8, of=lambda: _all_of(few), spare=0.5)


HEAVY = [
    *("a@b wrote: ", "On Friday, 1:00, Bob wrote:", "): ", "@ 9:14 x): ", "< @ x: x): ", "@ 1.1.26 9:14): ", "wrote:"),
    *(f"{FLAT} ", f"{FLAT[:30]} ", f"{FLAT[:60]} ", "From: To: ", "Sent from my Galaxy "),
]


@pytest.mark.parametrize("unit", HEAVY)
def test_many_lines_that_nearly_lead_in_a_quotation_cost_hardly_more_than_any_others(unit: str) -> None:
    worst, harmless = ((text * (64_000 // len(text)))[:64_000] for text in (unit, "word "))

    assert_costs(lambda: _in_lines(worst), times=20, of=lambda: _in_lines(harmless), spare=0.15)


def _in_lines(text: str) -> None:
    lines = [text[at : at + 200] for at in range(0, len(text), 200)]
    classify(lines, form=SEVERAL, own=["referee@referee.test"], subject="Re: [Siege] Turn 1")


def _all_of(text: str) -> None:
    """Read a text in the ways in which its lines may have run into one another."""
    words = text.split(" ")
    parted([f"{text}{FLAT}", f"{text}:{FLAT}", *text.split("\n")], ANSWERED)
    by_html([text] * 2, words * 2)
    by_html(words, words[::-1])


@pytest.mark.parametrize("words", WRITTEN)
def test_what_leads_in_a_marked_quotation_on_the_line_that_was_written_is_none_of_it(words: str) -> None:
    pieces = textwrap.wrap(FLAT, 40)
    unmarked = len(pieces) // 2  # a program loses a mark where it wraps
    quoted = [line if number == unmarked else f"> {line}" for number, line in enumerate(pieces)]

    found = new([f"{words} {LEADS['yahoo on a telephone'].rstrip()}", *quoted])

    assert found == [words]


def test_a_single_line_of_ours_that_is_written_again_is_no_quotation() -> None:
    said = ["TO Eric: I read", "Your orders for turn 2 are due Tuesday 10 March, 20:00 (UTC).", "so hurry"]

    assert new(said) == said
