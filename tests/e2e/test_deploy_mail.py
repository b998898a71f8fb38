"""The deploy page's commands and files as they stand, between a referee's host and the players' on another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest

from tests.e2e.deployed import FORGER, HERE, THERE, Deployed, why_no_hosts, with_word
from tests.e2e.mailhost import text_of, until
from tests.e2e.spam import HIGHEST, WHY_NOT, judged

pytestmark = [
    pytest.mark.skipif(bool(why_no_hosts()), reason=f"this needs hosts of its own: {why_no_hosts()}"),
    pytest.mark.xdist_group("mailhost"),
    pytest.mark.timeout(600),
]

ANA, BOB, GM = "ana@players.example", "bob@players.example", "gm@your.example"
FAR = "on 2031-01-07 20:00, 2031-02-04 20:00"
"""No deadline of these comes while a test runs."""

MAILBOX = """\
REFEREE_MAIL_FROM_ADDRESS=orders@referee.example
REFEREE_MAIL_BOUNCE_LOCAL_PART=orders
REFEREE_MAIL_OPEN_LOCAL_PART=orders
REFEREE_INTAKE_PROTOCOL=none
REFEREE_IMAP_HOST=127.0.0.1
REFEREE_IMAP_PORT=143
REFEREE_IMAP_SECURITY=none
REFEREE_IMAP_USER=orders
REFEREE_IMAP_PASSWORD=secret
"""


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    """Both hosts, and a duel between Ana and Bob who have answered their invitations."""
    with Deployed(tmp_path_factory.mktemp("deployed")) as made:
        made.siege("game", "create", "dawn", "wizards-duel", "--deadline", FAR)
        for name, address in (("Ana", ANA), ("Bob", BOB)):
            made.siege("seat", "add", "dawn", name, address)
        for address in (ANA, BOB):
            answer(made, address, made.wait_for(address, "invitation"), "YES")
            made.wait_for(address, "notice")
        made.siege("game", "start", "dawn")
        for address in (ANA, BOB):
            made.wait_for(address, "welcome")  # what a stopped service was about to send is tried again much later
        made.first_log = made.host.read("/var/log/syslog")
        yield made


def answer(deployed: Deployed, address: str, letter: EmailMessage, text: str, *options: str) -> None:
    """Answer a letter from its reader's address, by the players' own host."""
    deployed.send(address, str(letter["Reply-To"]), text, *options)


def results(letter: EmailMessage | str) -> dict[str, str]:
    """Return what the last host found out about a letter's sender, by the headers that bear its name."""
    head = letter if isinstance(letter, str) else letter.as_string()
    found = re.findall(r"^Authentication-Results:\s+mx\.\w+\.example;\s+(\w+)=(\w+)", head, re.MULTILINE)
    return dict(reversed(found))


def test_two_turns_are_played_with_mailboxes_on_another_host(deployed: Deployed) -> None:
    for turn in (1, 2):
        for address in (ANA, BOB):
            kind = "welcome" if turn == 1 else "report"
            answer(deployed, address, deployed.wait_for(address, kind), "LEAD HIGHEST")
            receipt = deployed.wait_for(address, "receipt", turn)
            assert "LEAD HIGHEST" in text_of(receipt)
        deployed.siege("turn", "run", "dawn")

    for address in (ANA, BOB):
        report = deployed.wait_for(address, "report", 2)
        assert results(report) == {"dkim": "pass", "spf": "pass", "dmarc": "pass"}
        assert report["Return-Path"].startswith("<back+")
        assert "ESMTPS" in report["Received"], "it came under TLS"
    assert deployed.siege("archive", "verify", "dawn") == "dawn: 3 steps are as they were written.\n"


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)
def test_no_letter_looks_like_spam_where_it_arrives(deployed: Deployed) -> None:
    deployed.wait_for(ANA, "welcome")
    letters = {str(mail["Message-ID"]): mail.as_bytes() for box in (ANA, BOB, GM) for mail in deployed.mailbox(box)}

    found = judged(letters)

    assert set(found) == set(letters)
    assert {name: given for name, given in found.items() if given[0] > HIGHEST} == {}


def test_an_answer_of_ours_has_no_sender_and_passes_by_the_name_of_the_host(deployed: Deployed) -> None:
    [letter] = [mail for mail in deployed.mailbox(ANA) if mail["Subject"] == "[Wizard's Duel] your letter"]

    assert letter["Return-Path"] == "<>"
    assert results(letter) == {"dkim": "pass", "spf": "pass", "dmarc": "pass"}
    assert "smtp.helo=mx.referee.example" in letter.as_string()


def test_what_a_player_sends_is_looked_at_and_says_so_to_the_referee(deployed: Deployed) -> None:
    [(raw, outcome, note)] = [letter for letter in deployed.letters() if f"From: {ANA}" in letter[0]][:1]

    assert (outcome, note) == ("sign-up", "")
    assert results(raw) == {"dkim": "pass", "spf": "pass", "dmarc": "pass"}
    assert f"from mx.players.example (mx.players.example [{THERE}])" in raw
    assert "ESMTPS" in raw


def test_a_forged_letter_with_the_right_key_is_held_whatever_it_says_of_itself(deployed: Deployed) -> None:
    key = str(deployed.wait_for(ANA, "invitation")["Reply-To"])
    before = len(deployed.mailbox(ANA))
    name = "Message-ID: <forged@forger.example>"
    forged = ("--local-interface", FORGER, "--ehlo", "forger.example", "--header", name)
    boast = "Authentication-Results: mx.referee.example; dmarc=pass header.from=players.example; spf=pass; dkim=pass"

    deployed.send(ANA, key, "LEAD LOWEST", *forged, "--add-header", boast, server=HERE)
    until(lambda: len(deployed.mailbox(ANA)) > before, "the question to Ana", 60)

    [(raw, outcome, _)] = [letter for letter in deployed.letters() if "<forged@forger.example>" in letter[0]]
    assert outcome != "orders filed"
    assert results(raw) == {"dkim": "none", "spf": "fail", "dmarc": "fail"}
    assert "dmarc=pass" not in raw


@pytest.mark.parametrize("filter_", ["opendkim", "opendmarc"])
def test_no_letter_comes_in_unlooked_at_while_a_filter_is_down(filter_: str, deployed: Deployed) -> None:
    key = str(deployed.wait_for(ANA, "invitation")["Reply-To"])
    deployed.host.run("systemctl", "stop", filter_)
    try:
        said = deployed.refused(ANA, key)
    finally:
        deployed.host.run("systemctl", "start", filter_)

    assert re.match(r"<\*\* 4[25]1 4\.\d\.\d ", said)


def test_letters_come_in_while_the_referee_is_down_also_to_an_address_that_was_never_asked_for(
    deployed: Deployed,
) -> None:
    key = str(deployed.wait_for(BOB, "invitation")["Reply-To"])
    before = len(deployed.letters())
    for words in (("stop", "referee@siege"), ("stop", "postfix")):
        deployed.host.run("systemctl", *words)
    deployed.host.run("rm", "-f", "/var/lib/postfix/verify_cache.db")
    deployed.host.run("systemctl", "start", "postfix")
    try:
        deployed.send(BOB, key, "STATUS", server=HERE)
    finally:
        deployed.host.run("systemctl", "start", "referee@siege")
        deployed.host.run("postqueue", "-f")

    until(lambda: len(deployed.letters()) > before, "the letter", 120)


@pytest.mark.parametrize("name", ["postmaster", "abuse"])
def test_the_gm_reads_what_is_written_to(name: str, deployed: Deployed) -> None:
    deployed.send("cleo@players.example", f"{name}@referee.example", f"a word to {name}")

    until(lambda: [m for m in deployed.mailbox(GM) if f"a word to {name}" in m.as_string()], "the letter", 60)


def test_an_outsider_is_refused_a_wrong_address_and_mail_to_others(deployed: Deployed) -> None:
    wrong = deployed.refused("x@forger.example", f"orders+{'0' * 24}@referee.example")
    other = deployed.refused("x@forger.example", GM)

    assert "<** 550 5.1.1 <orders+000000000000000000000000@referee.example>: Recipient address rejected" in wrong
    assert "<** 554 5.7.1 <gm@your.example>: Relay access denied" in other


def test_the_campaign_s_command_has_the_settings_of_its_service(deployed: Deployed) -> None:
    file = "/etc/referee/siege.env"
    kept = deployed.host.read(file)
    deployed.host.write(file, kept + 'REFEREE_CAMPAIGN_NAME="$HOME; a name"\n', 0o640)
    try:
        said = deployed.siege("status")
    finally:
        deployed.host.write(file, kept, 0o640)
        deployed.host.run("chgrp", "referee", file)

    assert "$HOME; a name" in said


def test_the_service_takes_letters_as_soon_as_it_is_started(deployed: Deployed) -> None:
    assert "something listens at 127.0.0.1:8024; the service, if you started it\n" in deployed.first_look
    assert deployed.first_look.endswith("All is well.\n")


def test_doctor_finds_all_well(deployed: Deployed) -> None:
    assert deployed.siege("doctor").endswith("All is well.\n")


def test_postfix_has_nothing_to_say_of_its_settings(deployed: Deployed) -> None:
    assert deployed.host.run("postconf", "-n").count("warning") == 0
    assert deployed.host.run("postfix", "check") == ""
    logged = [line for line in deployed.first_log.splitlines() if "postfix/" in line]
    assert logged
    assert [line for line in logged if "warning" in line and "dict_nis_init" not in line] == []


def test_a_campaign_comes_back_from_its_backup_here_and_on_a_new_host(deployed: Deployed) -> None:
    file = deployed.siege("backup", "make", "/var/backups/referee").partition(":")[0]
    until(lambda: f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}" not in file, "another name for the next backup")

    def page(word: str) -> None:
        block = with_word("Backup and restore", word)
        deployed.shell(block.replace("/var/backups/referee/siege-20261121T033000Z.tar.gz", file))

    page("backup check")
    page("siege-broken")
    here = deployed.siege("status")
    page("-czf")
    deployed.host.run("systemctl", "stop", "referee@siege")
    deployed.host.run("mv", file, "/root")
    gone = ("/etc/referee", "/etc/dkimkeys", "/srv/referee/siege", "/srv/referee/siege-broken", "/usr/local/bin/siege")
    deployed.host.run("rm", "-r", *gone)
    page("-xzf")
    deployed.host.run("systemctl", "restart", "opendkim", "referee@siege")
    there = deployed.siege("status")
    before = len(deployed.mailbox(ANA))
    answer(deployed, ANA, deployed.wait_for(ANA, "welcome"), "STATUS")
    until(lambda: len(deployed.mailbox(ANA)) > before, f"an answer to Ana: {deployed.log()}", 60)

    assert "dawn" in here
    assert "no backup" not in here + there
    assert results(deployed.mailbox(ANA)[-1]) == {"dkim": "pass", "spf": "pass", "dmarc": "pass"}
    assert deployed.siege("doctor").endswith("All is well.\n")


@pytest.fixture
def restored(deployed: Deployed) -> Iterator[Deployed]:
    """Both hosts, for a test that changes the settings of the referee's; they are as before afterwards."""
    files = ("/etc/postfix/main.cf", "/etc/referee/siege.env")
    kept = {file: deployed.host.read(file) for file in files}
    yield deployed
    for file, text in kept.items():
        deployed.host.write(file, text)
    deployed.host.run("systemctl", "restart", "postfix")


def test_mail_goes_out_through_a_smarthost_that_wants_an_account(restored: Deployed) -> None:
    restored.offer_a_smarthost("secret")
    account = "[smtp.provider.example]:587 our-campaign:secret\n"

    restored.shell(with_word("3. Mail in and out", "smarthost.cf"), account)
    restored.host.run("swaks", "--server", "localhost", "--from", "back@referee.example", "--to", BOB)
    took = until(lambda: [line for line in restored.provider_log() if "sasl_username" in line], "the letter", 60)

    assert "client=mx.referee.example[192.0.2.1], sasl_method=PLAIN, sasl_username=our-campaign" in took[0]


def test_letters_are_fetched_from_a_mailbox_of_the_host_s_own_dovecot(restored: Deployed) -> None:
    restored.certify_dovecot()
    letter = restored.wait_for(ANA, "welcome")

    restored.shell(with_word("With only a mailbox", "99-referee.conf"), "secret\nsecret\n")
    answer(restored, ANA, letter, "STATUS", "--header", "To: somebody else <else@players.example>")
    box = restored.host.root / "home/orders/Maildir/new"
    until(lambda: box.exists() and list(box.iterdir()), f"the letter in the mailbox: {restored.log()}", 60)
    restored.host.write("/etc/referee/siege.env", restored.host.read("/etc/referee/siege.env") + MAILBOX)
    said = restored.siege("mail", "fetch")

    others = [restored.refused("cleo@players.example", f"{user}@referee.example") for user in ("games", "referee")]
    until(lambda: restored.letters()[-1][1] or restored.siege("mail", "read") == "", "what became of it", 60)
    raw, outcome, _ = restored.letters()[-1]
    assert said.splitlines()[-1] == "1 letter came by imap."
    assert f"Delivered-To: {letter['Reply-To']}" in raw
    assert outcome in ("nothing new", "that turn is over"), "its key was known"
    assert all(said.startswith("<** 550 5.1.1 ") for said in others), "a user of the system that has no mailbox"
