"""Campaigns in a temporary folder with duels under way, and the letters their players write."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import select

from referee.mail.clients import reply
from referee.mail.outgoing import wire
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.logbook import write_log
from referee.service.gm.start import NewGame, create_game, seat_player, start_game
from referee.service.players.orders import send
from referee.service.post.delivery import outgoing
from referee.service.turns.advance import advance
from referee.service.turns.turn import Advanced
from referee.store import outbox, tokens
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

PROGRAMS = ("thunderbird", "gmail", "apple", "mutt")


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
                NewGame(name=name, ruleset="wizards-duel", title=f"The duel {number}", deadline="Tue,Fri 20:00"),
            )
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
        Campaign.create(Path(folder) / "campaign", values) as made,
    ):
        yield World(made, [])


@dataclass(frozen=True)
class Letter:
    """One letter as it comes in."""

    raw: bytes
    sender: str
    recipient: str


def letters(world: World, number: int) -> list[Letter]:
    """Write an answer of every player to the newest report, with orders above the quote; alike but for ``number``."""
    campaign = world.campaign
    with campaign.store.reading() as tx:
        mails = outbox._due(tx, tx.exec(select(MailRow.id)))
        latest = {(due.game, due.seat): due for due in mails if due.kind in ("report", "welcome")}
        found = []
        for place, ((game, seat), due) in enumerate(sorted(latest.items(), key=str)):
            assert game is not None
            assert seat is not None
            assert due.address is not None
            token = tokens.alive(tx, game, seat, 1)
            assert token is not None
            raw = reply(
                PROGRAMS[place % len(PROGRAMS)],
                wire(outgoing(campaign, due, due.address)),
                [*STANDING[:-1], f"PLAY ON {number % 9}"],
                f"{seat} <{due.address}>",
                seed=number,
            )
            found.append(Letter(raw, due.address, f"orders+{token.token}@{DOMAIN}"))
    return found
