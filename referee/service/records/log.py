"""What the GM and the referee did in a game, in sentences, for those who may know of it."""

from collections.abc import Callable, Sequence
from datetime import datetime

from referee.archive import acts
from referee.engine.audience import GM, Seat
from referee.engine.values import value
from referee.store import actions
from referee.store.database import Transaction
from referee.store.tables import ActionRow, GameRow


@value
class Entry:
    """One entry of the log of a game."""

    id: int
    """Its number."""
    at: datetime
    """When it was done."""
    who: str
    """By whom: the referee, the GM, or the address of one of several GMs."""
    what: str
    """Its kind."""
    words: str
    """The same in words."""


def of_game(tx: Transaction, row: GameRow, reader: Seat | None, say: Callable[[datetime], str]) -> list[Entry]:
    """Return the log of a game for a reader, oldest first; for nobody in particular, all of it.

    ``say`` says the times that its words tell. Where there are two GMs each entry bears the address that wrote to us,
    which is told to no player.
    """
    found = actions.log(tx, row.id) if reader is None else actions.log_for(tx, row.id, reader)
    return [_entry(one, say, hide=reader is not None) for one in found]


def lines(found: Sequence[Entry], say: Callable[[datetime], str], *, most: int = 200) -> list[str]:
    """Write entries one to a line; the newest if they are too many, of which the first line tells."""
    cut = [f"These are the newest {most} of {len(found)}."] if len(found) > most else []
    return [*cut, *(f"{say(one.at)}  {one.who}: {one.words}" for one in found[-most:])]


def _entry(row: ActionRow, say: Callable[[datetime], str], *, hide: bool) -> Entry:
    who = "referee" if row.who == "referee" else "the GM" if hide or row.who == GM else row.who
    words = acts.told if hide else acts.words
    return Entry(row.id, row.at, who, row.what, words(row.what, row.details, say))
