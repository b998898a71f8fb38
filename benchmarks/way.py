"""How far one mailed order goes: the files of ours that it enters, and how often a call goes from one into another.

`python -m benchmarks.way` files a plain letter of one order to its receipt, with everything loaded by one before it,
and watches every call of a Python function below `referee/` in the thread that reads it. A file counts when a function
in it is called; a change of file is a call whose nearest caller of ours stands in another file, and a way is such a
pair of files, however often it is gone. What is done in the process that reads letters apart is not watched.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import referee
from benchmarks.world import DOMAIN, World, campaign, letters
from referee.service.intake.backlog import read_one
from referee.service.letters.keeping import keep
from referee.service.letters.outcome import Outcome
from referee.store import inbox

OURS = f"{Path(referee.__file__).parent}/"

PLAIN = """From: {sender}
To: {recipient}
Subject: my order
Message-ID: <{sender}.1@{domain}>
Date: Sun, 1 Mar 2026 12:00:00 +0000

LEAD LOWEST, HIGHEST
"""


class Watched:
    """The calls of our functions while something is done, counted by file, and by pair of files where it changes."""

    def __init__(self) -> None:
        self.files: Counter[str] = Counter()
        self.changes: Counter[tuple[str, str]] = Counter()

    def __enter__(self) -> Watched:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        file = _file(frame)
        if event != "call" or not file:
            return
        self.files[file] += 1
        caller = frame.f_back
        while caller is not None and not _file(caller):
            caller = caller.f_back
        if caller is not None and _file(caller) != file:
            self.changes[_file(caller), file] += 1


def _file(frame: FrameType) -> str:
    """Return the file of ours that a frame stands in, below `referee/`; '' if it is none."""
    name = frame.f_code.co_filename
    return name.removeprefix(OURS) if name.startswith(OURS) else ""


def watched(world: World) -> Watched:
    """File the letters of one duel's players, and return what the reading of the last of them entered."""
    for one in letters(world, 1):
        raw = PLAIN.format(sender=one.sender, recipient=one.recipient, domain=DOMAIN).encode()
        number, _ = keep(world.campaign, raw, sender=one.sender, recipient=one.recipient, source="benchmark")
        with Watched() as found:
            read_one(world.campaign, number)
        with world.campaign.store.reading() as tx:
            assert inbox.letter(tx, number).outcome == Outcome.ORDERS
    return found


def main() -> None:
    """Print what was counted, and with an argument each file and each pair of files."""
    with campaign() as world:
        world.add(1)
        found = watched(world)
    changes = f"{found.changes.total()} changes of file on {len(found.changes)} ways"
    print(f"{len(found.files)} files, {changes}, {found.files.total()} calls")
    if sys.argv[1:]:
        for file, calls in found.files.most_common():
            print(f"{calls:6} {file}")
        for (caller, file), calls in found.changes.most_common():
            print(f"{calls:6} {caller} -> {file}")


if __name__ == "__main__":
    main()
