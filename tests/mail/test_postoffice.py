"""The post office of demos: SMTP in, mailboxes, POP3 out, the referee's mail to the referee."""

import asyncio
import poplib
import smtplib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from referee.mail.address import tokens_in
from referee.mail.clients import reply
from referee.mail.delivery import Sent, Transport
from referee.mail.intake import Arrival, Intake
from referee.mail.letter import read
from referee.mail.outgoing import Outgoing, wire
from referee.mail.postoffice import PostOffice
from referee.mail.quoting import Label, classify

PASSWORD = "only-for-this-run"
OPEN: list[poplib.POP3] = []
RAW = b"From: referee@referee.test\r\nSubject: Turn 5\r\n\r\n.dot\r\nline 2\r\nline 3\r\n"


def during(office: PostOffice, work: Callable[[PostOffice], Any]) -> Any:
    async def run() -> Any:
        async with office:
            return await asyncio.to_thread(work, office)

    return asyncio.run(run())


def at(folder: Path, **settings: Any) -> PostOffice:
    return PostOffice(folder, password=PASSWORD, clock=lambda: datetime(2026, 11, 20, tzinfo=UTC), **settings)


def post(office: PostOffice, recipient: str, raw: bytes = RAW) -> None:
    with smtplib.SMTP("127.0.0.1", office.smtp_port, timeout=300) as client:
        client.sendmail("referee@referee.test", [recipient], raw)


@pytest.fixture(autouse=True)
def _hang_up() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def connected(office: PostOffice) -> poplib.POP3:
    OPEN.append(poplib.POP3("127.0.0.1", office.pop3_port, timeout=300))
    return OPEN[-1]


def opened(office: PostOffice, user: str = "anna@players.test", password: str = PASSWORD) -> poplib.POP3:
    box = connected(office)
    box.user(user)
    box.pass_(password)
    return box


def test_a_letter_is_delivered_and_read_by_pop3(tmp_path: Path) -> None:
    def work(office: PostOffice) -> list[bytes]:
        post(office, "Anna@players.test")
        box = opened(office)
        assert box.stat()[0] == 1
        assert box.capa().keys() == {"USER", "TOP", "UIDL"}
        lines = box.retr(1)[1]
        box.quit()
        return lines

    lines = during(at(tmp_path), work)

    assert lines == [
        b"Return-Path: <referee@referee.test>",
        b"Received: by postoffice.test for <Anna@players.test>; Fri, 20 Nov 2026 00:00:00 +0000",
        *RAW.removesuffix(b"\r\n").split(b"\r\n"),
    ]


def test_all_of_pop3_s_commands_work(tmp_path: Path) -> None:
    def work(office: PostOffice) -> None:
        for number in range(3):
            post(office, "anna@players.test", RAW.replace(b"Turn 5", b"Turn %d" % number))
        box = opened(office)
        assert box.stat()[0] == 3
        sizes = [int(entry.split()[1]) for entry in box.list()[1]]
        assert sizes == [len(b"\r\n".join(box.retr(n)[1])) + 2 for n in (1, 2, 3)]
        assert len(set(box.uidl()[1])) == 3
        assert box.top(2, 1)[1][-2:] == [b"", b".dot"]
        assert b"Subject: Turn 1" in box.retr(2)[1]
        box.dele(2)
        with pytest.raises(poplib.error_proto):
            box.retr(2)
        box.rset()
        box.noop()
        box.dele(1)
        assert [entry.split()[0] for entry in box.list()[1]] == [b"2", b"3"]
        box.quit()
        again = opened(office)
        assert again.stat()[0] == 2
        assert b"Subject: Turn 1" in again.retr(1)[1]
        again.quit()

    during(at(tmp_path), work)


def test_an_unfinished_session_deletes_nothing(tmp_path: Path) -> None:
    def work(office: PostOffice) -> int:
        post(office, "anna@players.test")
        box = opened(office)
        box.dele(1)
        box.close()
        return int(opened(office).stat()[0])

    assert during(at(tmp_path), work) == 1


def test_only_the_password_of_this_run_opens_a_mailbox(tmp_path: Path) -> None:
    def work(office: PostOffice) -> None:
        for password in ("", "wrong", PASSWORD.upper()):
            with pytest.raises(poplib.error_proto, match="ERR"):
                opened(office, password=password)

    during(at(tmp_path), work)
    with pytest.raises(ValueError, match="password"):
        PostOffice(tmp_path, password="short")


def test_strange_commands_and_addresses_do_no_harm(tmp_path: Path) -> None:
    def work(office: PostOffice) -> None:
        box = connected(office)
        for line in ("", "STAT", "RETR 1", "BOGUS", "PASS x"):
            with pytest.raises(poplib.error_proto):
                box._shortcmd(line)  # type: ignore[attr-defined]
        box.close()
        box = opened(office, "../../etc/passwd@x")
        for line in ("RETR", "RETR 0", "RETR x", "RETR 99999999999", "DELE -1", "USER again"):
            with pytest.raises(poplib.error_proto):
                box._shortcmd(line)  # type: ignore[attr-defined]
        box.quit()
        post(office, "../x@players.test")
        assert [path.parent for path in tmp_path.iterdir()] == [tmp_path]
        assert office.mailboxes.addresses() == ["../x@players.test"]

    during(at(tmp_path), work)


def test_the_referee_s_mail_goes_to_the_referee_and_all_other_stays(tmp_path: Path) -> None:
    kept: list[Arrival] = []
    seen: list[str] = []

    async def run() -> None:
        async with Intake(kept.append) as intake:
            routes = {"Referee.test": ("127.0.0.1", intake.port)}
            async with at(tmp_path, routes=routes, delivered=lambda address, raw: seen.append(address)) as office:
                await asyncio.to_thread(post, office, "orders+t@referee.test")
                await asyncio.to_thread(post, office, "bob@players.test")

    asyncio.run(run())

    assert [(arrival.recipient, arrival.mail_from) for arrival in kept] == [
        ("orders+t@referee.test", "referee@referee.test")
    ]
    assert kept[0].raw.endswith(RAW)
    assert seen == ["bob@players.test"]


def test_if_the_referee_is_away_the_sender_keeps_the_letter(tmp_path: Path) -> None:
    def work(office: PostOffice) -> int:
        with pytest.raises(smtplib.SMTPDataError) as refused:
            post(office, "orders+t@referee.test")
        return refused.value.smtp_code

    assert during(at(tmp_path, routes={"referee.test": ("127.0.0.1", 1)}), work) == 451


def test_a_report_goes_out_and_its_answer_comes_back(tmp_path: Path) -> None:
    """The whole way: transport, post office, a mail program's answer, intake, letter."""
    kept: list[Arrival] = []
    report = Outgoing(
        sender="referee@referee.test",
        recipient="anna@players.test",
        reply_to="orders+0123456789abcdefghjkmnpq@referee.test",
        subject="Turn 5",
        message_id="<g.5.anna.report.1@referee.test>",
        date=datetime(2026, 11, 20, tzinfo=UTC),
        body="Your orders:\nATTACK Fiona\n",
    )

    async def run() -> None:
        async with (
            Intake(kept.append) as intake,
            at(tmp_path, routes={"referee.test": ("127.0.0.1", intake.port)}) as office,
        ):
            transport = Transport("127.0.0.1", office.smtp_port, hostname="referee.test")
            assert isinstance(await transport.send(wire(report), report.mail_from, report.recipient), Sent)
            [stored] = office.mailboxes.letters("anna@players.test")
            answer = reply("gmail", stored.raw, ["SEIZE THRONE"], "Anna <anna@players.test>")
            to = read(answer).recipients[0]
            assert isinstance(await transport.send(answer, "anna@players.test", to), Sent)
            await transport.close()

    asyncio.run(run())

    letter = read(kept[0].raw)
    assert tokens_in([kept[0].recipient]) == ["0123456789abcdefghjkmnpq"]
    assert letter.sender == "anna@players.test"
    assert [line.text for line in classify(letter.lines) if line.label is Label.NEW] == ["SEIZE THRONE"]
