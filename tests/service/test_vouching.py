"""A YES is for the letter that was asked about: by the question that it answers, else by when that was asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.service.gm.mail import Release
from referee.service.rounds.command import carry_out
from referee.store import inbox
from referee.store.tables import Reading
from tests.service.world import Mail, World

ANA, WORK, HOME = "ana@players.example", "ana@work.example", "ana@home.example"
LATER = "ana@train.example", "ana@boat.example"
FAILED = {"Authentication-Results": "mail.referee.example; dmarc=fail"}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A duel in turn 1, behind a mail server whose word about senders counts."""
    made = World.made(tmp_path, mail_results_of="mail.referee.example")
    made.game()
    yield made.quiet()
    made.campaign.close()


def doubted(world: World, text: str) -> int:
    """Let a letter come that claims to be Ana's, and that our mail server does not believe."""
    letter = world.write("Ana", "", raw=world.letter(text, ANA, **FAILED))
    world.clock.forward(minutes=1)
    world.tick()
    return letter


def elsewhere(world: World, text: str, sender: str = WORK) -> int:
    """Let a letter with Ana's token come from another address."""
    letter = world.write("Ana", text, sender=sender)
    world.clock.forward(minutes=1)
    world.tick()
    return letter


def yes(world: World, question: Mail | None = None, text: str = "YES") -> str:
    """Let Ana say YES, in answer to a question or just so; return what her own letter is answered."""
    world.quiet()
    world.clock.forward(minutes=1)
    headers = {"In_Reply_To": str(question.message["Message-ID"])} if question is not None else {}
    world.write("Ana", "", raw=world.letter(text, ANA, **headers))
    world.tick()
    return " ".join(" ".join(mail.body for mail in world.mails()).split())


def states(world: World, *letters: int) -> list[Reading]:
    return [world.kept(letter).state for letter in letters]


@pytest.mark.parametrize("answers_it", [True, False])
def test_a_yes_about_a_doubtful_letter_that_the_gm_has_settled_lets_no_other_count(
    world: World, answers_it: bool
) -> None:
    hers, forged = doubted(world, "LEAD HIGHEST"), doubted(world, "LEAD LOWEST")
    [question] = world.mails()
    carry_out(world.campaign, Release(n=hers))
    said = yes(world, question if answers_it else None)

    assert states(world, hers, forged) == [Reading.DONE, Reading.HELD]
    assert world.on_file("Ana") == ("LEAD HIGHEST",)
    assert "The letter that I asked you about waits no more: the GM has seen to it." in said
    assert "no other letter counts by this" in said


def test_a_yes_to_an_old_question_is_none_to_a_new_one(world: World) -> None:
    hers = doubted(world, "LEAD HIGHEST")
    [old] = world.mails()
    carry_out(world.campaign, Release(n=hers))
    forged = doubted(world, "LEAD LOWEST")
    [new] = [mail for mail in world.mails() if mail.subject == "[The duel] Was this you?"]
    unclear = yes(world)
    late = yes(world, old)

    assert "Answer YES to the very letter in which I asked about yours." in unclear
    assert "the GM has seen to it" in late
    assert (states(world, forged), world.on_file("Ana")) == ([Reading.HELD], ("LEAD HIGHEST",))

    yes(world, new)
    assert (states(world, forged), world.on_file("Ana")) == ([Reading.DONE], ("LEAD LOWEST",))


def test_a_yes_that_came_before_the_question_was_asked_is_not_about_it(world: World) -> None:
    came_first = world.write("Ana", "YES")
    world.clock.forward(minutes=1)
    letter = world.write("Ana", "LEAD HIGHEST", sender=WORK)
    world.tick()

    assert (world.outcome(came_first), states(world, letter)) == ("nothing new", [Reading.HELD])


def test_a_yes_about_another_address_that_the_gm_has_settled_releases_nothing_unless_it_names_the_address(
    world: World,
) -> None:
    first, second = elsewhere(world, "LEAD HIGHEST"), elsewhere(world, "LEAD LOWEST")
    [question] = world.mails()
    carry_out(world.campaign, Release(n=first))
    said = yes(world, question)
    after = states(world, first, second)
    yes(world, text=f"YES {WORK}")

    assert "the GM has seen to it" in said
    assert after == [Reading.DONE, Reading.HELD]
    assert states(world, second) == [Reading.DONE]


def test_of_two_addresses_the_yes_is_for_the_one_whose_question_it_answers(world: World) -> None:
    at_work, at_home = elsewhere(world, "LEAD HIGHEST"), elsewhere(world, "LEAD LOWEST", HOME)
    about_work, _ = world.mails()
    unclear = yes(world)
    yes(world, about_work)
    between = states(world, at_work, at_home)
    plain = yes(world)

    assert "Answer YES to the very letter in which I asked about yours." in unclear
    assert between == [Reading.DONE, Reading.HELD]
    assert "What came from the other address counts now" in plain
    assert states(world, at_home) == [Reading.DONE]


@pytest.mark.parametrize("settled", [True, False])
def test_a_yes_that_names_an_address_leaves_what_came_from_another_for_the_next(world: World, settled: bool) -> None:
    letters = (elsewhere(world, "LEAD HIGHEST"), elsewhere(world, "LEAD LOWEST", HOME))
    if settled:
        carry_out(world.campaign, Release(n=letters[0]))
    yes(world, text=f"YES {WORK}")
    between = states(world, *letters)
    yes(world)

    assert (between, states(world, *letters)) == ([Reading.DONE, Reading.HELD], [Reading.DONE] * 2)


def test_a_second_yes_to_the_same_question_says_that_once_is_enough(world: World) -> None:
    elsewhere(world, "LEAD HIGHEST")
    [question] = world.mails()
    yes(world, question)

    assert "You have confirmed that letter before, and once is enough." in yes(world, question, "YES\nSTATUS")


def test_a_letter_that_had_to_be_confirmed_itself_confirms_no_other(world: World) -> None:
    for sender, other in ((WORK, HOME), (HOME, WORK)):
        elsewhere(world, f"YES {other}", sender)
    said = yes(world, text=f"YES {WORK}")

    assert said.count("This letter had to be confirmed itself, so it confirms no other.") == 1
    with world.campaign.store.reading() as tx:
        assert [row.note for row in inbox.held(tx)] == [HOME]


@pytest.mark.parametrize("text", ["Yes, but I wrote it yesterday", "YES but not work@", f"yes, {WORK} is Bob's"])
def test_a_yes_that_goes_on_confirms_nothing_and_is_asked_for_again(world: World, text: str) -> None:
    letter = elsewhere(world, "LEAD LOWEST")

    told = yes(world, text=text)

    assert states(world, letter) == [Reading.HELD]
    assert "If you mean it, answer once more with that word alone." in told


@pytest.mark.parametrize("text", ["Yes, please!", "YES.", "yes, thank you", f"YES {WORK}.", f"yes <{WORK}>"])
def test_a_yes_with_a_civil_word_or_with_the_address_confirms(world: World, text: str) -> None:
    letter = elsewhere(world, "LEAD LOWEST")

    yes(world, text=text)

    assert states(world, letter) == [Reading.DONE]


@pytest.mark.parametrize("text", ["Bob wrote to me: VOTE YES", "I never said yes to that", "oh yes"])
def test_a_yes_within_a_sentence_is_none(world: World, text: str) -> None:
    letter = elsewhere(world, "LEAD LOWEST")

    yes(world, text=text)

    assert states(world, letter) == [Reading.HELD]
    assert world.on_file("Ana") == ()


def asked_about(world: World) -> list[tuple[str, str]]:
    """Return which questions went out: of which game, about whose address."""
    mails = [mail for mail in world.mails() if mail.subject.endswith("Was this you?")]
    return [(mail.subject, sender) for mail in mails for sender in (WORK, HOME, *LATER) if sender in mail.body]


def test_what_was_asked_of_an_address_in_one_game_is_asked_in_another_too(world: World) -> None:
    world.game("other")
    world.quiet()
    for game in ("duel", "other", "duel"):
        world.write("Ana", "LEAD HIGHEST", game=game, sender=WORK)
        world.tick()

    assert asked_about(world) == [("[The duel] Was this you?", WORK), ("[The other] Was this you?", WORK)]


def test_of_a_fourth_address_in_one_game_nobody_is_asked_and_its_letter_waits(world: World) -> None:
    letters = [elsewhere(world, "LEAD HIGHEST", sender) for sender in (WORK, HOME, *LATER)]

    assert [sender for _, sender in asked_about(world)] == [WORK, HOME, LATER[0]]
    assert states(world, *letters) == [Reading.HELD] * 4


@pytest.mark.parametrize(
    ("sender", "anonymous", "told"),
    [(WORK, "no", True), (WORK, "yes", False), ("bob@players.example", "no", False)],
    ids=["of nobody we know", "in an anonymous game", "another player's"],
)
def test_the_address_that_a_letter_came_from_is_told_unless_it_may_give_away_who_plays_a_seat(
    world: World, sender: str, anonymous: str, told: bool
) -> None:
    world.game("masks", policy={"anonymous": anonymous})
    world.quiet()
    world.write("Ana", "LEAD HIGHEST", game="masks", sender=sender)
    world.tick()

    [question] = world.mails()
    assert (question.to, question.subject, sender in question.body) == (ANA, "[The masks] Was this you?", told)
