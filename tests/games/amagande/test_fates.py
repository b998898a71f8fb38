"""What a report of Amagande says of orders that did nothing."""

from __future__ import annotations

import pytest

from referee.engine.audience import PUBLIC, Seat
from referee.games.amagande import RULESET
from referee.games.amagande.events import CardsDrawnUnseen
from referee.games.amagande.plans import unneeded
from tests.games.amagande.test_warnings import LEXICON
from tests.laws.test_first_letters import begun

GAME = begun(RULESET, 3, 3)
ME, OTHER, _ = GAME.setup.seats


def drawn(seat: Seat, due: int) -> CardsDrawnUnseen:
    return CardsDrawnUnseen(seat=seat, count=due or 1, due=due, required="", to=PUBLIC)


@pytest.mark.parametrize(
    ("line", "told", "said"),
    [
        ("PLAY 7H ELSE HIGHEST", [], "You were not on turn again"),
        ("COUNTER 2", [drawn(ME, 3)], "None of these counters what you had to draw"),
        ("COUNTER 2", [drawn(OTHER, 3), drawn(ME, 0)], ""),
        ("STYLE SAFE", [drawn(ME, 3)], ""),
    ],
)
def test_an_order_that_did_nothing_has_a_reason_where_one_would_ask(
    line: str, told: list[CardsDrawnUnseen], said: str
) -> None:
    assert unneeded(GAME.view(ME), told)(RULESET.grammar.read(line, LEXICON, ME)) == said
