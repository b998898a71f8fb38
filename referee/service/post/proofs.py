"""Short codes that only this campaign can make: on receipts, and in the markers of an order form."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from referee.archive.receipt import Receipt, code_letters, covered, prove, receipt_code
from referee.engine.audience import Seat
from referee.engine.sheet import OnFile
from referee.service.campaign.campaign import Work
from referee.store.tables import GameRow

FORM_CODE = 8
"""Five bits a letter: who guesses has one chance in a million millions, and each guess needs an answer to it."""


class Given(NamedTuple):
    """A receipt that was given: its code, as it is printed with the game's name, and what is signed."""

    code: str
    title: str
    proof: str


def receipt(
    work: Work, game: GameRow, step: int, seat: Seat, revision: int, file: OnFile, received_at: datetime
) -> Given:
    """Give a receipt for what is on file, with its code and signed by the campaign."""
    code = receipt_code(game.secret, game.name, step, seat, revision, file, received_at)
    found = Receipt(game.name, code, received_at, covered(file, step))
    return Given(code, found.title, prove(found, work.campaign.signing_key(work.tx)))


def form_code(key: bytes, game: str, step: int, seat: Seat, player: int | None, anew: int = 0) -> str:
    """Make the code in the markers of one letter's form: ``K7F3M2QX``.

    It follows from a key of the campaign, which is opened with no game, from the turn that the form is for, its seat
    and who has that, and how often turns were taken back. So nobody can ever make up what passes for a form of
    another's letter, and that of a report that was taken back is none of the new one's.
    """
    again = [str(anew)] if anew else []
    return code_letters(key, "\n".join(["form", game, str(step), seat, str(player), *again]), FORM_CODE)
