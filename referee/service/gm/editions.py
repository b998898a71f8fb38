"""A game that goes on by another edition of its rules: no turn that was played changes, and everybody is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.engine.audience import PUBLIC
from referee.engine.errors import OrderError, SetupError
from referee.reports.others import barred
from referee.service.campaign.campaign import Kit, Work
from referee.service.campaign.names import begun
from referee.service.campaign.remedies import sentence, wanted
from referee.service.deadlines.notices import tell
from referee.service.gm.order import Answer, GmOrder, GmWork
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.store import games, orders, steps
from referee.store.codec import CodecError
from referee.store.errors import Damaged
from referee.store.tables import GameRow, Status

SUBJECT = "another edition of the rules"
STILL_HELD = "It is held as before: RESUME lets it go on."


class Adopt(GmOrder):
    """Let a game go on by another edition of its rules, from the open turn on; everybody is told, with your reason.
    The turns that were played stay as they are, and so do the orders on file.
    """

    usage = ("ADOPT (EDITION) n : text", "ADOPT (EDITION) n text")
    example = "ADOPT 2: A Throne no longer counts twice."
    typed = ('game adopt autumn 2 --reason "A Throne no longer counts twice."',)
    said: ClassVar[Mapping[str, str]] = {"n": "The edition's number.", "text": "Why; everybody is told."}
    asks = True
    n: int
    text: str

    def foreseen(self, gm: GmWork) -> str:
        """Say from which turn on, and by which edition so far."""
        row = gm.row
        checked(gm.work, row, str(self.n), self.text)
        return (
            f"{row.title} is played by edition {self.n} of its rules from turn {row.step + 1} on, so far by edition"
            f" {row.edition}. Everybody is told: {self.text}"
        )

    def done(self, gm: GmWork) -> Answer:
        """Let it go on so."""
        adopt(gm.work, gm.row, str(self.n), self.text)
        held = f" {STILL_HELD}" if gm.row.status is Status.HELD else ""
        turn = gm.row.step + 1
        return Answer(f"From turn {turn} on it is played by edition {self.n}, and everybody is told.{held}", self.n)


def checked(work: Work, row: GameRow, edition: str, reason: str) -> Kit:
    """Return the kit of the edition that a game could go on by; raises `SetupError` that says why it could not."""
    begun(row)
    wanted(reason)
    if edition == row.edition:
        raise SetupError(f"{row.title} is played by edition {edition} already.")
    kit = work.campaign.kit(row.ruleset, edition)
    if row.closed or orders.asked(work.tx, row.id, row.step + 1):
        by = ""
        if work.campaign.stands_still(row):
            by = f" by the program that played it so far, which has edition {row.edition}"
        raise SetupError(f"Turn {row.step + 1} is being played already. Let it come to its end{by}, then adopt.")
    return kit


def adopt(work: Work, row: GameRow, edition: str, reason: str) -> None:
    """Let a game go on by another edition of its rules, and tell everybody.

    Raises `SetupError` where that edition cannot read what was played, or what is on file.
    """
    reason = " ".join(reason.split())
    kit, before = checked(work, row, edition, reason), row.edition
    work.tx.change(row, edition=edition)
    row = games.game(work.tx, row.id)
    try:
        for past in steps.history(work.tx, row.id):
            steps.played(work.tx, kit.codec, row.id, past.step)
        TableTop.load(work, row, work.now).in_force()
    except (CodecError, Damaged, OrderError) as error:
        named = f"Edition {edition} of {kit.rules.title}"
        raise SetupError(f"{named} cannot read what was played so far, or what is on file: it cannot go on.") from error
    details = {"step": row.step + 1, "before": before, "edition": edition, "reason": reason}
    work.record("adopt", game=row.id, details=details, to=PUBLIC)
    words = (
        f"From turn {row.step + 1} on this game is played by edition {edition} of the rules of {kit.rules.title}, so"
        f" far by edition {before}:\n\n{barred(sentence(reason))}\n\nWhat was played stays as it is, and so do your"
        " orders on file. RULES sends you the rules."
    )
    tell(Post(work, row), SUBJECT, words, row.due_at)
