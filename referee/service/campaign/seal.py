"""What is sealed while a game is played: orders before the deadline, and hands; and how a GM looks all the same.

It guards against looking in passing, not against the owner of the database.
"""

from datetime import datetime

from referee.engine.audience import GM, PUBLIC
from referee.engine.errors import SetupError
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.names import game_named
from referee.service.campaign.policy import Policy
from referee.store import actions
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status

WHAT = "unseal"


def is_sealed(game: GameRow) -> bool:
    """Say whether a game still has secrets that its GM does not see in passing."""
    return game.status is not Status.OVER and Policy.of(game).sealed


def unseal(campaign: Campaign, game: str, what: str, *, asked: bool) -> None:
    """Let the GM look at what is sealed, and write it down for the players; raises `SetupError` if they did not ask to.

    ``what`` says in the players' words what is looked at: ``Anna's orders``.
    """
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
    if not is_sealed(row):
        return
    if not asked:
        told = "Add --unseal to look all the same; every look is written down for the players."
        raise SetupError(f"{what[0].upper()}{what[1:]} are sealed until {row.title} is over. {told}")
    with campaign.store.writing() as tx:
        record(tx, row, what, at=campaign.clock.now(), who=campaign.who)


def opens(campaign: Campaign, game: str, what: str, *, asked: bool) -> bool:
    """Say whether the GM may see something, for they asked to look, which is written down, or nothing is sealed."""
    if asked:
        unseal(campaign, game, what, asked=True)
        return True
    with campaign.store.reading() as tx:
        return not is_sealed(game_named(tx, game))


def record(tx: Transaction, game: GameRow, what: str, *, at: datetime, who: str = GM) -> None:
    """Write a look down where all can see it."""
    actions.record(tx, at=at, who=who, what=WHAT, game=game.id, details={"what": what}, to=PUBLIC)


def looks(tx: Transaction, game: int, since: datetime) -> tuple[str, ...]:
    """Say what the GM looked at since a moment, for the players' next report."""
    said = dict.fromkeys(str(details["what"]) for details in actions.details_of(tx, game, WHAT, since=since))
    return tuple(f"The GM has looked at {what}." for what in said)
