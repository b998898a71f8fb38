"""The service at real sockets: letters in, mail out, locks, signals, servers that refuse; and what its log says."""

from __future__ import annotations

import asyncio
import json
import smtplib
import socketserver
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Self

import pytest
from sqlmodel import select

from referee.config import Settings
from referee.mail.outgoing import wire
from referee.service.campaign.clock import SystemClock
from referee.service.gm.deadlines import Pause
from referee.service.post.delivery import deliver, outgoing, transports
from referee.service.records import archive
from referee.service.rounds.command import carry_out
from referee.service.rounds.serve import Service
from referee.service.turns.advance import advance
from referee.service.turns.due import due_games
from referee.service.turns.turn import Advanced
from referee.store import mails as known
from referee.store import outbox, steps
from referee.store.database import Store
from referee.store.tables import LetterRow, MailRow, Sending, TokenRow
from tests.service.child import Job
from tests.service.processes import Children, Resident, forms, until
from tests.service.world import SmtpSink, World

Hand = Callable[[bytes, str, str], None]
"""Hands one letter in: its bytes, its sender and its recipient."""


@asynccontextmanager
async def serving(world: World) -> AsyncIterator[Hand]:
    """Run a world's service in this loop; gives what hands a letter in, in the protocol that it speaks."""
    service, opened = Service(world.campaign, interval=0.05, signals=False), asyncio.Event()
    running = asyncio.create_task(service.run(lambda port: opened.set()))
    await opened.wait()
    speak = smtplib.LMTP if world.campaign.settings.intake.protocol == "lmtp" else smtplib.SMTP

    def hand(raw: bytes, sender: str, recipient: str) -> None:
        with speak("127.0.0.1", service.intake.port, timeout=300) as host:
            host.sendmail(sender, [recipient], raw)

    try:
        yield hand
    finally:
        service.stop()
        await running


async def soon(happened: Callable[[], bool], seconds: float = 300) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(seconds):
        while not happened():
            await asyncio.sleep(0.02)


def made(folder: Path, sink: SmtpSink | int, intake_protocol: str = "lmtp") -> World:
    """Make a campaign whose service can be started, in which a duel has begun."""
    port = sink if isinstance(sink, int) else sink.port
    world = World.made(folder, smtp_port=port, intake_port=0, intake_protocol=intake_protocol)
    world.game()
    return world.quiet()


@pytest.mark.parametrize("protocol", ["lmtp", "smtp"])
async def test_a_letter_comes_in_and_its_receipt_goes_out(tmp_path: Path, sink: SmtpSink, protocol: str) -> None:
    world = await asyncio.to_thread(made, tmp_path, sink, intake_protocol=protocol)

    async with serving(world) as hand:
        await asyncio.to_thread(hand, world.letter("LEAD LOWEST", "ana@players.example"), "ana@players.example",
                                world.reply_address("Ana"))  # fmt: skip
        await soon(lambda: bool(sink.taken))

    assert (world.outcome(1), world.kept(1).source) == ("orders filed", protocol)
    assert world.on_file("Ana") == ("LEAD LOWEST",)
    [receipt] = sink.mails()
    assert (receipt.sender, receipt.to) == ("", "ana@players.example")
    assert receipt.subject == "[The duel] Turn 1: your orders"


class MachineClock(datetime):
    """The clock by which the scheduler goes, and which somebody sets back while the service runs."""

    back = timedelta()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        moment = datetime.now(tz) - cls.back
        return cls.fromtimestamp(moment.timestamp(), tz)


async def test_a_clock_that_is_set_back_by_two_hours_stops_no_round(
    tmp_path: Path, sink: SmtpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("apscheduler.schedulers.base", "apscheduler.triggers.interval", "referee.service.rounds.serve"):
        monkeypatch.setattr(f"{module}.datetime", MachineClock)
    monkeypatch.setattr(MachineClock, "back", timedelta())
    world = await asyncio.to_thread(made, tmp_path, sink)
    begun = world.clock.now()

    async with serving(world) as hand:
        world.clock.moment = begun - timedelta(hours=2)
        MachineClock.back = timedelta(hours=2)
        await asyncio.to_thread(hand, world.letter("LEAD LOWEST", "ana@players.example"), "ana@players.example",
                                world.reply_address("Ana"))  # fmt: skip
        await soon(lambda: bool(sink.taken))

    assert world.outcome(1) == "orders filed"
    assert [mail.to for mail in sink.mails()] == ["ana@players.example"]


async def test_twenty_megabytes_are_kept_in_part_and_answered_once(tmp_path: Path, sink: SmtpSink) -> None:
    world = await asyncio.to_thread(made, tmp_path, sink, intake_protocol="smtp")
    head = world.letter("LEAD LOWEST", "ana@players.example")
    huge = head + (b"x" * 998 + b"\r\n") * 20_000

    async with serving(world) as hand:
        await asyncio.to_thread(hand, huge, "ana@players.example", world.reply_address("Ana"))
        await asyncio.to_thread(hand, world.letter("LEAD LOWEST", "bob@players.example"), "bob@players.example",
                                world.reply_address("Bob"))  # fmt: skip
        await soon(lambda: len(sink.taken) >= 2)

    kept = world.kept(1)
    assert (len(kept.raw), kept.truncated, kept.outcome, world.on_file("Ana")) == (65_536, True, "too large", ())
    assert [(mail.to, mail.subject) for mail in sink.mails()] == [
        ("ana@players.example", "[The duel] Your letter is too large"),
        ("bob@players.example", "[The duel] Turn 1: your orders"),
    ]


LOCKER = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.readline()
"""


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Let another process hold the database's lock."""
    command = [sys.executable, "-c", LOCKER, str(database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        try:
            yield
        finally:
            other.communicate("\n")


async def test_while_another_process_has_the_lock_letters_are_put_off_and_nothing_is_held(
    tmp_path: Path, sink: SmtpSink
) -> None:
    world = await asyncio.to_thread(made, tmp_path, sink)
    to, raw = world.reply_address("Ana"), world.letter("LEAD LOWEST", "ana@players.example")
    world.campaign.store = Store(world.campaign.settings.database, timedelta(milliseconds=200))
    world.arrive(world.letter("LEAD LOWEST", "bob@players.example"), world.reply_address("Bob"), "bob@players.example")

    async with serving(world) as hand:
        with locked(world.campaign.settings.database):
            with pytest.raises(smtplib.SMTPDataError) as put_off:
                await asyncio.to_thread(hand, raw, "ana@players.example", to)
            await asyncio.sleep(1)
        world.campaign.store = Store(world.campaign.settings.database)
        await asyncio.to_thread(hand, raw, "ana@players.example", to)
        await soon(lambda: len(sink.taken) >= 2)

    assert put_off.value.smtp_code == 451
    assert (world.outcome(1), world.outcome(2)) == ("orders filed", "orders filed")
    assert sorted(mail.to for mail in sink.mails()) == ["ana@players.example", "bob@players.example"]
    assert (world.row().status, world.row().hold_reason) == ("running", "")


def test_sigterm_in_the_middle_of_work_ends_it_cleanly_and_nothing_is_lost(
    tmp_path: Path, children: Children, sink: SmtpSink
) -> None:
    world = World.made(tmp_path, now=SystemClock().now(), smtp_port=sink.port, intake_port=0)
    world.game(deadline="every 10 hours")
    job = Job(folder=str(world.quiet().campaign.settings.folder), serve=True)
    letters = [world.letter(f"ROUND {n} LEAD LOWEST", "ana@players.example") for n in (1, 2, 3, 4)]

    with Resident(children, job) as first:
        for raw in letters:
            first.hand_in(raw, "ana@players.example", world.reply_address("Ana"))
        first.terminate()
        assert first.ended() == 0
    sent_by_the_first = len(sink.taken)
    with Resident(children, job) as second:
        until(lambda: len(sink.taken) == 4)
        second.terminate()
        assert second.ended() == 0

    assert [world.outcome(n) for n in (1, 2, 3, 4)] == ["orders filed"] * 4
    assert world.on_file("Ana") == ("ROUND 4 LEAD LOWEST",)
    assert sent_by_the_first <= 4
    assert len({str(mail.message["Message-ID"]) for mail in sink.mails()}) == len(sink.taken) == 4


def test_sigterm_does_not_wait_for_a_mail_server_that_is_silent(tmp_path: Path, children: Children) -> None:
    with Silent() as silent:
        world = World.made(
            tmp_path, now=SystemClock().now(), smtp_port=silent.port, smtp_timeout="1h", intake_port=0
        )  # who waited for the server would be waited for in vain
        world.game(deadline="every 10 hours")
        job = Job(folder=str(world.campaign.settings.folder), serve=True, last_wait=0.5)

        with Resident(children, job) as service:
            until(lambda: silent.talks > 0)
            service.terminate()
            code = service.ended()

    assert code == 0
    assert {mail.state for mail in mails(world)} == {Sending.QUEUED}


def mails(world: World) -> list[MailRow]:
    """Return all mails of a campaign."""
    with world.campaign.store.reading() as tx:
        return list(tx.exec(select(MailRow).order_by(MailRow.id)))  # type: ignore[arg-type]


def test_two_services_on_one_campaign_play_each_turn_once_and_send_each_mail_alike(
    tmp_path: Path, children: Children, sink: SmtpSink
) -> None:
    world = World.made(tmp_path, now=SystemClock().now(), smtp_port=sink.port, intake_port=0)
    world.game(deadline="every 2 seconds")
    job = Job(folder=str(world.campaign.settings.folder), serve=True, interval=0.02)
    others = Children()

    with Resident(children, job) as one, Resident(others, replace(job, name="other")) as other:
        # Each turn has an address of its own, and a turn may end between the two.
        raw, address = world.letter("REPLY LOWEST", "ana@players.example"), world.reply_address("Ana")
        for service in (one, other):
            service.hand_in(raw, "ana@players.example", address)
        until(lambda: world.row().step >= 3)
        world.clock.moment = SystemClock().now()
        carry_out(world.campaign, Pause(), "duel")  # else a busy machine has always one turn more to send
        until(lambda: {mail.state for mail in mails(world)} == {Sending.SENT})
        for service in (one, other):
            service.terminate()
        assert (one.ended(), other.ended()) == (0, 0)
    others.close()

    with world.campaign.store.reading() as tx:
        past = steps.history(tx, world.row().id)
        letters = [(x.state, x.outcome) for x in tx.exec(select(LetterRow))]
    begun = past[0].played_at
    assert [x.step for x in past] == list(range(len(past)))
    assert all(x.played_at >= begun + timedelta(seconds=2 * x.step) for x in past)
    assert archive.verify(world.campaign, "duel").ok
    assert len(letters) == 1
    assert letters[0][0] == "done"
    assert {form for _, _, form in forms(sink)} == {1}
    assert {mail.state for mail in mails(world)} == {Sending.SENT}


def test_a_game_that_another_process_has_just_adjudicated_is_not_due_any_more(world: World) -> None:
    world.clock.forward(hours=9)
    [(game, why)] = due_games(world.campaign)

    both = [advance(world.campaign, game, why), advance(world.campaign, game, why)]

    assert (both, world.row().step) == ([Advanced.PLAYED, Advanced.NOT_NOW], 1)


class Silent(socketserver.ThreadingTCPServer):
    """Takes connections and says nothing; or, with a script, says what stands there and hangs up."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, *script: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.script, self.talks, self.over = script, 0, threading.Event()
        self.port = int(self.server_address[1])
        threading.Thread(target=self.serve_forever, args=[0.02], daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()


class Talk(socketserver.StreamRequestHandler):
    """One connection to such a server: a line of the script for each command."""

    def handle(self) -> None:
        """Say the script."""
        assert isinstance(self.server, Silent)
        self.server.talks += 1
        if not self.server.script:
            self.server.over.wait(30)
        for line in self.server.script:
            self.wfile.write(line + b"\r\n")
            command = self.rfile.readline()
            while line.startswith(b"354") and command not in (b".\r\n", b""):
                command = self.rfile.readline()


GREETED = (b"220 here", b"250 hello", b"250 sender ok")


def tried(world: World, port: int) -> MailRow:
    """Send what is due to the server at this port, and return the one mail."""

    async def once() -> None:
        world.campaign.settings = replaced(world, port)
        ways = transports(world.campaign, 1)
        await deliver(world.campaign, ways)
        for way in ways:
            await way.close()

    asyncio.run(once())
    return mails(world)[-1]


def replaced(world: World, port: int) -> Settings:
    """Return a campaign's settings with another mail server."""
    settings = world.campaign.settings
    return replace(settings, smtp=replace(settings.smtp, port=port, timeout=timedelta(seconds=2)))


def state(mail: MailRow) -> tuple[str, int, timedelta]:
    """Return where a mail stands: its state, the tries that count, and how long it waits from its making on."""
    return mail.state, mail.attempts, mail.next_at - mail.made_at


@pytest.fixture
def one_mail(world: World) -> World:
    """Return a campaign with one mail that is due."""
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    return world


def test_a_server_that_is_away_costs_no_try(one_mail: World, sink: SmtpSink) -> None:
    with Silent() as gone:
        port = gone.port

    away = [state(tried(one_mail, port))]
    one_mail.clock.forward(days=6)
    away.append(state(tried(one_mail, port))[:2])  # type: ignore[arg-type]
    one_mail.clock.forward(minutes=5)
    back = tried(one_mail, sink.port)

    assert away == [("queued", 0, timedelta(minutes=5)), ("queued", 0)]
    assert (back.state, len(sink.taken)) == ("sent", 1)


@pytest.mark.parametrize(
    ("script", "expected", "error"),
    [
        ((*GREETED, b"450 later"), ("queued", 1, timedelta(minutes=5)), "450 later"),
        ((*GREETED, b"550 nobody here"), ("failed", 1, timedelta()), "550 nobody here"),
        ((*GREETED, b"250 ok", b"354 go on", b"451 later"), ("queued", 1, timedelta(minutes=5)), "451 later"),
        ((*GREETED, b"250 ok", b"354 go on", b"554 no"), ("failed", 1, timedelta()), "554 no"),
        ((*GREETED, b"250 ok", b"354 go on"), ("queued", 1, timedelta(minutes=5)), "SMTPServerDisconnected"),
        ((*GREETED,), ("queued", 1, timedelta(minutes=5)), "SMTPServerDisconnected"),
        ((b"220 here", b"250 hello", b"552 too large"), ("failed", 1, timedelta()), "552 too large"),
    ],
    ids=["greylisted", "unknown", "data later", "data refused", "dropped after the dot", "dropped", "too large"],
)
def test_what_the_server_says_decides_what_becomes_of_the_mail(
    one_mail: World, script: tuple[bytes, ...], expected: tuple[str, int, timedelta], error: str
) -> None:
    with Silent(*script) as server:
        mail = tried(one_mail, server.port)

    assert state(mail) == expected
    assert mail.error.startswith(error)


def test_tries_come_at_longer_and_longer_waits_and_end_after_five_days(one_mail: World) -> None:
    waits = []
    with Silent(*GREETED, b"450 later") as server:
        while (mail := tried(one_mail, server.port)).state is Sending.QUEUED:
            waits.append((mail.next_at - one_mail.clock.moment) // timedelta(minutes=1))
            one_mail.clock.moment = mail.next_at

    assert waits[:6] == [5, 10, 20, 40, 60, 60]
    assert (mail.state, mail.error) == (Sending.DEAD, "450 later")
    assert timedelta(days=5) < one_mail.clock.moment - mail.made_at < timedelta(days=5, hours=1, minutes=1)


def test_a_dead_letter_is_seen_and_can_be_sent_again_with_all_its_tries(one_mail: World, sink: SmtpSink) -> None:
    with Silent(*GREETED, b"550 nobody here") as server:
        dead = tried(one_mail, server.port)
    one_mail.clock.forward(days=7)
    with one_mail.campaign.store.writing() as tx:
        seen = [mail.id for mail in known.dead_letters(tx)]
        outbox.resend(tx, dead.id, one_mail.clock.moment)

    with Silent(*GREETED, b"450 later") as server:
        again = tried(one_mail, server.port)
    one_mail.clock.forward(minutes=5)
    last = tried(one_mail, sink.port)

    assert seen == [dead.id]
    assert (again.state, again.attempts, last.state) == (Sending.QUEUED, 1, Sending.SENT)
    assert [str(mail.message["Message-ID"]) for mail in sink.mails()] == [dead.message_id]


def test_a_mail_that_came_through_though_the_line_broke_is_sent_again_byte_by_byte(
    one_mail: World, sink: SmtpSink
) -> None:
    with Silent(*GREETED, b"250 ok", b"354 go on") as server:
        tried(one_mail, server.port)
        first = outbox_bytes(one_mail)
    one_mail.again().clock.forward(minutes=5)
    tried(one_mail, sink.port)

    assert [arrival.raw for arrival in sink.taken] == [first]


def outbox_bytes(world: World) -> bytes:
    """Return the wire form of the one mail that is in the outbox."""
    with world.campaign.store.writing() as tx:
        [due] = outbox.claim(tx, "look", world.clock.now() + timedelta(days=1), lease=timedelta(0))
        outbox.release(tx, "look")
    assert due.address is not None
    return wire(outgoing(world.campaign, due, due.address))


def with_a_broken_mail(world: World, **values: object) -> None:
    """Let two mails wait, of which the first is as nobody could build it."""
    world.write("Bob", "LEAD LOWEST")
    world.tick()
    with world.campaign.store.writing() as tx:
        broken = known.find(tx, mails(world)[-2].message_id)
        assert broken is not None
        for name, value in values.items():
            setattr(broken, name, value)
        tx.add(broken)


@pytest.mark.parametrize("bad", ["<a b@c>", f"<{'a' * 1_500}@c>", "<ä@c>", "<a\r\nBcc: b@c>"])
def test_a_mail_that_would_answer_what_no_header_may_hold_goes_out_without(
    one_mail: World, sink: SmtpSink, bad: str
) -> None:
    with_a_broken_mail(one_mail, headers={"automatic": "auto-replied", "references": [bad]})

    tried(one_mail, sink.port)

    assert [mail.state for mail in mails(one_mail)][-2:] == [Sending.SENT, Sending.SENT]
    assert [mail.to for mail in sink.mails()] == ["ana@players.example", "bob@players.example"]
    assert sink.mails()[0].message["In-Reply-To"] is None


def test_a_mail_that_cannot_be_built_fails_by_itself(one_mail: World, sink: SmtpSink) -> None:
    with_a_broken_mail(one_mail, subject="a\0b")

    tried(one_mail, sink.port)

    assert [mail.state for mail in mails(one_mail)][-2:] == [Sending.FAILED, Sending.SENT]
    assert [mail.to for mail in sink.mails()] == ["bob@players.example"]


def test_the_log_is_lines_of_json_without_any_secret(tmp_path: Path, children: Children, sink: SmtpSink) -> None:
    world = World.made(tmp_path, now=SystemClock().now(), smtp_port=sink.port, intake_port=0)
    world.game(deadline="every 2 seconds")
    row, log = world.row(), tmp_path / "log"
    to, ana = {seat: world.reply_address(seat) for seat in ("Ana", "Bob")}, "ana@players.example"
    handed = [
        (world.letter("LEAD LOWEST\nTO Bob: xylophone", ana), ana, to["Ana"]),
        (world.letter("LAED LOWEST", "bob@players.example"), "bob@players.example", to["Bob"]),
        (world.letter("CALL NEVER", "eve@elsewhere.example"), "eve@elsewhere.example", to["Ana"]),
        (world.letter("LEAD LOWEST", ana), ana, "orders@referee.example"),
        (b"\xff\x00", "eve@elsewhere.example", to["Bob"]),
    ]

    with Resident(children, Job(folder=str(world.campaign.settings.folder), serve=True, log=str(log))) as service:
        for raw, sender, recipient in handed:
            service.hand_in(raw, sender, recipient)
        until(lambda: world.row().step >= 1 and len(sink.taken) >= 10)
        service.terminate()
        assert service.ended() == 0

    text = log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"event", "level", "timestamp"} <= set.intersection(*(set(line) for line in lines))
    assert {"serving", "kept", "read", "adjudicated", "mail", "stopped"} <= {line["event"] for line in lines}
    with world.campaign.store.reading() as tx:
        known = list(tx.exec(select(TokenRow.token)))
    assert row.seed is not None
    secrets = [row.secret.hex(), row.seed.hex(), repr(row.secret), repr(row.seed), *known]
    words = ["@", "LEAD", "LAED", "CALL", "xylophone", "Ana", "Bob", "my orders", "elsewhere"]
    assert [word for word in (*secrets, *words) if word.casefold() in text.casefold()] == []
