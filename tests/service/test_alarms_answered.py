"""What a GM writes in answer to an alarm comes to the desk; what bears no key of a game is not lost without a word."""

from __future__ import annotations

import pytest

from referee.service.gm.ending import EndGame
from referee.service.gm.letters import NO_KEY
from referee.service.post.trouble import tell_gm
from referee.service.rounds.command import carry_out
from tests.service.world import Mail, World

GM = "gm@referee.example"


def alarm(world: World) -> Mail:
    """An alarm that is about no game."""
    with world.campaign.writing() as work:
        tell_gm(work, "Something is odd.", "I can't say why.", "Look at it.")
    [mail] = world.mails()
    return mail


def test_an_alarm_is_answered_at_the_desk_of_the_only_game(world: World) -> None:
    letter = world.answer(alarm(world), "STATUS")

    [answer] = world.mails()
    assert (answer.to, world.outcome(letter)) == (GM, "the GM's commands")
    assert "STATUS" in answer.body


def test_a_game_that_is_over_has_no_part_in_it(world: World) -> None:
    world.game("second")
    world.quiet()
    among_two = alarm(world).message["Reply-To"]
    carry_out(world.campaign, EndGame(result="Ana", reason="Time is up."), "second")
    world.quiet()

    letter = world.answer(alarm(world), "STATUS")

    assert among_two is None
    assert world.outcome(letter) == "the GM's commands"


@pytest.mark.parametrize("to", ["orders@referee.example", "referee@referee.example", "join@referee.example"])
def test_what_a_gm_writes_without_a_key_is_told_of_once_a_day(world: World, to: str) -> None:
    letters = [world.arrive(world.letter(f"STATUS {n}", GM, To=to), to, GM) for n in range(3)]
    world.tick()

    [told] = world.mails()
    assert [world.outcome(letter) for letter in letters] == ["no token"] * 3
    assert (told.to, told.subject) == (GM, f"[Test Table] Please look: {NO_KEY}")
