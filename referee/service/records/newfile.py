"""A file that is there whole or not at all, and that is written over nothing by mistake."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.engine.errors import SetupError
from referee.store import disk

ONLY_OURS = 0o600
"""It is its owner's to read and to write, and nobody else's."""


def may_write(path: Path, *, anew: bool) -> None:
    """Refuse a place where no file can be written; raises `SetupError` that says what would be right."""
    if path.is_dir():
        raise SetupError(f"{path} is a folder. Name a file in it.")
    if not path.parent.is_dir():
        raise SetupError(f"{path.parent}: there is no such folder to write the file to.")
    if path.exists() and not path.is_file():
        raise SetupError(f"{path} is no file that can be replaced.")
    if path.exists() and not anew:
        raise _taken(path)


def write(path: Path, data: bytes, *, anew: bool) -> None:
    """Write a file that its owner alone may read: in one go, so that who is stopped leaves no half of it.

    What is there already is written over only ``anew``. Raises `SetupError` if it may not be, `OSError` if it cannot.
    """
    may_write(path, anew=anew)
    with _nameless(path.parent) as (descriptor, source):
        with os.fdopen(os.dup(descriptor), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        if anew:
            beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
            _give_name(descriptor, source, beside)
            os.replace(beside, path)
        else:
            _give_name(descriptor, source, path)
    disk.sync(path.parent)


@contextmanager
def _nameless(folder: Path) -> Iterator[tuple[int, Path]]:
    """Open a file that has no name yet, so that nothing is left of it; where that cannot be, one with a hidden name."""
    hidden = None
    try:
        descriptor = os.open(folder, os.O_TMPFILE | os.O_WRONLY, ONLY_OURS)
    except (AttributeError, OSError):
        hidden = folder / f".{secrets.token_hex(8)}.part"
        descriptor = os.open(hidden, os.O_CREAT | os.O_EXCL | os.O_WRONLY, ONLY_OURS)
    try:
        yield descriptor, hidden or Path(f"/proc/self/fd/{descriptor}")
    finally:
        os.close(descriptor)
        if hidden is not None:
            hidden.unlink()


def _give_name(descriptor: int, source: Path, path: Path) -> None:
    """Give a file its name, if nothing has that; raises `SetupError` if something has."""
    try:
        os.link(source, path, src_dir_fd=descriptor)  # with which the link in /proc is followed
    except FileExistsError:
        raise _taken(path) from None


def _taken(path: Path) -> SetupError:
    said = f"{path}: there is a file of this name already, and nothing was written."
    return SetupError(f"{said} To replace it: --replace")
