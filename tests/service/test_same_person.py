"""Seats that may be one person's are told to the GM; who has another name than at sign-up hears why."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.service.gm.seats import Invite
from referee.service.gm.start import seat_player
from referee.service.people import seating
from referee.service.records.overview import game_page, same_person
from referee.service.rounds.command import carry_out
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
    assert seating.are_alike(one, other) is like


def test_one_address_in_two_seats_and_two_that_look_alike_are_told(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("court", ["Corwin", "Brand"], start=False, ruleset="amber")
    seat_player(world.campaign, "court", "Eric", "brand@players.example", demo=True)
    seat_player(world.campaign, "court", "Fiona", "corwin@elsewhere.example", demo=True)
    world.quiet()

    assert same_person(world.campaign, "court", "Eric") == "Eric and Brand have one address."
    said = same_person(world.campaign, "court", "Fiona")
    assert said == "The addresses of Fiona and Corwin look like one person's."
    carry_out(world.campaign, Invite(address="brand@work.example", name="Julian", local=True), "court")
    (asked,) = world.mails()
    world.answer(asked, "YES")
    (alarm,) = to(world.mails(), "gm@referee.example")
    assert "The addresses of Julian and Brand, Eric look like one person's." in words(alarm)


def wishing(folder: Path, ruleset: str, wishes: dict[str, str]) -> dict[str, str]:
    """Start a game in which these people sign up, in this order, with these wishes; return what each welcome says."""
    world = World.made(folder)
    world.game("court", list(wishes), start=False, ruleset=ruleset)
    for name, wish in wishes.items():
        if wish:
            world.write(name, wish, game="court", step=0)
    world.tick()
    world.quiet()
    world.start("court")
    mails = world.mails()
    return {name: words(to(mails, world.address(name))[0]) for name in wishes}


def told(welcome: str) -> str:
    """Return the sentences of a welcome about names and wishes."""
    found = [one for one in SAID if one in welcome]
    return " ".join(found)


SAID = (
    "At this table you are Benedict, whatever name you signed up by:",
    "At this table you are Corwin, whatever name you signed up by:",
    "At this table you are Brand, whatever name you signed up by:",
    "You wished for Corwin; there somebody who signed up earlier came first, so you play Benedict.",
    "You wished for Corwin; there somebody who signed up earlier came first, so you play Brand.",
    "The name that you signed up by is another seat's now: what letters say of it from now on is not about you.",
)


def test_all_whom_wishes_touch_hear_why_they_are_called_and_play_as_they_do(tmp_path: Path) -> None:
    wishes = {"Anna": "CHARACTER Corwin", "Corwin": "", "Bert": "CHARACTER Corwin, Brand", "Dora": ""}
    welcomes = wishing(tmp_path, "amber", wishes)

    assert {name: told(welcome) for name, welcome in welcomes.items()} == {
        "Anna": SAID[1],
        "Corwin": f"{SAID[0]} {SAID[3]} {SAID[5]}",
        "Bert": f"{SAID[2]} {SAID[4]}",
        "Dora": "",
    }


def test_who_keeps_an_invented_name_hears_of_a_wish_that_an_earlier_one_had(tmp_path: Path) -> None:
    wishes = {"Anna": "IDENTITY Q", "Bert": "IDENTITY Q", "Dora": ""}
    welcomes = wishing(tmp_path, "living-trumps", wishes)

    assert "came first" not in welcomes["Anna"] + welcomes["Dora"]
    assert "there somebody who signed up earlier came first, so you play" in welcomes["Bert"]


def test_the_list_names_person_and_character(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("court", ["Anna", "Bert", "Cleo", "Dora"], start=False, ruleset="amber")
    world.write("Anna", "CHARACTER NS", game="court", step=0)
    world.tick()
    before = [(one.name, one.character, one.wishes) for one in game_page(world.campaign, "court").seats]
    world.start("court")
    after = [(one.player, one.name, one.character, one.wishes) for one in game_page(world.campaign, "court").seats]

    assert before[0] == ("Anna", "", ("CHARACTER Corwin",))
    assert after[0] == ("Anna", "Corwin", "Corwin", ())
    assert [one[1:3] for one in after[1:]] == [("Bert", "Benedict"), ("Cleo", "Fiona"), ("Dora", "Brand")]


def test_who_has_another_name_than_at_sign_up_hears_why_and_the_list_shows_wishes(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("court", ["Anna", "Bert", "Cleo", "Dora"], start=False, ruleset="amber")
    world.write("Anna", "CHARACTER Corwin", game="court", step=0)
    world.tick()
    seats = game_page(world.campaign, "court").seats
    assert seats[0].remark == "wishes: CHARACTER Corwin"
    world.quiet()
    world.start("court")

    welcome = next(mail for mail in to(world.mails(), "anna@players.example"))
    assert "At this table you are Corwin, whatever name you signed up by:" in words(welcome)
    assert "Anna" not in welcome.body
