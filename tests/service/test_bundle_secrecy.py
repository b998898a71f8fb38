"""A bundle of a game that goes on follows, to the byte, from what its reader may know: all else may be anything."""

from __future__ import annotations

import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from referee.archive import bundle
from tests.service.reading import record_for
from tests.service.storied import NAME, storied
from tests.service.world import World

READERS = ("observer", "Ana", "Bob")
SCRIBBLE = "What nobody else may ever know"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game in which nearly everything happened, and which goes on."""
    made = storied(tmp_path_factory.mktemp("running"), "wizards-duel", over=False)
    yield made
    made.campaign.close()


def handed_out(world: World, reader: str) -> bytes:
    return bundle.written(record_for(world.campaign, NAME, reader), "referee 1")


def includes(audience: dict[str, Any], reader: str) -> bool:
    return reader in audience["only"] if "only" in audience else reader not in audience["but"]


def told_otherwise(events: list[dict[str, Any]], reader: str) -> list[dict[str, Any]]:
    """The events that a reader was told, with other audiences, and other events between them."""
    out: list[dict[str, Any]] = []
    for one in events:
        ((name, fields),) = one.items()
        if includes(fields["to"], reader):
            others = {"but": ["Somebody"]} if "but" in fields["to"] else {"only": sorted({reader, "Somebody"})}
            out += [{name: fields | {"to": others}}, {"Hidden": {"to": {"only": ["Somebody"]}, "what": SCRIBBLE}}]
    return out


def scramble(database: sqlite3.Connection, reader: str) -> None:
    """Change everything in the database that a reader cannot know."""
    sql = database.execute
    for (name,) in sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        sql(f"DROP TRIGGER {name}")
    me = "" if reader == "observer" else reader
    for table in ("step", "undone"):
        for key, events, orders, given in sql(f"SELECT id, events, orders, given FROM {table}").fetchall():
            told = told_otherwise(orjson.loads(zlib.decompress(events)), me)
            mine = {seat: x for seat, x in orjson.loads(zlib.decompress(orders)).items() if seat == me}
            answers = {
                k: x for k, x in orjson.loads(zlib.decompress(given))["answers"].items() if k.startswith(f"{me}/")
            }
            rest = {"answers": answers | {"Somebody/Lead/1": SCRIBBLE}, "silent": ["Bob/Lead/9"], "live": True}
            sql(
                f"UPDATE {table} SET events = ?, orders = ?, given = ?, state = ?, input_hash = 'a', output_hash = 'b',"
                " previous_hash = 'c', chain_hash = 'd' WHERE id = ?",
                (packed(told), packed(mine | {"Somebody": [SCRIBBLE]}), packed(rest), packed({"hand": SCRIBBLE}), key),
            )
    sql("UPDATE step SET why = 'gm'")
    sql("DELETE FROM report WHERE seat != ? OR seat = ''", (me,))
    sql("DELETE FROM orders WHERE seat != ?", (me,))
    for table, column in (("ruling", "audience"), ("action", "audience")):
        for key, audience in sql(f"SELECT id, {column} FROM {table}").fetchall():
            if not includes(orjson.loads(audience), me):
                sql(f"DELETE FROM {table} WHERE id = ?", (key,))
    sql("UPDATE ruling SET number = number * 7, who = 'somebody', about = ''")
    for key, seat, to in sql("SELECT id, seat, addressees FROM press").fetchall():
        if me not in (seat, *orjson.loads(to)) and "ALL" not in orjson.loads(to):
            sql("DELETE FROM press WHERE id = ?", (key,))
    sql("UPDATE seat SET wishes = '[\"X\"]', word = 'abracadabra' WHERE name != ?", (me,))
    sql("UPDATE seat SET bot = 'sensible', vacant_since = NULL, proved_at = NULL")
    sql(
        "UPDATE game SET secret = x'00', seed = x'00', hold_reason = ?, policy = '{}', on_time_until = NULL",
        (SCRIBBLE,),
    )
    sql("UPDATE player SET name = 'Somebody Else', zone = 'UTC'")
    for table in ("observer", "token", "mail", "view", "question", "silence", "reminder", "ballot", "vote", "standby"):
        sql(f"DELETE FROM {table}")
    sql("UPDATE letter SET raw = x'78da030000000001', note = ''")


def packed(data: Any) -> bytes:
    return zlib.compress(orjson.dumps(data, option=orjson.OPT_SORT_KEYS))


@pytest.mark.parametrize("reader", READERS)
def test_all_that_a_reader_cannot_know_may_be_otherwise_and_no_byte_is(
    running: World, tmp_path: Path, reader: str
) -> None:
    before = handed_out(running, reader)
    other = World.copied(copied(running, tmp_path / "copy"), tmp_path)
    other.clock.moment = running.clock.moment
    with sqlite3.connect(other.campaign.settings.database) as database:
        scramble(database, reader)

    assert handed_out(other, reader) == before
    assert SCRIBBLE.encode() not in before
    other.campaign.close()


def copied(world: World, to: Path) -> Path:
    """Copy a campaign as it lies there now."""
    folder = world.campaign.settings.folder
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns("*.db-wal", "*.db-shm"))
    (to / "referee.db").unlink()
    world.campaign.store.copy_to(to / "referee.db")
    return to


@pytest.mark.parametrize("reader", READERS)
def test_when_it_is_handed_out_changes_no_byte(running: World, reader: str) -> None:
    first = handed_out(running, reader)
    running.clock.forward(minutes=5)

    assert handed_out(running, reader) == first
