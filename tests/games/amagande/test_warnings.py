"""What a receipt of Amagande warns of, and what it does not: a false warning is as bad as a missing one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from referee.engine.audience import Seat
from referee.games.amagande import RULESET
from referee.games.amagande.case import given
from referee.games.amagande.checks import check
from referee.resources import Resources

SEATS = (Seat("Ana"), Seat("Bo"), Seat("Cid"))
LEXICON = RULESET.words.lexicon(SEATS, {name: Resources().table(name) for name in RULESET.words.tables})

FITS = {"top": "9H", "hand": ["4S", "9D", "6C"]}
FITS_NOT = {"top": "9H", "hand": ["4S", "KD", "6C"]}
UNDER_A_PENALTY = {"top": "2H", "pending": 2, "hand": ["4H", "KD", "3H"]}

IN_VAIN = "You may draw only when none of your cards fits; else your STYLE plays."
NO_7H = "You do not hold 7H now; such an entry is passed over unless you do then."


@pytest.mark.parametrize(
    ("table", "line", "said"),
    [
        (FITS, "PLAY 9D", []),
        (FITS, "PLAY ANY D ELSE 4S", []),
        (FITS, "PLAY 7H ELSE 9D", [NO_7H]),
        (FITS, "PLAY 9D ELSE DRAW", [IN_VAIN]),
        (FITS, "PLAY DRAW", [IN_VAIN]),
        (FITS_NOT, "PLAY DRAW", [IN_VAIN]),
        (FITS_NOT, "PLAY ANY H ELSE DRAW", []),
        (FITS_NOT, "PLAY 7H ELSE DRAW", [NO_7H]),
        (FITS_NOT, "PLAY 7H ELSE 7H IF SUM <= 9", [NO_7H]),
        (FITS_NOT, "IF NO ACE THEN PLAY 7H ELSE PLAY DRAW", [NO_7H, IN_VAIN]),
        (UNDER_A_PENALTY, "PLAY ANY S ELSE DRAW", []),
        (UNDER_A_PENALTY, "COUNTER 3H", []),
        (UNDER_A_PENALTY, "COUNTER 2C ELSE 3H ELSE TAKE",
         ["You do not hold 2C now; such an entry is passed over unless you do then."]),
        (FITS, "HOLD 7H", []),
        (FITS, "STYLE HEAVY", []),
    ],
)  # fmt: skip
def test_a_receipt_warns_of_just_what_is_not_so(table: Mapping[str, object], line: str, said: list[str]) -> None:
    assert remarks(table, [line]) == said


@pytest.mark.parametrize("line", ["PLAY DRAW", "PLAY 9D ELSE DRAW"])
def test_nobody_is_warned_of_a_draw_where_it_is_free(line: str) -> None:
    assert remarks(FITS, [line], {"voluntary_draw": "yes"}) == []


def test_no_more_lines_are_warned_of_than_those_beyond_the_own_turns() -> None:
    lines = ["PLAY 9D", "PLAY 4S", "PLAY 6C", "PLAY 9D"]

    assert remarks(FITS, lines[:3]) == []
    assert remarks(FITS, lines) == ["This line is never reached: a turn has 3 own turns at most."]
    assert remarks(FITS, [*lines[:2], "IF NO ACE THEN PLAY 6C", lines[3]]) == []
    assert remarks(FITS, [*lines[:3], "IF NO ACE THEN PLAY 9D"]) == remarks(FITS, lines)


def test_behind_a_line_that_always_speaks_none_of_its_kind_is_reached() -> None:
    if_few = "IF HAND <= 2 THEN STYLE LIGHT"

    assert remarks(FITS, ["STYLE SAFE", if_few]) == ["This line is never reached: the one above it counts."]
    assert remarks(FITS, [if_few, "STYLE SAFE"]) == []


def test_who_resigns_ends_the_game_only_where_one_other_is_left() -> None:
    assert remarks({"players": ["Ana", "Bo"]}, ["RESIGN"]) == ["This ends the game at once."]
    assert remarks({"players": ["Ana", "Bo", "Cid"]}, ["RESIGN"]) == ["You leave the table, and cannot win any more."]


def remarks(table: Mapping[str, object], lines: list[str], options: dict[str, str] | None = None) -> list[str]:
    """What is said of Ana's lines at a table given as in rule cases."""
    start = given(RULESET.settle(options or {}), {"turn": "Ana", **table})
    seen = RULESET.look(start.state, SEATS[0], start.setup)
    read = [RULESET.grammar.read(line, LEXICON, SEATS[0]) for line in lines]
    return [one.text for one in check(seen, read)]
