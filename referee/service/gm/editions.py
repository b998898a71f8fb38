"""A game that goes on by another edition of its rules: no turn that was played changes, and everybody is told."""

from __future__ import annotations

from referee.engine.audience import PUBLIC
from referee.engine.errors import OrderError, SetupError
from referee.reports.others import barred
from referee.service.campaign.campaign import Kit
from referee.service.campaign.names import begun
from referee.service.campaign.remedies import sentence, wanted
from referee.service.deadlines.notices import tell
from referee.service.gm.order import Answer, GmOrder, GmWork, words_for
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.store import orders, steps
from referee.store.codec import CodecError
from referee.store.errors import Damaged
from referee.store.tables import Status

SUBJECT = "another edition of the rules"
STILL_HELD = "It is held as before: RESUME lets it go on."


class Adopt(GmOrder):
    """Let a game go on by another edition of its rules, from the open turn on; everybody is told, with your reason.
    The turns that were played stay as they are, and so do the orders on file.
    """

    usage = ("ADOPT (EDITION) n : text", "ADOPT (EDITION) n text")
    example = "ADOPT 2: A Throne no longer counts twice."
    typed = ('game adopt autumn 2 --reason "A Throne no longer counts twice."',)
    said = words_for(n="The edition's number.", text="Why; everybody is told.")
    asks = True
    n: int
    text: str

    def foreseen(self, gm: GmWork) -> str:
        """Say from which turn on, and by which edition so far."""
        row = gm.row
        self._kit(gm)
        return (
            f"{row.title} is played by edition {self.n} of its rules from turn {row.step + 1} on, so far by edition"
            f" {row.edition}. Everybody is told: {self.text}"
        )

    def done(self, gm: GmWork) -> Answer:
        """Let it go on so; raises `SetupError` where that edition cannot read what was played, or what is on file."""
        kit, edition, before, reason = self._kit(gm), str(self.n), gm.row.edition, " ".join(self.text.split())
        gm.tx.change(gm.row, edition=edition)
        row = gm.row
        try:
            for past in steps.history(gm.tx, row.id):
                steps.played(gm.tx, kit.codec, row.id, past.step)
            TableTop.load(gm.work, row, gm.now).in_force()
        except (CodecError, Damaged, OrderError) as error:
            named = f"Edition {edition} of {kit.rules.title}"
            words = f"{named} cannot read what was played so far, or what is on file: it cannot go on."
            raise SetupError(words) from error
        turn = row.step + 1
        gm.record("adopt", PUBLIC, step=turn, before=before, edition=edition, reason=reason)
        words = (
            f"From turn {turn} on this game is played by edition {edition} of the rules of {kit.rules.title}, so far by"
            f" edition {before}:\n\n{barred(sentence(reason))}\n\nWhat was played stays as it is, and so do your orders"
            " on file. RULES sends you the rules."
        )
        tell(Post(gm.work, row), SUBJECT, words, row.due_at)
        held = f" {STILL_HELD}" if row.status is Status.HELD else ""
        return Answer(f"From turn {turn} on it is played by edition {edition}, and everybody is told.{held}", self.n)

    def _kit(self, gm: GmWork) -> Kit:
        """Return the kit of the edition; raises `SetupError` that says why the game could not go on by it."""
        row, edition = gm.row, str(self.n)
        begun(row)
        wanted(self.text)
        if edition == row.edition:
            raise SetupError(f"{row.title} is played by edition {edition} already.")
        kit = gm.campaign.kit(row.ruleset, edition)
        if row.closed or orders.asked(gm.tx, row.id, row.step + 1):
            by = ""
            if gm.campaign.stands_still(row):
                by = f" by the program that played it so far, which has edition {row.edition}"
            raise SetupError(f"Turn {row.step + 1} is being played already. Let it come to its end{by}, then adopt.")
        return kit
