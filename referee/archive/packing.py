"""Files packed into a zip in one way alone, and unpacked with care: one that lies fills nobody's disk or memory."""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from referee.engine.errors import SetupError

MOST = 512 * 1024 * 1024
"""So many bytes are unpacked of one bundle, all files together."""

MOST_FILES = 60_000
LEVEL = 9
MADE = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the first that a zip can tell."""

PATH = re.compile(r"(?:steps/\d{4}/)?[a-z]+\.(?:json|mbox)")
LOCAL, CENTRAL, LAST = 30, 46, 22
"""How long the records of a zip are without their names (APPNOTE 4.3)."""

DAMAGED = "This file is no whole bundle: it was damaged, cut off, or is something else."


class NoBundle(SetupError):
    """A file that cannot be read as a bundle; the message says why, ``path`` which file in it is to blame."""

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.path = path


def packed(files: Mapping[str, bytes]) -> bytes:
    """Pack files in their order."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=LEVEL) as made:
        for path, data in files.items():
            assert PATH.fullmatch(path), "paths are plain"
            entry = ZipInfo(path, MADE)
            entry.compress_type, entry.create_system, entry.external_attr = ZIP_DEFLATED, 3, 0o644 << 16
            made.writestr(entry, data)
    return out.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    """Return the files of a zip by their path; raises `NoBundle` for anything that `packed` does not make."""
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            _look_over(data, archive, entries)
            return {entry.filename: archive.read(entry) for entry in entries}
    except NoBundle:
        raise
    except (BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, RuntimeError, ValueError) as error:
        raise NoBundle(DAMAGED) from error


def _look_over(data: bytes, archive: ZipFile, entries: list[ZipInfo]) -> None:
    """Refuse, before anything is unpacked, what is too large, hides something, or can be read in two ways."""
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST:
        raise NoBundle("This bundle is larger than this program unpacks; no game is so large.")
    if not all(PATH.fullmatch(entry.filename) for entry in entries):
        raise NoBundle("This bundle holds a file with a name that no bundle has, so nothing of it was read.")
    if len({entry.filename for entry in entries}) < len(entries):
        raise NoBundle("This bundle holds two files of one name, so nothing of it was read.")
    at, listed = 0, archive.start_dir
    for entry in entries:
        name = len(entry.filename)
        here = data[at + 4 : at + LOCAL]
        plain = entry.compress_type in (ZIP_STORED, ZIP_DEFLATED) and not entry.flag_bits
        if entry.header_offset != at or here != data[listed + 6 : listed + 32] or not plain or here[24:26] != b"\0\0":
            raise BadZipFile
        at += LOCAL + name + entry.compress_size
        listed += CENTRAL + name
    if at != archive.start_dir or listed + LAST != len(data):
        raise BadZipFile
