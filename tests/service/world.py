"""A campaign in a temporary folder with a clock that stands still, and people who write to it."""

from __future__ import annotations

import asyncio
import atexit
import email
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.policy import default
from functools import cache, cached_property, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Engine

from referee import config
from referee.engine.audience import Seat
from referee.engine.chance import commitment
from referee.mail.delivery import Outcome, Sent, Transport
from referee.mail.intake import Arrival, Intake
from referee.reports.parts import Letter
from referee.service.campaign.campaign import Campaign, Kit
from referee.service.campaign.clock import Clock
from referee.service.gm.preview import foreseen
from referee.service.gm.start import create_game, seat_player, start_game
from referee.service.letters.keeping import keep
from referee.service.people.housekeeping import sweep
from referee.service.post.delivery import deliver
from referee.service.rounds.tick import Ticked, tick
from referee.service.table.table import TableTop
from referee.store import games, inbox, orders
from referee.store.database import Store
from referee.store.tables import GameRow, LetterRow

TUESDAY = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
"""Before the first deadline of the games here, Tuesday 20:00 in Berlin."""

REACHED = "With TO GM: in any answer, or at gm@referee.example, you reach your GM."
"""What every letter to a seat ends with."""

FORTUNE = os.environ.get("REFEREE_TEST_FORTUNE", "the same in every run").encode()
"""The luck of the games here: a test sees the same cards each time; another one shows which tests lean on it."""


class FakeClock:
    """A clock that moves only when told to."""

    def __init__(self, now: datetime = TUESDAY) -> None:
        self.moment = now

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self.moment

    def forward(self, **span: float) -> None:
        """Let time pass."""
        self.moment += timedelta(**span)


class Sink(Transport):
    """Takes every mail and keeps it; or fails as it is told to."""

    def __init__(self, answers: Sequence[Outcome] = ()) -> None:
        self.taken: list[tuple[str, str, bytes]] = []
        self.answers = list(answers)

    async def send(self, wire: bytes, mail_from: str, recipient: str) -> Outcome:
        """Keep a mail and say that it was sent, or what comes next in the script."""
        self.taken.append((mail_from, recipient, wire))
        return self.answers.pop(0) if self.answers else Sent("250 kept")

    async def close(self) -> None:
        """Nothing to hang up."""


class SmtpSink:
    """A real SMTP server in a thread, which logs every mail; ``refuses`` may raise, and the client hears 451."""

    def __init__(self, refuses: Callable[[Arrival], object] = lambda arrival: None) -> None:
        self.taken: list[Arrival] = []
        self.refuses = refuses
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._open = threading.Event()
        self._closing = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=[self._serve()], daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._open.wait(10), "the sink did not open"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join(10)
        self._loop.close()

    def mails(self) -> list[Mail]:
        """Return the mails as their readers see them."""
        return [Mail(one.mail_from, one.recipient, one.raw) for one in self.taken]

    async def _serve(self) -> None:
        async with Intake(self._take) as intake:
            self.port = intake.port
            self._open.set()
            await self._closing.wait()

    def _take(self, arrival: Arrival) -> None:
        self.refuses(arrival)
        self.taken.append(arrival)


class Remembering(HeaderRegistry):
    """Reads a header once: that of one mail is asked for again and again, and most mails have the same ones."""

    def __init__(self) -> None:
        super().__init__()
        self._made = lru_cache(4096)(super().__call__)

    def __call__(self, name: str, value: str) -> Any:
        """Return a header, which nobody changes."""
        return self._made(name, value)


READ = default.clone(header_factory=Remembering())


@dataclass(frozen=True)
class Mail:
    """One mail that went out, as its reader sees it."""

    sender: str
    to: str
    wire: bytes

    @cached_property
    def message(self) -> EmailMessage:
        """It as a mail program takes it apart; most mails are only counted."""
        return email.message_from_bytes(self.wire, policy=READ)

    @property
    def subject(self) -> str:
        """Its subject."""
        return str(self.message["Subject"])

    @property
    def body(self) -> str:
        """Its text."""
        text = self.message.get_body(("plain",))
        assert text is not None
        return str(text.get_content()).replace("\r\n", "\n")

    @property
    def page(self) -> str:
        """It as HTML; nothing, if it is text alone."""
        page = self.message.get_body(("html",))
        return str(page.get_content()) if page is not None else ""

    @property
    def reply_to(self) -> str:
        """Where an answer goes."""
        return str(self.message["Reply-To"])


VALUES: dict[str, object] = {
    "campaign.name": "Test Table",
    "campaign.gms": ["gm@referee.example"],
    "campaign.time_zone": "Europe/Berlin",
    "mail.domain": "referee.example",
    "mail.from_address": "referee@referee.example",
}
"""The settings of a campaign for which none are said."""

KITS: dict[tuple[str, str], Kit] = {}
"""What takes half a second to make and is the same in all campaigns here, for none has templates of its own."""

ENGINES: list[Engine] = []
"""The one that keeps the statements."""


class AtOnce(ThreadPoolExecutor):
    """Does what is handed to another thread in this one: the mails of a test go one by one anyway."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **how: Any) -> Future[Any]:
        """Do it, and return what came of it."""
        done = Future[Any]()
        try:
            done.set_result(work(*args, **how))
        except BaseException as error:  # noqa: BLE001 - who awaits it is told
            done.set_exception(error)
        return done


@cache
def loop() -> asyncio.AbstractEventLoop:
    """One loop for all mails; a new one for each look at them would be a third of the work."""
    made = asyncio.new_event_loop()
    made.set_default_executor(AtOnce())
    atexit.register(made.close)
    return made


@cache
def unwritten() -> TemporaryDirectory[str]:
    """A campaign's folder with a database and no settings, made once: every campaign here begins as a copy of it.

    It was swept, so that nothing is until a day has passed.
    """
    kept = TemporaryDirectory(prefix="unwritten-")
    made = Campaign.create(Path(kept.name) / "campaign", VALUES, FakeClock())
    sweep(made)
    made.close()
    (made.settings.folder / config.FILE).unlink()
    return kept


def opened(folder: Path, clock: Clock) -> Campaign:
    """Open a campaign, with the kits that were made already unless it has templates of its own."""
    campaign = Campaign.open(folder, clock)
    if not any((folder / "templates").rglob("*.*")):
        campaign._kits = KITS
    share_statements(campaign.store)
    return campaign


def share_statements(store: Store) -> None:
    """Let the first engine keep the statements of all, for each would write them out anew: a third of the work."""
    ENGINES[:] = ENGINES or [store._engine]
    # The engine whose dialect all have may never connect, and so never ask.
    ENGINES[0].dialect.server_version_info = sqlite3.sqlite_version_info
    for engine in (store._engine, store._noting, store._reading):
        engine.dialect, engine._compiled_cache = ENGINES[0].dialect, ENGINES[0]._compiled_cache


@dataclass
class World:
    """The campaign, its clock, and what it sent."""

    campaign: Campaign
    clock: FakeClock
    sink: Sink = field(default_factory=Sink)
    count: int = 0
    by_sender: dict[str, int] = field(default_factory=dict)

    @classmethod
    def made(cls, folder: Path, *, now: datetime = TUESDAY, **settings: object) -> World:
        """Make a campaign in a new folder; settings are like ``smtp_port=25``."""
        clock = FakeClock(now)
        made = Path(shutil.copytree(Path(unwritten().name) / "campaign", folder / "campaign"))
        config.write_default(made, VALUES | {name.replace("_", ".", 1): value for name, value in settings.items()})
        return cls(opened(made, clock), clock)

    @classmethod
    def copied(cls, begun: Path, folder: Path) -> World:
        """Take a copy of a campaign in which nobody has written yet, and whose mail is out."""
        clock = FakeClock()
        return cls(opened(Path(shutil.copytree(begun, folder / "campaign")), clock), clock)

    def again(self) -> World:
        """Open the same campaign anew, as after a restart."""
        folder = self.campaign.settings.folder
        self.campaign.close()
        self.campaign = opened(folder, self.clock)
        return self

    def game(
        self,
        name: str = "duel",
        seats: Sequence[str] = ("Ana", "Bob"),
        *,
        start: bool = True,
        ruleset: str = "wizards-duel",
        policy: Mapping[str, str] | str = "",
        show_missing: bool | str = False,
        **options: str,
    ) -> GameRow:
        """Create a game, of Wizard's Duel if nothing else is said, seat people at ana@players.example, and start it.

        Without another ``policy`` a turn that is ready runs at once, and no silence stops it.
        """
        settled = {k: v for k, v in options.items() if k not in ("deadline", "early")}
        own = {} if isinstance(policy, str) else dict(policy)
        create_game(
            self.campaign,
            name,
            ruleset,
            title=f"The {name}",
            options=settled,
            deadline=options.get("deadline", "Tue,Fri 20:00 Europe/Berlin"),
            early=options.get("early", "no") == "yes",
            show_missing=bool(show_missing),
            policy={"early_delay": "0", "mass_silence": "0", "min_first": "0"} | own,
        )
        self.settle_luck(FORTUNE, name)
        for seat in seats:
            seat_player(self.campaign, name, seat, self.address(seat), demo=True)
        if start:
            start_game(self.campaign, name)
        return self.row(name)

    def settle_luck(self, secret: bytes, name: str = "duel") -> None:
        """Let a game that has not begun have this secret, so that two campaigns have the same luck."""
        with self.campaign.store.writing() as tx:
            row = games.named(tx, name)
            assert row is not None
            row.secret, row.commitment = secret, commitment(secret)
            tx.add(row)

    def start(self, name: str = "duel") -> GameRow:
        """Start a game."""
        return start_game(self.campaign, name)

    def row(self, name: str = "duel") -> GameRow:
        """Return a game as it stands."""
        with self.campaign.store.reading() as tx:
            found = games.named(tx, name)
        assert found is not None
        return found

    @staticmethod
    def address(seat: str) -> str:
        """Return where a player reads their mail."""
        return f"{seat.lower()}@players.example"

    def token(self, seat: str, game: str = "duel", step: int | None = None) -> str:
        """Return the token of a seat for the open step, or another."""
        row = self.row(game)
        with self.campaign.store.reading() as tx:
            found = inbox.living_token(tx, row.id, seat, row.step + 1 if step is None else step)
        assert found is not None, f"{seat} has no token"
        return found.token

    def reply_address(self, seat: str, game: str = "duel", step: int | None = None) -> str:
        """Return where a seat's answers for the open step, or another, go."""
        return f"orders+{self.token(seat, game, step)}@referee.example"

    def letter(self, text: str, sender: str, **headers: str) -> bytes:
        """Write a plain letter."""
        self.count += 1
        self.by_sender[sender] = self.by_sender.get(sender, 0) + 1
        message = EmailMessage()
        message["From"] = sender
        message["To"] = "orders@referee.example"
        name = sender.replace("@", "-").encode("ascii", "replace").decode().replace("?", "-")
        message["Message-ID"] = f"<{self.by_sender[sender]}.{name}@mail.example>"
        for name, value in headers.items():
            del message[name.replace("_", "-")]
            message[name.replace("_", "-")] = value
        message.set_content(text)
        return message.as_bytes()

    def write(
        self,
        seat: str,
        text: str,
        *,
        game: str = "duel",
        sender: str = "",
        step: int | None = None,
        raw: bytes | None = None,
        **headers: str,
    ) -> int:
        """Let a player's letter arrive at their own reply address, without reading it; return its number."""
        sender = sender or self.address(seat)
        data = self.letter(text, sender, **headers) if raw is None else raw
        return self.arrive(data, self.reply_address(seat, game, step), sender)

    def arrive(self, raw: bytes, recipient: str, sender: str = "someone@elsewhere.example") -> int:
        """Let any bytes arrive anywhere."""
        letter, _ = keep(self.campaign, raw, sender=sender, recipient=recipient, source="test")
        return letter

    def answer(self, mail: Mail, text: str, *, sender: str = "", **headers: str) -> int:
        """Let its reader, or somebody else, answer a mail of ours, and read it; return the letter's number."""
        sender = sender or mail.to
        letter = self.arrive(self.letter(text, sender, **headers), mail.reply_to, sender)
        self.tick()
        return letter

    def adjudicate(self, name: str = "duel") -> GameRow:
        """Let a game's deadline come, and its turn be adjudicated."""
        due = self.row(name).due_at
        assert due is not None
        self.clock.moment = due
        self.tick()
        return self.row(name)

    def foreseen(self, name: str = "duel") -> list[tuple[Seat, Letter | None]]:
        """Write every letter of the open turn as it stands, and keep nothing."""
        with self.campaign.reading() as work:
            _, letters = foreseen(work, TableTop.load(work, self.row(name), work.now))
        return list(letters)

    def tick(self) -> Ticked:
        """Do one round of work."""
        return tick(self.campaign)

    def mails(self) -> list[Mail]:
        """Send what is due, and return the mails that went out since the last look."""
        loop().run_until_complete(deliver(self.campaign, [self.sink]))
        taken, self.sink.taken = self.sink.taken, []
        return [Mail(*one) for one in taken]

    def quiet(self) -> World:
        """Send what is due, and forget it."""
        self.mails()
        return self

    def outcome(self, letter: int) -> str:
        """Return what became of a letter."""
        return self.kept(letter).outcome

    def kept(self, letter: int) -> LetterRow:
        """Return a letter as it is stored."""
        with self.campaign.store.reading() as tx:
            return inbox.letter(tx, letter)

    def on_file(self, seat: str, game: str = "duel") -> tuple[str, ...]:
        """Return the lines in force for a seat's open step."""
        from referee.engine.audience import Seat

        row = self.row(game)
        with self.campaign.store.reading() as tx:
            return orders.latest(tx, row.id, Seat(seat)).lines(row.step + 1)
