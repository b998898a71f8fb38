"""WD-P1: a turn by e-mail, which plays several rounds."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat
from referee.engine.table import Table
from referee.games.wizards_duel.asks import NO_OR_YES, PlayOn, Resign
from referee.games.wizards_duel.ending import ends, resign
from referee.games.wizards_duel.events import TurnBegun
from referee.games.wizards_duel.round import play_round
from referee.games.wizards_duel.state import State

Duel = Table[State]


def play_turn(t: Duel) -> None:
    """A turn: who gives up does so first (WD-P1.8); then rounds until the turn or the game is over (WD-P1.1)."""
    t.state.turn += 1
    t.state.rounds.clear()
    t.tell(TurnBegun(turn=t.state.turn, leader=t.state.leader, to=PUBLIC))
    if leaving := who_resigns(t):
        resign(t, leaving)
        return
    while goes_on(t):
        play_round(t)
        if ends(t):
            return


def who_resigns(t: Duel) -> list[Seat]:
    """Both are asked at the same moment whether they give up (WD-R19, WD-P1.8)."""
    answers = t.ask_all([Resign(seat, NO_OR_YES) for seat in t.state.seats])
    return [seat for seat, gives_up in zip(t.state.seats, answers, strict=True) if gives_up]


def goes_on(t: Duel) -> bool:
    """A turn plays its own rounds, and then as many more as both allow, up to the most of a turn (WD-P1.1)."""
    played, options = len(t.state.rounds), t.state.options
    if played < options.rounds:
        return True
    return played < options.most_rounds and both_play_on(t, played)


def both_play_on(t: Duel, played: int) -> bool:
    """One more round needs the consent of both, so the smaller PLAY ON counts (WD-P1.1)."""
    return t.agree([PlayOn(seat, NO_OR_YES, played) for seat in t.state.seats], "The other side went no further.")
