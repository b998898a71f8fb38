"""What breaks a law, in words for the author of a game."""

from __future__ import annotations

from typing import Self

from referee.engine.audience import OBSERVER, Seat


class Breach(str):
    """What breaks a law, in words; ``seat`` is whom it is about and ``turn`` when it was, as far as that is known.

    ``cause`` names the fault in the game by which the law could not be looked at; the same fault has the same name.
    """

    seat: Seat
    turn: int | None
    cause: str

    def __new__(cls, words: str, seat: Seat = OBSERVER, turn: int | None = None, cause: str = "") -> Self:
        """Make a text that knows whom it is about, and when it was."""
        made = super().__new__(cls, words)
        made.seat = seat
        made.turn = turn
        made.cause = cause
        return made
