"""The keys in reply addresses: changed at once when one may be known to somebody else."""

from referee.engine.audience import Seat
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Campaign, Work
from referee.service.post.post import Post
from referee.store import inbox, mails
from referee.store.tables import GameRow

WORDS = (
    "Your letters to me are known by a key in the address that you answer to, and yours has been changed. Please answer"
    " this letter or a later one from now on; answers to earlier ones are not used. What is on file for you stands."
)


def rotate(campaign: Campaign, game: str, seat: str) -> tuple[Seat, int]:
    """Let all keys of a seat, or of the GM, die, and mail its reader a new one; return whose and how many died.

    Raises `SetupError` if there is no such game or seat.
    """
    from referee.service.campaign.names import game_named, reader_in

    with campaign.writing() as work:
        row = game_named(work.tx, game)
        name = reader_in(work.tx, row.id, seat)
        died = renew(work, row, name)
        details = {"seat": name, "keys": died}
        work.record("rotate", game=row.id, details=details, who="GM")
    return name, died


def renew(work: Work, row: GameRow, name: Seat) -> int:
    """Do so in a transaction that is open; letters that wait to be sent are given the new key."""
    died = inbox.kill_tokens(work.tx, row.id, name, work.now)
    post = Post(work, row, urgent=True)
    fresh = post.token(name, post.open_step)
    for mail in mails.waiting_of(work.tx, row.id, name):
        if "token" in mail.headers:
            mail.headers = {**mail.headers, "token": fresh}
            work.tx.add(mail)
    page = NoticePage(post.head(name), "your address for answers has changed", WORDS)
    post.send(page, step=post.open_step)
    return died
