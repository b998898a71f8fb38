"""The values of a record as plain data, and back: what stands in the files of a bundle (BUNDLE.md).

It is read strictly: nothing is taken for something else that is like it, as a text for a number or a list. So whatever
reads a bundle in another language comes to the same values, or refuses it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeVar

import orjson
from cattrs import Converter
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from referee.archive.record import Letter, Revision, Sealed, Step, Undone
from referee.archive.told import ALL, YOU
from referee.engine.audience import Audience, Seat
from referee.engine.sheet import OnFile
from referee.store.chain import Hashes, canonical
from referee.store.codec import audience_from, audience_to, on_file_to

T = TypeVar("T")
Data = dict[str, Any]
Lines = dict[Seat, tuple[str, ...]]

WRONG = (TypeError, ValueError, LookupError, AttributeError, OverflowError, ForbiddenExtraKeysError)
"""What reading raises over data that are not such as they should be."""

MOST = 2**53 - 1
"""The largest whole number in a bundle: the largest that every language reads as it is written."""

DEEPEST = 100
"""So deep may lists and dictionaries lie in one another."""


@dataclass(frozen=True, slots=True)
class Head:
    """What is said of a step of the whole record beside what its hashes are taken of; of one taken back no ``why``."""

    step: int
    played_at: datetime
    edition: str
    input_hash: str
    output_hash: str
    previous_hash: str
    chain_hash: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Story:
    """A step as a reader knows it who does not know all."""

    step: int
    played_at: datetime
    edition: str
    events: Any
    orders: Lines
    answers: dict[str, Any]


def plain(one: Any) -> Any:
    """Return a value of a record, or several, as plain data."""
    return _converter().unstructure(one)


def value(data: Any, kind: type[T]) -> T:
    """Return the value that plain data stands for; whatever is wrong with the data raises an error of `WRONG`."""
    return _converter().structure(data, kind)


def head(step: Step) -> Data:
    """Return what is said of a step of the whole record beside what its hashes are taken of."""
    assert step.sealed is not None, "this is the form of the whole record"
    hashes = step.sealed.hashes.named()
    return dict(plain(Head(step.step, step.played_at, step.edition, **hashes, why=step.sealed.why)))


def whole_step(head: Head, orders: Any, given: Any, state: Any, events: Any) -> Step:
    """Return a step of the whole record; whatever is wrong with it raises an error of `WRONG`."""
    checked_events(events)
    return Step(
        step=head.step,
        played_at=head.played_at,
        edition=head.edition,
        events=orjson.dumps(events),
        orders=value(orders, Lines),
        answers=checked_answers(given),
        sealed=Sealed(
            why=head.why,
            given=orjson.dumps(given),
            state=orjson.dumps(state),
            hashes=Hashes(head.input_hash, head.output_hash, head.previous_hash, head.chain_hash),
        ),
    )


def story(step: Step) -> Data:
    """Return a step as a reader knows it who does not know all."""
    said = _Story(step.step, step.played_at, step.edition, None, dict(step.orders), dict(step.answers))
    return dict(plain(said)) | {"events": orjson.loads(step.events)}  # which are plain, and many


def told_step(data: Any) -> Step:
    """Return a step of which its reader does not know all; whatever is wrong with it raises an error of `WRONG`."""
    said = value(data, _Story)
    checked_events(said.events, told=True)
    return Step(
        step=said.step, played_at=said.played_at, edition=said.edition, events=canonical(said.events),
        orders=said.orders, answers=said.answers,
    )  # fmt: skip


@cache
def _converter() -> Converter:
    """Make what writes and reads by the types of the fields; what needs more than that is said below."""
    made = Converter(detailed_validation=False, forbid_extra_keys=True)
    _reads_strictly(made)
    made.register_unstructure_hook(datetime, datetime.isoformat)
    made.register_unstructure_hook(timedelta, lambda span: int(span.total_seconds()))
    made.register_unstructure_hook(Audience, audience_to)
    made.register_unstructure_hook(OnFile, on_file_to)
    made.register_structure_hook(OnFile, _file_from)
    _beside(made, Revision, _with_lines, _without_lines)
    _beside(made, Letter, _with_step, _without_step)
    made.register_unstructure_hook(Undone, _undone_to)
    made.register_structure_hook(Undone, _undone_from)
    return made


def _beside(made: Converter, kind: type[Any], after: Any, before: Any) -> None:
    """Let a class be written and read by its fields, and changed a little after that, and before."""
    write = make_dict_unstructure_fn(kind, made)
    read: Any = make_dict_structure_fn(
        kind, made, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False
    )  # fmt: skip
    made.register_unstructure_hook(kind, lambda one: after(one, write(one)))
    made.register_structure_hook(kind, lambda data, _: read(before(data), kind))


def _with_lines(one: Revision, data: Data) -> Data:
    """Name the lines that the receipt's code is made of."""
    return data | {"lines": list(one.on_file.lines(one.step))}


def _without_lines(data: Data) -> Data:
    return {name: one for name, one in data.items() if name != "lines"}


def _with_step(one: Letter, data: Data) -> Data:
    """Name the adjudication that a letter is part of."""
    del data["played"]
    return data | {"of_step": one.step if one.played else None}


def _without_step(data: Data) -> Data:
    rest = {name: one for name, one in data.items() if name != "of_step"}
    return rest | {"played": data["of_step"] is not None}


def _file_from(data: Data, _: Any) -> OnFile:
    said = value(data["turns"], dict[str, tuple[str, ...]])
    turns = {int(turn): lines for turn, lines in sorted(said.items(), key=lambda item: int(item[0]))}
    if not is_plain(list(turns)):
        raise ValueError("no turn has such a number")
    return OnFile(turns, value(data["standing"], tuple[str, ...]), just(data["waits"], bool))


def _undone_to(one: Undone) -> Data:
    """Return a turn that was taken back; of the whole record what its hashes are taken of as text, to the byte."""
    step = one.step
    if step.sealed is None:
        said = story(step)
    else:
        said = head(step) | {
            "orders": {seat: list(lines) for seat, lines in step.orders.items()},
            "given": step.sealed.given.decode(),
            "state": step.sealed.state.decode(),
            "events": step.events.decode(),
        }
        del said["why"]
    return said | {"undone_at": plain(one.undone_at), "reason": one.reason}


BESIDE = ("given", "state", "events", "orders", "undone_at", "reason")
"""What is told of a turn that was taken back beside its head."""


def _undone_from(data: Data, _: Any) -> Undone:
    if "given" in data:
        head = value({name: one for name, one in data.items() if name not in BESIDE}, Head)
        given, state, events = (as_written(data[name]) for name in BESIDE[:3])
        step = whole_step(head, data["orders"], given, state, events)
    else:
        step = told_step({name: one for name, one in data.items() if name not in BESIDE[4:]})
    return Undone(step=step, undone_at=value(data["undone_at"], datetime), reason=just(data["reason"], str))


def is_plain(data: Any, room: int = DEEPEST) -> bool:
    """Say whether data are such as bundles hold: no fractions, no number too large, nothing too deep in something."""
    kind = type(data)
    if kind is int:
        return -MOST <= int(data) <= MOST
    if kind is dict:
        return room > 0 and all(is_plain(inner, room - 1) for inner in data.values())
    if kind is list:
        return room > 0 and all(is_plain(inner, room - 1) for inner in data)
    return kind is not float


def just(data: Any, kind: type[T]) -> T:
    """Return data that are of just this kind; raises `TypeError` for any other."""
    if type(data) is not kind:
        raise TypeError(f"{data!r} is no {kind.__name__}")
    return data


def as_written(text: str) -> Any:
    """Return the data of JSON that stands in a bundle as text; raises `ValueError` if it would be written otherwise."""
    data = orjson.loads(text)
    if not is_plain(data) or orjson.dumps(data) != text.encode():
        raise ValueError("it is not written as bundles are")
    return data


def _reads_strictly(made: Converter) -> None:
    """Let a converter read what has one form in all bundles, and nothing that is only like it."""
    for kind in (str, int, bool):
        made.register_structure_hook(kind, just)
    made.register_structure_hook(datetime, _moment)
    made.register_structure_hook(timedelta, _span)
    made.register_structure_hook(Audience, _audience)


def checked_events(data: Any, *, told: bool = False) -> list[Any]:
    """Return events as they are, each a dictionary of one name; raises an error of `WRONG` if they are none.

    Each has its audience or, where its reader was ``told`` it, a word instead.
    """
    for one in just(data, list):
        ((name, said),) = just(one, dict).items()
        if told and said["to"] not in (ALL, YOU):
            raise ValueError(f"{said['to']!r} is no audience")
        if not told:
            _audience(said["to"])
        if name == "GameEnded":
            just(said["reason"], str)
            _texts([*just(said["winners"], list), *just(said["losers"], list)])
    return just(data, list)


def checked_answers(data: Any) -> Mapping[str, Any]:
    """Return the answers out of what was given to a step beside its orders (CHAIN.md 2); raises an error of `WRONG`."""
    if set(just(data, dict)) != {"answers", "live", "silent"}:
        raise ValueError("it is not what is given to a step")
    just(data["live"], bool)
    _texts(data["silent"])
    return just(data["answers"], dict)


def _texts(data: Any) -> tuple[str, ...]:
    return tuple([just(one, str) for one in just(data, list)])


def _moment(data: Any, _: Any) -> datetime:
    found = datetime.fromisoformat(just(data, str))
    if found.utcoffset() != timedelta(0):
        raise ValueError(f"{data} is not in UTC")
    return found


def _span(data: Any, _: Any) -> timedelta:
    if just(data, int) < 0:
        raise ValueError("there is no such length of time")
    return timedelta(seconds=data)


def _audience(data: Any, _: Any = None) -> Audience:
    ((_way, seats),) = just(data, dict).items()
    _texts(seats)
    return audience_from(data)
