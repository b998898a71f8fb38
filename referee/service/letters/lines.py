"""The lines of a player's letter by what they are (`sorting`), and what they say.

Orders are read first in the process that may be killed, then here, and both before the transaction. What an order comes
to is no plain data, so it does not cross the border; but lines that did no harm there do none here.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.audience import Seat
from referee.engine.reader import Reader
from referee.engine.sheet import Sheet
from referee.mail.form import Form
from referee.mail.quoting import Labelled
from referee.service.letters.aside import Wanted
from referee.service.letters.incoming import GameLetter
from referee.service.letters.reference import form_answered
from referee.service.letters.sorting import Lines, sort
from referee.service.letters.trial import Ground, sorted_and_tried, tried
from referee.store import games


def lines_of(case: GameLetter, form: Form) -> Lines:
    """Sort the lines of a letter by what they are, against the form of the one that it answers.

    In the process that may be killed those written now are tried at once; raises `Wanted` until that is done.
    """
    aside = case.aside
    if aside is None:
        return sort(case.labelled(form, other=True), case.letter.subject)
    reader = reader_of(case)
    ground = _ground(case, reader)

    def tried_too(found: Lines) -> Lines:
        aside.take(_trial(ground, reader, found.new), True)
        return found

    how = case.compared(form, other=True) | {"ground": ground}
    known: Lines = aside.known(Wanted(sorted_and_tried, how, tried_too))
    return known


def labels_of(case: GameLetter) -> list[Labelled]:
    """Label the lines of a letter against the one of ours that it answers."""
    return list(case.labelled(form_answered(case), other=True).lines)


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
    found: Sheet = case.aside.known(_trial(_ground(case, reader), reader, said))
    return found


def _trial(ground: Ground, reader: Reader, said: tuple[str, ...]) -> Wanted:
    """Return the trial of lines, after which they are read here."""
    return Wanted(tried, {"lines": said, "ground": ground}, lambda _: reader.read(said))


def _ground(case: GameLetter, reader: Reader) -> Ground:
    """Return all that a trial needs of the game, for rows are not read out of a transaction."""
    return Ground(
        folder=str(case.campaign.settings.folder),
        ruleset=case.game.ruleset,
        wishes=case.game.started_at is None,
        seats=tuple(reader.lexicon.seats.vocabulary()),
        me=reader.me,
        turn=reader.turn,
    )
