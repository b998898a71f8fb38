"""An order of which a mail program broke off a word that begins another order."""

from __future__ import annotations

import pytest

from referee.engine.audience import Seat
from referee.engine.reader import Reader
from referee.engine.sheet import Heard, Sheet
from referee.games.wizards_duel import RULESET
from tests.games.wizards_duel.duels import LEXICON


def heard(*lines: str) -> Sheet:
    """What lines come to."""
    return Reader(RULESET.grammar, LEXICON, Seat("Ana"), 1).read(lines)


@pytest.mark.parametrize("first", ["LEAD HIGHEST,", "LEAD HIGHEST AND"])
def test_a_lead_is_not_filed_without_the_draw_below_its_comma(first: str) -> None:
    sheet = heard(first, "DRAW", "REPLY LOWEST")

    assert [RULESET.grammar.show(line.order) for line in sheet.lines if line.order is not None] == ["REPLY LOWEST"]
    assert [line.text for line in sheet.lines if line.heard is Heard.UNREADABLE] == [f"{first} DRAW"]


def test_orders_with_a_comma_behind_each_are_orders_each() -> None:
    sheet = heard("LEAD HIGHEST,", "REPLY LOWEST,", "PLAY ON 1")

    assert len([line for line in sheet.lines if line.order is not None]) == 3


def test_what_is_no_order_by_itself_goes_on_with_the_lead_though_it_begins_as_one() -> None:
    sheet = heard("LEAD HIGHEST,", "DRAW, LOWEST")

    assert [line.text for line in sheet.lines if line.order is not None] == ["LEAD HIGHEST, DRAW, LOWEST"]
