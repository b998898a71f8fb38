"""A game that its players end by agreement, or its GM: the same for all rulesets, whose rules have no part in it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import GameEnded
from referee.engine.values import value

DRAW, CONCESSION = "draw by agreement", "concession"

AGREED_ENDS = {
    DRAW: "All players who were still in the game agreed to a draw.",
    CONCESSION: "All players who were still in the game agreed that one of them has won.",
}

ENDED, CANCELLED = "ended by the GM", "cancelled by the GM"

GM_ENDS = {
    ENDED: "The GM has ended the game.",
    CANCELLED: "The GM has cancelled the game; nobody has won, and nobody has lost.",
}

CONCEDE = "CONCEDE "
END, CANCEL = "END", "CANCEL"


@value
class Agreement:
    """What the players agreed to: a draw, or (with a winner) that this seat has won."""

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


@value
class GmEnd:
    """What the GM has decided: who has won, perhaps nobody, or that the game is cancelled."""

    winners: tuple[Seat, ...]
    cancelled: bool = False

    @property
    def line(self) -> str:
        """The decision as it is stored among a step's orders."""
        return CANCEL if self.cancelled else f"{END} {', '.join(self.winners)}".rstrip()

    def end(self, seats: Sequence[Seat]) -> GameEnded:
        """Return the event that ends the game; where nobody has won, nobody has lost."""
        losers = tuple(seat for seat in seats if seat not in self.winners) if self.winners else ()
        reason = CANCELLED if self.cancelled else ENDED
        return GameEnded(reason=reason, winners=self.winners, losers=losers, to=PUBLIC)


def read_end(line: str) -> Agreement | GmEnd:
    """Read how a game ended outside of its rules, as it is stored."""
    if line == CANCEL:
        return GmEnd((), cancelled=True)
    if line == END or line.startswith(f"{END} "):
        return GmEnd(tuple(Seat(name) for name in line.removeprefix(END).strip().split(", ") if name))
    return Agreement.read(line)
