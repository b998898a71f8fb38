"""A record as one file, and back, byte for byte. BUNDLE.md beside this file is the written specification."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

import orjson

from referee.archive import forms, mailbox, packing
from referee.archive.forms import WRONG
from referee.archive.packing import NoBundle
from referee.archive.record import (
    About,
    Act,
    Chance,
    Letter,
    Press,
    Record,
    Revision,
    Ruling,
    Step,
    Undone,
)
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.values import value
from referee.store.chain import Began, Written, canonical, input_of, output_of

__all__ = ["Bundle", "NoBundle", "Signature", "opened", "read", "signed", "written"]

T = TypeVar("T")
Numbered = TypeVar("Numbered", Step, forms.Head)

FORMAT, VERSION = "referee bundle", 1
LISTS: dict[str, Any] = {
    "orders": tuple[Revision, ...],
    "letters": tuple[Letter, ...],
    "press": tuple[Press, ...],
    "rulings": tuple[Ruling, ...],
    "acts": tuple[Act, ...],
    "undone": tuple[Undone, ...],
}
"""The parts of a record that are lists, each a file of its name."""

HEAD, SIGNATURE, CHANCE, MAIL = "bundle.json", "signature.json", "chance.json", "letters.mbox"

SEED = 32
"""So many bytes has a seed."""

CHANGED = "it was changed or damaged after it was made"


@value
class Signature:
    """Who signed a bundle's list of files: the public half of the key, and the signature, both hexadecimal."""

    key: str
    signature: str


@value
class Head:
    """What is said of a bundle as a whole: what sort it is of, whose, who made it, and the hash of each file."""

    format: str
    version: int
    scope: str
    reader: Seat
    program: str
    files: dict[str, str]


@value
class Secret:
    """What the luck of a game that is over came from, hexadecimal."""

    secret: str
    seed: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw as it stands in a bundle."""

    purpose: str
    kind: str
    of: int
    came: Any

    def __post_init__(self) -> None:
        """Refuse what neither is a number nor a list of them, as the order of what was shuffled; raises `TypeError`."""
        for one in self.came if isinstance(self.came, list) else [self.came]:
            forms.just(one, int)


Sign = Callable[[bytes], Signature]
Draws = Mapping[int, Any]
"""What was drawn in each step, as plain data."""


@value
class Bundle:
    """What a bundle holds: the record, which program made it, and who signed it, if anybody did."""

    record: Record
    program: str
    signature: Signature | None = None


def written(record: Record, program: str, *, sign: Sign | None = None, draws: Draws | None = None) -> bytes:
    """Return a record as a bundle, signed if there is something to sign with."""
    files = dict(files_of(record, draws or {}))
    head = Head(FORMAT, VERSION, record.scope, record.reader, program, hashes_of(files))
    said = canonical(forms.plain(head))
    by = {SIGNATURE: canonical(forms.plain(sign(said)))} if sign is not None else {}
    return packing.packed({HEAD: said, **by, **files})


def hashes_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the hash of each file, as the list of a bundle has it."""
    return {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}


def signed(files: Mapping[str, bytes]) -> Signature | None:
    """Return the signature that lies in a bundle, whether it is true or not; raises `NoBundle`."""
    if SIGNATURE not in files:
        return None
    return _understood(SIGNATURE, lambda: forms.value(_json(files, SIGNATURE), Signature))


def opened(data: bytes) -> dict[str, bytes]:
    """Return the files of a bundle by their path, in their order, with nothing said of whether they are true.

    Raises `NoBundle`, which says kindly what is wrong, for what is no bundle of a version that this program knows.
    """
    files = packing.unpacked(data)
    head = _json(files, HEAD) if HEAD in files else None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise NoBundle(f"This is no bundle of a game: it has no {HEAD} that says so.")
    if head.get("version") != VERSION:
        raise NoBundle(
            f"This bundle is of version {head.get('version')}, and this program knows version {VERSION}."
            " A newer program can read it."
        )
    return files


def read(data: bytes) -> Bundle:
    """Return what a bundle holds; raises `NoBundle` if it is none, or is not, to the byte, what was written once.

    That a bundle can be read says nothing about whether it is true: `verification` looks at that.
    """
    files = opened(data)
    head, record = _json(files, HEAD), record_in(files)
    _compare(files, head, record)
    return Bundle(record, str(head.get("program")), signed(files))


def record_in(files: Mapping[str, bytes]) -> Record:
    """Return the record that the files of a bundle hold, true or not; raises `NoBundle`."""
    head = _read(files, HEAD, Head)
    record = _record(files, head.reader)
    if head.scope != record.scope or head.reader not in (GM, OBSERVER, *record.seats):
        raise NoBundle(f"{HEAD} in this bundle does not say whose it is: {CHANGED}.", HEAD)
    return record


def _compare(files: Mapping[str, bytes], head: Mapping[str, Any], record: Record) -> None:
    """Refuse a bundle whose list is not that of its files, or which holds what would not be written so."""
    listed = head.get("files")
    found = {path: data for path, data in files.items() if path not in (HEAD, SIGNATURE)}
    if listed != hashes_of(found):
        raise NoBundle(f"The files of this bundle are not those of its list: {CHANGED}.")
    again = dict(files_of(record))
    rest = {path for path in found if path != MAIL and not path.endswith("/draws.json")}
    if record.scope != head.get("scope") or rest != set(again) - {MAIL}:
        raise NoBundle(f"This bundle has not the files that it should have: {CHANGED}.")
    for path in sorted(rest):
        if found[path] != again[path]:
            raise NoBundle(f"{path} in this bundle is not as bundles are written: {CHANGED}.")


def files_of(record: Record, draws: Draws = MappingProxyType({})) -> Iterator[tuple[str, bytes]]:
    """Return every file but the head and its signature, in their order."""
    yield "game.json", canonical(forms.plain(record.about))
    if record.whole and record.chance is not None and record.chance.secret is not None:
        seed = record.chance.seed.hex() if record.chance.seed is not None else None
        yield CHANCE, canonical({"secret": record.chance.secret.hex(), "seed": seed})
    for step in record.steps:
        yield from _of_step(record, step, draws)
    for name in LISTS:
        yield f"{name}.json", canonical(forms.plain(getattr(record, name)))
    yield MAIL, mailbox.written(record)


def others(record: Record) -> Iterator[str]:
    """Return the paths of files that a bundle of this record may have beside, which do not follow from it."""
    yield SIGNATURE
    if record.whole:
        yield from (f"steps/{step.step:04}/draws.json" for step in record.steps)


def _of_step(record: Record, step: Step, draws: Draws) -> Iterator[tuple[str, bytes]]:
    at = f"steps/{step.step:04}/"
    if step.sealed is None:
        yield f"{at}story.json", canonical(forms.story(step))
        return
    yield f"{at}step.json", canonical(forms.head(step))
    yield f"{at}input.json", input_bytes(record, step)
    yield f"{at}output.json", output_bytes(record, step)
    if step.step in draws:
        yield f"{at}draws.json", canonical(draws[step.step])


def input_bytes(record: Record, step: Step) -> bytes:
    """Return what the input hash of a step of the whole record is taken of (CHAIN.md 2)."""
    assert step.sealed is not None, "the whole record has it"
    assert record.chance is not None, "so it has this"
    assert record.chance.seed is not None, "a game that was played has a seed"
    about = record.about
    began = Began(
        name=about.name, ruleset=about.ruleset, options=about.options, commitment=about.commitment,
        seed=record.chance.seed, seats=about.seats,
    )  # fmt: skip
    orders: dict[str, list[str]] = {seat: list(lines) for seat, lines in step.orders.items()}
    return input_of(began, step=step.step, edition=step.edition, orders=orders, given=step.sealed.given)


def output_bytes(record: Record, step: Step, undone: int | None = None) -> bytes:
    """Return what the output hash of a step of the whole record is taken of (CHAIN.md 3).

    ``undone`` is the number of one that was taken back.
    """
    assert step.sealed is not None, "the whole record has it"
    part = (x for x in record.letters if x.step == step.step and x.undone == undone and (x.played or undone))
    letters = [Written(x.seat, x.kind, x.number, x.subject, x.body, x.document, x.form) for x in part]
    return output_of(step.sealed.state, step.events, letters)


def _record(files: Mapping[str, bytes], reader: Seat) -> Record:
    about = _read(files, "game.json", About)
    lists = {name: _read(files, f"{name}.json", of) for name, of in LISTS.items()}
    record = Record(reader=reader, about=about, **lists)
    if any((one.step.sealed is not None) != record.whole for one in record.undone):
        raise _malformed("undone.json")
    steps = range(about.step + 1)
    if not record.whole:
        return replace(record, steps=tuple(_told(files, n) for n in steps))
    chance = _chance(files)
    return replace(record, steps=tuple(_whole(files, n) for n in steps), chance=chance)


def _told(files: Mapping[str, bytes], number: int) -> Step:
    path = f"steps/{number:04}/story.json"
    return _numbered(number, path, _understood(path, lambda: forms.told_step(_json(files, path))))


def _whole(files: Mapping[str, bytes], number: int) -> Step:
    at = f"steps/{number:04}/"
    head = _numbered(number, f"{at}step.json", _read(files, f"{at}step.json", forms.Head))
    into, out = (_json(files, f"{at}{name}.json") for name in ("input", "output"))
    state, events = _understood(f"{at}output.json", lambda: (out["state"], forms.checked_events(out["events"])))
    if f"{at}draws.json" in files:
        _read(files, f"{at}draws.json", tuple[Drawn, ...])
    went_in = f"{at}input.json"
    return _understood(went_in, lambda: forms.whole_step(head, into["orders"], into["given"], state, events))


def _numbered(number: int, path: str, one: Numbered) -> Numbered:
    """Return what is said of a turn, if it is said of this one."""
    if one.step != number:
        raise _malformed(path)
    return one


def _chance(files: Mapping[str, bytes]) -> Chance:
    """Return what the luck came from; while a game goes on its seed alone, which stands in what went into each step."""
    if CHANCE in files:
        said = _read(files, CHANCE, Secret)
        return _understood(CHANCE, lambda: Chance(bytes.fromhex(said.secret), _seed(said.seed)))
    first = "steps/0000/input.json"
    return _understood(first, lambda: Chance(None, _seed(_json(files, first)["seed"])))


def _seed(said: str) -> bytes:
    if len(found := bytes.fromhex(said)) != SEED:
        raise ValueError("no seed is so long")
    return found


def _read(files: Mapping[str, bytes], path: str, kind: type[T]) -> T:
    return _understood(path, lambda: forms.value(_json(files, path), kind))


def _json(files: Mapping[str, bytes], path: str) -> Any:
    if path not in files:
        raise NoBundle(f"This bundle has no {path}: {CHANGED}.", path)
    try:
        found = orjson.loads(files[path])
    except orjson.JSONDecodeError as error:
        raise NoBundle(f"{path} in this bundle can't be read: {CHANGED}.", path) from error
    if not forms.is_plain(found):
        raise _malformed(path)
    return found


def _understood(path: str, read: Callable[[], T]) -> T:
    """Return what was read; whatever was put there that is none, it is said kindly."""
    try:
        return read()
    except NoBundle:
        raise
    except WRONG as error:
        raise _malformed(path) from error


def _malformed(path: str) -> NoBundle:
    return NoBundle(f"{path} in this bundle is not built as bundles are: {CHANGED}.", path)
