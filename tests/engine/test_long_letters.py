"""A letter of very many lines costs as much more as it is longer, and no more than a letter may cost."""

from __future__ import annotations

import pytest

from referee.engine import talk
from referee.engine.orders import readable
from referee.engine.reader import MOST_LOOKED_AT
from referee.engine.sheet import Heard
from tests.engine.cost import assert_costs
from tests.engine.tongue import letter

LINES = [
    "a:", "> ", "hello there, all of you", "FOO BAR", '"a ', "tel: ", "+49 123", "thanks,", "Corwin", "--", "----",
    "is it so?", "#", "ä", "a: b: c:", "www.", "", "we see, " * 20, "a" * 200, "(" * 200, '"' * 200, "1" * 200,
]  # fmt: skip
NONE = frozenset[str]()


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("every", [7, 10_000])
def test_lines_are_told_apart_in_linear_time(line: str, every: int) -> None:
    few, many = ([talk.Scrap(line, n // 3, n % every == 6) for n in range(count)] for count in (500, 4_000))

    assert_costs(
        lambda: talk.sorted_out(many, NONE, NONE), times=16, of=lambda: talk.sorted_out(few, NONE, NONE), spare=0.3
    )


@pytest.mark.parametrize("line", ["thanks,", "Corwin", "ä"])
def test_lines_below_a_farewell_are_not_compared_with_all_that_follow(line: str) -> None:
    few, many = ([talk.Scrap(line, n, told=False) for n in range(count)] for count in (2_000, 24_000))

    assert_costs(
        lambda: talk.sorted_out(many, NONE, NONE), times=24, of=lambda: talk.sorted_out(few, NONE, NONE), spare=0.3
    )


@pytest.mark.parametrize("unit", [["a:"], ["ä", ""], ["tel: ", "SEIZE", "."]])
def test_a_letter_of_very_many_lines_costs_no_more_than_one_of_many(unit: list[str]) -> None:
    most, more = (unit * count for count in (MOST_LOOKED_AT, 24 * MOST_LOOKED_AT))

    assert_costs(lambda: letter(*more), times=3, of=lambda: letter(*most), spare=0.5)


BROKEN = [
    ["ATTACK Corwin WITH LOW, ANY, TWO OF SWORDS, HIGH, LOW, ANY, TWO OF SWORDS, HIGH,"],
    ["IF POINTS >= 2 AND"],
    ["IF POINTS >= 2 AND POINTS >= 1 AND POINTS >= 0 AND POINTS >= 3 AND POINTS >= 2 AND"],
    [f"ATTACK {'LOW, ' * 40}"],
    [f"ATTACK Corwin WITH {'LOW, ' * 400}"],
    ["x" * 70, f"ATTACK Corwin WITH LOW, {'ANY, ' * 10}"],
    ["TURN 5"],
    ["TURN 5:", "SEIZE", ""],
    ["STANDING", f"ATTACK Corwin WITH LOW, {'ANY, ' * 10}", "IF POINTS >= 2"],
]


@pytest.mark.parametrize("unit", BROKEN)
def test_orders_that_may_be_broken_are_put_together_in_linear_time(unit: list[str]) -> None:
    few, many = (unit * (size // sum(map(len, unit))) for size in (12_500, 50_000))

    assert_costs(lambda: letter(*many), times=8, of=lambda: letter(*few), spare=0.125)


@pytest.mark.parametrize("begun", ["ATTACK Corwin WITH", "WAIT FLAG ON", "IF POINTS"])
@pytest.mark.parametrize("idle", ["A", "& MY", "ON :"])
def test_words_without_weight_in_a_line_are_looked_past_in_linear_time(begun: str, idle: str) -> None:
    few, many = (" ".join([begun, *([idle] * count)]) for count in (40, 160))

    assert_costs(lambda: letter(many), times=6, of=lambda: letter(few), spare=0.05)


def test_words_without_end_are_looked_for_once() -> None:
    few, many = (["TO Eric:", "x"] * count for count in (750, 45_000))

    assert_costs(lambda: letter(*many), times=3, of=lambda: letter(*few), spare=0.5)


def test_who_writes_more_lines_than_are_read_hears_so() -> None:
    lines = letter("SEIZE", *["hello there, all of you"] * 3_000, "AID Fiona").lines

    assert len(lines) == MOST_LOOKED_AT + 1
    assert lines[0].heard is Heard.ORDER
    assert lines[-1].error is not None
    assert readable(lines[-1].error) == (
        "I look at 2,000 lines of a letter at most; the others were not read. "
        "Send them in another letter that begins with ADD."
    )
