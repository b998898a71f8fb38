"""Reading a letter's orders: first in the process that may be killed, then here, and both before the transaction.

What an order comes to is no plain data, so it does not cross the border; but lines that did no harm there do none here.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.sheet import Reader, Sheet
from referee.service.letters.incoming import GameLetter
from referee.service.letters.trial import tried


def heard(case: GameLetter, reader: Reader, lines: Iterable[str], *, wishes: bool = False) -> Sheet:
    """Read lines of a letter to a game; raises `Wanted` until they have been tried where they can do no harm."""
    said = tuple(lines)
    if case.aside is None:
        return reader.read(said)
    found: Sheet = case.aside.proved(
        tried, lambda: reader.read(said), folder=str(case.campaign.settings.folder), ruleset=case.game.ruleset,
        wishes=wishes, seats=tuple(reader.lexicon.seats.vocabulary()), me=reader.me, turn=reader.turn, lines=said,
    )  # fmt: skip
    return found
