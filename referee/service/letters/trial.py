"""What is done with a player's lines in the process that may be killed: it needs words, and nothing that we store."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from referee import games
from referee.engine.audience import Seat
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Grammar
from referee.engine.reader import Reader
from referee.engine.values import value
from referee.mail.beside import both
from referee.mail.form import Form
from referee.resources import Resources
from referee.service.letters.sorting import Lines, sort


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
