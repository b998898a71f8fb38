from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import bindparam, func, insert, inspect, select, update
from sqlmodel import SQLModel
from sqlmodel import select as select_rows

from referee.store.database import Store
from referee.store.tables import PlayerRow

PLAYER = SQLModel.metadata.tables["player"]
NEW = insert(PLAYER)
NAMES = select(PLAYER.c.name, PLAYER.c.created_at).where(PLAYER.c.zone == bindparam("zone"))
ROWS = select_rows(PlayerRow).where(PlayerRow.zone == bindparam("zone"))
AT = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)


def player(name: str) -> dict[str, Any]:
    return PlayerRow(name=name, zone="UTC", created_at=AT).model_dump(exclude={"id"})


def test_a_statement_stores_and_finds_what_the_tables_would(store: Store) -> None:
    with store.writing() as tx:
        tx.run_all(NEW, [player("Ana"), player("Bo")])
        tx.run_all(NEW, [])
        tx.add(PlayerRow(**player("Cyd")))

        assert tx.rows(NAMES, zone="UTC") == [("Ana", AT), ("Bo", AT), ("Cyd", AT)]
        assert tx.rows(NAMES, zone="Europe/Berlin") == []

    with store.reading() as tx:
        assert [tx.get_one(PlayerRow, n).created_at for n in (1, 2, 3)] == [AT] * 3


def test_a_statement_says_which_row_it_made_and_how_many_it_changed(store: Store) -> None:
    moving = update(PLAYER).where(PLAYER.c.zone == bindparam("old"))
    with store.writing() as tx:
        assert tx.put(NEW, **player("Ana")) == 1
        assert tx.put(NEW, **player("Bo")) == 2
        assert tx.run(moving, old="UTC", zone="Europe/Berlin") == 2
        assert tx.run(moving, old="UTC", zone="Europe/Berlin") == 0
        assert tx.run(moving, old="Europe/Berlin", name="Cyd", zone="UTC") == 2


def test_a_statement_may_name_values_itself(store: Store) -> None:
    next_one = select(func.coalesce(func.max(PLAYER.c.id), 0) + 1)
    later = select(PLAYER.c.name).where(PLAYER.c.created_at == AT, PLAYER.c.name != bindparam("but"))
    with store.writing() as tx:
        assert tx.rows(next_one) == [(1,)]
        tx.run(NEW, **player("Ana"))
        assert tx.rows(next_one) == [(2,)]
        assert tx.rows(later, but="Bo") == [("Ana",)]


def test_words_and_numbers_that_never_differ_stand_in_the_statement(store: Store) -> None:
    late = select(PLAYER.c.id).where(PLAYER.c.zone != "O'Neil", PLAYER.c.name.like("A%"), PLAYER.c.id > bindparam("at"))
    with store.reading() as tx:
        seen = tx.remember()
        tx.rows(late.limit(5), at=1)

    words = "WHERE player.zone != 'O''Neil' AND player.name LIKE 'A%' AND player.id > ? LIMIT 5 OFFSET 0"
    assert [(" ".join(said.split()), given) for said, given in seen] == [
        (f"SELECT player.id FROM player {words}", (1,))
    ]


def test_what_a_statement_wrote_is_gone_with_its_transaction(store: Store) -> None:
    def broken_off() -> None:
        with store.writing() as tx:
            tx.run(NEW, **player("Ana"))
            raise LookupError

    with pytest.raises(LookupError):
        broken_off()

    with store.reading() as tx:
        assert tx.rows(NAMES, zone="UTC") == []


def test_objects_found_by_a_statement_are_those_that_the_tables_would_load(store: Store) -> None:
    with store.writing() as tx:
        tx.run_all(NEW, [player("Ana"), player("Bo")])

    with store.reading() as tx:
        loaded = list(tx.exec(ROWS, params={"zone": "UTC"}))
        again = tx.all(ROWS, zone="UTC")
    with store.reading() as tx:
        found = tx.all(ROWS, zone="UTC")

        assert [id(row) for row in again] == [id(row) for row in loaded]
        assert [row.model_dump() for row in found] == [row.model_dump() for row in loaded]
        assert [row is tx.get(PlayerRow, row.id) for row in found] == [True, True]
        assert tx.first(ROWS, zone="UTC") is found[0]
        assert tx.first(ROWS, zone="Europe/Berlin") is None


def test_an_object_found_by_a_statement_is_saved_when_it_changes(store: Store) -> None:
    with store.writing() as tx:
        tx.run(NEW, **player("Ana"))
    with store.writing() as tx:
        found = tx.first(ROWS, zone="UTC")
        assert found is not None
        found.name = "Anna"

    with store.reading() as tx:
        assert tx.rows(NAMES, zone="UTC") == [("Anna", AT)]


def test_an_object_is_changed_at_once_and_has_nothing_left_to_save(store: Store) -> None:
    with store.writing() as tx:
        tx.run(NEW, **player("Ana"))
        row = tx.get_one(PlayerRow, 1)
        tx.change(row, name="Anna", zone="Europe/Berlin")

        assert (row.id, row.name, row.zone) == (1, "Anna", "Europe/Berlin")
        assert tx.rows(NAMES, zone="Europe/Berlin") == [("Anna", AT)]
        assert not inspect(row).modified


def test_an_object_is_as_it_was_when_what_changed_it_is_broken_off(store: Store) -> None:
    def broken_off(row: PlayerRow) -> None:
        with tx.begin_nested():
            tx.change(row, name="Anna", zone="Europe/Berlin")
            raise LookupError

    with store.writing() as tx:
        tx.run(NEW, **player("Ana"))
        row = tx.get_one(PlayerRow, 1)
        with pytest.raises(LookupError):
            broken_off(row)

        assert (row.name, row.zone) == ("Ana", "UTC")
        tx.change(row, zone="Europe/Paris")
        assert tx.rows(NAMES, zone="Europe/Paris") == [("Ana", AT)]


@pytest.mark.parametrize("portions", [{}, {"yield_per": 1}], ids=["at once", "in portions"])
def test_a_transaction_that_remembers_gives_out_all_rows(store: Store, portions: dict[str, int]) -> None:
    with store.writing() as tx:
        tx.run_all(NEW, [player("Ana"), player("Bo")])

    with store.reading() as tx:
        seen = tx.remember()
        found = [row.name for row in tx.exec(ROWS.execution_options(**portions), params={"zone": "UTC"})]

    assert (found, [len(rows) for rows in seen.values()]) == (["Ana", "Bo"], [2])


def test_an_object_that_was_only_added_is_changed_too(store: Store) -> None:
    with store.writing() as tx:
        row = PlayerRow(**player("Ana"))
        tx.add(row)
        tx.change(row, name="Anna")

    with store.reading() as tx:
        assert tx.rows(NAMES, zone="UTC") == [("Anna", AT)]
