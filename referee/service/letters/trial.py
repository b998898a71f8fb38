"""Trying lines of orders in the process that may be killed: it needs the game's words, and nothing that we store."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from referee import games
from referee.engine.audience import Seat
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Grammar
from referee.engine.reader import Reader
from referee.resources import Resources


def tried(
    _: bytes, *, folder: str, ruleset: str, wishes: bool, seats: tuple[str, ...], me: str, turn: int,
    lines: tuple[str, ...],
) -> bool:  # fmt: skip
    """Read the lines and forget what they came to."""
    reader = Reader(_grammar(ruleset, wishes), lexicon(folder, ruleset, seats), Seat(me), turn)
    reader.read(lines)
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
