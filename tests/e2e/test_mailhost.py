"""End to end through the real Postfix and Dovecot, with real mail programs at the players' end."""

from __future__ import annotations

import imaplib
import json
import signal
import smtplib
import subprocess
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail.letter import read
from referee.mail.quoting import Label, classify
from tests.e2e.installed import Installed
from tests.e2e.mailhost import PASSWORD, REFEREE, MailHost, text_of, until, why_not
from tests.mail.shapes import SHAPES, Answered

pytestmark = [
    pytest.mark.skipif(bool(why_not()), reason=f"this needs a mail host of its own: {why_not()}"),
    pytest.mark.xdist_group("mailhost"),
    pytest.mark.timeout(900),
]

ANA, BOB = "ana@players.test", "bob@players.test"
ON_FILE = "SELECT on_file FROM orders WHERE letter = ?"
SAMPLES = Path(__file__).parents[1] / "mail" / "samples"


@pytest.fixture(scope="module")
def host() -> Iterator[MailHost]:
    """One mail host for all tests of this page."""
    with MailHost() as made:
        yield made


@pytest.fixture(scope="module")
def served(host: MailHost, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """A campaign for all tests of this page that neither stop its service nor want other settings."""
    made = Installed(host, tmp_path_factory.mktemp("served") / "campaign")
    made.make()
    yield made
    rest(made)


def rest(made: Installed) -> None:
    """Stop a campaign's service if it runs; the host hands letters to one at a time."""
    if made.service is not None:
        assert made.stop() == 0, made.log()


@pytest.fixture
def duel(served: Installed, request: pytest.FixtureRequest) -> Installed:
    """A duel between Ana and Bob in it that is being served; every test has a game and players of its own."""
    if served.service is None:
        served.start()
    [(newest,)] = served.rows("SELECT COALESCE(MAX(id), 0) FROM letter")
    number = zlib.crc32(request.node.name.encode())
    made = replace(served, game=f"duel{number}", after=newest)
    made.begin(players(number))
    return made


def players(number: int) -> dict[str, str]:
    """Return addresses that one test alone has."""
    return {"Ana": f"ana{number}@players.test", "Bob": f"bob{number}@players.test"}


@pytest.fixture
def alone(served: Installed, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Installed]:
    """Such a duel in a campaign of its own, whose service a test may stop, and which answers as much as one likes."""
    rest(served)
    made = Installed(served.host, tmp_path / "campaign", settings={"REFEREE_LIMITS_REPLIES_PER_HOUR": "500"})
    made.set_up(players(zlib.crc32(request.node.name.encode())))
    made.start()
    yield made
    rest(made)


def player(duel: Installed, seat: str) -> str:
    """Return a seat's registered address."""
    [(address,)] = duel.rows(
        "SELECT address FROM address JOIN seat ON seat.player = address.player JOIN game ON game.id = seat.game"
        " WHERE game.name = ? AND seat.name = ?",
        duel.game,
        seat,
    )
    return str(address)


def letter(sender: str, to: str, text: str, subject: str = "my orders") -> bytes:
    """Write a plain letter."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, to, subject
    made["Message-ID"] = f"<{time.monotonic_ns()}@players.test>"
    made.set_content(text)
    return made.as_bytes()


def swaks(duel: Installed, seat: str, text: str) -> None:
    """Send a letter as its author's script would."""
    sender, to = player(duel, seat), duel.address(seat)
    server = ["--server", f"127.0.0.1:{duel.host.smtp}", "--from", sender, "--to", to]
    subprocess.run(["swaks", *server, "--body", text, "--header", "Subject: orders"], check=True, capture_output=True)


def neomutt(duel: Installed, seat: str, text: str) -> None:
    """Send a letter with a real mail program; its words are in Latin-1, as this one sends them."""
    sender, to, folder = player(duel, seat), duel.address(seat), duel.folder
    muttrc, body = folder / "muttrc", folder / "body"
    settings = (
        f'smtp_url="smtp://127.0.0.1:{duel.host.smtp}/"', "ssl_starttls=no", "ssl_force_tls=no", "use_from=yes",
        f'from="Bob Müller <{sender}>"', "hostname=players.test", "copy=no", 'send_charset="us-ascii:iso-8859-1:utf-8"',
    )  # fmt: skip
    muttrc.write_text("".join(f"set {setting}\n" for setting in settings))
    body.write_text(text)
    with body.open() as words:
        command = ["neomutt", "-n", "-F", str(muttrc), "-s", "Befehle für heute", "--", to]
        home = {"HOME": str(folder), "LANG": "C.UTF-8", "TERM": "dumb"}
        subprocess.run(command, stdin=words, check=True, capture_output=True, env=home)


def msmtp(duel: Installed, seat: str, text: str) -> None:
    """Send a letter as a sendmail of one's own does."""
    sender, to = player(duel, seat), duel.address(seat)
    server = ["--host=127.0.0.1", f"--port={duel.host.smtp}", f"--from={sender}", "--tls=off", "--auth=off"]
    subprocess.run(["msmtp", *server, to], input=letter(sender, to, text), check=True, capture_output=True)


@pytest.mark.parametrize("send", [swaks, neomutt, msmtp])
def test_orders_from_a_real_mail_program_are_kept_and_receipted(
    duel: Installed, send: Callable[[Installed, str, str], None]
) -> None:
    send(duel, "Ana", "LEAD HIGHEST\nSTANDING REPLY CHEAPEST WIN\n")

    [receipt] = duel.wait_for_mail(player(duel, "Ana"), "receipt")

    assert "LEAD HIGHEST" in text_of(receipt)
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert receipt["Return-Path"] == "<>"
    assert duel.on_file("Ana") == ["LEAD HIGHEST", "REPLY CHEAPEST WIN"]
    assert duel.outcomes() == {"orders filed": 1}


def test_a_turn_is_played_and_both_find_their_reports(duel: Installed) -> None:
    swaks(duel, "Ana", "LEAD HIGHEST")
    neomutt(duel, "Bob", "LEAD LOWEST")
    for seat in ("Ana", "Bob"):
        duel.wait_for_mail(player(duel, seat), "receipt")

    duel.run("turn", "run", duel.game)

    for seat in ("Ana", "Bob"):
        [report] = duel.wait_for_mail(player(duel, seat), "report")
        assert f"for {seat.upper()}" in text_of(report)
        assert report["Return-Path"].startswith("<back+")
    assert duel.run("archive", "verify", duel.game) == f"{duel.game}: 2 steps are as they were written.\n"


def test_every_client_s_letter_arrives_byte_for_byte_and_no_order_is_lost_or_made_up(duel: Installed) -> None:
    expected = json.loads((SAMPLES / "expected.json").read_text(encoding="utf-8"))
    to = duel.address("Ana")
    for name in sorted(expected):
        duel.host.hand_in((SAMPLES / f"{name}.eml").read_bytes(), "anna@players.test", to)
    until(lambda: len(duel.raw_letters()) == len(expected), "all samples")

    kept = duel.raw_letters()
    for name in sorted(expected):
        body = (SAMPLES / f"{name}.eml").read_bytes().replace(b"\r\n", b"\n").partition(b"\n\n")[2].rstrip(b"\n")
        [raw] = [raw for raw in kept if raw.replace(b"\r\n", b"\n").rstrip(b"\n").endswith(b"\n\n" + body)]
        new = [" ".join(x.text.split()) for x in classify(read(raw).lines) if x.label is Label.NEW]
        assert [one for one in expected[name]["orders"] if " ".join(one.split()) not in new] == [], name
        assert [one for one in expected[name]["phantom"] if " ".join(one.split()) in new] == [], name


def test_a_wrong_token_is_refused_while_its_sender_is_on_the_line(duel: Installed) -> None:
    wrong = f"orders+{'0' * 24}@{REFEREE}"

    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        duel.host.hand_in(letter(ANA, wrong, "LEAD HIGHEST"), ANA, wrong)

    assert refused.value.recipients[wrong][0] == 550
    assert duel.outcomes() == {}


def test_too_large_a_letter_is_refused_by_the_host(duel: Installed) -> None:
    to = duel.address("Ana")

    with pytest.raises(smtplib.SMTPResponseException) as refused:
        duel.host.hand_in(letter(ANA, to, "x" * 70 + "\n" * 2 + ("y" * 70 + "\n") * 20_000), ANA, to)

    assert refused.value.smtp_code == 552


def test_a_hundred_kilobytes_of_header_delay_nobody(duel: Installed) -> None:
    sender, to = player(duel, "Ana"), duel.address("Ana")
    hostile = b"From: " + sender.encode() + b"\r\nTo: " + b"<," * 15_000 + b"\r\nSubject: x\r\n\r\nLEAD LOWEST\r\n"
    duel.host.hand_in(hostile, sender, to)
    duel.host.hand_in(letter(sender, to, "LEAD HIGHEST"), sender, to)

    duel.wait_for_mail(sender, "receipt")

    assert duel.on_file("Ana") == ["LEAD HIGHEST"]
    until(lambda: len(duel.raw_letters()) == 2, "the hostile letter")


def test_letters_wait_in_postfix_while_the_referee_is_down(alone: Installed) -> None:
    sender, to = player(alone, "Ana"), alone.address("Ana")
    alone.host.hand_in(letter(sender, to, "LEAD LOWEST"), sender, to)
    alone.wait_for_mail(sender, "receipt")
    assert alone.stop(signal.SIGKILL) == -9

    for n in range(5):
        alone.host.hand_in(letter(sender, to, f"LEAD HIGHEST\n# {n}"), sender, to)
    assert alone.host.queued() >= 5
    alone.start()
    alone.host.flush()

    alone.wait_for_mail(sender, "receipt", 6)
    assert alone.outcomes() == {"orders filed": 6}
    assert alone.on_file("Ana") == ["LEAD HIGHEST"]


def test_a_report_that_comes_back_marks_the_address_and_tells_the_gm(served: Installed, tmp_path: Path) -> None:
    rest(served)
    made = Installed(served.host, tmp_path / "campaign")
    made.set_up({"Ana": "ana@gone.test", "Bob": "bob.who.stays@players.test"})
    made.start()

    until(
        lambda: made.rows("SELECT 1 FROM address WHERE address = 'ana@gone.test' AND bouncing_since IS NOT NULL"),
        f"the mark at Ana's address: {made.host.log()}{made.log()}",
    )

    assert made.rows("SELECT DISTINCT hard FROM bounce") == [(1,)]
    assert made.rows("SELECT COUNT(*) FROM address WHERE bouncing_since IS NOT NULL") == [(1,)]
    assert made.stop() == 0


def test_a_referee_with_only_a_mailbox_fetches_its_letters_by_imap(host: MailHost, tmp_path: Path) -> None:
    made = Installed(host, tmp_path / "campaign", imap=True)
    made.set_up({"Ana": "ana.of.imap@players.test", "Bob": "bob.of.imap@players.test"})
    made.start()
    swaks(made, "Ana", "LEAD HIGHEST")

    [receipt] = made.wait_for_mail("ana.of.imap@players.test", "receipt")

    assert "LEAD HIGHEST" in text_of(receipt)
    assert made.stop() == 0
    assert made.outcomes() == {"orders filed": 1}
    made.start()
    swaks(made, "Ana", "LEAD LOWEST")
    made.wait_for_mail("ana.of.imap@players.test", "receipt", 2)
    assert made.stop() == 0
    assert made.outcomes() == {"orders filed": 2}, "what was fetched is not fetched again"
    with imaplib.IMAP4("127.0.0.1", host.imap) as imap:
        imap.login("orders@players.test", PASSWORD)
        imap.select("INBOX", readonly=True)
        assert imap.search(None, "UNSEEN")[1] == [b""]


def test_forty_letters_as_mail_programs_write_them_come_to_what_they_must(alone: Installed) -> None:
    sender, to = player(alone, "Ana"), alone.address("Ana")
    [welcome] = alone.wait_for_mail(sender, "welcome")
    answered = Answered(text_of(welcome), str(welcome["Message-ID"]), sender, to)

    for number, shape in enumerate(SHAPES.values()):
        alone.host.hand_in(shape.letter(answered, number), sender, to)
    until(lambda: sum(alone.outcomes().values()) == len(SHAPES) and "" not in alone.outcomes(), "all letters", 120)

    found = {}
    for letter, message, outcome in alone.rows("SELECT id, message_id, outcome FROM letter"):
        filed = [json.loads(zlib.decompress(x)) for (x,) in alone.rows(ON_FILE, letter)]
        said = [zlib.decompress(x).decode() for (x,) in alone.rows("SELECT body FROM press WHERE letter = ?", letter)]
        lines = tuple(line for one in filed for line in one["turns"].get("1", ()))
        found[message] = (outcome, lines, tuple(said))
    assert {name: found[f"<shape-{n}@players.test>"] for n, name in enumerate(SHAPES)} == {
        name: (shape.outcome, shape.orders, shape.press) for name, shape in SHAPES.items()
    }
