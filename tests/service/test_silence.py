"""No moves received: what counts as silence, who learns of it, and what follows when it lasts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.engine.errors import SetupError
from referee.service.campaign.names import rulesets
from referee.service.campaign.policy import Policy, settled
from referee.service.gm.turns import Process, Rollback
from referee.service.people import standby
from referee.service.rounds.command import carry_out
from referee.store import attendance, games, people, steps
from referee.store.tables import Status
from tests.service.world import Mail, World


def on_record(world: World) -> list[tuple[int, str, str]]:
    with world.campaign.store.reading() as tx:
        return [(row.step, row.seat, row.excused) for row in attendance.silences(tx, world.row().id)]


def turns(world: World, count: int, *lines: str, seat: str = "Ana") -> None:
    """Let some turns be run by their deadlines, with these lines sent for each."""
    for _ in range(count):
        if lines:
            world.write(seat, "\n".join(lines))
        world.tick()
        due = world.row().due_at
        assert due is not None
        world.clock.moment = due
        world.tick()


def duel(folder: Path, **policy: str) -> World:
    made = World.made(folder)
    made.game(policy=policy)
    return made.quiet()


@pytest.mark.parametrize("text", ["100", "-1", "000000000999", "9" * 5000])
def test_no_other_number_of_silent_turns_is_set_than_there_may_be(text: str) -> None:
    with pytest.raises(SetupError, match=r"a whole number from 0 to 99 is wanted\.$"):
        settled({"silence_limit": text})


def to_gm(world: World, words: str) -> list[str]:
    return [m.subject for m in world.mails() if m.to.startswith("gm@") and words in " ".join(m.body.split())]


def test_nothing_confirmed_is_no_silence_and_a_letter_without_orders_is(world: World) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.write("Bob", "I shall think about it.")
    turns(world, 1)

    assert on_record(world) == [(1, "Bob", "")]
    told = [(m.to, " ".join(m.body.split())) for m in world.mails()]
    due = "due today, Tuesday 24 November, 20:00 (Berlin)"
    bobs, gms = ("".join(text for to, text in told if to.startswith(who)) for who in ("bob", "gm@"))
    assert f"For turn 1, {due}, nothing from you is on file." in bobs
    assert "No orders came from Bob: the defaults were played." in gms


def test_withdrawn_orders_are_silence_and_standing_ones_are_not(world: World) -> None:
    world.write("Ana", "STANDING LEAD LOWEST")
    world.write("Bob", "LEAD LOWEST")
    world.write("Bob", "CLEAR")
    turns(world, 1)

    assert on_record(world) == [(1, "Bob", "")]


def test_a_turn_that_the_gm_runs_before_its_time_is_held_against_nobody(world: World) -> None:
    carry_out(world.campaign, Process(), "duel")

    assert on_record(world) == [(1, "Ana", "run before its time"), (1, "Bob", "run before its time")]


def test_a_run_is_told_to_the_silent_player_and_to_the_gm_alone(world: World) -> None:
    turns(world, 2, "LEAD LOWEST")

    told = {m.to: " ".join(m.body.split()) for m in world.mails()}
    assert "so the defaults were played. It was the second turn in a row." in told["bob@players.example"]
    assert "Bob was silent 2 turns in a row." in told["gm@referee.example"]
    assert "silent" not in told["ana@players.example"]


def test_after_the_limit_the_gm_is_told_and_orders_in_between_begin_the_count_anew(tmp_path: Path) -> None:
    made = duel(tmp_path, silence_limit="2")
    turns(made, 1, "LEAD LOWEST")
    made.write("Bob", "LEAD LOWEST")
    turns(made, 2, "LEAD LOWEST")
    early = to_gm(made, "No orders came from Bob for")
    turns(made, 1, "LEAD LOWEST")
    late = to_gm(made, "No orders came from Bob for 2 turns in a row.")

    assert (early, len(late)) == ([], 1)
    assert on_record(made) == [(1, "Bob", ""), (3, "Bob", ""), (4, "Bob", "")]
    made.campaign.close()


def test_an_excused_silence_does_not_count_and_does_not_end_a_run(tmp_path: Path) -> None:
    made = duel(tmp_path, silence_limit="2")
    turns(made, 1, "LEAD LOWEST")
    made.write("Bob", "ABSENT 2026-11-27")
    turns(made, 1, "LEAD LOWEST")
    before = to_gm(made, "No orders came from Bob for")
    turns(made, 1, "LEAD LOWEST")

    assert on_record(made) == [(1, "Bob", ""), (2, "Bob", "absence"), (3, "Bob", "")]
    assert (before, len(to_gm(made, "No orders came from Bob for 2 turns in a row."))) == ([], 1)
    made.campaign.close()


def test_the_first_of_the_standby_list_takes_the_seat_and_their_count_begins_anew(tmp_path: Path) -> None:
    made = duel(tmp_path, silence_limit="2", silence_then="standby")
    standby.enter(made.campaign, "cleo@players.example", name="Cleo")
    turns(made, 2, "LEAD LOWEST")

    with made.campaign.store.reading() as tx:
        seat = games.seat(tx, made.row().id, "Bob")
        assert people.player(tx, seat.player).name == "Cleo"
    told = made.mails()
    assert "cleo@players.example" in {m.to for m in told}
    made.write("Bob", "LEAD LOWEST", sender="cleo@players.example")
    turns(made, 1, "LEAD LOWEST")
    assert on_record(made) == [(1, "Bob", ""), (2, "Bob", "")]
    made.campaign.close()


def unheard(mails: list[Mail]) -> list[str]:
    """What each of the GM's turn letters says of it, in the order of the turns."""
    told = [" ".join(m.body.split()) for m in mails if m.to.startswith("gm@") and "is adjudicated" in m.subject]
    return [text.partition("Nobody has written since ")[2].partition(".")[0] for text in told]


def test_of_a_game_that_plays_itself_the_gm_is_told_that_nobody_writes(tmp_path: Path) -> None:
    made = World.made(tmp_path)
    made.game(ruleset="amagande", voluntary_draw="yes", plays_per_turn="1")
    for seat in ("Ana", "Bob"):
        made.write(seat, "STANDING PLAY DRAW\nSTANDING DRAWN KEEP\nSTANDING COUNTER TAKE")
    turns(made, 5)

    assert made.row().status is Status.RUNNING
    mails = made.mails()
    assert unheard(mails) == ["", "", "", "turn 1", "turn 1"]
    told = [" ".join(m.body.split()) for m in mails]
    does = (
        "Nobody has written since turn 1. Ask what they wish with ANNOUNCE, or let it end with END GAME or CANCEL,"
        " in an answer to this letter. At the command line that is referee game announce, end or cancel duel."
    )
    assert [text.count(does) for text in told if "Nobody has written" in text] == [1, 1]
    assert {m.to for m in mails if "Nobody has written" in m.body} == {"gm@referee.example"}
    made.campaign.close()


def test_any_letter_of_a_player_counts_as_written_and_words_of_the_gm_do_not(tmp_path: Path) -> None:
    made = duel(tmp_path)
    turns(made, 2)
    made.write("Bob", "TO Ana: are you still there?")
    turns(made, 2)
    made.write("GM", "ANNOUNCE Is anybody there?")
    turns(made, 2)

    assert unheard(made.mails()) == ["", "", "", "", "", "turn 3"]
    made.campaign.close()


def test_before_anybody_wrote_it_is_since_the_game_began(tmp_path: Path) -> None:
    made = duel(tmp_path)
    turns(made, 3)

    assert unheard(made.mails()) == ["", "", "the game began"]
    made.campaign.close()


@pytest.mark.parametrize("ruleset", rulesets())
def test_who_must_act_is_kept_as_the_rules_say_it_also_of_a_turn_taken_back(ruleset: str, tmp_path: Path) -> None:
    world = World.made(tmp_path / "x")
    count = max(2, world.campaign.kit(ruleset).rules.seats[0])
    world.game("some", [f"{letter}xyz" for letter in "ABCDEFGHI"[:count]], ruleset=ruleset)
    for _ in range(3):
        world.adjudicate("some")
    found = [kept_and_asked(world, "some")]
    carry_out(world.campaign, Rollback(n=2, text="I read a rule wrongly.", reopen=True), "some")
    found.append(kept_and_asked(world, "some"))

    assert [kept for kept, _ in found] == [asked for _, asked in found]
    assert any(kept for kept, _ in found)


def kept_and_asked(world: World, game: str) -> tuple[set[str], set[str]]:
    """Who must act, as was kept with the last step, and as the rules say it now."""
    row = world.row(game)
    with world.campaign.store.reading() as tx:
        asked = steps.load(tx, world.campaign.kit_of(row).codec, row.id).pending()
        return {*steps.must_act(tx, row.id, row.step)}, {*asked}


WRITTEN = {
    "amagande": "PLAY HIGHEST", "amber": "WAIT", "elements": "WAIT", "living-trumps": "SUBSTANCE SCHEME",
    "normal-cards": "LEAD LOWEST", "wizards-duel": "LEAD LOWEST",
}  # fmt: skip
"""An order of each game that counts for one turn."""

LONG: dict[str, dict[str, Any]] = {"amagande": {"hand": "7", "plays_per_turn": "1"}, "elements": {"impulses": "2"}}
"""Options with which a game is not over within four turns."""


@pytest.mark.parametrize("first", [1, 3])
@pytest.mark.parametrize(
    ("ruleset", "many"),
    [("amagande", 2), ("normal-cards", 2), ("wizards-duel", 2), ("amber", 4), ("elements", 3), ("living-trumps", 3)],
)
def test_a_table_that_falls_silent_plays_on_for_two_turns_at_most_without_the_gm_hearing(
    tmp_path: Path, ruleset: str, many: int, first: int
) -> None:
    world = World.made(tmp_path)
    seats = ("Corwin", "Eric", "Fiona", "Random")[:many]
    policy = {"mass_silence": str(Policy().mass_silence)}
    world.game("quiet", seats, ruleset=ruleset, policy=policy, **LONG.get(ruleset, {}))
    for _ in range(1, first):
        for seat in seats:
            world.write(seat, WRITTEN[ruleset], game="quiet")
        world.adjudicate("quiet")
    assert world.row("quiet").step == first - 1
    world.mails()
    for _ in range(2):
        world.adjudicate("quiet")
    told = " ".join(" ".join(m.body.split()) for m in world.mails() if m.to == "gm@referee.example")

    row = world.row("quiet")
    if many > 2:
        assert (row.status, row.step) == (Status.HELD, first - 1)
        assert f"Nothing is on file from {many} of {many} seats that must act." in told
    else:
        assert (row.status, row.step) == (Status.RUNNING, first + 1)
        assert "Corwin and Eric were silent 2 turns in a row." in told
    world.campaign.close()


@pytest.mark.parametrize(
    ("share", "silent", "waits"),
    [("60", 3, True), ("61", 3, False), ("60", 2, False), ("1", 2, False), ("100", 5, True), ("0", 5, False)],
)
def test_a_turn_waits_where_so_many_of_those_who_must_act_are_silent_and_at_0_for_nobody(
    tmp_path: Path, share: str, silent: int, waits: bool
) -> None:
    world = World.made(tmp_path)
    seats = ("Benedict", "Corwin", "Eric", "Fiona", "Random")
    world.game("court", seats, ruleset="amber", policy={"mass_silence": share})
    for seat in seats[silent:]:
        world.write(seat, "WAIT", game="court")
    world.tick()
    world.quiet()
    world.adjudicate("court")
    told = to_gm(world, f"Nothing is on file from {silent} of 5 seats that must act.")

    assert (world.row("court").step, len(told)) == ((0, 1) if waits else (1, 0))
    world.campaign.close()
