"""The events of a step as one reader was told them, and as the ruleset's own values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from referee.archive.record import End, Record, Step
from referee.engine.audience import PUBLIC, Seat, only
from referee.engine.events import Event
from referee.store.chain import canonical
from referee.store.codec import Codec, audience_from, audience_to

ALL, YOU = "all", "you"
"""What stands for an audience where the reader may not know who else was told: nearly everybody, or few."""


def told_to(events: bytes, reader: Seat) -> bytes:
    """Return the events that a reader was told, as JSON that does not say who else was."""
    every = [(name, fields, audience_from(fields["to"])) for name, fields in _each(events)]
    told = [(name, fields | {"to": ALL if to.others else YOU}) for name, fields, to in every if to.includes(reader)]
    return canonical([{name: fields} for name, fields in told])


def events(record: Record, step: Step, codec: Codec[Any, Any]) -> tuple[Event, ...]:
    """Return a step's events as values of its ruleset; those of a record that is cut are for its reader, or for all.

    ``codec`` must be that of the step's edition; raises `CodecError` for what is not of it.
    """
    if record.whole:
        return codec.load_events(step.events)
    to = {ALL: audience_to(PUBLIC), YOU: audience_to(only(record.reader))}
    found = [{name: fields | {"to": to[fields["to"]]}} for name, fields in _each(step.events)]
    return codec.load_events(orjson.dumps(found))


def ended(events: bytes) -> End | None:
    """Find the end of the game among events."""
    for name, fields in _each(events):
        if name == "GameEnded":
            return End(fields["reason"], tuple(map(Seat, fields["winners"])), tuple(map(Seat, fields["losers"])))
    return None


def _each(events: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    for one in orjson.loads(events):
        yield from one.items()
