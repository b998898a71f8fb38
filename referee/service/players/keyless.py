"""A letter without a living key of its player's: who may go on hears how, who has no seat any more hears so once."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.reports.pages import Refusal
from referee.reports.when import When
from referee.service.deadlines import deadline
from referee.service.letters.kinds import KeylessLetter, OldKeyLetter
from referee.service.letters.outcome import Outcome
from referee.service.players.refusals import refuse, without_game
from referee.service.post import caps, notes
from referee.store import games, inbox, people, rollbacks
from referee.store.tables import SubstituteRow

NOTE = "lent"
"""What is noted beside such a letter, so that it is not taken for one of a player who was replaced."""


def hear_keyless(case: KeylessLetter) -> int | None:
    """Say once how to send it.

    Beyond the cap there is no digest either, as there is of letters with a token: anybody can write so without
    one, so each mail may be one that they did not bring about; and what the last answer said of them holds for all.
    """
    if case.doubt:
        return case.close(Outcome.NO_TOKEN, note=case.doubt)
    if case.is_away_note:
        return case.close(Outcome.MACHINE, note="it says that its writer is away")
    if (known := lost_seat(case)) is not None:
        return told_whose(known)
    more = caps.refusals_left(case.work, case.player.id)
    if more > 0:
        without_game(case, Refusal.NO_TOKEN)
    elif more == 0:
        what = f"So many letters without a key come from {case.player.name} that I answer no more of them for a while."
        caps.tell_of_flood(case.work, what)
    return case.close(Outcome.NO_TOKEN)


def read(case: OldKeyLetter) -> int | None:
    """Answer the one who was given the key: with the way to go on, or, once, with whose the seat is now."""
    token = case.token
    if token.player != case.seated:
        return told_whose(case)
    if back := rollbacks.with_which_died(case.tx, token):
        text = deadline.why_still(case.game, case.now)
        return refuse(case, Refusal.TAKEN_BACK, Outcome.TAKEN_BACK, text=text, over=back)
    if token.step > case.game.step:
        return refuse(case, Refusal.NO_TOKEN, Outcome.NO_TOKEN)
    return refuse(case, Refusal.OLD_TURN, Outcome.OLD_TURN)


def lost_seat(case: KeylessLetter) -> OldKeyLetter | None:
    """Return a letter without a key as one for the seat that its writer had, if they have none any more."""
    if any(seat.vacant_since is None for seat in games.seats_of(case.tx, case.player.id)):
        return None
    had = inbox.newest_token(case.tx, case.player.id)
    if had is None:
        return None
    game, seat = games.game(case.tx, had.game), Seat(had.seat)
    return case.known_as(OldKeyLetter, player=case.player, token=had, game=game, seat=seat, seated=None)


def told_whose(case: OldKeyLetter) -> int | None:
    """Tell them once that the seat of their key is another's now, or who plays it for a while."""
    was = case.player.id
    letters = [r for r in inbox.of_player(case.tx, was) if r.outcome == Outcome.REPLACED and r.game == case.game.id]
    lent = people.substitute_of(case.tx, case.game.id, case.token.seat)
    if lent is not None and lent.instead_of == was:
        if not any(r.note == NOTE and r.received_at >= lent.since for r in letters):
            say_who_plays(case, lent)
        return case.close(Outcome.REPLACED, note=NOTE)
    if all(r.note == NOTE for r in letters):
        without_game(case, Refusal.REPLACED)
    return case.close(Outcome.REPLACED)


def say_who_plays(case: OldKeyLetter, lent: SubstituteRow) -> None:
    """Tell them so, and when the seat is theirs again."""
    when = When(case.game.zone, case.now).marked()
    until = f" until {when.full(lent.until)}" if lent.until is not None else " for a while"
    text = (
        f"Thank you for your letter; it was not used, for a substitute plays your seat in {case.game.title}{until}."
        " Then it is yours again, and a letter with its latest report comes to you. If you want it back now, write to"
        " the GM."
    )
    reader, seat = notes.recipients(case.tx, case.player.id)[0], case.seat
    subject = "a substitute plays for you"
    notes.notice(case.work, reader, subject, text, game=case.game, answers=case.row, seat=seat)
