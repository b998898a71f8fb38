"""A player writes for a seat that is not theirs any more: they hear so once, and then nothing."""

from __future__ import annotations

from referee.reports.pages import Refusal
from referee.service.letters.incoming import Incoming
from referee.service.letters.outcome import Outcome
from referee.service.players import answer, lent_seat
from referee.store import games, inbox, people, tokens


def seat_is_gone(case: Incoming) -> bool:
    """Say whether somebody who wrote without a key has no seat, and had one: then the letter is about that one."""
    assert case.player is not None
    if any(seat.vacant_since is None for seat in games.seats_of(case.tx, case.player.id)):
        return False
    had = tokens.newest_of(case.tx, case.player.id)
    if had is None:
        return False
    case.token, case.game = had, games.game(case.tx, had.game)
    return True


def told(case: Incoming) -> int | None:
    """Tell them once that the seat of their key is another's now, or who plays it for a while."""
    assert case.game is not None
    assert case.token is not None
    assert case.player is not None
    was = case.player.id
    letters = [r for r in inbox.of_player(case.tx, was) if r.outcome == Outcome.REPLACED and r.game == case.game.id]
    lent = people.substitute_of(case.tx, case.game.id, case.token.seat)
    if lent is not None and lent.instead_of == was:
        if not any(r.note == lent_seat.NOTE and r.received_at >= lent.since for r in letters):
            lent_seat.say_who_plays(case, lent)
        return case.close(Outcome.REPLACED, note=lent_seat.NOTE)
    if all(r.note == lent_seat.NOTE for r in letters):
        answer.without_game(case, case.player, Refusal.REPLACED)
    return case.close(Outcome.REPLACED)
