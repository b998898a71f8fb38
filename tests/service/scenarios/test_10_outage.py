"""Scenario 10: the server is down for seven hours around the deadline; or most seats are silent."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from referee.service.deadlines import outage
from referee.service.gm.deadlines import Extend, Resume
from referee.service.gm.turns import Process
from referee.service.letters.keeping import keep
from referee.service.rounds.command import carry_out
from referee.service.rounds.tick import Ticked, tick
from referee.store import actions, attendance
from referee.store.tables import Status
from tests.service.processes import DEADLINE, LUCK
from tests.service.test_live import ORDERS, standing_at
from tests.service.world import Mail, World

FOUR = ("Corwin", "Eric", "Fiona", "Random")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Return a duel due at 20:00 in Berlin, where the service has been running and has just written its heartbeat."""
    made = World.made(tmp_path)
    made.game()
    run(made)
    yield made.quiet()
    made.campaign.close()


def run(world: World) -> Ticked:
    """Do one round as the resident service does."""
    outage.watch(world.campaign)
    return tick(world.campaign)


def until(world: World, minutes: int, step: int = 9) -> None:
    """Let the service run for so long, with a round every few minutes."""
    while minutes > 0:
        world.clock.forward(minutes=min(step, minutes))
        run(world)
        minutes -= step


def due(world: World, game: str = "duel") -> str:
    moment = world.row(game).due_at
    assert moment is not None
    return moment.isoformat()


def everybody(mails: list[Mail], words: str) -> list[str]:
    return sorted(m.to for m in mails if words in " ".join(m.body.split()))


def down(world: World, *, before: int, hours: float) -> None:
    """Let the process die some minutes before the deadline, and come back after some hours."""
    until(world, 7 * 60 - before)
    world.quiet()
    world.clock.forward(hours=hours)
    world.again()


def test_no_turn_is_run_on_restart_and_the_deadline_is_extended_by_the_time_lost(world: World) -> None:
    down(world, before=180, hours=7)

    done = run(world)

    assert (done.played, world.row().step, due(world)) == (0, 0, "2026-11-25T02:00:00+00:00")
    told = world.mails()
    words = "Letters could not reach me from yesterday at 17:00 to today at 00:00 (7 hours)."
    assert everybody(told, words) == ["ana@players.example", "bob@players.example"]
    moved = "Orders are due today, Wednesday 25 November, 03:00 (Berlin); until now they were due yesterday,"
    assert everybody(told, f"{moved} Tuesday 24 November, 20:00 (Berlin).") == everybody(told, words)
    pages = [mail.message.get_body(("html",)) for mail in told if mail.to in everybody(told, words)]
    assert [page.get_content().count("<time datetime=") for page in pages if page is not None] == [4, 4]


def test_the_gm_hears_in_one_letter_of_all_deadlines_that_were_moved(world: World) -> None:
    world.game("second", ("Cato", "Dora"))
    run(world)
    down(world, before=180, hours=7)
    run(world)

    (told,) = [mail for mail in world.mails() if mail.to == "gm@referee.example"]

    assert told.subject == "[Test Table] Please look: Letters could not reach me; 2 deadlines were moved."
    assert " ".join(told.body.split()).replace("| ", "") == (
        "Letters could not reach me; 2 deadlines were moved. This was today at 00:00 (Berlin). From yesterday at 17:00 "
        "to today at 00:00 I was away or no letters came in. Everybody is told, and what came meanwhile is read. duel "
        "is now due today, Wednesday 25 November, 03:00 (Berlin). second is now due today, Wednesday 25 November, "
        "03:00 (Berlin). What you can do: Set another deadline: EXTEND and a time in an answer to any turn letter, "
        "or referee game extend GAME WHEN See what went wrong, at the command line alone: referee doctor, and the log"
    )


def test_a_deadline_is_moved_to_a_whole_minute_and_the_time_lost_is_not_told_too_short(world: World) -> None:
    until(world, 7 * 60 - 1)
    world.quiet()
    world.clock.forward(minutes=12, seconds=10)
    world.again()

    run(world)

    assert due(world) == "2026-11-24T19:22:00+00:00"
    assert everybody(world.mails(), "to today at 20:11 (13 minutes).") == ["ana@players.example", "bob@players.example"]


def test_the_backlog_is_read_first_and_counts_for_the_turn(world: World) -> None:
    until(world, 240)
    world.clock.forward(hours=7)
    letter = world.write("Bob", "LEAD LOWEST")
    world.again()
    run(world)

    assert (world.outcome(letter), world.on_file("Bob"), world.row().step) == ("orders filed", ("LEAD LOWEST",), 0)


def test_the_turn_is_run_once_at_its_new_deadline(world: World) -> None:
    down(world, before=180, hours=7)
    run(world)
    until(world, 175)
    before = world.row().step
    until(world, 10)

    assert (before, world.row().step, due(world)) == (0, 1, "2026-11-27T19:00:00+00:00")


def test_a_deadline_soon_after_the_return_is_extended_too_and_a_later_one_is_not(world: World) -> None:
    world.game("soon", ("Cato", "Dora"), deadline="on 2026-11-24 16:05, 2026-11-25 20:00 Europe/Berlin")
    world.game("later", ("Egon", "Fritz"), deadline="on 2026-11-24 16:15, 2026-11-25 20:00 Europe/Berlin")
    run(world)
    world.clock.forward(hours=3)

    run(world)

    assert (due(world, "soon"), due(world, "later")) == ("2026-11-24T18:05:00+00:00", "2026-11-24T15:15:00+00:00")


def test_a_short_outage_gives_at_least_the_time_to_take_letters_in(world: World) -> None:
    down(world, before=1, hours=0.2)

    run(world)

    assert due(world) == "2026-11-24T19:21:00+00:00"


def test_killed_before_the_deadline_was_extended_it_is_extended_by_the_next_start_and_once(world: World) -> None:
    down(world, before=180, hours=7)
    outage.watch(world.campaign)
    world.again()
    early = tick(world.campaign)
    for _ in range(3):
        world.again()
        run(world)

    assert (early.played, due(world)) == (0, "2026-11-25T02:00:00+00:00")
    assert sorted(mail.to for mail in world.mails()) == [
        "ana@players.example", "bob@players.example", "gm@referee.example",
    ]  # fmt: skip


def test_where_the_gm_decides_the_game_is_held_and_the_gm_is_told_how_to_go_on(tmp_path: Path) -> None:
    made = World.made(tmp_path)
    made.game(policy={"outage": "gm"})
    run(made)
    down(made, before=180, hours=7)

    run(made)

    told = made.mails()
    assert (made.row().status, made.row().step, due(made)) == (Status.HELD, 0, "2026-11-24T19:00:00+00:00")
    assert everybody(told, "The GM decides how it goes on") == ["ana@players.example", "bob@players.example"]
    assert everybody(told, "referee turn run duel") == ["gm@referee.example"]
    carry_out(made.campaign, Process(), "duel")
    assert made.row().step == 1
    made.campaign.close()


def test_while_one_source_of_letters_is_down_no_deadline_counts(world: World) -> None:
    outage.started(world.campaign, ["imap"])
    until(world, 5 * 60, step=2)
    outage.seen(world.campaign, "imap")
    until(world, 4 * 60)
    waited, told = world.row().step, world.mails()
    outage.seen(world.campaign, "imap")
    until(world, 5)

    assert waited == 0
    assert everybody(told, "Letters have not come in by imap since") == ["gm@referee.example"] * 2
    assert due(world) == "2026-11-24T23:00:00+00:00"


def test_a_clock_that_jumps_ahead_is_an_outage_and_one_that_jumps_back_only_waits(world: World) -> None:
    world.clock.forward(days=3)
    run(world)
    ahead = (world.row().step, due(world))
    world.clock.forward(days=-3)
    run(world)
    world.clock.forward(hours=8)
    back = run(world).played

    assert (ahead, back, world.row().step) == ((0, "2026-11-27T19:00:00+00:00"), 0, 0)


def test_a_letter_that_our_mail_server_had_before_the_deadline_counts_while_the_turn_is_open(tmp_path: Path) -> None:
    made = World.made(tmp_path)
    made.game(policy={"grace": "2h"})
    made.write("Ana", "LEAD LOWEST")
    made.clock.forward(hours=8)
    made.tick()
    raw, sender = made.letter("LEAD HIGHEST", made.address("Ana")), made.address("Ana")
    arrived = made.clock.now() - timedelta(hours=1, minutes=5)
    to = made.reply_address("Ana")
    letter, _ = keep(made.campaign, raw, sender=sender, recipient=to, source="imap", arrived=arrived)
    made.tick()

    assert made.kept(letter).received_at == arrived
    assert (made.outcome(letter), made.row().step, made.on_file("Ana")) == ("orders filed", 0, ("LEAD HIGHEST",))
    made.campaign.close()


def test_what_waited_at_our_mail_server_over_the_deadline_counts_after_the_return(world: World) -> None:
    until(world, 415)
    raw, arrived = world.letter("LEAD LOWEST", world.address("Bob")), world.clock.now()
    world.clock.forward(hours=3)
    to = world.reply_address("Bob")
    letter, _ = keep(
        world.campaign, raw, sender=world.address("Bob"), recipient=to, source="lmtp", arrived=arrived
    )
    run(world)

    assert (world.outcome(letter), world.row().step, world.on_file("Bob")) == ("orders filed", 0, ("LEAD LOWEST",))


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[World]:
    """Return a duel whose letters come through a mail server that notes when it had them, and the service well."""
    made = World.made(tmp_path, intake_received_by="mx.referee.example")
    made.game()
    run(made)
    yield made.quiet()
    made.campaign.close()


def in_time(world: World, seat: str, at: datetime, text: str = "LEAD HIGHEST") -> int:
    """Let a letter come only now that our mail server has had since then."""
    stamp = f"Received: from x by mx.referee.example with ESMTP id 1; {at:%a, %d %b %Y %H:%M:%S} +0000\n"
    return world.write(seat, "", step=1, raw=stamp.encode() + world.letter(text, world.address(seat)))


def test_after_a_silence_too_short_for_an_outage_the_turn_waits_for_what_is_on_its_way_and_keeps_its_deadline(
    behind: World,
) -> None:
    end = behind.row().due_at
    assert end is not None
    until(behind, 7 * 60 - 2)
    behind.quiet().clock.moment = end + timedelta(minutes=7)
    behind.again()
    run(behind)
    until(behind, 9, step=1)
    letter = in_time(behind, "Ana", end - timedelta(seconds=1))
    run(behind)
    waited = (behind.outcome(letter), behind.row().step, due(behind), {m.to for m in behind.mails()})
    until(behind, 1)

    assert waited == ("orders filed", 0, end.isoformat(), {"ana@players.example"})
    assert (behind.row().step, due(behind)) == (1, "2026-11-27T19:00:00+00:00")


def test_a_turn_waits_behind_each_deadline_for_letters_that_our_mail_server_had_in_time(behind: World) -> None:
    end = behind.row().due_at
    assert end is not None
    until(behind, 7 * 60 - 1)
    for seconds in (30, 29, 30, 30, 30):
        run(behind)
        behind.clock.forward(seconds=seconds)
    letters = [in_time(behind, seat, end + timedelta(seconds=n)) for seat, n in (("Ana", -1), ("Bob", 1))]
    run(behind)
    waited = behind.row().step
    behind.clock.forward(seconds=1)
    run(behind)

    assert (waited, behind.row().step) == (0, 1)
    assert [behind.outcome(letter) for letter in letters] == ["orders filed", "late"]


def test_a_short_silence_over_one_deadline_keeps_no_other_game_from_being_run_early(behind: World) -> None:
    behind.game("quick", early="yes", deadline="Fri 20:00 Europe/Berlin")
    until(behind, 7 * 60 - 2)
    behind.clock.forward(minutes=9)
    run(behind)
    for seat in ("Ana", "Bob"):
        behind.write(seat, "LEAD LOWEST", game="quick")
    behind.clock.forward(seconds=1)
    run(behind)

    assert (behind.row("quick").step, behind.row().step) == (1, 0)


def test_without_a_mail_server_that_notes_times_no_turn_waits_in_vain(world: World) -> None:
    until(world, 7 * 60 - 2)
    world.clock.forward(minutes=9)
    run(world)

    assert world.row().step == 1


def test_a_silence_after_an_outage_is_excused(world: World) -> None:
    down(world, before=180, hours=7)
    run(world)
    until(world, 190)

    with world.campaign.store.reading() as tx:
        rows = [(row.seat, row.excused) for row in attendance.silences(tx, world.row().id)]
    assert (world.row().step, rows) == (1, [("Ana", "outage"), ("Bob", "outage")])


def test_the_pause_of_a_live_game_is_extended_like_a_deadline(tmp_path: Path) -> None:
    made = World.made(tmp_path)
    made.game(start=False, live="on")
    made.settle_luck(LUCK)
    made.start()
    for seat, text in ORDERS.items():
        made.write(seat, text)
    made.tick()
    made.clock.moment = DEADLINE
    run(made)
    before = standing_at(made)
    made.quiet().clock.forward(hours=14)

    run(made)

    (one,) = before
    assert standing_at(made) == [(one[0], one[1] + timedelta(hours=14))]
    assert len(everybody(made.mails(), "(14 hours). The time that was lost is added to the deadline")) == 2
    made.campaign.close()


def test_the_pause_of_a_live_game_waits_for_its_answers_too_and_is_not_extended_by_a_short_silence(
    tmp_path: Path,
) -> None:
    made = World.made(tmp_path, intake_received_by="mx.referee.example")
    made.game(start=False, live="on")
    made.settle_luck(LUCK)
    made.start()
    for seat, text in ORDERS.items():
        made.write(seat, text)
    made.clock.moment = DEADLINE
    run(made)
    made.clock.forward(seconds=90)
    run(made)
    before = standing_at(made)
    ((_, closes, *_),) = before
    made.clock.moment = closes - timedelta(minutes=1)
    pulse(made)
    steps = []
    for minutes in (6, 9, 1):
        made.clock.forward(minutes=minutes)
        run(made)
        steps.append((standing_at(made) == before, made.row().step))

    assert steps[:2] == [(True, 0)] * 2
    assert steps[2] != (True, 0)
    made.campaign.close()


def pulse(world: World) -> None:
    """Let the service have been well all the time until now."""
    with world.campaign.store.writing() as tx:
        actions.beat(tx, outage.SERVICE, world.clock.now())
    world.campaign.watch.beats = {}


def test_heartbeats_are_written_no_more_often_than_every_quarter_of_a_minute(world: World) -> None:
    written: list[datetime] = []
    for _ in range(60):
        world.clock.forward(seconds=1)
        run(world)
        with world.campaign.store.reading() as tx:
            written.append(actions.pulses(tx)["service"])

    assert len(set(written)) == 5


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    """Return a game of Amber with four seats, of which one has sent orders, whose turn waits where most are silent."""
    made = World.made(tmp_path)
    made.game("amber", FOUR, ruleset="amber", policy={"mass_silence": "60"})
    made.write("Eric", "WAIT", game="amber")
    made.tick()
    yield made.quiet()
    made.campaign.close()


def test_where_most_are_silent_the_turn_waits_a_day_and_all_are_told_and_none_is_named(table: World) -> None:
    table.clock.forward(hours=8)
    table.tick()

    told = table.mails()
    assert (table.row("amber").step, due(table, "amber")) == (0, "2026-11-25T20:00:00+00:00")
    players = [f"{seat.lower()}@players.example" for seat in FOUR]
    assert everybody(told, "something may be wrong with the mail") == players
    assert everybody(told, "They are Corwin, Fiona, Random.") == ["gm@referee.example"]
    assert everybody(told, "Fiona") == ["fiona@players.example", "gm@referee.example"]


def test_when_enough_have_written_by_then_it_is_run(table: World) -> None:
    table.clock.forward(hours=8)
    table.tick()
    table.write("Fiona", "WAIT", game="amber")
    table.clock.forward(hours=24)
    table.tick()

    assert table.row("amber").step == 1


def test_else_the_game_is_held_until_the_gm_has_said_how_it_goes_on(table: World) -> None:
    for hours in (8, 24, 240):
        table.clock.forward(hours=hours)
        table.tick()
    held = (table.row("amber").status, table.row("amber").step)
    table.quiet()
    carry_out(table.campaign, Resume(), "amber")
    table.tick()

    assert (held, table.row("amber").step) == ((Status.HELD, 0), 0)
    assert due(table, "amber") == "2026-12-08T19:00:00+00:00"
    assert len(everybody(table.mails(), "Orders are due Tuesday 8 December, 20:00 (Berlin).")) == 4
    table.clock.forward(days=3)
    table.tick()
    assert table.row("amber").step == 1


@pytest.mark.parametrize("ticks", [1, 2])
def test_the_gm_can_run_it_all_the_same_at_any_time(table: World, ticks: int) -> None:
    for _ in range(ticks):
        table.clock.forward(hours=25)
        table.tick()

    carry_out(table.campaign, Process(), "amber")

    assert table.row("amber").step == 1


def test_the_gm_can_give_more_time_and_a_held_game_goes_on_with_it(table: World) -> None:
    for hours in (8, 24):
        table.clock.forward(hours=hours)
        table.tick()
    until = (table.clock.now() + timedelta(days=2)).isoformat()
    carry_out(table.campaign, Extend(time=until, reason="The mail is mended."), "amber")
    for seat in FOUR:
        table.write(seat, "WAIT", game="amber")
    table.clock.forward(days=2)
    table.tick()

    assert table.row("amber").step == 1


def test_two_players_who_are_both_silent_are_no_mass(tmp_path: Path) -> None:
    made = World.made(tmp_path)
    made.game(policy={"mass_silence": "60"})
    made.clock.forward(hours=8)
    made.tick()

    assert made.row().step == 1
    made.campaign.close()
