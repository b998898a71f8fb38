"""A player writes for a seat that they have lent: a substitute plays it, and their own letter was not used."""

from __future__ import annotations

from referee.reports.when import When
from referee.service.letters.kinds import OldKeyLetter
from referee.service.post import notes
from referee.store.tables import SubstituteRow

NOTE = "lent"
"""What is noted beside such a letter, so that it is not taken for one of a player who was replaced."""


def say_who_plays(case: OldKeyLetter, lent: SubstituteRow) -> None:
    """Tell them so, and when the seat is theirs again."""
    until = f" until {When(case.game.zone, case.now).full(lent.until)}" if lent.until is not None else " for a while"
    text = (
        f"Thank you for your letter; it was not used, for a substitute plays your seat in {case.game.title}{until}."
        " Then it is yours again, and a letter with its latest report comes to you. If you want it back now, write to"
        " the GM."
    )
    reader, seat = notes.recipients(case.tx, case.player.id)[0], case.seat
    subject = "a substitute plays for you"
    notes.notice(case.work, reader, subject, text, game=case.game, answers=case.row, seat=seat)
