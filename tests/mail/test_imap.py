"""Letters from a mailbox on a real IMAP server; skipped where Dovecot is not installed."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.mail.fetched import MOST_TRIES, Fetched, NotThere
from referee.mail.imap import FAILED, Account, ImapMailbox
from tests.mail.dovecot import USER, Dovecot, installed

pytestmark = pytest.mark.skipif(not installed(), reason="Dovecot is not installed")

RAW = b"From: anna@players.example\r\nTo: game1@referee.example\r\n\r\n%b\r\n"
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dovecot]:
    with Dovecot() as server:
        yield server


@pytest.fixture
def server(running: Dovecot) -> Dovecot:
    with mailbox(running) as box:
        box._open.delete(box._open.uids("ALL"))
    return running


def account(server: Dovecot) -> Account:
    return Account("127.0.0.1", server.port, "none", USER, "pw")


def mailbox(server: Dovecot, tries: dict[str, int] | None = None, size: int = 10_000) -> ImapMailbox:
    return ImapMailbox(account(server), size=size, kept_of_oversize=100, tries={} if tries is None else tries)


def test_letters_come_in_the_order_and_with_the_time_in_which_the_server_had_them(server: Dovecot) -> None:
    for number in range(3):
        server.put(RAW % b"%d" % number, at=NOON.timestamp() + number)
    taken: list[Fetched] = []

    with mailbox(server) as box:
        found = box.take(taken.append)
        again = box.take(taken.append)

    assert (found, again) == ((3, None), (0, None))
    assert [one.raw.splitlines()[-1] for one in taken] == [b"0", b"1", b"2"]
    assert [one.arrived for one in taken] == [NOON.replace(second=number) for number in range(3)]
    assert server.flags() == ["\\Seen"] * 3


def test_a_letter_is_marked_only_after_it_is_kept(server: Dovecot) -> None:
    server.put(RAW % b"one")
    seen: list[list[str]] = []

    with mailbox(server) as box:
        box.take(lambda fetched: seen.append(server.flags()))

    assert seen == [[""]]
    assert server.flags() == ["\\Seen"]


def test_one_whose_mark_was_lost_comes_again_bit_by_bit_the_same(server: Dovecot) -> None:
    server.put(RAW % b"one")
    taken: list[bytes] = []

    def killed(fetched: Fetched) -> None:
        taken.append(fetched.raw)
        if len(taken) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), mailbox(server) as box:
        box.take(killed)
    with mailbox(server) as box:
        box.take(killed)

    assert taken == [RAW % b"one"] * 2


def test_of_an_oversized_letter_only_the_beginning_is_fetched(server: Dovecot) -> None:
    server.put(RAW % (b"x" * 900 + b"\r\n") * 30)
    taken: list[Fetched] = []

    with mailbox(server) as box:
        box.take(taken.append)

    assert [(len(one.raw), one.truncated) for one in taken] == [(100, True)]


def test_a_letter_that_can_never_be_kept_is_put_aside_after_some_tries_while_others_come_in(server: Dovecot) -> None:
    tries: dict[str, int] = {}
    server.put(RAW % b"bad")
    asked: list[bytes] = []

    def keep(fetched: Fetched) -> None:
        asked.append(fetched.raw)
        if b"bad" in fetched.raw:
            raise ValueError

    for number in range(MOST_TRIES + 2):
        server.put(RAW % b"good %d" % number)
        with mailbox(server, tries) as box:
            box.take(keep)

    assert asked.count(RAW % b"bad") == MOST_TRIES
    assert server.flags() == [FAILED, *["\\Seen"] * (MOST_TRIES + 2)]


def test_where_nothing_can_be_kept_no_letter_is_to_blame(server: Dovecot) -> None:
    server.put(RAW % b"one")
    tries: dict[str, int] = {}

    def keep(fetched: Fetched) -> None:
        raise OSError("the disk is full")

    for _ in range(MOST_TRIES + 1):
        with mailbox(server, tries) as box:
            kept, failure = box.take(keep)
            assert (kept, str(failure)) == (0, "the disk is full")

    assert server.flags() == [""]


def test_a_server_that_calls_is_heard_at_once(server: Dovecot) -> None:
    with mailbox(server) as box:
        assert box.calls
        box.take(print)
        later = threading.Timer(0.3, server.put, [RAW % b"one"])
        later.start()
        began = time.monotonic()
        box.wait(900, threading.Event())
        later.join()

    assert time.monotonic() - began < 600


def test_what_came_between_a_look_and_a_call_is_heard_too(server: Dovecot) -> None:
    with mailbox(server) as box:
        box.take(print)
        server.put(RAW % b"one")
        box._open.client.noop()
        began = time.monotonic()
        box.wait(900, threading.Event())

    assert time.monotonic() - began < 600


def test_one_that_does_not_call_is_asked(tmp_path: Path) -> None:
    with Dovecot(calls=False) as server, mailbox(server) as box:
        calls = box.calls
        box.wait(0.1, threading.Event())  # comes back by itself, though nobody calls

    assert not calls


def test_a_wrong_password_is_no_secret_in_the_message(server: Dovecot) -> None:
    wrong = replace(account(server), password="hunter2")

    with pytest.raises(NotThere) as caught, ImapMailbox(wrong, size=1, kept_of_oversize=1, tries={}):
        pass

    assert str(caught.value) == "the mailbox cannot be opened: MailboxLoginError"
    assert "hunter2" not in repr(wrong)


def test_a_server_that_goes_away_is_said_to_be_away(tmp_path: Path) -> None:
    with Dovecot() as server, mailbox(server) as box:
        server.kill()
        with pytest.raises(NotThere):
            box.take(print)

    with pytest.raises(NotThere), mailbox(server):
        pass
