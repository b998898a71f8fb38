"""Letters come in by SMTP and LMTP, and 250 means that they are kept."""

import asyncio
import smtplib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.mail.intake import Arrival, Intake

OPEN: list[smtplib.SMTP] = []
RAW = b"From: anna@players.test\r\nSubject: x\r\n\r\nHOLD\r\n"


def during(intake: Intake, work: Callable[[int], Any]) -> Any:
    """Run blocking work in a thread while the server runs."""

    async def run() -> Any:
        async with intake:
            return await asyncio.to_thread(work, intake.port)

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def _hang_up() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def smtp(port: int) -> smtplib.SMTP:
    OPEN.append(smtplib.SMTP("127.0.0.1", port, timeout=300))
    return OPEN[-1]


def lmtp(port: int) -> smtplib.LMTP:
    client = smtplib.LMTP("127.0.0.1", port)
    OPEN.append(client)
    return client


def test_a_letter_is_kept_as_it_came_before_it_is_accepted() -> None:
    kept: list[Arrival] = []
    raw = RAW + b".starts with a dot\r\n..\r\n\tTAB \xff\r\n"

    def work(port: int) -> None:
        with smtp(port) as client:
            client.sendmail("anna@players.test", ["orders+T@referee.test"], raw)
            assert len(kept) == 1

    during(Intake(kept.append), work)

    assert kept == [Arrival(raw, "anna@players.test", "orders+T@referee.test")]


def test_the_null_sender_is_an_empty_string() -> None:
    kept: list[Arrival] = []

    during(Intake(kept.append), lambda port: smtp(port).sendmail("", ["x@referee.test"], RAW))

    assert kept[0].mail_from == ""


@pytest.mark.parametrize("protocol", ["smtp", "lmtp"])
def test_a_fault_of_ours_is_answered_with_later(protocol: Any) -> None:
    def keep(arrival: Arrival) -> None:
        raise OSError("disk full")

    def work(port: int) -> int:
        client = smtp(port) if protocol == "smtp" else lmtp(port)
        client.ehlo_or_helo_if_needed()
        client.mail("a@b.test")
        client.rcpt("x@referee.test")
        return client.data(RAW)[0]

    assert during(Intake(keep, protocol=protocol), work) == 451


def test_lmtp_answers_for_each_recipient() -> None:
    kept: list[str] = []

    def keep(arrival: Arrival) -> None:
        if arrival.recipient.startswith("bad"):
            raise RuntimeError
        kept.append(arrival.recipient)

    def work(port: int) -> list[bytes]:
        client = lmtp(port)
        client.ehlo_or_helo_if_needed()
        client.mail("a@b.test")
        for name in ("one", "bad", "two"):
            client.rcpt(f"{name}@referee.test")
        first = client.data(RAW)
        assert client.file is not None
        return [str(first[0]).encode(), client.file.readline()[:3], client.file.readline()[:3]]

    assert during(Intake(keep, protocol="lmtp"), work) == [b"250", b"451", b"250"]
    assert kept == ["one@referee.test", "two@referee.test"]


def test_smtp_is_told_to_try_again_if_one_of_several_was_not_kept() -> None:
    def keep(arrival: Arrival) -> None:
        assert not arrival.recipient.startswith("bad")

    def work(port: int) -> int:
        with pytest.raises(smtplib.SMTPDataError) as refused:
            smtp(port).sendmail("a@b.test", ["one@r.test", "bad@r.test"], RAW)
        return refused.value.smtp_code

    assert during(Intake(keep), work) == 451


def test_unknown_recipients_are_refused_at_once_and_known_ones_kept() -> None:
    kept: list[Arrival] = []

    def work(port: int) -> dict[str, tuple[int, bytes]]:
        return smtp(port).sendmail("a@b.test", ["known@r.test", "unknown@r.test"], RAW)

    refused = during(Intake(kept.append, accepts=lambda address: address.startswith("known")), work)

    assert {address: code for address, (code, _) in refused.items()} == {"unknown@r.test": 550}
    assert [arrival.recipient for arrival in kept] == ["known@r.test"]


def test_who_sends_too_much_is_told_to_come_again_later() -> None:
    asked: list[tuple[str, str]] = []

    def paced(sender: str, recipient: str) -> bool:
        asked.append((sender, recipient))
        return sender == ""

    def work(port: int) -> list[int]:
        codes = []
        for sender in ("a@b.test", "<>"):
            client = smtp(port)
            client.ehlo()
            client.docmd("MAIL", f"FROM:<{sender.strip('<>')}>")
            codes.append(client.rcpt("x@r.test")[0])
        return codes

    assert during(Intake(lambda arrival: None, paced=paced), work) == [451, 250]
    assert asked == [("a@b.test", "x@r.test"), ("", "x@r.test")]


def test_a_look_up_that_fails_is_no_refusal() -> None:
    def accepts(address: str) -> bool:
        raise OSError

    def work(port: int) -> int:
        client = smtp(port)
        client.ehlo()
        client.mail("a@b.test")
        return client.rcpt("x@r.test")[0]

    assert during(Intake(lambda arrival: None, accepts=accepts), work) == 451


@pytest.mark.parametrize("unit", [b"x" * 70 + b"\r\n", b"y" * 5000, b"a\r.\n"], ids=["lines", "one line", "bare ends"])
def test_of_a_letter_that_is_too_large_the_beginning_is_kept(unit: bytes) -> None:
    kept: list[Arrival] = []
    raw = (RAW + unit * (300_000 // len(unit))).rstrip(b"\r\n") + b"\r\n"

    def work(port: int) -> tuple[int, bytes, int]:
        client = smtp(port)
        client.ehlo()
        client.mail("a@b.test", ["size=300000"])
        client.rcpt("x@r.test")
        client.putcmd("data")
        client.getreply()
        client.send(raw + b".\r\n")
        answer = client.getreply()
        return answer[0], client.esmtp_features["size"].encode(), client.noop()[0]

    assert during(Intake(kept.append, size=100_000, kept_of_oversize=64_000), work) == (250, b"100000", 250)
    assert kept == [Arrival(raw[:64_000], "a@b.test", "x@r.test", truncated=True)]


def test_long_lines_are_no_reason_to_refuse() -> None:
    kept: list[Arrival] = []
    raw = b"Subject: x\r\n\r\n" + b"A" * 200_000 + b"\r\n.\xff" + b"B" * 5000 + b"\r\n"

    during(Intake(kept.append), lambda port: smtp(port).sendmail("a@b.test", ["x@r.test"], raw))

    assert kept[0].raw == raw


def test_bare_line_ends_do_not_end_a_letter() -> None:
    kept: list[Arrival] = []
    raw = b"Subject: x\r\n\r\nA\n.\nMAIL FROM:<eve@evil.test>\r.\rB\r\n"

    def work(port: int) -> int:
        client = smtp(port)
        client.ehlo()
        client.mail("a@b.test")
        client.rcpt("x@r.test")
        client.putcmd("data")
        client.getreply()
        client.send(raw + b".\r\n")
        return client.getreply()[0]

    assert during(Intake(kept.append), work) == 250
    assert [arrival.raw for arrival in kept] == [raw]


def test_letters_are_kept_one_at_a_time_in_order_of_arrival() -> None:
    names: list[str] = []
    threads: set[str] = set()

    def keep(arrival: Arrival) -> None:
        names.append(arrival.mail_from)
        threads.add(threading.current_thread().name)

    def work(port: int) -> None:
        clients = [smtp(port) for _ in range(5)]
        for number, client in enumerate(clients * 3):
            client.sendmail(f"{number}@b.test", ["x@r.test"], RAW)

    during(Intake(keep), work)

    assert names == [f"{number}@b.test" for number in range(15)]
    assert len(threads) == 1


def test_a_connection_too_many_is_told_to_come_later() -> None:
    def work(port: int) -> int:
        first = smtp(port)
        with pytest.raises(smtplib.SMTPConnectError) as refused:
            smtp(port)
        first.quit()
        return refused.value.smtp_code

    assert during(Intake(lambda arrival: None, connections=1), work) == 421


def test_a_silent_connection_is_closed() -> None:
    def work(port: int) -> None:
        client = smtp(port)
        client.ehlo()
        assert client.sock is not None
        assert client.sock.recv(10) == b""

    during(Intake(lambda arrival: None, idle=0.2), work)


def test_an_address_of_stray_bytes_can_be_stored() -> None:
    kept: list[Arrival] = []

    def work(port: int) -> int:
        client = smtp(port)
        client.ehlo()
        assert client.sock is not None
        for line in (b"MAIL FROM:<\xff@b.test>", b"RCPT TO:<\xfe@r.test>"):
            client.sock.sendall(line + b"\r\n")
            client.getreply()
        return client.data(RAW)[0]

    assert during(Intake(kept.append), work) == 250
    assert [(arrival.mail_from, arrival.recipient) for arrival in kept] == [("?@b.test", "?@r.test")]


def test_it_listens_on_the_loopback_and_can_be_started_again() -> None:
    kept: list[Arrival] = []

    async def run() -> None:
        intake = Intake(kept.append)
        for _ in range(2):
            async with intake:
                await asyncio.to_thread(lambda: smtp(intake.port).sendmail("a@b.test", ["x@r.test"], RAW))

    asyncio.run(run())

    assert len(kept) == 2


def test_stopping_lets_a_letter_in_hand_be_kept() -> None:
    kept: list[Arrival] = []
    began = threading.Event()

    def keep(arrival: Arrival) -> None:
        began.set()
        threading.Event().wait(0.3)
        kept.append(arrival)

    async def run() -> object:
        intake = Intake(keep)
        await intake.start()
        sending = asyncio.create_task(
            asyncio.to_thread(lambda port: smtp(port).sendmail("a@b.test", ["x@r.test"], RAW), intake.port)
        )
        await asyncio.to_thread(began.wait)
        await intake.stop()
        return await sending

    assert asyncio.run(run()) == {}
    assert len(kept) == 1
