"""People: listed, found, and their data handed over whole."""

import base64
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import inspect
from sqlmodel import col, or_, select

from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.mail.address import normal
from referee.service.campaign import seal
from referee.service.campaign.campaign import Campaign
from referee.shown import column
from referee.store import games, people
from referee.store.database import Transaction
from referee.store.tables import (
    AbsenceRow,
    AddressRow,
    BounceRow,
    CalendarRow,
    LetterRow,
    MailRow,
    ObserverRow,
    OrdersRow,
    PlayerRow,
    PressRow,
    ReportRow,
    SeatRow,
    SilenceRow,
    StandbyRow,
)


@value
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


def person(tx: Transaction, who: str) -> PlayerRow:
    """Find a player by an address, by number (`#3`), or by a name that nobody else has; raises `SetupError`."""
    if "@" in who:
        found = [one] if (one := people.player_at(tx, normal(who))) is not None else []
    elif who.startswith("#") and who[1:].isdigit():
        found = [one for one in people.players(tx) if one.id == int(who[1:])]
    else:
        found = [one for one in people.players(tx) if one.name.casefold() == who.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = ", ".join(f"#{one.id}" for one in found)
        raise SetupError(f"Several players are called {who}: {numbers}. Name one by number or address.")
    raise NoPlayer(f"There is no player {who}. List them with: referee player list")


class NoPlayer(SetupError):
    """Nobody is called so, or has that address or number."""


SEALED = ("letters", "orders", "press", "mails")


def export(campaign: Campaign, who: str, *, unseal: bool = False) -> dict[str, Any]:
    """Return all that is kept of a person, as plain data: what they sent, what they were sent, where they sit.

    What is sealed in a game that is not over is left out, unless the GM asks to look; then the players are told. A
    letter of which it is not known to which game it belongs may hold orders for any that they play in. Their
    secret votes are never in it: nobody else has a right to them, and an export passes through the GM's hands.
    """
    found = _everything(campaign, who)
    with campaign.store.reading() as tx:
        shut = {row.name for row in games.games(tx) if seal.is_sealed(row)}
    plays = {row["game"]: row["seat"] for row in found["seats"] if row["game"] in shut and row["left"] is None}
    hidden = {part: [row for row in found[part] if _is_shut(part, row, shut, plays)] for part in SEALED}
    words = {row["game"] for row in found["seats"] if row["word"] and row["game"] in shut}
    rows = [row for part in SEALED for row in hidden[part]]
    named = {(row["game"], row["seat"]) for row in rows if row["game"] and row["seat"]}
    named |= {(game, plays[game]) for game in plays if game in words or any(not row["game"] for row in rows)}
    others = {row["game"] for row in rows if row["game"]} | words
    if not unseal:
        left = {part: [row for row in found[part] if row not in hidden[part]] for part in SEALED}
        seats = [row | {"word": "" if row["game"] in words else row["word"]} for row in found["seats"]]
        return found | left | {"seats": seats, "sealed, left out": sorted(others | {game for game, _ in named})}
    for game, seat in sorted(named):
        seal.unseal(campaign, game, f"what {seat} wrote and was sent", asked=True)
    for game in sorted(others - {game for game, _ in named}):
        seal.unseal(campaign, game, "what somebody was sent", asked=True)
    return found | {"sealed, left out": []}


def _is_shut(part: str, row: Mapping[str, Any], shut: Collection[str], plays: Mapping[str, str]) -> bool:
    return row["game"] in shut or (part == "letters" and not row["game"] and bool(plays))


def _everything(campaign: Campaign, who: str) -> dict[str, Any]:
    with campaign.store.reading() as tx:
        player = person(tx, who)
        tell = _Teller(tx, player.id, {row.id: row.name for row in games.games(tx)})
        letters = tell.own(LetterRow)
        reminders = tell.row(player, "leads quiet") | {"digest": player.digest.total_seconds()}
        return {
            "player": tell.row(player, "name zone html data newsletter registered=created_at"),
            "reminders": reminders,
            "addresses": [tell.row(row, ADDRESS) for row in tell.own(AddressRow) if row.address],
            "seats": [tell.row(row, SEAT) for row in games.seats_of(tx, player.id)],
            "silences": [tell.row(row, "game seat turn=step excused") for row in tell.own(SilenceRow)],
            "bounces": [tell.row(one, "address") | tell.row(row, BOUNCE) for row, one in _bounces(tx, player.id)],
            "absences": [tell.row(row, "game from=first to=last") for row in tell.own(AbsenceRow)],
            "observes": [tell.row(row, "game from=since to=until") for row in tell.own(ObserverRow)],
            "standby": [tell.row(row, "game from=since to=until") for row in tell.own(StandbyRow)],
            "calendars": [tell.row(row, "game deadline=due wanted") for row in tell.own(CalendarRow)],
            "letters": [tell.row(row, LETTER) | {AS_IT_CAME: base64.b64encode(row.raw).decode()} for row in letters],
            "orders": [tell.row(row, ORDERS) | {"on file": row.on_file} for row in _brought_by(tx, OrdersRow, letters)],
            "press": [tell.row(row, PRESS) for row in _brought_by(tx, PressRow, letters)],
            "mails": [tell.row(mail, MAIL) | _words(mail, report) for mail, report in _mails(tx, player.id)],
        }


ADDRESS = "address added=added_at removed=removed_at bouncing=bouncing_since"
SEAT = "game seat=name joined=joined_at left=vacant_since wishes word"
BOUNCE = "at hard said"
LETTER = "number=id received=received_at game seat outcome"
ORDERS = "game seat turn=step received=received_at receipt proof"
PRESS = "game seat to=addressees written=written_at text=body"
MAIL = "game seat kind made=made_at sent=sent_at"
"""What is told of a row, and under which name if not its own."""

AS_IT_CAME = "as it came, base64"


@dataclass(frozen=True)
class _Teller:
    """Tells rows of one player as plain data; ``names`` are those of all games."""

    tx: Transaction
    player: int
    names: Mapping[int, str]

    def own(self, table: type[Any]) -> Sequence[Any]:
        """Return the rows of a table that name the player, in their order."""
        query = select(table).where(table.player == self.player)
        return self.tx.exec(query.order_by(*inspect(table).primary_key)).all()

    def row(self, row: Any, fields: str) -> dict[str, Any]:
        """Tell some fields of a row, ``name`` or ``name=column``: a game by its name, a moment as ISO 8601."""
        parted = [one.partition("=") for one in fields.split()]
        return {name: self._value(column or name, getattr(row, column or name)) for name, _, column in parted}

    def _value(self, column: str, value: Any) -> Any:
        if column == "game":
            return self.names.get(value or 0, "")
        if column == "seat":
            return value or ""
        return value.isoformat() if isinstance(value, datetime) else value


def _bounces(tx: Transaction, player: int) -> Sequence[Any]:
    query = select(BounceRow, AddressRow).join(AddressRow, col(AddressRow.id) == col(BounceRow.address))
    return tx.exec(query.where(AddressRow.player == player).order_by(col(BounceRow.id))).all()


def _brought_by(tx: Transaction, table: type[Any], letters: Sequence[LetterRow]) -> Sequence[Any]:
    """Return what their own letters brought; what another sent for the same seat is not theirs."""
    query = select(table).where(col(table.letter).in_([row.id for row in letters]))
    return tx.exec(query.order_by(col(table.id))).all()


def _mails(tx: Transaction, player: int) -> Sequence[Any]:
    """Return what they were sent: what names them, and what went to the seats that are still theirs."""
    follows = col(MailRow.player).is_(None) & col(MailRow.address).is_(None) & (SeatRow.player == player)
    query = (
        select(MailRow, ReportRow)
        .outerjoin(ReportRow, col(ReportRow.id) == col(MailRow.report))
        .outerjoin(SeatRow, (col(SeatRow.game) == col(MailRow.game)) & (col(SeatRow.name) == col(MailRow.seat)))
        .where(or_(col(MailRow.player) == player, follows))
        .order_by(col(MailRow.id))
    )
    return tx.exec(query).all()


def _words(mail: MailRow, report: ReportRow | None) -> dict[str, str]:
    """Return the words of a mail, which stand with it or with the letter that it brings."""
    kept = (report.subject, report.body) if report else ("", "")
    return {
        "subject": mail.subject if mail.subject is not None else kept[0],
        "text": mail.body if mail.body is not None else kept[1],
    }
