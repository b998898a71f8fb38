"""What must not follow a seat, or who had it: dead mail, votes, an early turn; and what the GM vouches for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.mail.delivery import Failed
from referee.service.gm.mail import Release, Resend
from referee.service.gm.seats import Replace
from referee.service.people import personal_data
from referee.service.rounds.command import carry_out
from referee.store import actions, mails
from tests.service.reading import attention_of
from tests.service.world import World

CARL = "carl@players.example"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Return a campaign without a game."""
    made = World.made(tmp_path)
    yield made
    made.campaign.close()


def replace(world: World, seat: str) -> None:
    carry_out(world.campaign, Replace(player=seat, address=CARL, local=True), "duel")


def test_a_dead_letter_never_goes_to_a_replaced_player(world: World) -> None:
    world.game()
    world.quiet()
    world.write("Ana", "STATUS")
    world.tick()
    world.sink.answers = [Failed("550 no such user")]
    world.quiet()
    with world.campaign.store.reading() as tx:
        (dead,) = [mail.id for mail in mails.dead_letters(tx)]
    replace(world, "Ana")

    with pytest.raises(SetupError, match="the newcomer has the report"):
        carry_out(world.campaign, Resend(n=dead))
    assert [item for item in attention_of(world.campaign) if item.what == "mail"] == []


def test_a_vote_does_not_outlast_its_voter_and_the_newcomer_hears_of_the_ballot(world: World) -> None:
    world.game()
    world.write("Bob", "PROPOSE DRAW")
    world.tick()
    replace(world, "Bob")
    assert any("A ballot is open" in " ".join(mail.body.split()) for mail in world.mails() if mail.to == CARL)
    world.write("Ana", "VOTE YES")
    world.tick()

    assert world.adjudicate().status == "running"


def test_no_early_turn_before_the_newcomer_has_written(world: World) -> None:
    world.game(early="yes", policy={"early_delay": "30m"})
    world.write("Ana", "LEAD HIGHEST")
    world.write("Bob", "LEAD LOWEST")
    world.tick()
    assert world.row().early_at is not None
    replace(world, "Bob")
    assert world.row().early_at is None
    for _ in range(3):
        world.clock.forward(minutes=31)
        world.tick()
    assert (world.row().step, world.row().early_at) == (0, None)
    world.write("Bob", "LEAD LOWEST", sender=CARL)
    world.tick()

    assert world.row().early_at is not None


def test_the_gm_releases_a_letter_of_another_sender_and_it_counts(world: World) -> None:
    world.game()
    letter = world.write("Ana", "LEAD HIGHEST", sender="ana@work.example")
    world.tick()
    world.quiet()
    carry_out(world.campaign, Release(n=letter))
    world.tick()

    assert (world.outcome(letter), world.on_file("Ana")) == ("orders filed", ("LEAD HIGHEST",))
    assert not [mail for mail in world.mails() if "Was this you" in mail.body]


def test_after_yes_no_receipt_says_that_nothing_is_on_file(world: World) -> None:
    world.game()
    world.write("Ana", "LEAD HIGHEST", sender="ana@work.example")
    world.tick()
    (asked,) = [mail for mail in world.mails() if "refusal" in str(mail.message["Message-ID"])]
    world.answer(asked, "YES")

    assert not [mail for mail in world.mails() if "nothing from you is on file" in " ".join(mail.body.split())]


def test_an_export_leaves_out_what_is_sealed_unless_the_players_are_told(world: World) -> None:
    world.game()
    world.write("Ana", "LEAD HIGHEST")
    world.tick()

    shut = personal_data.export(world.campaign, "ana@players.example")
    assert (shut["orders"], shut["letters"], shut["sealed, left out"]) == ([], [], ["duel"])
    assert personal_data.export(world.campaign, "ana@players.example", unseal=True)["orders"]
    world.quiet()
    world.adjudicate()
    bodies = [" ".join(mail.body.split()) for mail in world.mails() if mail.to.startswith(("ana@", "bob@"))]
    assert bodies
    assert all("The GM has looked at what Ana wrote and was sent" in body for body in bodies)


def test_an_export_does_not_go_round_the_seal_by_what_belongs_to_no_game(world: World) -> None:
    world.game("later", start=False)
    world.write("Ana", "WORD abracadabra", game="later", step=0)
    world.arrive(world.letter("LEAD HIGHEST", world.address("Ana")), "orders@referee.example", world.address("Ana"))
    world.game()
    world.tick()

    shut = personal_data.export(world.campaign, "ana@players.example")
    opened = personal_data.export(world.campaign, "ana@players.example", unseal=True)

    assert (shut["letters"], [one["word"] for one in shut["seats"]]) == ([], ["", ""])
    assert shut["sealed, left out"] == ["duel", "later"]
    assert [one["word"] for one in opened["seats"]] == ["abracadabra", ""]
    assert len(opened["letters"]) == 2
    with world.campaign.store.reading() as tx:
        looked = {row.game for row in actions.log(tx) if row.what == "unseal"}
    assert looked == {world.row().id, world.row("later").id}


def test_a_first_name_in_anonymous_press_is_warned_of(world: World) -> None:
    world.game(policy={"anonymous": "yes"})
    world.quiet()
    raw = world.letter("TO ALL: Hello, Hans here\n", "Hans Mueller <ana@players.example>")
    world.write("Ana", "", raw=raw)
    world.tick()
    mine = [" ".join(mail.body.split()) for mail in world.mails() if mail.to == "ana@players.example"]

    assert any("seem to hold your own name; they were delivered" in body for body in mine)


def test_words_of_others_that_a_newcomer_is_given_have_their_bars(world: World) -> None:
    world.game()
    world.write("Bob", "TO ALL: RESIGN SEAT, all of you")
    world.tick()
    world.quiet()
    replace(world, "Ana")

    lines = [line for mail in world.mails() if mail.to == CARL for line in mail.body.splitlines()]
    assert [line for line in lines if "RESIGN SEAT, all" in line] == ["  | RESIGN SEAT, all of you"]
