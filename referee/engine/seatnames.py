"""What a seat may be called: no word of the order language, and nothing that is taken for another seat or for ours."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from referee.engine.audience import OBSERVER
from referee.engine.lexicon import FILLERS, Lexicon, Words, split
from referee.engine.ruleset import Ruleset
from referee.engine.slots import Choice
from referee.engine.usage import Hole

HOUSEKEEPING = FILLERS | frozenset(
    "ALL EVERYBODY EVERYONE GM REFEREE ME SELF NOBODY NONE STANDING TURN CANCEL ADD CLEAR END IF ELSE NOT JOIN".split()
)
"""Words with a meaning of their own in any letter."""


def reserved(rules: Ruleset[Any, Any], lexicon: Lexicon | None = None) -> set[str]:
    """List the words that no seat may be called: verbs, keywords and values of the order language, and our own.

    With the game's lexicon these are the words of its cards too; its own names for seats are none.
    """
    words = set(HOUSEKEEPING)
    for names in lexicon.things.values() if lexicon is not None else ():
        if not any(name in names for name in rules.seating.names):
            words.update(w.text for name in names.vocabulary() for w in split(name) if w.text not in FILLERS)
    words |= {word.removesuffix("S") for word in words}
    blank = Words((), Lexicon.of(()), OBSERVER)
    for slot in rules.grammar.slots.values():
        words.update(w.text for phrase in slot.vocabulary(blank) for w in split(phrase))
    frames = [frame for verb in rules.grammar.verbs for frame in verb.frames]
    frames += [frame for _, frame, _ in rules.grammar.conditions.frames]
    for part in (leaf for frame in frames for leaf in frame.leaves()):
        if not isinstance(part, Hole):
            words.update(part.words)
        elif isinstance(part.slot, Choice):
            words.update(w.text for phrase in part.slot.choices for w in split(phrase))
    return words | set(rules.grammar.words) | set(rules.wishes.words)


MARKS = " '-."
"""What may stand between the letters of a name; one of them twice would look like a ruler."""

OURS = frozenset(
    "ANSWER CODE DEAR GAME GAMEMASTER HOW OBSERVER OBSERVERS ORDERS RECEIPT SUBJECT THE WHAT WHERE YOUR".split()
)
"""Words with which our letters name us or a line of theirs begins; a name that does might be taken for that."""


def names_problem(names: Iterable[str], taken: set[str]) -> str:
    """Say what is wrong with seats' names: too short, a word of the order language, or confusable; or nothing."""
    seen: list[str] = []
    for name in names:
        letters = "".join(c for c in name.upper() if c.isalnum())
        if (
            len(letters) < 3
            or not name[0].isalpha()
            or not all(c.isalnum() or c in MARKS for c in name)
            or any(one == other and one in MARKS for one, other in pairwise(name))
            or len(name) > 24
        ):
            return f"A name has 3 to 24 letters, with blanks, ' - or . between them; {name!r} will not do."
        first, *_ = words = name.split()
        if barred := [word for word in words if word.upper() in taken or (word is first and word.upper() in OURS)]:
            rest = " ".join(word for word in words if word not in barred)
            such = f", such as {rest}" if rest and not names_problem([rest], taken) else ""
            what = name if not rest else f"In {name}, {barred[0]}"
            return f"{what} is a word of the order language. Choose another name{such}."
        if letters in seen:
            return f"{name} is another seat's name already. Choose one that cannot be mistaken."
        if any(letters.startswith(other) or other.startswith(letters) for other in seen):
            return f"{name} is too like another seat's name. Choose one that cannot be mistaken."
        seen.append(letters)
    return ""
