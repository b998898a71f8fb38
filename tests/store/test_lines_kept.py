"""What became of a letter's lines is packed beside what is on file, and read whichever way it was kept."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlmodel import select

from referee.engine.sheet import OnFile
from referee.store import migrations, orders
from referee.store.database import Store
from referee.store.tables import OrdersRow
from tests.store.campaign import NOW, PROGRAM, started
from tests.store.toy import BO

FILE = OnFile(
    {1: ("ATTACK Ana WITH the Ten of Swords, the Five of Cups",)}, ("DEFEND WITH the Nine of Cups, ANY",), True
)
ORDERED = (*FILE.turns[1], *FILE.standing)
LINES = [{"text": line.lower(), "heard": "order", "order": line} for line in ORDERED]
LONG = [{"text": f"line {n} says what befalls {n * 7919 % 1000} of them", "heard": "chatter"} for n in range(9_000)]


def kept(store: Store, sheet: list[dict[str, Any]], on_file: OnFile = FILE) -> int:
    """File orders of Bo; return their game."""
    game = started(store)
    with store.writing() as tx:
        orders.file(tx, game, BO, step=1, revision=1, on_file=on_file, sheet=sheet, receipt="R1", received_at=NOW)
    return game


def make_older(store: Store) -> None:
    """Pack the lines as they were packed at first: by themselves."""
    with store.writing() as tx:
        for row in tx.exec(select(OrdersRow)).all():
            row.packed_sheet = zlib.compress(orjson.dumps(row.sheet, option=orjson.OPT_SORT_KEYS), 1)
            tx.add(row)


@pytest.mark.parametrize("on_file", [FILE, OnFile()], ids=["orders", "nothing"])
@pytest.mark.parametrize("sheet", [LINES, [], LONG], ids=["orders", "no line", "very many lines"])
def test_lines_are_read_as_they_were_written(store: Store, sheet: list[dict[str, Any]], on_file: OnFile) -> None:
    game = kept(store, sheet, on_file)

    with store.reading() as tx:
        assert [row.sheet for row in orders.revisions(tx, game)] == [sheet]


def test_lines_kept_before_stand_beside_new_ones(store: Store) -> None:
    game = kept(store, LINES)
    make_older(store)
    with store.writing() as tx:
        orders.file(tx, game, BO, step=1, revision=2, on_file=FILE, sheet=LINES, receipt="R2", received_at=NOW)

    with store.reading() as tx:
        old, new = orders.revisions(tx, game)
    assert (old.sheet, new.sheet) == (LINES, LINES)
    assert zlib.decompress(old.packed_sheet) == orjson.dumps(LINES, option=orjson.OPT_SORT_KEYS)
    assert len(new.packed_sheet) < len(old.packed_sheet)


@pytest.mark.parametrize(
    "changed", ["sheet = substr(sheet, 1, length(sheet) - 5)", "on_file = (SELECT given FROM step)"]
)
def test_lines_that_lost_their_end_or_what_was_on_file_are_damaged(store: Store, changed: str) -> None:
    game = kept(store, LINES)
    with store.writing() as tx:
        tx.connection().exec_driver_sql(f"UPDATE orders SET {changed}")

    with store.reading() as tx:
        (row,) = orders.revisions(tx, game)
    with pytest.raises(zlib.error):
        _ = row.sheet


def test_lines_of_a_database_of_before_are_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    migrations.bring_up_to_date(path, now=NOW, program=PROGRAM, new=True, head="0006")
    with Store(path) as older:
        game = kept(older, LINES)
        make_older(older)

    with Store.open(path, now=NOW, program=PROGRAM) as store, store.reading() as tx:
        assert [row.sheet for row in orders.revisions(tx, game)] == [LINES]
    assert migrations.revision(path) == migrations.HEAD
