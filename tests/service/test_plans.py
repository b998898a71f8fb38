"""No statement of a running referee looks through a table that grows: each finds its rows by an index.

A campaign that was played for years costs a turn and a letter no more than a new one. The statements are gathered as
they are run, and SQLite is asked how it would find their rows.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from referee.service.deadlines import outage
from referee.service.post.alarm import Siren
from referee.service.post.lookout import look
from referee.service.records.overview import game_list, game_page, letters_in, mails_out, overview
from referee.service.upkeep.doctor import examine
from referee.service.upkeep.health import health
from referee.store import database, games, mails
from tests.service.correspondence import correspondence
from tests.service.world import World

SMALL = {"version", "pulse", "key", "forgetting"}
"""Tables with a row for each of a few parts of the program, or of a few people for a few seconds."""

MAY = {
    "letters_to_sweep": "what is swept out once a day has to be looked for",
    "strangers_to_sweep": "so have these",
    "codes_to_sweep": "and these",
    "mails_to_sweep": "and these",
    "from_senders": "the newest of nearly all letters are found soon",
}
"""Functions of the store that may, and why."""

STORE = str(Path(mails.__file__).parent)
BY_A_GM = {*MAY, "games", "listed"}
"""A GM may ask for all games, too, and for their list."""

Statements = dict[str, set[str]]
"""What was run, each with the functions of the store that it was run for first."""


@contextmanager
def gathered() -> Iterator[Statements]:
    """Gather every statement that is run meanwhile."""
    found: Statements = {}
    written = database._written

    def executed(_: Any, __: Any, words: str, *___: Any) -> None:
        found.setdefault(words, _functions())

    def noted(*statement: Any) -> database.Written:
        made = written(*statement)
        found.setdefault(made.words, _functions())
        return made

    event.listen(Engine, "before_cursor_execute", executed)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(database, "_written", noted)
        yield found
    event.remove(Engine, "before_cursor_execute", executed)


@contextmanager
def counted() -> Iterator[list[str]]:
    """Note each query of columns that is run meanwhile, by its words."""
    asked: list[str] = []
    run = database.Transaction._ran

    def noted(tx: database.Transaction, written: database.Written, values: dict[str, Any]) -> Any:
        asked.append(written.words)
        return run(tx, written, values)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(database.Transaction, "_ran", noted)
        yield asked


def _functions() -> set[str]:
    frame, found = sys._getframe(2), set[str]()
    while frame.f_back is not None:
        if frame.f_code.co_filename.startswith(STORE):
            found.add(frame.f_code.co_name)
        frame = frame.f_back
    return found


def looked_through(database: Path, statements: Mapping[str, set[str]], may: Iterable[str] = MAY) -> list[str]:
    """List the statements that look at every row of a table and may not, with the table.

    So do those that take what two indexes find: one of them finds all that is of no game.
    """
    with closing(sqlite3.connect(database)) as asked:
        query = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'"
        parts = {name for (name,) in asked.execute(query)}
        tables = {name for (name,) in asked.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} - SMALL
        found = []
        for words, functions in statements.items():
            if not words.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")) or functions & set(may):
                continue
            if "WHERE" not in words and "LIMIT" in words:
                continue  # the newest of all
            plan = asked.execute(f"EXPLAIN QUERY PLAN {words}", [None] * words.count("?")).fetchall()
            scans = [detail.split() for *_, detail in plan if detail.startswith("SCAN ")]
            found += [f"by either: {words}" for *_, detail in plan if detail == "MULTI-INDEX OR"]
            found += [f"{of[1]}: {words}" for of in scans if of[1] in tables and of[-1] not in parts]
        return found


def test_a_turn_a_letter_and_a_round_look_through_no_table(world: World, tmp_path: Path) -> None:
    with gathered() as statements:
        correspondence("wizards-duel", tmp_path / "whole")
        keyless(world)
        look(world.campaign, Siren(world.campaign))

    assert {"load", "keep", "claim", "standings", "questions"} <= set().union(*statements.values())
    assert looked_through(world.campaign.settings.database, statements) == []


def keyless(world: World) -> None:
    """Letters to the open address and from others, a letter that comes back, and a look whether time was lost."""
    everyone = "orders@referee.example"
    world.arrive(world.letter("STATUS", world.address("Ana")), everyone, world.address("Ana"))
    for wish, sender in (("JOIN duel", "olga@players.example"), ("JOIN nothing", "piet@friends.example")):
        world.arrive(world.letter(wish, sender), "join@referee.example", sender)
    world.write("Ana", "LEAD LOW", sender="eve@elsewhere.example")
    world.tick()
    outage.seen(world.campaign, "lmtp")
    outage.watch(world.campaign)
    asked = next(mail for mail in world.mails() if "Was this you" in mail.body)
    world.answer(asked, "YES")


def test_what_is_shown_to_a_gm_looks_through_no_table_but_the_games(world: World) -> None:
    world.write("Ana", "LEAD LOW")
    world.tick()
    with gathered() as statements:
        overview(world.campaign), game_list(world.campaign), game_page(world.campaign, "duel")
        letters_in(world.campaign), mails_out(world.campaign), health(world.campaign)
        list(examine(world.campaign.settings.folder, send=False, clock=world.clock))

    assert looked_through(world.campaign.settings.database, statements, BY_A_GM) == []


def test_the_newest_alarm_is_found_without_sorting_all_that_there_ever_were(world: World) -> None:
    written = database._written(mails.ALARMS, None)
    with closing(sqlite3.connect(world.campaign.settings.database)) as asked:
        plan = asked.execute(f"EXPLAIN QUERY PLAN {written.words}", written.given({})).fetchall()

    of_kind = "SEARCH mail USING INDEX mail_of_kind (kind=? AND game=? AND player=?)"
    assert [detail for *_, detail in plan] == [of_kind]


def test_what_went_to_an_address_by_itself_is_found_newest_first_by_an_index(world: World) -> None:
    written = database._written(mails.LATELY_TO, None)
    with closing(sqlite3.connect(world.campaign.settings.database)) as asked:
        given = written.given({"to": "gm@referee.example", "most": 50})
        plan = asked.execute(f"EXPLAIN QUERY PLAN {written.words}", given).fetchall()

    assert [detail for *_, detail in plan] == ["SEARCH mail USING INDEX mail_by_itself (<expr>=?)"]


def test_a_statement_that_looks_through_a_table_is_found(world: World) -> None:
    either = "SELECT id FROM letter WHERE state IN ('stored', 'read') AND (game = ? OR game IS NULL)"
    seen = {
        either: {"unread_before"},
        "SELECT id FROM mail WHERE error = ?": {"overdue"},
        "SELECT id FROM mail WHERE state = 'queued' ORDER BY next_at": {"claim"},
        "SELECT id FROM mail WHERE id = ?": {"find"},
        "SELECT * FROM game WHERE status != ?": {"games"},
    }

    assert looked_through(world.campaign.settings.database, seen, BY_A_GM) == [
        f"by either: {either}", "mail: SELECT id FROM mail WHERE error = ?",
    ]  # fmt: skip


def test_what_wants_attention_of_many_games_is_asked_no_more_often_than_of_one(world: World) -> None:
    far_off(world)
    overview(world.campaign)
    with gathered() as of_one, counted() as counted_of_one:
        overview(world.campaign)
    world.game("second", live="on")
    world.game("third", ("Cleo",), start=False)
    far_off(world)
    with gathered() as of_three, counted() as counted_of_three:
        found = overview(world.campaign)

    assert [item.game for item in found.attention if item.what == "unproved"] == ["duel", "second", "third"]
    assert counted_of_three == counted_of_one
    assert len(of_three) == len(of_one)


def far_off(world: World) -> None:
    """Put all deadlines off, so that nobody need be asked for yet."""
    with world.campaign.store.writing() as tx:
        for one in games.standings(tx):
            games.set_due(tx, one.id, world.clock.now() + timedelta(days=5))


def test_a_list_of_many_games_asks_no_more_than_one_of_few(world: World) -> None:
    game_list(world.campaign)
    with counted() as of_one:
        (one,) = game_list(world.campaign)
    world.game("second", live="on")
    world.game("third", ("Cleo",), start=False)
    with counted() as of_three:
        lines = game_list(world.campaign)

    assert of_three == of_one
    assert [lines[0], *((line.name, line.seats, line.turn) for line in lines[1:])] == [
        one, ("second", 2, 1), ("third", 1, 1),
    ]  # fmt: skip
