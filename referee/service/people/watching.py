"""Observers: they get the public letters of a game, which hold what anybody may know, and end it when they like."""

from __future__ import annotations

from datetime import timedelta

from referee.engine.audience import PUBLIC
from referee.engine.errors import SetupError
from referee.mail.address import new_token, normal
from referee.service.campaign import Campaign
from referee.service.incoming import Incoming
from referee.service.outcome import Outcome
from referee.service.people import notes, said, seating
from referee.store import actions, confirmations, guests
from referee.store.database import Transaction
from referee.store.tables import Asked, ConfirmationRow, GameRow, PlayerRow

LASTS = timedelta(days=7)

TOLD = (
    "You get the public reports of {title} from now on, with the next turn. They hold what everybody at the table may "
    "know. To end it, answer any of them with STOP."
)


def offer(case: Incoming, reader: notes.Reader, row: GameRow) -> None:
    """Offer the public letters of a game; they begin when the letter is answered."""
    code = new_token()
    confirmations.ask(
        case.tx, Asked.OBSERVE, code, at=case.now, lasts=LASTS, address=normal(reader.address), player=reader.player,
        game=row.id, details={"written": reader.address}, letter=case.row.id,
    )  # fmt: skip
    text = f"If you would like to have the public reports of {row.title}, answer YES to this letter."
    notes.notice(case.campaign, case.tx, reader, "look on", text, code=code, game=row, answers=case.row)


def confirmed(case: Incoming, row: ConfirmationRow) -> int | None:
    """Begin to send the public letters; the code stays good, to end them."""
    assert case.game is not None
    written = str(row.details["written"])
    name = notes.short_name(case.letter.sender_name or written.partition("@")[0])
    case.player = seating.registered(case.tx, name, written, zone=case.game.zone, at=case.now)
    reader = notes.Reader(written, case.player.id)
    row.player = case.player.id
    confirmations.use(case.tx, row, case.now)
    if sits(case.tx, case.game, case.player):
        text = "You have a seat at that table, and get its letters already."
    else:
        guests.observe(case.tx, case.game.id, case.player.id, case.now)
        text = TOLD.format(title=case.game.title)
    notes.notice(case.campaign, case.tx, reader, "look on", text, code=row.code, game=case.game, answers=case.row)
    return case.close(Outcome.CONFIRMED)


def stop(case: Incoming, row: ConfirmationRow, words: said.Said) -> int | None:
    """End the public letters to who answers one of them with STOP; anything else that he says is not for us."""
    assert case.game is not None
    mine = [one for one in guests.observers(case.tx, case.game.id) if one.player == row.player]
    if not words.no or not mine:
        return case.close(Outcome.NOTHING_NEW, note="an observer wrote")
    for one in mine:
        guests.end(case.tx, one, case.now)
    reader = notes.Reader(case.letter.sender or "", row.player)
    text = f"No more letters about {case.game.title} come to you."
    notes.notice(case.campaign, case.tx, reader, "look on", text, game=case.game, answers=case.row)
    return case.close(Outcome.CONFIRMED, note="stopped")


def sits(tx: Transaction, row: GameRow, player: PlayerRow) -> bool:
    """Say whether somebody has a seat at a table."""
    return player.id in seating.at_table(tx, row)


def add(campaign: Campaign, game: str, address: str, *, name: str = "", demo: bool = False) -> PlayerRow:
    """Send somebody the public letters of a game from now on, as the GM says; raises `SetupError`."""
    written, now = seating.registrable(campaign, address, demo=demo), campaign.clock.now()
    with campaign.store.writing() as tx:
        row = seating.game_named(tx, game)
        called = notes.short_name(name or written.partition("@")[0])
        player = seating.registered(tx, called, written, zone=row.zone, at=now)
        if sits(tx, row, player):
            raise SetupError(f"{written} has a seat in {row.title}, and gets its letters already.")
        guests.observe(tx, row.id, player.id, now)
        code = new_token()
        asked = confirmations.ask(
            tx, Asked.OBSERVE, code, at=now, lasts=LASTS, address=normal(written), player=player.id, game=row.id
        )
        confirmations.use(tx, asked, now)
        reader = notes.Reader(written, player.id)
        notes.notice(campaign, tx, reader, "look on", TOLD.format(title=row.title), code=code, game=row)
        actions.record(tx, at=now, who=campaign.who, what="observer", game=row.id, to=PUBLIC)
    return player


def remove(campaign: Campaign, game: str, address: str) -> None:
    """Send somebody no more public letters; raises `SetupError` if he gets none."""
    with campaign.store.writing() as tx:
        row = seating.game_named(tx, game)
        player = seating.known_at(tx, address)
        mine = [one for one in guests.observers(tx, row.id) if player is not None and one.player == player.id]
        if not mine:
            raise SetupError(f"{address} is no observer of {row.title}.")
        for one in mine:
            guests.end(tx, one, campaign.clock.now())
