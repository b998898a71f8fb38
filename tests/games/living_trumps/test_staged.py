"""What a rule case of Living Trumps leaves out is read off its orders."""

from __future__ import annotations

from referee.games.living_trumps.case.staged import SPOKEN, staged


def test_orders_of_one_who_has_no_seat_hide_nobody_elses() -> None:
    given = {"active": "Eric", "blood": {"Eric": 3}}
    lines = {"Eric": ["POKER PLAY KH"]}

    usual = staged(given, lines, {}, ())

    assert usual[SPOKEN]["Eric"]
    assert staged(given, {"GM": ["RULE 1 YES"], **lines}, {}, ()) == usual
