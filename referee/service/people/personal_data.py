"""People: listed, found, and their data handed over whole."""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import Any

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
    """Say whether a row may tell what is sealed."""
    return row["game"] in shut or (part == "letters" and not row["game"] and bool(plays))


def _everything(campaign: Campaign, who: str) -> dict[str, Any]:
    with campaign.store.reading() as tx:
        player = person(tx, who)
        names = {row.id: row.name for row in games.games(tx)}
        letters = tx.exec(select(LetterRow).where(LetterRow.player == player.id).order_by(col(LetterRow.id))).all()
        addresses = select(AddressRow).where(AddressRow.player == player.id, AddressRow.address != "")
        return {
            "player": {
                "name": player.name, "zone": player.zone, "html": player.html, "data": player.data,
                "newsletter": player.newsletter,
                "registered": player.created_at.isoformat(),
            },
            "reminders": {"leads": player.leads, "quiet": player.quiet, "digest": player.digest.total_seconds()},
            "addresses": [_address(row) for row in tx.exec(addresses)],
            "seats": [_seat(row, names) for row in games.seats_of(tx, player.id)],
            "silences": _silences(tx, player.id, names),
            "bounces": _bounces(tx, player.id),
            "absences": _spans(tx, AbsenceRow, player.id, names, lambda a: (a.first, a.last)),
            "observes": _spans(tx, ObserverRow, player.id, names, lambda o: (o.since, o.until)),
            "standby": _spans(tx, StandbyRow, player.id, names, lambda s: (s.since, s.until)),
            "calendars": [
                {"game": names[row.game], "deadline": _iso(row.due), "wanted": row.wanted}
                for row in tx.exec(select(CalendarRow).where(CalendarRow.player == player.id))
            ],
            "letters": [_letter(row, names) for row in letters],
            "orders": _orders(tx, letters, names),
            "press": _press(tx, letters, names),
            "mails": _mails(tx, player.id, names),
        }


def _address(row: AddressRow) -> dict[str, Any]:
    return {
        "address": row.address,
        "added": row.added_at.isoformat(),
        "removed": _iso(row.removed_at),
        "bouncing": _iso(row.bouncing_since),
    }


def _silences(tx: Transaction, player: int, names: dict[int, str]) -> list[dict[str, Any]]:
    rows = tx.exec(select(SilenceRow).where(SilenceRow.player == player))
    return [{"game": names[r.game], "seat": r.seat, "turn": r.step, "excused": r.excused} for r in rows]


def _bounces(tx: Transaction, player: int) -> list[dict[str, Any]]:
    """Return what came back from their addresses."""
    query = select(BounceRow, AddressRow).join(AddressRow, col(AddressRow.id) == col(BounceRow.address))
    return [
        {"address": one.address, "at": row.at.isoformat(), "hard": row.hard, "said": row.said}
        for row, one in tx.exec(query.where(AddressRow.player == player).order_by(col(BounceRow.id)))
    ]


def _seat(row: SeatRow, names: dict[int, str]) -> dict[str, Any]:
    return {
        "game": names[row.game],
        "seat": row.name,
        "joined": row.joined_at.isoformat(),
        "left": _iso(row.vacant_since),
        "wishes": row.wishes,
        "word": row.word,
    }


def _letter(row: LetterRow, names: dict[int, str]) -> dict[str, Any]:
    return {
        "number": row.id,
        "received": row.received_at.isoformat(),
        "game": names.get(row.game or 0, ""),
        "seat": row.seat or "",
        "outcome": row.outcome,
        "as it came, base64": base64.b64encode(row.raw).decode(),
    }


def _orders(tx: Transaction, letters: Sequence[LetterRow], names: dict[int, str]) -> list[dict[str, Any]]:
    """Return the orders that their own letters brought; those that another sent for the same seat are not theirs."""
    query = select(OrdersRow).where(col(OrdersRow.letter).in_([row.id for row in letters]))
    return [
        {
            "game": names[row.game],
            "seat": row.seat,
            "turn": row.step,
            "received": row.received_at.isoformat(),
            "receipt": row.receipt,
            "proof": row.proof,
            "on file": row.on_file,
        }
        for row in tx.exec(query.order_by(col(OrdersRow.id)))
    ]


def _press(tx: Transaction, letters: Sequence[LetterRow], names: dict[int, str]) -> list[dict[str, Any]]:
    query = select(PressRow).where(col(PressRow.letter).in_([row.id for row in letters]))
    return [
        {"game": names[r.game], "seat": r.seat, "to": r.addressees, "written": r.written_at.isoformat(), "text": r.body}
        for r in tx.exec(query.order_by(col(PressRow.id)))
    ]


def _mails(tx: Transaction, player: int, names: dict[int, str]) -> list[dict[str, Any]]:
    """Return what they were sent: what names them, and what went to the seats that are still theirs."""
    follows = col(MailRow.player).is_(None) & col(MailRow.address).is_(None) & (SeatRow.player == player)
    query = (
        select(MailRow, ReportRow)
        .outerjoin(ReportRow, col(ReportRow.id) == col(MailRow.report))
        .outerjoin(SeatRow, (col(SeatRow.game) == col(MailRow.game)) & (col(SeatRow.name) == col(MailRow.seat)))
        .where(or_(col(MailRow.player) == player, follows))
        .order_by(col(MailRow.id))
    )
    return [
        {
            "game": names.get(mail.game or 0, ""),
            "seat": mail.seat or "",
            "kind": mail.kind,
            "made": mail.made_at.isoformat(),
            "sent": _iso(mail.sent_at),
            "subject": mail.subject if mail.subject is not None else report.subject if report else "",
            "text": mail.body if mail.body is not None else report.body if report else "",
        }
        for mail, report in tx.exec(query)
    ]


def _spans(
    tx: Transaction,
    table: type[Any],
    player: int,
    names: dict[int, str],
    span: Callable[[Any], tuple[datetime, datetime | None]],
) -> list[dict[str, Any]]:
    rows = tx.exec(select(table).where(table.player == player).order_by(col(table.id)))
    spans = [(names.get(row.game or 0, ""), *span(row)) for row in rows]
    return [{"game": game, "from": first.isoformat(), "to": _iso(last)} for game, first, last in spans]


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None
