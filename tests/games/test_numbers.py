"""Numbers in orders that can never come true: no such impulse, round or card, or a size that nothing ever has."""

from __future__ import annotations

from typing import Any

import pytest

from referee.cases.letters import Post
from referee.cases.setting import file_orders
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.mends import CorrectionRefused
from referee.engine.table import Table
from referee.games import every
from referee.games.elements.orders import HaltBatch
from referee.laws.played import begun
from referee.resources import Resources

NEVER = "That can never be so: "

WARNED = (
    ("amagande", "PLAY 7D IF HAND > 54", f"{NEVER}HAND is 0 to 53."),
    ("amagande", "PLAY 7D IF SUM < 0 DRAW", f"{NEVER}SUM is 0 to 745."),
    ("amber", "IF TURN = 0 THEN SEIZE", f"{NEVER}TURN is 1 or more."),
    ("amber", "IF MY CARDS > 78 THEN SEIZE", f"{NEVER}MY CARDS is 0 to 78."),
    ("amber", "IF NOT REIGN >= 0 THEN SEIZE", f"{NEVER}REIGN is 0 or more."),
    ("amber", "IF TURN >= 999999 THEN SEIZE", ""),
    ("elements", "AIR IF FLAME >= 5", f"{NEVER}FLAME is 0 to 4."),
    ("elements", "AIR IF IMPULSE > 24", f"{NEVER}IMPULSE is 1 to 24."),
    ("living_trumps", "SCHEME IF HOLD 9 K", f"{NEVER}HOLD is 0 to 8."),
    ("living_trumps", "SCHEME IF BLOOD < 0", f"{NEVER}BLOOD is 0 or more."),
    ("normal_cards", "REPLY IF POINTS > 33 TRUMP LOWEST ELSE DUMP", f"{NEVER}POINTS is 0 to 33."),
    ("wizards_duel", "CALL IF LED >= 22", f"{NEVER}LED is 1 to 21."),
    ("wizards_duel", "DRAW IF BEST < 0", f"{NEVER}BEST is 0 to 21."),
    ("wizards_duel", "CALL IF MARGIN < -20", f"{NEVER}MARGIN is -20 to 21."),
    ("wizards_duel", "CALL KEEP 30", "CALL IF LED >= 15 KEEP 30 would."),
)

REFUSED = (
    ("amber", "HELP RULER WITH 4W AT MOST 0", "AT MOST 0 offers no card; write 1 or more, or leave the line out."),
    (
        "amber",
        "DEFEND AGAINST SWORDS 11 OR MORE WITH 5C",
        "No attack card is SWORDS 11 OR MORE; their numbers are 1 to 10.",
    ),
    (
        "amber",
        "HELP RULER AGAINST SWORDS 0 OR LESS WITH 5C",
        "No attack card is SWORDS 0 OR LESS; their numbers are 1 to 10.",
    ),
    ("elements", "MAGIC AT 13 SCRY o4", "A deadline has impulses 1 to 12."),
    ("living_trumps", "SHAPESHIFT 3 UNTIL HOLD 9 K", "There are 8 natural cards of a rank; write 1 to 8."),
    ("living_trumps", "SCRY DECK TRUMP TOP 0", "Cards of a deck are counted from 1."),
    ("living_trumps", "DUEL CALL AT 0", "Feints are counted from 1."),
    ("living_trumps", "CONTEST TRUMP K AFTER 6", "A contest has 5 flips."),
    ("living_trumps", "CONTEST YIELD BEHIND BY 3 AFTER 6", "A contest has 5 flips."),
    ("normal_cards", "TRICK 19 LEAD 7H", "A turn has tricks 1 to 18 at most."),
    ("wizards_duel", "ROUND 21 CALL", "A turn has rounds 1 to 20."),
)


def told(slug: str, line: str) -> tuple[str, str]:
    """What is refused of a first line in a game that has just begun, and what is warned of."""
    rules = every(third_party=False)[slug.replace("_", "-")]
    game = begun(rules, 0).start
    seats = game.setup.seats
    filed = file_orders(game, seats[0], [line], Post(rules, Resources()).lexicon(seats))
    return " ".join(filed.refused.values()), " ".join(filed.warned.values())


@pytest.mark.parametrize(("slug", "line", "words"), WARNED)
def test_a_condition_that_no_number_meets_is_told(slug: str, line: str, words: str) -> None:
    refused, warned = told(slug, line)

    assert refused == ""
    assert warned.endswith(words)


@pytest.mark.parametrize(("slug", "line", "words"), REFUSED)
def test_a_number_that_never_comes_is_refused_with_those_that_do(slug: str, line: str, words: str) -> None:
    assert told(slug, line)[0] == words


@pytest.mark.parametrize(("slug", "line", "rightly"), [
    ("amber", "HELP RULER WITH 4W AT MOST 1", ""),
    ("elements", "AIR IF FLAME >= 4", "A Whirlwind needs a card in your Flame; it is empty now."),
    ("living_trumps", "SCHEME IF HOLD 8 K", ""),
])  # fmt: skip
def test_the_last_number_that_may_come_is_taken(slug: str, line: str, rightly: str) -> None:
    refused, warned = told(slug, line)

    assert (refused, NEVER in warned) == ("", False)
    assert rightly in warned


@pytest.mark.parametrize(
    ("n", "why"), [(0, "A deadline has impulses 1 to 12."), (13, "A deadline has impulses 1 to 12."), (12, "")]
)
def test_a_halt_of_the_gm_is_at_an_impulse_that_comes(n: int, why: str) -> None:
    rules = every(third_party=False)["elements"]
    game = begun(rules, 0).start
    table = Table[Any](copied(game.state), Chance(game.seed, 1), {})

    rules.correct(table, game.setup, HaltBatch(n=n))

    assert [e.why for e in table.events if isinstance(e, CorrectionRefused)] == [why] * bool(why)
    assert table.state.halt_at == (0 if why else n)
