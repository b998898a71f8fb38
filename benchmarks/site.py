"""The archive's pages of a game of Amber, nine seats and forty turns: built, and built again after a turn more."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def going(turns: int) -> Iterator[tuple[World, Realm, Path]]:
    """Play so many turns of a game that goes on, and find a folder to build into."""
    with campaign() as world, TemporaryDirectory(prefix="referee-site-") as folder:
        realm = Realm(world.campaign)
        realm.add(lasting(TURNS, SEATS), 1)
        for _ in range(turns):
            realm.ready()
            realm.advance()
        yield world, realm, Path(folder) / "site"


def built() -> Row:
    """Compare a site built into an empty folder with reading the same rows and writing the same bytes."""
    with going(TURNS) as (world, _, site):

        def build() -> int:
            build_site(world.campaign, site)
            return 1

        build()
        return cost("Amber: the pages of 40 turns / same bytes", "<= 10 s", Way(build, lambda: _away(site)),
                    _flat(world, site, {}), rounds=ROUNDS)  # fmt: skip


def rebuilt() -> Row:
    """Compare a site built again after one turn more with reading the same rows and writing the bytes that changed."""
    with going(TURNS - 1) as (world, realm, site):
        build_site(world.campaign, site)
        before, old = site.with_name("before"), _files(site)
        site.rename(before)
        realm.ready()
        realm.advance()

        def ready() -> None:
            _away(site)
            shutil.copytree(before, site)

        def build() -> int:
            build_site(world.campaign, site)
            return 1

        ready()
        build()
        return cost("Amber: the pages after a turn more / bytes", "<= 1 s", Way(build, ready),
                    _flat(world, site, old), rounds=ROUNDS)  # fmt: skip


def commanded() -> Row:
    """Compare the whole command that builds a site again after one turn more with what it stands on."""
    with going(TURNS - 1 - ROUNDS) as (world, realm, site):
        words = ["-m", "referee", "--campaign", str(world.campaign.settings.folder), "archive", "build", str(site)]

        def a_turn() -> None:
            realm.ready()
            realm.advance()

        build_site(world.campaign, site)
        ours, theirs = process([sys.executable, *words]), process([sys.executable, "-c", NOTHING])
        name = "referee archive build after a turn / its imports"
        return cost(name, "<= 1 s", replace(ours, ready=a_turn), theirs, rounds=ROUNDS)


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
