"""Every revision of orders is kept; what is on file is the newest."""

from __future__ import annotations

import pytest

from referee.engine.audience import PUBLIC, Seat, only
from referee.engine.commands import ADDRESSEES, COMMANDS
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Grammar
from referee.engine.reader import Reader
from referee.engine.sheet import OnFile
from referee.store import actions, inbox, orders
from referee.store.database import Store, Transaction
from referee.store.errors import AlreadyPlayed
from tests.store.campaign import CODEC, HOUR, NOW, play, started
from tests.store.toy import ANA, BO, CARDS, CY, SEATS, Attack

FIRST = OnFile({1: ("ATTACK Ana",), 10: (), 2: ("WAIT",)}, ("DEFEND WITH ANY",), True)


def file(tx: Transaction, game: int, on_file: OnFile, *, seat: Seat = BO, step: int = 1, receipt: str = "R1") -> int:
    sheet = [{"text": "ATTACK Ana", "heard": "order"}]
    number = orders.next_revision(tx, game, seat, step)
    orders.file(
        tx, game, seat, step=step, revision=number, on_file=on_file, sheet=sheet, receipt=receipt, received_at=NOW
    )
    return number


def test_what_is_on_file_comes_back_as_it_was(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        file(tx, game, FIRST)

    with store.reading() as tx:
        assert orders.latest(tx, game, BO) == FIRST
        assert orders.latest(tx, game, ANA) == OnFile()


def test_every_revision_is_kept_and_the_newest_counts(store: Store) -> None:
    game = started(store)
    later = OnFile({1: ("WAIT",)}, (), False)
    with store.writing() as tx:
        numbers = [file(tx, game, FIRST), file(tx, game, FIRST, seat=ANA), file(tx, game, later, receipt="R2")]

    with store.reading() as tx:
        assert numbers == [1, 1, 2]
        assert orders.all_latest(tx, game, until=9) == {BO: later, ANA: FIRST}
        assert [orders.on_file_from(row.on_file) for row in orders.revisions(tx, game, BO)] == [FIRST, later]
        found = orders.revisions(tx, game, BO)[-1]
        assert (found.seat, found.step, found.revision) == ("Bo", 1, 2)
        assert found.sheet == [{"text": "ATTACK Ana", "heard": "order"}]


def test_what_stands_is_on_file_for_the_next_step_and_revisions_count_anew(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        file(tx, game, FIRST)
        play(tx, game, 1)

        assert orders.latest(tx, game, BO) == FIRST
        assert file(tx, game, OnFile(), step=2) == 1
        assert [row.step for row in orders.revisions(tx, game, step=2)] == [2]


def test_nothing_is_filed_for_a_step_that_is_over_or_not_yet_open(store: Store) -> None:
    game = started(store, 1)
    for step in (1, 3):
        with pytest.raises(AlreadyPlayed), store.writing() as tx:
            file(tx, game, FIRST, step=step)


def test_a_revision_names_the_letter_it_came_with(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        letter, _ = inbox.keep(tx, b"x", sender="a@x", recipient="o@x", source="lmtp", received_at=NOW)
        orders.file(
            tx, game, BO, step=1, revision=1, on_file=FIRST, sheet=[], receipt="R1", received_at=NOW, letter=letter
        )

        assert [row.letter for row in orders.revisions(tx, game)] == [letter]


def test_a_sheet_is_kept_with_what_became_of_each_line() -> None:
    grammar = Grammar(COMMANDS, (), (ADDRESSEES,))
    sheet = Reader(grammar, Lexicon.of(SEATS), BO, 3).read(["history 2", "HISTORY two thousand", "good evening"])

    read, wrong, chatter = orders.sheet_to(sheet, grammar)
    assert read == {"text": "history 2", "heard": "command", "order": "HISTORY 2"}
    assert {name: wrong[name] for name in ("text", "heard", "rule")} == {
        "text": "HISTORY two thousand", "heard": "unreadable", "rule": "",
    }  # fmt: skip
    assert [(line["problem"], line["hint"]) for line in (wrong, chatter)] == [
        (line.error.problem, line.error.hint) for line in sheet.lines if line.error is not None
    ]


def test_an_answer_counts_when_its_pause_is_over_and_the_last_one_wins(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        asks = [("Bo/Lead/1", BO), ("Ana/Lead/1", ANA), ("Cy/Lead/1", CY)]
        rows = orders.ask(tx, game, 1, asks, at=NOW, closes_at=NOW + HOUR)
        again = orders.ask(tx, game, 1, asks, at=NOW + HOUR, closes_at=NOW + 9 * HOUR)
        orders.answer(tx, CODEC, rows[0].id, CARDS[3], NOW)
        orders.answer(tx, CODEC, rows[0].id, Attack(2, ANA, CARDS[4]), NOW)
        orders.answer(tx, CODEC, rows[2].id, None, NOW)

    with store.reading() as tx:
        early = orders.given(tx, CODEC, game, 1, NOW)
        late = orders.given(tx, CODEC, game, 1, NOW + HOUR)
        assert again == []
        assert (early.answers, early.silent, early.live) == ({}, frozenset(), True)
        assert late.answers == {"Bo/Lead/1": Attack(2, ANA, CARDS[4]), "Cy/Lead/1": None}
        assert late.silent == {"Ana/Lead/1"}
        assert [row.key for row in orders.open_for(tx, game, 1, ANA, NOW)] == ["Ana/Lead/1"]
        assert orders.open_for(tx, game, 1, ANA, NOW + HOUR) == []


def test_a_step_goes_on_when_its_last_question_has_closed(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        orders.ask(tx, game, 1, [("Bo/Lead/1", BO)], at=NOW, closes_at=NOW + HOUR)
        orders.ask(tx, game, 1, [("Ana/Reply/1", ANA)], at=NOW + HOUR, closes_at=NOW + 2 * HOUR)

        assert orders.closing(tx, NOW + HOUR) == []
        assert orders.closing(tx, NOW + 2 * HOUR) == [(game, 1)]
        play(tx, game, 1)
        assert orders.closing(tx, NOW + 2 * HOUR) == []


def test_a_pause_that_is_over_is_moved_only_where_it_is_wanted(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        orders.ask(tx, game, 1, [("Bo/Lead/1", BO), ("Ana/Lead/1", ANA)], at=NOW, closes_at=NOW + HOUR)
        ends = [orders.open_until(tx, game, 1)]
        told = [orders.close_at(tx, game, 1, now, NOW + 2 * HOUR) for now in (NOW + HOUR, NOW)]
        ends.append(orders.open_until(tx, game, 1))
        orders.move_pause(tx, game, 1, NOW + 9 * HOUR)
        ends.append(orders.open_until(tx, game, 1))

    assert (told, ends) == ([0, 2], [NOW + hours * HOUR for hours in (1, 2, 9)])


def test_an_action_is_told_to_its_audience(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        actions.record(tx, at=NOW, who="GM", what="unsealed", to=PUBLIC, game=game)
        last = actions.record(tx, at=NOW, who="GM", what="ruled", to=only(BO), game=game, details={"rule": "AM-1"})
        actions.record(tx, at=NOW, who="referee", what="started", to=PUBLIC)

        assert [row.what for row in actions.log_for(tx, game, BO)] == ["unsealed", "ruled"]
        assert [row.what for row in actions.log_for(tx, game, ANA)] == ["unsealed"]
        assert [row.what for row in actions.log(tx) if row.id > last.id] == ["started"]
        assert (actions.audience(last), last.details) == (only(BO), {"rule": "AM-1"})
