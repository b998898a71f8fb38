"""A campaign that an earlier program began goes on under this one, to the byte as it would have gone on there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import col, select

from referee.archive import verification
from referee.games import find
from referee.service.records import archive
from referee.service.records.bundles import export
from referee.service.records.overview import game_page
from referee.service.upkeep.backups import restore
from referee.service.upkeep.doctor import examine
from referee.store import orders
from referee.store.tables import StepRow
from tests.service.world import FakeClock, World, opened

BEFORE = Path(__file__).with_name("live_begun_before_editions_were_kept.tar.gz")
"""A backup of a live game of Living Trumps in the middle of its second turn: one question was answered by mail, two
were left to silence, and Corwin is asked. Made by `referee backup make`.
"""

STOPPED = datetime(2026, 12, 2, 19, 2, tzinfo=UTC)

WENT_ON = [
    (0, "6d9659065b8b900e", "025953b76edbae8b", "96e18f3505b757ce"),
    (1, "ec10067d20ffe5d2", "a27538c9f88cc965", "f8d1edcc2d3645e4"),
    (2, "c7446be2aa29e923", "7f96ff024d18be42", "bc9847383335cbb7"),
    (3, "14aa5d948c139f2a", "f62f25263e624d63", "d6d229ec6f97f974"),
]
"""Of each turn the hashes of its events, its table and its answers, as the program that began it went on from there."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """The campaign of before, opened by this program where that one stopped."""
    restore(BEFORE, tmp_path / "campaign")
    clock = FakeClock(STOPPED)
    made = World(opened(tmp_path / "campaign", clock), clock)
    yield made
    made.campaign.close()


def test_a_live_game_goes_on_from_the_middle_of_its_turn_as_it_would_have(world: World, tmp_path: Path) -> None:
    [editions] = [one for one in examine(world.campaign.settings.folder, send=False) if one.what == "editions"]
    before = asked(world)
    answer = world.write("Corwin", "KH", game="autumn")
    world.tick()
    finished(world, 2)
    world.adjudicate("autumn")
    finished(world, 3)

    assert (editions.well, editions.found) == (True, "played are autumn by living-trumps 1")
    assert before == ["Eric/ShiftDiscard/1", "Eric/ShiftDiscard/2", "Eric/TrumpAnte/1", "Corwin/TrumpAnte/1"]
    assert world.outcome(answer) == "question answered"
    assert came_to(world) == WENT_ON
    assert (game_page(world.campaign, "autumn").edition, archive.verify(world.campaign, "autumn").words) == (
        "1",
        "4 steps are as they were written, played under edition 1; "
        f"this program has {find('living-trumps').edition}, and the earlier rules beside it.",
    )  # fmt: skip
    export(world.campaign, "autumn", tmp_path / "autumn.zip", unsealed=True)
    proof = verification.verify((tmp_path / "autumn.zip").read_bytes())
    assert proof.good
    assert "Played again by the rules, the set-up and every turn come to what is stored, with 2 draws." in proof.found


def asked(world: World) -> list[str]:
    """The questions of the open turn."""
    row = world.row("autumn")
    with world.campaign.store.reading() as tx:
        return [one.key for one in orders.asked(tx, row.id, row.step + 1)]


def finished(world: World, turn: int) -> None:
    """Let every pause go by in silence until a turn is over."""
    for _ in range(30):
        if world.row("autumn").step < turn:
            world.clock.forward(hours=12, minutes=1)
            world.tick()
    assert world.row("autumn").step == turn


def came_to(world: World) -> list[tuple[int, str, str, str]]:
    """Of each turn the hashes of its events, its table and its answers."""
    with world.campaign.store.reading() as tx:
        rows = tx.exec(select(StepRow).order_by(col(StepRow.step))).all()
        return [(row.step, short(row.events), short(row.state), short(row.given)) for row in rows]


def short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
