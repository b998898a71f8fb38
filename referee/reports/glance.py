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

EXAMPLE = "For instance: "

NAME = re.compile(r"\b[A-Z][a-z]+\b")
"""The name of somebody in the example of an order; all else in it is in capitals."""

_LEFT_OUT = re.compile(r"\s*\[[^\[\]]*\]")
_PAUSE = re.compile(r"(?<=[.;:,?])\s")


def at_a_glance(verbs: Iterable[Verb], unusable: Collection[type[Order]] = ()) -> Table:
    """Set out verbs, without second ways to write them and those that can do nothing now."""
    by_word: dict[str, list[Verb]] = {}
    for verb in verbs:
        if verb.kind not in unusable and verb.kind.stands_for is Order.stands_for:
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
    return conditions(kinds, seats)


def conditions(kinds: Iterable[type[Condition]], seats: Sequence[Seat]) -> Table:
    """Set out an example of each condition with what it asks."""
    return Table(tuple((at_table(kind.example, seats), " ".join((kind.__doc__ or "").split())) for kind in kinds))


def _table(rows: Sequence[tuple[str, str]]) -> Table:
    room = LONGEST - max((len(usage) for usage, _ in rows), default=0)
    return Table(tuple((usage, _cut(meaning, room)) for usage, meaning in rows))


def _led(usage: str) -> str:
    """Return the words in capitals that a way to write a verb begins with: ``GIVE BACK``."""
    found = re.match(r"[A-Z]+(?: [A-Z]+(?![|A-Z]))*", usage)
    return found[0] if found else ""


def _rows(word: str, alike: Sequence[Verb]) -> Iterator[tuple[str, str]]:
    """Give each verb a row, or one to several that are told apart by their second word."""
    seconds = [usage.split()[1] if " " in usage else "" for usage in map(_usage, alike)]
    if len(set(seconds)) >= FEWEST_ALIKE and all(second.isalpha() and second.isupper() for second in seconds):
        yield f"{word} ..", " ".join(dict.fromkeys(seconds))
    else:
        yield from map(_row, alike)


def _row(verb: Verb) -> tuple[str, str]:
    usage = _usage(verb)
    shown = usage if len(usage) <= LONGEST_USAGE else f"{_led(verb.forms[0])} .."
    return shown, verb.meaning


def _usage(verb: Verb) -> str:
    """Return the shortest way to write a verb, without what may be left out."""
    return min(map(_required, verb.forms), key=len)


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


def usages(verbs: Iterable[Verb], seats: Sequence[Seat] = (), told: Collection[str] = ()) -> Usages:
    """Explain verbs: usage, meaning, example, and what may stand for their slots, but for what is ``told`` elsewhere.

    Their examples name those of ``seats``, where any are given, and instead of anybody else the first of them.
    """
    return Usages(tuple(_explained(verb, seats, told) for verb in verbs))


def _explained(verb: Verb, seats: Sequence[Seat], told: Collection[str]) -> Usage:
    """Explain a verb; an example that is one of its forms is left out, too."""
    example = verb.kind.example if issubclass(verb.kind, Command) else at_table(verb.kind.example, seats)
    said = (verb.meaning, f"{EXAMPLE}{example}", *_fillings(verb))
    known = {*told, *(f"{EXAMPLE}{_required(form)}" for form in verb.forms)}
    return Usage(verb.forms, tuple(line for line in said if line not in known))


def _fillings(verb: Verb) -> Iterator[str]:
    """List what may stand for the slots of a verb, where that is more than that its name is written there."""
    lines = (line.partition(": ") for line in verb.fillings)
    return ("".join(line) for line in lines if line[2] != line[0].upper())


def usages_of_one_word(verbs: Sequence[Verb], seats: Sequence[Seat] = ()) -> Usages:
    """Explain verbs that begin alike; what may stand for slots that several have is told once, at the end."""
    shared = _shared(verbs)
    return Usages((*usages(verbs, seats, shared).entries, *_slots(shared)))


def everything(
    own: Sequence[Verb], commands: Sequence[Verb], unusable: Collection[type[Order]], seats: Sequence[Seat]
) -> dict[str, object]:
    """Make what HELP ALL is made of: orders of a game and for the referee, with all that they share told once.

    Of second ways to write an order, and of those that can do nothing now, only the words are told.
    """
    usable = [verb for verb in own if not issubclass(verb.kind, tuple(unusable))]
    told = [*usable, *commands]
    whole = [verb for verb in told if not _is_second(verb, told)]
    meant: dict[str, list[Verb]] = {}
    for verb in told:
        if verb not in whole:
            meant.setdefault(verb.meaning, []).append(verb)
    idle = [verb for verb in own if verb not in usable and not _is_second(verb, own)]
    words = {verb.word for verb in usable}
    shared = _shared(whole)
    return {
        "slots": Usages(_slots(shared)),
        "verbs": usages((verb for verb in whole if verb in own), seats, shared),
        "seconds": Table(tuple((", ".join(_beginnings(verbs)), meaning) for meaning, verbs in meant.items())),
        "idle": list(dict.fromkeys(_led(_usage(verb)) if verb.word in words else verb.word for verb in idle)),
        "commands": usages((verb for verb in whole if verb in commands), (), shared),
    }


def _beginnings(verbs: Iterable[Verb]) -> list[str]:
    """List how verbs begin; of those that share the first word that word alone."""
    found: dict[str, str] = {}
    for verb in verbs:
        found[verb.word] = verb.word if verb.word in found else _led(verb.forms[0])
    return list(found.values())


def _is_second(verb: Verb, others: Iterable[Verb]) -> bool:
    """Say whether a verb is another but for the words that it begins with."""
    forms = [form for other in others if other.kind in verb.kind.__mro__[1:] for form in other.forms]
    tails = [form.removeprefix(_led(form)) for form in verb.forms]
    return bool(forms) and all(any(form.endswith(tail) for form in forms) for tail in tails)


def _shared(verbs: Iterable[Verb]) -> tuple[str, ...]:
    """List what may stand for slots of several verbs; of a name with several meanings the one that most have."""
    counts = Counter(line for verb in verbs for line in _fillings(verb))
    usual: dict[str, str] = {}
    for line, n in counts.items():
        name = line.partition(":")[0]
        if n > max(1, counts[usual.get(name, "")]):
            usual[name] = line
    return tuple(usual.values())


def _slots(told: tuple[str, ...]) -> tuple[Usage, ...]:
    return (Usage((), told),) if told else ()


def with_meant(found: Sequence[Verb], verbs: Iterable[Verb]) -> list[Verb]:
    """Add to short forms of orders the orders that they stand for, of which they are kinds."""
    meant = {kind for verb in found for kind in verb.kind.__mro__[1:]}
    return [*found, *(verb for verb in verbs if verb.kind in meant and verb not in found)]


def at_table(example: str, seats: Sequence[Seat]) -> str:
    """Return the example of an order of a game with somebody's name in it that can be written at this table."""
    return NAME.sub(lambda name: name[0] if name[0] in seats or not seats else seats[0], example)
