"""The standby list: who would take a seat that falls free, and how a free seat is offered to them."""

from dataclasses import field
from datetime import datetime, timedelta

from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.mail.address import normal
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.letters.incoming import Incoming
from referee.service.letters.kinds import CodeLetter
from referee.service.letters.outcome import Outcome
from referee.service.people import handover, seating
from referee.service.people.addresses import registrable
from referee.service.post import notes
from referee.shown import column
from referee.store import confirmations, games, people
from referee.store.database import Transaction
from referee.store.tables import ConfirmationRow, GameRow, Matter, PlayerRow, SeatRow, Status

LASTS = timedelta(days=7)

MOST_ASKED = 5
"""So many on the list are asked at a time when a seat falls free; who answers first has it."""


@value
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


def offer(case: Incoming, reader: notes.Recipient, row: GameRow | None, *, why: str = "") -> None:
    """Offer a place on the list; it is taken by answering."""
    asked = notes.asked(
        case.work, Matter.STANDBY, reader, LASTS, game=row, answers=case.row, written=reader.address
    )  # fmt: skip
    what = f"a seat of {row.title} that falls free" if row is not None else "a seat that falls free in any game"
    full = "" if row is None else "No seat is free now. " if row.status is Status.INVITING else "The game has begun. "
    text = f"{why or full.strip()} If you would like to be asked for {what}, answer YES to this letter.".strip()
    notes.notice(case.work, reader, "the standby list", text, code=asked.code, game=row, answers=case.row)


def confirmed(case: CodeLetter, row: ConfirmationRow) -> int | None:
    """Put somebody on the list, or give them the seat that they were asked about."""
    written = str(row.details["written"])
    confirmations.use(case.tx, row, case.now)
    if row.seat is not None and case.game is not None:
        return _take_seat(case, row, case.game)
    zone = case.game.zone if case.game is not None else case.campaign.zone().key
    name = seating.called(written, case.letter.sender_name)
    case.player = seating.registered(case.tx, name, written, zone=zone, at=case.now)
    people.stand_by(case.tx, row.game, case.player.id, case.now)
    text = "You are on the standby list, and hear from me when a seat falls free. Nothing else comes until then."
    reader = notes.Recipient(written, case.player.id)
    notes.notice(case.work, reader, "the standby list", text, game=case.game, answers=case.row)
    return case.close(Outcome.CONFIRMED)


def _take_seat(case: CodeLetter, row: ConfirmationRow, game: GameRow) -> int | None:
    assert row.seat is not None
    assert row.player is not None
    seat, case.player = games.seat(case.tx, game.id, row.seat), people.player(case.tx, row.player)
    problem = "" if seat.vacant_since is not None else "The seat has gone to somebody else; you stay on the list."
    if not problem:
        try:
            handover.pass_on(case.work, game, seat, case.player, who="referee")
            seat.proved_at = case.now
            case.tx.add(seat)
        except SetupError as error:
            problem = str(error)
    if problem:
        reader = notes.Recipient(str(row.details["written"]), row.player)
        notes.notice(case.work, reader, "the seat is taken", problem, game=game, answers=case.row)
    return case.close(Outcome.CONFIRMED)


def ask_all(work: Work, row: GameRow, seat: SeatRow) -> int:
    """Ask those who wait the longest whether they want a seat that fell free; return how many were asked."""
    players = _candidates(work.tx, row)[:MOST_ASKED]
    text = f"A seat is free in {row.title}: {seat.name}. Who answers YES to this letter first has it."
    for player in players:
        reader = notes.recipients(work.tx, player.id)[0]
        asked = notes.asked(
            work, Matter.STANDBY, reader, LASTS, game=row, seat=seat.name, written=reader.address
        )  # fmt: skip
        notes.notice(work, reader, "a seat is free", text, code=asked.code, game=row)
    return len(players)


def seat_next(work: Work, row: GameRow, seat: SeatRow) -> PlayerRow | None:
    """Seat the first on the standby list in place of a seat's player; None if nobody waits who could."""
    for player in _candidates(work.tx, row):
        handover.pass_on(work, row, seat, player, who="referee")
        return player
    return None


def _candidates(tx: Transaction, row: GameRow) -> list[PlayerRow]:
    """List who may be given a seat: on the list, reachable, and not at this table already."""
    sits = seating.at_table(tx, row)
    out = []
    for waiting in people.standing_by(tx, row.id):
        addresses = people.addresses_of(tx, waiting.player)
        reachable = bool(addresses) and addresses[0].bouncing_since is None
        if waiting.player not in sits and reachable:
            out.append(people.player(tx, waiting.player))
    return out


def enter(campaign: Campaign, address: str, *, game: str = "", name: str = "", demo: bool = False) -> PlayerRow:
    """Put somebody on the list at once, as the GM says; raises `SetupError`."""
    written = registrable(campaign, address, demo=demo)
    with campaign.store.writing() as tx:
        row = game_named(tx, game) if game else None
        now = campaign.clock.now()
        zone = row.zone if row is not None else campaign.zone().key
        player = seating.registered(tx, seating.called(written, name), written, zone=zone, at=now)
        people.stand_by(tx, row.id if row is not None else None, player.id, now)
    return player


def standing_by(campaign: Campaign) -> list[Waiting]:
    """List who waits for a seat, the longest first."""
    with campaign.store.reading() as tx:
        names = {row.id: row.name for row in games.games(tx)}
        waiting = [(row, people.player(tx, row.player).name) for row in people.standing_by(tx)]
        return [
            Waiting(name, people.address_of(tx, row.player) or "", names.get(row.game or 0), row.since)
            for row, name in waiting
        ]


def take_off(campaign: Campaign, address: str, game: str = "") -> None:
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
