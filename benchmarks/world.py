"""Campaigns in a temporary folder with duels under way, and the letters their players write."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from sqlmodel import col, select

from referee.engine.chance import commitment
from referee.mail.clients import reply
from referee.mail.delivery import Outcome, Sent, Transport
from referee.mail.outgoing import wire
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.logbook import write_log
from referee.service.campaign.names import game_named
from referee.service.gm.start import create_game, seat_player, start_game
from referee.service.people.housekeeping import sweep_daily
from referee.service.players.orders import send
from referee.service.post.delivery import deliver, outgoing
from referee.service.rounds.tick import tick
from referee.service.turns.advance import advance
from referee.service.turns.turn import Advanced
from referee.store import games, inbox, outbox
from referee.store.lately import MOST
from referee.store.tables import MailRow, Occasion

SEATS = ("Ana", "Bob")
DOMAIN = "referee.example"

STANDING = (
    "STANDING LEAD LOWEST, HIGHEST",
    "REPLY IF LED = M18 PLAY M19",
    "REPLY CHEAPEST WIN, LOWEST",
    "CALL IF MARGIN >= 9 KEEP 1",
    "PLAY ON 2",
)
"""What both players have on file: every kind of order, and turns of six rounds."""

TURNS = 10
"""So many turns a duel lasts with these orders, six rounds of the 78 cards each, unless Death meets Death."""

PLAIN = ("thunderbird", "mutt")
HTML = ("gmail", "apple")
"""Programs whose letters are text alone, and such as send a page beside it."""


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the moment it was set to."""
        return self.moment


class Taking(Transport):
    """A mail server that takes everything, at no cost, and counts."""

    def __init__(self) -> None:
        self.bytes = 0

    async def send(self, wire: bytes, mail_from: str, recipient: str) -> Outcome:
        """Take one mail."""
        self.bytes += len(wire)
        return Sent("250 taken")

    async def close(self) -> None:
        """Nothing to hang up."""


def reach_deadlines(campaign: Campaign) -> None:
    """Set the clock to the moment when the deadlines of all running games are over; what is done once a day is done."""
    assert isinstance(campaign.clock, Hand)
    with campaign.store.reading() as tx:
        campaign.clock.moment = max(one.due_at for one in games.standings(tx) if one.due_at) + timedelta(seconds=1)
    sweep_daily(campaign)


def play_due(campaign: Campaign, games: int) -> None:
    """Do the round of a running referee in which so many games are due."""
    done = tick(campaign)
    assert (done.played, done.held) == (games, 0), done


def fix_secret(campaign: Campaign, name: str, number: int) -> None:
    """Make the secret of a game that has not begun from a number, so that every run plays the same games."""
    with campaign.store.writing() as tx:
        kept = game_named(tx, name)
        kept.secret = secret_of(number)
        kept.commitment = commitment(kept.secret)
        tx.add(kept)


def secret_of(number: int) -> bytes:
    """Return that secret."""
    return sha256(f"referee benchmark {number}".encode()).digest()


def sent(campaign: Campaign) -> int:
    """Send all that is queued, as text and HTML, to a server that takes everything; return how many bytes."""
    server = Taking()
    asyncio.run(deliver(campaign, [server]))
    return server.bytes


@dataclass
class World:
    """A campaign and its duels that are not over."""

    campaign: Campaign
    games: list[int]
    made: int = 0

    def advance(self) -> int:
        """Play the next turn of every duel; return how many that were."""
        results = {game: advance(self.campaign, game, Occasion.GM) for game in self.games}
        assert Advanced.HELD not in results.values()
        self.games = [game for game, result in results.items() if result is Advanced.PLAYED]
        return len(self.games)

    def checkpoint(self) -> None:
        """Do what the service does between turns."""
        self.campaign.store.checkpoint()

    def add(self, count: int) -> list[int]:
        """Begin more duels; return them."""
        new = []
        for number in range(self.made, self.made + count):
            name = f"duel{number}"
            row = create_game(
                self.campaign,
                name,
                "wizards-duel",
                title=f"The duel {number}",
                deadline="Tue,Fri 20:00",
            )
            fix_secret(self.campaign, name, number)
            for seat in SEATS:
                seat_player(self.campaign, name, seat, address(seat, number), demo=True)
            start_game(self.campaign, name)
            for seat in SEATS:
                send(self.campaign, name, seat, STANDING)
            new.append(row.id)
        self.made += count
        self.games += new
        return new


def address(seat: str, number: int) -> str:
    """Return where a player of a duel reads their mail."""
    return f"{seat.lower()}{number}@players.example"


@contextmanager
def campaign() -> Iterator[World]:
    """Make a campaign, on the disk, that is gone afterwards."""
    write_log(level="warning")
    values: dict[str, object] = {
        "campaign.name": "Benchmark",
        "campaign.gms": [f"gm@{DOMAIN}"],
        "campaign.time_zone": "Europe/Berlin",
        "mail.domain": DOMAIN,
        "mail.from_address": f"referee@{DOMAIN}",
    }
    with (
        tempfile.TemporaryDirectory(prefix="referee-benchmark-") as folder,
        Campaign.create(Path(folder) / "campaign", values, Hand()) as made,
    ):
        made.store.lately.most = MOST  # as of a referee that runs
        yield World(made, [])


@dataclass(frozen=True)
class Letter:
    """One letter as it comes in."""

    raw: bytes
    sender: str
    recipient: str


def usual(number: int, _: int) -> list[str]:
    """Return the orders that both players have on file, with a ``number`` that makes one bag of letters of several."""
    return [*STANDING[:-1], f"PLAY ON {number % 9}"]


def letters(
    world: World,
    number: int,
    programs: Sequence[str] = (*PLAIN, *HTML),
    orders: Callable[[int, int], Sequence[str]] = usual,
) -> list[Letter]:
    """Write an answer of every player to the newest report, with orders above the quote, by ``number`` and place."""
    campaign = world.campaign
    with campaign.store.reading() as tx:
        reports = select(MailRow.id).where(col(MailRow.kind).in_(("report", "welcome")))
        mails = outbox._due(tx, tx.exec(reports.where(col(MailRow.game).in_(world.games))), html=False)
        latest = {(due.game, due.seat): due for due in mails}
        found = []
        for place, ((game, seat), due) in enumerate(sorted(latest.items(), key=str)):
            assert game is not None
            assert seat is not None
            assert due.address is not None
            token = inbox.living_token(tx, game, seat, 1)
            assert token is not None
            raw = reply(
                programs[place % len(programs)],
                wire(outgoing(campaign, due, due.address)),
                list(orders(number, place)),
                f"{seat} <{due.address}>",
                seed=number,
            )
            found.append(Letter(raw, due.address, f"orders+{token.token}@{DOMAIN}"))
    return found
