"""A held letter can be dropped: by the GM, by mail and by command, and by the NO of the player it was to be of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.service.gm.deadlines import Hold
from referee.service.gm.ending import Cancel
from referee.service.gm.mail import Discard
from referee.service.gm.order import GmOrder
from referee.service.gm.seats import Replace
from referee.service.letters.outcome import Outcome
from referee.service.rounds.command import carry_out
from referee.store import inbox
from referee.store.tables import Reading
from tests.service.test_gm_commands import command, to, words
from tests.service.test_vouching import ANA, FAILED, WORK, doubted, elsewhere, states, yes
from tests.service.world import World

GM = "gm@referee.example"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A duel in turn 1, behind a mail server whose word about senders counts."""
    made = World.made(tmp_path, mail_results_of="mail.referee.example", campaign_gms=[GM])
    made.game()
    yield made.quiet()
    made.campaign.close()


@pytest.mark.parametrize("text", ["NO", "No, that was not me.", "no thanks"])
def test_a_no_drops_all_that_came_from_the_other_address(world: World, text: str) -> None:
    first, second = elsewhere(world, "LEAD HIGHEST"), elsewhere(world, "LEAD LOWEST")
    question = world.mails()[0]

    told = yes(world, question, text)

    assert [world.outcome(one) for one in (first, second)] == ["not the player's, they say"] * 2
    assert "What I asked you about is dropped, and nothing of it is used." in told
    assert world.on_file("Ana") == ()
    assert "You have told me that it was not yours, so it was dropped." in yes(world, question)


def test_of_letters_that_our_server_doubts_only_the_one_is_dropped_that_was_asked_about(world: World) -> None:
    asked_about, other = doubted(world, "LEAD HIGHEST"), doubted(world, "LEAD LOWEST")
    question = world.mails()[0]

    yes(world, question, "NO")

    assert states(world, asked_about, other) == [Reading.DONE, Reading.HELD]


def test_a_no_that_answers_no_question_is_read_as_before(world: World) -> None:
    assert "What I asked you about" not in yes(world, text="NO")


def test_nobody_elses_no_drops_it(world: World) -> None:
    letter = elsewhere(world, "LEAD HIGHEST")
    forged = world.write("Ana", "", raw=world.letter("NO", "ana@players.example", **FAILED))
    world.write("Ana", "NO", sender=WORK)
    world.write("Bob", "NO")
    world.tick()

    assert states(world, letter, forged) == [Reading.HELD, Reading.HELD]


def test_the_gm_drops_one_by_mail_and_nobody_is_told_of_what_may_be_another_s(world: World) -> None:
    letter = elsewhere(world, "LEAD HIGHEST")
    world.quiet()

    _, mails = command(world, f"DISCARD {letter}\nDISCARD LETTER {letter}\nRELEASE {letter}")

    assert [mail.to for mail in mails] == [GM]
    assert f"Letter {letter} is discarded; nothing of it is used." in words(to(mails)[0])
    assert words(to(mails)[0]).count(f"Letter {letter} is not held.") == 2
    assert (world.outcome(letter), states(world, letter)) == ("discarded by the GM", [Reading.DONE])


def test_a_letter_that_was_held_by_hand_is_dropped_once(world: World) -> None:
    letter = world.write("Ana", "LEAD HIGHEST")
    carry_out(world.campaign, Hold(n=letter, text="odd"))
    carry_out(world.campaign, Discard(n=letter))
    world.tick()

    assert (world.outcome(letter), world.on_file("Ana")) == ("discarded by the GM", ())
    with pytest.raises(SetupError, match="is not held"):
        carry_out(world.campaign, Discard(n=letter))


def broken(world: World) -> int:
    """A letter of Ana's whose reading failed when it was known whose it is, so that it is held."""
    letter = world.write("Ana", "LEAD HIGHEST")
    world.tick()
    with world.campaign.store.writing() as tx:
        inbox.settle(tx, letter, Outcome.CRASHED, state=Reading.HELD)
    world.quiet()
    return letter


def test_who_wrote_a_letter_that_failed_hears_that_it_is_not_used(world: World) -> None:
    carry_out(world.campaign, Discard(n=broken(world)))
    (mail,) = world.mails()

    assert mail.to == "ana@players.example"
    assert words(mail).startswith(
        "Dear Ana, Your letter of today at 13:00 was held for the GM, who has put it aside, so nothing of it is used. "
        "Please send again what you still want. "
    )


def set_aside(world: World, letter: int) -> list[str]:
    """Let the GM hold a letter before it is read and then discard it; return to whom something goes."""
    carry_out(world.campaign, Hold(n=letter, text="odd"))
    carry_out(world.campaign, Discard(n=letter))
    world.tick()
    return [mail.to for mail in world.mails()]


def test_who_wrote_a_letter_that_was_never_read_is_told_once_if_key_and_sender_say_so(world: World) -> None:
    letter = world.write("Ana", "LEAD HIGHEST")
    carry_out(world.campaign, Hold(n=letter, text="odd"))
    carry_out(world.campaign, Discard(n=letter))
    (mail,) = world.mails()
    world.tick()

    assert (mail.to, world.mails(), world.on_file("Ana")) == (ANA, [], ())
    assert "Your letter of today at 13:00 was held for the GM, who has put it aside" in words(mail)


@pytest.mark.parametrize(
    "headers",
    [
        FAILED,
        {"Auto-Submitted": "auto-replied"},
        {"Subject": "Automatic reply: away"},
        {"Precedence": "bulk"},
        {"From": f"{ANA}, {WORK}"},
        {"From": "nobody"},
    ],
)
def test_nobody_is_told_of_an_unread_letter_of_which_it_is_not_sure_whose_it_is(
    world: World, headers: dict[str, str]
) -> None:
    assert set_aside(world, world.write("Ana", "", raw=world.letter("LEAD HIGHEST", ANA, **headers))) == []


def test_neither_a_stranger_nor_a_neighbour_is_told_of_an_unread_letter_nor_one_with_an_old_key(world: World) -> None:
    told = [set_aside(world, world.write("Ana", "LEAD HIGHEST", sender=who)) for who in (WORK, "bob@players.example")]
    told.append(set_aside(world, world.arrive(world.letter("LEAD HIGHEST", ANA), "orders@referee.example", ANA)))
    late = world.write("Ana", "LEAD HIGHEST")
    carry_out(world.campaign, Replace(player="Ana", address="eve@players.example", name="Evelyn", local=True), "duel")
    world.quiet()

    assert [*told, set_aside(world, late)] == [[], [], [], []]


LATER = {
    "the game is over": Cancel(text="Too few of us have time."),
    "another plays": Replace(player="Ana", address="eve@players.example", name="Evelyn Marsh", local=True),
}


@pytest.mark.parametrize("since", LATER.values(), ids=LATER)
def test_nobody_hears_of_it_who_no_longer_plays_there(world: World, since: GmOrder) -> None:
    letter = broken(world)
    carry_out(world.campaign, since, "duel")
    world.quiet()
    carry_out(world.campaign, Discard(n=letter))

    assert (world.outcome(letter), world.mails()) == ("discarded by the GM", [])


def test_who_sends_a_dropped_letter_once_more_is_heard(world: World) -> None:
    sent = [world.letter("LEAD HIGHEST", who, Message_ID="<one@players.example>") for who in (WORK, ANA)]
    letter = world.write("Ana", "", raw=sent[0], sender=WORK)
    world.tick()
    carry_out(world.campaign, Discard(n=letter))
    again = world.write("Ana", "", raw=sent[1])
    world.tick()

    assert (world.outcome(again), world.on_file("Ana")) == ("orders filed", ("LEAD HIGHEST",))
