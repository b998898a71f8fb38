"""A whole game of Amber, nine seats and forty turns, verified: beside the cost of reading the same bytes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import orjson

from benchmarks.pairs import Row, Way, cost
from benchmarks.realm import Realm, lasting
from benchmarks.start import process
from benchmarks.world import campaign
from referee.archive import bundle, verification
from referee.service.gm.ending import EndGame
from referee.service.records.bundles import export
from referee.service.rounds.command import carry_out

SEATS, TURNS = 9, 40
ROUNDS = 3
SCRIPT = Path(verification.__file__).with_name("verify.js")

READ = """
const { readFileSync } = require("node:fs"), { createHash } = require("node:crypto");
const V = require(process.argv[1]);
V.unzipped(new Uint8Array(readFileSync(process.argv[2]))).then(files => {
    for (const [path, bytes] of files) {
        createHash("sha256").update(bytes).digest("hex");
        if (path.endsWith(".json")) JSON.parse(Buffer.from(bytes).toString());
    }
});
"""
"""The same bytes unpacked, hashed and parsed by Node's own means."""


@contextmanager
def whole_game() -> Iterator[Path]:
    """Play the game, and hand it out as one file."""
    with campaign() as world:
        realm = Realm(world.campaign)
        realm.add(lasting(TURNS, SEATS), 1)
        [name] = realm.games
        for _ in range(TURNS):
            realm.ready()
            realm.advance()
        carry_out(world.campaign, EndGame(result="nobody", reason="It was long enough."), name)
        file = world.campaign.settings.folder / "game.zip"
        export(world.campaign, name, file)
        yield file


def run() -> list[Row]:
    """Compare both programs that verify a bundle with such as read the same bytes."""
    with whole_game() as file:
        return [_ours(file), _theirs(file)]


def _ours(file: Path) -> Row:
    """Compare `referee verify` without its start with reading the same: unpacked, hashed, parsed."""
    data = file.read_bytes()

    def verify() -> int:
        assert verification.verify(data).good
        return TURNS

    def read() -> int:
        for path, content in bundle.opened(data).items():
            sha256(content).hexdigest()
            if path.endswith(".json"):
                orjson.loads(content)
        return TURNS

    return cost("Amber: a turn verified / its bytes read", "<= 50 ms", Way(verify), Way(read), rounds=ROUNDS)


def _theirs(file: Path) -> Row:
    """Compare `node verify.js`, the whole process, with one that reads the same."""
    assert shutil.which("node"), "there is no node here"
    verify, read = process(["node", str(SCRIPT), str(file)]), process(["node", "-e", READ, str(SCRIPT), str(file)])
    return cost("Amber: 40 turns in verify.js / bytes read", "<= 5 s", verify, read, rounds=ROUNDS)
