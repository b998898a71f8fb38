"""The Game of Amber before cards were told in the order of the pack, and a turn being lost stayed lost (R-50)."""

from collections.abc import Iterable
from dataclasses import replace

from referee.games.amber import edition_3
from referee.games.amber.edition_3 import ThirdState, play_by
from referee.games.amber.state import Player
from referee.games.cards import Card


class EarlyState(ThirdState):
    """A state in the hands of an edition before the third."""

    __slots__ = ()

    def listed(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """They were told as they lay."""
        return tuple(cards)

    def lose_turns(self, p: Player, count: int) -> None:
        """One who lost the last of them was free for the rest of it."""
        if p.idle == self.turn:
            p.idle_from = self.turn + 1
        super().lose_turns(p, count)


RULESET = replace(edition_3.RULESET, edition="2", play=play_by(EarlyState))
