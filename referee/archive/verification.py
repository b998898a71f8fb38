"""Was anything in a bundle changed? Every item compared, and the whole game played again by its rules.

PROOF.md beside this file says what that proves and what it can't. `verify.js` is a second verifier, which knows no
rules and shares no line with this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from referee.archive import bundle, mailbox, signature
from referee.archive.bundle import HEAD, MAIL, SIGNATURE, Signature
from referee.archive.checks import ONE_OF_THEM, Checks, turn_of
from referee.archive.finding import Proof
from referee.archive.packing import NoBundle
from referee.archive.record import SEAT, WHOLE, Record
from referee.store.chain import canonical

SINCE = "It was changed, or damaged on its way, after the bundle was made."
ANOTHER = (
    "Not your campaign's referee made this bundle; or the game was played in another campaign, and has the key of that."
)
TOOK_OUT, PUT_IN = "Somebody took it out.", "Somebody put it in."


def verify(data: bytes, key: str = "") -> Proof:
    """Look at a bundle's bytes, and at its signature by the campaign's public ``key`` (hexadecimal) if one is given.

    Raises `NoBundle` for what can't be read as one.
    """
    look = _Look(bundle.opened(data), key.strip().lower())
    look.at_everything()
    return look.proof


class _Look:
    """One look at the files of a bundle."""

    def __init__(self, files: Mapping[str, bytes], key: str) -> None:
        self.files, self.key, self.proof = files, key, Proof()
        self.head: dict[str, Any] = orjson.loads(files[HEAD])

    def at_everything(self) -> None:
        """Look at all there is to look at, from the outside in."""
        self.at_the_list()
        signed = self.signed()
        self.at_the_signature(signed)
        try:
            record = bundle.record_in(self.files)
        except NoBundle as error:
            self.differs(error.path or HEAD, str(error), SINCE)
            return
        self.proof.about = _about(record)
        self.at_how_it_is_written(record)
        key = self.key or (signed.key if signed else "")
        checks = Checks(self.files, record, self.proof, str(self.head.get("program")), key)
        checks.of_a_reader() if not record.whole else checks.of_the_whole()

    def at_the_list(self) -> None:
        """Compare the files with the list of them."""
        listed = self.head.get("files")
        listed = listed if isinstance(listed, dict) else {}
        there = bundle.hashes_of({path: data for path, data in self.files.items() if path not in (HEAD, SIGNATURE)})
        for path in sorted({*listed, *there}):
            if path not in there:
                self.differs(path, "The list names it, and it is missing.", TOOK_OUT)
            elif path not in listed:
                self.differs(path, "The list does not know it.", PUT_IN)
            elif listed[path] != there[path]:
                self.differs(path, "It is not what the list says it was.", SINCE)
        if self.proof.good:
            self.proof.found.append(f"All {len(there)} files are those of the list.")

    def signed(self) -> Signature | None:
        """Return who signed the list, if anybody did and it can be read."""
        try:
            return bundle.signed(self.files)
        except NoBundle as error:
            self.differs(SIGNATURE, str(error), SINCE)
            return None

    def at_the_signature(self, signed: Signature | None) -> None:
        """See whose signature it is. A key proves nothing by lying in the bundle: its reader must know it."""
        if signed is None and not self.key:
            self.proof.unchecked.append("Who made this bundle: nobody has signed it.")
        elif signed is None:
            self.differs(SIGNATURE, "There is none.", "Who made this bundle had not your key, or took it out.")
        elif not _holds(signed, self.files[HEAD]):
            means = "The list was made anew after something was changed; or the signature itself was changed."
            self.differs(SIGNATURE, "It is not this key's signature of this list.", means)
        elif self.key and self.key != signed.key:
            self.differs(SIGNATURE, "It is another key's than yours.", ANOTHER)
        elif self.key:
            self.proof.found.append("The list is signed with your campaign's key.")
        else:
            self.proof.found.append(
                f"The list is signed with the key {signed.key}; compare it with the one in your invitation."
            )

    def at_how_it_is_written(self, record: Record) -> None:
        """Write the record anew and compare: whatever two files tell of one thing must be the same."""
        again = dict(bundle.files_of(record)) | {HEAD: canonical(self.head)}
        again |= {path: _rewritten(self.files[path]) for path in bundle.others(record) if path in self.files}
        for path, data in self.files.items():
            if path not in again:
                self.differs(path, "No bundle of this kind holds such a file.", PUT_IN)
            elif data != again[path] and not (path == MAIL and mailbox.holds(record, data)):
                self.differs(path, *_written_otherwise(path))
        for path in sorted(again.keys() - self.files.keys()):
            self.differs(path, "It is missing.", TOOK_OUT)

    def differs(self, path: str, said: str, means: str) -> None:
        """Note that a file is not as it was."""
        self.proof.differs(path, turn_of(path), said, means)


def _holds(signed: Signature, said: bytes) -> bool:
    try:
        key, by = bytes.fromhex(signed.key), bytes.fromhex(signed.signature)
        return (key.hex(), by.hex()) == (signed.key, signed.signature) and signature.check(key, said, by)
    except ValueError:
        return False


def _rewritten(data: bytes) -> bytes:
    """Return JSON as bundles write it; of what is none, nothing."""
    try:
        return canonical(orjson.loads(data))
    except orjson.JSONDecodeError:
        return b""


def _about(record: Record) -> str:
    about = record.about
    whose = {WHOLE: "the whole game", SEAT: f"what {record.reader} may know"}.get(record.scope, "what anybody may know")
    turns = "one turn" if about.step == 1 else f"{max(about.step, 0)} turns"
    return f"{about.title} ({about.ruleset}), {turns}: {whose}."


def _written_otherwise(path: str) -> tuple[str, str]:
    """Say what it means that a file is not what is written of the record."""
    if path.endswith("/input.json"):
        return "It tells of another game than game.json and chance.json.", ONE_OF_THEM
    if path.endswith("/output.json") or path == MAIL:
        return "Its letters are not those of letters.json.", ONE_OF_THEM
    return "It is not written as bundles are.", "Something in it was changed by hand, if only a blank."
