"""The lines of a player's letter by what they are: written now, in our form, or elsewhere, where nothing counts.

In the process that may be killed they are tried, too; for that words are needed, and nothing that we store.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from referee import games
from referee.engine.audience import Seat
from referee.engine.lexicon import Lexicon, first_word
from referee.engine.orders import Grammar
from referee.engine.reader import Reader
from referee.engine.sheet import quoted
from referee.engine.values import value
from referee.mail.beside import Both, both
from referee.mail.form import Form
from referee.mail.lines import is_quoted, unquoted, without_answer_marks
from referee.mail.quoting import Label, Labelled, written
from referee.reports.others import barred
from referee.resources import Resources

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


@value
class Lines:
    """The lines of a letter by what they are: written now, standing elsewhere, and whether our form came back.

    Among those written now an empty one stands wherever something else stood between. ``told`` says where the form
    in the text and that in the HTML are not the same.
    """

    new: tuple[str, ...]
    elsewhere: tuple[tuple[str, str], ...]
    has_form: bool
    told: str = ""


def sort(found: Both, subject: str) -> Lines:
    """Sort the labelled lines of a letter with this subject."""
    labelled = found.lines
    sent = set(found.sent)
    aside = (x for n, x in enumerate(labelled) if x.label in PLACES and n not in sent)
    elsewhere = tuple(
        (unquoted(x.text), PLACES[x.label])
        for x in aside  # press behind a quote mark was delivered once, and nobody thinks that it is again
        if not (is_quoted(x.text) and first_word(x.text) in ("TO", "PRESS"))
    )
    if not (bare := without_answer_marks(subject)).startswith("["):  # as all subjects of ours do, with the game in it
        elsewhere = ((bare, IN_SUBJECT), *elsewhere)
    told = " ".join(filter(None, (found.told, _left_out(labelled))))
    return Lines(tuple(written(labelled)), elsewhere, any(x.label is Label.FORM for x in labelled), told)


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


@value
class Ground:
    """What lines are read by: the campaign's folder, the game's rules and seats, whose they are, and the open turn.

    ``wishes`` says that the game has not begun.
    """

    folder: str
    ruleset: str
    wishes: bool
    seats: tuple[str, ...]
    me: str
    turn: int


def sorted_and_tried(
    _: bytes, *, lines: tuple[str, ...], other: tuple[str, ...], form: Form | None, own: tuple[str, ...], subject: str,
    names: tuple[str, ...], ground: Ground,
) -> Lines:  # fmt: skip
    """Sort the lines of a letter as `mail.beside.both` labels them, and try those that were written now."""
    found = sort(both(b"", lines=lines, other=other, form=form, own=own, subject=subject, names=names), subject)
    tried(b"", lines=found.new, ground=ground)
    return found


def tried(_: bytes, *, lines: tuple[str, ...], ground: Ground) -> bool:
    """Read the lines and forget what they came to."""
    grammar, words = _grammar(ground.ruleset, ground.wishes), lexicon(ground.folder, ground.ruleset, ground.seats)
    Reader(grammar, words, Seat(ground.me), ground.turn).read(lines)
    return True


def _grammar(ruleset: str, wishes: bool) -> Grammar:
    rules = games.find(ruleset)
    return rules.wishes if wishes else rules.grammar


@lru_cache(64)
def lexicon(folder: str, ruleset: str, seats: tuple[str, ...]) -> Lexicon:
    """Return the words of a table, from what the campaign in a folder has of tables."""
    rules, resources = games.find(ruleset), Resources(Path(folder))
    tables = resources.tables(rules.words.tables, rules.folder)
    return rules.words.lexicon([Seat(seat) for seat in seats], tables)
