"""A game that its GM ends: with a result, called off before it began, or taken out of the books; all are told."""

from __future__ import annotations

import re

from referee.engine.agreement import GmEnd
from referee.engine.audience import PUBLIC, Seat
from referee.engine.errors import SetupError
from referee.engine.lexicon import spoken
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named, seat_named
from referee.service.campaign.remedies import Remedied
from referee.service.intake.receive import read_all
from referee.service.people import invitations
from referee.service.post import notes
from referee.service.post.post import Post
from referee.service.turns.advance import Advanced, at_once
from referee.store import confirmations, games, questions
from referee.store.database import Transaction
from referee.store.tables import Asked, GameRow, Occasion, Status

NOBODY = ("", "none", "nobody", "no result", "draw")
"""How one says that nobody has won."""

CALLED_OFF = "{title} is called off and will not be played. {reason} Thank you for having wanted to play."


def end(campaign: Campaign, game: str, result: str, reason: str) -> Advanced:
    """End a game that is being played, with those who have won, or nobody; letters that came before are read first.

    It is the game's last turn, in which its rules have no part; everybody gets the letter of the end, with the reason.
    Raises `SetupError`.
    """
    read_all(campaign)
    with campaign.writing() as work:
        return end_in(work, game_named(work.tx, game), result, reason)


def end_in(work: Work, row: GameRow, result: str, reason: str) -> Advanced:
    """Do as `end` does, within the caller's transaction."""
    what = ready_to_end(work.tx, row, result, reason)
    return _ended(work, row, what, reason, f"The GM has ended the game: {_sentence(reason)}")


def ready_to_end(tx: Transaction, row: GameRow, result: str, reason: str) -> GmEnd:
    """Read who has won, and refuse what cannot be ended; raises `SetupError`."""
    _being_played(row)
    _has_reason(reason)
    names = [Seat(place.name) for place in games.places(tx, row.id)]
    if result.strip().lower() in NOBODY:
        return GmEnd(())
    said = [part.strip() for part in re.split(r",|\band\b", result) if part.strip()]
    return GmEnd(tuple(dict.fromkeys(seat_named(names, one) for one in said)))


def cancel(campaign: Campaign, game: str, reason: str) -> Advanced:
    """Cancel a game: one that is being played ends without a result, one that has not begun is called off."""
    read_all(campaign)
    with campaign.writing() as work:
        return cancel_in(work, game_named(work.tx, game), reason)


def cancel_in(work: Work, row: GameRow, reason: str) -> Advanced:
    """Do as `cancel` does, within the caller's transaction."""
    ready_to_cancel(row, reason)
    if row.status is not Status.INVITING:
        words = f"The GM has cancelled the game: {_sentence(reason)}"
        return _ended(work, row, GmEnd((), cancelled=True), reason, words)
    post, writer = Post(work, row), work.campaign.kit_of(row).writer
    text = CALLED_OFF.format(title=row.title, reason=_sentence(reason))
    letters = [(s, writer.write(NoticePage(post.head(s), "the game is called off", text))) for s in post.public]
    post.send_all(letters, step=0, shuffled=True)
    _tell_invited(work, row, text)
    games.close(work.tx, row.id, work.now)
    _record(work, row, "cancel", reason)
    return Advanced.PLAYED


def ready_to_cancel(row: GameRow, reason: str) -> None:
    """Refuse what cannot be cancelled; raises `SetupError`."""
    if row.status is not Status.INVITING:
        _being_played(row)
    _has_reason(reason)


def delete(campaign: Campaign, game: str) -> str:
    """Take a game that never began out of the books; return its title. Raises `SetupError`."""
    with campaign.writing() as work:
        return delete_in(work, game_named(work.tx, game))


def delete_in(work: Work, row: GameRow) -> str:
    """Do as `delete` does, within the caller's transaction: name, seats and keys are free, who was invited hears it.

    What the log says of it stays, as all of the log does.
    """
    ready_to_delete(row)
    now, title = work.now, row.title
    if row.status is Status.INVITING:
        text = CALLED_OFF.format(title=title, reason="").replace("  ", " ")
        for seat in games.seats(work.tx, row.id):
            for reader in notes.readers(work.tx, seat.player)[:1]:
                notes.notice(work, reader, f"{title} is called off", text, seat=seat.name)
        _tell_invited(work, row, text)
    work.record("delete", game=row.id, details={"title": title})
    games.delete(work.tx, row.id, now)
    return title


def ready_to_delete(row: GameRow) -> None:
    """Refuse a game that ever began; raises `SetupError`."""
    if row.started_at is not None:
        raise Remedied(
            f"{row.title} has begun, so it stays in the archive.",
            shell=f"It can be ended: referee game cancel {row.name} --reason WHY",
            mail="It can be ended: CANCEL and the reason.",
        )


def _ended(
    work: Work, row: GameRow, what: GmEnd, reason: str, told: str
) -> Advanced:
    """End a game that is being played, as the GM says, by a step of its own."""
    now, step = work.now, row.step + 1
    if row.status is not Status.RUNNING:
        games.set_status(work.tx, row.id, Status.RUNNING)
    questions.close_at(work.tx, row.id, step, now, now)
    _record(work, row, "cancel" if what.cancelled else "end", reason, result=spoken(list(what.winners)))
    return at_once(work, row.id, Occasion.GM, step, end=what, told=told)


def _tell_invited(work: Work, row: GameRow, text: str) -> None:
    """Tell those who were invited by address and did not answer; whatever waits for an answer waits no more."""
    now = work.now
    for one in invitations.invited(work.tx, row, now):
        reader = notes.Reader(str(one.details["written"]), one.player)
        notes.notice(work, reader, f"{row.title} is called off", text)
    for what in (Asked.INVITATION, Asked.SIGN_UP, Asked.STANDBY, Asked.OBSERVE):
        for one in confirmations.open_of(work.tx, what, now, game=row.id):
            confirmations.drop(work.tx, one, now)


def _being_played(row: GameRow) -> None:
    if row.status in (Status.INVITING, Status.OVER):
        raise SetupError(f"{row.title} {'has not begun' if row.status is Status.INVITING else 'is over'}.")
    if row.closed:
        raise Remedied(
            f"Turn {row.step + 1} was taken back.",
            shell=f"Adjudicate it anew first: referee turn rerun {row.name}",
            mail="Adjudicate it anew first: RERUN",
        )


def _has_reason(reason: str) -> None:
    if not reason.strip():
        raise SetupError("Say why: the reason is told to everybody.")


def _record(work: Work, row: GameRow, what: str, reason: str, *, result: str = "") -> None:
    details = {"reason": reason} | ({"result": result} if result else {})
    work.record(what, game=row.id, details=details, to=PUBLIC)


def _sentence(reason: str) -> str:
    reason = " ".join(reason.split())
    return reason if not reason or reason.endswith((".", "!", "?")) else f"{reason}."
