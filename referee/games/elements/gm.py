"""The GM's part: rulings on free spells, and the judgement after a halt."""

from __future__ import annotations

import re
from typing import Any

from referee.engine.asks import Ask
from referee.engine.errors import Illegal
from referee.engine.lexicon import Lexicon, Words, split
from referee.games.elements.asks import Judge, Ruling
from referee.games.elements.spellwords import judgement, verdict

NUMBERED = re.compile(r"^\s*RULE\s+\S+\s+", re.IGNORECASE)


def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a ruling: LEGAL and effects, NO EFFECT, or ILLEGAL and the rule (EL-P4.3); raises an `OrderError`."""
    bare = NUMBERED.sub("", text)
    words = Words(split(bare), lexicon, ask.seat, bare)
    match ask:
        case Ruling():
            found: Any = verdict(words)
        case Judge():
            found = judgement(words)
        case _:
            hint = "Send orders for the next deadline."
            raise Illegal("Nothing is asked by mail in this game.", hint, rule="EL-P1.2")
    if found not in ask.choices:
        raise Illegal("That cannot be ruled.", "A ruling changes no counts, types, Islands or claims.", rule="EL-P4.8")
    return found
