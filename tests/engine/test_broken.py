"""Orders that a mail program broke over several lines are read whole, or refused and said back; never by half."""

from __future__ import annotations

import textwrap

import pytest

from referee.engine.broken import BROKEN
from referee.engine.sheet import Heard
from tests.engine.tongue import letter

LONG = "ATTACK Corwin WITH LOW, ANY, TWO OF SWORDS, HIGH, LOW, ANY, TWO OF SWORDS, HIGH, ANY, LOW AT MOST 3"
GUARD = "IF POINTS >= 2 AND POINTS >= 1 AND POINTS >= 0 AND POINTS >= 3 THEN ATTACK Fiona WITH LOW, TWO OF SWORDS, ANY"


SHORT = "ATTACK Corwin WITH LOW"


def orders(*lines: str) -> list[str]:
    """The orders that a letter files, as they are printed."""
    sheet = letter(*lines)
    kinds = (Heard.ORDER, Heard.STANDING, Heard.ADVANCE)
    return [line.text for line in sheet.lines if line.heard in kinds]


def refused(*lines: str) -> list[str]:
    return [line.text for line in letter(*lines).lines if line.heard is Heard.UNREADABLE]


@pytest.mark.parametrize("width", range(68, 82, 2))
@pytest.mark.parametrize("order", [LONG, GUARD, f"TURN 5 {LONG}", f"STANDING {LONG}", f"1. {LONG}"])
def test_an_order_that_a_program_broke_is_read_whole(order: str, width: int) -> None:
    broken = textwrap.wrap(order, width)
    assert len(broken) > 1

    assert orders(*broken) == [order]
    assert orders("SEIZE", *broken, "DEFEND WITH ANY") == ["SEIZE", order, "DEFEND WITH ANY"]
    assert orders(*broken, "", "Best wishes", "Ana") == [order]


@pytest.mark.parametrize(
    "lines",
    [
        ["ATTACK Corwin WITH LOW,", "TWO OF SWORDS, ANY"],
        ["ATTACK Corwin WITH", "LOW"],
        ["ATTACK Corwin WITH LOW AT MOST", "3"],
        ["IF POINTS >= 2 THEN", "ATTACK Fiona"],
        ["ATTACK Corwin WITH LOW,", "ANY,", "HIGH"],
    ],
)
def test_a_line_that_wants_more_takes_the_next_one_with_it(lines: list[str]) -> None:
    assert orders(*lines) == [" ".join(lines)]
    assert orders("SEIZE", *lines, "DEFEND WITH ANY") == ["SEIZE", " ".join(lines), "DEFEND WITH ANY"]


@pytest.mark.parametrize(
    "lines",
    [
        ["IF POINTZ >= 2 THEN", "ATTACK Fiona"],
        ["ATTACK Corwin WITH LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, ANY, HIGH", "AT MOST 3 cards and no more"],
        ["ATTACK Corwin WITH LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, ANY, HIGH", "AT MOST 3 CRADS"],
        ["TURN 5 IF POINTS >= 1 AND", "ATTACK Fiona"],
    ],
)
def test_where_that_is_not_sure_none_of_it_counts_and_all_is_said_back(lines: list[str]) -> None:
    assert (orders(*lines), refused(*lines)) == ([], [" ".join(lines)])
    assert str(next(line.error for line in letter(*lines).lines)).startswith(BROKEN[:30])
    assert orders("SEIZE", *lines, "", "AID Fiona") == ["SEIZE", "AID Fiona"]


@pytest.mark.parametrize("first", ["ATTACK Corwin WITH LOW,", "TURN 5 ATTACK Corwin WITH LOW, ANY,"])
def test_an_open_list_above_what_cannot_be_read_does_not_count_by_half(first: str) -> None:
    assert (orders(first, "LWO, ANY, QX"), refused(first, "LWO, ANY, QX")) == ([], [first, "LWO, ANY, QX"])
    assert orders(first, "", "LWO, ANY, QX") == [first]
    assert orders(first, "SEIZE") == [first, "SEIZE"]
    assert orders(first, "Best wishes,", "Ana Miller") == [first]


@pytest.mark.parametrize(
    "below",
    ["Best wishes, and good luck to you", "Ana Miller", "Thanks", "AID Fiona", "2. AID Fiona", "DEFEND WITH ANY", ""],
)
@pytest.mark.parametrize("first", ["ATTACK Corwin WITH LOW, ANY, TWO OF SWORDS, HIGH, LOW, ANY, HIGH", SHORT])
def test_what_is_no_more_of_an_order_leaves_it_alone(first: str, below: str) -> None:
    assert orders(first, below)[0] == first


def test_a_command_that_ends_in_such_a_word_leaves_the_next_line_alone() -> None:
    assert orders("WAIT FLAG ON", "SEIZE", "LEADS ON", "AID Fiona") == ["SEIZE", "AID Fiona"]


def test_lines_that_are_orders_each_stay_so() -> None:
    lines = ["ATTACK Corwin WITH LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, LOW, ANY, HIGH", "SEIZE", "AID Fiona"]

    assert orders(*lines) == lines
