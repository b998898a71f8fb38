"""Letters by every way there is: the same end whichever way they came, at the time when our mail server had them."""

from __future__ import annotations

import asyncio
import os
import smtplib
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from sqlmodel import select

from referee.mail.fetched import Fetched, NotNow, NotThere
from referee.service.deadlines.outage import SERVICE
from referee.service.letters.disk import NoRoom
from referee.service.letters.envelope import recipients_of
from referee.service.letters.keeping import Gate, keep, keep_fetched
from referee.service.letters.sources import Source, Sources
from referee.service.rounds import byhand
from referee.service.rounds.serve import INTAKE, Service
from referee.service.upkeep import doctor
from referee.service.upkeep.health import health
from referee.store import actions, inbox
from referee.store.tables import LetterRow
from tests.mail.dovecot import USER, Dovecot, installed
from tests.service.world import TUESDAY, SmtpSink, World

REFUSED = 550
LATER = 451
FULL = 452


@asynccontextmanager
async def serving(world: World) -> AsyncIterator[Service]:
    """Run a world's service in this loop."""
    service, opened = Service(world.campaign, interval=0.05, signals=False), asyncio.Event()
    running = asyncio.create_task(service.run(lambda port: opened.set()))
    await opened.wait()
    try:
        yield service
    finally:
        service.stop()
        await running


def are_up(service: Service) -> bool:
    """Whether every mailbox answers; one that was not yet reached does not."""
    return all(source.up for source in service.sources.all)


async def soon(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(300):
        while not happened():
            await asyncio.sleep(0.02)


def beats(world: World) -> dict[str, datetime]:
    """Return when each source of letters, and the service itself, was last seen well."""
    with world.campaign.store.reading() as tx:
        return dict(actions.pulses(tx))


def letters(world: World) -> list[tuple[str, str, str]]:
    """Return the source, the recipient's local part and the outcome of each letter."""
    with world.campaign.store.reading() as tx:
        rows = tx.exec(select(LetterRow)).all()
    return [(row.source, row.recipient.partition("@")[0], row.outcome) for row in rows]


def maildir(folder: Path) -> Path:
    """Make a Maildir."""
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True)
    return folder


async def test_a_maildir_alone_is_enough_to_play(tmp_path: Path, sink: SmtpSink) -> None:
    box = maildir(tmp_path / "mail")
    world = await asyncio.to_thread(
        World.made, tmp_path, smtp_port=sink.port, intake_protocol="none", maildir_path=str(box), maildir_poll="1s"
    )
    await asyncio.to_thread(world.game)
    raw = world.letter("LEAD LOWEST", "ana@players.example", Delivered_To=world.reply_address("Ana"))

    async with serving(world) as service:
        (box / "tmp" / "1.a").write_bytes(raw)
        (box / "tmp" / "1.a").rename(box / "new" / "1.a")  # as Maildir asks, so that nobody reads half a letter
        await soon(lambda: world.on_file("Ana") == ("LEAD LOWEST",))
        assert not service.intake.listens
        assert are_up(service)

    assert letters(world) == [("maildir", f"orders+{world.token('Ana')}", "orders filed")]
    assert [file.name for file in (box / "cur").iterdir()] == ["1.a:2,S"]


def by_imap(folder: Path, server: Dovecot, smtp_port: int = 25) -> World:
    """A duel whose letters come by IMAP alone."""
    world = World.made(
        folder, intake_protocol="none", imap_host="127.0.0.1", imap_port=server.port, imap_security="none",
        imap_user=USER, imap_password="pw", smtp_port=smtp_port,
    )  # fmt: skip
    world.game()
    return world


@pytest.mark.skipif(not installed(), reason="Dovecot is not installed")
async def test_a_mailbox_on_an_imap_server_alone_is_enough_to_play(tmp_path: Path, sink: SmtpSink) -> None:
    with Dovecot() as server:
        world = await asyncio.to_thread(by_imap, tmp_path, server, sink.port)
        raw = world.letter("LEAD LOWEST", "ana@players.example", X_Original_To=world.reply_address("Ana"))

        async with serving(world):
            await asyncio.to_thread(server.put, raw)
            await soon(lambda: world.on_file("Ana") == ("LEAD LOWEST",))
            await soon(lambda: server.flags() == ["\\Seen"])

    assert letters(world) == [("imap", f"orders+{world.token('Ana')}", "orders filed")]


@pytest.mark.skipif(not installed(), reason="Dovecot is not installed")
async def test_a_server_that_was_away_is_found_again(tmp_path: Path, sink: SmtpSink) -> None:
    with Dovecot() as server:
        world = await asyncio.to_thread(by_imap, tmp_path, server, sink.port)
        raw = world.letter("LEAD LOWEST", "ana@players.example", To=world.reply_address("Ana"))

        async with serving(world) as service:
            await soon(lambda: are_up(service))
            await asyncio.to_thread(server.kill)
            await soon(lambda: not are_up(service))
            await asyncio.to_thread(server.start)
            await asyncio.to_thread(server.put, raw)
            await soon(lambda: world.on_file("Ana") == ("LEAD LOWEST",))
            await soon(lambda: are_up(service))


@pytest.mark.skipif(not installed(), reason="Dovecot is not installed")
def test_a_crash_between_the_commit_and_the_mark_gives_no_second_letter(tmp_path: Path) -> None:
    with Dovecot() as server:
        world = by_imap(tmp_path, server)
        server.put(world.letter("LEAD LOWEST", "ana@players.example", To=world.reply_address("Ana")))

        def killed(fetched: Fetched, source: str) -> None:
            keep_fetched(world.campaign, fetched, source)
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            Sources(world.campaign.settings, killed).all[0].once()
        assert server.flags() == [""]
        again = byhand.fetch_waiting(world.campaign)
        world.quiet().tick()

        assert again == {"imap": 1}
        assert server.flags() == ["\\Seen"]
    assert [outcome for _, _, outcome in letters(world)] == ["orders filed"]
    assert len(world.mails()) == 1


class Said:
    """What was logged by one room, whatever others log meanwhile."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str]] = []

    def info(self, event: str, *, source: str) -> None:
        self.lines.append((event, source))

    def warning(self, event: str, *, source: str, why: str) -> None:
        self.lines.append((event, source))


def test_a_source_that_is_down_is_told_of_once_and_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Said()
    monkeypatch.setattr("referee.service.letters.sources.log", said)
    monkeypatch.setattr("referee.service.letters.sources.sleep_using_event", lambda stop: lambda seconds: None)
    stop, down = threading.Event(), [NotThere("away"), NotThere("away"), NotThere("away"), None, None]

    class Box:
        def __enter__(self) -> Box:
            return self

        def __exit__(self, *_: object) -> None:
            """Nothing to hang up."""

        def take(self, keep: object) -> tuple[int, Exception | None]:
            trouble = down.pop(0)
            if not down:
                stop.set()
            if trouble is not None:
                raise trouble
            return 0, None

        def wait(self, seconds: float, stop: threading.Event) -> None:
            """Come back at once."""

        def look(self) -> None:
            """It is there."""

    alive: list[str] = []
    Source("imap", Box, timedelta(seconds=1), print, alive.append).run(stop)

    assert said.lines == [("source is down", "imap"), ("source is up", "imap")]
    assert alive == ["imap", "imap"]


def test_what_cannot_be_kept_makes_its_source_ill(world: World) -> None:
    class Box:
        def __enter__(self) -> Box:
            return self

        def __exit__(self, *_: object) -> None:
            """Nothing to hang up."""

        def take(self, keep: object) -> tuple[int, Exception | None]:
            return 0, OSError("the disk is full")

        def wait(self, seconds: float, stop: threading.Event) -> None:
            """Come back at once."""

        def look(self) -> None:
            """It is there."""

    with pytest.raises(NotThere) as caught:
        Source("maildir", Box, timedelta(seconds=1), print, print).once()

    assert str(caught.value) == "nothing could be kept: OSError"


def received(host: str, at: datetime) -> str:
    return f"from mx.players.example (mx [192.0.2.1]) by {host} (Postfix) with ESMTPS id 4F\r\n\tfor <x@y>; " + (
        format_datetime(at)
    )


BEFORE, AFTER = TUESDAY - timedelta(hours=1), TUESDAY + timedelta(hours=3)


@pytest.mark.parametrize(
    ("headers", "counts"),
    [
        ([("mail.referee.example", BEFORE)], BEFORE),
        ([("MAIL.referee.example", BEFORE), ("mail.referee.example", BEFORE - timedelta(days=1))], BEFORE),
        ([("filter.referee.example", TUESDAY), ("mail.referee.example", BEFORE)], BEFORE),
        ([("mx.players.example", BEFORE)], TUESDAY),
        ([("mail.referee.example", AFTER)], TUESDAY),
        ([("mail.referee.example", TUESDAY - timedelta(days=30))], TUESDAY),
        ([], TUESDAY),
    ],
    ids=["ours", "the topmost of ours", "ours below another's", "another's", "the future", "a broken clock", "none"],
)
def test_the_time_of_receipt_is_what_our_own_mail_server_wrote(
    tmp_path: Path, headers: list[tuple[str, datetime]], counts: datetime
) -> None:
    world = World.made(tmp_path, intake_received_by="mail.referee.example")
    head = "".join(f"Received: {received(host, at)}\r\n" for host, at in headers)

    letter = world.arrive(head.encode() + world.letter("LEAD LOWEST", "ana@players.example"), "x@y.example")

    assert (world.kept(letter).received_at, world.kept(letter).kept_at) == (counts, TUESDAY)


@pytest.mark.parametrize("value", ["by mail.referee.example; yesterday", "by mail.referee.example", "(by by) by", ";"])
def test_a_broken_header_of_receipt_is_passed_over(tmp_path: Path, value: str) -> None:
    world = World.made(tmp_path, intake_received_by="mail.referee.example")

    letter = world.arrive(f"Received: {value}\r\n\r\nHOLD".encode(), "x@y.example")

    assert world.kept(letter).received_at == TUESDAY


def test_without_its_name_no_header_tells_the_time(world: World) -> None:
    head = f"Received: {received('mail.referee.example', BEFORE)}\r\n".encode()

    letter = world.arrive(head + world.letter("LEAD LOWEST", "ana@players.example"), "x@y.example")

    assert world.kept(letter).received_at == TUESDAY


def test_a_letter_that_waited_in_our_mail_server_over_the_deadline_came_in_time(tmp_path: Path) -> None:
    world = World.made(tmp_path, intake_received_by="mail.referee.example")
    world.game()
    raw = world.letter("LEAD LOWEST", "ana@players.example")
    world.clock.forward(hours=7, minutes=10)
    stamped = f"Received: {received('mail.referee.example', TUESDAY + timedelta(hours=6))}\r\n".encode() + raw

    letter = world.write("Ana", "", raw=stamped)
    world.tick()

    assert world.outcome(letter) == "orders filed"


def test_letters_are_read_in_the_order_in_which_our_mail_server_had_them(tmp_path: Path) -> None:
    world = World.made(tmp_path, intake_received_by="mail.referee.example")
    world.game()
    for lead, minutes in (("HIGHEST", 30), ("LOWEST", 10)):
        at = TUESDAY - timedelta(minutes=60 - minutes)
        raw = world.letter(f"LEAD {lead}", "ana@players.example")
        world.write("Ana", "", raw=f"Received: {received('mail.referee.example', at)}\r\n".encode() + raw)

    world.tick()

    assert world.on_file("Ana") == ("LEAD HIGHEST",)


def test_two_games_in_one_letter_from_a_mailbox_are_two_letters(world: World) -> None:
    world.game("other", ("Ana", "Cato"))
    both = f"{world.reply_address('Ana')}, {world.reply_address('Ana', 'other')}"
    raw = world.letter("LEAD LOWEST", "ana@players.example", To=both)

    keep_fetched(world.campaign, Fetched(raw, TUESDAY), "imap")
    keep_fetched(world.campaign, Fetched(raw, TUESDAY), "imap")
    world.tick()

    assert [outcome for _, _, outcome in letters(world)] == ["orders filed"] * 2
    assert (world.on_file("Ana"), world.on_file("Ana", "other")) == (("LEAD LOWEST",), ("LEAD LOWEST",))


def test_a_copy_for_one_recipient_is_for_that_one_alone(world: World) -> None:
    settings = world.campaign.settings.mail
    ana, bob = world.reply_address("Ana"), world.reply_address("Bob")
    noted = world.letter("x", "ana@players.example", To=f"{ana}, {bob}", X_Original_To=bob)
    back = world.letter("x", "ana@players.example", To="back+0123456789abcdefghjkmnpq@referee.example")
    none = world.letter("x", "ana@players.example", To="somebody@elsewhere.example")

    assert recipients_of(noted, settings) == [bob]
    assert recipients_of(back, settings) == ["back+0123456789abcdefghjkmnpq@referee.example"]
    assert recipients_of(none, settings) == [""]


async def answers(world: World, sender: str, *recipients: str) -> list[int]:
    """Return what the service says to a sender of these recipients; nothing is sent."""

    def ask(port: int) -> list[int]:
        with smtplib.LMTP("127.0.0.1", port, timeout=300) as host:
            host.ehlo("mail.referee.example")
            host.mail(sender)
            return [host.rcpt(recipient)[0] for recipient in recipients]

    async with serving(world) as service:
        return await asyncio.to_thread(ask, service.intake.port)


async def test_only_addresses_of_ours_are_taken_and_asking_leaves_no_trace(tmp_path: Path, sink: SmtpSink) -> None:
    world = await asyncio.to_thread(World.made, tmp_path, smtp_port=sink.port, intake_port=0)
    await asyncio.to_thread(world.game)
    ana = world.reply_address("Ana")
    good = [
        ana, ana.upper(), "orders@referee.example", "referee@referee.example", "join@referee.example",
        "postmaster@referee.example", "Postmaster@REFEREE.example", "back@referee.example",
    ]  # fmt: skip
    bad = [
        "orders+0123456789abcdefghjkmnpq@referee.example", "orders+@referee.example", "orders+x@referee.example",
        ana.replace("referee.example", "elsewhere.example"), "back+0123456789abcdefghjkmnpq@referee.example",
        "nobody@referee.example", "postmaster+x@referee.example",
    ]  # fmt: skip

    said = await answers(world, "double-bounce@mail.referee.example", *good, *bad)

    assert said == [250] * len(good) + [REFUSED] * len(bad)
    assert letters(world) == []


async def test_a_dead_token_is_still_an_address_of_ours(tmp_path: Path, sink: SmtpSink) -> None:
    world = await asyncio.to_thread(World.made, tmp_path, smtp_port=sink.port, intake_port=0)
    await asyncio.to_thread(world.game)
    address = world.reply_address("Ana")
    with world.campaign.store.writing() as tx:
        inbox.kill_tokens(tx, world.row().id, "Ana", TUESDAY)

    assert await answers(world, "ana@players.example", address) == [250]


async def test_a_database_that_fails_refuses_nobody_for_good(
    tmp_path: Path, sink: SmtpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await asyncio.to_thread(World.made, tmp_path, smtp_port=sink.port, intake_port=0)

    def broken(*_: object) -> bool:
        raise ZeroDivisionError

    monkeypatch.setattr("referee.service.letters.keeping.Gate.accepts", broken)

    assert await answers(world, "ana@players.example", "orders@referee.example") == [LATER]


async def test_with_the_disk_nearly_full_letters_are_to_come_again_and_deadlines_wait(
    tmp_path: Path, sink: SmtpSink
) -> None:
    world = await asyncio.to_thread(
        World.made, tmp_path, smtp_port=sink.port, intake_port=0, limits_spare_bytes=10**13
    )
    world.game()

    assert await answers(world, "ana@players.example", "orders@referee.example") == [FULL]
    async with serving(world):
        began = world.clock.now()
        world.clock.forward(minutes=1)
        await soon(lambda: beats(world).get(SERVICE) == world.clock.now())
        assert beats(world)[INTAKE] == began
    assert "letters are not taken in until there are 10000000 MB (limits.spare_bytes)." in " ".join(
        health(world.campaign).wrong
    )
    with pytest.raises(NoRoom):
        keep_fetched(world.campaign, Fetched(world.letter("LEAD LOWEST", "ana@players.example"), TUESDAY), "imap")


def test_a_mailbox_gives_no_more_letters_of_one_sender_in_an_hour_than_a_socket(tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_letters_per_hour=2)
    world.game()
    gate, stays = Gate(world.campaign), 0
    for n in range(4):
        sender = "eve@elsewhere.example" if n < 3 else "ana@players.example"
        to = "join@referee.example" if n < 3 else world.reply_address("Ana")
        raw = world.letter(f"JOIN {n}", sender, To=to)
        try:
            keep_fetched(world.campaign, Fetched(raw, TUESDAY), "imap", gate)
        except NotNow:
            stays += 1

    assert (len(letters(world)), stays) == (3, 1)
    world.campaign.close()


def test_a_letter_from_a_pipe_is_for_whom_its_headers_say(world: World) -> None:
    raw = world.letter("LEAD LOWEST", "ana@players.example", To=world.reply_address("Ana"))

    first = byhand.take(world.campaign, raw, sender=None, recipient="")
    again = byhand.take(world.campaign, raw, sender=None, recipient="")
    world.tick()

    assert (first, again) == (byhand.Taken(1, True, False), byhand.Taken(1, False, False))
    assert letters(world) == [("pipe", f"orders+{world.token('Ana')}", "orders filed")]


def test_an_older_letter_that_is_kept_twice_keeps_its_first_time(world: World) -> None:
    raw = world.letter("LEAD LOWEST", "ana@players.example")
    early = datetime(2026, 11, 24, 11, 0, tzinfo=UTC)

    keep(world.campaign, raw, sender="a@b.example", recipient="x@y.example", source="imap", arrived=early)
    world.clock.forward(hours=1)
    keep(world.campaign, raw, sender="a@b.example", recipient="x@y.example", source="imap")

    assert (world.kept(1).received_at, world.kept(1).kept_at) == (early, TUESDAY)


def test_the_whole_corpus_is_taken_in_without_a_crash_or_an_answer(world: World) -> None:
    folder = os.environ.get("REFEREE_MAIL_CORPUS")
    if not folder:
        pytest.skip("REFEREE_MAIL_CORPUS names no folder of raw letters")
    for path in sorted(Path(folder).iterdir()):
        if path.suffix in (".eml", ".txt"):
            world.arrive(path.read_bytes(), world.reply_address("Ana"))
            keep_fetched(world.campaign, Fetched(path.read_bytes(), TUESDAY), "imap")

    world.tick()

    ends = {outcome for _, _, outcome in letters(world)}
    assert "" not in ends
    assert not {end for end in ends if "could not be read" in end}
    assert {mail.to for mail in world.mails()} <= {"ana@players.example", "gm@referee.example"}


def test_the_doctor_looks_into_each_mailbox_and_takes_nothing(tmp_path: Path) -> None:
    box = maildir(tmp_path / "mail")
    (box / "new" / "1").write_bytes(b"From: x@y.example\r\n\r\nhello")
    world = World.made(tmp_path, maildir_path=str(box), imap_host="127.0.0.1", imap_port=9, imap_security="none",
                       intake_protocol="none")  # fmt: skip
    folder = world.campaign.settings.folder

    found = {one.what: (one.well, one.found) for one in doctor.examine(folder, send=False)}

    assert found["intake"] == (True, "letters are fetched from mailboxes alone")
    assert found["maildir"] == (True, "letters can be fetched")
    assert found["imap"] == (False, "the mailbox cannot be opened: ConnectionRefusedError")
    assert [file.name for file in (box / "new").iterdir()] == ["1"]
