"""The folder that a site is written into: only what changed is written, and only what was written there is removed.

A list of its files lies in the folder, with the hash of each and of what it was made from. It is written before the
pages and after them, so that whenever a build is broken off, each page is whole, and the next build knows them all.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import orjson

from referee.engine.errors import SetupError
from referee.engine.values import value

OWN = ".referee"
"""The folder within for the list, and for pages that are being written."""

LIST, PARTS = "site.json", "parts"
FORMAT = 1
PUBLIC = "public"
"""For whom a site is that everybody may read; one for a seat says which."""


@value
class Listed:
    """A file that was written: the hashes it may have (two while a build is not done), and of what it was made from."""

    hashes: tuple[str, ...]
    source: str = ""


@dataclass
class Built:
    """What a build did to a folder."""

    folder: Path
    """Where the pages are."""
    written: int = 0
    """How many files it wrote."""
    unchanged: int = 0
    """How many are as they were."""
    removed: int = 0
    """How many it removed, for they are no longer part."""
    kept: list[str] = field(default_factory=list)
    """Those that are no longer part, but were changed by hand."""
    left_out: list[str] = field(default_factory=list)
    """Games that are not shown, for their rules cannot be loaded."""

    def __str__(self) -> str:
        """Say it in a sentence or two."""
        said = f"{self.folder}: {self.written} files written, {self.unchanged} as they were, {self.removed} removed."
        if self.kept:
            said += f" Kept, for it was changed by hand: {', '.join(self.kept)}."
        if self.left_out:
            said += f" Left out, for their rules cannot be loaded: {', '.join(self.left_out)}."
        return said


class Output:
    """One build into a folder. Pages are offered one by one, and the folder is touched when all are there."""

    def __init__(self, folder: Path, reader: str = PUBLIC) -> None:
        """Look into the folder; raises `SetupError` if it holds what is for other eyes, or cannot be used."""
        self.folder, self.reader = folder, reader
        self.before = _listed(folder, reader)
        self._not_beside_others()
        self.new: dict[str, bytes] = {}
        self.now: dict[str, Listed] = {}

    def add(self, path: str, content: bytes | str, source: str = "") -> None:
        """Offer a file by its path within the folder."""
        data = content.encode() if isinstance(content, str) else content
        assert path not in self.now, f"{path} is offered twice"
        digest = sha256(data).hexdigest()
        self.now[path] = Listed((digest,), source)
        if self._there(path) != digest:
            self.new[path] = data

    def made(self, path: str, source: str, make: Callable[[], bytes | str]) -> int:
        """Offer a file that is made anew only if what it is made from, as this hash tells, is not what it was.

        Returns how many bytes it has.
        """
        was = self.before.get(path)
        if was is not None and was.source == source and was.hashes == (self._there(path),):
            self.now[path] = was
            return (self.folder / path).stat().st_size
        self.add(path, make(), source)
        return len(self.new.get(path, b"")) or (self.folder / path).stat().st_size

    def done(self) -> Built:
        """Write what is new and remove what is no longer part; raises `SetupError` rather than touch another's file."""
        gone = {path: one for path, one in self.before.items() if path not in self.now}
        self._not_over_others()
        did = Built(self.folder, len(self.new), len(self.now) - len(self.new))
        if self.new or gone or self.now != self.before:
            self._write_all(gone, did)
        return did

    def _write_all(self, gone: dict[str, Listed], did: Built) -> None:
        try:
            shutil.rmtree(self.folder / OWN / PARTS, ignore_errors=True)
            (self.folder / OWN / PARTS).mkdir(parents=True)
            self._write_list({path: self._either(path) for path in {**self.before, **self.now}})
            for path, data in self.new.items():
                self._write(path, data)
            for path, one in gone.items():
                self._remove(path, one, did)
            self._write_list(self.now)
            (self.folder / OWN / PARTS).rmdir()
        except OSError as error:
            raise SetupError(f"{self.folder} cannot be written to: {error.strerror or error}.") from None

    def _either(self, path: str) -> Listed:
        """Return what a file may be while the build goes on: as it was, or as it will be."""
        both = [one for one in (self.before.get(path), self.now.get(path)) if one is not None]
        hashes = tuple(dict.fromkeys(digest for one in both for digest in one.hashes))
        return Listed(hashes, both[-1].source if len(hashes) == 1 else "")

    def _there(self, path: str) -> str:
        """Return the hash of a file as it lies there; nothing if there is none."""
        try:
            return sha256((self.folder / path).read_bytes()).hexdigest()
        except OSError:
            return ""

    def _write(self, path: str, data: bytes) -> None:
        """Lay a file down in one piece."""
        file, part = self.folder / path, self.folder / OWN / PARTS / "part"
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        os.replace(part, file)

    def _write_list(self, files: dict[str, Listed]) -> None:
        listed = {path: {"hashes": one.hashes, "source": one.source} for path, one in sorted(files.items())}
        data = {"format": FORMAT, "for": self.reader, "files": listed}
        self._write(f"{OWN}/{LIST}", orjson.dumps(data, option=orjson.OPT_INDENT_2))

    def _remove(self, path: str, one: Listed, did: Built) -> None:
        """Remove a file, unless it is not what was written; and the folders that are empty then."""
        there = self._there(path)
        if there and there not in one.hashes:
            did.kept.append(path)
            return
        file = self.folder / path
        file.unlink(missing_ok=True)
        did.removed += 1
        for folder in file.parents:
            if folder == self.folder:
                break
            with suppress(OSError):  # something else lies in it
                folder.rmdir()

    def _not_over_others(self) -> None:
        """Refuse to write over a file that no build wrote."""
        mine = next((path for path in self.new if path not in self.before and (self.folder / path).exists()), None)
        if mine is not None:
            raise SetupError(f"{self.folder / mine} was not written here, and would be lost. Name another folder.")

    def _not_beside_others(self) -> None:
        """Refuse a folder within a site for other eyes, or around one."""
        around = [folder for folder in self.folder.resolve().parents if (folder / OWN / LIST).is_file()]
        within = [found.parent.parent for found in self.folder.rglob(f"{OWN}/{LIST}")] if self.folder.is_dir() else []
        for folder in (*around, *(one for one in within if one != self.folder)):
            raise SetupError(f"{folder} is a site of its own. Name a folder that is neither in one nor around one.")


def _listed(folder: Path, reader: str) -> dict[str, Listed]:
    """Read the list of an earlier build; raises `SetupError` if that was for other eyes, or is no folder."""
    try:
        data = orjson.loads((folder / OWN / LIST).read_bytes())
        if folder.is_dir() and data["format"] != FORMAT:
            raise SetupError(f"{folder} was built by another version of the program. Name an empty folder.")
        if data["for"] != reader:
            said = f"{folder} holds a site {_for(data['for'])}, and this one is {_for(reader)}"
            raise SetupError(f"{said}. Name another folder.")
        found = {path: Listed(tuple(one["hashes"]), one["source"]) for path, one in data["files"].items()}
        if any(path.startswith("/") or ".." in path.split("/") for path in found):
            raise KeyError(LIST)  # a list that leads out of the folder is none of ours
        return found
    except FileNotFoundError:
        return {}
    except NotADirectoryError:
        raise SetupError(f"{folder} is no folder.") from None
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise SetupError(f"The list {folder / OWN / LIST} cannot be read. Name an empty folder.") from None


def _for(reader: str) -> str:
    return "for everybody" if reader == PUBLIC else f"for {reader} alone"
