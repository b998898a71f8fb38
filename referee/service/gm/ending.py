"""A game that its GM ends: with a result, called off before it began, or taken out of the books; all are told."""

import re
from dataclasses import replace
from typing import Self

from referee.engine.agreement import CANCELLED, ENDED, Agreement
from referee.engine.audience import PUBLIC
from referee.engine.lexicon import spoken
from referee.reports.others import barred, inline
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Work
from referee.service.campaign.names import begun
from referee.service.campaign.remedies import Remedied, sentence, wanted
from referee.service.gm.order import Answer, GmOrder, GmWork, words_for
from referee.service.gm.turns import adjudicated
from referee.service.people import invitations
from referee.service.post import notes
from referee.service.post.post import Post
from referee.service.turns.advance import at_once
from referee.service.turns.turn import Advanced
from referee.store import confirmations, games, orders
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
    said = words_for(result="Who has won, with commas between; or nobody.", reason="Why; everybody is told.")
    by_mail = "The reason stands behind the colon."
    shell = "Exit code 1 if that fails."
    asks = True
    letters_first = True
    text: str = ""
    result: str = ""
    reason: str = ""

    def understood(self, gm: GmWork) -> Self:
        result, _, reason = self.text.partition(":")
        return replace(self, result=result, reason=reason.strip())

    def foreseen(self, gm: GmWork) -> str:
        won = self._read(gm).winners
        said = f"{spoken(list(won)) or 'Nobody'} {'have' if won[1:] else 'has'} won"
        return f"The game is over at once: {said}. Told to all: {self.reason}"

    def done(self, gm: GmWork) -> Answer:
        """End it by a last turn, in which its rules have no part."""
        return _ended(gm, self._read(gm), self.reason)

    def _read(self, gm: GmWork) -> Agreement:
        """Read who has won, and refuse what cannot be ended; raises `SetupError`."""
        _being_played(gm.row)
        wanted(self.reason)
        if self.result.strip().lower() in NOBODY:
            return Agreement(ENDED)
        said = [part.strip() for part in re.split(r",|\band\b", self.result) if part.strip()]
        return Agreement(ENDED, tuple(dict.fromkeys(map(gm.seat, said))))


class Cancel(GmOrder):
    """Cancel a game without a result, or call it off before it begins."""

    usage = "CANCEL (GAME) : text"
    example = "CANCEL: Too few of us have time."
    typed = ('game cancel winter --reason "Too few of us have time."',)
    said = words_for(text="Why; everybody is told.")
    shell = "Exit code 1 if that fails."
    asks = True
    letters_first = True
    text: str

    def foreseen(self, gm: GmWork) -> str:
        self._refuse(gm.row)
        return f"The game is over at once, without a result. Told to all: {self.text}"

    def done(self, gm: GmWork) -> Answer:
        """End one that is being played without a result, and call off one that has not begun."""
        row = gm.row
        self._refuse(row)
        if row.status is not Status.INVITING:
            return _ended(gm, Agreement(CANCELLED), self.text)
        post = Post(gm.work, row)
        text = CALLED_OFF.format(title=inline(row.title), why=f":\n\n{barred(sentence(self.text))}\n\n")
        post.send_all([NoticePage(post.head(seat), "the game is called off", text) for seat in post.public], step=0)
        _tell_invited(gm.work, row, text)
        games.close(gm.tx, row.id, gm.now)
        gm.record("cancel", PUBLIC, reason=self.text)
        return _over(Advanced.PLAYED)

    def _refuse(self, row: GameRow) -> None:
        if row.status is not Status.INVITING:
            _being_played(row)
        wanted(self.text)


class Delete(GmOrder):
    """Take a game that never began out of the books: its name is free, its seats are gone, who was invited is told."""

    usage = "DELETE GAME"
    example = "DELETE GAME"
    typed = ("game delete winter --yes",)
    asks = True

    def foreseen(self, gm: GmWork) -> str:
        _never_began(gm.row)
        return f"{gm.row.title} is in no list any more, and its seats are gone; who was invited is told."

    def done(self, gm: GmWork) -> Answer:
        """Delete it; the value is its title. What the log says of it stays, as all of the log does."""
        row, title = gm.row, gm.row.title
        _never_began(row)
        if row.status is Status.INVITING:
            text = CALLED_OFF.format(title=inline(title), why=". ")
            for seat in games.seats(gm.tx, row.id):
                for reader in notes.recipients(gm.tx, seat.player)[:1]:
                    notes.notice(gm.work, reader, f"{title} is called off", text, seat=seat.name)
            _tell_invited(gm.work, row, text)
        gm.record("delete", title=title)
        games.delete(gm.tx, row.id, gm.now)
        return Answer(f"{title} is deleted, and its name is free.", title)


def _over(outcome: Advanced) -> Answer:
    if outcome is Advanced.PLAYED:
        return Answer("The game is over, and everybody is told.", outcome)
    return adjudicated(outcome)


def _ended(gm: GmWork, what: Agreement, reason: str) -> Answer:
    """End a game that is being played, as the GM says, by a step of its own; everybody is told the reason."""
    row, step = gm.row, gm.row.step + 1
    if row.status is not Status.RUNNING:
        games.set_status(gm.tx, row.id, Status.RUNNING)
    orders.close_at(gm.tx, row.id, step, gm.now, gm.now)
    result = {"result": spoken(list(what.winners))} if what.winners else {}
    gm.record("cancel" if what.reason == CANCELLED else "end", PUBLIC, reason=reason, **result)
    told = f"The GM's reason:\n\n{barred(sentence(reason))}"
    return _over(at_once(gm.work, row.id, Occasion.GM, step, end=what, told=told))


def _tell_invited(work: Work, row: GameRow, text: str) -> None:
    """Tell those who were invited by address and did not answer; whatever waits for an answer waits no more."""
    now = work.now
    for one in invitations.invited(work.tx, row, now):
        reader = notes.Recipient(str(one.details["written"]), one.player)
        notes.notice(work, reader, f"{row.title} is called off", text)
    for what in (Matter.INVITATION, Matter.SIGN_UP, Matter.STANDBY, Matter.OBSERVE):
        for one in confirmations.open_of(work.tx, what, now, game=row.id):
            confirmations.drop(work.tx, one, now)


def _never_began(row: GameRow) -> None:
    if row.started_at is not None:
        raise Remedied(
            f"{row.title} has begun, so it stays in the archive.",
            shell=f"It can be ended: referee game cancel {row.name} --reason WHY",
            mail="It can be ended: CANCEL and the reason.",
        )


def _being_played(row: GameRow) -> None:
    begun(row)
    if row.closed:
        raise Remedied(
            f"Turn {row.step + 1} was taken back.",
            shell=f"Adjudicate it anew first: referee turn rerun {row.name}",
            mail="Adjudicate it anew first: RERUN",
        )
