"""Letters to a person rather than to a seat: codes to be answered, and short notices."""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.values import value
from referee.mail.address import clean_name, new_token, normal
from referee.mail.outgoing import Automatic
from referee.reports.pages import NoticePage
from referee.reports.parts import Head, Letter
from referee.service.campaign.campaign import Campaign, Work
from referee.service.post import calendar
from referee.service.post.post import answering, next_identity
from referee.store import confirmations, games, outbox, people
from referee.store.database import Transaction
from referee.store.reports import Envelope
from referee.store.tables import ConfirmationRow, GameRow, LetterRow, Matter


@value
class Recipient:
    """Who is written to: an address as it is written, or where a player's mail goes (''), and the player, if known.

    What is sent to them leaves no sooner than `not_before`, if that is given.
    """

    address: str
    player: int | None = None
    name: str = ""
    zone: str = ""
    not_before: datetime | None = None

    @property
    def mark(self) -> str:
        """What they are called in a Message-ID: their number, or a hash of their address."""
        if self.player is not None:
            return f"player-{self.player}"
        return f"at-{hashlib.sha256(normal(self.address).encode()).hexdigest()[:16]}"


def recipients(tx: Transaction, player: int) -> list[Recipient]:
    """Return a player at each of their addresses, the one that mail goes to first."""
    person = people.player(tx, player)
    return [Recipient(row.address, player, person.name, person.zone) for row in people.addresses_of(tx, player)]


def asked(
    work: Work, what: Matter, reader: Recipient, lasts: timedelta, *, game: GameRow | None = None,
    seat: str | None = None, answers: LetterRow | None = None, **details: Any,
) -> ConfirmationRow:  # fmt: skip
    """Keep what waits for the YES of somebody; the letter that asks them goes out under its code."""
    return confirmations.ask(
        work.tx, what, new_token(), at=work.now, lasts=lasts, address=normal(reader.address), player=reader.player,
        game=game.id if game is not None else None, seat=seat, details=details,
        letter=answers.id if answers is not None else None,
    )  # fmt: skip


def notice(
    work: Work,
    reader: Recipient,
    subject: str,
    text: str,
    *,
    code: str = "",
    game: GameRow | None = None,
    answers: LetterRow | None = None,
    seat: str = "",
) -> None:
    """Write a short letter to one address; what answers it comes to the code.

    About a ``seat`` of theirs a player is called by its name, as in all letters of that game. Who does not have it any
    more has no key to answer with, so without a code their answer goes to the GM; no orders of a player may go there.
    """
    name = seat or reader.name or "reader"
    head = Head(
        game.title if game is not None else work.campaign.settings.campaign.name,
        Seat(name),
        work.now,
        reader.zone or work.campaign.zone().key,
        gm=work.campaign.gm,
    )
    kit = work.campaign.kit_of(game) if game is not None else work.campaign.any_kit()
    letter = kit.writer.write(NoticePage(head, subject, text))
    sitting = games.seats(work.tx, game.id) if seat and game is not None else []
    theirs = {one.name for one in sitting if one.player == reader.player and one.vacant_since is None}
    to_gm = bool(seat) and seat not in theirs
    send(work, reader, letter, code=code, game=game, answers=answers, to_gm=to_gm)


def send(
    work: Work,
    reader: Recipient,
    letter: Letter,
    *,
    code: str = "",
    game: GameRow | None = None,
    answers: LetterRow | None = None,
    to_gm: bool = False,
) -> None:
    """Put a letter to one address into the outbox; an answer to a letter of theirs leaves with the null sender.

    The first one to a player who has left a game takes its deadline out of their calendar.
    """
    headers: dict[str, Any] = {"automatic": Automatic.GENERATED.value}
    if answers is not None:
        headers = dict(answering(answers).headers)
    if game is not None and reader.player is not None and (said := calendar.left(work.tx, reader.player, game)):
        headers["calendar"] = said
    if code:
        headers["token"] = code
    elif to_gm:
        headers["answered_by"] = GM
    kind = letter.kind.value
    envelope = Envelope(
        message_id=next_identity(work, "campaign", 0, reader.mark, kind),
        headers=headers,
        player=reader.player,
        address=reader.address or None,
        null_return=answers is not None,
        not_before=reader.not_before,
    )
    outbox.post(
        work.tx,
        envelope,
        kind=kind,
        subject=letter.subject,
        body=letter.body,
        document=letter.data,
        made_at=work.now,
        game=game.id if game is not None else None,
    )


def public_head(campaign: Campaign, game: GameRow) -> Head:
    """Return what a letter begins with that anybody may read."""
    return Head(game.title, OBSERVER, campaign.clock.now(), game.zone, gm=campaign.gm)


def short_name(text: str) -> str:
    """Return what a person is called in our lists: no controls, not long, never empty."""
    return clean_name(text, limit=40) or "somebody"

