"""Lists of people for their GM: who is registered, where they sit, who waits."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from referee.engine.errors import SetupError
from referee.mail.address import normal
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.names import game_named
from referee.service.people.personal_data import person
from referee.shown import column
from referee.store import games, people
from referee.store.database import Transaction
from referee.store.tables import PlayerRow


@dataclass(frozen=True)
class Person:
    """One person who is registered."""

    number: int = field(metadata=column("#"))
    """Their number."""
    name: str = field(metadata=column("player"))
    """Their name."""
    addresses: tuple[str, ...] = field(metadata=column("addresses"))
    """Their addresses; mail goes to the first."""
    zone: str = field(metadata=column("zone"))
    """Their time zone."""
    seats: tuple[str, ...] = field(metadata=column("seats"))
    """The seats that they have, each with its game."""
    observes: tuple[str, ...] = field(metadata=column("observes"))
    """The games that they look on at."""


@dataclass(frozen=True)
class Waiting:
    """Somebody on the standby list."""

    player: str = field(metadata=column("player"))
    """Their name."""
    address: str = field(metadata=column("address"))
    """Where their mail goes first."""
    game: str | None = field(metadata=column("game"))
    """The game that they wait for; any, if null."""
    since: datetime = field(metadata=column("since"))
    """Since when they wait."""


def everybody(campaign: Campaign) -> list[Person]:
    """List all people, in order of registration; who was forgotten is left out."""
    with campaign.store.reading() as tx:
        names = {row.id: row.name for row in games.games(tx)}
        return [_listed(tx, row, names) for row in people.players(tx) if row.forgotten_at is None]


def _listed(tx: Transaction, row: PlayerRow, names: dict[int, str]) -> Person:
    return Person(
        number=row.id,
        name=row.name,
        addresses=tuple(one.address for one in people.addresses_of(tx, row.id)),
        zone=row.zone,
        seats=tuple(f"{s.name} in {names[s.game]}" for s in games.seats_of(tx, row.id) if s.vacant_since is None),
        observes=tuple(names[one.game] for one in people.observes(tx, row.id)),
    )


def found(campaign: Campaign, who: str) -> PlayerRow:
    """Find a player by an address, a number such as #3, or a name; raises `SetupError`."""
    with campaign.store.reading() as tx:
        return person(tx, who)


def standing_by(campaign: Campaign) -> list[Waiting]:
    """List who waits for a seat, the longest first."""
    with campaign.store.reading() as tx:
        names = {row.id: row.name for row in games.games(tx)}
        return [
            Waiting(
                people.player(tx, row.player).name,
                people.address_of(tx, row.player) or "",
                names.get(row.game or 0),
                row.since,
            )
            for row in people.standing_by(tx)
        ]


def off_standby(campaign: Campaign, address: str, game: str = "") -> None:
    """Take somebody off the list, for one game or altogether; raises `SetupError` if they are not on it."""
    with campaign.store.writing() as tx:
        row = game_named(tx, game) if game else None
        player = people.player_at(tx, normal(address))
        mine = [one for one in people.standing_by(tx) if player is not None and one.player == player.id]
        mine = [one for one in mine if row is None or one.game == row.id]
        if not mine:
            raise SetupError(f"{address} is not on the standby list.")
        for one in mine:
            people.end(tx, one, campaign.clock.now(), "taken off")
