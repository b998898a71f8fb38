"""The archive's pages of a game of Amber, nine seats and forty turns: built, and built again after a turn more."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.pairs import Row, Way, cost
from benchmarks.realm import Realm, lasting
from benchmarks.start import NOTHING, process
from benchmarks.world import World, campaign
from referee.service.records.site import build_site

SEATS, TURNS = 9, 40
ROUNDS = 5
READ = (
    "SELECT * FROM game", "SELECT step, played_at, edition, given, events, orders FROM step", "SELECT * FROM press",
    "SELECT * FROM ruling", "SELECT * FROM action",
)  # fmt: skip
"""What is read for the pages of a game that goes on."""

Files = dict[str, bytes]


def run() -> list[Row]:
    """Build the site of one game that goes on: by the command after each turn, after one more, and as a whole."""
    with campaign() as world, TemporaryDirectory(prefix="referee-site-") as folder:
        realm = Realm(world.campaign)
        realm.add(lasting(TURNS, SEATS), 1)
        for _ in range(TURNS - 2 - ROUNDS):
            _a_turn(realm)
        site = Path(folder) / "site"
        build_site(world.campaign, site)
        rows = [_commanded(world, realm, site), _rebuilt(world, realm, site), _built(world, site)]
        return rows[::-1]


def _a_turn(realm: Realm) -> None:
    realm.ready()
    realm.advance()


def _commanded(world: World, realm: Realm, site: Path) -> Row:
    """Compare the whole command that builds a site again after one turn more with what it stands on."""
    words = ["-m", "referee", "--campaign", str(world.campaign.settings.folder), "archive", "build", str(site)]
    ours, theirs = process([sys.executable, *words]), process([sys.executable, "-c", NOTHING])
    name = "referee archive build after a turn / its imports"
    return cost(name, "<= 1 s", replace(ours, ready=lambda: _a_turn(realm)), theirs, rounds=ROUNDS)


def _rebuilt(world: World, realm: Realm, site: Path) -> Row:
    """Compare a site built again after one turn more with reading the same rows and writing the bytes that changed."""
    before, old = site.with_name("before"), _files(site)
    site.rename(before)
    _a_turn(realm)

    def ready() -> None:
        _away(site)
        shutil.copytree(before, site)

    ready()
    build_site(world.campaign, site)
    return cost("Amber: the pages after a turn more / bytes", "<= 1 s", Way(lambda: _build(world, site), ready),
                _flat(world, site, old), rounds=ROUNDS)  # fmt: skip


def _built(world: World, site: Path) -> Row:
    """Compare a site built into an empty folder with reading the same rows and writing the same bytes."""
    ours = Way(lambda: _build(world, site), lambda: _away(site))
    return cost("Amber: the pages of 40 turns / same bytes", "<= 10 s", ours, _flat(world, site, {}), rounds=ROUNDS)


def _build(world: World, site: Path) -> int:
    build_site(world.campaign, site)
    return 1


def _flat(world: World, site: Path, old: Files) -> Way:
    """Read the rows by hand, and write the files of a site that are not as they were."""
    new = {path: data for path, data in _files(site).items() if old.get(path) != data}
    database, flat = world.campaign.settings.database, site.with_name("flat")

    def work() -> int:
        with sqlite3.connect(database) as rows:
            for query in READ:
                rows.execute(query).fetchall()
        for path, data in new.items():
            file = flat / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        return 1

    return Way(work, lambda: _away(flat))


def _files(site: Path) -> Files:
    return {str(one.relative_to(site)): one.read_bytes() for one in site.rglob("*") if one.is_file()}


def _away(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
