"""A bundle that somebody has: whether anything in it was changed. No campaign is opened."""

from __future__ import annotations

from pathlib import Path

from referee.archive import verification
from referee.archive.finding import Differing
from referee.archive.packing import MOST
from referee.archive.signature import KEY
from referee.engine.errors import SetupError
from referee.engine.values import value


@value
class Verified:
    """What looking at a bundle came to."""

    ok: bool
    """Whether nothing differs."""
    about: str
    """Which game it is, and how much of it."""
    found: list[str]
    """What was looked at and is true, in words."""
    differences: list[Differing]
    """What is not as it was."""
    unchecked: list[str]
    """What could not be looked at, and why, in words; it says nothing against the bundle."""


@value
class Proved:
    """The same for programs, and in sentences."""

    value: Verified
    sentences: tuple[str, ...]


def proved(file: Path, key: str = "") -> Proved:
    """Look at a bundle, and its signature by a key if one is given; raises `SetupError` for what is neither."""
    if key and not _is_key(key):
        raise SetupError(f"A key has {2 * KEY} figures from 0 to f; it stands in your invitation.")
    try:
        size = file.stat().st_size
        if size > MOST:
            raise SetupError(f"{file} is larger than any game; I did not read it.")
        data = file.read_bytes()
    except OSError as error:
        raise SetupError(f"I can't read {file}: {error.strerror}.") from None
    proof = verification.verify(data, key)
    found = Verified(proof.good, proof.about, proof.found, proof.ordered(), proof.unchecked)
    return Proved(found, tuple(proof.sentences()))


def _is_key(said: str) -> bool:
    try:
        return len(bytes.fromhex(said)) == KEY
    except ValueError:
        return False
