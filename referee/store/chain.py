"""The hash chain over the steps of a game, of plain values. CHAIN.md beside this file is the written specification."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import orjson

from referee.engine.values import named, value

START = "0" * 64
"""What stands for the previous hash of the first step."""


def canonical(data: Any) -> bytes:
    """Write plain data as JSON in the one form that hashes are taken of: UTF-8, no blanks, sorted keys."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)


@value
class Hashes:
    """The four hashes of a step, in lower-case hexadecimal."""

    input: str
    output: str
    previous: str
    chain: str

    def named(self) -> dict[str, str]:
        """Return them by the names under which they are kept."""
        return {f"{name}_hash": getattr(self, name) for name in ("input", "output", "previous", "chain")}


@value
class Written:
    """A letter of a step as it is hashed."""

    seat: str
    kind: str
    number: int
    subject: str
    body: str
    document: str
    form: Sequence[str]


class Seated(Protocol):
    """A seat as it counts for the set-up."""

    @property
    def name(self) -> str:
        """The seat's name."""

    @property
    def wishes(self) -> Sequence[str]:
        """What its player wished for, as lines."""

    @property
    def word(self) -> str:
        """The player's word for the seed."""


@named
class Began:
    """What the input of each step says of its game: how it began, and from what its luck comes."""

    name: str
    ruleset: str
    options: Mapping[str, str]
    commitment: str
    seed: bytes
    seats: Sequence[Seated]


def hashes(given: bytes, output: bytes, previous: str) -> Hashes:
    """Hash a step's input and output and join them to the step before (CHAIN.md 1)."""
    into, out = hashlib.sha256(given).hexdigest(), hashlib.sha256(output).hexdigest()
    return Hashes(into, out, previous, joined(previous, into, out))


def joined(previous: str, into: str, out: str) -> str:
    """Return the hash that joins a step to the one before, by the hashes of its input and its output (CHAIN.md 1)."""
    return hashlib.sha256(f"referee chain 1\n{previous}\n{into}\n{out}\n".encode()).hexdigest()


def input_of(began: Began, *, step: int, edition: str, orders: Mapping[str, Any], given: bytes) -> bytes:
    """Write all that went into a step in its one form (CHAIN.md 2)."""
    return canonical(
        {
            "commitment": began.commitment,
            "edition": edition,
            "game": began.name,
            "given": orjson.Fragment(given),
            "options": began.options,
            "orders": orders,
            "ruleset": began.ruleset,
            "seats": [{"name": seat.name, "wishes": seat.wishes, "word": seat.word} for seat in began.seats],
            "seed": began.seed.hex(),
            "step": step,
        }
    )


def output_of(state: bytes, events: bytes, letters: Iterable[Written]) -> bytes:
    """Write all that came out of a step in its one form (CHAIN.md 3)."""
    listed = sorted(letters, key=lambda one: (one.seat, one.kind, one.number))
    written = [[one.seat, one.kind, one.number, one.subject, one.body, one.document, list(one.form)] for one in listed]
    return canonical({"events": orjson.Fragment(events), "letters": written, "state": orjson.Fragment(state)})
