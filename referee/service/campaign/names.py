"""Games and seats found by the name that somebody wrote, and the names of the rulesets."""

from __future__ import annotations

from collections.abc import Sequence

from referee import games as rules
from referee.engine.audience import GM, Seat
from referee.engine.errors import SetupError
from referee.engine.lexicon import Names
from referee.store import games
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status


def game_named(tx: Transaction, game: str) -> GameRow:
    """Return the game of this name; raises `SetupError` that names those there are."""
    row = games.named(tx, game)
    if row is None:
        raise SetupError(f"There is no game {game}. {_those_there_are([g.name for g in games.games(tx)])}")
    return row


def _those_there_are(names: Sequence[str]) -> str:
    match names:
        case []:
            return "None was created yet."
        case [name]:
            return f"The only one is {name}."
        case _:
            return f"There are {', '.join(names)}."


def begun(row: GameRow) -> None:
    """Refuse a game that has not begun or is over; raises `SetupError`."""
    if row.status in (Status.INVITING, Status.OVER):
        raise SetupError(f"{row.title} {'has not begun' if row.status is Status.INVITING else 'is over'}.")


def seat_named(seats: Sequence[Seat], name: str) -> Seat:
    """Find a seat by its name or an unmistakable beginning; raises `SetupError` that names the seats."""
    found = Names({s: s for s in seats}).find([w.upper() for w in name.split()])
    if found is None:
        raise SetupError(f"There is no seat {name}. The seats are {', '.join(seats)}.")
    return found[0]


def rulesets() -> list[str]:
    """Name the rulesets that can be played, without loading any."""
    return rules.slugs()


def reader_named(seats: Sequence[Seat], name: str) -> Seat:
    """Find whose letters are meant: a seat by its name or its beginning, or the GM; raises `SetupError`."""
    return GM if name.upper() == GM else seat_named(seats, name)
