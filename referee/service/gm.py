"""The GM's hand: a turn run now, a deadline moved, a game held, paused or resumed; each recorded and announced."""

from __future__ import annotations

from datetime import UTC, datetime

from referee.engine.audience import PUBLIC, REFEREE
from referee.engine.errors import SetupError
from referee.reports.pages import NoticePage
from referee.service.advance import Advanced, advance
from referee.service.campaign import Campaign
from referee.service.deadline import next_due
from referee.service.post import Post
from referee.service.receive import read_all
from referee.service.seats import game_named
from referee.store import actions, games, inbox, questions
from referee.store.database import Transaction
from referee.store.tables import GameRow, Occasion, Reading, Status

WHEN_RESUMED = datetime.max.replace(tzinfo=UTC)
"""When the questions of a paused game close; from its resuming on they have their full time once more."""


def process(campaign: Campaign, game: str) -> Advanced:
    """Adjudicate a game's open step now, whatever its deadline; recorded where all can see it.

    Letters that came before are read first. If another process adjudicates the step meanwhile, this one does nothing.
    """
    read_all(campaign)
    with campaign.store.writing() as tx:
        row = game_named(tx, game)
        if row.status is not Status.RUNNING:
            raise SetupError(f"{row.title} is {row.status}, so no turn of it can be adjudicated.")
        actions.record(tx, at=campaign.clock.now(), who="GM", what="process", game=row.id, to=PUBLIC)
        step = row.step + 1
    return advance(campaign, row.id, Occasion.GM, step=step)


def extend(campaign: Campaign, game: str, until: datetime, reason: str) -> GameRow:
    """Move the deadline of the open step, or the end of the pause of a live one, and tell everybody why."""
    now = campaign.clock.now()
    with campaign.store.writing() as tx:
        row = _begun(tx, game)
        if until <= now:
            raise SetupError("The new deadline lies in the past. Give one that is still to come.")
        if not questions.close_at(tx, row.id, row.step + 1, now, until):
            games.set_due(tx, row.id, until)
        row = games.game(tx, row.id)
        _announce(campaign, tx, row, "the deadline was moved", reason or "The deadline of this turn was moved.", until)
        details = {"until": until.isoformat(), "reason": reason}
        actions.record(tx, at=now, who="GM", what="extend", game=row.id, details=details, to=PUBLIC)
    return row


def pause(campaign: Campaign, game: str, reason: str) -> None:
    """Stop a game's clock until it is resumed, and tell everybody."""
    _change(campaign, game, Status.RUNNING, Status.PAUSED, reason or "The game is paused; its clock stands still.")


def resume(campaign: Campaign, game: str, reason: str = "") -> None:
    """Let a paused or held game go on; a deadline that is over moves to the next of its rule."""
    now = campaign.clock.now()
    with campaign.store.writing() as tx:
        row = _begun(tx, game)
        if row.status not in (Status.PAUSED, Status.HELD):
            raise SetupError(f"{row.title} is {row.status}, so there is nothing to resume.")
        was = row.status
        games.set_status(tx, row.id, Status.RUNNING)
        row = games.game(tx, row.id)
        if was is Status.PAUSED:
            questions.close_at(tx, row.id, row.step + 1, now, now + row.live_pause)
        if row.due_at is not None and row.due_at <= now and was is Status.PAUSED:
            games.set_due(tx, row.id, next_due(row, now))
            row = games.game(tx, row.id)
        if was is Status.PAUSED:
            _announce(campaign, tx, row, "the game goes on", reason or "The game goes on.", row.due_at)
        actions.record(tx, at=now, who="GM", what="resume", game=row.id, to=PUBLIC)


def announce(campaign: Campaign, game: str, text: str) -> None:
    """Send the GM's words to everybody in a game."""
    with campaign.store.writing() as tx:
        row = game_named(tx, game)
        _announce(campaign, tx, row, "a word from the GM", text, row.due_at)
        actions.record(
            tx, at=campaign.clock.now(), who="GM", what="announce", game=row.id, details={"text": text}, to=PUBLIC
        )


def release(campaign: Campaign, letter: int) -> None:
    """Let a held letter be read once more, as if it had just come in its place."""
    with campaign.store.writing() as tx:
        row = inbox.letter(tx, letter)
        if row.state is not Reading.HELD:
            raise SetupError(f"Letter {letter} is not held.")
        row.state, row.tries = Reading.STORED, 0
        tx.add(row)
        actions.record(
            tx, at=campaign.clock.now(), who="GM", what="release letter", details={"letter": letter}, to=REFEREE
        )


def _begun(tx: Transaction, game: str) -> GameRow:
    row = game_named(tx, game)
    if row.status in (Status.INVITING, Status.OVER):
        state = "has not begun" if row.status is Status.INVITING else "is over"
        raise SetupError(f"{row.title} {state}.")
    return row


def _change(campaign: Campaign, game: str, before: Status, after: Status, reason: str) -> None:
    with campaign.store.writing() as tx:
        row = game_named(tx, game)
        if row.status is not before:
            raise SetupError(f"{row.title} is {row.status}, not {before}.")
        games.set_status(tx, row.id, after, reason)
        row = games.game(tx, row.id)
        questions.close_at(tx, row.id, row.step + 1, campaign.clock.now(), WHEN_RESUMED)
        _announce(campaign, tx, row, f"the game is {after}", reason, None)
        actions.record(
            tx, at=campaign.clock.now(), who="GM", what=after.value, game=row.id, details={"reason": reason}, to=PUBLIC
        )


def _announce(
    campaign: Campaign, tx: Transaction, row: GameRow, subject: str, text: str, deadline: datetime | None
) -> None:
    """Write the same notice to every seat, each in his own time zone."""
    post = Post(campaign, tx, row, campaign.clock.now())
    writer = campaign.kit_of(row).writer
    letters = [
        (seat, writer.write(NoticePage(post.head(seat), subject, text, sender="the GM", deadline=deadline)))
        for seat in post.names
    ]
    post.send_all(letters, step=post.open_step, shuffled=True)
