"""Spans within sentences: unseen in text, marked in HTML, objects in data; and nobody's words can pretend to be one."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment

from referee.mail.text import clean as came
from referee.reports import others, spans
from referee.reports.data import dumps, read
from referee.reports.document import Document, Para, Sentence, Table, Title, Told
from referee.reports.marks import finished, heard, together
from referee.reports.spans import Card, Seat, Words
from referee.reports.text import text
from referee.reports.when import When
from tests.laws.played import post, rulesets
from tests.reports.drawn import faults, page

SIGNS = (spans.OPEN, spans.THEN, spans.CLOSE, spans.BLANK)
KING = spans.card("King of Swords", "KS")
ANA, YOU = spans.seat("Ana", "Ana", me=False), spans.seat("You", "Eric of Amber", me=True)
WRITTEN = st.text(st.sampled_from((*SIGNS, "1", "2", "K", "S", " ", "\n", "x"))) | st.text()


def letter(*told: str) -> Document:
    """A letter to Ana that tells this."""
    return Document("Turn 3", (Title("Siege", "Amber", "Turn 3", "", "Ana"), finished(heard("\n".join(told)))))


def test_what_a_template_says_is_one_string_with_marks_and_becomes_typed() -> None:
    said = Environment().from_string("{{ you }} lead the {{ king ~ '!' }}").render(you=YOU, king=KING)

    you, king = Seat("You", "Eric of Amber", True), Card("KS", "King of Swords")
    assert spans.read(said) == Words((you, " lead the ", king, "!"))
    assert (spans.plain(said), said.count(" ")) == ("You lead the King of Swords!", 5)


def test_templates_compare_and_cut_the_words_alone() -> None:
    source = "{{ king.startswith('King') }} {{ king[5:] }} {{ king | length }} {{ king == 'King of Swords' }}"

    assert Environment().from_string(source).render(king=KING) == "True of Swords 14 True"


def test_a_capital_letter_goes_behind_the_mark() -> None:
    assert spans.cap(f"{spans.seat('your', 'Ana', me=True)} card") == f"{spans.seat('Your', 'Ana', me=True)} card"
    assert spans.cap(spans.card("the King", "KS")) == str(spans.card("The King", "KS"))


def test_sentences_are_joined_as_without_spans() -> None:
    lines = [f"{ANA} ~lost {KING}.", "+Ana ~went home.", f"{YOU} ~~came home.", f"+{ANA} ~~came home.", f"+{YOU} won."]

    told = finished(together(heard("\n".join(lines)))).blocks()

    assert [str(one.text) for one in told if isinstance(one, Sentence)] == [
        "Ana lost King of Swords and went home.",
        "You and Ana came home. You won.",
    ]


def test_a_card_has_its_code_behind_its_name_in_html_once() -> None:
    body = page(letter(f"{ANA} led {KING}. The {KING} won.", f"= KS | {KING}")).body

    assert body is not None
    assert [node.text() for node in body.css("p.sentence")] == ["Ana led King of Swords KS. The King of Swords won."]
    assert [node.text() for node in body.css(".known")] == ["KS", "KS"]
    assert [node.text() for node in body.css("strong")] == ["Ana"]
    assert "title=" not in (body.html or "")


def test_a_card_that_is_said_by_its_code_alone_has_its_name_with_it_in_html_and_data() -> None:
    one = letter(f"{ANA} drew {spans.coded('KS', 'King of Swords')}, and 3C.")
    body = page(one).body

    assert text(one).count("Ana drew KS, and 3C.") == 1
    assert body is not None
    assert [(node.text(), node.attributes["title"]) for node in body.css("abbr")] == [("KS", "King of Swords")]
    assert json.loads(dumps(one))["blocks"][1]["groups"][0][0]["text"]["parts"][2] == {
        "is": "coded", "words": "KS", "name": "King of Swords",
    }  # fmt: skip
    assert (read(dumps(one)), faults(dumps(one))) == (one, [])


def test_a_code_that_is_explained_does_not_stand_behind_the_name_once_more() -> None:
    body = page(letter(f"{spans.coded('KS', 'King of Swords')} is the {KING}.")).body

    assert body is not None
    assert [node.text() for node in body.css("p.sentence")] == ["KS is the King of Swords."]


def test_data_have_cards_and_seats_as_objects() -> None:
    one = letter(f"{YOU} led {KING}.")
    sentence = json.loads(dumps(one))["blocks"][1]["groups"][0][0]

    assert sentence == {
        "is": "sentence", "level": 0, "text": {"is": "words", "parts": [
            {"is": "seat", "words": "You", "name": "Eric of Amber", "me": True}, " led ",
            {"is": "card", "code": "KS", "name": "King of Swords", "note": ""}, ".",
        ]},
    }  # fmt: skip
    assert (read(dumps(one)), faults(dumps(one))) == (one, [])


def test_letters_that_were_archived_before_there_were_spans_are_read() -> None:
    assert read('{"version":1,"subject":"s","blocks":[{"is":"para","lines":["Well."]}]}') == Document(
        "s", (Para(("Well.",)),)
    )


def test_orders_rules_times_and_strong_words_are_told_apart() -> None:
    due = (
        When("Europe/Berlin", datetime(2026, 11, 20, tzinfo=UTC)).marked().full(datetime(2026, 11, 27, 19, tzinfo=UTC))
    )
    one = letter(f"Send {spans.order('GO SHADOW')} ({spans.rule('AM-3.2')}) {spans.strong('before')} {due}.")
    body = page(one).body

    assert body is not None
    assert [(node.tag, node.attributes.get("class"), node.text()) for node in body.css("p.sentence > *")] == [
        ("span", "sendable", "GO SHADOW"), ("span", "named", "AM-3.2"), ("strong", None, "before"),
        ("time", None, "Friday 27 November, 20:00 (Berlin)"),
    ]  # fmt: skip
    assert [node.attributes for node in body.css("time")] == [{"datetime": "2026-11-27T20:00+01:00"}]
    parts = json.loads(dumps(one))["blocks"][1]["groups"][0][0]["text"]["parts"]
    assert [part for part in parts if isinstance(part, dict)] == [
        {"is": "order", "words": "GO SHADOW"}, {"is": "rule", "words": "AM-3.2"}, {"is": "strong", "words": "before"},
        {"is": "moment", "words": "Friday 27 November, 20:00 (Berlin)", "at": "2026-11-27T20:00+01:00"},
    ]  # fmt: skip
    assert (read(dumps(one)), faults(dumps(one))) == (one, [])


@given(WRITTEN)
def test_no_words_of_others_hold_a_mark(written: str) -> None:
    kept = (came(written), others.inline(written), others.barred(written), *others.lines_of(written))

    assert [sign for sign in SIGNS if any(sign in one for one in kept)] == []


@given(st.lists(WRITTEN, max_size=4))
def test_no_sign_of_a_mark_is_left_in_a_letter(written: list[str]) -> None:
    """Not even by a template that cuts marks apart."""
    told = Told(((Sentence(spans.read(spans.clean("".join(written)))), Table(((spans.read("".join(written)),),))),))
    one = Document("s", (told,))

    assert [sign for sign in SIGNS if sign in text(one)] == []
    assert read(dumps(one)) == one


@given(WRITTEN.filter(lambda said: not any(sign in said for sign in SIGNS)), st.integers(0, 60))
def test_a_mark_that_is_cut_apart_loses_its_words_at_most(said: str, at: int) -> None:
    whole = f"{said}{KING}{said}"

    assert not any(sign in spans.plain(whole[:at]) for sign in SIGNS)
    assert spans.plain(whole) == f"{said}King of Swords{said}"


@pytest.mark.parametrize("slug", list(rulesets()))
def test_a_card_has_in_sentences_the_code_that_it_has_in_orders(slug: str) -> None:
    lines = post(slug).writer.lines
    say: Any = lines.environment.globals["say"]

    for card in rulesets()[slug].words.cards:
        marked = spans.read(str(say(card)))
        assert isinstance(marked, Words)
        assert [one.code for one in marked.parts if isinstance(one, Card)] == [lines.code(card)]
