"""Draws and concessions: proposed by anybody, voted in secret, settled when the turn is adjudicated.

The table learns that a ballot is open, and until when. Who proposed it, who voted what and how many did is told to
nobody, the GM included; that a ballot failed says no more than that somebody was silent or against it. Where two alone
vote, each knows the other's part by their own, and is told so before they propose or vote.
"""

from datetime import datetime

from referee.engine.agreement import AGREED_ENDS, CONCESSION, Agreement
from referee.engine.audience import OBSERVER, Seat
from referee.engine.lexicon import spoken
from referee.service.campaign.campaign import Work
from referee.service.deadlines.notices import tell
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.store import games, rulings
from referee.store.database import Transaction

HOW = (
    "Answer any letter of this game with VOTE YES or VOTE NO; you may change your vote until the turn is adjudicated."
    " It is agreed if everybody who is still in the game and has a player says YES; silence is no. I tell nobody who"
    " proposed it, or who voted what."
)
TWO = " As it takes only two of you to agree, each can tell who proposed it, and from what comes of it may tell more."
TAKEN_BACK = "The turn was taken back and is adjudicated anew from what there was; until then it takes no votes."
AGREED, NOT_AGREED = "agreed", "not agreed"


def voters(top: TableTop) -> list[Seat]:
    """Name the seats that must agree: those still in the game, with a player."""
    gone = top.kit.rules.seating.gone(top.game.view(OBSERVER))
    return [seat for seat in top.game.setup.seats if seat not in gone and seat not in top.unmanned]


def may_vote(tx: Transaction, top: TableTop, seat: Seat) -> bool:
    """Say whether a ballot is open in which a seat has a vote."""
    return not top.row.closed and rulings.ballot(tx, top.row.id) is not None and seat in voters(top)


def propose(post: Post, top: TableTop, seat: Seat, winner: Seat | None) -> str:
    """Open a ballot with its proposer's yes in it, and tell the whole table the same words; or say why not."""
    if post.game.closed:
        return TAKEN_BACK
    if seat not in voters(top):
        return "Only who is still in the game may propose that."
    if winner is not None and winner not in voters(top):
        return f"{winner} cannot win any more, or has no player."
    if rulings.ballot(post.tx, post.game.id) is not None:
        return "A ballot is open already; another one can be proposed when the turn is adjudicated."
    what = Agreement(CONCESSION, (winner,)) if winner else Agreement()
    row = rulings.open_ballot(post.tx, post.game.id, what.line, step=top.step, at=post.now)
    rulings.vote(post.tx, row.id, seat, yes=True, at=post.now)
    text = f"It is proposed that {_end(what)}. {HOW}{_two(top)}"
    tell(post, "a ballot is open", text, urgent=False)
    told = "I tell everybody of the ballot, and nobody who proposed it."
    return f"A ballot is open, with your YES in it. {told}{_two(top)}"


def vote(post: Post, top: TableTop, seat: Seat, player: int, *, yes: bool) -> str:
    """Cast a vote, or change it; say what the receipt tells of it."""
    if post.game.closed:
        return TAKEN_BACK
    row = rulings.ballot(post.tx, post.game.id)
    if row is None:
        return f"No ballot is open in {post.game.title}.{_elsewhere(post.work, player)}"
    if seat not in voters(top):
        return "Only who is still in the game has a vote."
    rulings.vote(post.tx, row.id, seat, yes=yes, at=post.now)
    said = "YES" if yes else "NO"
    return f"Your vote is {said}, on the question whether {_end(Agreement.read(row.what))}. You may still change it."


def _elsewhere(work: Work, player: int) -> str:
    """Say in which games this player may vote: the answer to one game's letter counts in that alone."""
    found = []
    for seat in games.seats_of(work.tx, player):
        row = games.game(work.tx, seat.game)
        if rulings.ballot(work.tx, row.id) is None or row.closed or work.campaign.stands_still(row):
            continue
        if seat.name in voters(TableTop.load(work, row, work.now)):
            found.append(row.title)
    return f" One is open in {spoken(list(dict.fromkeys(found)))}: answer a letter of that game." if found else ""


def words_to_newcomer(tx: Transaction, top: TableTop) -> str:
    """Tell of the open ballot, in which nobody has voted for the seat that has passed on; or nothing."""
    row = rulings.ballot(tx, top.row.id)
    if row is None:
        return ""
    what = _end(Agreement.read(row.what))
    return f" A ballot is open: it is proposed that {what}. You have not voted yet. {HOW}{_two(top)}"


def agreement(tx: Transaction, top: TableTop) -> Agreement | None:
    """Return what the players have agreed to as the turn is adjudicated, if they have."""
    row = rulings.ballot(tx, top.row.id)
    if row is None or not rulings.agreed(tx, row.id, voters(top)):
        return None
    return Agreement.read(row.what)


def failed(tx: Transaction, game: int, agreed: Agreement | None) -> tuple[str, ...]:
    """Return what the report says of a ballot that is closed with the turn, and failed."""
    row = rulings.ballot(tx, game)
    if row is None or agreed is not None:
        return ()
    return (f"The ballot whether {_end(Agreement.read(row.what))} found no agreement; the game goes on.",)


def close(tx: Transaction, game: int, agreed: Agreement | None, at: datetime) -> None:
    """Close the ballot with the turn."""
    row = rulings.ballot(tx, game)
    if row is not None:
        by_all = agreed is not None and agreed.reason in AGREED_ENDS
        rulings.close_ballot(tx, row, AGREED if by_all else NOT_AGREED, at)


def _two(top: TableTop) -> str:
    """Say what no silence of ours can hide where two alone vote; nothing where more do."""
    return TWO if len(voters(top)) == 2 else ""


def _end(what: Agreement) -> str:
    return f"{what.winners[0]} has won and the game ends" if what.winners else "the game ends in a draw"
