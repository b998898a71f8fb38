"""A turn and a letter in a campaign that has been played in for years, beside the same in one that is new."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count

from benchmarks.intake import received
from benchmarks.pairs import Row, Way, cost
from benchmarks.world import DOMAIN, PLAIN, TURNS, Letter, World, campaign, letters, play_due, reach_deadlines, sent
from referee.store.tables.columns import packed

GAMES, OF_TURNS, MAILS = 1000, 10, 40
"""So many games are over, of so many turns each, with so many mails a turn."""

DUELS = 10
STRAYS = 30
"""So many letters without a key make a round: each is over sooner than others."""

ROUNDS = TURNS - 3
AIM = "<= 1.1"

KEYLESS = f"From: gm@{DOMAIN}\r\nTo: orders@{DOMAIN}\r\nMessage-ID: <%d@{DOMAIN}>\r\n\r\nSTATUS\r\n"


@contextmanager
def both() -> Iterator[tuple[World, World]]:
    """Open a campaign with an archive, and one without; the same duels go on in both."""
    with campaign() as old, campaign() as new:
        archive(old, GAMES, OF_TURNS, MAILS)
        archive(new, 0, 0, 0)
        for one in (old, new):
            one.games.clear()
            one.add(DUELS)
            sent(one.campaign)
        yield old, new


def run() -> list[Row]:
    """Compare a turn, a player's letter, and one of the GM's without a key, of which they are told once a day."""
    with both() as (old, new):
        turns, mails = f"{GAMES * OF_TURNS:,}", f"{GAMES * OF_TURNS * MAILS:,}"
        return [
            _compared(f"a duel's turn at {turns} turns, {mails} mails / none", _turn, old, new),
            _compared("a letter there / none", _letter, old, new),
            _compared("a GM's letter without a key there / none", _keyless, old, new),
        ]


def _compared(name: str, way: Callable[[World], Way], old: World, new: World) -> Row:
    return cost(name, AIM, way(old), way(new), rounds=ROUNDS)


def _turn(world: World) -> Way:
    def work() -> int:
        play_due(world.campaign, DUELS)
        sent(world.campaign)
        return DUELS

    return Way(work, lambda: reach_deadlines(world.campaign))


def _letter(world: World) -> Way:
    bags = (letters(world, number, PLAIN) for number in count())
    ready = list[list[Letter]]()
    return Way(lambda: received(world, ready.pop()), lambda: ready.append(next(bags)))


def _keyless(world: World) -> Way:
    numbers = count()

    def work() -> int:
        raw = [(KEYLESS % next(numbers)).encode() for _ in range(STRAYS)]
        return received(world, [Letter(one, f"gm@{DOMAIN}", f"orders@{DOMAIN}") for one in raw])

    return Way(work, world.checkpoint)


def archive(world: World, games: int, turns: int, mails: int) -> None:
    """Put games that are over into a campaign's database: copies of one duel's rows, its mails with a word in each."""
    world.add(1)
    received(world, letters(world, 0, PLAIN))
    reach_deadlines(world.campaign)
    play_due(world.campaign, 1)
    sent(world.campaign)
    with _filled(world, games=games, turns=turns, mails=mails) as rows:
        (game,) = rows.execute("SELECT max(id) FROM game").fetchone()
        rows.execute("UPDATE game SET status = 'over', due_at = NULL, ended_at = started_at WHERE id = ?", (game,))
        for table, source, changed in COPIES:
            _copy(rows, table, source, changed, game=game)


def multiply(world: World, times: int) -> None:
    """Put so many copies of each game beside it, as it stands, with its letters and mails."""
    with _filled(world, copies=times) as rows:
        last = {name: rows.execute(f"SELECT max(id) FROM {name}").fetchone()[0] for name in ("game", "report")}
        for table, changed in AGAIN.items():
            _copy(rows, table, "copies", changed, **last)
        (game,) = rows.execute("SELECT max(id) FROM game").fetchone()
    world.games = list(range(1, game + 1))


@contextmanager
def _filled(world: World, **many: int) -> Iterator[sqlite3.Connection]:
    """Open a campaign's database to fill it in one transaction, with tables of numbers from 1 to so many each."""
    with closing(sqlite3.connect(world.campaign.settings.database, isolation_level=None)) as rows:
        rows.execute("PRAGMA synchronous = OFF")
        rows.execute("BEGIN")
        for name, last in many.items():
            rows.execute(f"CREATE TEMP TABLE {name} (n INTEGER PRIMARY KEY)")
            rows.executemany(f"INSERT INTO {name} VALUES (?)", [(n,) for n in range(1, last + 1)])
        yield rows
        rows.execute("COMMIT")
        rows.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


EACH_GAME = "games WHERE {table}.game = {game}"
EACH_TURN = "games, turns WHERE {table}.game = {game}"
EACH_MAIL = "games, turns, mails WHERE {table}.id = (SELECT max(id) FROM {table} WHERE kind = 'report')"
OF_GAME = {"game": "{game} + games.n"}
OF_TURN = {**OF_GAME, "step": "turns.n"}
SHORT = f"x'{packed(b'A short letter.').hex()}'"

COPIES = (
    ("game", "games WHERE game.id = {game}", {"id": "{game} + games.n", "name": "'old' || games.n"}),
    ("seat", EACH_GAME, OF_GAME),
    ("view", EACH_GAME, OF_GAME),
    ("step", f"{EACH_TURN} AND step.step = 1", OF_TURN),
    ("orders", f"{EACH_TURN} AND orders.revision = 1", {**OF_TURN, "letter": "NULL"}),
    ("letter", EACH_TURN, {**OF_TURN, "sha256": "hex(randomblob(32))"}),
    ("token", f"{EACH_TURN} AND token.step = 2", {**OF_TURN, "token": "lower(hex(randomblob(12)))"}),
    ("report", EACH_MAIL, {**OF_TURN, "number": "mails.n", "body": SHORT, "document": SHORT, "of_step": "NULL"}),
    ("mail", EACH_MAIL, {
        "game": "CASE WHEN mails.n > 1 THEN {game} + games.n END", "message_id": "hex(randomblob(16))",
        "player": "CASE WHEN mails.n > 1 THEN (SELECT max(player) FROM seat) END", "report": "NULL",
        "kind": "CASE mails.n WHEN 1 THEN 'gm_alarm' ELSE 'report' END", "body": SHORT, "document": SHORT,
        "return_token": "hex(randomblob(10))", "made_at": "'2025-03-02T12:00:00.000000Z'",
    }),
)  # fmt: skip
"""Which tables are filled, how often each row of the duel is copied, and what differs."""


OF_COPY = {"game": "{table}.game + copies.n * {game}"}

AGAIN = {
    "game": {"id": "{table}.id + copies.n * {game}", "name": "{table}.name || '-' || (id + copies.n * {game})"},
    "seat": OF_COPY,
    "view": OF_COPY,
    "step": OF_COPY,
    "orders": {**OF_COPY, "letter": "NULL"},
    "token": {**OF_COPY, "token": "lower(hex(randomblob(12)))"},
    "report": {**OF_COPY, "id": "{table}.id + copies.n * {report}"},
    "mail": {
        **OF_COPY, "message_id": "hex(randomblob(16))", "report": "{table}.report + copies.n * {report}",
        "return_token": "hex(randomblob(10))",
    },
}  # fmt: skip
"""The same of what a running game has."""


def _copy(rows: sqlite3.Connection, table: str, source: str, changed: dict[str, str], **last: int) -> None:
    """Copy rows of a table, some columns changed; a number of its own each gets by itself."""
    named = [name for _, name, *_ in rows.execute(f"PRAGMA table_info({table})") if name != "id" or name in changed]
    values = ", ".join(changed.get(name, f"{table}.{name}") for name in named)
    query = f"INSERT INTO {table} ({', '.join(named)}) SELECT {values} FROM {table}, {source}"
    rows.execute(query.format(table=table, **last))
