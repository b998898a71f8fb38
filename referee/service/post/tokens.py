"""The keys in reply addresses: changed at once when one may be known to somebody else."""

from __future__ import annotations

from referee.engine.audience import GM, REFEREE, Seat
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Campaign
from referee.service.post.post import Post
from referee.store import actions, games, outbox, tokens
from referee.store.database import Transaction
from referee.store.tables import GameRow

WORDS = (
    "Your letters to me are known by a key in the address that you answer to, and yours has been changed. Please answer"
    " this letter or a later one from now on; answers to earlier ones are not used. What is on file for you stands."
)


def rotate(campaign: Campaign, game: str, seat: str) -> int:
    """Let all keys of a seat, or of the GM, die, and mail its reader a new one; return how many died.

    Raises `SetupError` or `NotThere` if there is no such game or seat.
    """
    from referee.service.campaign.names import game_named

    with campaign.store.writing() as tx:
        row, now = game_named(tx, game), campaign.clock.now()
        name = GM if seat.casefold() == GM.casefold() else Seat(games.seat(tx, row.id, seat).name)
        died = renew(campaign, tx, row, name)
        details = {"seat": name, "keys": died}
        actions.record(tx, at=now, who="GM", what="rotate", game=row.id, details=details, to=REFEREE)
    return died


def renew(campaign: Campaign, tx: Transaction, row: GameRow, name: Seat) -> int:
    """Do so in a transaction that is open; letters that wait to be sent are given the new key."""
    died = tokens.kill(tx, row.id, name, campaign.clock.now())
    post = Post(campaign, tx, row, campaign.clock.now(), urgent=True)
    fresh = post.token(name, post.open_step)
    for mail in outbox.waiting_of(tx, row.id, name):
        if "token" in mail.headers:
            mail.headers = {**mail.headers, "token": fresh}
            tx.add(mail)
    page = NoticePage(post.head(name), "your address for answers has changed", WORDS)
    post.send(name, campaign.kit_of(row).writer.write(page), step=post.open_step)
    return died
