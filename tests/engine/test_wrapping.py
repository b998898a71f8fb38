"""Words that a mail program broke over several lines reach their readers whole, and no order goes with them."""

from __future__ import annotations

import textwrap

import pytest

from referee.engine.commands import Press
from tests.engine.tongue import SEATS, letter

ERIC = SEATS[1]
LONG = (
    "TO Eric: the harbour is mine until the spring, and whoever comes near it with more than two ships will hear "
    "from me; so let us be friends, and share what there is to be shared between the two of us in good time."
)
FULL = "TO Eric: come with me to the castle of the old king tomorrow morning"


def said(*lines: str) -> list[str]:
    """What is delivered of a letter, each words of its own."""
    return [line.order.text for line in letter(*lines).lines if isinstance(line.order, Press)]


@pytest.mark.parametrize("width", [70, 72, 74, 76, 78, 80])
def test_words_that_a_program_broke_are_delivered_whole(width: int) -> None:
    assert said(*textwrap.wrap(LONG, width), "", "SEIZE") == [LONG.removeprefix("TO Eric: ")]


def test_the_letter_says_back_all_that_was_taken() -> None:
    [first, *_] = letter(*textwrap.wrap(LONG, 72)).lines

    assert first.text == LONG


@pytest.mark.parametrize(
    "below",
    ["ATTACK Eric", "ATACK Eric", "1. SEIZE", "SEZE", "TO Fiona: he knows nothing", "STANDING SEIZE", "STATUS", "IF x"],
)
def test_what_may_be_an_order_never_goes_to_somebody_else(below: str) -> None:
    assert said(FULL, below)[0] == FULL.removeprefix("TO Eric: ")


@pytest.mark.parametrize("below", ["", ".", "END", "# and so on for ever and ever"])
def test_an_end_is_an_end(below: str) -> None:
    assert said(FULL, below, "strengthening everybody") == [FULL.removeprefix("TO Eric: ")]


def test_a_line_with_room_for_the_next_word_was_ended_by_its_writer_and_may_be_half_of_their_words() -> None:
    for line in ("TO Eric: come with me tomorrow", f"{FULL} {FULL[9:]}"):
        assert said(line, "strengthening everybody") == []
        assert said(line, "", "strengthening everybody") == [line.removeprefix("TO Eric: ")]
