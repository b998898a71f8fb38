"""The chain over a game's steps finds what was changed afterwards, and where."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import pytest

from referee.store import chain, integrity
from referee.store.chain import Hashes
from referee.store.database import Store
from referee.store.integrity import Broken
from tests.store.campaign import started

SPECIFICATION = (Path(chain.__file__).parent / "CHAIN.md").read_text(encoding="utf-8")


def verified(store: Store, game: int) -> Broken | None:
    with store.reading() as tx:
        return integrity.verify(tx, game)


def change(store: Store, statement: str, *values: Any) -> None:
    with store.writing() as tx:
        assert tx.connection().exec_driver_sql(statement, values).rowcount == 1


def stored(store: Store, column: str, table: str = "step", where: str = "step = 1") -> bytes:
    with store.reading() as tx:
        found = tx.connection().exec_driver_sql(f"SELECT {column} FROM {table} WHERE {where} LIMIT 1").scalar()
        assert isinstance(found, bytes)
        return found


def test_an_untouched_game_is_whole(store: Store) -> None:
    assert verified(store, started(store, 4)) is None


@pytest.mark.parametrize("column", ["state", "events", "given", "orders"])
def test_one_changed_character_is_found(store: Store, column: str) -> None:
    game = started(store, 3)
    data = bytearray(zlib.decompress(stored(store, column)))
    at = next(i for i in range(len(data) - 1, 0, -1) if data[i : i + 1].isalpha())
    data[at] ^= 32
    change(store, f"UPDATE step SET {column} = ? WHERE step = 1", zlib.compress(bytes(data)))

    broken = verified(store, game)
    assert broken is not None
    assert broken.step == 1
    assert re.search(r"what (went in|came out) does not fit its hash|it cannot be read", broken.problem)


@pytest.mark.parametrize("at", [0, 30, -1])
def test_one_flipped_byte_in_the_file_is_found(store: Store, at: int) -> None:
    game = started(store, 3)
    data = bytearray(stored(store, "state", where="step = 2"))
    data[at] ^= 1
    change(store, "UPDATE step SET state = ? WHERE step = 2", bytes(data))

    broken = verified(store, game)
    assert broken is not None
    assert broken.step == 2
    assert broken.problem.startswith("it cannot be read")


@pytest.mark.parametrize(
    ("statement", "broken"),
    [
        ("UPDATE step SET edition = '2' WHERE step = 2", Broken(2, "what went in does not fit its hash")),
        ("UPDATE step SET chain_hash = 'ab' WHERE step = 1", Broken(1, "the chain does not fit its hash")),
        ("UPDATE step SET previous_hash = 'ab' WHERE step = 1", Broken(1, "the step before it does not fit its hash")),
        ("UPDATE game SET name = 'Other'", Broken(0, "what went in does not fit its hash")),
        ("UPDATE game SET options = '{}'", Broken(0, "what went in does not fit its hash")),
        ("UPDATE game SET seed = x'00'", Broken(0, "what went in does not fit its hash")),
        ("UPDATE seat SET word = 'later' WHERE name = 'Bo'", Broken(0, "what went in does not fit its hash")),
        (
            "UPDATE report SET subject = 'x' WHERE seat = 'Bo' AND step = 2",
            Broken(2, "what came out does not fit its hash"),
        ),
        ("DELETE FROM step WHERE step = 3", Broken(3, "it is missing")),
        ("UPDATE step SET step = 9 WHERE step = 2", Broken(2, "it is missing")),
        ("UPDATE game SET step = 2", Broken(3, "the game never came so far")),
    ],
)
def test_every_change_is_found_where_it_was_made(store: Store, statement: str, broken: Broken) -> None:
    game = started(store, 3)
    with store.writing() as tx:
        if statement.startswith("DELETE"):
            tx.connection().exec_driver_sql("UPDATE report SET of_step = NULL WHERE step = 3")
            tx.connection().exec_driver_sql("UPDATE mail SET report = NULL")
        tx.connection().exec_driver_sql(statement)

    assert verified(store, game) == broken


def test_a_step_that_was_made_up_whole_does_not_fit_the_next(store: Store) -> None:
    game = started(store, 3)
    with store.reading() as tx:
        (output,) = tx.connection().exec_driver_sql("SELECT output_hash FROM step WHERE step = 1").one()
    forged = chain.hashes(b"another input", b"", "")
    text = f"referee chain 1\n{'0' * 64}\n{forged.input}\n{output}\n"
    change(store, "UPDATE step SET chain_hash = ? WHERE step = 0", hashlib.sha256(text.encode()).hexdigest())

    assert verified(store, game) == Broken(0, "the chain does not fit its hash")


def test_the_specifications_example_holds() -> None:
    rows = dict(re.findall(r"^\| (input hash|output hash|chain hash) \| `(\w+)` \|$", SPECIFICATION, re.MULTILINE))

    assert chain.hashes(b'{"a":1}', b'{"b":2}', chain.START) == Hashes(
        rows["input hash"], rows["output hash"], "0" * 64, rows["chain hash"]
    )


def test_who_reads_only_the_specification_comes_to_the_same_hashes(store: Store) -> None:
    started(store, 2)
    store.checkpoint()

    connection = sqlite3.connect(store.path)
    connection.row_factory = sqlite3.Row
    previous = "0" * 64
    steps = connection.execute("SELECT * FROM step ORDER BY step").fetchall()
    for step in steps:
        told = Hashes(step["input_hash"], step["output_hash"], step["previous_hash"], step["chain_hash"])
        assert told == by_the_book(connection, step, previous)
        previous = told.chain
    connection.close()
    assert len(steps) == 3


def by_the_book(connection: sqlite3.Connection, step: sqlite3.Row, previous: str) -> Hashes:
    """Compute a step's hashes with what CHAIN.md says and Python's own library."""
    game = connection.execute("SELECT * FROM game WHERE id = ?", (step["game"],)).fetchone()
    seats = connection.execute("SELECT * FROM seat WHERE game = ? ORDER BY place", (step["game"],)).fetchall()
    letters = connection.execute(
        "SELECT * FROM report WHERE of_step = ? ORDER BY seat, kind, number", (step["id"],)
    ).fetchall()
    written = [
        [*(one[name] for name in ("seat", "kind", "number", "subject")), plain(one["body"], one["document"]),
         plain(one["document"]), json.loads(plain(one["form"]))]
        for one in letters
    ]
    mark = "\0given\0"
    into = dumped(
        {
            "commitment": game["commitment"], "edition": step["edition"], "game": game["name"], "given": mark,
            "options": json.loads(game["options"]), "orders": json.loads(plain(step["orders"])),
            "ruleset": game["ruleset"], "seed": game["seed"].hex(), "step": step["step"],
            "seats": [{"name": s["name"], "wishes": json.loads(s["wishes"]), "word": s["word"]} for s in seats],
        }
    ).replace(dumped(mark), plain(step["given"]))  # fmt: skip
    out = f'{{"events":{plain(step["events"])},"letters":{dumped(written)},"state":{plain(step["state"])}}}'
    hashes = [hashlib.sha256(text.encode()).hexdigest() for text in (into, out)]
    joined = "referee chain 1\n" + "".join(f"{line}\n" for line in (previous, *hashes))
    return Hashes(hashes[0], hashes[1], previous, hashlib.sha256(joined.encode()).hexdigest())


def plain(packed: bytes, beside: bytes = b"") -> str:
    dictionary = zlib.decompress(beside) if beside else b""
    return zlib.decompressobj(zdict=dictionary).decompress(packed).decode()


def dumped(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
