"""Rules that come to something else, or are not there, read like neither tampering nor nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee import games
from referee.archive import verification
from referee.archive.finding import Proof
from referee.engine.audience import PUBLIC
from referee.engine.events import OrderLapsed
from referee.games import NoEdition, Rules, find
from tests.archive.test_untouched import KEPT

DATA = (KEPT / "wizards-duel.zip").read_bytes()
DUEL = find("wizards-duel", "1")


def played_by(rules: Rules | Exception, monkeypatch: pytest.MonkeyPatch) -> Proof:
    """What is found by a program whose rules of the duel are these."""

    def found(slug: str, edition: str) -> Rules:
        if isinstance(rules, Exception):
            raise rules
        return rules

    monkeypatch.setattr(games, "find", found)
    return verification.verify(DATA)


def test_where_a_rule_was_changed_without_a_new_edition_both_that_and_forgery_are_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def play(table: Any) -> None:
        DUEL.play(table)
        if table.state.turn >= 2:
            table.tell(OrderLapsed(seat=table.seats[0], order=1, reason="a new rule", to=PUBLIC))

    proof = played_by(replace(DUEL, play=play), monkeypatch)
    [wrong] = proof.differences

    assert (wrong.turn, wrong.item) == (2, "steps/0002/output.json")
    assert wrong.means.startswith(
        "Its hashes fit. So either this program's rules are not those that it was played by, though both call"
        " themselves edition 1: then a rule was changed without saying so, and the program that made the bundle"
        " (referee 0.1.0) still comes to what is stored. Or somebody changed the turn and computed all hashes anew"
    )
    assert [*proof.sentences()][-1] == "This is not the game as it was played: it differs from turn 2 on."


def test_where_rules_break_off_the_turn_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(table: Any) -> None:
        raise ZeroDivisionError

    [wrong] = played_by(replace(DUEL, play=play), monkeypatch).differences

    assert (wrong.turn, wrong.said) == (1, "The turn can't be played again: ZeroDivisionError.")


@pytest.mark.parametrize("missing", [NoEdition("Wizard's Duel", "1", "2"), LookupError("There is no game.")], ids=str)
def test_rules_that_are_not_there_say_nothing_against_the_game(
    missing: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    proof = played_by(missing, monkeypatch)

    assert proof.good
    assert proof.unchecked == [
        "Whether the rules come to turns 0 to 4: they were played under edition 1 of wizards-duel, and this program"
        " does not have it. That says nothing against them; a program that has it can play them again."
    ]
    assert "The chain holds from the set-up to turn 4." in proof.found
