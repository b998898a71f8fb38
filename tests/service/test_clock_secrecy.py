"""The clock tells nobody who is missing, who is away, or what the others have sent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.processes import LUCK
from tests.service.test_secrecy import read_by
from tests.service.world import World

FOUR = ("Corwin", "Eric", "Fiona", "Random")
Deed = Callable[[World], object]


def played(folder: Path, deeds: Deed, **policy: str) -> World:
    """Let a game of four come to an hour after its first deadline; Corwin has sent orders, the others as is said."""
    world = World.made(folder)
    world.game("amber", FOUR, ruleset="amber", start=False, policy=policy, early="yes")
    world.settle_luck(LUCK, "amber")
    world.start("amber")
    world.quiet()
    world.write("Corwin", "WAIT", game="amber")
    deeds(world)
    world.tick()
    world.clock.forward(hours=7)
    world.tick()
    world.clock.forward(hours=1)
    world.tick()
    return world


def send(*seats: str, text: str = "WAIT") -> Deed:
    """Let these seats send orders."""

    def deed(world: World) -> None:
        for seat in seats:
            world.write(seat, text, game="amber")

    return deed


def told_to_corwin(folder: Path, deeds: Deed, **policy: str) -> list[bytes]:
    world = played(folder, deeds, **policy)
    found = read_by(world, world.mails(), "Corwin")
    world.campaign.close()
    return found


@pytest.mark.parametrize("policy", [{"grace": "24h"}, {"grace": "24h", "silence_limit": "1"}, {"mass_silence": "0"}])
def test_who_is_missing_is_in_no_letter_of_another(tmp_path: Path, policy: dict[str, str]) -> None:
    several = (send("Eric", "Fiona"), send("Eric", "Random"), send("Random"), send())

    found = [told_to_corwin(tmp_path / str(n), deeds, **policy) for n, deeds in enumerate(several)]

    assert found[0] != []
    assert found == [found[0]] * 4


def test_who_is_away_is_in_no_letter_of_another(tmp_path: Path) -> None:
    found: list[list[bytes]] = []
    for seat in ("Eric", "Fiona"):
        deed = send(seat, text="ABSENT 2026-11-24 to 2026-11-30")
        found.append(told_to_corwin(tmp_path / seat, deed, absences="shift"))

    assert found[0] == found[1]
    assert any(b"A player is away, so this turn waits until after that." in wire for wire in found[0])


def test_whether_the_absent_have_sent_orders_does_not_move_the_deadline(tmp_path: Path) -> None:
    found: list[list[bytes]] = []
    for text in ("ABSENT 2026-11-24 to 2026-11-30", "ABSENT 2026-11-24 to 2026-11-30\nWAIT"):
        found.append(told_to_corwin(tmp_path / str(len(found)), send("Eric", text=text), absences="shift"))

    assert found[0] == found[1]


def test_that_a_turn_is_ready_early_tells_that_all_have_orders_and_nothing_more(tmp_path: Path) -> None:
    found: list[list[bytes]] = []
    for text in ("WAIT", "SEIZE THRONE", "ATTACK Corwin\nTO GM: hello"):
        deed = send("Eric", "Fiona", "Random", text=text)
        letters = told_to_corwin(tmp_path / str(len(found)), deed, early_delay="6h")
        found.append([wire for wire in letters if b"is adjudicated early" in wire])

    assert [len(letters) for letters in found] == [1, 1, 1]
    assert found[0] == found[1] == found[2]
