"""What all tables are made from: rows, columns of moments, JSON and big things, packed; the closed lists of words."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, NamedTuple

import orjson
from pydantic import ConfigDict
from sqlalchemy import Dialect, Integer, LargeBinary, String, TypeDecorator
from sqlmodel import Field, SQLModel

from referee.store.chain import canonical


class Row(SQLModel):
    """A row. The database checks it: what Pydantic would check it with is not worth making for each command."""

    model_config = ConfigDict(defer_build=True)  # type: ignore[assignment]


class Numbered(Row):
    """A row with a number of its own, which it has once it was saved."""

    id: int = Field(default=None, primary_key=True)


class OfGame(Numbered):
    """Such a row about one game."""

    game: int = Field(foreign_key="game.id")


LEVEL = 3
"""Of zlib: letters fit into their pages then. 1 takes a tenth less time, and 6 two thirds more for 7 % less."""


def packed(data: bytes, beside: bytes = b"") -> bytes:
    """Compress as all big columns are (RFC 1950).

    What stands ``beside`` it, and says much the same, makes it shorter: it is the preset dictionary.
    """
    if not beside:
        return zlib.compress(data, LEVEL)
    one = zlib.compressobj(LEVEL, zdict=beside)
    return one.compress(data) + one.flush()


def unpacked(data: bytes, beside: bytes = b"") -> bytes:
    """Undo `packed`, whether it was given what stands ``beside`` or not, which the bytes themselves say.

    Raises zlib.error if they are not what was written, or stand beside something else.
    """
    if not beside:
        return zlib.decompress(data)
    one = zlib.decompressobj(zdict=beside)
    found = one.decompress(data)
    if not one.eof:
        raise zlib.error("the end is missing")
    return found


class Ready(NamedTuple):
    """What a packed column holds, packed before the transaction that stores it: others wait while that is open."""

    stored: bytes


class Stored(TypeDecorator[Any]):
    """A column whose values two functions write and read; NULL is None, of which they need not know."""

    write: Any
    read: Any

    def __init_subclass__(cls) -> None:
        """Let the statements be kept in which such a column stands; it has no arguments in which two could differ."""
        cls.cache_ok = True

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any]:
        """Return what writes a value."""
        return lambda value: None if value is None else self.write(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return what reads it."""
        return lambda value: None if value is None else self.read(value)


def moment_text(moment: datetime) -> str:
    """Write an aware time as stored: UTC to the microsecond, always as long, so that texts sort as times do."""
    assert moment.tzinfo is not None, "times are aware here"
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _kept(data: bytes | Ready) -> bytes:
    return data.stored if isinstance(data, Ready) else packed(data)


class Moment(Stored):
    """An aware time, stored as text in UTC like `2026-11-27T19:00:00.000000Z`.

    The rows of one transaction tell the same few times.
    """

    impl = String
    write = staticmethod(lru_cache(256)(moment_text))
    read = staticmethod(lru_cache(256)(datetime.fromisoformat))


class Seconds(Stored):
    """A length of time, stored as whole seconds."""

    impl = Integer
    write = staticmethod(lambda span: int(span.total_seconds()))
    read = staticmethod(lru_cache(256)(lambda seconds: timedelta(seconds=seconds)))


class Json(Stored):
    """Small plain data, stored as JSON that a person can read with the sqlite3 program."""

    impl = String
    write = staticmethod(lambda data: canonical(data).decode())
    read = staticmethod(orjson.loads)


class Packed(Stored):
    """Bytes, compressed, if that was not done before."""

    impl = LargeBinary
    write = staticmethod(_kept)
    read = staticmethod(unpacked)


class PackedText(Stored):
    """Text, compressed as UTF-8, if that was not done before."""

    impl = LargeBinary
    write = staticmethod(lambda text: _kept(text.encode() if isinstance(text, str) else text))
    read = staticmethod(lambda data: unpacked(data).decode())


class PackedJson(Stored):
    """Plain data, compressed as canonical JSON."""

    impl = LargeBinary
    write = staticmethod(lambda data: packed(canonical(data)))
    read = staticmethod(lambda data: orjson.loads(unpacked(data)))


@cache
def one_of(kind: type[StrEnum]) -> type[Stored]:
    """Make the column of one closed list of words, stored as they are; any other word is a `KeyError`."""
    words = {word: word.value for word in kind}
    values = {word.value: word for word in kind}
    return type(kind.__name__, (Stored,), {"impl": String, "write": words.__getitem__, "read": values.__getitem__})


class Status(StrEnum):
    """Where a game stands; a `deleted` one never began, and is in nobody's list."""

    INVITING = "inviting"
    RUNNING = "running"
    PAUSED = "paused"
    HELD = "held"
    OVER = "over"
    DELETED = "deleted"


class Reveal(StrEnum):
    """What is opened after the end."""

    FULL = "full"
    NONE = "none"


class Reading(StrEnum):
    """How far a letter has come: `read` is one whose reading began and has not come to an end."""

    STORED = "stored"
    READ = "read"
    HELD = "held"
    DONE = "done"


class Occasion(StrEnum):
    """Why a step was adjudicated when it was."""

    SET_UP = "set-up"
    DEADLINE = "deadline"
    EARLY = "early"
    GM = "gm"


class Sending(StrEnum):
    """How far a mail has come: `failed` was refused for good, `dead` was tried for too long."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"
    DEAD = "dead"


class Matter(StrEnum):
    """What a confirmation is about."""

    SIGN_UP = "sign-up"
    INVITATION = "invitation"
    ADD_ADDRESS = "add address"
    REMOVE_ADDRESS = "remove address"
    OBSERVE = "observe"
    STANDBY = "standby"
    RESIGN = "resign"
    PRESS = "press"
    GM_ORDER = "gm order"
