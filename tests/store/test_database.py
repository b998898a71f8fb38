"""The database file is opened with care, and its errors say what to do."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import StatementError

from referee.engine.audience import PUBLIC
from referee.store import actions, games, people
from referee.store.database import Store, Transaction
from referee.store.errors import (
    Busy,
    Damaged,
    DiskFull,
    MigrationFailed,
    NoDatabase,
    NotADatabase,
    StoreError,
    Taken,
    TooNew,
    Unwritable,
)
from referee.store.sqlite import NO_ROOM, kind_of
from tests.engine.cost import assert_costs
from tests.store.campaign import NOW, PROGRAM


def add(store: Store, name: str = "Anna") -> None:
    with store.writing() as tx:
        people.add_player(tx, name, zone="UTC", address=f"{name}@x", normal=f"{name}@x", at=NOW)


def two_with_one_address(tx: Transaction) -> None:
    for name in ("Anna", "Bert"):
        people.add_player(tx, name, zone="UTC", address="a@x", normal="a@x", at=NOW)


def names(store: Store) -> list[str]:
    with store.reading() as tx:
        return [player.name for player in people.players(tx)]


def test_commits_are_on_the_disk_and_references_are_kept(store: Store) -> None:
    with store.reading() as tx:
        connection = tx.connection()
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "wal_autocheckpoint", "busy_timeout")
        }

    assert pragmas == {
        "journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "wal_autocheckpoint": 0, "busy_timeout": 10_000,
    }  # fmt: skip


def test_what_is_only_noted_is_seen_by_all_and_does_not_wait_for_the_disk(store: Store) -> None:
    def synchronous(tx: Transaction) -> int:
        found = tx.connection().exec_driver_sql("PRAGMA synchronous").scalar()
        assert isinstance(found, int)
        return found

    with store.writing(lasting=False) as tx:
        people.add_player(tx, "Anna", zone="UTC", address="a@x", normal="a@x", at=NOW)
        noting = synchronous(tx)
    with store.writing() as tx:
        writing = synchronous(tx)

    assert (names(store), noting, writing) == (["Anna"], 1, 2)


def test_a_transaction_that_fails_leaves_nothing(store: Store) -> None:
    with pytest.raises(Taken), store.writing() as tx:
        two_with_one_address(tx)

    assert names(store) == []


def test_a_reader_sees_the_database_as_of_its_beginning_and_waits_for_nobody(store: Store) -> None:
    add(store, "Anna")
    with store.reading() as tx:
        before = len(people.players(tx))
        add(store, "Bert")
        tx.expire_all()
        after = len(people.players(tx))

    assert (before, after) == (1, 1)
    assert names(store) == ["Anna", "Bert"]


def test_who_only_reads_cannot_write(store: Store) -> None:
    with pytest.raises(Unwritable), store.reading() as tx:
        people.add_player(tx, "Anna", zone="UTC", address="a@x", normal="a@x", at=NOW)


def test_rows_keep_their_values_after_the_transaction(store: Store) -> None:
    with store.writing() as tx:
        player = people.add_player(tx, "Anna", zone="UTC", address="a@x", normal="a@x", at=NOW)

    assert (player.id, player.name, player.created_at) == (1, "Anna", NOW)


def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(StatementError, match="times are aware"), store.writing() as tx:
        people.add_player(tx, "Anna", zone="UTC", address="a@x", normal="a@x", at=NOW.replace(tzinfo=None))


def test_a_row_shows_no_secrets(store: Store) -> None:
    with store.writing() as tx:
        row = games.create(
            tx, "Perilous", title="Toy", ruleset="toy", edition="1", options={}, secret=b"s3cret" * 6, at=NOW
        )
        row.seed = b"s3cret" * 6

    assert "s3cret" not in repr(row)


def test_an_error_shows_nothing_that_was_written(store: Store) -> None:
    with pytest.raises(Exception, match="constraint") as caught, store.writing() as tx:
        actions.record(tx, at=NOW, who="GM", what="look", to=PUBLIC, game=99, details={"orders": "ATTACK"})

    assert "ATTACK" not in str(caught.value)


def test_the_log_of_actions_is_never_changed(store: Store) -> None:
    with store.writing() as tx:
        actions.record(tx, at=NOW, who="GM", what="unsealed", to=PUBLIC)

    for change in ("UPDATE action SET what = 'nothing'", "DELETE FROM action"):
        with pytest.raises(Exception, match="entries of the log are never"), store.writing() as tx:
            tx.connection().exec_driver_sql(change)


def test_a_writer_that_waits_too_long_says_that_another_process_has_it(store: Store) -> None:
    impatient = Store(store.path, patience=timedelta(milliseconds=50))
    with store.writing(), pytest.raises(Busy, match="second referee"), impatient.writing():
        raise AssertionError("there cannot be two writers")
    impatient.close()


def test_a_full_disk_is_named_and_nothing_is_half_saved(store: Store) -> None:
    with store.writing() as tx:
        pages = tx.connection().exec_driver_sql("PRAGMA page_count").scalar()
        tx.connection().exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(DiskFull, match="make room"), store.writing() as tx:
        actions.record(tx, at=NOW, who="GM", what="x", to=PUBLIC, details={"x": "x" * 100_000})

    with store.reading() as tx:
        assert actions.log(tx) == []


@pytest.mark.parametrize("worst", ["x", "@", "x@.", "@x,"])
def test_a_text_without_end_is_soon_searched_for_addresses(worst: str) -> None:
    few, many = worst * 10_000, worst * 40_000

    assert_costs(
        lambda: actions.ADDRESS.sub(actions.GONE, many),
        times=8,
        of=lambda: actions.ADDRESS.sub(actions.GONE, few),
        spare=0.5,
    )
    assert actions.ADDRESS.sub(actions.GONE, f"{few} from ana@players.example, ana@ and @ana") == (
        f"{actions.ADDRESS.sub(actions.GONE, few)} from {actions.GONE}, ana@ and @ana"
    )


def test_a_fault_of_the_disk_that_is_full_is_called_by_its_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    spare = iter([NO_ROOM - 1, NO_ROOM])
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=next(spare)))

    found = [type(kind_of(error, tmp_path / "referee.db")) for _ in range(2)]

    assert found == [DiskFull, Damaged]


def test_an_empty_file_is_not_taken_for_a_new_campaign(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    path.touch()

    with pytest.raises(Damaged, match=r"this file is empty; what it held is lost.*referee backup restore"):
        Store.open(path, now=NOW, program=PROGRAM)

    assert path.read_bytes() == b""


def not_a_database(path: Path) -> None:
    path.write_bytes(b"This is a letter to my aunt, and rather a long one. " * 50)


def of_another_program(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


def nothing_at_all(path: Path) -> None:
    path.unlink(missing_ok=True)


def of_a_newer_program(path: Path) -> None:
    _of_revision(path, "9999", "9.9")


def too_old(path: Path) -> None:
    _of_revision(path, "0000", "0.1")


def _of_revision(path: Path, revision: str, program: str) -> None:
    Store.create(path, now=NOW, program=program).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.close()


def a_folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (not_a_database, NotADatabase, "no database"),
        (of_another_program, NotADatabase, "another program"),
        (nothing_at_all, NoDatabase, "referee init"),
        (of_a_newer_program, TooNew, r"version 9\.9 .* newer"),
        (too_old, MigrationFailed, r"version 0\.1 .*, and this one cannot bring it up to date"),
        (a_folder, NoDatabase, "no database here"),
    ],
)
def test_a_file_that_is_not_fit_is_refused_with_the_reason(
    tmp_path: Path, make: Callable[[Path], None], kind: type[StoreError], words: str
) -> None:
    path = tmp_path / "referee.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None

    with pytest.raises(kind, match=words):
        Store.open(path, now=NOW, program=PROGRAM)

    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_new_database_never_replaces_a_file(store: Store) -> None:
    add(store)

    with pytest.raises(Unwritable, match="not touched"):
        Store.create(store.path, now=NOW, program=PROGRAM)

    assert names(store) == ["Anna"]


def test_a_folder_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(Unwritable, match="No such file"):
        Store.create(tmp_path / "nowhere" / "referee.db", now=NOW, program=PROGRAM)


def test_only_the_owner_may_read_the_database_and_its_copies(store: Store, tmp_path: Path) -> None:
    store.copy_to(tmp_path / "copies" / "referee.db")

    modes = [stat.S_IMODE(path.stat().st_mode) for path in (store.path, tmp_path / "copies" / "referee.db")]
    assert modes == [0o600, 0o600]


def test_a_copy_is_whole_while_the_original_is_in_use(store: Store, tmp_path: Path) -> None:
    add(store)
    with store.writing() as tx:
        people.add_player(tx, "Bert", zone="UTC", address="b@x", normal="b@x", at=NOW)
        tx.flush()
        store.copy_to(tmp_path / "copy.db")

    with Store.open(tmp_path / "copy.db", now=NOW, program=PROGRAM) as copy:
        assert names(copy) == ["Anna"]
        copy.check()


def test_damage_is_found(store: Store) -> None:
    for n in range(200):
        add(store, f"Anna{n}")
    store.checkpoint()
    store.close()
    data = bytearray(store.path.read_bytes())
    data[20_000:120_000] = bytes(100_000)
    store.path.write_bytes(data)

    with Store(store.path) as damaged, pytest.raises(Damaged):
        damaged.check()


def test_a_checkpoint_moves_the_log_into_the_file(store: Store) -> None:
    add(store)
    store.checkpoint()

    with sqlite3.connect(f"file:{store.path}?immutable=1", uri=True) as alone:
        assert alone.execute("SELECT name FROM player").fetchall() == [("Anna",)]
    alone.close()


def test_times_are_stored_in_utc_as_text_that_sorts(store: Store) -> None:
    moment = datetime.fromisoformat("2026-11-20T20:00:00.5+01:00")
    with store.writing() as tx:
        people.add_player(tx, "Anna", zone="UTC", address="a@x", normal="a@x", at=moment)

    with store.reading() as tx:
        assert (
            tx.connection().exec_driver_sql("SELECT created_at FROM player").scalar() == "2026-11-20T19:00:00.500000Z"
        )
        assert people.players(tx)[0].created_at == moment
