"""A game that its players end by agreement: the same for all rulesets, whose rules have no part in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import GameEnded

DRAW, CONCESSION = "draw by agreement", "concession"

AGREED_ENDS = {
    DRAW: "All players who were still in the game agreed to a draw.",
    CONCESSION: "All players who were still in the game agreed that one of them has won.",
}

CONCEDE = "CONCEDE "


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the players agreed to: a draw, or (with a winner) that he has won."""

    winner: Seat | None = None

    @property
    def line(self) -> str:
        """The agreement as it is stored among a step's orders."""
        return "DRAW" if self.winner is None else f"{CONCEDE}{self.winner}"

    @classmethod
    def read(cls, line: str) -> Agreement:
        """Read a stored one."""
        assert line == "DRAW" or line.startswith(CONCEDE), "an agreement is a draw or a concession"
        return cls() if line == "DRAW" else cls(Seat(line.removeprefix(CONCEDE)))

    def end(self, seats: Sequence[Seat]) -> GameEnded:
        """Return the event that ends the game; a draw has neither winners nor losers."""
        if self.winner is None:
            return GameEnded(reason=DRAW, winners=(), losers=(), to=PUBLIC)
        losers = tuple(seat for seat in seats if seat != self.winner)
        return GameEnded(reason=CONCESSION, winners=(self.winner,), losers=losers, to=PUBLIC)
