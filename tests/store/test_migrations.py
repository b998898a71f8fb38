"""A database is brought up to date after a copy, or left as it was."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlmodel import SQLModel

from referee.store import migrations, people
from referee.store.database import Store
from referee.store.errors import MigrationFailed, TooNew
from tests.store.campaign import NOW, PROGRAM

NEXT = '''"""{title}."""

from alembic import op

revision = "9999"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """{title}."""
    op.execute("ALTER TABLE player ADD COLUMN shoe_size INTEGER NOT NULL DEFAULT 42")
    op.execute("{statement}")
'''


def scripts(folder: Path, statement: str) -> Path:
    """Our migrations and one more."""
    target = folder / "migrations"
    shutil.copytree(migrations.SCRIPTS, target, ignore=shutil.ignore_patterns("__pycache__"))
    written = NEXT.format(title="Shoes", head=migrations.HEAD, statement=statement)
    (target / "versions" / "v9999.py").write_text(written, encoding="utf-8")
    return target


def with_one_player(folder: Path) -> Path:
    with Store.create(folder / "referee.db", now=NOW, program=PROGRAM) as store, store.writing() as tx:
        people.add_player(tx, "Anna", zone="UTC", address="a@x", normal="a@x", at=NOW)
    return store.path


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


@pytest.mark.filterwarnings("ignore:.*expression-based index")  # compared below
def test_migrations_make_the_tables_that_the_program_declares(store: Store) -> None:
    with store.reading() as tx:
        context = MigrationContext.configure(tx.connection(), opts={"compare_type": True})

        assert compare_metadata(context, SQLModel.metadata) == []


def test_migrations_make_the_indexes_that_the_program_declares(store: Store) -> None:
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    declared = create_engine("sqlite://")
    with declared.begin() as connection:
        SQLModel.metadata.create_all(connection)
        wanted = {tuple(row) for row in connection.exec_driver_sql(query)}

    assert set(rows(store.path, query)) == wanted


def test_the_program_needs_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations.SCRIPTS))
    config.set_main_option("path_separator", "os")

    assert ScriptDirectory.from_config(config).get_current_head() == migrations.HEAD


def test_a_new_database_says_which_program_made_it(store: Store) -> None:
    assert rows(store.path, "SELECT * FROM version") == [(migrations.HEAD, PROGRAM, "2026-11-20T19:00:00.000000Z")]


def test_an_up_to_date_database_is_not_copied(store: Store, tmp_path: Path) -> None:
    Store.open(store.path, now=NOW, program=PROGRAM).close()

    assert not (tmp_path / "backups").exists()


def test_an_older_database_is_copied_and_brought_up_to_date(tmp_path: Path) -> None:
    path = with_one_player(tmp_path)
    folder = scripts(tmp_path, "UPDATE player SET shoe_size = 39")

    migrations.bring_up_to_date(path, now=NOW, program="0.2", scripts=folder, head="9999")

    backup = tmp_path / "backups" / f"referee-{migrations.HEAD}-20261120T190000Z.db"
    assert list((tmp_path / "backups").iterdir()) == [backup]
    assert rows(backup, "SELECT name FROM player") == [("Anna",)]
    assert migrations.revision(backup) == migrations.HEAD
    assert rows(path, "SELECT name, shoe_size FROM player") == [("Anna", 39)]
    assert rows(path, "SELECT revision, program FROM version") == [(migrations.HEAD, PROGRAM), ("9999", "0.2")]


def test_a_campaign_of_the_revision_before_finds_its_rows_by_the_new_indexes(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    migrations.bring_up_to_date(path, now=NOW, program="0.1", new=True, head="0004")
    with closing(sqlite3.connect(path)) as old, old:
        columns = "name, zone, created_at, leads, quiet, digest, data"
        old.execute(f"INSERT INTO player ({columns}) VALUES ('Anna', '', '', '', '', 0, 0)")
        old.execute("INSERT INTO address (player, address, normal, added_at) VALUES (1, 'A@x', 'a@x', '')")

    migrations.bring_up_to_date(path, now=NOW, program=PROGRAM)

    names = {name for (name,) in rows(path, "SELECT name FROM sqlite_master WHERE type = 'index'")}
    assert {"token_of_seat", "mail_by_state"}.isdisjoint(names)
    assert {"token_of_step", "mail_not_sent", "mail_of_kind", "mail_of_seat", "game_by_status"} <= names
    assert rows(path, "SELECT address FROM address WHERE bouncing_since IS NULL") == [("A@x",)]


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    path = with_one_player(tmp_path)
    folder = scripts(tmp_path, "UPDATE nowhere SET shoe_size = 39")

    with pytest.raises(MigrationFailed, match=rf"(?s)undone.*no such table.*backups/referee-{migrations.HEAD}"):
        migrations.bring_up_to_date(path, now=NOW, program="0.2", scripts=folder, head="9999")

    with Store.open(path, now=NOW, program=PROGRAM) as store, store.reading() as tx:
        assert [player.name for player in people.players(tx)] == ["Anna"]
        assert "shoe_size" not in {row[1] for row in rows(path, "PRAGMA table_info(player)")}


def test_a_migration_that_breaks_references_is_undone(tmp_path: Path) -> None:
    path = with_one_player(tmp_path)
    folder = scripts(tmp_path, "DELETE FROM player")

    with pytest.raises(MigrationFailed, match="not there"):
        migrations.bring_up_to_date(path, now=NOW, program="0.2", scripts=folder, head="9999")

    assert rows(path, "SELECT name FROM player") == [("Anna",)]


def test_a_newer_database_is_refused_with_the_version_that_made_it(tmp_path: Path) -> None:
    path = with_one_player(tmp_path)
    folder = scripts(tmp_path, "UPDATE player SET shoe_size = 39")
    migrations.bring_up_to_date(path, now=NOW, program="0.2", scripts=folder, head="9999")

    with pytest.raises(TooNew, match=r"version 0\.2"):
        Store.open(path, now=NOW, program=PROGRAM)


def test_two_backups_of_one_second_are_both_kept(tmp_path: Path) -> None:
    path = with_one_player(tmp_path)
    folder = scripts(tmp_path, "UPDATE nowhere SET x = 1")

    for _ in range(2):
        with pytest.raises(MigrationFailed):
            migrations.bring_up_to_date(path, now=NOW, program="0.2", scripts=folder, head="9999")

    assert len(list((tmp_path / "backups").iterdir())) == 2
