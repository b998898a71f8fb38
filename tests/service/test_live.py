"""Live games: a step stops at a question, waits its full time and goes on; if nobody answers it is the batch's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.engine.events import Answered
from referee.service.deadlines import deadline
from referee.service.gm.deadlines import Extend, Hold, Pause, Resume
from referee.service.gm.start import create_game
from referee.service.gm.turns import Process, Rerun, Rollback
from referee.service.players import orders as by_hand
from referee.service.records import archive
from referee.service.rounds.command import carry_out
from referee.store import games, orders, steps
from referee.store.tables import Occasion, QuestionRow, Status
from tests.service.processes import DEADLINE, KILLED, LUCK, Children, Scene, later, told
from tests.service.world import TUESDAY, Mail, SmtpSink, World

ORDERS = {"Ana": "LEAD LOWEST\nREPLY HIGHEST", "Bob": "LEAD HIGHEST\nREPLY LOWEST"}
PAUSE = timedelta(hours=12)

BATCH = [
    ("Ana", "1", "X4"), ("Bob", "2", "7C"),
    ("Bob", "1", "X14"), ("Ana", "2", "X13"),
    ("Ana", "1", "AC"), ("Bob", "2", "8C"),
    ("Bob", "1", "AW"), ("Ana", "2", "X12"),
]  # fmt: skip
"""Who decided what by which of their orders in the first turn, with the luck of these tests."""


@pytest.fixture
def live(tmp_path: Path) -> Iterator[World]:
    """Return a campaign in which a live duel stands at its first question, and the question is out."""
    made = begun(tmp_path, live="on")
    made.tick()
    yield made
    made.campaign.close()


def begun(folder: Path, **options: str) -> World:
    """Let a duel begin, with orders of both, a minute past its first deadline."""
    world = World.made(folder)
    world.game(start=False, **options)
    world.settle_luck(LUCK)
    world.start()
    for seat, text in ORDERS.items():
        world.write(seat, text)
    world.tick()
    world.quiet().clock.moment = DEADLINE
    return world


def asked(world: World) -> list[QuestionRow]:
    """Return the questions of the first turn."""
    with world.campaign.store.reading() as tx:
        return orders.asked(tx, world.row().id, 1)


def standing_at(world: World) -> list[tuple[str, datetime]]:
    """Return the questions of the first turn: what was asked, and until when."""
    return [(row.key, row.closes_at) for row in asked(world)]


def finished(world: World) -> World:
    """Let every pause go by in silence until the turn is over."""
    for _ in range(5):
        if world.row().step == 0:
            world.clock.forward(hours=12)
            world.tick()
    assert world.row().step == 1
    return world


def decisions(world: World) -> list[tuple[str, str, str]]:
    """Return whose decisions of the first turn were taken from where."""
    row = world.row()
    with world.campaign.store.reading() as tx:
        played = steps.played(tx, world.campaign.kit_of(row).codec, row.id, 1)
    return [(e.seat, str(e.because), str(e.value)) for e in played.events if isinstance(e, Answered)]


def reports(world: World) -> dict[str, tuple[str, str]]:
    """Return the letters about the finished turn, by reader."""
    found = [mail for mail in world.mails() if ".1." in message_id(mail) and "question" not in message_id(mail)]
    return {mail.to: (mail.subject, mail.body) for mail in found if "receipt" not in message_id(mail)}


def message_id(mail: Mail) -> str:
    return str(mail.message["Message-ID"])


def test_a_live_turn_stops_at_its_first_question_and_only_the_asked_is_written_to(live: World) -> None:
    [question] = live.mails()

    assert (live.row().step, live.row().due_at) == (0, None)
    assert standing_at(live) == [("Bob/Reply/1", DEADLINE + PAUSE)]
    assert (question.to, question.subject) == ("bob@players.example", "[The duel] Turn 1: a question for you")
    assert "Ana leads the Emperor against you (round 1)." in question.body
    choices = "8C (Eight of Cups), 7C (Seven of Cups), M14\n(Temperance), AW (Ace of Wands), DRAW or CALL."
    assert choices in question.body
    assert question.reply_to == live.reply_address("Bob")


def test_a_game_waits_as_long_as_its_campaign_says_unless_its_gm_says_otherwise(tmp_path: Path) -> None:
    world = World.made(tmp_path, campaign_live_pause="5h")
    for name, own in (("usual", None), ("slow", timedelta(hours=30))):
        create_game(world.campaign, name, "wizards-duel", live_pause=own)

    assert [world.row(name).live_pause for name in ("usual", "slow")] == [timedelta(hours=5), timedelta(hours=30)]
    world.campaign.close()


def test_a_live_game_that_nobody_answers_is_the_batch_game(tmp_path: Path) -> None:
    batch, live = begun(tmp_path / "batch"), begun(tmp_path / "live", live="on")
    batch.tick()
    live.tick()
    finished(live)

    assert decisions(live) == decisions(batch) == BATCH
    assert [key for key, _ in standing_at(live)] == ["Bob/Reply/1", "Ana/Reply/1", "Bob/Reply/2", "Ana/Reply/2"]
    assert reports(live) == reports(batch)
    assert archive.verify(live.campaign, "duel").ok
    for world in (batch, live):
        world.campaign.close()


@pytest.mark.parametrize("line", ["8C", "8C (Eight of Cups)"])
def test_an_answer_replaces_only_that_point(live: World, line: str) -> None:
    letter = live.write("Bob", line)
    live.tick()

    finished(live)

    expected = [*BATCH]
    expected[1] = ("Bob", "mailed", "8C")
    expected[5] = ("Bob", "2", "7C")
    assert live.outcome(letter) == "question answered"
    assert decisions(live) == expected
    assert archive.verify(live.campaign, "duel").ok


@pytest.mark.parametrize("line", ["8C (unless Ana calls)", "8C (Seven of Cups)"])
def test_what_stands_in_brackets_and_is_not_its_name_is_not_passed_over(live: World, line: str) -> None:
    letter = live.write("Bob", line)
    live.tick()

    assert live.outcome(letter) != "question answered"


@pytest.mark.parametrize("line", ["8C?", "Eight of Cups ?", "8C?!"])
def test_an_answer_that_asks_is_none_and_its_player_is_told_why(live: World, line: str) -> None:
    letter = live.write("Bob", line)
    live.tick()

    assert live.outcome(letter) != "question answered"
    _, receipt = [" ".join(mail.body.split()) for mail in live.mails() if mail.to.startswith("bob")]
    told = f'"{line}" is no answer to my question yet. This line asks. Write your answer without a question mark.'
    assert told in receipt.replace("| ", "")


def test_an_answer_may_be_changed_until_the_pause_ends(live: World) -> None:
    for text in ("CALL", "DRAW", "AW"):
        live.write("Bob", text)
    live.clock.forward(hours=11, minutes=59)
    live.write("Bob", "8C")
    live.tick()

    finished(live)

    assert decisions(live)[1] == ("Bob", "mailed", "8C")


def test_a_pause_lasts_its_full_time_whoever_has_answered(live: World) -> None:
    live.write("Bob", "8C")
    live.tick()
    live.quiet()
    live.clock.forward(hours=11, minutes=59)

    early = live.tick()
    mails_before = live.mails()
    live.clock.forward(minutes=1)
    due = live.tick()

    assert ((early.asked, early.played), mails_before) == ((0, 0), [])
    assert (due.asked, [mail.to for mail in live.mails()]) == (1, ["ana@players.example"])


def test_whether_an_answer_came_is_not_seen_by_the_other(tmp_path: Path) -> None:
    silent, answering = begun(tmp_path / "silent", live="on"), begun(tmp_path / "answering", live="on")
    for world in (silent, answering):
        world.tick()
    answering.write("Bob", "7C")
    answering.tick()

    letters = [
        [(mail.to, mail.subject, mail.body, str(mail.message["Date"])) for mail in finished(world).mails()]
        for world in (silent, answering)
    ]

    to_ana = [[one for one in of_world if one[0] == "ana@players.example"] for of_world in letters]
    assert to_ana[0] == to_ana[1]
    assert len(to_ana[0]) == 3
    for world in (silent, answering):
        world.campaign.close()


def test_orders_that_come_in_the_pause_change_nothing_of_the_turn_and_count_for_the_next(live: World) -> None:
    live.quiet()
    live.write("Ana", "LEAD HIGHEST\nREPLY LOWEST\nTURN 2 LEAD KS")
    live.write("Bob", "CLEAR\nCANCEL REPLY")

    live.tick()

    receipts = {mail.to: mail.body for mail in live.mails()}
    assert "  1  LEAD LOWEST\n" in receipts["ana@players.example"]
    assert "  2  REPLY HIGHEST  (standing)\n" in receipts["ana@players.example"]
    later = receipts["ana@players.example"].partition("On file for turn 2:\n\n     LEAD KS\n")[2]
    assert "\n     REPLY LOWEST\n" in later
    assert "Turn 1 is being played and takes no more orders." in receipts["ana@players.example"]
    assert decisions(finished(live)) == BATCH
    assert (live.on_file("Ana"), live.on_file("Bob")) == (("LEAD KS", "REPLY LOWEST"), ())


def test_standing_orders_that_came_just_before_the_question_and_were_read_after_it_change_nothing(
    tmp_path: Path,
) -> None:
    live = begun(tmp_path, live="on")
    live.write("Bob", "REPLY HIGHEST")

    live.tick()

    assert decisions(finished(live)) == BATCH
    assert live.on_file("Bob") == ("REPLY HIGHEST",)
    live.campaign.close()


def test_an_answer_that_came_in_time_counts_though_we_were_away(live: World) -> None:
    live.clock.forward(hours=11, minutes=59)
    live.write("Bob", "8C")
    live.clock.forward(hours=5)

    live.tick()

    assert decisions(finished(live))[1] == ("Bob", "mailed", "8C")


def test_an_answer_that_came_too_late_changes_nothing_and_says_so(live: World) -> None:
    live.clock.forward(hours=12)
    live.tick()
    live.quiet()
    letter = live.write("Bob", "8C")

    live.tick()

    assert live.outcome(letter) == "nothing new"
    [receipt] = live.mails()
    assert "The time for an answer to the question of this turn is over" in receipt.body
    assert decisions(finished(live)) == BATCH


def test_a_settled_question_stays_settled_though_the_clock_goes_back(live: World) -> None:
    live.clock.forward(hours=12)
    live.tick()
    live.clock.forward(hours=-1)
    live.write("Bob", "8C")
    live.tick()

    live.clock.forward(hours=1)

    assert decisions(finished(live)) == BATCH


def test_a_restart_in_the_pause_loses_neither_question_nor_answer(live: World) -> None:
    live.write("Bob", "8C")
    live.tick()
    before = standing_at(live)
    live.again()
    live.tick()

    assert standing_at(live) == before
    assert decisions(finished(live.again()))[1] == ("Bob", "mailed", "8C")


def test_a_game_that_the_gm_paused_has_its_full_time_when_it_goes_on(live: World) -> None:
    live.clock.forward(hours=11)
    carry_out(live.campaign, Pause(text="The GM is ill."), "duel")
    live.clock.forward(days=3)
    live.write("Bob", "8C")
    assert (live.tick().played, live.tick().asked) == (0, 0)

    carry_out(live.campaign, Resume(), "duel")

    told = {mail.to: " ".join(mail.body.split()) for mail in live.mails() if "the game goes on" in mail.subject}
    assert standing_at(live) == [("Bob/Reply/1", live.clock.moment + PAUSE)]
    assert "My question to you is open until" in told["bob@players.example"]
    assert "question" not in told["ana@players.example"]
    assert decisions(finished(live))[1] == ("Bob", "mailed", "8C")


def test_a_live_game_that_was_held_before_all_eyes_asks_on_with_its_full_time(live: World) -> None:
    with live.campaign.store.writing() as tx:
        games.set_status(tx, live.row().id, Status.HELD, deadline.LETTERS_LOST)
    live.clock.forward(days=3)

    carry_out(live.campaign, Resume(), "duel")

    assert standing_at(live) == [("Bob/Reply/1", live.clock.moment + PAUSE)]


def test_a_live_game_that_is_paused_stays_so_in_a_rerun(live: World) -> None:
    finished(live)
    carry_out(live.campaign, Pause(text="The GM is ill."), "duel")
    carry_out(live.campaign, Rollback(n=1, text="A rule was read wrongly."), "duel")
    carry_out(live.campaign, Rerun(), "duel")
    live.clock.forward(days=30)
    live.tick()
    stood = live.row()
    carry_out(live.campaign, Resume(), "duel")

    assert (stood.status, stood.step, stood.hold_reason) == (Status.PAUSED, 1, "The GM is ill.")
    assert live.row().status is Status.RUNNING


def test_while_a_live_game_is_held_a_question_that_closed_waits_with_it_for_an_answer(live: World) -> None:
    carry_out(live.campaign, Hold(text="I look into it"), "duel")
    live.quiet().clock.forward(days=1)

    letter = live.write("Bob", "8C")
    live.tick()
    [receipt] = live.mails()
    carry_out(live.campaign, Resume(), "duel")

    assert live.outcome(letter) == "question answered"
    assert "8C This is your answer" in " ".join(receipt.body.split())
    assert decisions(finished(live))[1] == ("Bob", "mailed", "8C")


def test_the_gm_may_move_the_end_of_a_pause(live: World) -> None:
    until = DEADLINE + timedelta(days=2)

    carry_out(live.campaign, Extend(time=until.isoformat(), reason="It is a holiday."), "duel")

    assert standing_at(live) == [("Bob/Reply/1", until)]
    assert live.row().due_at is None


def test_orders_at_the_command_line_are_refused_in_a_pause(live: World) -> None:
    with pytest.raises(SetupError, match=r"Turn 1 of The duel is being played and takes no more orders\."):
        by_hand.send(live.campaign, "duel", "Bob", ["LEAD LOWEST"])


def test_the_gms_process_ends_a_pause_and_the_batch_goes_on(live: World) -> None:
    live.clock.forward(hours=1)
    closed = live.clock.moment

    carry_out(live.campaign, Process(), "duel")

    assert live.row().step == 0
    assert [until for _, until in standing_at(live)] == [closed, closed + PAUSE]
    assert decisions(finished(live)) == BATCH


def test_the_turn_is_played_at_the_deadlines_bidding_however_long_it_took(live: World) -> None:
    with finished(live).campaign.store.reading() as tx:
        assert [past.why for past in steps.history(tx, live.row().id)] == [Occasion.SET_UP, Occasion.DEADLINE]


TIMES = (TUESDAY, *(DEADLINE + n * PAUSE for n in range(5)))
LETTERS = {(0, seat): text for seat, text in ORDERS.items()} | {(1, "Bob"): "8C"}


@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_at_every_commit_of_a_live_turn_the_story_is_the_same(
    tmp_path: Path, children: Children, sink: SmtpSink, moment: str
) -> None:
    scene = Scene.made(tmp_path, sink, LETTERS, TIMES, live="on")
    whole = scene.copied("whole")
    assert children.do(whole) == 0
    expected = told(whole.folder, sink)
    assert (expected.game[:2], expected.chain, expected.left_behind) == (("running", 1), True, 0)

    for n in range(8, 100, 2 if moment == "before" else 3):
        sink.taken.clear()
        job = scene.copied(f"killed-{n}")
        if (code := children.do(replace(job, kill=f"{moment} {n}"))) == 0:
            break
        assert code == KILLED
        assert children.do(later(job)) == 0

        assert told(job.folder, sink) == expected, f"killed {moment} commit {n}"

    assert n > 20
