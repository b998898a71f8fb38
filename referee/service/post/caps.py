"""How often refusals and the same orders are answered: so no two programs can go on, nor anybody flood others."""

from __future__ import annotations

from datetime import timedelta
from enum import Enum

from referee.engine.audience import Seat
from referee.engine.sheet import OnFile
from referee.service.campaign.campaign import Work
from referee.service.campaign.remedies import typed
from referee.service.letters.outcome import Outcome
from referee.service.post.trouble import tell_gm
from referee.store import inbox, mails, orders

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

IN_VAIN = (
    Outcome.NO_TOKEN,
    Outcome.OLD_TURN,
    Outcome.TAKEN_BACK,
    Outcome.LATE,
    Outcome.GAME_OVER,
    Outcome.TOO_LARGE,
    Outcome.UNREADABLE,
)
"""The letters that are answered with why they were not used, whatever game they were for."""

DAYS_WORTH = 3
"""So many times as many in a day as in an hour: two slow programs fall silent too."""


SAME = 5
"""So many times in an hour the same orders have their receipt, however many letters are answered."""


class Again(Enum):
    """How often the same orders came: as a person sends them, as programs do that answer each other, or all day."""

    SELDOM = 0
    OFTEN = 1
    ALL_DAY = 2


def orders_again(work: Work, game: int, seat: Seat, file: OnFile) -> Again:
    """Say how often a seat had just this on file before; two programs send it in answer to every receipt of ours."""
    most = DAYS_WORTH * work.campaign.settings.limits.replies_per_hour + SAME
    filed = orders.newest_since(work.tx, game, seat, work.now - DAY, most + 1)
    times = [at for at, before in filed if before == file][1:]
    if len(times) >= most:
        return Again.ALL_DAY
    return Again.OFTEN if sum(at > work.now - HOUR for at in times) >= SAME else Again.SELDOM


def refusals_left(work: Work, player: int) -> int:
    """Say how many more letters of a player may be answered with a refusal, in all their games together."""
    most = work.campaign.settings.limits.replies_per_hour
    hour, day = (inbox.count_ended(work.tx, player, IN_VAIN, work.now - span) for span in (HOUR, DAY))
    return min(most - hour, DAYS_WORTH * most - day)


LAST = "I have answered so many letters of this kind that more of them get no answer for a while; nor are they used."


def tell_of_flood(work: Work, what: str) -> None:
    """Tell the GM that somebody is not answered for a while; once an hour about the same."""
    if not mails.alarmed_since(work.tx, what, work.now - HOUR):
        tell_gm(work, what, "The letters are read all the same.", typed("See them", "referee mail list"))
