"""The list of hostile mail, item by item: what each sender tries, and that nothing comes of it.

The numbers are those of the list; what concerns mail going out is tested beside the outbox.
"""

from __future__ import annotations

import os
import random
import sqlite3
from base64 import b64encode
from email.message import EmailMessage
from pathlib import Path

import pytest
import structlog

from referee.mail.address import AddressError, clean_name, valid_address
from referee.mail.letter import Letter, Problem, heading
from referee.mail.outgoing import message_id
from referee.service.intake import backlog
from referee.service.letters.aside import parsed
from referee.service.letters.keeping import Gate
from referee.store.database import Store
from referee.store.errors import DiskFull
from referee.store.tables import Reading
from tests.service.world import World

ANA, BOB, EVE = "ana@players.example", "bob@players.example", "eve@elsewhere.example"


def forged(world: World, head: str, text: str = "LEAD HIGHEST") -> int:
    """Let a letter with these headers arrive with Ana's token."""
    return world.arrive(f"{head}\r\nMessage-ID: <f@e>\r\n\r\n{text}\r\n".encode(), world.reply_address("Ana"), ANA)


def test_threat_1_a_forged_sender_that_our_mail_server_found_out_is_held_and_the_owner_is_asked(tmp_path: Path) -> None:
    world = World.made(tmp_path, mail_results_of="mail.referee.example")
    world.game()
    world.quiet()
    failed = "Authentication-Results: mail.referee.example; dmarc=fail header.from=players.example\r\n"

    letter = forged(world, f"{failed}From: {ANA}")
    world.tick()

    assert (world.outcome(letter), world.kept(letter).state) == ("held: another sender", Reading.HELD)
    assert world.on_file("Ana") == ()
    [asked] = world.mails()
    assert (asked.to, asked.subject) == (ANA, "[The duel] Was this you?")
    assert "your own address as its sender reached me" in " ".join(asked.body.split())
    assert "another address" not in " ".join(asked.body.split())
    world.write("Ana", "YES", raw=world.letter("YES", ANA, To=asked.reply_to))
    world.tick()
    assert world.on_file("Ana") == ("LEAD HIGHEST",)


def test_threat_1_a_yes_lets_no_later_letter_of_the_same_doubtful_sender_count(tmp_path: Path) -> None:
    world = World.made(tmp_path, mail_results_of="mail.referee.example")
    world.game()
    world.quiet()
    failed = {"Authentication-Results": "mail.referee.example; dmarc=fail"}
    hers = world.write("Ana", "", raw=world.letter("LEAD HIGHEST", ANA, **failed))
    forged = world.write("Ana", "", raw=world.letter("RESIGN", ANA, **failed))
    world.tick()

    [asked] = world.mails()
    world.answer(asked, "YES")

    assert (world.outcome(hers), world.kept(forged).state) == ("orders filed", Reading.HELD)
    assert world.kept(forged).note == "ana@players.example, dmarc failed"
    assert world.on_file("Ana") == ("LEAD HIGHEST",)
    said = [" ".join(mail.body.split()) for mail in world.mails()]
    assert any("What came after it in the same manner waits for the GM." in body for body in said)


@pytest.mark.parametrize(
    ("results", "outcome"),
    [
        ("mail.referee.example; dmarc=pass", "orders filed"),
        ("mail.referee.example; spf=fail; dkim=fail", "held: another sender"),
        ("mail.referee.example; spf=fail; dkim=pass", "orders filed"),
        ("mail.referee.example; spf=fail; dkim=fail; dkim=pass", "orders filed"),
        ("mail.referee.example; spf=softfail; dkim=fail; dmarc=none", "held: another sender"),
        ("mail.referee.example; spf=fail; dkim=none", "orders filed"),
        ("MAIL.referee.example; dmarc=fail (p=reject) header.from=x", "held: another sender"),
        ("mail.referee.example; none", "orders filed"),
        ("evil.example; dmarc=fail", "orders filed"),
        (";;;=(((", "orders filed"),
    ],
)
def test_threat_1_what_our_mail_server_says_of_a_sender_counts(tmp_path: Path, results: str, outcome: str) -> None:
    world = World.made(tmp_path, mail_results_of="mail.referee.example")
    world.game()

    letter = forged(world, f"Authentication-Results: {results}\r\nFrom: {ANA}")
    world.tick()

    assert world.outcome(letter) == outcome


@pytest.mark.parametrize(
    "head",
    [
        f"From: {ANA}\r\nFrom: {EVE}",
        f"From: {EVE}\r\nFrom: {ANA}",
        f"From: {ANA}, {EVE}",
        f"From: {ANA} <{EVE}>",
        f"From: <{ANA}>@elsewhere.example",
        f'From: "{ANA}" <{EVE}>',
        f"From: =?utf-8?b?{b64encode(ANA.encode()).decode()}?= <{EVE}>",
        f"From: players: {ANA};",
        f"From: {EVE} ({ANA})",
        "From: ana@pl\u0430yers.example",
        "Subject: none",
    ],
)
def test_threat_2_no_trick_with_from_passes_for_the_player(world: World, head: str) -> None:
    letter = forged(world, head)
    world.tick()

    assert world.outcome(letter) == "held: another sender"
    assert world.on_file("Ana") == ()
    assert [mail.to for mail in world.mails()] == [ANA]


def test_threat_3_neither_reply_to_nor_sender_says_who_wrote_or_where_answers_go(world: World) -> None:
    held = world.write("Ana", "", raw=world.letter("LEAD HIGHEST", EVE, Reply_To=ANA, Sender=ANA))
    mine = world.write("Ana", "", raw=world.letter("LEAD LOWEST", ANA, Reply_To=EVE, Sender=EVE, Return_Path=EVE))
    world.tick()

    assert (world.outcome(held), world.outcome(mine)) == ("held: another sender", "orders filed")
    assert {mail.to for mail in world.mails()} == {ANA}


def test_threat_5_who_writes_to_others_too_is_told_so(world: World) -> None:
    world.write("Ana", "", raw=world.letter("LEAD LOWEST", ANA, To=world.reply_address("Ana"), Cc=BOB))
    world.tick()

    [receipt] = world.mails()
    assert "Your letter was also addressed to others" in receipt.body


def test_threat_8_no_program_is_answered_whatever_it_sends(world: World) -> None:
    signs = [
        ("Auto_Submitted", "auto-replied"), ("Precedence", "auto_reply"), ("Return_Path", "<>"),
        ("Auto_Submitted", "auto-generated"),
    ]  # fmt: skip
    for name, value in signs:
        world.write("Ana", "", raw=world.letter("LEAD LOWEST", ANA, **{name: value}))
    world.arrive(world.letter("LEAD LOWEST", ANA), world.reply_address("Ana"), "")
    world.tick()

    assert world.mails() == []
    assert world.on_file("Ana") == ()


@pytest.mark.parametrize("name", ["Ana\r\nBcc: eve@elsewhere.example", "Ana\u2028Bcc: x", "Ana\0", "Ana\x1b[2J"])
def test_threat_10_no_name_breaks_out_of_a_header(name: str) -> None:
    cleaned = clean_name(name)
    message = EmailMessage()
    message["From"] = f'"{cleaned}" <a@b.example>'

    assert cleaned.isprintable()
    assert b"\nBcc" not in message.as_bytes()


@pytest.mark.parametrize("address", ["a@b.example\r\nRCPT TO:<e@e.example>", "a b@c.example", "a@b.example>", "a@"])
def test_threat_11_no_address_smuggles_a_command(address: str) -> None:
    with pytest.raises(AddressError):
        valid_address(address)
    assert "\n" not in message_id("camp", "duel", 1, "Ana", "report", 1, "referee.example")


def test_threat_12_words_of_players_leave_as_words(world: World) -> None:
    world.write("Ana", "TO Bob: <img src=http://evil.example/x.png> <b>hello</b>")
    world.tick()

    [press] = [mail for mail in world.mails() if mail.to == BOB]
    assert "<b>hello</b>" in " ".join(press.body.split())
    assert "&lt;b&gt;hello&lt;/b&gt;" in press.page
    assert ("<img" in press.page, "<b>hello" in press.page) == (False, False)


def test_threat_13_no_letter_steers_a_terminal_through_the_log_or_a_receipt(world: World) -> None:
    with structlog.testing.capture_logs() as said:
        world.write("Ana", "LEAD LOWEST\nLAED \x1b[31mred\u202e\n", Subject="=?utf-8?q?=1B[2J?=")
        world.tick()

    [receipt] = world.mails()
    assert not {"\x1b", "\u202e"} & set(receipt.body)
    assert "\x1b" not in repr(said).encode().decode("unicode_escape")


def bombs() -> dict[str, bytes]:
    """Letters made to cost time or memory."""
    top = f"From: {ANA}\r\nMessage-ID: <b@b>\r\n"
    part = "--x\r\nContent-Type: text/plain\r\n\r\nHOLD\r\n"
    nested = "".join(f'Content-Type: multipart/mixed; boundary="{n}"\r\n\r\n--{n}\r\n' for n in range(2000))
    return {
        "a long header": f"{top}Content-Type: text/plain{';' * 90_000}\r\n\r\nHOLD".encode(),
        "brackets": f"{top}To: {'(' * 90_000}\r\n\r\nHOLD".encode(),
        "parts": f'{top}Content-Type: multipart/mixed; boundary="x"\r\n\r\n{part * 9000}'.encode(),
        "levels": (top + nested).encode(),
        "html": f"{top}Content-Type: text/html\r\n\r\n{'<div>' * 100_000}".encode(),
        "words": f"{top}Subject: {'=?utf-8?q?a?= ' * 20_000}\r\n\r\nHOLD".encode(),
        "quotes": f"{top}\r\n{'> ' * 100_000}".encode(),
        "a zip": f"{top}Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\nUEsDBA==".encode(),
    }


@pytest.mark.parametrize("name", bombs())
def test_threat_14_a_bomb_costs_its_own_letter_and_the_next_one_is_read(world: World, name: str) -> None:
    bomb = world.arrive(bombs()[name], world.reply_address("Ana"), ANA)
    good = world.write("Bob", "LEAD LOWEST")
    world.tick()

    assert world.outcome(bomb) == {"html": "too large", "quotes": "nothing new"}.get(name, "no readable text")
    assert world.outcome(good) == "orders filed"
    assert world.on_file("Ana") == ()


def test_threat_14_a_letter_whose_reader_dies_is_held_answered_once_and_harms_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = world.write("Bob", "LEAD LOWEST")
    bad = world.write("Ana", "a letter that hangs")

    def reads(campaign: object, raw: bytes, mail_from: str | None = None) -> Letter:
        broken = Problem.BROKEN if b"hangs" in raw else None
        found = heading(raw, mail_from=mail_from, problem=broken)
        return found if broken else parsed(world.campaign, raw, mail_from)

    monkeypatch.setattr(backlog, "parsed", reads)
    world.tick()
    world.tick()

    assert (world.outcome(bad), world.kept(bad).state) == ("no readable text", Reading.HELD)
    assert world.outcome(good) == "orders filed"
    [told] = [mail for mail in world.mails() if mail.to == ANA]
    assert "Please send your orders as plain text" in " ".join(told.body.split())


def test_threat_15_an_address_that_only_looks_alike_is_another(world: World) -> None:
    letter = world.write("Ana", "LEAD HIGHEST", sender="\u0430na@players.example")
    with pytest.raises(AddressError):
        valid_address("\u0430na@players.example")
    world.tick()

    assert world.outcome(letter) == "held: another sender"


def test_threat_16_what_the_senders_clock_says_moves_no_deadline(world: World) -> None:
    early = world.write("Ana", "LEAD LOWEST", Date="Fri, 1 Jan 2038 00:00:00 +0000")
    world.clock.forward(hours=9)
    late = world.write("Bob", "LEAD LOWEST", Date="Tue, 24 Nov 2026 10:00:00 +0000")
    world.tick()

    assert (world.outcome(early), world.outcome(late)) == ("orders filed", "late")


def test_threat_18_an_old_letter_sent_again_changes_nothing(world: World) -> None:
    raw = world.letter("LEAD LOWEST", ANA)
    world.write("Ana", "", raw=raw)
    world.write("Ana", "LEAD HIGHEST")
    again = world.write("Ana", "", raw=b"Received: from elsewhere\r\n" + raw)
    world.tick()
    assert (world.outcome(again), world.on_file("Ana")) == ("duplicate", ("LEAD HIGHEST",))

    world.clock.forward(hours=9)
    world.tick()
    world.quiet()
    replayed = world.write("Ana", "", raw=b"Received: once more\r\n" + world.letter("LEAD LOWEST", ANA), step=1)
    world.tick()

    assert world.outcome(replayed) == "late"
    assert [mail.to for mail in world.mails()] == [ANA]


def test_threat_19_of_two_sets_the_later_arrival_counts_and_says_what_it_replaced(world: World) -> None:
    world.write("Ana", "LEAD LOWEST", Date="Tue, 24 Nov 2026 11:00:00 +0000")
    world.clock.forward(minutes=5)
    world.write("Ana", "LEAD HIGHEST", Date="Tue, 24 Nov 2026 10:00:00 +0000")
    world.tick()

    assert world.on_file("Ana") == ("LEAD HIGHEST",)
    first, second = world.mails()
    assert "replace" not in first.body.partition("LEAD")[0]
    assert "replace" in second.body


def test_threat_20_what_is_not_used_is_said_and_no_orders_are_never_success(world: World) -> None:
    quoted = world.write("Ana", "On Tuesday, Referee wrote:\n> REPLY HIGHEST\n")
    world.tick()

    assert world.outcome(quoted) == "nothing new"
    [told] = world.mails()
    assert "REPLY HIGHEST" in told.body
    assert "It stands in quoted text." in " ".join(told.body.split())


def test_threat_21_text_and_page_that_disagree_are_told_of(world: World) -> None:
    message = EmailMessage()
    message["From"], message["Message-ID"] = ANA, "<d@d>"
    message.set_content("LEAD LOWEST\n")
    message.add_alternative("<p>LEAD HIGHEST</p>", subtype="html")
    world.write("Ana", "", raw=message.as_bytes())
    world.tick()

    assert world.on_file("Ana") == ("LEAD LOWEST",)
    [receipt] = world.mails()
    assert "say different things" in " ".join(receipt.body.split())


def test_threat_22_the_same_letter_by_two_ways_has_one_effect_and_one_receipt(world: World) -> None:
    raw = world.letter("LEAD LOWEST", ANA)
    for way in (b"", b"", b"Received: by the other way\r\n"):
        world.write("Ana", "", raw=way + raw)
    world.tick()

    assert [mail.to for mail in world.mails()] == [ANA]


class Flood:
    """Letters by the gate of a world, as the server asks it."""

    def __init__(self, world: World) -> None:
        self.gate = Gate(world.campaign)

    def sends(self, sender: str, recipient: str, times: int = 1) -> int:
        """Send so many; return how many were taken."""
        taken = 0
        for _ in range(times):
            if self.gate.admits(sender, recipient):
                self.gate.note(sender, recipient)
                taken += 1
        return taken


def test_threat_25_who_sends_too_many_is_told_to_wait_and_costs_no_player_their_letter(tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_letters_per_hour=5)
    world.game()
    flood, ana, bob = Flood(world), world.reply_address("Ana"), world.reply_address("Bob")

    assert flood.sends(EVE, "join@referee.example", 50) == 5
    assert flood.sends(ANA, "join@referee.example", 50) == 5  # in Ana's name
    assert flood.sends(EVE, ana, 50) == 0
    assert sum(flood.sends(f"{n}@elsewhere.example", ana) for n in range(50)) == 5  # who knows her token
    assert flood.sends("", ana, 50) == 0
    assert flood.sends("stranger@elsewhere.example", "join@referee.example") == 1
    assert flood.sends(BOB, bob) == 1
    assert flood.sends(ANA, ana, 50) == 5
    world.clock.forward(hours=1)
    assert flood.sends(EVE, "join@referee.example", 50) == 5


def test_threat_25_whoever_forges_a_gm_keeps_no_gm_from_the_desk(tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_letters_per_hour=5)
    world.game()
    flood, gm = Flood(world), "gm@referee.example"

    assert flood.sends(gm, "orders@referee.example", 61) == 5
    assert flood.sends(gm, world.reply_address("Ana"), 61) == 0
    assert flood.sends(gm, world.reply_address("GM"), 61) == 5
    assert flood.sends(EVE, world.reply_address("GM"), 61) == 0


def test_threat_25_a_code_lets_its_reader_in_whoever_wrote_in_their_name(tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_letters_per_hour=5)
    world.game("autumn", (), start=False, policy={"sign_up": "open"})
    world.quiet()
    world.arrive(world.letter("JOIN autumn", EVE), "join@referee.example", EVE)
    world.tick()
    [called] = world.mails()
    flood = Flood(world)

    assert flood.sends(EVE, "join@referee.example", 61) == 5
    assert flood.sends(EVE, called.reply_to) == 1


def test_threat_25_a_full_disk_refuses_nothing_for_good(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(store: Store) -> None:
        raise DiskFull("no room")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "writing", full)
        with pytest.raises(DiskFull):
            world.write("Ana", "LEAD LOWEST")
    letter = world.write("Ana", "LEAD LOWEST")
    world.tick()

    assert world.outcome(letter) == "orders filed"


def test_threat_26_an_address_is_not_changed_by_a_letter_from_another(world: World) -> None:
    letter = world.write("Ana", f"ADDRESS ADD {EVE}", sender=EVE)
    world.tick()

    assert world.outcome(letter) == "held: another sender"
    assert {mail.to for mail in world.mails()} == {ANA}


@pytest.mark.parametrize(
    "head",
    [
        "Authentication-Results: mail.referee.example; dmarc=fail\r\n"
        "Authentication-Results: mail.referee.example; dmarc=pass\r\n",
        "Authentication-Results: mail.referee.example; dmarc=fail\r\n"
        "Authentication-Results: evil.example; dmarc=pass\r\n",
        "Authentication-Results: mail.referee.example; dkim=none\r\n"
        "Authentication-Results: mail.referee.example; dmarc=fail\r\n"
        "Authentication-Results: mail.referee.example; dmarc=pass\r\n",
    ],
)
def test_threat_27_results_that_the_sender_brought_along_do_not_count(tmp_path: Path, head: str) -> None:
    world = World.made(tmp_path, mail_results_of="mail.referee.example")
    world.game()

    letter = forged(world, f"{head}From: {ANA}")
    world.tick()

    assert world.outcome(letter) == "held: another sender"


def test_threat_27_without_the_setting_nobodys_results_count(world: World) -> None:
    letter = forged(world, f"Authentication-Results: mail.referee.example; dmarc=fail\r\nFrom: {ANA}")
    world.tick()

    assert world.outcome(letter) == "orders filed"


def test_threat_28_a_text_file_is_read_and_others_are_said_to_be_ignored(world: World) -> None:
    message = EmailMessage()
    message["From"], message["Message-ID"] = ANA, "<a@a>"
    message.set_content("Orders attached.\n")
    message.add_attachment("LEAD LOWEST\n", filename="orders.txt")
    message.add_attachment(b"PK", maintype="application", subtype="zip", filename="orders.zip")
    world.write("Ana", "", raw=message.as_bytes())
    world.tick()

    assert world.on_file("Ana") == ("LEAD LOWEST",)
    [receipt] = world.mails()
    assert "application/zip" in receipt.body


def test_threat_29_an_encrypted_letter_is_said_to_be_unreadable_and_never_read_in_part(world: World) -> None:
    world.write("Ana", "LEAD HIGHEST")
    letter = world.write("Ana", "LEAD LOWEST\n-----BEGIN PGP MESSAGE-----\nhQEMA\n-----END PGP MESSAGE-----\n")
    world.tick()

    assert world.outcome(letter) == "no readable text"
    assert world.on_file("Ana") == ("LEAD HIGHEST",)
    assert "Please send your orders as plain text" in " ".join(world.mails()[-1].body.split())


def test_threat_30_headers_in_our_own_name_mean_nothing(world: World) -> None:
    plain = world.letter("LEAD LOWEST", EVE)
    ours = b"X-Referee-Seat: Ana\r\nX-Referee-Confirmed: yes\r\nX-Referee-Token: 1\r\n" + plain

    letter = world.write("Ana", "", raw=ours)
    world.tick()

    assert world.outcome(letter) == "held: another sender"


def fuzzed(luck: random.Random, raw: bytes) -> bytes:
    """Spoil a letter at some places."""
    data = bytearray(raw)
    for _ in range(luck.randrange(1, 30)):
        at, long = luck.randrange(len(data) + 1), luck.randrange(1, 40)
        match luck.randrange(5):
            case 0:
                data[at : at + long] = b""
            case 1:
                data[at:at] = luck.randbytes(long)
            case 2:
                data[at:at] = data[at : at + long] * luck.randrange(1, 50)
            case 3:
                data[at : at + 1] = luck.choice([b"\r\n", b"\0", b">", b'"', b"=", b"--", b";", b"<", b"\xff"])
            case _:
                data[at:at] = luck.choice([b"Content-Type: ", b"boundary=", b"From: ", b"=?utf-8?b?", b"> "])
    return bytes(data)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_threat_14_a_thousand_spoiled_letters_each_have_an_end(tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_letters_per_hour=100_000)
    world.game()
    world.quiet()
    luck = random.Random(5322)
    folder = Path(__file__).parents[1] / "mail"
    seeds = [path.read_bytes() for path in sorted((folder / "odd").glob("*.eml"))]
    if corpus := os.environ.get("REFEREE_MAIL_CORPUS"):
        seeds += [path.read_bytes() for path in sorted(Path(corpus).iterdir()) if path.suffix in (".eml", ".txt")]
    numbers = [world.arrive(fuzzed(luck, luck.choice(seeds)), world.reply_address("Ana"), ANA) for _ in range(1000)]

    world.tick()

    with sqlite3.connect(world.campaign.settings.database) as raw:
        ends = dict(raw.execute("SELECT outcome, count(*) FROM letter GROUP BY outcome"))
    assert sum(ends.values()) == len(set(numbers))
    assert "" not in ends
    assert "held: it could not be read" not in ends
    assert {mail.to for mail in world.mails()} <= {ANA, "gm@referee.example"}
