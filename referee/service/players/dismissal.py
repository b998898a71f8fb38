"""Held letters that are dropped: by the GM, or by the NO of the player who was asked whether one is theirs."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.reports.pages import NoticePage
from referee.reports.when import When
from referee.service.campaign.campaign import Work
from referee.service.letters.incoming import ASKED_ABOUT, Outcome
from referee.service.post.post import Post
from referee.store import games, inbox
from referee.store.database import Transaction
from referee.store.tables import LetterRow, Reading, Status

SUBJECT = "a letter of yours was put aside"


def discard(work: Work, letter: int) -> None:
    """Drop a held letter: it stays among those that were read, and nothing of it is used; raises `SetupError`."""
    row = inbox.letter(work.tx, letter)
    if row.state is not Reading.HELD:
        raise SetupError(f"Letter {letter} is not held.")
    details, theirs = {"letter": letter, "was": row.outcome}, row.outcome not in ASKED_ABOUT
    drop(work.tx, row, Outcome.DISCARDED)
    work.record("discard letter", game=row.game, details=details)
    if theirs:
        _tell(work, row)


def drop(tx: Transaction, row: LetterRow, outcome: Outcome) -> None:
    """Let a held letter wait no more; why it was held stays beside it."""
    inbox.settle(tx, row.id, outcome, note=row.note)


def _tell(work: Work, row: LetterRow) -> None:
    """Tell the player that their letter will not be used; only who still has the seat for which they wrote it."""
    if row.game is None or row.player is None or not row.seat:
        return
    game, sitting = games.game(work.tx, row.game), games.seat(work.tx, row.game, row.seat)
    if sitting.player != row.player or sitting.vacant_since is not None or game.status is Status.OVER:
        return
    post, seat = Post(work, game), Seat(row.seat)
    head = post.head(seat)
    came = When(head.zone, head.now).short(row.received_at)
    text = (
        f"Your letter of {came} was held for the GM, who has put it aside, so nothing of it is used. Please send again "
        f"what you still want; TO GM: in a letter to me reaches the GM."
    )
    post.send(seat, work.campaign.kit_of(game).writer.write(NoticePage(head, SUBJECT, text)), step=game.step + 1)
