"""What is kept of people: exported whole, deleted whole, swept when it is old; and the log of two GMs."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlmodel import SQLModel, col
from sqlmodel import select as rows_of

from referee.engine.errors import SetupError
from referee.service.gm.announcements import Announce
from referee.service.gm.corrections import CorrectOrders
from referee.service.gm.ruling import Rule
from referee.service.gm.seats import Invite, Replace
from referee.service.gm.turns import Rerun, Rollback
from referee.service.people import handover, housekeeping, observers, standby, vacancies
from referee.service.people.housekeeping import forget
from referee.service.people.personal_data import export
from referee.service.rounds.command import carry_out
from referee.store import actions, inbox, mails, outbox, removal
from referee.store.actions import GONE
from referee.store.tables import AddressRow, MailRow, VoteRow
from tests.service.world import World

EVE = "eve@players.example"


def everything(world: World) -> bytes:
    """Return the bytes of the database and of what lies beside it."""
    folder = world.campaign.settings.folder
    return b"".join(file.read_bytes() for file in sorted(folder.glob("referee.db*")))


def played(world: World) -> World:
    """Let Ana do what leaves traces: orders, press, a code, a letter from elsewhere; then pass her seat on."""
    world.write("Ana", "LEAD LOW\nTO ALL: I am here\nADDRESS ADD ana@second.example\nTO Bob: Ana@players.example is me")
    world.arrive(world.letter("LEAD HIGH", "ana@third.example"), world.reply_address("Ana"), "ana@third.example")
    world.tick()
    world.mails()
    world.adjudicate()
    world.mails()
    carry_out(world.campaign, Replace(player="Ana", address=EVE), "duel")
    world.mails()
    return world


def test_a_person_gets_all_that_is_kept_of_them(world: World) -> None:
    world.write("Ana", "LEAD LOW\nTO Bob: between us")
    world.tick()
    world.quiet()

    found = export(world.campaign, "ana@players.example", unseal=True)

    assert [one["address"] for one in found["addresses"]] == ["ana@players.example"]
    assert [(one["game"], one["seat"]) for one in found["seats"]] == [("duel", "Ana")]
    assert [one["outcome"] for one in found["letters"]] == ["orders filed"]
    assert [one["on file"]["turns"] for one in found["orders"]] == [{"1": ["LEAD LOWEST"]}]
    assert [one["text"] for one in found["press"]] == ["between us"]
    assert [one["kind"] for one in found["mails"]] == ["invitation", "welcome", "receipt"]
    json.dumps(found)


def test_they_get_nothing_of_anybody_else(world: World) -> None:
    world.write("Bob", "LEAD MIDDLE\nTO GM: the cards hate me")
    world.tick()
    world.quiet()

    found = json.dumps(export(world.campaign, "ana@players.example", unseal=True))

    assert [word for word in ("bob@", "LEAD MIDDLE", "hate me", world.token("Bob")) if word in found] == []


def test_neither_a_seats_player_nor_the_next_one_gets_what_is_the_others(world: World) -> None:
    played(world)

    old, new = export(world.campaign, "ana@players.example", unseal=True), export(world.campaign, EVE, unseal=True)

    assert [one["text"] for one in old["press"]] == ["I am here", "Ana@players.example is me"]
    assert (new["press"], new["orders"]) == ([], [])
    assert [one["kind"] for one in old["mails"]].count("report") == 1


def test_who_sits_in_a_game_cannot_be_forgotten(world: World) -> None:
    with pytest.raises(SetupError, match="plays in duel"):
        forget(world.campaign, "ana@players.example")


def test_a_substitute_s_principal_cannot_be_forgotten_either(world: World) -> None:
    handover.lend(world.campaign, "duel", "Ana", EVE, until=world.clock.now() + timedelta(days=3))

    with pytest.raises(SetupError, match="plays in duel"):
        forget(world.campaign, "ana@players.example")


def test_after_forgetting_their_addresses_occur_nowhere_in_the_database(world: World) -> None:
    played(world)
    before = everything(world)

    forget(world.campaign, "ana@players.example")
    after = everything(world)

    assert b"ana@players.example" in before
    assert [text for text in (b"ana@players", b"ana@second", b"ana@third") if text in after.lower()] == []


def test_nor_in_what_is_stored_compressed(world: World) -> None:
    played(world)
    forget(world.campaign, "ana@players.example")

    with world.campaign.store.reading() as tx:
        rows = [str(row) for table in SQLModel.metadata.sorted_tables for row in tx.connection().execute(select(table))]
    assert len(rows) > 20
    assert [row for row in rows if re.search("ana@(players|second|third)", row, re.IGNORECASE)] == []


def in_every_place(world: World) -> None:
    """Let an address of Ana's get into all that a GM and a mail server write: the log, rulings, reasons, a bounce."""
    where, step = "reached at <Ana@Players.example>.", world.row().step
    carry_out(world.campaign, CorrectOrders(player="Bob", lines=("LEAD LOW",), text=f"Ana, {where}"), "duel")
    carry_out(world.campaign, Rule(text=f"A word of hers, {where}", addressees=("Bob",)), "duel")
    carry_out(world.campaign, Announce(text=f"Write to her, {where}"), "duel")
    with world.campaign.store.writing() as tx:
        mail = tx.exec(rows_of(MailRow)).first()
        assert mail is not None
        mails.add(tx, mail=mail.id, address=None, letter=None, at=world.clock.now(), hard=True, said=f"no {where}")
    carry_out(world.campaign, Rollback(n=step, text=f"She, {where}"), "duel")


def test_they_are_forgotten_in_every_place_also_where_the_gm_spoke_of_them(world: World) -> None:
    played(world)
    in_every_place(world)
    forget(world.campaign, "ana@players.example")
    carry_out(world.campaign, Rerun(), "duel")

    with world.campaign.store.reading() as tx:
        rows = [
            (table.name, str(row))
            for table in SQLModel.metadata.sorted_tables
            for row in tx.connection().execute(select(table))
        ]
    found = {name for name, row in rows if re.search("ana@(players|second|third)", row, re.IGNORECASE)}
    spared = {name for name, row in rows if GONE in row}
    assert found == set()
    assert {"action", "ruling", "undone", "bounce"} <= spared


def test_their_votes_are_let_go_when_their_game_is_over(world: World) -> None:
    for seat, text in (("Ana", "PROPOSE DRAW"), ("Bob", "VOTE YES")):
        world.write(seat, text)
        world.tick()
    world.adjudicate()
    forget(world.campaign, "ana@players.example")

    with world.campaign.store.reading() as tx:
        assert [row.seat for row in tx.exec(rows_of(VoteRow))] == ["Bob"]


def test_an_export_has_a_section_for_every_kind_of_thing_that_is_kept(world: World) -> None:
    world.write("Ana", "LEAD LOW\nABSENT from 1 Dec to 3 Dec\nLEADS 30m\nCALENDAR\nTO Bob: between us")
    world.tick()
    standby.enter(world.campaign, "ana@players.example")
    world.game("other")
    carry_out(world.campaign, Replace(player="Ana", address=EVE, local=True), "other")
    observers.add(world.campaign, "other", "ana@players.example")
    world.adjudicate()
    with world.campaign.store.writing() as tx:
        address = tx.exec(rows_of(AddressRow).where(col(AddressRow.address) == "ana@players.example")).one()
        mail = tx.exec(rows_of(MailRow)).first()
        assert mail is not None
        mails.add(
            tx, mail=mail.id, address=address.id, letter=None, at=world.clock.now(), hard=False, said="mailbox full"
        )

    found = export(world.campaign, "ana@players.example", unseal=True)

    day = "2026-12-0{}T00:00:00+00:00"
    assert sorted(found) == [
        "absences", "addresses", "bounces", "calendars", "letters", "mails", "observes", "orders", "player", "press",
        "reminders", "sealed, left out", "seats", "silences", "standby",
    ]  # fmt: skip
    assert found["player"]["name"] == "Ana"
    assert found["reminders"]["leads"] == [1800]
    assert [(one["game"], one["from"][:10] < day) for one in found["absences"]] == [("", True)]
    assert [one["game"] for one in found["observes"]] == ["other"]
    assert [one["game"] for one in found["standby"]] == [""]
    assert [one["said"] for one in found["bounces"]] == ["mailbox full"]
    assert found["silences"] == []
    assert json.loads(json.dumps(found)) == found


def test_a_silence_of_theirs_is_in_their_export_and_in_nobody_else_s(world: World) -> None:
    world.write("Bob", "LEAD LOW")
    world.adjudicate()

    found = {seat: export(world.campaign, world.address(seat))["silences"] for seat in ("Ana", "Bob")}

    assert found == {"Ana": [{"game": "duel", "seat": "Ana", "turn": 1, "excused": ""}], "Bob": []}


def test_who_wrote_with_their_key_is_not_forgotten_with_them(world: World) -> None:
    world.arrive(world.letter("LEAD HIGH", "bob@players.example"), world.reply_address("Ana"), "bob@players.example")
    own = world.write("Bob", "LEAD LOW")
    world.tick()
    played(world)

    forget(world.campaign, "ana@players.example")

    assert b"bob@players.example" in world.kept(own).raw
    assert [one["address"] for one in export(world.campaign, "bob@players.example")["addresses"]] == [
        "bob@players.example"
    ]


def test_the_game_keeps_what_the_seat_did(world: World) -> None:
    from referee.service.players.orders import revisions
    from referee.service.records.archive import verify

    played(world)
    forget(world.campaign, "ana@players.example")
    world.adjudicate()

    assert verify(world.campaign, "duel").ok
    assert (revisions(world.campaign, "duel", "Ana", opens=True)[0].lines or [])[0] == "LEAD LOW"


def test_an_observer_and_one_on_the_list_can_be_forgotten_at_once(world: World) -> None:
    observers.add(world.campaign, "duel", "olga@players.example")
    standby.enter(world.campaign, "olga@players.example", game="duel")
    world.mails()

    forget(world.campaign, "olga@players.example")
    world.adjudicate()

    assert (b"olga@" in everything(world), [m for m in world.mails() if "olga" in m.to]) == (False, [])


def test_letters_of_strangers_are_swept_when_they_are_old(world: World) -> None:
    letter = world.arrive(world.letter("Buy now!", "spam@elsewhere.example"), "orders@referee.example")
    world.tick()
    world.clock.forward(days=29)
    young = housekeeping.sweep(world.campaign)
    world.clock.forward(days=2)
    old = housekeeping.sweep(world.campaign)

    assert (young.strangers, old.strangers, housekeeping.sweep(world.campaign).strangers) == (0, 1, 0)
    assert letter == 1


def test_letters_and_mails_of_a_game_are_kept_until_long_after_its_end(world: World) -> None:
    for seat in ("Ana", "Bob"):
        world.write(seat, "RESIGN")
    world.tick()
    world.adjudicate()
    world.mails()
    soon = housekeeping.sweep(world.campaign)
    world.clock.forward(days=100)
    later = housekeeping.sweep(world.campaign)
    world.clock.forward(days=300)
    late = housekeeping.sweep(world.campaign)

    assert [(one.letters, one.mails > 0) for one in (soon, later, late)] == [(0, False), (0, True), (2, False)]
    assert [world.kept(n).outcome for n in (1, 2)] == ["orders filed", "orders filed"]


def test_a_mail_that_is_sent_once_more_while_the_broom_looks_keeps_its_headers(world: World) -> None:
    for seat in ("Ana", "Bob"):
        world.write(seat, "RESIGN")
    world.tick()
    world.adjudicate()
    world.mails()
    world.clock.forward(days=100)
    with world.campaign.store.reading() as tx:
        found = removal.mails_to_sweep(tx, world.clock.now() - timedelta(days=90))
    with world.campaign.store.writing() as tx:
        outbox.resend(tx, found[0], world.clock.now())
        swept = removal.sweep_mails(tx, found)
        kept = [mail.id for mail in tx.exec(rows_of(MailRow).where(col(MailRow.id).in_(found))) if mail.headers]

    assert swept == len(found) - 1 > 1
    assert kept == found[:1]


def test_a_running_game_is_never_swept(world: World) -> None:
    world.write("Ana", "LEAD LOW")
    world.tick()
    world.clock.forward(days=2000)

    assert housekeeping.sweep(world.campaign) == housekeeping.Swept()


def test_the_round_sweeps_once_a_day(world: World) -> None:
    world.arrive(world.letter("Buy now!", "spam@elsewhere.example"), "orders@referee.example")
    world.tick()
    world.clock.forward(days=31)
    housekeeping.look_after(world.campaign)

    with world.campaign.store.reading() as tx:
        assert inbox.to_read(tx) == []
        assert tx.connection().exec_driver_sql("SELECT count(*) FROM letter").scalar() == 0


def test_what_goes_wrong_in_the_broom_keeps_nobody_from_their_turn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(campaign: object) -> int:
        raise LookupError("the broom broke")

    monkeypatch.setattr("referee.service.people.addresses.take_effect", breaks)
    monkeypatch.setattr("referee.service.people.housekeeping.sweep", breaks)

    assert world.adjudicate().step == 1


def test_of_two_gms_the_log_says_who_did_it(world: World) -> None:
    world.campaign.act_as("gm@referee.example")
    world.game("other", (), start=False)
    carry_out(world.campaign, Invite(address=EVE), "other")
    vacancies.empty(world.campaign, "duel", "Ana")

    with world.campaign.store.reading() as tx:
        done = [(row.who, row.what) for row in actions.log(tx) if row.what in ("invite", "vacant")]
    assert done == [("gm@referee.example", "invite"), ("gm@referee.example", "vacant")]


def test_who_is_no_gm_cannot_act_as_one(world: World) -> None:
    with pytest.raises(SetupError, match="is no GM of this campaign"):
        world.campaign.act_as("ana@players.example")
