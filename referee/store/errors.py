"""What can go wrong between us and the database file, said to the one who runs the referee."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """Something about the database that its owner must know; the message says what to do."""


class NoDatabase(StoreError):
    """There is no file where the database should be."""


class NotADatabase(StoreError):
    """The file is something else than a database of ours."""


class TooNew(StoreError):
    """The database was made by a newer program than this one."""


class MigrationFailed(StoreError):
    """Bringing the database up to date did not work; the file is as it was."""


class Busy(StoreError):
    """Another process held the database for too long; trying again later is right."""


class DiskFull(StoreError):
    """There is no room left; nothing of the transaction was saved."""


class Unwritable(StoreError):
    """The file or its folder cannot be opened or written."""


class Damaged(StoreError):
    """The file, or something stored in it, is not what was written."""


class AlreadyPlayed(StoreError):
    """The game is no longer at this step, or not in a state to be played: somebody was first."""


class Taken(StoreError):
    """A name, an address or a place that is somebody else's already."""


class NotThere(StoreError):
    """What was asked for is not in the database."""


KINDS: dict[str, tuple[type[StoreError], str]] = {
    "SQLITE_BUSY": (Busy, "another process keeps it locked. Is a second referee running? Nothing was lost; try again"),
    "SQLITE_LOCKED": (Busy, "another part of this process keeps it locked. Nothing was lost; try again"),
    "SQLITE_FULL": (DiskFull, "the disk is full. Nothing was half saved; make room and try again"),
    "SQLITE_NOTADB": (NotADatabase, "this is no database, or a badly damaged one. Take a copy from backups/"),
    "SQLITE_CORRUPT": (Damaged, "the file is damaged. Stop the referee and take a copy from backups/"),
    "SQLITE_IOERR": (Damaged, "the disk did not read or write it. Look at the system's log before going on"),
    "SQLITE_READONLY": (Unwritable, "it cannot be written. Check its owner and permissions, and those of its folder"),
    "SQLITE_CANTOPEN": (Unwritable, "it cannot be opened. Check that its folder exists and may be written"),
    "SQLITE_PERM": (Unwritable, "it may not be opened. Check its owner and permissions"),
}
"""By SQLite's name of the error, its extensions included (https://sqlite.org/rescode.html)."""


NO_ROOM = 1_000_000
"""With less room than this a file beside the database cannot be made longer, which SQLite calls a fault of the disk."""


def kind_of(error: sqlite3.Error, path: Path) -> StoreError | None:
    """Say an error of SQLite in words that help, or nothing if it is not about the file."""
    code = getattr(error, "sqlite_errorname", None) or ""
    if code.startswith("SQLITE_IOERR") and _is_full(path):
        code = "SQLITE_FULL"
    for name, (kind, words) in KINDS.items():
        if code == name or code.startswith(f"{name}_"):
            return kind(f"{path}: {words}. (SQLite: {error})")
    if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
        kind, words = KINDS["SQLITE_NOTADB"]
        return kind(f"{path}: {words}. (SQLite: {error})")
    return None


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < NO_ROOM
    except OSError:
        return False


@contextmanager
def speaking(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about this file into ours; others pass as they are."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        inner = error.orig if isinstance(error, DBAPIError) else error
        kind = kind_of(inner, path) if isinstance(inner, sqlite3.Error) else None
        if kind is None:
            raise
        raise kind from error
