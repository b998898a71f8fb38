"""Amagande as it was first played: a hand was laid open as its player held it, in the order of drawing."""

from dataclasses import replace

from referee.engine.events import Event
from referee.games.amagande.edition_2 import RULESET as SECOND
from referee.games.amagande.events import HandShown
from referee.games.amagande.state import Game
from referee.games.amagande.turn import play_turn


def play_first(t: Game) -> None:
    """A turn is played as by the second edition, but for that."""
    tell = t.tell

    def as_held(*events: Event) -> None:
        tell(*(replace(e, cards=tuple(t.state.hands[e.seat])) if isinstance(e, HandShown) else e for e in events))

    t.tell = as_held  # type: ignore[method-assign]
    play_turn(t)


RULESET = replace(SECOND, edition="1", play=play_first)
