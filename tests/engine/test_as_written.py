"""What people write beside the words of an order: signs, numbers, courtesies, words of their own."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.lexicon import split
from referee.engine.orders import Grammar, If, Order
from tests.engine.tongue import CONDITIONS, LEXICON, ME, Seize


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
