"""Turns adjudicated: at the deadline, early, once, and with everybody told."""

from __future__ import annotations

from typing import Any

import pytest

from referee.service.gm.deadlines import Pause, Resume
from referee.service.gm.preview import Preview, TriedLetter
from referee.service.post.post import Post
from referee.service.records import archive
from referee.service.rounds.command import carry_out
from referee.service.rounds.tick import tick
from referee.store.tables import Status
from tests.service.world import World


def test_a_due_game_is_adjudicated_once(world: World) -> None:
    world.clock.forward(hours=9)

    first, second = world.tick(), world.tick()

    assert (first.played, second.played, world.row().step) == (1, 0, 1)
    kinds = sorted((m.to, m.message["Auto-Submitted"]) for m in world.mails())
    assert [to for to, _ in kinds] == ["ana@players.example", "bob@players.example", "gm@referee.example"]


def test_the_next_deadline_keeps_to_the_calendar(world: World) -> None:
    world.clock.forward(hours=9)
    world.tick()

    due = world.row().due_at

    assert due is not None
    assert due.isoformat() == "2026-11-27T19:00:00+00:00"


def test_a_game_is_played_early_when_all_have_orders_and_nobody_waits(world: World) -> None:
    world.game("quick", ("Cato", "Dora"), early="yes")
    world.write("Cato", "LEAD LOWEST\nWAIT FLAG ON", game="quick")
    world.write("Dora", "LEAD LOWEST", game="quick")
    world.tick()
    assert world.row("quick").step == 0

    world.write("Cato", "WAIT FLAG OFF", game="quick")
    world.tick()

    assert world.row("quick").step == 1
    due = world.row("quick").due_at
    assert due is not None
    assert due.isoformat() == "2026-11-27T19:00:00+00:00"


def test_a_game_that_cannot_be_adjudicated_is_held_and_the_others_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.game("second", ("Cato", "Dora"))
    world.quiet()
    from referee.service.turns import turn_letters

    honest = turn_letters.letters_of

    def fragile(post: Post, *rest: Any) -> object:
        if post.game.name == "duel":
            raise ZeroDivisionError("a bug of ours")
        return honest(post, *rest)

    monkeypatch.setattr(turn_letters, "letters_of", fragile)
    world.clock.forward(hours=9)

    done = world.tick()

    assert (done.played, done.held) == (1, 1)
    assert (world.row().status, world.row().step) == (Status.HELD, 0)
    assert world.row("second").step == 1
    assert "gm@referee.example" in {m.to for m in world.mails()}

    monkeypatch.undo()
    carry_out(world.campaign, Resume(), "duel")
    world.tick()
    assert world.row().step == 1


def test_a_preview_commits_and_sends_nothing_and_tells_what_comes(world: World) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    world.quiet()

    sealed = carry_out(world.campaign, Preview(), world.row().name).value
    seen = world.foreseen()

    assert sealed.letters == [TriedLetter(seat, None, None) for seat in ("Ana", "Bob", "GM")]
    assert [who for who, _ in seen] == ["Ana", "Bob", "GM"]
    assert world.row().step == 0
    assert world.mails() == []
    world.clock.forward(hours=9)
    world.tick()
    sent = {m.to: m.body for m in world.mails()}
    letters = {str(seat): letter.body for seat, letter in seen if letter is not None}
    assert letters["Bob"].splitlines()[6:] != []
    assert sent["bob@players.example"].splitlines()[8:20] == letters["Bob"].splitlines()[8:20]


def test_a_pause_stops_the_clock_and_resume_keeps_its_grid(world: World) -> None:
    carry_out(world.campaign, Pause(text="The GM is ill."), "duel")
    world.clock.forward(days=5)
    assert world.tick().played == 0

    carry_out(world.campaign, Resume(), "duel")

    due = world.row().due_at
    assert due is not None
    assert due.isoformat() == "2026-12-01T19:00:00+00:00"
    assert {m.to for m in world.mails()} == {"ana@players.example", "bob@players.example"}


def test_a_pause_in_grace_ends_it_and_the_next_deadline_is_of_the_grid(world: World) -> None:
    world.game("slow", ("Cato", "Dora"), policy={"grace": "24h"})
    world.clock.forward(hours=8)
    world.tick()
    carry_out(world.campaign, Pause(text=""), "slow")
    world.clock.forward(days=2)
    carry_out(world.campaign, Resume(), "slow")

    row = world.row("slow")
    assert row.due_at is not None
    assert (row.due_at.isoformat(), row.on_time_until, row.step) == ("2026-11-27T19:00:00+00:00", None, 0)


def test_what_was_announced_before_a_pause_is_announced_anew_after_it(world: World) -> None:
    world.game("quick", ("Cato", "Dora"), early="yes", policy={"early_delay": "30m"})
    world.write("Cato", "LEAD LOWEST", game="quick")
    world.write("Dora", "LEAD LOWEST", game="quick")
    world.tick()
    carry_out(world.campaign, Pause(text=""), "quick")
    world.clock.forward(hours=2)
    world.tick()
    carry_out(world.campaign, Resume(), "quick")
    world.tick()

    row = world.row("quick")
    assert row.early_at is not None
    assert (row.step, row.early_at.isoformat()) == (0, "2026-11-24T14:30:00+00:00")


def test_a_clock_that_is_set_back_brings_no_second_letter_and_no_second_turn(world: World) -> None:
    world.game("quick", ("Cato", "Dora"), early="yes", policy={"early_delay": "30m"})
    world.write("Cato", "LEAD LOWEST", game="quick")
    world.write("Dora", "LEAD LOWEST", game="quick")
    world.tick()
    world.clock.forward(hours=7)
    world.tick()
    steps = (world.row("quick").step, world.row().step)
    world.quiet().clock.forward(hours=-7)
    for _ in range(10):
        world.clock.forward(minutes=1)
        world.tick()

    assert steps == (1, 1)
    assert ((world.row("quick").step, world.row().step), world.mails()) == (steps, [])


def test_the_archive_verifies_and_names_the_first_bad_step(world: World) -> None:
    for _ in range(3):
        world.clock.forward(days=4)
        world.tick()
    assert archive.verify(world.campaign, "duel").ok

    import sqlite3

    path = world.campaign.settings.database
    world.campaign.close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE step SET orders = (SELECT orders FROM step WHERE step = 0) WHERE step = 2")
        raw.execute("UPDATE step SET input_hash = 'x' WHERE step = 2")
    world.again()

    verdict = archive.verify(world.campaign, "duel")
    assert (verdict.ok, verdict.bad_step) == (False, 2)


def test_a_whole_game_ends_with_its_secrets_opened(world: World) -> None:
    from hashlib import sha256

    world.game("short", ("Cato", "Dora"), early="yes", deck="majors")
    commitment = world.row("short").commitment
    for _ in range(60):
        if world.row("short").status == Status.OVER:
            break
        for seat in ("Cato", "Dora"):
            world.write(seat, "LEAD LOWEST\nPLAY ON 20", game="short")
        world.quiet()
        tick(world.campaign)

    assert world.row("short").status == Status.OVER
    ends = [m for m in world.mails() if m.to in ("cato@players.example", "dora@players.example")]
    secret = world.row("short").secret
    assert sha256(b"referee commitment 1\n" + secret).hexdigest() == commitment
    assert any(secret.hex() in m.body for m in ends)
    assert archive.verify(world.campaign, "short").ok


def test_a_look_at_what_is_sealed_is_told_to_the_players_with_the_next_report(world: World) -> None:
    from referee.service.campaign import seal

    seal.unseal(world.campaign, "duel", "Ana's orders", asked=True)
    world.clock.forward(hours=9)
    world.tick()

    told = {m.to: "The GM has looked at Ana's orders." in m.body for m in world.mails()}
    assert told == {"ana@players.example": True, "bob@players.example": True, "gm@referee.example": False}

    world.clock.forward(days=3)
    world.tick()
    assert [m.to for m in world.mails() if "has looked at" in m.body] == []
