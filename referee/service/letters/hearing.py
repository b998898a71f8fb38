"""Reading a letter's orders: first in the process that may be killed, then here, and both before the transaction.

What an order comes to is no plain data, so it does not cross the border; but lines that did no harm there do none here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.engine.audience import Seat
from referee.engine.sheet import Reader, Sheet
from referee.mail.beside import Both
from referee.mail.quoting import written
from referee.service.letters.aside import Wanted
from referee.service.letters.incoming import GameLetter
from referee.service.letters.trial import tried
from referee.store import games


def reader_of(case: GameLetter) -> Reader:
    """Return what reads the lines of a seat: wishes before the game begins, orders for the open turn from then on."""
    kit, begun = case.campaign.kit_of(case.game), case.game.started_at is not None
    lexicon = kit.lexicon([Seat(place.name) for place in games.places(case.tx, case.game.id)])
    grammar, turn = (kit.rules.grammar, case.game.step + 1) if begun else (kit.rules.wishes, 0)
    return Reader(grammar, lexicon, case.seat, turn)


def heard(case: GameLetter, reader: Reader, lines: Iterable[str]) -> Sheet:
    """Read lines of a letter to a game; raises `Wanted` until they have been tried where they can do no harm."""
    said = tuple(lines)
    if case.aside is None:
        return reader.read(said)
    found: Sheet = case.aside.known(_trial(case, reader)(said))
    return found


def ahead(case: GameLetter) -> Callable[[Both], Wanted]:
    """Say that of a letter whose lines are labelled those written now will be read, which needs no other look at it."""
    trial = _trial(case, reader_of(case))
    return lambda found: trial(tuple(written(found.lines)))


def _trial(case: GameLetter, reader: Reader) -> Callable[[tuple[str, ...]], Wanted]:
    """Return what tries lines; it knows all that it needs of the game, for rows are not read out of a transaction."""
    how = {
        "folder": str(case.campaign.settings.folder), "ruleset": case.game.ruleset,
        "wishes": case.game.started_at is None, "seats": tuple(reader.lexicon.seats.vocabulary()), "me": reader.me,
        "turn": reader.turn,
    }  # fmt: skip
    return lambda said: Wanted(tried, {**how, "lines": said}, lambda _: reader.read(said))
