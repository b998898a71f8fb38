"""Bringing a database up to date: looked at, copied, then changed in one transaction."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection
from sqlmodel import SQLModel

from referee.store.errors import Damaged, MigrationFailed, TooNew
from referee.store.sqlite import changing, copy, found, replacing

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0008"
"""The revision that this program needs; a test compares it with the scripts."""

SCRIPTS = Path(__file__).parent

EMPTY = (
    "this file is empty; what it held is lost, and it was not touched. Restore a backup: referee backup restore FILE "
    "FOLDER. If no campaign was ever in it, remove the folder and begin again: referee init."
)


def bring_up_to_date(
    path: Path, *, now: datetime, program: str, new: bool = False, scripts: Path = SCRIPTS, head: str = HEAD
) -> None:
    """See that the database has the tables of this program, after a copy into the folder `backups` beside it.

    Only a ``new`` one may be empty: another has lost what it held, and nothing may begin anew in its place. Raises
    `TooNew` for a database of a newer program, `NotADatabase` for another program's file, `Damaged` for an empty one
    and `MigrationFailed`; the file is then as it was.
    """
    old = revision(path)
    if old == head:
        return
    if old is None and not new:
        raise Damaged(f"{path}: {EMPTY}")
    config = _config(scripts)
    if old is not None:
        _refuse_unknown(path, old, head, config)
        backup = copy(path, _free(path.parent / "backups", f"{path.stem}-{old}-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"))
    else:
        backup = None
    try:
        with changing(path) as connection:
            _upgrade(connection, config, head, now=now, program=program)
    except Exception as error:
        kept = f" A copy from before is {backup}." if backup else ""
        undone = f"bringing it to revision {head} failed and was undone: {error}.{kept}"
        raise MigrationFailed(f"{path}: {undone}") from error


def revision(path: Path) -> str | None:
    """Return the revision of a database, None for an empty one; raises `NotADatabase`."""
    row = found(path, "SELECT version_num FROM alembic_version")
    return None if row is None else str(row[0])


def _upgrade(connection: Connection, config: Config, head: str, *, now: datetime, program: str) -> None:
    """Run the scripts that are missing, all in the transaction of this connection."""
    from alembic import command

    config.attributes["connection"] = connection
    command.upgrade(config, head)
    from referee.store import tables  # noqa: F401 - declares them

    version = SQLModel.metadata.tables["version"]
    connection.execute(replacing(version), {"revision": head, "program": program, "at": now})


def _refuse_unknown(path: Path, old: str, head: str, config: Config) -> None:
    """Refuse a revision that this program's scripts do not know: one to come, or one that is too old for them."""
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if old not in known:
        row, newer = found(path, "SELECT program FROM version ORDER BY at DESC, revision DESC LIMIT 1"), old > head
        made_by = f"version {row[0]}" if row else "a newer version" if newer else "an older version"
        said = f"{path}: this database was last used by {made_by} of the referee,"
        if newer:
            advice = "Install that version or a later one; the file was not touched."
            raise TooNew(f"{said} which is newer than this one (its revision is {old}). {advice}")
        advice = "Go on with that version, or let one between the two open it first; the file was not touched."
        raise MigrationFailed(f"{said} and this one cannot bring it up to date (its revision is {old}). {advice}")


def _config(scripts: Path) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _free(folder: Path, name: str) -> Path:
    """Return a name that no file has yet."""
    names = chain((name,), (f"{name}-{n}" for n in count(2)))
    return next(target for one in names if not (target := folder / f"{one}.db").exists())
