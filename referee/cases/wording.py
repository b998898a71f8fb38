"""What a case says in words of its own: facts for readers, refusals without a seat, one field under another option."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from referee.cases.differ import SHUFFLED, spoken_value
from referee.cases.faces import SPELT
from referee.cases.setting import Filed
from referee.cases.written import SUFFIXES, as_list
from referee.engine.audience import Seat
from referee.engine.events import OrderLapsed
from referee.engine.game import Game
from referee.engine.lexicon import plain, split

NO_END = "none"
"""The result of a game that goes on: words about it are about something else."""

SENTENCE = 3
"""So many words are a fact for readers, where no field of the game can have such a value."""


def apart(expect: Mapping[str, Any], shown: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Part what can be compared from facts in words.

    In words is a sentence under a name that the game does not show, or where it shows cards, people or a map;
    so is a list of sentences.
    """
    words = [key for key, value in expect.items() if _in_words(key, value, shown)]
    facts = [f"{key}: {one}" for key in words for one in as_list(expect[key])]
    return {key: value for key, value in expect.items() if key not in words}, facts


def _in_words(key: str, value: Any, shown: Mapping[str, Any]) -> bool:
    told = as_list(value)
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


def unlike_skips(wanted: Any, filed: Mapping[Seat, Filed], after: Game[Any, Any]) -> tuple[list[str], list[str]]:
    """Say which lines were not passed over as a case says, and list what it says of them that is no line's text.

    Each is a line, perhaps a map ``{line, reason}`` with words of the reason; also by seat.
    """
    own = [(seat, after.rules.grammar.show(one), one.number) for seat, file in filed.items() for one in file.orders]
    why = {(e.seat, e.order): e.reason for e in after.events if isinstance(e, OrderLapsed)}
    passed = [(seat, line, why[seat, number]) for seat, line, number in own if (seat, number) in why]
    wrong: list[str] = []
    told: list[str] = []
    for seat, one in _skips(wanted, [*filed]):
        said, reason = (one.get("line"), one.get("reason", "")) if isinstance(one, Mapping) else (one, "")
        found = [words for who, line, words in passed if seat in ("", who) and _holds(line, str(said))]
        sent = any(seat in ("", who) and _holds(line, str(said)) for who, line, _ in own)
        if isinstance(one, Mapping) and not {"line"} <= one.keys() <= {"line", "reason"}:
            wrong.append(f"skipped is a line, or {{line, reason}}, not {spoken_value(one)}.")
        elif not sent and not isinstance(one, Mapping) and len(str(said).split()) >= SENTENCE:
            told.append(f"skipped: {said}")
        elif not found:
            wrong.append(f"the line {said} was {'not passed over' if sent else 'never sent'}, which the case says.")
        elif not any(plain(str(reason)) in plain(words) for words in found):
            wrong.append(f"the line {said} was passed over, but not because {reason}: {found[0]}")
    return wrong, told


def _skips(wanted: Any, seats: Sequence[Seat]) -> Iterator[tuple[str, Any]]:
    """List what a case says was passed over, with the seat if it names one."""
    if wanted in (None, "none", []):
        return
    if isinstance(wanted, Mapping) and not {"line"} <= wanted.keys():
        for name, lines in wanted.items():
            seat = next((seat for seat in seats if seat.casefold() == str(name).casefold()), name)
            yield from ((seat, line) for line in as_list(lines))
        return
    yield from (("", one) for one in as_list(wanted))


def known_cards(wanted: Any, name_of: Callable[[str], str]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Read ``knows: {seat: sentences}``: the names of the cards in them, by seat, and the sentences that name none."""
    found: dict[str, tuple[str, ...]] = {}
    facts: list[str] = []
    for seat, said in wanted.items():
        by_line = {str(line): [*filter(None, map(name_of, SPELT.findall(str(line))))] for line in as_list(said)}
        found[str(seat)] = tuple(dict.fromkeys(name for names in by_line.values() for name in names))
        facts += [f"{seat} knows: {line}" for line, names in by_line.items() if not names]
    return found, facts


def about_lines(phrases: Sequence[str], lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return those phrases whose words stand in one of these lines, and the others: facts for readers."""
    found = [phrase for phrase in phrases if any(_holds(line, phrase) for line in lines)]
    return found, [f"refused: {phrase}" for phrase in phrases if phrase not in found]


def _holds(line: str, phrase: str) -> bool:
    words = [word.text for word in split(line)]
    return bool(plain(phrase).split()) and all(word.text in words for word in split(phrase))
