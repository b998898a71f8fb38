"""The names of people whose seats are called otherwise: they find the seat, for the GM alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.errors import SetupError
from referee.service.campaign.names import game_named, seat_in
from referee.service.gm.preview import Preview
from referee.service.gm.seats import Replace
from referee.service.gm.start import start_game
from referee.service.people.housekeeping import forget
from referee.service.players.orders import check
from referee.service.records.log import of_game
from referee.service.records.record import record_of
from referee.service.rounds.command import carry_out
from referee.store import games, reports
from tests.service.world import Mail, World

GM_AT = "gm@referee.example"
PEOPLE = ("Anna", "Bruno", "Cleo", "Corwin", "Dora")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game of Amber that has begun; Anna wished for Corwin, Bruno for Fiona, and Cleo for Brand."""
    made = amber(tmp_path, {"Anna": "NS", "Bruno": "QS", "Cleo": "PS"})
    yield made
    made.campaign.close()


def amber(folder: Path, wishes: dict[str, str]) -> World:
    """Begin a game of Amber in which these people wished for these characters."""
    made = World.made(folder)
    made.game("amber", PEOPLE, ruleset="amber", start=False)
    with made.campaign.store.writing() as tx:
        for name, wish in wishes.items():
            games.set_wishes(tx, made.row("amber").id, name, [f"CHARACTER {wish}"])
    made.quiet()
    start_game(made.campaign, "amber", made.clock.now() + timedelta(days=3))
    return made


def words(mail: Mail) -> str:
    return " ".join(mail.body.split())


def found(world: World, name: str) -> str:
    with world.campaign.store.reading() as tx:
        return seat_in(tx, world.row("amber").id, name)


def test_the_gm_alone_is_told_who_became_whom(world: World) -> None:
    begun = [mail for mail in world.mails() if "begins" in mail.subject]
    told = [mail.to for mail in begun if "Anna plays Corwin" in words(mail)]
    others = [mail for mail in begun if mail.to != GM_AT]

    assert told == [GM_AT]
    assert len(others) == len(PEOPLE)
    assert [mail.to for mail in others if "Anna" in words(mail)] == []


@pytest.mark.parametrize(
    ("name", "seat"),
    [("Anna", "Corwin"), ("bruno", "Fiona"), ("CLEO", "Brand"), ("Corw", "Corwin"), ("Fiona", "Fiona")],
)
def test_a_name_at_sign_up_finds_the_seat(world: World, name: str, seat: str) -> None:
    assert found(world, name) == seat


def test_the_seat_that_is_called_so_now_comes_first(world: World) -> None:
    with world.campaign.store.reading() as tx:
        (seats,) = [[one.name for one in games.seats(tx, world.row("amber").id)]]

    assert seats[3] != "Corwin"
    assert found(world, "Corwin") == "Corwin"


def test_the_gm_writes_to_people_by_either_name(world: World) -> None:
    (first,) = [mail for mail in world.mails() if mail.to == GM_AT and "begins" in mail.subject]
    world.quiet()
    world.answer(first, "TO Anna: hello there\nTO Fiona: and you")
    said = {mail.to: words(mail) for mail in world.mails()}

    assert "| hello there" in said["anna@players.example"]
    assert "| and you" in said["bruno@players.example"]
    assert "Delivered to Corwin now." in said[GM_AT]


def test_the_gm_names_a_seat_as_players_may_where_another_is_called_otherwise(tmp_path: Path) -> None:
    world = amber(tmp_path, {"Anna": "NC"})
    (first,) = [mail for mail in world.mails() if mail.to == GM_AT and "begins" in mail.subject]
    world.quiet()
    world.answer(first, "TO Bleys: hello there\nTO Blaise's: and to yours")
    said = [words(mail) for mail in world.mails() if mail.to == "anna@players.example"]
    world.campaign.close()

    assert ["| hello there" in said[0], "| and to yours" in said[1]] == [True, True]


def test_people_are_not_listed_among_the_seats(world: World) -> None:
    (first,) = [mail for mail in world.mails() if mail.to == GM_AT and "begins" in mail.subject]
    world.quiet()
    world.answer(first, "REPLACE Zoltan zoltan@players.example")
    (said,) = world.mails()

    assert "There is no seat Zoltan. The seats are Corwin, Fiona, Brand, Benedict and Dora." in words(said)


def test_orders_are_checked_for_a_seat_by_the_name_at_sign_up(world: World) -> None:
    assert check(world.campaign, "amber", "Anna", ["PASS"]).seat == "Corwin"


def test_no_log_and_no_record_has_it(world: World) -> None:
    with world.campaign.reading() as work:
        row = game_named(work.tx, "amber")
        logs = [entry.words for seat in (None, Seat("Corwin")) for entry in of_game(work.tx, row, seat, str)]
        records = [record_of(work, row, reader) for reader in (GM, OBSERVER, Seat("Corwin"))]
    letters = [letter.body for record in records for letter in record.letters]

    assert [text for text in (*logs, *letters) if "Anna plays" in text] == []


def test_it_is_forgotten_with_the_person(world: World) -> None:
    carry_out(world.campaign, Replace(player="Anna", address="zoe@players.example"), "amber")
    world.quiet()
    forget(world.campaign, "anna@players.example")
    with world.campaign.store.reading() as tx:
        letters = [row.body for row in reports.of_step(tx, world.row("amber").id, 0, seat=GM)]

    assert [text for text in letters if "Anna plays" in text] == []


def test_a_player_who_names_somebody_so_reaches_nobody(world: World) -> None:
    world.quiet()
    world.write("Fiona", "TO Anna: is it you?", sender="bruno@players.example", game="amber", step=1)
    world.tick()
    (said,) = world.mails()

    assert said.to == "bruno@players.example"
    assert "The players are Corwin, Fiona, Brand, Benedict, Dora." in words(said)


def test_a_name_at_sign_up_ends_with_the_player(world: World) -> None:
    carry_out(world.campaign, Replace(player="Anna", address="zoe@players.example"), "amber")

    with pytest.raises(SetupError, match="There is no seat Anna"):
        found(world, "Anna")


def test_a_preview_of_the_turn_shows_the_letter_of_who_signed_up_under_that_name(world: World) -> None:
    for name in ("Anna", "corwin", "GM"):
        found = carry_out(world.campaign, Preview(unsealed=True, seat=name), "amber").value
        assert [one.seat for one in found.letters] == ["GM" if name == "GM" else "Corwin"]
    with pytest.raises(SetupError, match="There is no seat Zoe"):
        carry_out(world.campaign, Preview(seat="Zoe"), "amber")
