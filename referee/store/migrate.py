"""Bringing a database up to date: looked at, copied, then changed in one transaction."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from referee.store.columns import moment_text
from referee.store.connection import PATIENCE, connected
from referee.store.errors import Damaged, MigrationFailed, NotADatabase, TooNew, Unwritable

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0004"
"""The revision that this program needs; a test compares it with the scripts."""

SCRIPTS = Path(__file__).parent / "migrations"

EMPTY = (
    "this file is empty; what it held is lost, and it was not touched. Restore a backup: referee backup restore FILE "
    "FOLDER. If no campaign was ever in it, remove the folder and begin again: referee init."
)

APPLICATION_ID = int.from_bytes(b"RFEE")
"""In the file's header, so that a database of another program is never taken for ours."""


def bring_up_to_date(
    path: Path,
    backups: Path,
    *,
    now: datetime,
    program: str,
    new: bool = False,
    scripts: Path = SCRIPTS,
    head: str = HEAD,
) -> None:
    """See that the database has the tables of this program, after a copy into the folder `backups`.

    Only a ``new`` one may be empty: another has lost what it held, and nothing may begin anew in its place. Raises
    `TooNew` for a database of a newer program, `NotADatabase` for another program's file, `Damaged` for an empty one
    and `MigrationFailed`; the file is then as it was.
    """
    found = revision(path)
    if found == head:
        return
    if found is None and not new:
        raise Damaged(f"{path}: {EMPTY}")
    config = _config(scripts)
    if found is not None:
        _refuse_newer(path, found, config)
        backup = copy(path, _free(backups / f"{path.stem}-{found}-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.db"))
    else:
        backup = None
    try:
        with connected(path, PATIENCE, foreign_keys=False) as connection:
            _upgrade(connection, config, head, now=now, program=program)
    except Exception as error:
        kept = f" A copy from before is {backup}." if backup else ""
        undone = f"bringing it to revision {head} failed and was undone: {error}.{kept}"
        raise MigrationFailed(f"{path}: {undone}") from error


def revision(path: Path) -> str | None:
    """Return the revision of a database, None for an empty one; raises `NotADatabase`."""
    with closing(sqlite3.connect(path)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application == APPLICATION_ID:
            (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return str(found)
        if connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            raise NotADatabase(f"{path}: this is a database of another program; it was not touched.")
        return None


def copy(path: Path, target: Path) -> Path:
    """Write a consistent copy of a database into a new file, readable by its owner alone."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise Unwritable(f"{target}: there is a file already; no copy was written.") from None
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as destination:
            source.backup(destination)
            destination.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error:
        target.unlink()
        raise
    _sync(target)
    _sync(target.parent)
    return target


def _upgrade(connection: Connection, config: Config, head: str, *, now: datetime, program: str) -> None:
    """Run the scripts that are missing, all in the transaction of this connection."""
    from alembic import command

    config.attributes["connection"] = connection
    command.upgrade(config, head)
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        raise MigrationFailed(f"{len(broken)} rows would name others that are not there")
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    done = text("INSERT OR REPLACE INTO version (revision, program, at) VALUES (:revision, :program, :at)")
    connection.execute(done, {"revision": head, "program": program, "at": moment_text(now)})


def _refuse_newer(path: Path, found: str, config: Config) -> None:
    """Refuse a revision that this program's scripts do not know."""
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found not in known:
        with closing(sqlite3.connect(path)) as connection:
            row = connection.execute("SELECT program FROM version ORDER BY at DESC, revision DESC LIMIT 1").fetchone()
        made_by = f"version {row[0]}" if row else "a newer version"
        raise TooNew(
            f"{path}: this database was last used by {made_by} of the referee, which is newer than this one "
            f"(its revision is {found}). Install that version or a later one; the file was not touched."
        )


def _config(scripts: Path) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _free(target: Path) -> Path:
    """Return a name that no file has yet."""
    tried, n = target, 1
    while tried.exists():
        n += 1
        tried = target.with_stem(f"{target.stem}-{n}")
    return tried


def _sync(path: Path) -> None:
    """See that a file or folder is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
