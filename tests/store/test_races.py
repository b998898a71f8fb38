"""What may happen once happens once, however many try at the same moment."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from random import Random
from threading import Barrier
from typing import TypeVar

import pytest

from referee.store import inbox, integrity, outbox, people, reports, steps
from referee.store.database import Store
from referee.store.errors import AlreadyPlayed, Busy, Taken
from referee.store.reports import Composed, Envelope
from referee.store.sqlite import Turnstile
from tests.store.campaign import CODEC, NOW, invited, play, started
from tests.store.toy import BO

R = TypeVar("R")
MANY = 6


def at_once(work: Callable[[int], R]) -> list[R]:
    """Do the same in several threads that begin together."""
    gate = Barrier(MANY)

    def one(n: int) -> R:
        gate.wait()
        return work(n)

    with ThreadPoolExecutor(MANY) as pool:
        return list(pool.map(one, range(MANY)))


def test_a_step_is_saved_by_one_of_many_threads(store: Store) -> None:
    game = started(store)

    def one_step(_: int) -> str:
        try:
            with store.writing() as tx:
                play(tx, game, 1)
        except AlreadyPlayed:
            return "already played"
        return "saved"

    assert sorted(at_once(one_step)) == ["already played"] * (MANY - 1) + ["saved"]
    with store.reading() as tx:
        assert len(reports.of_step(tx, game, 1)) == 3
        assert integrity.verify(tx, game) is None


def test_the_same_letter_delivered_twice_at_once_is_kept_once(store: Store) -> None:
    def deliver(_: int) -> tuple[int, bool]:
        with store.writing() as tx:
            return inbox.keep(tx, b"x", sender="a@x", recipient="o@x", source="lmtp", received_at=NOW)

    assert sorted(at_once(deliver)) == [(1, False)] * (MANY - 1) + [(1, True)]


def test_an_address_is_given_to_one_of_many(store: Store) -> None:
    def register(n: int) -> bool:
        try:
            with store.writing() as tx:
                people.add_player(tx, f"Anna {n}", zone="UTC", address="a@x", normal="a@x", at=NOW)
        except Taken:
            return False
        return True

    assert sum(at_once(register)) == 1


def test_many_games_are_played_by_many_threads(store: Store) -> None:
    with store.writing() as tx:
        for n in range(MANY):
            invited(tx, f"Game {n}")

    def whole_game(n: int) -> int:
        for step in range(4):
            with store.writing() as tx:
                play(tx, n + 1, step, letters=())
        with store.reading() as tx:
            return steps.load(tx, CODEC, n + 1).step

    assert at_once(whole_game) == [3] * MANY


def test_every_mail_is_claimed_by_one_of_several_processes(store: Store, tmp_path: Path) -> None:
    game = started(store)
    written = [
        Composed(seat=BO, kind="news", number=n, subject="", body="", envelope=Envelope(message_id=f"<{n}@x>"))
        for n in range(60)
    ]
    with store.writing() as tx:
        reports.keep(tx, game, 0, written, made_at=NOW)
    store.close()

    children = [claiming(store.path, tmp_path / f"claimed-{n}") for n in range(3)]
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0, 0]

    claimed = [line for n in range(3) for line in (tmp_path / f"claimed-{n}").read_text().splitlines()]
    assert len(claimed) == 63
    assert len(set(claimed)) == 63


def claiming(path: Path, result: Path) -> int:
    """Let a process of its own claim mails, four at a time, until there are none."""
    child = os.fork()
    if child:
        return child
    try:
        mine: list[str] = []
        with Store(path) as store:
            while True:
                with store.writing() as tx:
                    some = outbox.claim(tx, str(os.getpid()), NOW, lease=timedelta(minutes=5), limit=4)
                mine += [mail.message_id for mail in some]
                if not some:
                    break
        result.write_text("\n".join(mine))
        os._exit(0)
    finally:
        os._exit(1)


def test_who_comes_to_write_waits_for_no_more_than_who_came_before(store: Store) -> None:
    """One thread writes again and again; each of the others gets in after what was under way when it came."""
    done, asked, over = 0, threading.Event(), threading.Event()
    waited: list[int] = []

    def busily() -> None:
        nonlocal done
        while not over.is_set():
            with store.writing() as tx:
                people.add_player(tx, f"n{done}", zone="UTC", address=f"{done}@x", normal=f"{done}@x", at=NOW)
                time.sleep(0.005)  # as an adjudication takes its time, and the next one follows at once
            done += 1
            asked.set()

    writer = threading.Thread(target=busily)
    writer.start()
    asked.wait()
    for _ in range(20):
        before = done
        with store.writing():
            waited.append(done - before)
    over.set()
    writer.join()

    assert max(waited) <= 2


def test_who_waits_too_long_is_told_and_the_next_still_gets_in() -> None:
    stile, inside, leave = Turnstile(timedelta(milliseconds=20)), threading.Event(), threading.Event()

    def stay() -> None:
        with stile:
            inside.set()
            leave.wait()

    one = threading.Thread(target=stay)
    one.start()
    inside.wait()
    with pytest.raises(Busy, match="another part of this process writes for too long"), stile:
        pass
    leave.set()
    one.join()

    with stile:
        pass


def test_whoever_waits_gets_in_as_they_came() -> None:
    stile, came = Turnstile(timedelta(seconds=300)), list[int]()

    def enter(number: int) -> None:
        with stile:
            came.append(number)

    with stile:
        threads = [threading.Thread(target=enter, args=[number]) for number in range(5)]
        for number, thread in enumerate(threads, 1):
            thread.start()
            while len(stile._waiting) < number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()

    assert came == [0, 1, 2, 3, 4]


def test_the_journal_of_a_huge_transaction_is_cut_when_the_next_one_begins(store: Store) -> None:
    journal = store.path.with_name(f"{store.path.name}-wal")
    with store.writing() as tx:
        for n in range(20):
            noise = Random(n).randbytes(1_000_000)  # which gets no smaller by packing
            inbox.keep(tx, noise, sender="a@x", recipient="o@x", source="lmtp", received_at=NOW)
    longest = journal.stat().st_size
    store.checkpoint()
    with store.writing() as tx:
        inbox.keep(tx, b"more", sender="a@x", recipient="o@x", source="lmtp", received_at=NOW)

    assert journal.stat().st_size <= 16_777_216 < longest


def test_the_journal_of_a_rush_is_moved_into_the_file_and_cut(store: Store) -> None:
    longest = 0
    for n in range(1_500):
        with store.writing() as tx:
            inbox.keep(tx, b"%d" % n * 4_000, sender="a@x", recipient="o@x", source="lmtp", received_at=NOW)
        store.tend()
        longest = max(longest, store.path.with_name(f"{store.path.name}-wal").stat().st_size)

    assert longest < 16_777_216
