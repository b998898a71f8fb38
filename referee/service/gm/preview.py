"""The GM's look at a turn before it is adjudicated: no more is loaded for it than for the turn itself."""

from dataclasses import replace

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.service.campaign import seal
from referee.service.campaign.names import reader_in
from referee.service.gm.order import Answer, GmOrder, GmWork, Text, words_for
from referee.service.turns.preview import preview
from referee.store.tables import Status

OBSERVERS = Seat("OBSERVERS")
"""How those are called who look on, whose seat has no name."""

UNSEAL_TYPED = "--unseal prints them, and the players are told."
UNSEAL_MAILED = "PREVIEW UNSEALED brings them, and the players are told."
"""How one sees letters that are sealed."""


class Preview(GmOrder):
    """Adjudicate the open turn as it stands, and save nothing of it. Its letters come only unsealed, and the
    players are told that you looked.
    """

    usage = "PREVIEW [UNSEALED]"
    example = "PREVIEW"
    typed = ("turn preview autumn --unseal --seat Anna",)
    said = words_for(unsealed="With the letters; the players are told.", seat="Only the letter to this seat, or to GM.")
    unsealed: bool = False
    seat: str = ""

    @property
    def saves(self) -> bool:
        """Only that somebody looked is kept."""
        return self.unsealed

    def done(self, gm: GmWork) -> Answer:
        """Say what the open turn would come to; its letters only where they are not sealed, or the look is on record.

        The value is the preview, whose letters are blank where they are sealed.
        """
        row = gm.row
        if row.status in (Status.INVITING, Status.OVER):
            raise SetupError(f"{row.title} is not being played.")
        shows = self.unsealed or not seal.is_sealed(row)
        found = preview(gm.work, row, sealed=not shows)
        if self.unsealed and seal.is_sealed(row):
            seal.record(gm.tx, row, "a preview of the turn", at=gm.now, who=gm.campaign.who)
        if self.seat:
            wanted = OBSERVERS if self.seat.upper() == OBSERVERS else reader_in(gm.tx, gm.game, self.seat)
            found = replace(found, letters=tuple(one for one in found.letters if wanted == (one[0] or OBSERVERS)))
        silent = f"No orders from: {', '.join(found.silent) or 'nobody; all are in'}. {found.waits}".rstrip()
        if found.asks:
            words = f"Turn {found.step} would stop for {len(found.asks)} questions by mail; nothing was saved. {silent}"
            return Answer(words, found)
        texts: list[Text] = [
            Text(f"TO {seat or OBSERVERS}: {letter.subject}", letter.body.splitlines())
            for seat, letter in found.letters
            if letter is not None
        ]
        many = "1 letter" if len(found.letters) == 1 else f"{len(found.letters)} letters"
        said = f"Turn {found.step} can be adjudicated; nothing was saved. {silent} {many} would go out."
        if shows:
            return Answer(f"{said} They are below.", found, texts)
        return Answer(f"{said} They are sealed.", found, shell=UNSEAL_TYPED, mail=UNSEAL_MAILED)
