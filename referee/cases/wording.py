"""What a case says in words of its own: facts for readers, refusals without a seat, one field under another option."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from referee.cases.differ import SHUFFLED
from referee.cases.expand import SUFFIXES
from referee.cases.setting import Filed
from referee.engine.events import OrderLapsed
from referee.engine.game import Game
from referee.engine.lexicon import plain, split

NO_END = "none"
"""The result of a game that goes on: words about it are about something else."""

SENTENCE = 3
"""So many words are a fact for readers, where no field of the game can have such a value."""


def apart(expect: Mapping[str, Any], shown: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    """Part what can be compared from facts in words, of which the number is returned.

    In words is a sentence under a name that the game does not show, or where it shows cards, people or a map;
    so is a list of sentences.
    """
    words = {key for key, value in expect.items() if _in_words(key, value, shown)}
    facts = sum(len(v) if isinstance(v := expect[key], list) else 1 for key in words)
    return {key: value for key, value in expect.items() if key not in words}, facts


def _in_words(key: str, value: Any, shown: Mapping[str, Any]) -> bool:
    told = value if isinstance(value, list) else [value]
    if not told or not all(isinstance(one, str) and len(one.split()) >= SENTENCE for one in told):
        return False
    if key in shown and isinstance(value, str) and SHUFFLED.match(value):
        return False
    if key == "result" and shown[key] == NO_END:
        return True
    if key not in shown:
        return not key.endswith(SUFFIXES)
    members = shown[key] if isinstance(shown[key], list | tuple | Set) else ()
    spoken = any(isinstance(one, str) and " " in one for one in members)
    return isinstance(shown[key], list | tuple | Set | Mapping) and not spoken


def unlike_words(phrases: Iterable[str], filed: Filed, after: Game[Any, Any]) -> Iterator[str]:
    """Say of which words that a case calls refused the line was neither refused, nor warned of, nor passed over."""
    passed = {e.order for e in after.events if isinstance(e, OrderLapsed)}
    lapsed = [after.rules.grammar.show(one) for one in filed.orders if one.number in passed]
    stopped = [*filed.refused, *filed.warned, *lapsed]
    for phrase in phrases:
        if not any(_holds(line, phrase) for line in stopped):
            yield f"no line with {phrase} was refused, warned of or passed over."


def about_lines(phrases: Iterable[str], lines: Sequence[str]) -> tuple[list[str], int]:
    """Return those phrases whose words stand in one of these lines, and the number of the others: facts for readers."""
    found = [phrase for phrase in phrases if any(_holds(line, phrase) for line in lines)]
    return found, len(list(phrases)) - len(found)


def _holds(line: str, phrase: str) -> bool:
    words = [word.text for word in split(line)]
    return bool(plain(phrase).split()) and all(word.text in words for word in split(phrase))
