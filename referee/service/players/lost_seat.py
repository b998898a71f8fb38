"""A letter with a key that has died: whose seat it still is hears how to go on, whose it is no more hears so once."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.reports.pages import Refusal
from referee.service.deadlines import stillness
from referee.service.letters.incoming import Outcome
from referee.service.letters.kinds import KeylessLetter, OldKeyLetter
from referee.service.players import lent_seat
from referee.service.players.refusals import refuse, without_game
from referee.store import games, inbox, people, rollbacks, tokens


def read(case: OldKeyLetter) -> int | None:
    """Answer the one who was given the key: with the way to go on, or, once, with whose the seat is now."""
    token = case.token
    if token.player != case.seated:
        return told(case)
    if back := rollbacks.with_which_died(case.tx, token):
        text = stillness.why(case.game, case.now)
        return refuse(case, Refusal.TAKEN_BACK, Outcome.TAKEN_BACK, text=text, over=back)
    if token.step > case.game.step:
        return refuse(case, Refusal.NO_TOKEN, Outcome.NO_TOKEN)
    return refuse(case, Refusal.OLD_TURN, Outcome.OLD_TURN)


def lost(case: KeylessLetter) -> OldKeyLetter | None:
    """Return a letter without a key as one for the seat that its writer had, if they have none any more."""
    if any(seat.vacant_since is None for seat in games.seats_of(case.tx, case.player.id)):
        return None
    had = tokens.newest_of(case.tx, case.player.id)
    if had is None:
        return None
    game, seat = games.game(case.tx, had.game), Seat(had.seat)
    return case.known_as(OldKeyLetter, player=case.player, token=had, game=game, seat=seat, seated=None)


def told(case: OldKeyLetter) -> int | None:
    """Tell them once that the seat of their key is another's now, or who plays it for a while."""
    was = case.player.id
    letters = [r for r in inbox.of_player(case.tx, was) if r.outcome == Outcome.REPLACED and r.game == case.game.id]
    lent = people.substitute_of(case.tx, case.game.id, case.token.seat)
    if lent is not None and lent.instead_of == was:
        if not any(r.note == lent_seat.NOTE and r.received_at >= lent.since for r in letters):
            lent_seat.say_who_plays(case, lent)
        return case.close(Outcome.REPLACED, note=lent_seat.NOTE)
    if all(r.note == lent_seat.NOTE for r in letters):
        without_game(case, Refusal.REPLACED)
    return case.close(Outcome.REPLACED)
