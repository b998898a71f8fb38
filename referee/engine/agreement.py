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

STORED = {DRAW: "DRAW", CONCESSION: "CONCEDE", ENDED: "END", CANCELLED: "CANCEL"}
"""How each is written among a step's orders, before the names of who has won."""


@value
class Agreement:
    """How a game ends outside of its rules: for which of these reasons, and who has won by it, perhaps nobody."""

    reason: str = DRAW
    winners: tuple[Seat, ...] = ()

    @property
    def line(self) -> str:
        """The agreement as it is stored among a step's orders."""
        return f"{STORED[self.reason]} {', '.join(self.winners)}".rstrip()

    @classmethod
    def read(cls, line: str) -> Agreement:
        """Read a stored one."""
        word, _, names = line.partition(" ")
        reason = next((reason for reason, stored in STORED.items() if stored == word), None)
        assert reason is not None, "an agreement is a draw or a concession, or an end by the GM"
        return cls(reason, tuple(map(Seat, names.split(", ") if names else ())))

    def end(self, seats: Sequence[Seat]) -> GameEnded:
        """Return the event that ends the game; where nobody has won, nobody has lost."""
        losers = tuple(seat for seat in seats if seat not in self.winners) if self.winners else ()
        return GameEnded(reason=self.reason, winners=self.winners, losers=losers, to=PUBLIC)
