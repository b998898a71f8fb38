"""Threats by letter, as far as they go by what leaves us or comes back; each test by its number in the list."""

from __future__ import annotations

import io
import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import structlog
from sqlmodel import select

from referee.service.campaign.logbook import write_log
from referee.service.post import bounces
from referee.service.post.tokens import rotate
from referee.service.records.explanation import kept
from referee.store import people
from referee.store.tables import BounceRow, MailRow, StepRow
from tests.mail.dsn import report
from tests.service.test_keys import keys_of
from tests.service.world import Mail, World

EVE = "eve@elsewhere.example"


def turn(world: World) -> dict[str, Mail]:
    """Let the open turn be adjudicated, and return its letters by their readers."""
    world.clock.forward(days=4)
    world.tick()
    return {one.to: one for one in world.mails()}


def game_rows(world: World) -> list[Any]:
    """Return everything that a game is made of, to compare."""
    with sqlite3.connect(world.campaign.settings.database) as raw:
        tables = ("game", "seat", "step", "orders", "view", "token", "press", "question")
        return [raw.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


def test_threat_4_a_key_stands_in_the_reply_address_alone_and_not_where_clients_quote_it(world: World) -> None:
    mails = turn(world)

    keys = keys_of(world)
    assert keys
    assert {"ana@players.example", "bob@players.example"} <= set(mails)
    for one in mails.values():
        shown = "\n".join(str(one.message[name]) for name in ("From", "To", "Subject", "Message-ID")) + one.body
        assert not [key for key in keys if key in shown.lower()]
        assert str(one.message["From"]) == "The Referee <referee@referee.example>"


def test_threat_4_a_quoted_key_does_not_leave_in_press_and_after_a_change_it_opens_nothing(world: World) -> None:
    address = world.reply_address("Ana")
    world.write("Ana", f"TO Bob: look at that, The Referee wants answers to {address} only")
    world.tick()
    press = next(one for one in world.mails() if one.to == "bob@players.example")
    rotate(world.campaign, "duel", "Ana")
    world.quiet()
    stolen = world.arrive(world.letter("LEAD HIGHEST", "bob@players.example"), address, "bob@players.example")
    world.tick()

    assert "look at that" in press.body
    assert address.partition("@")[0] not in press.body
    (told,) = world.mails()
    assert (world.outcome(stolen), world.on_file("Ana"), world.on_file("Bob")) == ("no token", (), ())
    assert (told.to, told.reply_to) == ("bob@players.example", world.reply_address("Bob"))


def test_threat_5_one_mail_has_one_recipient_and_orders_that_others_could_read_are_told(world: World) -> None:
    world.write("Ana", "LEAD LOWEST", To=f"{world.reply_address('Ana')}, bob@players.example")
    world.tick()
    [receipt] = world.mails()
    mails = turn(world)

    assert "Your letter was also addressed to others, who may have read it." in " ".join(receipt.body.split())
    for one in [receipt, *mails.values()]:
        assert (str(one.message["To"]), one.message["Cc"], one.message["Bcc"]) == (one.to, None, None)


def test_threat_6_of_a_letter_only_what_was_written_now_is_passed_on(world: World) -> None:
    secret = "I hold the Tower and the Moon"
    world.write("Ana", f"TO Bob: hello\n\n> {secret}\n\nOn Tuesday, 24 November 2026 at 12:00 Bob wrote:\n> {secret}\n")
    world.tick()

    press = next(one for one in world.mails() if one.to == "bob@players.example")

    assert "hello" in press.body
    assert secret not in press.body


def test_threat_7_nothing_goes_to_a_stranger_and_no_answer_brings_their_letter_back(world: World) -> None:
    bait = "buy cheap pills at pills.example"
    for to in ("referee@referee.example", world.reply_address("Ana"), f"orders+{'0' * 24}@referee.example"):
        world.arrive(world.letter(bait, EVE), to, EVE)
    world.arrive(world.letter(bait, "ana@players.example"), "referee@referee.example", EVE)
    world.tick()

    mails = world.mails()

    assert {one.to for one in mails} == {"ana@players.example"}
    assert [one.subject for one in mails] == ["[The duel] Was this you?", "[The duel] Your letter was not used"]
    assert not [one for one in mails if "pills" in one.body]
    assert {(one.sender, one.message["Auto-Submitted"]) for one in mails if "not used" in one.subject} == {
        ("", "auto-replied")
    }


def test_threat_8_a_program_that_goes_on_writing_is_answered_ten_times_and_the_gm_told_once(world: World) -> None:
    for n in range(40):
        world.write("Ana", f"hello again {n}", step=1)
        world.arrive(world.letter(f"{n}", "bob@players.example"), "referee@referee.example", "bob@players.example")
    world.tick()

    to = [one.to for one in world.mails()]

    assert [to.count(f"{who}@players.example") for who in ("ana", "bob")] == [10, 10]
    assert to.count("gm@referee.example") == 2


def test_threat_8_one_that_writes_slowly_falls_silent_too(world: World) -> None:
    answered = []
    for n in range(72):
        world.arrive(world.letter(f"{n}", "bob@players.example"), "referee@referee.example", "bob@players.example")
        world.tick()
        answered.append(sum(one.to == "bob@players.example" and "not used" in one.subject for one in world.mails()))
        world.clock.forward(minutes=10)

    assert sum(answered) == 30
    assert answered[30:] == [0] * 42


def test_threat_9_a_forged_report_needs_a_key_and_moves_nothing_but_where_mail_goes(world: World) -> None:
    lost = turn(world)["bob@players.example"]
    identity = str(lost.message["Message-ID"])
    returned = f"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: {identity}\r\n\r\n--b--"
    told = report().replace(b"--b--", returned.encode())
    before = game_rows(world)
    forged = [
        world.arrive(told + b"%d" % n, to, "")
        for n, to in enumerate(
            ("referee@referee.example", f"back+{'0' * 24}@referee.example", "back@referee.example",
             world.reply_address("Bob"), f"back+{world.token('Bob')}@referee.example")
        )
    ]  # fmt: skip
    world.tick()
    with world.campaign.store.reading() as tx:
        untouched = list(tx.exec(select(BounceRow)))
    genuine = world.arrive(told, lost.sender, "")
    world.tick()

    assert [world.outcome(one) for one in forged] == ["automatic mail"] * 5
    assert untouched == []
    assert world.outcome(genuine) == "mail came back"
    assert game_rows(world) == before
    assert world.mails() == []
    with world.campaign.store.reading() as tx:
        bob = people.player_at(tx, "bob@players.example")
        assert bob is not None
        assert people.addresses_of(tx, bob.id)[0].bouncing_since == world.clock.now()


def test_threat_17_what_our_mail_server_had_in_time_counts_though_it_came_to_us_late(tmp_path: Path) -> None:
    world = World.made(tmp_path, intake_received_by="mx.referee.example")
    world.game()
    due = world.row().due_at
    assert due is not None
    world.quiet()
    letters = []
    world.clock.moment = due + timedelta(minutes=5)
    for seat, moment in (("Ana", due - timedelta(seconds=5)), ("Bob", due + timedelta(seconds=5))):
        stamp = f"Received: from x by mx.referee.example with ESMTP id 1; {moment:%a, %d %b %Y %H:%M:%S} +0000\n"
        raw = stamp.encode() + world.letter("LEAD HIGHEST", world.address(seat))
        letters.append(world.write(seat, "", raw=raw))
    world.tick()

    outcomes = [world.outcome(one) for one in letters]
    world.tick()
    with world.campaign.store.reading() as tx:
        [played] = [step for step in tx.exec(select(StepRow)) if step.step == 1]
    assert world.outcome(letters[0]) == "orders filed"
    assert world.outcome(letters[1]) == "late"
    assert outcomes[0] == "orders filed"
    assert "LEAD HIGHEST" in str(played.orders)
    receipt = next(one for one in world.mails() if one.to == "ana@players.example" and "eceipt" in one.body)
    assert "19:59" in receipt.body
    world.campaign.close()


def test_threat_23_what_comes_back_is_as_sealed_as_what_went_out(world: World) -> None:
    lost = turn(world)["bob@players.example"]
    body = lost.message.as_bytes()
    raw = report().replace(b"--b--", b"--b\r\nContent-Type: message/rfc822\r\n\r\n" + body + b"\r\n--b--")

    came_back = world.arrive(raw, lost.sender, "")
    looped = world.arrive(body, "referee@referee.example", lost.sender)
    world.tick()

    assert [kept(world.campaign, one).sealed for one in (came_back, looped)] == [True, True]
    assert world.campaign.settings.database.stat().st_mode & 0o077 == 0


def test_threat_24_neither_the_log_nor_the_gm_is_told_what_stood_in_a_mail_that_came_back(world: World) -> None:
    log = io.StringIO()
    write_log("json", "debug", log)
    world.write("Ana", "TO Bob: the word is swordfish\nLEAD LOWEST")
    world.tick()
    press = next(one for one in world.mails() if one.to == "bob@players.example")
    raw = report().replace(
        b"--b--", b"--b\r\nContent-Type: message/rfc822\r\n\r\n" + press.message.as_bytes() + b"\r\n--b--"
    )
    world.arrive(raw, press.sender, "")
    world.tick()
    world.clock.forward(minutes=11)
    bounces.tell(world.campaign)
    [told] = world.mails()
    structlog.reset_defaults()

    assert "swordfish" in press.body
    assert "swordfish" not in told.body + log.getvalue()
    assert not [key for key in keys_of(world) if key in log.getvalue()]
    assert "bob@players.example" not in log.getvalue()
    with world.campaign.store.reading() as tx:
        assert all("swordfish" not in row.error for row in tx.exec(select(MailRow)))
