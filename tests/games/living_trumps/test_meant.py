"""Rule cases in words of their own: what is not so differs, and what nobody knows is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.living_trumps import RULESET
from tests.games import one_case

DUEL = "duel: {challenger: Caine, defender: Fiona, suit: S, stage: feints}"
FEINTS = '{Caine: ["DUEL FEINT 3S, 6D", DUEL CALL NEVER], Fiona: ["DUEL FEINT 9S, 2S", DUEL CALL AT 1]}'
SCRY = '{Julian: [SCRY HAND Eric, "TRACE QH", SUBSTANCE SCHEME]}'
TRICK = '{Fiona: ["TRICK Q CARDS QH, QS, QD, JOKER"]}'


def wrong(folder: Path, given: str, orders: str, expect: str, luck: str = "{}") -> list[str]:
    """What does not hold in one case: the fields that differ, and other problems in words."""
    case = {"id": "LT-T", "given": f"{{{given}}}", "orders": orders, "chance": luck, "expect": f"{{{expect}}}"}
    return one_case.wrong(folder, RULESET, **case)


@pytest.mark.parametrize(
    ("expect", "differs"),
    [
        ("next: feints, winner: none yet", []),
        ("next: Caine places his third feint", []),
        ("next: Caine places his second feint", ["next"]),
        ("next: Fiona places her third feint", ["next"]),
        ("next: weapons", ["next"]),
        ("next: Fiona names a Boon", ["next"]),
        ("next: nothing", ["next"]),
        ("next: somebody does something", ["next"]),
        ("winner: none yet, shown: {Fiona: [9S, 2S]}", ["shown.Fiona"]),
    ],
)
def test_where_a_duel_stands_is_the_first_decision_without_an_order(
    tmp_path: Path, expect: str, differs: list[str]
) -> None:
    assert wrong(tmp_path, DUEL, FEINTS, expect) == differs


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ("done: [scry Eric hand, scheme]", []),
        ("done: SUBSTANCE SCHEME", []),
        ("done: {Julian: [scry, scheme]}", []),
        ("done: {Julian: [SCRY HAND Eric, SUBSTANCE SCHEME]}", []),
        ("done: [scheme, scry Eric hand]", ["done"]),
        ("done: TRACE QH", ["done"]),
        ("done: none", ["done"]),
        ("done: {Julian: [scheme]}", ["done.Julian"]),
        ("skipped: {line: TRACE QH, reason: another kind}", []),
        ("skipped: {Julian: TRACE QH}", []),
        ("skipped: [SUBSTANCE SCHEME]", ["the line SUBSTANCE SCHEME was not passed over, which the case says."]),
        ("skipped: SHADOW PASS", ["the line SHADOW PASS was never sent, which the case says."]),
        ("skipped: {Eric: TRACE QH}", ["the line TRACE QH was never sent, which the case says."]),
        (
            "skipped: {line: TRACE QH, reason: no Blood}",
            [
                "the line TRACE QH was passed over, but not because no Blood: "
                "another kind of Shadow Action was already taken (LT-8.1)."
            ],
        ),
        (
            "skipped: {line: TRACE QH, why: no}",
            ["skipped is a line, or {line, reason}, not {line: TRACE QH, why: no}."],
        ),
        ("knows: {Julian: [Eric holds KD], Eric: [Julian saw KD]}", []),
        ("knows: {Eric: [Julian holds QS]}", ["Eric's letter does not say: Queen of Spades"]),
        ("julian_keeps: [QH]", []),
        ("eric_keeps: [KS]", ["eric_keeps"]),
        ("zelda_keeps: [KS]", ["zelda_keeps"]),
        ("hands_include: {Eric: [KD]}", []),
        ("hands_include: {Eric: [KD, KD]}", ["hands_include.Eric"]),
        ("kings_in_hand: {Eric: [KD]}", []),
        ("kings_in_hand: {Eric: none}", ["kings_in_hand.Eric"]),
        ("blood: {Julian: 2, Eric: 3}", []),
        ("blood: {Julian: 5}", ["blood.Julian.free"]),
        ("moods_in_hand: {Eric: [KD]}", ["moods_in_hand"]),
        ("mood: fair", ["mood"]),
        ("shadows_gained: none, tricks: nothing, winner: nobody", []),
        ("shadows_gained: [KD]", ["shadows_gained"]),
        ("holders: nobody", []),
        ("result: Fair Trade", ["result"]),
    ],
)
def test_what_was_done_passed_over_and_learnt_is_looked_up(tmp_path: Path, expect: str, said: list[str]) -> None:
    given = "active: Julian, blood: {Julian: {free: 1, placed: 0}, Eric: {free: 2, placed: 0}}"

    assert wrong(tmp_path, given, SCRY, expect, "{scry_hand: KD}") == said


def test_what_one_player_did_may_stand_without_their_name(tmp_path: Path) -> None:
    given = "active: Eric, blood: {Eric: 1}, shadow_deck_top: [5H, 6D]"
    deal = '{Eric: ["SHADOWSHIFT 2 DEAL Fiona GIVE 6C GET 7H PLAY HONOUR"], Fiona: [DEAL Eric PLAY HONOUR]}'
    orders = deal.replace("DEAL Eric PLAY", "DEAL Eric GIVE 7H GET 6C PLAY")

    assert wrong(tmp_path, given, orders, "shadows_gained: [5H, 6D], result: Fair Trade") == []
    assert wrong(tmp_path, given, orders, "shadows_gained: [5H], result: Liar's Edge") == ["shadows_gained", "result"]


def test_a_case_of_tricks_alone_begins_with_them_and_counts_the_cards_of_the_trick(tmp_path: Path) -> None:
    given = "active: Fiona, blood: {Fiona: 1}, hands_include: {Fiona: [QH, QS, QD, JOKER]}"

    assert wrong(tmp_path, given, TRICK, "blood: {Fiona: 0}, fiona_keeps: none") == []
    assert wrong(tmp_path, given, TRICK, "fiona_keeps: [QH]") == ["fiona_keeps"]
    assert wrong(tmp_path, f"{given}, phase: substance", TRICK, "blood: {Fiona: 1}") == []


@pytest.mark.parametrize("key", ["moods_in_hand: {Eric: [KD]}", "feeling: sad", "in_hand: {Eric: [KD]}"])
def test_what_is_given_under_no_known_key_is_refused_by_name(tmp_path: Path, key: str) -> None:
    said = wrong(tmp_path, f"active: Eric, {key}", "{}", "turn: 1")

    refusal = f"the game cannot be created: There is no key {key.partition(':')[0]}."
    assert [one.partition(" There are")[0] for one in said] == [refusal]
