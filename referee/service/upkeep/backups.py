"""Backups: a whole campaign in one file, made while it runs, proved before it counts, and laid out again.

A backup is a gzipped tar: the database as it was at one moment, every file of the campaign's folder beside it, and a
list with the hash of each. Only its owner may read it, for it holds what the campaign holds.
"""

import gzip
import hashlib
import io
import json
import os
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from referee import __version__
from referee.config import FILE
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.service.campaign.logbook import log
from referee.shown import column
from referee.store import disk
from referee.store.errors import Damaged
from referee.store.migrations import revision
from referee.store.sqlite import copy, games_in

LIST = "backup.json"
DATABASE = "referee.db"
FOLDER = "backups"
"""Where in a campaign's folder backups lie, if they lie there, and in any case a note of the newest."""

NEWEST = "newest.txt"
LEFT_OUT = (FOLDER, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", f"{DATABASE}-journal", LIST)
"""What is not copied as a file: the database is copied by its own means, and backups hold no backups."""

MOST = 20_000_000_000
"""No backup of ours is larger when it is laid out."""


@value
class Backup:
    """What a backup says of itself."""

    path: Path
    """Its file."""
    made_at: datetime
    """When it was made."""
    program: str
    """The version of the program that made it."""
    revision: str
    """The revision of its database."""
    files: int
    """How many files are in it."""
    games: dict[str, int]
    """Its games, each with the turns that are adjudicated."""


@value
class Lying:
    """A backup as it lies in a folder, not opened."""

    file: Path = field(metadata=column("file"))
    """Its file."""
    written: datetime = field(metadata=column("written"))
    """When the file was written."""
    size: int = field(metadata=column("bytes"))
    """Its bytes."""


def make(folder: Path, target: Path, *, now: datetime) -> Backup:
    """Back a campaign up into a new file, or into a folder under a name of its own; it may be running meanwhile.

    A name without a suffix is that of a folder, which is made if it is not there.

    The backup is read again and checked before it gets its name, so a file of that name is a good one. Raises
    `SetupError` if there is no campaign, or the file is there already.
    """
    if not (folder / FILE).is_file() or not (folder / DATABASE).is_file():
        raise SetupError(f"{folder}: there is no campaign here to back up.")
    if not target.exists() and not target.suffix and target.parent.is_dir():
        target.mkdir(mode=0o700)
    if target.is_dir():
        target = target / f"{folder.resolve().name}-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.tar.gz"
    if target.exists():
        raise SetupError(f"{target}: there is a file of this name already; no backup was written.")
    if not target.parent.is_dir():
        raise SetupError(f"{target.parent}: there is no such folder to write the backup to.")
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="referee-backup-") as scratch:
        database = copy(folder / DATABASE, Path(scratch) / DATABASE)
        _write(part, folder, database, now)
    try:
        found = check(part)
        os.rename(part, target)
    finally:
        part.unlink(missing_ok=True)
    disk.sync(target.parent)
    _note(folder, target, found.made_at)
    return Backup(target, found.made_at, found.program, found.revision, found.files, found.games)


def _note(folder: Path, target: Path, made_at: datetime) -> None:
    """Write down in the campaign's folder what its newest backup is, wherever that lies; nothing fails for it."""
    try:
        (folder / FOLDER).mkdir(exist_ok=True)
        (folder / FOLDER / NEWEST).write_text(f"{made_at.isoformat()} {target.resolve()}\n", encoding="utf-8")
    except OSError as error:
        log.warning("there is a backup, but it was not noted", why=error.strerror)


def newest(folder: Path) -> datetime | None:
    """Return when the newest backup of a campaign was made, as far as its folder knows."""
    found = [datetime.fromtimestamp(one.stat().st_mtime, UTC) for one in (folder / FOLDER).glob("*.tar.gz")]
    note = folder / FOLDER / NEWEST
    if note.is_file():
        found.append(datetime.fromisoformat(note.read_text(encoding="utf-8").partition(" ")[0]))
    return max(found, default=None)


def lying(folder: Path) -> list[Lying]:
    """List the backups in a folder, oldest first; raises `SetupError` if there is no such folder."""
    if not folder.is_dir():
        raise SetupError(f"{folder}: there is no such folder.")
    found = [(one.stat(), one) for one in folder.glob("*.tar.gz") if one.is_file()]
    rows = [Lying(one, datetime.fromtimestamp(stat.st_mtime, UTC), stat.st_size) for stat, one in found]
    return sorted(rows, key=lambda one: (one.written, one.file))


def check(path: Path) -> Backup:
    """Prove a backup: every file has its hash, and the database is whole. Raises `SetupError` with what is wrong."""
    with tempfile.TemporaryDirectory(prefix="referee-backup-") as scratch:
        return _laid_out(path, Path(scratch))


def restore(path: Path, folder: Path) -> Backup:
    """Lay a good backup out as a campaign in a folder that is empty or not there; else raises `SetupError`."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SetupError(f"{folder}: a backup is restored into an empty folder, and here is something already.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".referee-restore-", dir=folder.parent) as scratch:
        place = Path(scratch) / "campaign"
        place.mkdir(mode=0o700)
        found = _laid_out(path, place)
        (place / LIST).unlink()
        if folder.exists():
            folder.rmdir()
        os.rename(place, folder)
    disk.sync(folder.parent)
    _note(folder, path, found.made_at)
    return found


def thin(folder: Path, name: str, keep: int) -> list[Path]:
    """Remove the oldest backups of one campaign in a folder but for the newest few; return those removed."""
    found = sorted(p for p in folder.glob(f"{name}-*.tar.gz") if p.is_file())
    old = found[:-keep] if keep > 0 else []
    for path in old:
        path.unlink()
    return old


def _write(part: Path, folder: Path, database: Path, now: datetime) -> None:
    listed: dict[str, str] = {}
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with (
        os.fdopen(descriptor, "wb") as raw,
        gzip.GzipFile(fileobj=raw, mode="wb", filename="", compresslevel=6) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for name, path in [(DATABASE, database), *_files(folder)]:
            data = path.read_bytes() if name != DATABASE else None
            listed[name] = _hash(path) if data is None else hashlib.sha256(data).hexdigest()
            info = archive.gettarinfo(path, name)
            info.uid = info.gid = 0
            info.uname = info.gname = ""
            if data is None:
                with path.open("rb") as file:
                    archive.addfile(info, file)
            else:  # read once, so that its hash is of what is written, though somebody edits it now
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
        told = {
            "program": __version__,
            "revision": revision(database) or "",
            "made_at": now.astimezone(UTC).isoformat(),
            "files": listed,
        }
        text = json.dumps(told, indent=2, sort_keys=True).encode()
        info = tarfile.TarInfo(LIST)
        info.size, info.mode, info.mtime = len(text), 0o600, int(now.timestamp())
        archive.addfile(info, io.BytesIO(text))
    with part.open("rb") as file:
        os.fsync(file.fileno())


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """List what lies in a campaign's folder, by its name in the backup."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if name.parts[0] not in LEFT_OUT and path.is_file() and not path.is_symlink():
            yield PurePosixPath(*name.parts).as_posix(), path


def _laid_out(path: Path, place: Path) -> Backup:
    """Unpack a backup into an empty folder and prove it."""
    try:
        with gzip.open(path) as whole:  # to its end, where its checksum stands
            while whole.read(1 << 20):
                pass
        with tarfile.open(path, mode="r:gz") as archive:
            size = 0
            for member in archive:
                size += member.size
                name = PurePosixPath(member.name)
                if not member.isfile() or name.is_absolute() or ".." in name.parts or size > MOST:
                    raise SetupError(f"{path}: this is no whole backup; {member.name!r} does not belong in one.")
                _unpack(archive, member, place / name)
        told = json.loads((place / LIST).read_text(encoding="utf-8"))
        listed = dict(told["files"])
        made_at, program, made_with = datetime.fromisoformat(told["made_at"]), str(told["program"]), told["revision"]
    except FileNotFoundError as error:
        raise SetupError(f"{error.filename or path}: there is no such file.") from None
    except IsADirectoryError:
        raise SetupError(f"{path} is a folder. Name the backup in it, whose name ends with .tar.gz.") from None
    except RecursionError:
        raise SetupError(f"{path}: this is no whole backup of a campaign: its list has no end.") from None
    except (OSError, EOFError, zlib.error, tarfile.TarError, ValueError, KeyError, TypeError) as error:
        raise SetupError(f"{path}: this is no whole backup of a campaign: {error}.") from None
    found = {p.relative_to(place).as_posix() for p in place.rglob("*") if p.is_file()} - {LIST}
    return _proved(path, place, listed, found, made_at, program, str(made_with))


def _unpack(archive: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    source = archive.extractfile(member)
    assert source is not None, "it is a file"
    descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with source, os.fdopen(descriptor, "wb") as file:
        shutil.copyfileobj(source, file)


def _proved(
    path: Path, place: Path, listed: dict[str, str], found: set[str], made_at: datetime, program: str, made_with: str
) -> Backup:
    if found != listed.keys():
        odd = sorted(found ^ listed.keys())[0]
        raise SetupError(f"{path}: this backup is not whole: {odd} is wanting, or too much.")
    for name, wanted in listed.items():
        if _hash(place / name) != wanted:
            raise SetupError(f"{path}: this backup is damaged: {name} is not as it was written.")
    if DATABASE not in listed or FILE not in listed:
        raise SetupError(f"{path}: this backup has no {FILE} or no database.")
    try:
        games = games_in(place / DATABASE)
    except Damaged as error:
        raise SetupError(f"{path}: the database in this backup {error}.") from None
    return Backup(path, made_at, program, made_with, len(listed), games)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
