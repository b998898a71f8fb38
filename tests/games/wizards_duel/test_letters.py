"""What letters of a duel say of its cards, and of what is asked where several lines fit."""

from __future__ import annotations

import pytest

from referee.games.cards import card_named
from referee.games.wizards_duel import RULESET
from tests.games.wizards_duel.duels import ANA, READ, new
from tests.laws.played import post

SAY = post("wizards-duel").writer.lines


@pytest.mark.parametrize(
    ("deck", "named"), [("full", ["Minors", "Majors"]), ("majors", ["Majors"]), ("minors", ["Minors"])]
)
def test_the_game_in_short_tells_of_no_cards_that_no_deck_holds(deck: str, named: list[str]) -> None:
    short = SAY.phrase("aim", new({"deck": deck}, b"short").view(ANA), ANA)

    assert [kind for kind in ("Minors", "Majors") if f"{kind} |" in short] == named


@pytest.mark.parametrize(
    ("lines", "never"),
    [
        (["PLAY ON 0"], ", and never call or draw."),
        (["CALL KEEP 1", "PLAY ON 0"], ", and never call or draw."),
        (["CALL IF LED >= 14", "CALL KEEP 1", "PLAY ON 0"], ", and never draw."),
        (["REPLY DRAW", "CALL IF LED > 15", "PLAY ON 0"], "else your lowest."),
        (["LEAD DRAW", "PLAY ON 0"], ", and never call."),
        (["IF LED >= 14 THEN REPLY CALL", "PLAY ON 0"], ", and never draw."),
        (["IF LED >= 14 THEN CALL", "PLAY ON 0"], ", and never draw."),
    ],
)
def test_never_to_call_or_draw_is_said_unless_a_line_does_or_forbids_it(lines: list[str], never: str) -> None:
    said = SAY.defaults(new({}, b"unspoken").view(ANA), [READ(line) for line in lines])

    assert said.partition(" Where several")[0].endswith(never)


@pytest.mark.parametrize(
    ("lines", "warned"),
    [
        (["CALL KEEP 1"], True),
        (["IF LED >= 15 THEN CALL KEEP 1"], True),
        (["CALL KEEP 1", "CALL IF LED >= 14"], False),
        (["CALL KEEP 1", "REPLY IF LED >= 14 CALL"], False),
        (["CALL IF LED >= 14 KEEP 1"], False),
    ],
)
def test_to_keep_calls_where_no_line_calls_is_warned_of(lines: list[str], warned: bool) -> None:
    remarks = RULESET.orders.check(new({}, b"keep").view(ANA), [READ(line) for line in lines])

    assert any("KEEP calls nothing by itself" in one.text for one in remarks) == warned


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (
            ["DRAW IF LED > 10", "REPLY CHEAPEST WIN", "CALL IF LED > 17", "LEAD KS"],
            "CALL, then DRAW, then LEAD or REPLY",
        ),
        (["CALL IF LED > 17", "REPLY CHEAPEST WIN", "LEAD KS"], "CALL, then REPLY"),
        (["IF LED > 17 THEN CALL", "IF LED > 10 THEN DRAW"], "CALL, then DRAW"),
        (["ROUND 2 LEAD KS", "CALL IF LED > 17", "LEAD QW"], "ROUND, then CALL, then LEAD"),
        (["CALL NEVER", "DRAW NEVER", "REPLY CHEAPEST WIN", "LEAD KS"], ""),
        (["CALL KEEP 1", "REPLY CHEAPEST WIN"], ""),
        (["CALL IF LED > 17", "LEAD KS"], ""),
    ],
)
def test_a_receipt_says_which_of_several_lines_is_asked_first(lines: list[str], asked: str) -> None:
    said = SAY.defaults(new({}, b"unspoken").view(ANA), [READ(line) for line in lines])

    assert said.partition("Where several lines fit, the order is ")[2].removesuffix(".") == asked


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("REPLY IF LED > 12 PLAY 4W", "You have played 4W already, so this line does nothing more."),
        ("REPLY 4W", "You have played 4W already, so this line does nothing more."),
        ("REPLY CHEAPEST WIN, 4W", "You have played 4W already; such an entry is skipped."),
        ("IF BEST <= 6 THEN REPLY 4W ELSE REPLY LOWEST", "You have played 4W already; such an entry is skipped."),
    ],
)
def test_a_line_of_nothing_but_cards_that_are_gone_is_told_apart(line: str, said: str) -> None:
    seen = new({}, b"gone").view(ANA)
    gone = card_named("4W")
    assert gone is not None
    seen.sheets[ANA].discard.append(gone)
    seen.hand[:] = [card for card in seen.hand if card.face is not gone]

    assert [one.text for one in RULESET.orders.check(seen, [READ(line)])] == [said]
