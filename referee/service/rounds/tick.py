"""One round of the referee's work: letters read, due games adjudicated, games that are ready played early."""

from collections.abc import Callable

from referee.engine.values import value
from referee.service.campaign.campaign import Campaign
from referee.service.deadlines import outage
from referee.service.intake.backlog import read_all
from referee.service.people.housekeeping import look_after
from referee.service.turns.advance import advance, hold_still
from referee.service.turns.due import due_games, early_games, seen_to_wait
from referee.service.turns.reminders import remind
from referee.service.turns.turn import Advanced
from referee.store.tables import Occasion


@value
class Ticked:
    """What one round did: how many games were touched by letters, adjudicated, asked on, held."""

    touched: int = 0
    played: int = 0
    asked: int = 0
    held: int = 0

    @property
    def idle(self) -> bool:
        """Whether there was nothing to do."""
        return not (self.touched or self.played or self.asked or self.held)


def tick(campaign: Campaign, stop: Callable[[], bool] = lambda: False) -> Ticked:
    """Do one round; what came before a deadline is read before that turn is adjudicated. May be cut off anywhere.

    Whether time was lost since the last round is for the resident service to look at first (`deadlines.outage.watch`):
    rounds by hand or by cron are meant to lie far apart.
    """
    if campaign.watch.refresh(campaign.clock.now()):
        hold_still(campaign)
    campaign.reread_words()
    touched = read_all(campaign, stop)
    if not stop() and outage.settle(campaign):
        touched += read_all(campaign, stop)
    results: list[Advanced] = []
    for game, why in due_games(campaign):
        if stop():
            break
        results.append(advance(campaign, game, why))
        campaign.store.tend()
    if results and not stop():
        touched += read_all(campaign, stop)
    for game in [] if stop() else early_games(campaign):
        results.append(advance(campaign, game, Occasion.EARLY))
        if results[-1] is Advanced.NOT_NOW:
            seen_to_wait(campaign, game)
        campaign.store.tend()
    if not stop():
        look_after(campaign)
    reminded = 0 if stop() else remind(campaign)
    if touched or results or reminded:
        campaign.store.checkpoint()
    campaign.watch.worked = campaign.clock.now()
    return Ticked(
        touched=len(set(touched)),
        played=results.count(Advanced.PLAYED),
        asked=results.count(Advanced.ASKED),
        held=results.count(Advanced.HELD),
    )
