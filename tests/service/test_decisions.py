"""What rules asked, and what was answered, is said in words: no value of the program's own shows through."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee import games
from referee.archive import bundle
from referee.archive.replay import replayed
from referee.engine.asks import NO_OR_YES, Answer, Why
from referee.engine.audience import Seat
from referee.games.amber.asks import AcceptHelp, ChooseOption, ChooseRival
from referee.games.amber.moves import Kind as Option
from referee.games.amber.moves import TurnOption
from referee.games.cards import Pack, codes
from referee.games.living_trumps.asks import DeclareTrick
from referee.games.living_trumps.moves import Act, Four, Kind, Spend
from referee.reports.lines import Lines
from referee.resources import Resources
from referee.service.records.decisions import decisions, in_words
from tests.house.source import ROOT

KEPT = sorted((ROOT / "tests" / "archive" / "kept").glob("*.zip"))
OURS = re.compile(r"[<>{}=_]|\bNone\b|\bTrue\b|\bFalse\b|\(\)|[:,] [,.]|[a-z][A-Z]|\bX\d")
"""What only programs write."""

JACK = codes(Pack.FRENCH)["JS"]


def lines_of(ruleset: str) -> Lines:
    return Lines(games.find(ruleset), Resources())


@pytest.mark.parametrize("kept", KEPT, ids=lambda file: file.stem)
def test_whatever_a_game_asks_is_said_in_words(kept: Path) -> None:
    record = bundle.read(kept.read_bytes()).record
    lines = lines_of(record.about.ruleset)
    assert record.chance is not None
    steps = list(replayed(record.about, record.steps, record.chance.seed or b""))

    told = {step.step: list(decisions(lines, step.asked)) for step in steps}

    asked = [ask for step in steps for ask, _ in step.asked]
    assert asked
    assert [line for step in told.values() for line in step if OURS.search(re.sub(r"lapsed: .*", "", line))] == []
    for step in steps:
        for ask, _ in step.asked:
            assert any(ask.seat in line and ask.rule in line for line in told[step.step]), ask


def test_seats_that_are_asked_the_same_in_a_row_and_answer_alike_share_a_line() -> None:
    asked = [
        (AcceptHelp(Seat(seat), NO_OR_YES, attacker=Seat("Eva"), helper=Seat("Dan")), Answer(value, why))
        for seat, value, why in (("Ana", True, Why.DEFAULT), ("Bob", True, Why.DEFAULT), ("Cyd", False, 3))
    ]

    assert list(decisions(lines_of("amber"), asked)) == [
        "Ana and Bob, accept help (AM-8.18), attacker Eva, helper Dan: YES, by default.",
        "Cyd, accept help (AM-8.18), attacker Eva, helper Dan: NO, by order 3.",
    ]


def test_a_seat_that_is_asked_the_same_again_is_told_of_with_how_often() -> None:
    asked = [(ChooseRival(Seat(seat), (None,)), Answer(None, Why.DEFAULT)) for seat in ("Ana", "Bob", "Ana")]

    assert list(decisions(lines_of("amber"), asked)) == [
        "Ana (2 times) and Bob, choose rival (AM-7.3): nothing, by default."
    ]


def test_of_what_a_seat_was_told_with_a_question_a_nought_is_said_too() -> None:
    asked = [(DeclareTrick(Seat("Eric"), ("",), used=(), free=0, declared=()), Answer("", Why.DEFAULT))]

    assert list(decisions(lines_of("living-trumps"), asked)) == [
        "Eric, declare trick (LT-14.1), free 0: nothing, by default."
    ]


def test_of_a_set_the_words_stand_in_their_order() -> None:
    assert in_words(lines_of("amber"), frozenset({"Fiona", "Bleys", "Corwin", "Eric"})) == "Bleys, Corwin, Eric, Fiona"


def test_a_value_is_said_without_what_it_leaves_open() -> None:
    values = (
        Act(Kind.SCHEME),
        Act(Kind.SHADOWSHIFT, n=2),
        Act(Kind.SHADOWSHIFT, slots=(1, 3)),
        Spend(),
        Spend(place=True),
        None,
        (),
        "",
        Four((JACK, JACK)),
    )

    assert [in_words(lines_of("living-trumps"), one) for one in values] == [
        "scheme", "shadowshift, number 2", "shadowshift, slots 1, 3", "spend", "spend: place", "nothing", "nothing",
        "nothing", "four: JS, JS",
    ]  # fmt: skip


def test_the_number_of_the_order_is_said_once() -> None:
    chosen = Answer(TurnOption(Option.SEIZE, order=1), 1)
    asked = [(ChooseOption(Seat("Ana"), (chosen.value,)), chosen)]

    [said] = decisions(lines_of("amber"), asked)

    assert said.partition(": ")[2] == "seize, by order 1."
