"""Scenario 13: press of every kind, delivered as it may be, or refused as a whole with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.service.people import vacancies
from referee.service.records.overview import press_list
from referee.store import people
from tests.service.world import Mail, World

SEATS = ("Corwin", "Eric", "Fiona", "Random", "Benedict")
PRIVATE = ("x-secret", "received", "user-agent", "x-originating-ip")


def table(folder: Path, **policy: str) -> World:
    """Set a table of five, with these settings."""
    made = World.made(folder)
    made.game("amber", SEATS, ruleset="amber", policy=policy)
    return made.quiet()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game of five in which everybody may write to anybody."""
    made = table(tmp_path)
    yield made
    made.campaign.close()


def say(world: World, text: str, sender: str = "", **headers: str) -> list[Mail]:
    """Let Corwin write, and return the mails that follow."""
    raw = world.letter(text, sender or world.address("Corwin"), **headers)
    world.write("Corwin", "", game="amber", raw=raw)
    world.tick()
    return world.mails()


def press(mails: list[Mail]) -> list[tuple[str, str]]:
    """Pick the press: to whom, and the words."""
    own = [mail for mail in mails if "a word for you" in mail.subject or "to all" in mail.subject]
    return sorted((mail.to.partition("@")[0], " ".join(mail.body.split())) for mail in own)


def receipt(mails: list[Mail], seat: str = "Corwin") -> str:
    """Pick the receipt of the one who wrote."""
    (found,) = [mail for mail in mails if mail.to == World.address(seat)]
    return " ".join(found.body.split())


def archive(world: World) -> list[tuple[str, tuple[str, ...], str]]:
    """Return what the archive holds."""
    return [(one.seat, one.to, one.text) for one in press_list(world.campaign, "amber")]


@pytest.mark.parametrize(
    ("to", "said"),
    [
        ("Eric", "Eric has no player now who could read it."),
        ("Eric, Fiona", "Delivered to Fiona now. Eric has no player now who could read it."),
        ("Eric, Random", "Eric and Random have no player now who could read it."),
    ],
)
def test_who_writes_to_an_empty_seat_hears_that_nobody_reads_it(world: World, to: str, said: str) -> None:
    for seat in ("Eric", "Random"):
        vacancies.empty(world.campaign, "amber", seat)
    world.quiet()
    told = receipt(say(world, f"TO {to}: are you there?"))

    assert f"TO {to}: are you there? {said} " in told


def test_who_takes_the_seat_later_reads_it_where_press_passes_on(tmp_path: Path) -> None:
    world = table(tmp_path, pass_on_press="yes")
    vacancies.empty(world.campaign, "amber", "Eric")
    world.quiet()
    told = receipt(say(world, "TO Eric: are you there?"))
    world.campaign.close()

    assert "Eric has no player now who could read it. Whoever takes the seat will. " in told


def test_private_to_two_reaches_these_two(world: World) -> None:
    mails = say(world, "TO Eric, Fiona: we three")

    assert [who for who, _ in press(mails)] == ["eric", "fiona"]
    assert all("we three" in words for _, words in press(mails))
    assert "Delivered to Eric and Fiona now." in receipt(mails)
    assert archive(world) == [("Corwin", ("Eric", "Fiona"), "we three")]


def test_the_receipt_shows_that_words_of_several_lines_went_whole(world: World) -> None:
    mails = say(world, "TO Eric:\nHello there,\n\nthe Throne is mine.\nCorwin\n.")

    assert "TO Eric: Hello there, ... Corwin (3 lines) Delivered to Eric now." in receipt(mails)


def test_a_broadcast_reaches_everybody_else(world: World) -> None:
    mails = say(world, "TO ALL: good day")

    assert [who for who, _ in press(mails)] == ["benedict", "eric", "fiona", "random"]
    assert archive(world) == [("Corwin", ("ALL",), "good day")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ANONYMOUS TO ALL: beware of Eric", "bear the name of their writer's seat"),
        ("TO ALL ANONYMOUS: beware of Eric", "ANONYMOUS"),
        ("TO Eric, Gandalf: we two", "Gandalf"),
        ("TO Eric, Gandalf:\nwe two\n.", "Gandalf"),
    ],
)
def test_nameless_words_and_a_list_with_an_unknown_name_are_refused_as_a_whole(
    world: World, text: str, reason: str
) -> None:
    mails = say(world, text)

    assert (press(mails), archive(world)) == ([], [])
    assert reason in receipt(mails)


def test_the_sender_s_address_and_headers_never_pass(world: World) -> None:
    mails = say(
        world, "TO Eric: hello", sender='"Carl Corey" <corwin@players.example>', X_Secret="s3cret", User_Agent="Elm 2.4"
    )
    (mail,) = [mail for mail in mails if mail.to == World.address("Eric")]
    whole = mail.message.as_string().lower()

    assert [name for name in PRIVATE if name in mail.message] == []
    assert [word for word in ("corwin@players", "carl", "corey", "s3cret", "elm 2.4") if word in whole] == []


@pytest.mark.parametrize("text", ["TO Eric: a word", "TO ALL: a word", "TO Eric, GM: a word"])
def test_where_there_is_no_press_it_is_refused_and_the_reason_given(tmp_path: Path, text: str) -> None:
    world = table(tmp_path, press="none")

    mails = say(world, text)

    assert (press(mails), archive(world)) == ([], [])
    assert "players do not write to one another" in receipt(mails)
    world.campaign.close()


def test_where_there_is_no_press_the_gm_is_reached_all_the_same(tmp_path: Path) -> None:
    world = table(tmp_path, press="none")

    mails = say(world, "TO GM: may I ask something?")

    assert [who for who, _ in press(mails)] == ["gm"]
    world.campaign.close()


def test_where_press_is_public_private_words_are_refused(tmp_path: Path) -> None:
    world = table(tmp_path, press="public")

    refused, delivered = say(world, "TO Eric: a word"), say(world, "TO ALL: a word")

    assert (press(refused), "to all at once only" in receipt(refused)) == ([], True)
    assert len(press(delivered)) == 4
    world.campaign.close()


SIGNED = """TO Eric:
shall we meet at the pattern?
--
Carl Corey, Attorney
555-0199
.
LOOK NOWHERE"""


def test_in_an_anonymous_game_the_signature_is_cut_and_the_writer_warned(tmp_path: Path) -> None:
    world = table(tmp_path, anonymous="yes")

    mails = say(world, SIGNED, sender='"Carl Corey" <corwin@players.example>')
    everything = "".join(mail.message.as_string() for mail in mails if mail.to != World.address("Corwin"))

    assert [who for who, _ in press(mails)] == ["eric"]
    assert "shall we meet at the pattern?" in press(mails)[0][1]
    assert [word for word in ("Carl", "Corey", "Attorney", "555-0199", "corwin@") if word in everything] == []
    assert "cut off" in receipt(mails)
    assert archive(world) == [("Corwin", ("Eric",), "shall we meet at the pattern?")]
    world.campaign.close()


@pytest.mark.parametrize(
    "text",
    [
        "TO Eric: write to me at corwin@players.example",
        "TO Eric: this is Carl Corey speaking",
        "TO Eric:\nlet us meet\nCarl\n.",
    ],
)
def test_in_an_anonymous_game_words_that_name_their_writer_are_refused(tmp_path: Path, text: str) -> None:
    world = table(tmp_path, anonymous="yes")

    mails = say(world, text, sender='"Carl Corey" <corwin@players.example>')

    assert (press(mails), archive(world)) == ([], [])
    assert "This game is anonymous" in receipt(mails)
    world.campaign.close()


@pytest.mark.parametrize(
    ("sender", "text", "delivered", "said"),
    [
        ("Eric Page", "TO Fiona:\nWho is next?\nEric\n.", True, ""),
        ("Eric Page", "TO Fiona: Eric holds the Page of Cups", True, ""),
        ("Eric Page", "TO Fiona: the name is Eric Page", True, ""),
        ("Benedict Young", "TO Fiona:\nyours\nYoung\n.", False, "your own name"),
        ("Benedict Young", "TO Fiona: when we were young", True, "seem to hold your own name; they were delivered"),
        ("Ren\u00e9e Cort\u00e9s", "TO Fiona: it is me, renee cortes", False, "your own name"),
        ("Ren\u00e9e Cort\u00e9s", "TO Fiona:\nlet us meet\n- Ren\u00e9e -\n.", False, "your own name"),
        ("Corwin", "TO Fiona:\nlet us meet\nCorwin, Prince of Amber\n.", True, ""),
        ("Ann", "TO Fiona: the plan is an annual one", True, ""),
        ("", "TO Fiona: Hans Albrecht writes to you", False, "your own name"),
    ],
)
def test_a_person_s_name_does_not_pass_and_a_name_of_the_game_does(
    tmp_path: Path, sender: str, text: str, delivered: bool, said: str
) -> None:
    world = table(tmp_path, anonymous="yes")
    if not sender:
        with world.campaign.store.writing() as tx:
            (who,) = [one for one in people.players(tx) if one.name == "Corwin"]
            who.name = "Hans Albrecht"
            tx.add(who)

    mails = say(world, text, sender=f'"{sender}" <corwin@players.example>')

    assert bool(press(mails)) is delivered
    assert said in receipt(mails) if said else "seem to hold" not in receipt(mails)
    world.campaign.close()


def test_that_a_name_is_another_player_s_is_not_told(tmp_path: Path) -> None:
    world = table(tmp_path, anonymous="yes")
    with world.campaign.store.writing() as tx:
        (who,) = [one for one in people.players(tx) if one.name == "Eric"]
        who.name = "Hans Albrecht"
        tx.add(who)

    mails = say(world, "TO Fiona: I believe Hans Albrecht plays here", sender='"Carl" <corwin@players.example>')

    assert [to for to, _ in press(mails)] == ["fiona"]
    assert "seem to hold" not in receipt(mails)
    world.campaign.close()


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ({}, "the GM can look at what was written in private, and you are told if they did"),
        ({"sealed": "no"}, "the GM can read it"),
        ({"press": "none"}, "players do not write to one another"),
        ({"press": "public"}, "players write to all at once only"),
        ({"anonymous": "yes"}, "Nobody learns who plays which seat"),
    ],
)
def test_the_welcome_says_what_holds_of_press_and_who_can_read_it(
    tmp_path: Path, policy: dict[str, str], words: str
) -> None:
    world = World.made(tmp_path)
    world.game("amber", SEATS, ruleset="amber", policy=policy)
    welcomes = [" ".join(mail.body.split()) for mail in world.mails() if "Welcome" in mail.subject]

    assert [words in body for body in welcomes] == [True] * 5
    world.campaign.close()
