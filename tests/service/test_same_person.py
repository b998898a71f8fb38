"""Seats that may be one person's are told to the GM; who has another name than at sign-up hears why."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.service.people import opendoor, sameness
from referee.service.seats import seat_player
from referee.service.status import game_page, same_person
from tests.service.test_gm_commands import to, words
from tests.service.world import World


@pytest.mark.parametrize(
    ("one", "other", "like"),
    [
        ("anna.schmidt@gmail.com", "annaschmidt+games@googlemail.com", True),
        ("anna.schmidt@work.example", "anna.schmidt@home.example", True),
        ("anna+a@home.example", "anna@home.example", True),
        ("anna@work.example", "anna@home.example", False),
        ("info@work.example", "info@home.example", False),
        ("anna.schmidt@home.example", "bruno.schmidt@home.example", False),
    ],
)
def test_addresses_that_look_like_one_persons(one: str, other: str, like: bool) -> None:
    assert sameness.alike(one, other) is like


def test_one_address_in_two_seats_and_two_that_look_alike_are_told(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("court", ["Corwin", "Brand"], start=False, ruleset="amber")
    seat_player(world.campaign, "court", "Eric", "brand@players.example", demo=True)
    seat_player(world.campaign, "court", "Fiona", "corwin@elsewhere.example", demo=True)
    world.quiet()

    assert same_person(world.campaign, "court", "Eric") == "Eric and Brand have one address."
    said = same_person(world.campaign, "court", "Fiona")
    assert said == "The addresses of Fiona and Corwin look like one person's."
    opendoor.invite(world.campaign, "court", "brand@work.example", name="Julian", demo=True)
    (asked,) = world.mails()
    world.answer(asked, "YES")
    (alarm,) = to(world.mails(), "gm@referee.example")
    assert "The addresses of Julian and Brand, Eric look like one person's." in words(alarm)


def test_who_has_another_name_than_at_sign_up_hears_why_and_the_list_shows_wishes(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("court", ["Anna", "Bert", "Cleo", "Dora"], start=False, ruleset="amber")
    world.write("Anna", "CHARACTER Corwin", game="court", step=0)
    world.tick()
    seats = game_page(world.campaign, "court").seats
    assert seats[0].remark == "wishes: CHARACTER NS"
    world.quiet()
    world.start("court")

    welcome = next(mail for mail in to(world.mails(), "anna@players.example"))
    assert "You signed up as Anna; at this table you are Corwin." in words(welcome)
