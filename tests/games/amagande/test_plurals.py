"""KINGS are cards of that rank, wherever a rank may stand, as the help says."""

from __future__ import annotations

import pytest

from referee.engine.audience import Seat
from referee.engine.errors import OrderError
from referee.games.amagande import RULESET
from tests.laws.played import post

LEXICON = post(RULESET.slug).lexicon((Seat("Anna"), Seat("Bruno")))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("COUNTER KINGS", "COUNTER K"), ("hold aces, queens", "HOLD A, Q"), ("PLAY JACKS", "PLAY J"),
        ("HOLD S, 10S, AS", "HOLD ANY S, 10S, AS"), ("PLAY KINGS OF HEARTS", "PLAY KH"),
        ("COUNTER KINGS HEARTS", "COUNTER KH"),
    ],
)
def test_a_rank_may_be_named_in_the_plural(written: str, read: str) -> None:
    assert RULESET.grammar.show(RULESET.grammar.read(written, LEXICON)) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("PLAY AS HEARTS", "PLAY AS SUIT H"), ("PLAY AH H", "PLAY AH SUIT H"), ("PLAY A:H", "PLAY A SUIT H"),
        ("PLAY AS -> H ELSE 7H", "PLAY AS SUIT H ELSE 7H"), ("PLAY AS ASK HEARTS", "PLAY AS SUIT H"),
        ("play ace for spades", "PLAY A SUIT S"), ("PLAY AS NAME HEARTS", "PLAY AS SUIT H"),
        ("PLAY AS, calling hearts", "PLAY AS SUIT H"), ("PLAY AS and ask for the suit most", "PLAY AS SUIT MOST"),
        ("PLAY AS, HEARTS", "PLAY AS ELSE ANY H"), ("PLAY AS ELSE HEARTS", "PLAY AS ELSE ANY H"),
        ("PLAY 7H HEARTS", "PLAY 7H ELSE ANY H"), ("play a heart", "PLAY ANY H"), ("PLAY A OF HEARTS", "PLAY AH"),
    ],
)
def test_a_suit_right_behind_an_ace_is_the_one_it_names(written: str, read: str) -> None:
    assert RULESET.grammar.show(RULESET.grammar.read(written, LEXICON)) == read


def test_what_no_card_is_called_is_refused() -> None:
    with pytest.raises(OrderError):
        RULESET.grammar.read("HOLD BOSS", LEXICON)


@pytest.mark.parametrize("written", ["HOLD A & 2 & 3", "HOLD A and 2", "HOLD 2 and A and 3"])
def test_an_ace_before_an_and_is_never_dropped_as_an_article(written: str) -> None:
    with pytest.raises(OrderError, match="needs its suit"):
        RULESET.grammar.read(written, LEXICON)
