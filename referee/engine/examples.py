"""Lines that cannot be read, answered with what they come nearest to, in the game's words and the seat's own cards."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from referee.engine.audience import Seat
from referee.engine.errors import OrderError, Unreadable
from referee.engine.lexicon import Lexicon
from referee.engine.ruleset import Ruleset
from referee.engine.sheet import Heard, Line, Sheet

INSTANCE = re.compile(r", such as [A-Z]{3,} [^.]*\.$")
"""The example of a form, which the table's own takes the place of."""

KNOWN_TO_NOBODY = "Write HELP for the list of orders."


def with_examples(rules: Ruleset[Any, Any], view: Any, lexicon: Lexicon, me: Seat, sheet: Sheet) -> Sheet:
    """Say of each line that cannot be read what it comes nearest to, where the game can tell and the line can be."""
    return Sheet(tuple(_answered(rules, view, lexicon, me, line) for line in sheet.lines))


def _answered(rules: Ruleset[Any, Any], view: Any, lexicon: Lexicon, me: Seat, line: Line) -> Line:
    if line.heard is not Heard.UNREADABLE or not isinstance(line.error, Unreadable):
        return line
    found = rules.orders.closest(view, line.text)
    if not found:
        return line
    try:
        order = rules.grammar.read(found, lexicon, me)
    except OrderError:
        return line  # it was a guess, and the error as it is says enough
    error = line.error
    barred = next((r.text for r in rules.orders.check(view, [replace(order, number=1)]) if r.refuses), "")
    hint = f"{error.hint} {barred}" if barred else _with_instance(error.hint, found)
    return replace(line, error=Unreadable(error.problem, hint, reached=error.reached, rule=error.rule))


def _with_instance(hint: str, found: str) -> str:
    """Put a line that can be sent in the place of a general example."""
    return f"Did you mean {found}?" if hint == KNOWN_TO_NOBODY else f"{INSTANCE.sub('.', hint)} For instance: {found}."
