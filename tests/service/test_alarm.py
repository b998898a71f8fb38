"""The GM hears by a second way when mail is down, not too often, and nothing secret."""

from __future__ import annotations

import asyncio
import json
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from referee.mail.delivery import Failed, Retry
from referee.service.deadlines.deadline import ANNOUNCED
from referee.service.gm.deadlines import Hold, Resume
from referee.service.gm.turns import Rerun, Rollback
from referee.service.letters import disk
from referee.service.post import alarm, lookout
from referee.service.post.alarm import Siren
from referee.service.rounds import serve
from referee.service.rounds.command import carry_out
from referee.service.turns import advance
from referee.service.upkeep.doctor import try_alarm
from referee.store import actions, games
from referee.store.database import Store
from referee.store.tables import Status
from tests.service.test_wire import soon
from tests.service.world import World

AWAY = Retry("SMTPConnectError: nobody there", penalty=False)


def writer(folder: Path) -> tuple[str, Path]:
    """Return a program that writes its input and its surroundings down, and the file."""
    script, out = folder / "alarm.sh", folder / "alarms"
    script.write_text(f'#!/bin/sh\ncat >> "{out}"\nenv | cut -d= -f1 | sort >> "{out}.env"\n')
    script.chmod(0o755)
    return f"'{script}' --loud", out


@contextmanager
def hook(code: int = 204) -> Iterator[tuple[str, list[Any]]]:
    """Run a web server that writes down what is posted to it."""
    heard: list[Any] = []

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.append((self.path, self.headers["Content-Type"], json.loads(body)))
            self.send_response(code)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/alarm?key=hidden", heard
    server.shutdown()
    server.server_close()
    thread.join()


def made(folder: Path, **settings: Any) -> tuple[World, Siren]:
    """Make a campaign with a duel, and its siren."""
    world = World.made(folder, **settings)
    world.game()
    return world.quiet(), Siren(world.campaign)


def test_mail_that_waits_too_long_is_told_by_both_ways_and_by_mail_once_in_a_while(tmp_path: Path) -> None:
    command, out = writer(tmp_path)
    with hook() as (address, heard):
        world, siren = made(tmp_path, alarm_command=command, alarm_webhook=address)
        world.write("Ana", "LEAD LOWEST")
        world.tick()
        world.sink.answers = [AWAY] * 100
        world.mails()
        early = lookout.look(world.campaign, siren)
        world.clock.forward(hours=2)
        late = [lookout.look(world.campaign, siren) for _ in range(2)]
        again = lookout.look(world.campaign, Siren(world.campaign))
        world.clock.forward(hours=7)
        next_time = lookout.look(world.campaign, siren)
    world.sink.answers = []

    told = [one.body for one in world.mails() if one.to == "gm@referee.example"]
    assert (early, late, again) == ([], [["mail unsent", "mail server"], []], [])
    assert next_time == ["mail unsent", "mail server"]
    words = "Test Table: 1 mails wait to be sent, the oldest since 2026-11-24 12:00 UTC."
    assert out.read_text().splitlines()[:2] == [
        words,
        "Test Table: The mail server has taken no mail for a while; 1 were tried.",
    ]
    assert heard[0] == (
        "/alarm?key=hidden",
        "application/json",
        {
            "campaign": "Test Table",
            "alarm": "mail unsent",
            "text": words.removeprefix("Test Table: "),
            "at": "2026-11-24T14:00:00+00:00",
        },
    )
    assert len(heard) == 4
    assert len(told) == 2
    world.campaign.close()


def test_the_program_is_given_no_password_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command, out = writer(tmp_path)
    world, siren = made(tmp_path, alarm_command=command)
    monkeypatch.setenv("REFEREE_SMTP_PASSWORD", "secret")

    assert siren.sound("trial", "hello")

    assert "REFEREE_SMTP_PASSWORD" not in Path(f"{out}.env").read_text()
    world.campaign.close()


def test_a_held_game_and_a_full_disk_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world, siren = made(tmp_path)
    advance.hold(world.campaign, world.row().id, "ZeroDivisionError")
    held = lookout.look(world.campaign, siren)
    monkeypatch.setattr(disk, "FEW", 10**18)
    few = lookout.look(world.campaign, siren)
    monkeypatch.setattr(disk, "has_room", lambda campaign: False)
    full = lookout.look(world.campaign, siren)

    assert (held, few, full) == (["held duel"], ["disk"], ["no room"])
    world.campaign.close()


@pytest.mark.parametrize("words", ["I look at a card.", ""])
def test_of_what_the_gm_does_no_alarm_comes(tmp_path: Path, words: str) -> None:
    world, siren = made(tmp_path)
    carry_out(world.campaign, Hold(text=words), "duel")
    held = lookout.look(world.campaign, siren)
    carry_out(world.campaign, Resume(), "duel")
    world.adjudicate()
    carry_out(world.campaign, Rollback(n=1, text="I read a rule wrongly."), "duel")
    back = lookout.look(world.campaign, siren)
    carry_out(world.campaign, Rerun(), "duel")
    advance.hold(world.campaign, world.row().id, "ZeroDivisionError")
    broken = lookout.look(world.campaign, siren)

    assert (held, back, broken) == ([], [], ["held duel"])
    world.campaign.close()


@pytest.mark.parametrize("reason", ANNOUNCED)
def test_a_game_that_waits_for_the_gm_as_all_were_told_is_told_by_the_second_way(tmp_path: Path, reason: str) -> None:
    world, siren = made(tmp_path)
    with world.campaign.store.writing() as tx:
        games.set_status(tx, world.row().id, Status.HELD, reason)

    assert lookout.look(world.campaign, siren) == ["held duel"]
    world.campaign.close()


def test_where_nothing_can_be_written_or_read_the_alarm_still_works_and_is_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, out = writer(tmp_path)
    world, siren = made(tmp_path, alarm_command=command)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    honest, world.campaign.store = world.campaign.store, Store(tmp_path / "gone" / "x.db", timedelta(seconds=1))
    raised = [lookout.look(world.campaign, siren) for _ in range(2)]

    assert raised == [["disk", "database"], []]
    assert "(No space left on device); letters cannot be kept." in out.read_text()
    honest.close()


def test_letters_to_the_gm_that_are_refused_are_told_by_the_second_way(tmp_path: Path) -> None:
    world, siren = made(tmp_path)
    world.clock.forward(hours=9)
    world.tick()
    world.sink.answers = [Failed("550 5.1.1 no such user", recipient=True)] * 3
    world.mails()

    assert lookout.look(world.campaign, siren) == ["gm mail"]
    world.campaign.close()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/none/program --page", f"it cannot be started: there is no program /none/program. {alarm.RIGHT}"),
        ("/dev/null", f"it cannot be started: /dev/null may not be run; has it the x bit? {alarm.RIGHT}"),
        ("false", "it ended with exit code 1"),
        ("sleep 60", "it did not end within 0 seconds and was stopped"),
        ("'unbalanced", f"it cannot be started: its quotation marks are not closed. {alarm.RIGHT}"),
        ("echo ; touch pwned", "it ended well"),
    ],
)
def test_a_program_that_fails_is_named_and_nothing_else_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, said: str
) -> None:
    monkeypatch.setattr(alarm, "PATIENCE", 0.3)
    monkeypatch.chdir(tmp_path)
    world, _ = made(tmp_path, alarm_command=command)

    [tried] = alarm.raised_by_all(world.campaign.settings, "trial", "hello", world.clock.now())

    assert tried.said == said
    assert not (tmp_path / "pwned").exists()
    world.campaign.close()


@pytest.mark.parametrize("code", [204, 302, 500])
def test_a_web_server_that_fails_is_named_and_no_redirection_followed(tmp_path: Path, code: int) -> None:
    with hook(code) as (address, heard):
        world, _ = made(tmp_path, alarm_webhook=address)
        [tried] = alarm.raised_by_all(world.campaign.settings, "trial", "hello", world.clock.now())

    assert (tried.well, tried.said, len(heard)) == (code == 204, f"it answered {code}", 1)
    world.campaign.close()


def test_an_address_that_nobody_answers_and_one_that_is_none_are_named(tmp_path: Path) -> None:
    for address, said in (
        ("http://127.0.0.1:1/", "the address of alarm.webhook in referee.toml cannot be reached: Connection refused"),
        ("file:///etc/passwd", "alarm.webhook in referee.toml must begin with https:// or http://"),
    ):
        folder = tmp_path / said.split()[0]
        folder.mkdir()
        world, _ = made(folder, alarm_webhook=address)
        assert [t.said for t in alarm.raised_by_all(world.campaign.settings, "x", "x", world.clock.now())] == [said]
        world.campaign.close()


def test_the_doctor_tries_the_second_way(tmp_path: Path) -> None:
    command, out = writer(tmp_path)
    world, _ = made(tmp_path, alarm_command=command)
    without, _ = made(tmp_path / "quiet")

    found = [(one.well, one.found) for one in try_alarm(world.campaign.settings.folder)]
    none = [one.well for one in try_alarm(without.campaign.settings.folder)]

    assert (found, none) == ([(True, "command: it ended well")], [False])
    assert out.read_text() == "Test Table: This is a trial; nothing is wrong.\n"
    for one in (world, without):
        one.campaign.close()


def test_letters_that_cannot_come_in_are_told(tmp_path: Path) -> None:
    world, siren = made(tmp_path)
    with world.campaign.store.writing() as tx:
        row = actions.begin_outage(tx, "imap", world.clock.now())
    down = lookout.look(world.campaign, siren)
    with world.campaign.store.writing() as tx:
        actions.end_outage(tx, row, world.clock.now())
    world.clock.forward(hours=7)

    assert (down, lookout.look(world.campaign, siren)) == (["intake imap"], [])
    world.campaign.close()


def test_the_service_looks_out_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command, out = writer(tmp_path)
    world, _ = made(tmp_path, alarm_command=command, intake_port=0, smtp_port=9)
    advance.hold(world.campaign, world.row().id, "ZeroDivisionError")
    monkeypatch.setattr(serve, "LOOK_EVERY", 0.05)
    service = serve.Service(world.campaign, interval=0.05, signals=False)

    async def until_told() -> None:
        running = asyncio.create_task(service.run())
        await soon(lambda: out.exists() and "is held" in out.read_text())
        service.stop()
        await running

    asyncio.run(until_told())

    assert "Test Table: The game duel is held and waits for you." in out.read_text()
    world.campaign.close()
