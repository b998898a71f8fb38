"""Mail programs show a game as one thread, and what stands in the headers of others keeps no receipt back."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from referee.service.campaign.campaign import Campaign
from referee.service.gm.seats import Replace
from referee.service.rounds.command import carry_out
from tests.service.world import TUESDAY, VALUES, FakeClock, Mail, World

ANA = "ana@players.example"
REPORT = "[The duel] Turn 1"
OURS = "@referee.example"
KEYS = ("Reply-To", "In-Reply-To", "References")


def to_ana(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.to == ANA]


def chain(mail: Mail) -> tuple[str, list[str]]:
    """What a mail answers, and what it refers to."""
    return str(mail.message["In-Reply-To"]), str(mail.message["References"]).split()


def test_each_report_follows_the_letter_before_it(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game()
    invitation, welcome = to_ana(world.mails())
    found = []
    for _ in range(3):
        world.adjudicate()
        found += [mail for mail in to_ana(world.mails()) if ".report." in mail.message["Message-ID"]]
    first, second, third = found
    ids = [str(mail.message["Message-ID"]) for mail in (invitation, welcome, first, second)]

    assert invitation.message["In-Reply-To"] is None
    assert chain(welcome) == (ids[0], [ids[0]])
    assert chain(first) == (ids[1], [ids[0], ids[1]])
    assert chain(second) == (ids[2], [ids[0], ids[2]])
    assert chain(third) == (ids[3], [ids[0], ids[3]])


def test_a_newcomer_s_letters_follow_none_of_the_predecessor(world: World) -> None:
    world.adjudicate()
    before = {str(mail.message["Message-ID"]) for mail in world.mails()}

    carry_out(world.campaign, Replace(player="Ana", address="eve@players.example", local=True), "duel")
    world.adjudicate()

    hers = [mail for mail in world.mails() if mail.to == "eve@players.example"]
    named = {one for mail in hers for one in str(mail.message["References"] or "").split()}
    assert len(hers) >= 2
    assert named & before == set()


def test_a_reminder_and_press_stand_in_the_thread(world: World) -> None:
    world.adjudicate()
    [report] = [mail for mail in to_ana(world.mails()) if ".report." in mail.message["Message-ID"]]

    world.write("Bob", "TO Ana: hello")
    world.tick()

    [press] = to_ana(world.mails())
    assert chain(press)[0] == report.message["Message-ID"]


def test_a_receipt_keeps_the_subject_and_the_references_of_the_letter(world: World) -> None:
    world.write("Ana", "LEAD LOWEST", Subject=f"AW: {REPORT}", Message_ID="<mine@p.example>", References="<a@r> <b@r>")
    world.tick()

    [receipt] = world.mails()
    assert receipt.subject == f"Re: {REPORT}"
    assert chain(receipt) == ("<mine@p.example>", ["<a@r>", "<b@r>", "<mine@p.example>"])


def test_a_receipt_of_a_letter_without_a_subject_has_its_own(world: World) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.tick()

    [receipt] = world.mails()
    assert receipt.subject == f"{REPORT}: your orders"


def test_a_key_in_the_subject_does_not_go_out_with_the_receipt(world: World) -> None:
    key = world.token("Ana")
    world.write("Ana", "LEAD LOWEST", Subject=f"for orders+{key}@referee.example")
    world.tick()

    [receipt] = world.mails()
    assert key not in receipt.subject.lower()


STRANGE = {
    "long id": b"Message-ID: <" + b"a" * 1_500 + b"@p.example>",
    "other characters": "Message-ID: <ä\u202e\x07ö@p.example>".encode(),
    "other bytes": b"Message-ID: <\xff\xfe\x80@p.example>",
    "controls": b"Message-ID: <a\x00\x1b@p.example>",
    "folded": b"Message-ID:\r\n <a@\r\n p.example>",
    "two at signs": b"Message-ID: <a@b@p.example>",
    "nothing": b"Message-ID: <>",
    "none": b"X-A: b",
    "references": b"References: " + b" ".join(b"<%d@p.example>" % n for n in range(500)),
    "strange references": "References: <ä@b> <\x07> <a@b".encode(),
    "subject": b"Subject: =?utf-8?b?" + b"AAAA" * 100 + b"?=",
    "long subject": b"Subject: " + b"x" * 1_900,
    "name": b'From: "' + b"x" * 500 + '\u202e" <ana@players.example>'.encode(),
    "content type": b'Content-Type: text/plain; name*0=a; name*1*=\xff; charset="utf-8"',
    "in reply to": b"In-Reply-To: <\xff@x> <" + b"y" * 1_000 + b"@x>",
}


@pytest.mark.parametrize("field", STRANGE.values(), ids=STRANGE)
def test_a_letter_with_strange_headers_files_orders_and_has_its_receipt(world: World, field: bytes) -> None:
    sender = b"" if field.startswith(b"From") else b"From: ana@players.example\r\n"
    raw = sender + b"To: orders@referee.example\r\n" + field + b"\r\n\r\nLEAD LOWEST\r\n"
    letter = world.write("Ana", "", raw=raw)
    world.tick()

    [receipt] = to_ana(world.mails())
    assert world.outcome(letter) == "orders filed"
    assert world.on_file("Ana") == ("LEAD LOWEST",)
    assert max(map(len, receipt.message.as_bytes().split(b"\n"))) < 998


MINE = "<mine@p.example>"
LONG = f"<{'a' * 1_500}@p.example>"
TAKEN_OVER = {
    "all as it should be": (MINE, "<a@r> <b@r>", (MINE, ["<a@r>", "<b@r>", MINE])),
    "strange references": (MINE, f"<a@r> <ä@r> <a@b@r> {LONG} <b@r>", (MINE, ["<a@r>", "<b@r>", MINE])),
    "two at signs": ("<a@b@p.example>", "<a@r>", ("None", ["None"])),
    "other characters": ("<ä@p.example>", "<a@r>", ("None", ["None"])),
    "long": (LONG, "<a@r>", ("None", ["None"])),
}


@pytest.mark.parametrize(("mine", "before", "taken"), TAKEN_OVER.values(), ids=TAKEN_OVER)
def test_of_strange_ids_an_answer_takes_over_those_alone_that_may_stand_in_its_headers(
    world: World, mine: str, before: str, taken: tuple[str, list[str]]
) -> None:
    heads = f"From: {ANA}\r\nTo: orders@referee.example\r\nMessage-ID: {mine}\r\nReferences: {before}\r\n\r\n"
    world.write("Ana", "", raw=(heads + "LEAD LOWEST\r\n").encode())
    world.tick()

    [receipt] = to_ana(world.mails())
    assert chain(receipt) == taken


def test_two_campaigns_of_one_domain_with_games_of_one_name_share_no_id_address_or_thread(tmp_path: Path) -> None:
    found: list[dict[str, set[str]]] = []
    for number in range(2):
        clock = FakeClock(TUESDAY + timedelta(microseconds=number))
        world = World(Campaign.create(tmp_path / str(number), VALUES, clock), clock)
        world.game()
        world.write("Ana", "LEAD LOWEST\nTO Bob: hello")
        world.write("Bob", "RESEND REPORT")
        world.arrive(world.letter("hello", ANA), "referee@referee.example", ANA)
        world.tick()
        mails = [mail.message for mail in world.mails()]
        world.campaign.close()
        heads = {head: [str(mail[head]) for mail in mails if mail[head]] for head in ("Message-ID", *KEYS)}
        assert len(set(heads["Message-ID"])) == len(mails) > 5
        found.append(
            {head: {one for text in texts for one in text.split() if OURS in one} for head, texts in heads.items()}
        )

    first, second = found
    assert all(first.values())
    assert {head: first[head] & second[head] for head in first} == {head: set() for head in first}
    assert all(first[head] & second["Message-ID"] == set() for head in KEYS)
