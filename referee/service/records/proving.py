"""A bundle that somebody has: whether anything in it was changed. No campaign is opened."""

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


def proved(file: Path, key: str = "") -> tuple[Verified, list[str]]:
    """Look at a bundle, and its signature by a key if one is given; return what it came to, and that in sentences.

    Raises `SetupError` for what is no bundle or no key.
    """
    if key:
        key_of(key)
    try:
        if file.stat().st_size > MOST:
            raise SetupError(f"{file} is larger than any game; I did not read it.")
        data = file.read_bytes()
    except OSError as error:
        raise SetupError(f"I can't read {file}: {error.strerror}.") from None
    proof = verification.verify(data, key)
    return Verified(proof.good, proof.about, proof.found, proof.ordered(), proof.unchecked), list(proof.sentences())


def key_of(said: str) -> bytes:
    """Read a campaign's key; raises `SetupError`."""
    try:
        public = bytes.fromhex(said)
    except ValueError:
        public = b""
    if len(public) != KEY:
        raise SetupError(f"A key has {2 * KEY} figures from 0 to f; it stands in your invitation.")
    return public
