"""What all tables are made from: rows; columns of moments, words of a closed list, JSON, and big things, packed."""

from __future__ import annotations

import zlib
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar

import orjson
from pydantic import ConfigDict
from sqlalchemy import Dialect, Integer, LargeBinary, String, TypeDecorator
from sqlmodel import SQLModel

E = TypeVar("E", bound=StrEnum)


class Row(SQLModel):
    """A row. The database checks it: what Pydantic would check it with is not worth making for each command."""

    model_config = ConfigDict(defer_build=True)  # type: ignore[assignment]


LEVEL = 1
"""Of zlib: the higher ones take several times as long for a tenth less."""


def packed(data: bytes) -> bytes:
    """Compress as all big columns are (RFC 1950)."""
    return zlib.compress(data, LEVEL)


def unpacked(data: bytes) -> bytes:
    """Undo `packed`; raises zlib.error if the bytes are not what was written."""
    return zlib.decompress(data)


def canonical(data: Any) -> bytes:
    """Write plain data as JSON in the one form that hashes are taken of: UTF-8, no blanks, sorted keys."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)


class Ready(NamedTuple):
    """What a packed column holds, packed before the transaction that stores it: others wait while that is open."""

    stored: bytes


@lru_cache(256)
def moment_text(moment: datetime) -> str:
    """Write an aware time as stored: UTC to the microsecond, always as long, so that texts sort as times do.

    The rows of one transaction tell the same few times.
    """
    assert moment.tzinfo is not None, "times are aware here"
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


class Moment(TypeDecorator[datetime]):
    """An aware time, stored as text in UTC like `2026-11-27T19:00:00.000000Z`."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write it down; a time without a zone is a mistake of ours."""
        return None if value is None else moment_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Read it back, in UTC."""
        return None if value is None else datetime.fromisoformat(value)


class Seconds(TypeDecorator[timedelta]):
    """A length of time, stored as whole seconds."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        """Count the seconds."""
        return None if value is None else int(value.total_seconds())

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:
        """Read it back."""
        return None if value is None else timedelta(seconds=value)


class Json(TypeDecorator[Any]):
    """Small plain data, stored as JSON that a person can read with the sqlite3 program."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Write it as JSON; None is NULL."""
        return None if value is None else canonical(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Read it back."""
        return None if value is None else orjson.loads(value)


class Packed(TypeDecorator[bytes]):
    """Bytes, compressed."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | Ready | None, dialect: Dialect) -> bytes | None:
        """Compress them, if that was not done before."""
        if isinstance(value, Ready):
            return value.stored
        return None if value is None else packed(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Uncompress them."""
        return None if value is None else unpacked(value)


class PackedText(TypeDecorator[str]):
    """Text, compressed as UTF-8."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | Ready | None, dialect: Dialect) -> bytes | None:
        """Compress it, if that was not done before."""
        if isinstance(value, Ready):
            return value.stored
        return None if value is None else packed(value.encode())

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        """Uncompress it."""
        return None if value is None else unpacked(value).decode()


class PackedJson(TypeDecorator[Any]):
    """Plain data, compressed as canonical JSON."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes | None:
        """Write it as JSON and compress that."""
        return None if value is None else packed(canonical(value))

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> Any:
        """Uncompress and read it."""
        return None if value is None else orjson.loads(unpacked(value))


@cache
def one_of(kind: type[E]) -> type[TypeDecorator[E]]:
    """Make the column of one closed list of words, stored as they are."""

    class OneOf(TypeDecorator[E]):
        impl = String
        cache_ok = True

        def process_bind_param(self, value: E | None, dialect: Dialect) -> str | None:
            return None if value is None else kind(value).value

        def process_result_value(self, value: str | None, dialect: Dialect) -> E | None:
            return None if value is None else kind(value)

    OneOf.__name__ = f"OneOf{kind.__name__}"
    return OneOf
