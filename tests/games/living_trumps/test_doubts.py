"""What a receipt warns of, and what it does not: a line that may yet come to something."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from referee.bots.simulate import setup
from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.events import Answered, told
from referee.engine.game import Game
from referee.games.living_trumps import RULESET, bots
from referee.games.living_trumps.check import with_sheet
from referee.games.living_trumps.events import ActionBegan
from referee.games.living_trumps.hindrances import amount
from referee.games.living_trumps.moves import Kind, Place
from referee.games.living_trumps.orders import SHADOW_ORDERS, SUBSTANCE_ORDERS, TraceWith
from tests.games.living_trumps.test_games import played
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


def test_blood_of_the_keep_pays_a_living_trump_that_needs_no_keep() -> None:
    options = {"variant": "trumps-of-doom", "living_trump_needs_keep": "no"}
    game = Game.start(RULESET, setup(RULESET, 3, options), b"doubts")
    seat = game.setup.seats[0]
    orders = read(game, "SPEND PLACE OK", "SHADOW SHAPESHIFT 2", "SUBSTANCE LIVING S", seat=seat)

    after = game.play({seat: orders})

    assert [one.kind for one in after.events if isinstance(one, ActionBegan) and one.seat == seat] == [Kind.LIVING]
    assert [one.text for one in RULESET.orders.check(game.view(seat), orders)] == []


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


@pytest.mark.parametrize(
    ("shadow", "left"),
    [
        (("SHADOW SHAPESHIFT {all}",), 0),
        (("SHADOW SHAPESHIFT {most}",), 1),
        (("SHADOW SHAPESHIFT 9 UNTIL HOLD 4 K",), None),
        (("SHADOW SHAPESHIFT {all} IF BLOOD >= 1",), 0),
        (("SHADOW SCRY HAND {other} IF HOLD 4 K", "SHADOW SHAPESHIFT {all}"), 0),
        (("SHADOW SCRY HAND {other} IF BLOOD >= 1", "SHADOW SHAPESHIFT {all}"), None),
        (("SHADOW SCRY HAND {other}", "SHADOW SHAPESHIFT {all}"), None),
        (("SHADOW SCRY HAND {other}",) * 9, 0),
        (("SHADOW SCRY SHADOW {other} 9",) * 9, None),
        (("SHADOW PASS", "SHADOW SHAPESHIFT {all}"), None),
        (("SHADOW TRACE {held}, {held}, {held}, {held}, {held}, {held}, {held}",), 0),
    ],
)
def test_what_the_shadow_phase_surely_costs_is_not_there_for_a_stake(shadow: tuple[str, ...], left: int | None) -> None:
    purse = SEEN.me.free + 1
    words = {"all": purse, "most": purse - 1, "other": OTHER, "held": HELD}
    stake = 1 if left is None else left + 1
    lines = [*(line.format(**words) for line in shadow), f"SUBSTANCE SHADOWSHIFT {stake} DEAL {OTHER}"]

    said = [one.text for one in RULESET.orders.check(SEEN, read(WAR, *lines)) if one.order.number == len(lines)]

    lacking = f"As things stand, it costs {amount(stake)} Blood, and you will have {amount(left or 0)}."
    assert said == ([] if left is None else [lacking])


def test_a_second_kind_of_shadow_action_is_warned_of() -> None:
    lines = f"SHADOW SCRY HAND {OTHER}", "SHADOW SHAPESHIFT 1", f"SHADOW SCRY HAND {THIRD}", "SHADOW PASS"

    said = [(one.order.number, one.text) for one in RULESET.orders.check(SEEN, read(WAR, *lines))]

    assert said == [
        (2, "As things stand, a line above takes the Shadow Phase, in which one kind of action is done, a Travel once.")
    ]


def test_a_switch_in_vain_is_told_what_can_be_switched() -> None:
    place, *rest = [" or ".join(str(one.card) for one in SEEN.me.shadows if one.down is down) for down in (True, False)]

    said = warned("SHADOW SWITCH JOKER FOR JOKER")

    assert said[1:] == [f"You can switch {place} for {rest[0]}."]


def test_a_second_switch_is_warned_of_in_amber_and_not_in_the_keep() -> None:
    open_ = [one for one in SEEN.me.shadows if not one.down]
    card = next(one.card for one in SEEN.me.shadows if one.down)
    lines = [f"SHADOW SWITCH {card} FOR {one.card}" for one in open_[:2]]

    said = {
        place: [one.order.number for one in RULESET.orders.check(seen, read(WAR, *lines))]
        for place in (Place.AMBER, Place.KEEP)
        for seen in [with_sheet(SEEN, replace(SEEN.me, where=place))]
    }

    assert said == {Place.AMBER: [2], Place.KEEP: []}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("SUBSTANCE BROKEN 8", f"SUBSTANCE SHADOWSHIFT 1 DEAL {OTHER}", f"SUBSTANCE CURSE {OTHER}"), (2, 3)),
        ((f"SUBSTANCE SHADOWSHIFT 99 DEAL {OTHER}", f"SUBSTANCE SHADOWSHIFT 1 DEAL {OTHER}"), ()),
        ((f"SUBSTANCE CURSE {OTHER} IF BLOOD >= 99", f"SUBSTANCE SHADOWSHIFT 1 DEAL {OTHER}"), ()),
        ((f"SUBSTANCE SHADOWSHIFT 1 DEAL {OTHER}", "SUBSTANCE SCHEME"), ()),
    ],
)
def test_a_second_substance_line_is_warned_of_behind_one_that_is_carried_out(
    lines: tuple[str, ...], said: tuple[int, ...]
) -> None:
    seen = with_sheet(SEEN, replace(SEEN.me, where=Place.NONE))

    remarks = RULESET.orders.check(seen, read(WAR, *lines))

    assert tuple(one.order.number for one in remarks if "it is the only one" in one.text) == said


def test_what_is_foreseen_hinders_a_line_and_nothing_else_does_if_all_stays_as_it_is() -> None:
    found = Counter[bool]()
    for number, game in [(n, game) for n in range(8) for game in list(played(n))[:-1:4]]:
        seat = game.state.initiative[0]
        seen = game.view(seat)
        scribe = bots.Scribbler(seen, Chance(b"foreseen", number))
        for place_too in ((), ("SPEND PLACE OK",)) * 3:
            lines = [write().partition(" IF ")[0] for write in (scribe.shadow, scribe.substance) * 3]
            remarks = RULESET.orders.check(seen, read(game, *lines, seat=seat))
            refused = {one.order.number for one in remarks if one.refuses}
            kept = [line for n, line in enumerate(lines, 1) if n not in refused]
            orders = read(game, *kept, *place_too, seat=seat)
            foreseen = {
                one.order.number for one in RULESET.orders.check(seen, orders) if one.text.startswith("As things stand")
            }
            answers = [e for e in told(game.play({seat: orders}).events, seat) if isinstance(e, Answered)]
            done = {e.because for e in answers if e.about in ("ShadowAct", "SubstanceAct")}

            for order in orders:
                if isinstance(order, SHADOW_ORDERS + SUBSTANCE_ORDERS) and not isinstance(order, TraceWith):
                    assert (order.number in done) != (order.number in foreseen), (kept, order.number)
                    found[order.number in foreseen] += 1
    assert min(found.values()) > 100
