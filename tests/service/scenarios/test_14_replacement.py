"""Scenario 14: a player leaves in mid-game, the GM seats another, and the old one goes on writing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from referee.engine.audience import Seat
from referee.service.gm.seats import Replace
from referee.service.records.archive import verify
from referee.service.rounds.command import carry_out
from referee.store import actions, reports
from referee.store.database import Transaction
from referee.store.tables import ReportRow
from tests.service.world import Mail, World

EVE = "eve@players.example"


@pytest.fixture
def midway(world: World) -> World:
    """A duel in turn 3: Ana has written in private and to all, both have orders on file, and all mail is out."""
    world.write("Bob", "TO Ana: the sevens are mine, keep off")
    world.write("Bob", "TO ALL: a good game so far")
    for _ in range(2):
        world.tick()
        world.adjudicate()
    world.write("Ana", "STANDING REPLY LOW")
    world.tick()
    return world.quiet()


def replaced(world: World) -> list[Mail]:
    """Seat Eve in Ana's place, and return what goes out."""
    carry_out(world.campaign, Replace(player="Ana", address=EVE, local=True), "duel")
    return world.mails()


def to(mails: list[Mail], address: str) -> list[Mail]:
    """Pick what goes to one address, in order."""
    return [mail for mail in mails if mail.to == address]


def test_the_old_token_is_dead_at_once_and_the_old_player_hears_one_polite_refusal(midway: World) -> None:
    old, before = midway.reply_address("Ana"), midway.on_file("Ana")
    replaced(midway)

    letters = [midway.arrive(midway.letter(f"LEAD HIGH\n{n}", midway.address("Ana")), old) for n in range(4)]
    midway.tick()
    said = midway.mails()

    assert [midway.outcome(letter) for letter in letters] == ["replaced player"] * 4
    assert [(mail.to, mail.subject) for mail in said] == [
        (midway.address("Ana"), "[The duel] You have no seat here any more")
    ]
    assert "Thank you for having played" in " ".join(said[0].body.split())
    assert midway.on_file("Ana") == before


@pytest.mark.parametrize("writer", [EVE, "bob@players.example"])
def test_a_player_who_writes_to_the_dead_key_of_another_hears_how_to_send_it_as_with_any_wrong_key(
    midway: World, writer: str
) -> None:
    old = midway.reply_address("Ana")
    replaced(midway)

    said = []
    for address in (old, f"orders+{'a' * len(midway.token('Ana'))}@referee.example"):
        letter = midway.arrive(midway.letter("LEAD HIGH", writer), address, writer)
        midway.tick()
        (told,) = midway.mails()
        said.append((midway.outcome(letter), midway.kept(letter).seat, told.to, told.subject, told.body))

    assert said[0] == said[1]
    assert said[0][:4] == ("no token", None, writer, "[The duel] Your letter was not used")
    stranger = midway.arrive(midway.letter("LEAD HIGH", "eve@elsewhere.example"), old, "eve@elsewhere.example")
    midway.tick()
    assert (midway.outcome(stranger), midway.mails()) == ("stranger", [])


def test_the_old_player_hears_without_a_key_too_that_they_have_no_seat_and_hears_it_once(midway: World) -> None:
    old, ana = midway.reply_address("Ana"), midway.address("Ana")
    replaced(midway)

    to_whom = ("orders@referee.example", "orders@referee.example", old, "orders@referee.example")
    letters = [midway.arrive(midway.letter(f"LEAD HIGH\n{n}", ana), there) for n, there in enumerate(to_whom)]
    midway.tick()

    assert [midway.outcome(letter) for letter in letters] == ["replaced player"] * 4
    (told,) = midway.mails()
    assert (told.to, told.subject) == (ana, "[The duel] You have no seat here any more")


def test_who_has_a_seat_in_another_game_hears_without_a_key_how_to_send_it(midway: World) -> None:
    midway.game("other", ("Ana", "Dora"))
    midway.tick()
    replaced(midway)
    letter = midway.arrive(midway.letter("LEAD HIGH", midway.address("Ana")), "orders@referee.example")
    midway.tick()

    (told,) = midway.mails()
    assert (midway.outcome(letter), told.subject) == ("no token", "[The other] Your letter was not used")
    assert told.reply_to == midway.reply_address("Ana", "other")


def test_the_new_player_gets_report_hand_what_is_on_file_and_history(midway: World) -> None:
    latest = _latest(midway)
    mine = to(replaced(midway), EVE)

    assert [mail.subject for mail in mine] == [
        "[The duel] the seat is yours",
        "[The duel] Turn 3: what is on file for you",
        "[The duel] What went before",
        latest.subject,
    ]
    assert [old for old, new in zip(latest.body.split("\n"), mine[3].body.split("\n"), strict=True) if old != new] == [
        latest.form[0],
        latest.form[-1],
    ]
    assert "WHAT YOU HOLD" in mine[3].body
    assert "REPLY LOW" in mine[1].body
    told = ("Welcome: the game begins", "Turn 1:", "a good game so far")
    assert [text in mine[2].body for text in told] == [True, True, True]
    past = ("---- orders for turn", "YOUR ORDERS FOR TURN", "are due")
    assert [text in mine[2].body for text in past] == [False, False, False]


def test_the_new_player_does_not_get_the_private_words_of_the_old_one(midway: World) -> None:
    mine = to(replaced(midway), EVE)

    assert [mail.subject for mail in mine if "sevens are mine" in mail.body] == []


def test_they_get_them_where_the_game_was_created_so(midway: World) -> None:
    with midway.campaign.store.writing() as tx:
        row = tx.get(type(midway.row()), midway.row().id)
        assert row is not None
        row.policy = {**row.policy, "pass_on_press": "yes"}
        tx.add(row)

    mine = to(replaced(midway), EVE)

    assert [mail.subject for mail in mine if "sevens are mine" in mail.body] == ["[The duel] What went before"]


def test_the_new_player_s_orders_count(midway: World) -> None:
    mine = to(replaced(midway), EVE)

    letter = midway.arrive(midway.letter("LEAD HIGH", EVE), mine[-1].reply_to, EVE)
    midway.tick()

    assert (midway.outcome(letter), midway.on_file("Ana")) == ("orders filed", ("LEAD HIGHEST", "REPLY LOWEST"))


def test_the_deadline_gives_the_newcomer_time(midway: World) -> None:
    due = midway.row().due_at
    assert due is not None
    midway.clock.moment = now = due - timedelta(hours=1)

    (told,) = to(replaced(midway), midway.address("Bob"))

    assert midway.row().due_at == now + timedelta(hours=48)
    assert "The deadline was moved" in " ".join(told.body.split())


def test_a_deadline_that_leaves_them_time_stays(midway: World) -> None:
    before = midway.row().due_at

    (told,) = to(replaced(midway), midway.address("Bob"))

    assert midway.row().due_at == before
    assert "The deadline was moved" not in " ".join(told.body.split())


def test_everybody_is_told_and_nobody_who_it_is(midway: World) -> None:
    said = to(replaced(midway), midway.address("Bob"))

    with midway.campaign.store.reading() as tx:
        known = _public_actions(tx, midway.row().id)
    assert [mail.subject for mail in said] == ["[The duel] a seat has passed on"]
    assert "Ana is played by another from now on." in said[0].body
    assert [word for word in ("eve", "players.example") if word in said[0].body.lower()] == []
    assert known[-1] == ("replace", {"seat": "Ana"})


def test_press_that_waits_to_be_sent_still_goes_to_whom_it_was_written(midway: World) -> None:
    midway.write("Bob", "TO Ana: one more word between us")
    midway.tick()

    mails = replaced(midway)

    assert [mail.to for mail in mails if "one more word" in mail.body and mail.to != midway.address("Bob")] == [
        midway.address("Ana")
    ]


def test_the_game_goes_on_and_its_archive_holds(midway: World) -> None:
    replaced(midway)
    midway.adjudicate()

    assert (midway.row().step, verify(midway.campaign, "duel").ok) == (3, True)
    readers = {mail.to for mail in midway.mails() if "Turn 3" in mail.subject}
    assert readers == {EVE, midway.address("Bob"), "gm@referee.example"}


def _public_actions(tx: Transaction, game: int) -> list[tuple[str, dict[str, object]]]:
    return [(row.what, row.details) for row in actions.log(tx, game)]


def _latest(world: World) -> ReportRow:
    with world.campaign.store.reading() as tx:
        row = reports.latest(tx, world.row().id, Seat("Ana"), "report")
    assert row is not None
    return row
