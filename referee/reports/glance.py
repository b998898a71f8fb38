"""Orders at a glance: one row for each, how it is written and what it does, cut to the few words of one screen."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from referee.engine.audience import Seat
from referee.engine.conditions import Condition, Conditions
from referee.engine.orders import Order, Verb
from referee.reports.blocks import at_table
from referee.reports.document import Table

LONGEST_USAGE, LONGEST, LEAST_MEANING = 22, 68, 16
"""So many letters are shown of how an order is written, and of that and what it does; fewer of this say nothing yet."""

FEWEST_ALIKE = 3
"""So many orders that begin alike share a row."""

_LEFT_OUT = re.compile(r"\s*\[[^\[\]]*\]")
_PAUSE = re.compile(r"(?<=[.;:,?])\s")


def at_a_glance(verbs: Iterable[Verb], unusable: Collection[type[Order]] = ()) -> Table:
    """Set out verbs, without second ways to write them and those that can do nothing now."""
    found = [verb for verb in verbs if verb.kind not in unusable and verb.kind.stands_for is Order.stands_for]
    by_word: dict[str, list[Verb]] = {}
    for verb in found:
        by_word.setdefault(verb.word, []).append(verb)
    return _table([row for word, alike in by_word.items() for row in _rows(word, alike)])


def described(verbs: Iterable[Verb]) -> Table:
    """Set out verbs as they are, a row for each."""
    return _table(list(map(_row, verbs)))


def tested(verbs: Iterable[Verb], kinds: Sequence[type[Condition]], seats: Sequence[Seat]) -> Table | None:
    """Set out an example of each condition with what it asks, if one of the verbs takes conditions."""
    slots = [slot for verb in verbs for frame in verb.frames for slot in frame.slots()]
    if not any(isinstance(slot, Conditions) for slot in slots):
        return None
    return Table(tuple((at_table(kind.example, seats), " ".join((kind.__doc__ or "").split())) for kind in kinds))


def _table(rows: Sequence[tuple[str, str]]) -> Table:
    room = LONGEST - max((len(usage) for usage, _ in rows), default=0)
    return Table(tuple((usage, _cut(meaning, room)) for usage, meaning in rows))


def leads(verb: Verb) -> list[str]:
    """List the words in capitals that each way to write a verb begins with: ``GIVE BACK``."""
    found = (re.match(r"[A-Z]+(?: [A-Z]+(?![|A-Z]))*", str(frame)) for frame in verb.frames)
    return [m[0] for m in found if m]


def _rows(word: str, alike: Sequence[Verb]) -> Iterator[tuple[str, str]]:
    """Give each verb a row, or one to several that are told apart by their second word."""
    seconds = [usage.split()[1] if " " in usage else "" for usage in map(_usage, alike)]
    if len(set(seconds)) >= FEWEST_ALIKE and all(second.isalpha() and second.isupper() for second in seconds):
        yield f"{word} ..", " ".join(dict.fromkeys(seconds))
    else:
        yield from map(_row, alike)


def _row(verb: Verb) -> tuple[str, str]:
    usage = _usage(verb)
    shown = usage if len(usage) <= LONGEST_USAGE else f"{leads(verb)[0]} .."
    return shown, " ".join((verb.kind.__doc__ or "").split())


def _usage(verb: Verb) -> str:
    """Return the shortest way to write a verb, without what may be left out."""
    return min((_required(str(frame)) for frame in verb.frames), key=len)


def _required(usage: str) -> str:
    short = _LEFT_OUT.sub("", usage)
    return short if short == usage else _required(short)


def _cut(meaning: str, room: int) -> str:
    """Return as much of the first sentence as has room, up to a pause in it."""
    said = ""
    for piece in _PAUSE.split(meaning):
        more = f"{said} {piece}".lstrip()
        if len(more) > room and len(said) >= LEAST_MEANING:
            break
        said = more
        if said.endswith((".", "?")) or len(said) > room:
            break
    said = said.rstrip(".,;:")
    return said if said.endswith("?") or said.isupper() else f"{said}."
