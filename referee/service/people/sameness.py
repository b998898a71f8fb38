"""Two seats that may be one person's: told to the GM, who alone can know."""

from __future__ import annotations

from referee.engine.audience import GM
from referee.mail.address import normal
from referee.reports.desk_pages import GmAlarmPage
from referee.service.campaign.campaign import Work
from referee.service.post.post import Post
from referee.store import games, people
from referee.store.database import Transaction
from referee.store.tables import GameRow

SHORTEST = 5
"""Of shorter names before the @ many people have the same."""

DOTLESS = ("gmail.com", "googlemail.com")
"""Where dots before the @ do not count."""

COMMON = frozenset({"info", "mail", "post", "admin", "office", "contact", "hello", "games", "referee"})


def remark(tx: Transaction, row: GameRow, name: str) -> str:
    """Say which other seats of a game may be the same person's as one; nothing where none seems to be."""
    seats = [seat for seat in games.seats(tx, row.id) if seat.vacant_since is None]
    mine = next(seat for seat in seats if seat.name == name)
    own = [one.address for one in people.addresses_of(tx, mine.player)]
    same, like = [], []
    for seat in seats:
        others = [one.address for one in people.addresses_of(tx, seat.player)]
        if seat.name == name:
            continue
        if seat.player == mine.player:
            same.append(seat.name)
        elif any(alike(one, other) for one in own for other in others):
            like.append(seat.name)
    if same:
        return f"{name} and {', '.join(same)} have one address."
    return f"The addresses of {name} and {', '.join(like)} look like one person's." if like else ""


def alike(one: str, other: str) -> bool:
    """Say whether two addresses look like one person's: the same but for a tag or dots, or one name at two hosts."""
    (mine, here), (theirs, there) = _parts(one), _parts(other)
    if mine != theirs:
        return False
    return here == there or (len(mine) >= SHORTEST and mine not in COMMON)


def _parts(address: str) -> tuple[str, str]:
    local, _, domain = normal(address).rpartition("@")
    local = local.lower().partition("+")[0]
    if domain in DOTLESS:
        return local.replace(".", ""), DOTLESS[0]
    return local, domain


def tell(work: Work, row: GameRow, name: str) -> None:
    """Tell the GM of a seat that somebody took by mail and that may be another's."""
    said = remark(work.tx, row, name)
    if not said:
        return
    post = Post(work, row)
    remedies = (
        f"Take the seat back: DECLINED {name} in an answer to this letter, or referee seat decline {row.name} {name}",
    )
    page = GmAlarmPage(post.head(GM), said, ("It may be chance; nothing was done about it.",), remedies)
    post.send(page, step=post.open_step)
