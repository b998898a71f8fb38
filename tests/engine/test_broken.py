"""Orders that a mail program broke over several lines are read whole, or refused and said back; never by half."""

from __future__ import annotations

import textwrap

import pytest

from referee.engine.audience import Seat
from referee.engine.commands import Press
from referee.engine.sheet import Heard
from referee.engine.wrapping import BROKEN, HEADED, LISTED
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
    assert str(next(line.error for line in letter(*lines).lines)).startswith(BROKEN.problem[:30])
    assert orders("SEIZE", *lines, "", "AID Fiona") == ["SEIZE", "AID Fiona"]


@pytest.mark.parametrize("first", ["ATTACK Corwin WITH LOW,", "TURN 5 ATTACK Corwin WITH LOW, ANY,"])
def test_an_open_list_above_what_cannot_be_read_does_not_count_by_half(first: str) -> None:
    assert (orders(first, "LWO, ANY, QX"), refused(first, "LWO, ANY, QX")) == ([], [first, "LWO, ANY, QX"])
    assert orders(first, "", "LWO, ANY, QX") == [first]
    assert orders(first, "SEIZE") == [first, "SEIZE"]
    assert orders(first, "Best wishes,", "Ana Miller") == [first]


def test_a_list_below_its_verb_counts_for_none_of_it_and_one_line_without_its_number() -> None:
    several = ["ATTACK:", "1. Corwin", "2. Eric"]

    assert (orders(*several, "SEIZE"), refused(*several)) == (["SEIZE"], ["ATTACK: Corwin Eric"])
    assert str(next(line.error for line in letter(*several).lines)).startswith(LISTED.problem)
    assert orders("ATTACK Corwin WITH:", "1. LOW, ANY", "SEIZE") == ["ATTACK Corwin WITH: LOW, ANY", "SEIZE"]
    assert orders("ATTACK:", "Corwin WITH", "LOW") == ["ATTACK: Corwin WITH LOW"]


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


@pytest.mark.parametrize("head", ["STANDING", "STANDING:", "TURN 5", "TURN 5:", "Turn 5 orders:"])
def test_what_stands_before_an_order_on_a_line_of_its_own_goes_with_it(head: str) -> None:
    prefix = head.removesuffix(":").removesuffix(" orders").upper()

    assert orders(head, SHORT) == [f"{prefix} {SHORT}"]
    assert orders("SEIZE", head, SHORT, "", "AID Fiona") == ["SEIZE", f"{prefix} {SHORT}", "AID Fiona"]
    assert orders(f"1. {head}", f"2. {SHORT}", "Best wishes", "Ana") == [f"{prefix} {SHORT}"]
    assert orders(head, *textwrap.wrap(LONG, 72)) == [f"{prefix} {LONG}"]


@pytest.mark.parametrize("head", ["STANDING", "TURN 5:", "STANDING # as ever"])
def test_a_comment_parts_it_from_its_order_as_little_as_it_stands_for_one(head: str) -> None:
    prefix = head.partition("#")[0].strip(" :")

    assert orders(head, "# as long as I can", "  # or longer", SHORT) == [f"{prefix} {SHORT}"]
    assert orders("SEIZE", head, "# as ever", SHORT, "", "AID Fiona") == ["SEIZE", f"{prefix} {SHORT}", "AID Fiona"]
    assert orders("IF POINTS >= 1", "# then", "SEIZE") == ["IF POINTS >= 1 SEIZE"]
    assert (orders(head, "# as ever", "SEIZE", "# and", "AID Fiona"), len(refused(head, "# so", "SEIZE"))) == ([], 0)
    assert [line.text for line in letter(head, "# so", SHORT).lines if line.heard is Heard.COMMENT] == ["# so"]


@pytest.mark.parametrize("head", ["STANDING", "TURN 5"])
def test_above_several_orders_it_counts_for_none_and_all_are_said_back(head: str) -> None:
    lines = [f"{head}:", "SEIZE", "AID Fiona"]

    assert orders(*lines, "", "DEFEND WITH ANY") == ["DEFEND WITH ANY"]
    assert refused(*lines) == [f"{head} / SEIZE / AID Fiona"]
    assert str(letter(*lines).lines[0].error).startswith(HEADED.problem)


def test_the_open_turns_own_number_above_orders_is_their_title() -> None:
    assert orders("TURN 4", "SEIZE", "AID Fiona") == ["TURN 4 SEIZE", "AID Fiona"]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["STANDING", "SEZE"], 'I don\'t know the order "SEZE".'),
        (["TURN 5", "ATTACK Corwin WITH"], "ANY, LOW or HIGH is missing."),
        (["TURN 1", "SEIZE"], "Turn 1 is over."),
        (["IF POINTZ >= 2", "ATTACK Fiona"], '"POINTZ" is not a condition.'),
        (["CANCEL", "ATTACK Fiona"], "CANCEL ends all standing ATTACK lines at once, never one of them."),
    ],
)
def test_one_that_cannot_be_read_with_it_is_said_back_with_it(lines: list[str], problem: str) -> None:
    assert (orders(*lines), refused(*lines)) == ([], [" ".join(lines)])
    assert str(letter(*lines).lines[0].error).startswith(problem)


@pytest.mark.parametrize(
    ("lines", "whole"),
    [
        (["IF POINTS >= 2", "THEN ATTACK Fiona"], "IF POINTS >= 2 THEN ATTACK Fiona"),
        (["TURN 5 IF POINTS >= 2", "ATTACK Fiona"], "TURN 5 IF POINTS >= 2 ATTACK Fiona"),
        (["CANCEL", "DEFEND"], "CANCEL DEFEND"),
    ],
)
def test_the_first_words_of_an_order_go_with_the_others(lines: list[str], whole: str) -> None:
    assert [line.text for line in letter(*lines).lines] == [whole]
    assert refused(*lines) == []


@pytest.mark.parametrize(
    "lines",
    [
        ["IF POINTS >= 2 THEN ATTACK Fiona", "ELSE SEIZE"],
        ["IF POINTS >= 2 THEN ATTACK Fiona ELSE", "SEIZE"],
        ["IF POINTS >= 2", "THEN ATTACK Fiona", "ELSE SEIZE"],
        ["IF POINTS >= 2", "THEN ATTACK Fiona WITH LOW,", "ANY", "ELSE", "AID Fiona"],
        ["TURN 5 IF POINTS >= 2 THEN ATTACK Fiona", "ELSE SEIZE"],
        ["IF POINTS >= 2 AND POINTS >= 1 AND POINTS >= 0 AND POINTS >= 3 THEN SEIZE", "ELSE ATTACK Fiona"],
    ],
)
def test_what_begins_with_then_or_else_goes_with_the_line_above(lines: list[str]) -> None:
    assert orders("SEIZE", *lines, "AID Fiona") == ["SEIZE", " ".join(lines), "AID Fiona"]
    assert refused(*lines) == []


@pytest.mark.parametrize(
    "lines",
    [
        ["ATTACK Corwin", "WITH LOW"],
        ["ATTACK Corwin WITH LOW, ANY", "AT MOST 3"],
        ["DEFEND", "AGAINST SWORDS", "WITH HIGH"],
        ["AID Fiona", "AGAINST Eric"],
    ],
)
def test_what_begins_with_a_word_from_within_an_order_goes_with_the_line_above(lines: list[str]) -> None:
    assert orders("SEIZE", *lines, "AID Fiona") == ["SEIZE", " ".join(lines), "AID Fiona"]
    assert refused(*lines) == []


def test_a_condition_below_an_order_is_the_orders_at_the_end_of_a_paragraph_alone() -> None:
    assert orders("SEIZE", "IF POINTS >= 2", "", "AID Fiona") == ["SEIZE IF POINTS >= 2", "AID Fiona"]
    assert orders("SEIZE", "IF POINTS >= 2", "AID Fiona") == ["SEIZE", "IF POINTS >= 2 AID Fiona"]
    assert orders("SEIZE", "with love,", "Ana") == ["SEIZE"]


@pytest.mark.parametrize("below", ["ELSE SIEZE", "ELSE ATTACK Nobody", "Else I give up"])
@pytest.mark.parametrize("first", ["IF POINTS >= 2 THEN ATTACK Fiona", "IF POINTS >= 2 SEIZE"])
def test_of_two_halves_none_counts_where_the_second_cannot_be_read(first: str, below: str) -> None:
    assert (orders(first, below), refused(first, below)) == ([], [f"{first} {below}"])


def test_an_order_that_has_no_other_half_leaves_such_a_line_alone() -> None:
    assert orders("SEIZE", "else I would have nothing to do", "then ATTACK Fiona") == ["SEIZE", "then ATTACK Fiona"]
    assert orders("SEIZE THEN", "AID Fiona")[-1] == "AID Fiona"


@pytest.mark.parametrize("below", ["Best wishes", "HELP", ""])
@pytest.mark.parametrize("head", ["STANDING", "TURN 5", "IF POINTS >= 2"])
def test_above_what_is_no_order_it_is_said_back_alone(head: str, below: str) -> None:
    assert refused(head, below, "", "SEIZE") == [head]
    assert orders(head, below, "", "SEIZE") == ["SEIZE"]


def test_a_sentence_that_begins_with_if_takes_no_order_with_it() -> None:
    assert orders("If you read this, all is well.", "SEIZE") == ["SEIZE"]


@pytest.mark.parametrize("head", ["STANDING", "TURN 5", "IF POINTS >= 2"])
@pytest.mark.parametrize(
    ("words", "said"), [(["TO Eric: SEIZE it all"], "SEIZE it all"), (["TO Eric:", "SEIZE", "all", "."], "SEIZE\nall")]
)
def test_words_to_others_below_it_are_delivered_and_order_nothing(head: str, words: list[str], said: str) -> None:
    assert letter(head, *words).commands() == [Press(addressees=(Seat("Eric"),), text=said)]
    assert (refused(head, *words), orders(head, *words, "AID Fiona")) == ([head], ["AID Fiona"])
