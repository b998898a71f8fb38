"""Which orders are offered: all that could do something as things stand, and no other."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from referee.engine.audience import OBSERVER, Seat
from referee.games.amber import RULESET
from referee.games.amber.switches import Switches
from referee.games.amber.verbs import VERBS
from tests.games.amber.test_talk import before

AT_A_QUIET_TABLE = {
    *("Ally", "ChaosLay", "GiveBack", "GiveBackAttack", "GiveCards", "MagicianCancel", "MagicianFree"),
    *("MagicianNegate", "MagicianRepel", "MagicianReverse", "MagicianSave", "MagicianTake", "MagicianThrone"),
    *("NameSun", "NoAce", "PlayCard", "ProtectPlayer", "Ransom", "RefuseTheRansom", "Release", "Return"),
    *("ReturnAttack", "ReturnCard", "StarCancel", "StarRevive", "Stay", "Summon", "ThroneDraw", "UseHermit"),
}
"""What does nothing for one in Amber who holds no card at all."""

MAGIC = {"MagicianCancel", "MagicianNegate", "MagicianReverse", "MagicianSave", "MagicianTake"}
WIDE = {"MagicianFree", "MagicianRepel", "MagicianThrone"}
COURTS = {"Ally", "GiveBack", "GiveBackAttack", "Ransom", "Summon"}
IN_AMBER = {"Attack", "Go", "Seize", "Wait"}

Table = Mapping[str, Mapping[str, object]]


def unusable(players: Table, **options: str) -> set[str]:
    """Name what does nothing for Eric at such a table."""
    view = before(players).view(Seat("Eric"))
    view.options = Switches.of(options)
    return {kind.__name__ for kind in RULESET.orders.unusable(view)}


@pytest.mark.parametrize(
    ("players", "options", "more", "less"),
    [
        ({}, {}, set(), set()),
        ({"Eric": {"down": ["9C"]}}, {}, {"PlayCard"}, set()),
        ({"Eric": {"down": ["7C"]}}, {"special_timing": "combat"}, set(), set()),
        ({"Eric": {"down": ["AW"]}}, {}, {"NoAce", "ProtectPlayer"}, set()),
        ({"Eric": {"down": ["AW"]}}, {"ace_of_wands": "standing"}, {"PlayCard", "ProtectPlayer"}, set()),
        ({"Eric": {"held": ["X1"]}}, {"magician_menu": "wide"}, MAGIC | WIDE, set()),
        ({"Eric": {"held": ["X1"]}}, {"magician_menu": "examples"}, MAGIC, set()),
        ({"Eric": {"held": ["X17"]}}, {}, {"StarCancel", "StarRevive"}, set()),
        ({"Eric": {"held": ["X19"]}}, {}, {"NameSun"}, set()),
        ({"Eric": {"held": ["X9"]}}, {}, {"UseHermit"}, set()),
        ({"Eric": {"at": "shadow"}}, {}, {"Return", "Stay"}, IN_AMBER | {"War"}),
        ({"Eric": {"at": "throne"}}, {}, {"ThroneDraw"}, set()),
        ({"Eric": {"status": "idle", "until": 9}}, {}, set(), IN_AMBER),
        ({"Fiona": {"lord": "Eric"}}, {}, {"Release"}, set()),
        ({"Eric": {"lord": "Fiona"}}, {}, set(), set()),
        ({"Fiona": {"court": "Eric"}}, {}, COURTS, set()),
        ({}, {"gifts": "on"}, {"GiveCards"}, set()),
        ({}, {"ransom_refusable": "yes"}, {"RefuseTheRansom"}, set()),
    ],
)
def test_what_could_do_something_is_offered_and_nothing_else(
    players: Table, options: Mapping[str, str], more: set[str], less: set[str]
) -> None:
    assert unusable(players, **options) == (AT_A_QUIET_TABLE - more) | less


def test_the_dead_are_offered_only_to_lead_chaos_where_they_may() -> None:
    dead = {"Eric": {"at": "dead"}}
    every = {kind.__name__ for kind in VERBS}

    assert unusable(dead) == every
    assert unusable(dead, chaos_player="dead") == every - {"ChaosLay"}


def test_to_an_observer_every_order_is_told() -> None:
    assert [*RULESET.orders.unusable(before({}).view(OBSERVER))] == []
