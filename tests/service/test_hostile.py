"""What a letter, a game or the database may do to us stays where it is; and no letter waits in vain."""

from __future__ import annotations

import io
import sqlite3
from datetime import timedelta
from typing import Any

import pytest
import structlog

from referee.engine.audience import Seat
from referee.engine.reader import MOST_LINES
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.logbook import write_log
from referee.service.gm.deadlines import Extend, Pause, Resume
from referee.service.gm.turns import Process
from referee.service.intake import backlog
from referee.service.letters import aside, kinds
from referee.service.rounds import byhand
from referee.service.rounds.command import carry_out
from referee.service.turns import advance, due, turn_letters
from referee.store import actions, inbox
from referee.store.database import Store
from referee.store.errors import Busy
from referee.store.tables import Occasion, Reading, Status
from tests.service.world import World

SECRET = "LEAD KS, the token is 0123"


def broken(*_: object, **__: object) -> None:
    """Fail with a text that nobody may read."""
    raise ZeroDivisionError(SECRET)


def test_a_letter_that_crashes_us_is_held_even_if_the_alarm_crashes_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "form_answered", broken)
    monkeypatch.setattr(backlog, "tell_gm", broken)
    bad, stranger = world.write("Ana", "LEAD LOWEST"), world.arrive(b"From: eve@elsewhere.example\n\nhello", "x@y")

    world.tick()

    assert (world.outcome(bad), world.kept(bad).state) == ("held: it could not be read", Reading.HELD)
    assert world.outcome(stranger) == "stranger"
    assert world.tick().idle


def test_the_player_of_a_letter_that_could_not_be_read_hears_that_it_is_held(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "form_answered", broken)
    letter = world.write("Ana", "LEAD LOWEST")
    world.tick()

    told = [mail.subject for mail in world.mails() if mail.to == "ana@players.example"]
    assert (world.outcome(letter), world.kept(letter).state) == ("held: it could not be read", Reading.HELD)
    assert told == ["[The duel] Your letter waits for the GM"]


def test_a_letter_whose_reading_was_cut_off_by_our_own_death_is_read_after_the_others_and_not_held(
    world: World,
) -> None:
    letters = [world.write(seat, "LEAD LOWEST") for seat in ("Ana", "Bob")]
    with world.campaign.store.writing() as tx:
        for _ in range(9):
            inbox.begin(tx, inbox.letter(tx, letters[0]))
        order = inbox.to_read(tx)
    world.tick()

    assert order == letters[::-1]
    assert [world.outcome(letter) for letter in letters] == ["orders filed"] * 2


def test_a_game_that_cannot_even_be_looked_at_is_held_and_the_gm_is_told_and_the_others_go_on(world: World) -> None:
    world.game("other", ("Cato", "Dora"), early="yes")
    world.game("lost", ("Eve", "Finn"), early="yes")
    world.quiet()
    with sqlite3.connect(world.campaign.settings.database) as raw:
        raw.execute("UPDATE game SET ruleset = 'forgotten' WHERE name = 'lost'")
    for seat in ("Cato", "Dora"):
        world.write(seat, "LEAD LOWEST", game="other")

    world.tick()

    assert (world.row("lost").status, world.row("other").step) == (Status.HELD, 1)
    assert "lost could not be adjudicated and is held." in "".join(m.body for m in world.mails() if "gm@" in m.to)


def test_why_a_game_is_held_names_the_place_and_not_what_was_in_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = io.StringIO()
    write_log("json", "debug", log)
    monkeypatch.setattr(turn_letters, "letters_of", broken)
    world.clock.forward(hours=9)

    world.tick()
    structlog.reset_defaults()

    assert world.row().hold_reason.startswith("ZeroDivisionError at test_hostile.py:")
    with world.campaign.reading() as work:
        done = actions.last(work.tx, world.row().id, "hold")
    assert done is not None
    assert (done.who, done.details) == ("referee", {"reason": world.row().hold_reason})
    [alarm] = [one for one in world.mails() if one.to == "gm@referee.example"]
    assert "ZeroDivisionError" in alarm.body
    assert SECRET not in alarm.body + log.getvalue()


def test_a_database_that_is_busy_holds_neither_letters_nor_games(world: World) -> None:
    letter = world.write("Ana", "LEAD LOWEST")
    world.clock.forward(hours=9)
    world.campaign.store = Store(world.campaign.settings.database, timedelta(milliseconds=50))
    other = sqlite3.connect(world.campaign.settings.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    for _ in range(5):
        with pytest.raises(Busy):
            world.tick()
    with pytest.raises(Busy):
        advance.advance(world.campaign, world.row().id, Occasion.GM)
    other.execute("ROLLBACK")
    other.close()

    assert (world.row().status, world.tick().played) == (Status.RUNNING, 1)
    assert world.outcome(letter) == "orders filed"


@pytest.fixture
def held(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A duel whose first turn could not be run when it was due."""
    with monkeypatch.context() as bug:
        bug.setattr(turn_letters, "letters_of", broken)
        world.clock.forward(hours=9)
        world.tick()
    return world


def test_a_letter_that_came_after_the_deadline_of_a_held_game_is_filed_for_the_turn_that_was_not_run(
    held: World,
) -> None:
    letter = held.write("Ana", "LEAD HIGHEST")
    held.tick()
    filed = held.on_file("Ana")
    last = held.write("Ana", "LEAD LOWEST")
    held.quiet()

    carry_out(held.campaign, Resume(), "duel")
    held.tick()

    assert (held.outcome(letter), held.outcome(last), filed) == ("orders filed", "orders filed", ("LEAD HIGHEST",))
    assert held.row().step == 1
    assert "too late" not in "".join(m.subject for m in held.mails())


def test_a_letter_that_waited_counts_if_the_gm_moves_the_deadline(held: World) -> None:
    letter = held.write("Ana", "LEAD HIGHEST")
    held.tick()

    until = (held.clock.now() + timedelta(days=1)).isoformat()
    carry_out(held.campaign, Extend(time=until, reason="My fault."), "duel")
    held.tick()

    assert (held.outcome(letter), held.on_file("Ana")) == ("orders filed", ("LEAD HIGHEST",))


def test_in_a_paused_game_letters_are_filed_for_the_turn_that_is_open(world: World) -> None:
    carry_out(world.campaign, Pause(text="The GM is ill."), "duel")
    world.clock.forward(days=5)
    letter = world.write("Ana", "LEAD HIGHEST")
    world.quiet().tick()

    [receipt] = world.mails()
    assert (world.outcome(letter), world.on_file("Ana")) == ("orders filed", ("LEAD HIGHEST",))
    assert "When it goes on you are told the new deadline." in " ".join(receipt.body.split())
    assert "are due" not in receipt.body


def test_a_letter_that_came_before_the_deadline_is_read_before_the_turn_though_it_came_in_between(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = due.due_games
    letter = 0

    def meanwhile(campaign: object) -> object:
        nonlocal letter
        letter = letter or world.write("Ana", "LEAD HIGHEST")
        world.clock.forward(hours=9)
        return honest(world.campaign)

    monkeypatch.setattr("referee.service.rounds.tick.due_games", meanwhile)
    first = world.tick()
    monkeypatch.undo()
    second = world.tick()

    assert (first.played, second.played, world.outcome(letter)) == (0, 1, "orders filed")


def test_orders_at_the_command_line_do_not_overtake_a_letter_that_came_before(world: World) -> None:
    letter = world.write("Ana", "LEAD HIGHEST")

    byhand.send_orders(world.campaign, "duel", "Ana", ["LEAD LOWEST"])
    world.tick()

    assert (world.outcome(letter), world.on_file("Ana")) == ("orders filed", ("LEAD LOWEST",))


def test_the_gms_process_reads_what_came_before_it(world: World) -> None:
    letter = world.write("Ana", "LEAD HIGHEST")

    carry_out(world.campaign, Process(), "duel")

    assert (world.outcome(letter), world.row().step) == ("orders filed", 1)


def test_two_programs_that_answer_each_other_come_to_an_end_and_the_gm_is_told_once(world: World) -> None:
    world.write("Ana", "ROUND 1 LEAD LOWEST")
    world.tick()
    replies = len(world.mails())
    for _ in range(40):
        world.write("Ana", f"Thank you for your letter {world.count}.\nLEED LOWEST")
        world.tick()
        mails = world.mails()
        replies += sum(one.to == "ana@players.example" for one in mails)
        alarms = [one for one in mails if one.to == "gm@referee.example"]
        assert len(alarms) == (1 if world.count == 11 else 0)

    assert replies == 10
    assert world.on_file("Ana") == ("ROUND 1 LEAD LOWEST",)

    world.clock.forward(hours=1, minutes=1)
    world.write("Ana", "STATUS")
    world.tick()
    mails = world.mails()
    assert {one.to for one in mails} == {"ana@players.example"}
    assert [str(one.message["Subject"]) for one in mails] == [
        "[The duel] what became of your letters",
        "[The duel] Turn 1: your letter",
    ]


def test_letters_without_a_token_are_answered_ten_times_an_hour_at_most(world: World) -> None:
    for n in range(30):
        world.arrive(world.letter(f"hello {n}", "ana@players.example"), "orders@referee.example", "ana@players.example")

    world.tick()

    mails = world.mails()
    assert [one.to for one in mails] == ["ana@players.example"] * 10 + ["gm@referee.example"]
    assert "so many letters without a key come from Ana" in " ".join(mails[-1].body.split()).replace("So", "so")


def test_one_letter_cannot_ask_for_a_thousand(world: World) -> None:
    world.write("Ana", "RESEND\nHELP\n" * 50 + "".join(f"TO Bob: {n}\n" for n in range(500)))

    world.tick()

    mails = world.mails()
    assert sum(one.to == "bob@players.example" for one in mails) == 18
    assert sum(one.to == "ana@players.example" for one in mails) == 3


def test_of_endless_orders_the_first_are_read_and_the_receipt_stays_short(world: World) -> None:
    world.write("Ana", "LEAD " + "KS, " * 5000 + "\n\n" + "LEAD LOWEST\n" * 5000)

    world.tick()

    [receipt] = world.mails()
    body = " ".join(receipt.body.split())
    assert world.on_file("Ana") == ("LEAD LOWEST",) * (MOST_LINES - 1)
    assert body.count("A letter may have 200 lines of orders; the others were not read.") == 1
    assert "A line may have 900 characters at most. Cut it in two." in body
    assert body.count("KS,") < 60


def test_mail_goes_out_though_somebody_set_the_clock_back(world: World) -> None:
    world.clock.forward(days=300)
    world.write("Ana", "LEAD LOWEST", step=1)
    world.tick()
    world.clock.forward(days=-300)

    assert "ana@players.example" in {one.to for one in world.mails()}


def test_a_letter_that_two_processes_read_at_once_is_read_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = world.write("Ana", "LEAD LOWEST")
    honest: Any = aside.parsed
    other = World(Campaign.open(world.campaign.settings.folder, world.clock), world.clock)

    def meanwhile(*given: object, **named: object) -> object:
        monkeypatch.setattr(backlog, "parsed", honest)
        other.tick()
        return honest(*given, **named)

    monkeypatch.setattr(backlog, "parsed", meanwhile)
    world.tick()
    other.campaign.close()

    assert world.outcome(letter) == "orders filed"
    assert len(world.mails()) == 1


def test_when_a_game_is_over_old_reports_still_come_and_words_are_still_delivered(world: World) -> None:
    world.write("Ana", "RESIGN")
    world.clock.forward(hours=9)
    world.tick()
    world.quiet()

    letter = world.write("Bob", "HISTORY 1\nTO Ana: well played\nLEAD LOWEST", step=2)
    world.tick()

    mails = {one.subject: one for one in world.mails()}
    assert (world.outcome(letter), world.on_file("Bob")) == ("game over", ())
    assert [one.to for one in mails.values()].count("bob@players.example") == 2
    assert "HISTORY 1: It comes once more, in a letter of its own." in mails["[The duel] The game is over"].body
    [press] = [one for one in mails.values() if one.to == "ana@players.example"]
    assert "well played" in press.body


def test_a_dead_token_of_the_open_turn_is_answered_once_and_holds_nothing(world: World) -> None:
    to = world.reply_address("Ana")
    with world.campaign.store.writing() as tx:
        inbox.kill_tokens(tx, world.row().id, Seat("Ana"), world.clock.now())
    letter = world.arrive(world.letter("LEAD LOWEST", "ana@players.example"), to, "ana@players.example")

    world.tick()

    assert world.outcome(letter) == "no token"
    assert [one.to for one in world.mails()] == ["ana@players.example"]
