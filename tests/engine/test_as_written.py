"""What people write beside the words of an order: signs, numbers, courtesies, words of their own."""

from __future__ import annotations

from typing import ClassVar

import pytest

from referee.engine.commands import ADDRESSEES, COMMANDS
from referee.engine.lexicon import split
from referee.engine.orders import Grammar, If, Order, readable
from referee.engine.reader import Reader
from referee.engine.sheet import Heard
from tests.engine.tongue import CONDITIONS, LEXICON, ME, Seize, letter


class Sing(Order):
    """Sing whatever you like."""

    usage: ClassVar[str] = "SING text"
    example: ClassVar[str] = "SING la la"
    text: str


def test_a_word_stands_where_it_was_written_whatever_signs_are_before_it() -> None:
    line = "x ≥ 2…\u200b “a b” we\u200bll → end"

    assert [line[w.start : w.end] for w in split(line)] == ["x", "≥", "2", "“a b”", "we\u200bll", "→", "end"]


def test_free_words_are_taken_as_they_were_written_and_go_no_further_than_their_order() -> None:
    grammar = Grammar((Sing, Seize), CONDITIONS)
    line = "IF POINTS ≥ 2 THEN SING “Oh!” … ELSE SEIZE"
    order = grammar.read(line, LEXICON, ME)

    assert isinstance(order, If)
    assert (order.then, order.otherwise) == (Sing(text="“Oh!” …"), Seize())
    assert grammar.read(grammar.show(order), LEXICON, ME) == order


class Wave(Order):
    """Wave to all, at once."""

    usage: ClassVar[str] = "WAVE"
    example: ClassVar[str] = "WAVE"
    at_once: ClassVar[bool] = True


@pytest.mark.parametrize(
    "line",
    [
        "IF THRONE EMPTY THEN TO Eric: hello",
        "IF THRONE EMPTY THEN SEIZE ELSE RESIGN SEAT",
        "STATUS IF THRONE EMPTY",
        "STANDING STATUS",
        "TURN 5 PROPOSE DRAW",
        "TURN 5 TO Eric: hello",
        "STANDING WAVE",
        "TURN 6 WAVE",
        "IF THRONE EMPTY THEN WAVE",
    ],
)
def test_what_is_done_at_once_is_neither_filed_for_later_nor_done_now(line: str) -> None:
    (found,) = Reader(Grammar((Seize, Wave, *COMMANDS), CONDITIONS, (ADDRESSEES,)), LEXICON, ME, 4).read([line]).lines

    assert found.heard is Heard.UNREADABLE
    assert found.error is not None
    assert " is done at once and waits for nothing. Write it by itself" in readable(found.error)


@pytest.mark.parametrize("line", ["STATUS", "TURN 4 STATUS", "Turn 4: propose draw"])
def test_a_command_under_the_heading_of_this_turn_is_one(line: str) -> None:
    assert [one.heard for one in letter(line).lines] == [Heard.COMMAND]
