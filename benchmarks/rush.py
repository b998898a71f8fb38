"""A thousand letters in the last minute before a deadline, handed over by our mail server, beside the bare floor."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import col, select

from benchmarks.pairs import Row, Taken, Way, alone, row, taken, timed, times
from benchmarks.world import Letter, World, campaign, letters
from referee.mail.intake import Arrival, Intake
from referee.service.intake.backlog import read_all
from referee.service.letters.keeping import Gate, keep
from referee.service.letters.outcome import Outcome
from referee.store.tables import LetterRow

GAMES = 100
RUSH, BAGS = 1000, 5
"""So many letters come, in bags that are handed to both in turn; the first warms both, and its ratio is left out."""

SESSIONS = 4


def run() -> list[Row]:
    """Compare letters stored by LMTP, each in a durable commit, with the same server and a bare table.

    Say too how long it takes until the last of a thousand is stored, and until its receipt is in the outbox.
    """
    with campaign() as world, _floor(world) as (floor, table):
        world.add(GAMES)
        bags = [_bag(world, number) for number in range(BAGS)]
        ours, theirs = iter(bags), iter(bags)
        with _listening(world) as port:
            us = Way(lambda: _hand_over(port, next(ours)), world.checkpoint)
            them = Way(lambda: _hand_over(floor, next(theirs)))
            pairs = [(taken(us), taken(them)) for _ in bags]
        read = timed(lambda: read_all(world.campaign))
        with world.campaign.store.reading() as tx:
            came = tx.exec(select(LetterRow).order_by(col(LetterRow.id))).all()
        assert [one.outcome for one in came] == [Outcome.ORDERS] * RUSH, {one.outcome for one in came}
        assert table() == RUSH, table()
        times_of = [one.received_at for one in came]
        assert times_of == sorted(times_of), "the order of receipt was lost"
    kept = sum((one for one, _ in pairs), Taken(0, 0)) * (RUSH / BAGS)
    return [
        row(f"{RUSH:,} letters stored by LMTP / raw loop", "<= 3.0", pairs[1:], times),
        alone(f"{RUSH:,} letters stored by LMTP", "<= 60 s", kept),
        alone("    their receipts written", "<= 180 s", read),
    ]


def _bag(world: World, number: int) -> list[Letter]:
    """Write so many letters, each with a Message-ID of its own, as several players send again and again."""
    written = letters(world, number)
    bag = []
    for copy in range(RUSH // BAGS):
        one = written[copy % len(written)]
        head = f"X-Copy: {number}.{copy}\r\nMessage-ID: <{number}.{copy}@players.example>\r\n".encode()
        bag.append(Letter(head + one.raw.replace(b"Message-ID:", b"X-Was:"), one.sender, one.recipient))
    return bag


@contextmanager
def _listening(world: World) -> Iterator[int]:
    """Take letters as the service does."""
    gate = Gate(world.campaign)

    def take(arrival: Arrival) -> None:
        keep(
            world.campaign, arrival.raw, sender=arrival.mail_from, recipient=arrival.recipient, source="lmtp",
            truncated=arrival.truncated,
        )  # fmt: skip
        gate.note(arrival.mail_from, arrival.recipient)

    intake = Intake(take, protocol="lmtp", accepts=gate.accepts, paced=gate.admits)
    with _running(intake) as port:
        yield port


@contextmanager
def _floor(world: World) -> Iterator[tuple[int, Callable[[], int]]]:
    """Run the same library with one table and one commit for a letter; gives its port, and what counts the letters."""
    path = Path(world.campaign.settings.folder) / "floor-rush.db"
    table = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    table.execute("PRAGMA journal_mode = WAL")
    table.execute("PRAGMA synchronous = FULL")
    table.execute("CREATE TABLE letter (id INTEGER PRIMARY KEY, raw BLOB, sender TEXT, recipient TEXT)")

    def take(arrival: Arrival) -> None:
        row = (arrival.raw, arrival.mail_from, arrival.recipient)
        table.execute("INSERT INTO letter (raw, sender, recipient) VALUES (?, ?, ?)", row)

    with _running(Intake(take, protocol="lmtp")) as port:
        yield port, lambda: int(table.execute("SELECT count(*) FROM letter").fetchone()[0])
    table.close()


@contextmanager
def _running(intake: Intake) -> Iterator[int]:
    """Run a server in a thread of its own."""
    loop, opened, closing = asyncio.new_event_loop(), threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with intake:
            opened.set()
            await closing.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=[serve()], daemon=True)
    thread.start()
    assert opened.wait(10)
    try:
        yield intake.port
    finally:
        loop.call_soon_threadsafe(closing.set)
        thread.join(10)
        loop.close()


@dataclass(slots=True)
class _Session:
    """One connection of a mail server, kept open for many letters."""

    line: socket.socket

    def says(self, words: bytes, code: bytes) -> None:
        """Say something and expect an answer."""
        self.line.sendall(words)
        said = b""
        while not said.endswith(b"\r\n") or said.splitlines()[-1][3:4] == b"-":
            said += self.line.recv(4096)
        assert said.startswith(code), said

    def hand(self, one: Letter) -> None:
        """Hand one letter over; it is kept when this returns."""
        self.says(f"MAIL FROM:<{one.sender}>\r\n".encode(), b"250")
        self.says(f"RCPT TO:<{one.recipient}>\r\n".encode(), b"250")
        self.says(b"DATA\r\n", b"354")
        body = one.raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n").replace(b"\r\n.", b"\r\n..")
        self.says(body.rstrip(b"\r\n") + b"\r\n.\r\n", b"250")


def _hand_over(port: int, bag: Sequence[Letter]) -> int:
    """Hand letters over by several connections at once, as Postfix does; return how many."""

    def some(share: Sequence[Letter]) -> None:
        with socket.create_connection(("127.0.0.1", port), 30) as line:
            session = _Session(line)
            session.says(b"", b"220")
            session.says(b"LHLO mail\r\n", b"250")
            for one in share:
                session.hand(one)

    threads = [threading.Thread(target=some, args=[bag[n::SESSIONS]]) for n in range(SESSIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(bag)
