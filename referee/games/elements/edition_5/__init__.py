"""Elements in its fifth edition: of the lines in front of a PUT, and of a TAKE behind ELSE, its desk made less."""

from dataclasses import replace
from functools import partial

from referee.engine.orders import now
from referee.games.elements import edition_6
from referee.games.elements.asks import Act
from referee.games.elements.desk import Route
from referee.games.elements.orders import PutCard
from referee.games.elements.turn import play_turn
from referee.games.elements.values import Hand
from referee.games.elements.view import View
from referee.games.elements.words import Instead


class Fifth(edition_6.Sixth):
    """One who looked for a PUT in the very next line alone (EL-P5.1), and tried no ELSE again (EL-P2.7)."""

    def behind(self, seen: View) -> Route:
        """Look at that line."""
        for one in now(self.lines[self.at : self.at + 1], seen):
            if isinstance(one, PutCard):
                self.at += 1
                return one.route, one.number
        return (), 0

    def instead(self, other: Instead, number: int, ask: Act, seen: View) -> Hand | None:
        """Do what the ELSE says, once."""
        found = super().instead(other, number, ask, seen)
        self.retry = -1
        return found


RULESET = replace(
    edition_6.RULESET,
    edition="5",
    play=partial(play_turn, edition=5),
    desk=lambda seat, orders, look: Fifth(orders, look).answer,
)
