"""What a receipt warns of, and what it does not: a line that may yet come to something."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.bots.simulate import setup
from referee.engine.audience import Seat
from referee.engine.game import Game
from referee.games.living_trumps import RULESET
from referee.games.living_trumps.hindrances import amount
from tests.games.living_trumps.test_reasons import read

WAR = Game.start(RULESET, setup(RULESET, 3, {"variant": "patternfall-war"}), b"doubts")
SEAT, OTHER, THIRD = WAR.setup.seats
SEEN = WAR.view(SEAT)
HELD, LACKED = SEEN.hand[0].code, next(f"{rank}H" for rank in "23456789" if not SEEN.holding(rank))


def warned(line: str) -> list[str]:
    """What is remarked on a line of the first seat."""
    return [remark.text for remark in RULESET.orders.check(SEEN, read(WAR, line))]


@pytest.mark.parametrize(
    "line",
    [
        f"DEAL {OTHER} GIVE {HELD} GET {LACKED} PLAY LIE {LACKED} ELSE HONOUR",
        f"DEAL {OTHER} GIVE {LACKED} GET {HELD} PLAY LIE {HELD}",
        f"VS {OTHER} DEAL {OTHER} GIVE ANY GET ANY",
        f"BOON GIVE {LACKED}, {HELD}",
        f"BOON NAME {LACKED}",
        f"HELP {OTHER} WANT {LACKED}",
        f"CONTEST TRUMP {THIRD} PART {LACKED}, {HELD}",
        f"DEFEND YIELD FOR {SEEN.me.open_shadows[0].code}",
        f"POWERBASE DROP {SEEN.me.base[0].code}",
        "JEWEL FIRST",
        "SPEND PLACE OK",
    ],
)
def test_a_line_that_may_come_to_something_is_not_warned_of(line: str) -> None:
    assert warned(line) == []


@pytest.mark.parametrize(
    ("variant", "lines"),
    [
        ("patternfall-war", ("SPEND PLACE OK", f"SUBSTANCE SHADOWSHIFT {SEEN.me.free + 2} DEAL {OTHER}")),
        ("patternfall-war", ("SUBSTANCE LIVING S IF IN KEEP",)),
        ("prince-of-chaos", ("SHADOW TRAVEL ABYSS", "SUBSTANCE DIVE")),
        ("patternfall-war", (f"CONTEST TRUMP 2 PART {LACKED}",)),
    ],
)
def test_what_other_lines_or_a_condition_see_to_is_not_warned_of(variant: str, lines: tuple[str, ...]) -> None:
    game = Game.start(RULESET, setup(RULESET, 3, {"variant": variant}), b"doubts")

    assert [one.text for one in RULESET.orders.check(game.view(game.setup.seats[0]), read(game, *lines))] == []


@pytest.mark.parametrize(("holder", "most"), [(None, 1), (SEAT, 0)])
def test_new_blood_counts_for_a_stake_unless_the_jewel_stops_it(holder: Seat | None, most: int) -> None:
    seen = replace(SEEN, jewel=holder)
    stakes = [f"SUBSTANCE SHADOWSHIFT {seen.me.free + more} DEAL {OTHER}" for more in (most, most + 1)]

    warned = [[remark.text for remark in RULESET.orders.check(seen, read(WAR, line))] for line in stakes]

    assert warned == [
        [],
        [
            f"As things stand, it costs {amount(seen.me.free + most + 1)} Blood, and you will have"
            f" {amount(seen.me.free + most)}."
        ],
    ]
