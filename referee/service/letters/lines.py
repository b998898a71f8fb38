"""The lines of a player's letter by what they are (written now, quoted, in our form, or elsewhere), and what they say.

Orders are read first in the process that may be killed, then here, and both before the transaction. What an order comes
to is no plain data, so it does not cross the border; but lines that did no harm there do none here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from referee.engine.audience import Seat
from referee.engine.lexicon import first_word
from referee.engine.reader import Reader
from referee.engine.sheet import Sheet, quoted
from referee.mail.beside import Both
from referee.mail.form import Form
from referee.mail.marks import is_quoted, unquoted, without_answer_marks
from referee.mail.quoting import Label, Labelled, written
from referee.reports.others import barred
from referee.service.letters.aside import Wanted
from referee.service.letters.incoming import GameLetter
from referee.service.letters.reference import form_answered
from referee.service.letters.trial import tried
from referee.store import games

IN_SUBJECT = "It stands in the subject. Write it in the letter."

WORDS_BELOW = re.compile(r"\s*(?:to|press)\b[^:]{0,200}:\s*$", re.IGNORECASE)
"""A line below which words to others stand, down to a full stop."""


def places(instead: str) -> dict[Label, str]:
    """Say of the parts of a letter in which nothing counts what is wrong with them; ``instead`` where else to write."""
    quotation = f"It stands in quoted text. {instead}"
    return {
        Label.QUOTED: quotation,
        Label.HEADER: quotation,
        Label.ATTRIBUTION: quotation,
        Label.FORWARDED: "It stands in a forwarded letter. Write it in one of your own.",
        Label.SIGNATURE: "It stands below your signature. Write it above.",
        Label.STRUCK: "It is struck out. Write it anew if you mean it.",
    }


PLACES = places("Write it above, or in the form.")


@dataclass(frozen=True)
class Lines:
    """The lines of a letter by what they are: written now, standing elsewhere, and whether our form came back.

    Among those written now an empty one stands wherever something else stood between. ``told`` says where the form
    in the text and that in the HTML are not the same.
    """

    new: tuple[str, ...]
    elsewhere: tuple[tuple[str, str], ...]
    has_form: bool
    told: str = ""


def lines_of(case: GameLetter, form: Form) -> Lines:
    """Sort the lines of a letter by what they are, against the form of the one that it answers."""
    found = case.labelled(form, other=True, ahead=partial(ahead, case))
    labelled = found.lines
    new = tuple(written(labelled))
    sent = set(found.sent)
    aside = (x for n, x in enumerate(labelled) if x.label in PLACES and n not in sent and not _is_old(x))
    elsewhere = tuple((unquoted(x.text), PLACES[x.label]) for x in aside)
    if not _is_ours(case.letter.subject):
        elsewhere = ((without_answer_marks(case.letter.subject), IN_SUBJECT), *elsewhere)
    told = " ".join(filter(None, (found.told, _left_out(labelled))))
    return Lines(new, elsewhere, any(x.label is Label.FORM for x in labelled), told)


def _is_ours(subject: str) -> bool:
    """Say whether a subject is one of ours; all of them begin with the game in brackets."""
    return without_answer_marks(subject).startswith("[")


def _left_out(labelled: Sequence[Labelled]) -> str:
    """Say what did not go to others with the words around it, for it stands among them as quoted."""
    left: list[str] = []
    within: list[str] | None = None
    for line in labelled:
        if line.label is not Label.NEW:
            if within is not None and line.label in (Label.QUOTED, Label.ATTRIBUTION, Label.HEADER):
                within.append(line.text.strip())
        elif within is None:
            within = [] if WORDS_BELOW.match(line.text) else None
        elif line.text.strip() == ".":
            left += within
            within = None
    if not left:
        return ""
    more = f", and {len(left) - 1} more of the kind" if left[1:] else ""
    return f"Quoted text does not go with your words to others. This was left out{more}:\n\n{barred(quoted(left[0]))}"


def _is_old(line: Labelled) -> bool:
    """Press behind a quote mark was delivered once, and nobody thinks that it is again."""
    return is_quoted(line.text) and first_word(line.text) in ("TO", "PRESS")


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
