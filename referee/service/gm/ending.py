"""A game that its GM ends: with a result, called off before it began, or taken out of the books; all are told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Self

from referee.engine.agreement import GmEnd
from referee.engine.audience import PUBLIC
from referee.engine.lexicon import spoken
from referee.reports.others import barred, inline
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Work
from referee.service.campaign.names import begun, seat_in
from referee.service.campaign.remedies import Remedied, sentence, wanted
from referee.service.gm.order import Answer, GmOrder, GmWork
from referee.service.gm.turns import adjudicated
from referee.service.people import invitations
from referee.service.post import notes
from referee.service.post.post import Post
from referee.service.turns.advance import at_once
from referee.service.turns.turn import Advanced
from referee.store import confirmations, games, orders
from referee.store.database import Transaction
from referee.store.tables import GameRow, Matter, Occasion, Status

NOBODY = ("", "none", "nobody", "no result", "draw")
"""How one says that nobody has won."""

CALLED_OFF = "{title} is called off and will not be played{why}Thank you for having wanted to play."


class EndGame(GmOrder):
    """End a game that is being played, with those who have won, or nobody; everybody gets the letter of its
    end, with the reason.
    """

    usage = "END GAME text"
    example = "END GAME NOBODY: We have lost our evenings."
    typed = ('game end autumn Anna --reason "Nobody can stop Anna any more."',)
    said: ClassVar[Mapping[str, str]] = {
        "result": "Who has won, with commas between; or nobody.",
        "reason": "Why; everybody is told.",
    }
    by_mail = "The reason stands behind the colon."
    shell = "Exit code 1 if that fails."
    asks = True
    letters_first = True
    text: str = ""
    result: str = ""
    reason: str = ""

    def understood(self, gm: GmWork) -> Self:
        """Part the winners and the reason."""
        result, _, reason = self.text.partition(":")
        return replace(self, result=result, reason=reason.strip())

    def foreseen(self, gm: GmWork) -> str:
        """Say who will have won."""
        won = ready_to_end(gm.tx, gm.row, self.result, self.reason).winners
        said = f"{spoken(list(won)) or 'Nobody'} {'have' if won[1:] else 'has'} won"
        return f"The game is over at once: {said}. Told to all: {self.reason}"

    def done(self, gm: GmWork) -> Answer:
        """End it."""
        return _over(end(gm.work, gm.row, self.result, self.reason))


class Cancel(GmOrder):
    """Cancel a game without a result, or call it off before it begins."""

    usage = "CANCEL (GAME) : text"
    example = "CANCEL: Too few of us have time."
    typed = ('game cancel winter --reason "Too few of us have time."',)
    said: ClassVar[Mapping[str, str]] = {"text": "Why; everybody is told."}
    shell = "Exit code 1 if that fails."
    asks = True
    letters_first = True
    text: str

    def foreseen(self, gm: GmWork) -> str:
        """Say that it will be over."""
        ready_to_cancel(gm.row, self.text)
        return f"The game is over at once, without a result. Told to all: {self.text}"

    def done(self, gm: GmWork) -> Answer:
        """Cancel it."""
        return _over(cancel(gm.work, gm.row, self.text))


class Delete(GmOrder):
    """Take a game that never began out of the books: its name is free, its seats are gone, who was invited is told."""

    usage = "DELETE GAME"
    example = "DELETE GAME"
    typed = ("game delete winter --yes",)
    asks = True

    def foreseen(self, gm: GmWork) -> str:
        """Say what will be gone."""
        row = gm.row
        ready_to_delete(row)
        return f"{row.title} is in no list any more, and its seats are gone; who was invited is told."

    def done(self, gm: GmWork) -> Answer:
        """Delete it; the value is its title."""
        title = delete(gm.work, gm.row)
        return Answer(f"{title} is deleted, and its name is free.", title)


def _over(outcome: Advanced) -> Answer:
    """Say what became of a game that was to end."""
    if outcome is Advanced.PLAYED:
        return Answer("The game is over, and everybody is told.", outcome)
    return adjudicated(outcome)


def end(work: Work, row: GameRow, result: str, reason: str) -> Advanced:
    """End a game that is being played, with those who have won, or nobody.

    It is the game's last turn, in which its rules have no part; everybody gets the letter of the end, with the reason.
    Raises `SetupError`.
    """
    what = ready_to_end(work.tx, row, result, reason)
    return _ended(work, row, what, reason, f"The GM's reason:\n\n{barred(sentence(reason))}")


def ready_to_end(tx: Transaction, row: GameRow, result: str, reason: str) -> GmEnd:
    """Read who has won, and refuse what cannot be ended; raises `SetupError`."""
    _being_played(row)
    wanted(reason)
    if result.strip().lower() in NOBODY:
        return GmEnd(())
    said = [part.strip() for part in re.split(r",|\band\b", result) if part.strip()]
    return GmEnd(tuple(dict.fromkeys(seat_in(tx, row.id, one) for one in said)))


def cancel(work: Work, row: GameRow, reason: str) -> Advanced:
    """Cancel a game: one that is being played ends without a result, one that has not begun is called off."""
    ready_to_cancel(row, reason)
    if row.status is not Status.INVITING:
        words = f"The GM's reason:\n\n{barred(sentence(reason))}"
        return _ended(work, row, GmEnd((), cancelled=True), reason, words)
    post = Post(work, row)
    text = CALLED_OFF.format(title=inline(row.title), why=f":\n\n{barred(sentence(reason))}\n\n")
    pages = [NoticePage(post.head(seat), "the game is called off", text) for seat in post.public]
    post.send_all(pages, step=0)
    _tell_invited(work, row, text)
    games.close(work.tx, row.id, work.now)
    _record(work, row, "cancel", reason)
    return Advanced.PLAYED


def ready_to_cancel(row: GameRow, reason: str) -> None:
    """Refuse what cannot be cancelled; raises `SetupError`."""
    if row.status is not Status.INVITING:
        _being_played(row)
    wanted(reason)


def delete(work: Work, row: GameRow) -> str:
    """Take a game that never began out of the books: name, seats and keys are free, who was invited hears it.

    Return its title. What the log says of it stays, as all of the log does. Raises `SetupError`.
    """
    ready_to_delete(row)
    now, title = work.now, row.title
    if row.status is Status.INVITING:
        text = CALLED_OFF.format(title=inline(title), why=". ")
        for seat in games.seats(work.tx, row.id):
            for reader in notes.recipients(work.tx, seat.player)[:1]:
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
    orders.close_at(work.tx, row.id, step, now, now)
    _record(work, row, "cancel" if what.cancelled else "end", reason, result=spoken(list(what.winners)))
    return at_once(work, row.id, Occasion.GM, step, end=what, told=told)


def _tell_invited(work: Work, row: GameRow, text: str) -> None:
    """Tell those who were invited by address and did not answer; whatever waits for an answer waits no more."""
    now = work.now
    for one in invitations.invited(work.tx, row, now):
        reader = notes.Recipient(str(one.details["written"]), one.player)
        notes.notice(work, reader, f"{row.title} is called off", text)
    for what in (Matter.INVITATION, Matter.SIGN_UP, Matter.STANDBY, Matter.OBSERVE):
        for one in confirmations.open_of(work.tx, what, now, game=row.id):
            confirmations.drop(work.tx, one, now)


def _being_played(row: GameRow) -> None:
    begun(row)
    if row.closed:
        raise Remedied(
            f"Turn {row.step + 1} was taken back.",
            shell=f"Adjudicate it anew first: referee turn rerun {row.name}",
            mail="Adjudicate it anew first: RERUN",
        )


def _record(work: Work, row: GameRow, what: str, reason: str, *, result: str = "") -> None:
    details = {"reason": reason} | ({"result": result} if result else {})
    work.record(what, game=row.id, details=details, to=PUBLIC)
