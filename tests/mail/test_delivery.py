"""Whatever a server does, the outcome is named."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from referee.mail.address import mailbox_of
from referee.mail.clients import reply
from referee.mail.delivery import Failed, Outcome, Retry, Sent, Transport, Unknown
from referee.mail.intake import Arrival, Intake
from referee.mail.letter import read
from referee.mail.outgoing import Outgoing, wire
from referee.mail.quoting import Label, classify

WIRE = b"Subject: x\r\n\r\nA\r\n.B\r\n"
DROP, SILENT = "drop", "silent"


async def an_hour() -> None:
    """Let the time that the loop goes by pass, when whoever waits for an answer has begun to wait."""
    loop = asyncio.get_running_loop()
    for _ in range(20):
        await asyncio.sleep(0)
    then = loop.time() + 3600
    loop.time = lambda: then  # type: ignore[method-assign]


class Server:
    """Answers each command with what its script says, 250 if that says nothing."""

    def __init__(self, script: dict[str, str]) -> None:
        self.script = script
        self.heard: list[str] = []
        self.letters: list[bytes] = []
        self.connections = 0

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            if await self.answer(writer, self.script.get("connect", "220 hello")):
                while line := await reader.readline():
                    verb = line.split()[0].decode().upper().split(":")[0]
                    self.heard.append(line.decode().strip())
                    if not await self.answer(writer, self.script.get(verb, "354 go" if verb == "DATA" else "250 ok")):
                        return
                    if verb == "DATA" and "DATA" not in self.script:
                        self.letters.append(await reader.readuntil(b"\r\n.\r\n"))
                        if not await self.answer(writer, self.script.get(".", "250 2.0.0 queued as 4711")):
                            return
                    if verb == "QUIT":
                        return
        finally:
            writer.close()

    async def answer(self, writer: asyncio.StreamWriter, text: str) -> bool:
        if text == SILENT:
            await an_hour()
        if text in (DROP, SILENT):
            return False
        writer.write(text.encode() + b"\r\n")
        await writer.drain()
        return True


def outcomes(server: Server, work: Callable[[Transport], Awaitable[Sequence[Outcome]]]) -> list[Outcome]:
    async def run() -> list[Outcome]:
        listening = await asyncio.start_server(server.talk, "127.0.0.1", 0)
        transport = Transport("127.0.0.1", listening.sockets[0].getsockname()[1], timeout=300, hostname="r.test")
        try:
            return list(await work(transport))
        finally:
            await transport.close()
            listening.close()

    return asyncio.run(run())


def outcome(script: dict[str, str]) -> Outcome:
    async def one(transport: Transport) -> list[Outcome]:
        return [await transport.send(WIRE, "r@r.test", "anna@players.test")]

    return outcomes(Server(script), one)[0]


def unsaid(found: Outcome) -> Retry:
    """What is to be tried again, without the reason, which a library says in its own words."""
    assert isinstance(found, Retry)
    return replace(found, reason="")


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ({}, Sent("250 2.0.0 queued as 4711")),
        ({"RCPT": "450 4.2.1 busy"}, Retry("450 4.2.1 busy")),
        ({"RCPT": "550 5.1.1 unknown"}, Failed("550 5.1.1 unknown", recipient=True)),
        ({"MAIL": "552 5.3.4 too large"}, Failed("552 5.3.4 too large")),
        ({"MAIL": "451 4.3.0 later"}, Retry("451 4.3.0 later")),
        ({"DATA": "451 4.3.0 later"}, Retry("451 4.3.0 later")),
        ({".": "451 4.3.0 later"}, Retry("451 4.3.0 later")),
        ({".": "554 5.6.0 no"}, Failed("554 5.6.0 no")),
        ({"RCPT": "421 4.3.2 going down"}, Retry("421 4.3.2 going down")),
    ],
)
def test_an_answer_has_its_meaning(script: dict[str, str], expected: Outcome) -> None:
    assert outcome(script) == expected


@pytest.mark.parametrize("fault", [DROP, SILENT])
def test_a_line_lost_after_the_letter_leaves_its_fate_unknown(fault: str) -> None:
    assert isinstance(outcome({".": fault}), Unknown)


@pytest.mark.parametrize("verb", ["MAIL", "RCPT"])
@pytest.mark.parametrize("fault", [DROP, SILENT])
def test_a_line_lost_before_the_letter_is_tried_again(verb: str, fault: str) -> None:
    assert unsaid(outcome({verb: fault})) == Retry("")


@pytest.mark.parametrize("answer", [DROP, SILENT, "554 no"])
def test_a_server_that_is_away_costs_no_try(answer: str) -> None:
    assert unsaid(outcome({"connect": answer})) == Retry("", penalty=False)


def test_a_server_that_greets_nobody_costs_one() -> None:
    assert outcome({"EHLO": "421 x", "HELO": "421 x"}) == Retry("421 x")


def test_nobody_listening_costs_no_try() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    found = asyncio.run(Transport("127.0.0.1", port, hostname="r.test").send(WIRE, "a@b.test", "c@d.test"))

    assert unsaid(found) == Retry("", penalty=False)


def test_a_batch_goes_over_one_connection_and_a_refusal_does_not_end_it() -> None:
    server = Server({})

    async def batch(transport: Transport) -> list[Outcome]:
        found = [await transport.send(WIRE, "", f"{n}@players.test") for n in range(3)]
        server.script = {"RCPT": "550 no"}
        found.append(await transport.send(WIRE, "", "4@players.test"))
        server.script = {}
        return [*found, await transport.send(WIRE, "", "5@players.test")]

    found = outcomes(server, batch)

    assert [type(one) for one in found] == [Sent, Sent, Sent, Failed, Sent]
    assert server.connections == 1
    assert server.letters == [b"Subject: x\r\n\r\nA\r\n..B\r\n.\r\n"] * 4
    assert next(line for line in server.heard if line.startswith("MAIL")) == "MAIL FROM:<>"


def test_a_connection_that_died_in_between_is_opened_anew() -> None:
    server = Server({})

    async def batch(transport: Transport) -> list[Outcome]:
        first = await transport.send(WIRE, "", "1@players.test")
        server.script = {"RSET": DROP}
        return [first, await transport.send(WIRE, "", "2@players.test")]

    assert [type(one) for one in outcomes(server, batch)] == [Sent, Sent]
    assert server.connections == 2


def test_an_address_that_would_break_the_protocol_adds_no_command_to_it() -> None:
    server = Server({})

    async def one(transport: Transport) -> list[Outcome]:
        return [await transport.send(WIRE, "a@b.test", "c@d.test>\r\nRCPT TO:<eve@evil.test")]

    outcomes(server, one)

    begun = ["EHLO r.test", "MAIL FROM:<a@b.test>"]
    cut = [*begun, "RCPT TO:<c@d.test>", "DATA", "QUIT"]
    assert server.heard in (begun, cut)  # an older Python reads no address there


async def test_a_report_goes_out_and_its_answer_comes_back() -> None:
    """The whole way: transport, mailbox, a mail program's answer, intake, letter."""
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

    async with Intake(kept.append) as intake:
        transport = Transport("127.0.0.1", intake.port, hostname="referee.test")
        out = await transport.send(wire(report), report.mail_from, report.recipient)
        answer = reply("gmail", kept[0].raw, ["SEIZE THRONE"], "Anna <anna@players.test>")
        back = await transport.send(answer, "anna@players.test", read(answer).recipients[0])
        await transport.close()

    letter = read(kept[1].raw)
    assert isinstance(out, Sent)
    assert isinstance(back, Sent)
    assert [one.recipient for one in kept] == ["anna@players.test", report.reply_to]
    assert mailbox_of(kept[1].recipient, "referee.test") == ("orders", "0123456789abcdefghjkmnpq")
    assert letter.sender == "anna@players.test"
    assert [line.text for line in classify(letter.lines) if line.label is Label.NEW] == ["SEIZE THRONE"]
