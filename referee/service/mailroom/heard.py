"""Reading a letter's orders: first in the process that may be killed, then here, and both before the transaction.

What an order comes to is no plain data, so it does not cross the border; but lines that did no harm there do none here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from referee import games
from referee.engine.audience import Seat
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Grammar
from referee.engine.sheet import Reader, Sheet
from referee.resources import Resources
from referee.service.incoming import Incoming


def heard(case: Incoming, reader: Reader, lines: Iterable[str], *, wishes: bool = False) -> Sheet:
    """Read lines of a letter to a game; raises `Wanted` until they have been tried where they can do no harm."""
    said = tuple(lines)
    if case.aside is None:
        return reader.read(said)
    assert case.game is not None
    found: Sheet = case.aside.proved(
        tried, lambda: reader.read(said), folder=str(case.campaign.settings.folder), ruleset=case.game.ruleset,
        wishes=wishes, seats=tuple(reader.lexicon.seats.vocabulary()), me=reader.me, turn=reader.turn, lines=said,
    )  # fmt: skip
    return found


def tried(
    _: bytes, *, folder: str, ruleset: str, wishes: bool, seats: tuple[str, ...], me: str, turn: int,
    lines: tuple[str, ...],
) -> bool:  # fmt: skip
    """Read the lines and forget what they came to."""
    reader = Reader(_grammar(ruleset, wishes), _lexicon(folder, ruleset, seats), Seat(me), turn)
    reader.read(lines)
    return True


def _grammar(ruleset: str, wishes: bool) -> Grammar:
    rules = games.find(ruleset)
    return rules.wishes if wishes else rules.grammar


@lru_cache(64)
def _lexicon(folder: str, ruleset: str, seats: tuple[str, ...]) -> Lexicon:
    rules, resources = games.find(ruleset), Resources(Path(folder))
    tables = {name: resources.table(name, game_folder=rules.folder) for name in rules.tables}
    return rules.lexicon([Seat(seat) for seat in seats], tables)
