"""A registered player's letter without a key that counts: they hear how to send it, so often and no oftener."""

from __future__ import annotations

from referee.reports.pages import Refusal
from referee.service.letters.incoming import Outcome
from referee.service.letters.kinds import KeylessLetter
from referee.service.players import lost_seat, speech
from referee.service.players.refusals import without_game
from referee.service.post import caps


def read(case: KeylessLetter) -> int | None:
    """Say once how to send it.

    Beyond the cap there is no digest either, as there is of letters with a token: anybody can write so without
    one, so each mail may be one that they did not bring about; and what the last answer said of them holds for all.
    """
    if case.doubt:
        return case.close(Outcome.NO_TOKEN, note=case.doubt)
    if speech.is_away_note(case):
        return case.close(Outcome.MACHINE, note="it says that its writer is away")
    if (lost := lost_seat.lost(case)) is not None:
        return lost_seat.told(lost)
    more = caps.refusals_left(case.work, case.player.id)
    if more > 0:
        without_game(case, Refusal.NO_TOKEN)
    elif more == 0:
        what = f"So many letters without a key come from {case.player.name} that I answer no more of them for a while."
        caps.tell_of_flood(case.work, what)
    return case.close(Outcome.NO_TOKEN)
