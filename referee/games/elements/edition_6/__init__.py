"""Elements in its sixth edition: a TAKE by the face of a card that lay under others took the one called from there."""

from dataclasses import replace
from functools import partial

from referee.games import elements
from referee.games.elements.asks import Act
from referee.games.elements.desk import Clerk
from referee.games.elements.turn import play_turn
from referee.games.elements.values import Hand, Take
from referee.games.elements.view import View
from referee.games.elements.words import Source


class Sixth(Clerk):
    """One who took the called card of a pile, whichever of those below was named (EL-11.4)."""

    def take(self, source: Source, ask: Act, seen: View) -> tuple[Hand | None, str]:
        """Look into the pile where a card is, though it was not called itself."""
        found, reason = super().take(source, ask, seen)
        if found is None and source.where == "FACE" and source.card is not None:
            called = Take(seen.mind.where(source.card.code), called=True)
            found = called if called in ask.choices else None
        return found, reason


RULESET = replace(
    elements.RULESET,
    edition="6",
    play=partial(play_turn, edition=6),
    desk=lambda seat, orders, look: Sixth(orders, look).answer,
)
