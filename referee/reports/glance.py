"""Orders as help shows them: in full, or at a glance, a row for each, cut to the few words of one screen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from referee.engine.audience import Seat
from referee.engine.commands import Command
from referee.engine.conditions import Condition, Conditions
from referee.engine.orders import Order, Verb
from referee.reports.document import Table, Usage, Usages
from referee.reports.wrap import WIDTH

LONGEST_USAGE, LONGEST, LEAST_MEANING = 22, WIDTH - 4, 16
"""So many letters are shown of how an order is written, and of that and what it does; fewer of this say nothing yet."""

FEWEST_ALIKE = 3
"""So many orders that begin alike share a row."""

SLOTS = 2
"""Behind so many sentences on a verb, its meaning and its example, stand those on its slots."""

NAME = re.compile(r"\b[A-Z][a-z]+\b")
"""The name of somebody in the example of an order; all else in it is in capitals."""

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


def usages(verbs: Iterable[Verb], seats: Sequence[Seat] = ()) -> Usages:
    """Explain verbs: usage, meaning, example, and what may stand for their slots.

    Their examples name those of ``seats``, where any are given, and instead of anybody else the first of them.
    """
    return Usages(tuple(_explained(verb, seats) for verb in verbs))


def usages_of_one_word(verbs: Iterable[Verb], seats: Sequence[Seat] = ()) -> Usages:
    """Explain verbs that begin alike; what may stand for slots that several have is told once, at the end."""
    found = [_explained(verb, seats) for verb in verbs]
    counts = Counter(line for one in found for line in one.said[SLOTS:])
    shared = tuple(line for line, n in counts.items() if n > 1)
    own = [Usage(one.forms, tuple(line for line in one.said if line not in shared)) for one in found]
    return Usages((*own, *([Usage((), shared)] if shared else [])))


def with_meant(found: Sequence[Verb], verbs: Iterable[Verb]) -> list[Verb]:
    """Add to short forms of orders the orders that they stand for, of which they are kinds."""
    meant = {kind for verb in found for kind in verb.kind.__mro__[1:]}
    return [*found, *(verb for verb in verbs if verb.kind in meant and verb not in found)]


def at_table(example: str, seats: Sequence[Seat]) -> str:
    """Return the example of an order of a game with somebody's name in it that can be written at this table."""
    return NAME.sub(lambda name: name[0] if name[0] in seats or not seats else seats[0], example)


def _explained(verb: Verb, seats: Sequence[Seat] = ()) -> Usage:
    lines = verb.help().split("\n")
    rest = [line.strip() for line in lines[len(verb.frames) :]]
    example = next(i for i, line in enumerate(rest) if line.startswith("For instance:"))
    if not issubclass(verb.kind, Command):
        rest[example] = rest[example].replace(verb.kind.example, at_table(verb.kind.example, seats))
    said = [" ".join(filter(None, rest[:example])), *rest[example:]]
    return Usage(tuple(lines[: len(verb.frames)]), tuple(line for line in said if _says_more(line)))


def _says_more(line: str) -> bool:
    """Say whether a line tells more of a slot than that its name is written there."""
    slot, _, words = line.partition(": ")
    return bool(line) and words != slot.upper()
