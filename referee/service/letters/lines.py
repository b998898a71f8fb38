"""The lines of a player's letter by what they are (`sorting`), and what they say.

Orders are read first in the process that may be killed, then here, and both before the transaction. What an order comes
to is no plain data, so it does not cross the border; but lines that did no harm there do none here.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.sheet import Sheet
from referee.mail.form import Form
from referee.mail.quoting import Labelled
from referee.service.letters.aside import Wanted
from referee.service.letters.incoming import GameLetter
from referee.service.letters.reference import form_answered
from referee.service.letters.sorting import Lines, sort
from referee.service.letters.trial import Ground, sorted_and_tried, tried


def lines_of(case: GameLetter, form: Form) -> Lines:
    """Sort the lines of a letter by what they are, against the form of the one that it answers.

    In the process that may be killed those written now are tried at once; raises `Wanted` until that is done.
    """
    aside = case.aside
    if aside is None:
        return sort(case.labelled(form, other=True), case.letter.subject)
    ground = _ground(case)

    def tried_too(found: Lines) -> Lines:
        aside.take(_trial(case, ground, found.new), True)
        return found

    how = case.compared(form, other=True) | {"ground": ground}
    known: Lines = aside.known(Wanted(sorted_and_tried, how, tried_too))
    return known


def labels_of(case: GameLetter) -> list[Labelled]:
    """Label the lines of a letter against the one of ours that it answers."""
    return list(case.labelled(form_answered(case), other=True).lines)


def heard(case: GameLetter, lines: Iterable[str]) -> Sheet:
    """Read lines of a letter to a game; raises `Wanted` until they have been tried where they can do no harm."""
    said = tuple(lines)
    if case.aside is None:
        return case.reader.read(said)
    found: Sheet = case.aside.known(_trial(case, _ground(case), said))
    return found


def _trial(case: GameLetter, ground: Ground, said: tuple[str, ...]) -> Wanted:
    """Return the trial of lines, after which they are read here."""
    return Wanted(tried, {"lines": said, "ground": ground}, lambda _: case.reader.read(said))


def _ground(case: GameLetter) -> Ground:
    """Return all that a trial needs of the game, for rows are not read out of a transaction."""
    return Ground(
        folder=str(case.campaign.settings.folder),
        ruleset=case.game.ruleset,
        wishes=case.game.started_at is None,
        seats=tuple(case.reader.lexicon.seats.vocabulary()),
        me=case.reader.me,
        turn=case.reader.turn,
    )
