"""Shipped templates kept in compiled form, as Python keeps its modules: half of a short command's time goes into them.

What is kept is code, so it lies where the user's own programs keep such things, outside of every campaign, in a folder
that nobody else may write to; else nothing is kept. Templates of a campaign, which may have come with a backup, are
neither kept nor found here: a backup is words, and stays that. What they are compiled to, and the shipped ones that run
in a sandbox beside them, is remembered as long as the process lives.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache as once
from hashlib import sha256
from pathlib import Path

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

OTHERS_MAY_WRITE = 0o022

WORKED_IN = ("blocks", "spans", "wrap", "others")
"""What Jinja may work into the code of a template besides how it is read: the words that it says values with."""

HASH = 32
"""So many bytes before the code are its hash: a file that a failing disk has changed is not run."""


class Kept(BytecodeCache):
    """Compiled templates in files of one folder; one that cannot be read or written is done without."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take one from its file; what Jinja finds stale there is compiled anew."""
        with suppress(OSError):
            data = self._file(bucket).read_bytes()
            if sha256(data[HASH:]).digest() == data[:HASH]:
                bucket.bytecode_from_string(data[HASH:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Lay one down in one piece, for another process may look for it just then."""
        file = self._file(bucket)
        part = file.with_suffix(f".{os.getpid()}")
        data = bucket.bytecode_to_string()
        with suppress(OSError):
            part.write_bytes(sha256(data).digest() + data)
            part.replace(file)

    def _file(self, bucket: Bucket) -> Path:
        return self.folder / f"{bucket.key}.bin"


class Remembered(BytecodeCache):
    """Compiled templates in memory, by the place of their file: one that has changed takes the place of the older."""

    def __init__(self) -> None:
        self.code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take one that is known; what Jinja finds stale there is compiled anew."""
        if bucket.key in self.code:
            bucket.bytecode_from_string(self.code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Remember one."""
        self.code[bucket.key] = bucket.bytecode_to_string()


SANDBOXED = Remembered()
"""Of those that run in a sandbox, whose code is another than that of the same templates outside."""


def cache(reader: str, campaign: Path | None = None) -> Kept | None:
    """Return where templates are kept as they are compiled when read as this file of ours says.

    Nothing if that lies in the campaign, or is not ours alone.
    """
    folder = _folder(reader)
    if folder is None or (campaign is not None and folder.is_relative_to(campaign.resolve())):
        return None
    return Kept(folder)


@once
def _folder(reader: str) -> Path | None:
    """Make the folder of this Jinja, and of how templates are read here, if it can be had."""
    at = os.environ.get("XDG_CACHE_HOME", "")
    home = Path(at) if os.path.isabs(at) else Path(os.path.expanduser("~")) / ".cache"
    files = [Path(reader), *(Path(__file__).with_name(f"{one}.py") for one in WORKED_IN)]
    how = [file.read_bytes() for file in files]
    edition = sha256(jinja2.__version__.encode() + b"".join(how)).hexdigest()[:12]
    folder = home.resolve() / "referee" / "templates" / edition
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return None
    return folder if found.st_uid == os.getuid() and not found.st_mode & OTHERS_MAY_WRITE else None
