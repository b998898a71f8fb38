"""How the lines of a GM's letter are read: commands, slips that are explained, and words to a person."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Order, readable
from referee.service.gm.deadlines import Extend
from referee.service.gm.lines import parsed
from referee.service.gm.ruling import Rule
from referee.service.gm.status import Status
from referee.service.gm.verbs import Help
from tests.service.test_gm_commands import GM, command, to, words
from tests.service.world import World

SEATS = "The seats are Corwin, Eric and Flora."


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lexicon]:
    """The words of a table with three seats."""
    world = World.made(tmp_path_factory.mktemp("desk"))
    yield world.campaign.kit("amber").lexicon((Seat("Corwin"), Seat("Eric"), Seat("Flora")))
    world.campaign.close()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("REPLACE Xyz eve@players.example Eve", f"There is no seat Xyz. {SEATS}"),
        ("REPLACE Xyz", f"There is no seat Xyz. {SEATS}"),
        ("REPLACE Erik eve@players.example", "There is no seat Erik. Did you mean Eric?"),
        ("REPLACE ME eve@players.example", f"There is no seat ME. {SEATS}"),
        ("CORRECT ORDERS Xyz: They were lost.\nSEIZE THRONE\n.", f"There is no seat Xyz. {SEATS}"),
        ("EXCUSE Xyz TURN 4", f"There is no seat Xyz. {SEATS}"),
        ("RULING TO Xyz: You may look at it.", f"There is no seat Xyz. {SEATS}"),
        ("RULING TO Eric, Xyz: You may look at it.", f"There is no seat Xyz. {SEATS}"),
        ("RULING TO Xyz you may look.", "There is no seat Xyz. A ruling to all begins with another word than TO."),
        ("RULING Erik: You may look at it.", "There is no seat Erik. Did you mean Eric?"),
    ],
)
def test_a_seat_that_there_is_not_is_named_with_those_that_there_are(lexicon: Lexicon, text: str, why: str) -> None:
    (line,) = parsed(text.split("\n"), lexicon)

    assert (line.order, line.error and readable(line.error)) == (None, why)


def test_a_ruling_to_all_may_have_a_colon_in_it(lexicon: Lexicon) -> None:
    (line,) = parsed(["RULING Combat: a card that was shown stays where it was."], lexicon)

    assert line.order == Rule(text="Combat: a card that was shown stays where it was.")


def test_correct_orders_without_a_reason_says_how_it_is_written(lexicon: Lexicon) -> None:
    (line,) = parsed(["CORRECT ORDERS Eric", "SEIZE THRONE", "."], lexicon)

    assert line.error is not None
    assert readable(line.error).startswith("Behind the name a colon and the reason are wanted.")


@pytest.mark.parametrize(
    "text",
    [
        "Thanks", "Thank you, looks good", "Looks good to me.", "Perfect.", "ok", "Great game everyone!",
        "I will be away next week.", "What happens if Eric does not answer?",
        "Got it, thank you!\n\nBest wishes\nChris",
    ],
)  # fmt: skip
def test_words_to_a_person_are_no_mistyped_commands(lexicon: Lexicon, text: str) -> None:
    found = parsed(text.split("\n"), lexicon)

    assert [(line.order, line.error) for line in found] == [(None, None)] * len(found)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("PROCES", "I don't know the command PROCES. Did you mean PROCESS?"),
        ("Great.\nPROCES", "I don't know the command PROCES. Did you mean PROCESS?"),
        ("FOO BAR", "I don't know the command FOO. Write HELP for the list of commands."),
        ("Kick Eric", "I don't know the command Kick. Write HELP for the list of commands."),
        ("delay 2d", "I don't know the command delay. Did you mean EXTEND?"),
        (
            "Tell Eric: sorry",
            "I don't know the command Tell. Write TO, a name and a colon before your words; ANNOUNCE tells it to all.",
        ),
        ("START", "I don't know the command START. A game begins by: referee game start NAME"),
        ("Please proces", "I don't know the command proces. Did you mean PROCESS?"),
    ],
)
def test_a_mistyped_command_is_explained_whatever_stands_around_it(lexicon: Lexicon, text: str, why: str) -> None:
    assert [readable(x.error) for x in parsed(text.split("\n"), lexicon) if x.error is not None] == [why]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("can you help me", Help()),
        ("help please", Help()),
        ("Please STATUS", Status()),
        ("1. STATUS", Status()),
        ('"EXTEND 1d"', Extend(text="1d")),
    ],
)
def test_a_command_may_be_asked_for_politely(lexicon: Lexicon, text: str, order: Order) -> None:
    (line,) = parsed([text], lexicon)

    assert line.order == order


def test_thanks_are_answered_kindly_and_beside_commands_only_accounted_for(tmp_path: Path) -> None:
    world = World.made(tmp_path, campaign_gms=[GM])
    world.game()
    world.quiet()
    (alone,) = to(command(world, "Thank you, looks good\n\nChris")[1])
    (beside,) = to(command(world, "Hi,\n\nLOG\n\nI will be away next week.\n\nBest wishes\nChris")[1])

    assert "Thank you for writing. I found no command in your letter, so nothing was done by it." in words(alone)
    assert "could not use" not in words(alone) + words(beside)
    assert 'I took this for words to me, not for a command: "I will be away next week."' in words(beside)


def test_several_lines_beside_commands_are_said_back(tmp_path: Path) -> None:
    world = World.made(tmp_path, campaign_gms=[GM])
    world.game()
    world.quiet()
    (said,) = to(command(world, "LOG\n\nI will be away next week.\nThe weather is so bad that we all are ill.")[1])

    assert (
        'I took these 2 lines for words to me, not for commands: "I will be away next week." and "The weather is so bad'
        ' that we all are ill.".'
    ) in words(said)


QUOTED = "It stands in quoted text. Write it above."


def test_a_correction_that_fails_is_told_with_an_example_of_this_table(world: World) -> None:
    (said,) = to(command(world, "CORRECT CARD 4S OF Bob TO HAND OF Ana: a test")[1])

    assert "such as CARD 8S TO HAND OF Ana." in words(said)


def test_a_command_that_stands_where_none_counts_is_told_but_not_what_was_quoted_of_our_own(world: World) -> None:
    quoted = "> EXTEND 2d\n> I say STATUS to that.\n>\nLOG\n\n-- \nPAUSE"
    (first,) = to(command(world, quoted)[1], GM)
    mine = "\n".join(f"> {line.strip()}" for line in first.body.splitlines())
    again = f"STATUS\n\nOn Tue, Nov 24, 2026 at 1:00 PM Referee <referee@referee.example> wrote:\n{mine}"
    world.answer(first, again, In_Reply_To=str(first.message["Message-ID"]))
    (second,) = to(world.mails(), GM)
    broken = again.replace(mine, "> I have read:\n> PAUSE It stands below your signature.")
    world.answer(first, broken, In_Reply_To=str(first.message["Message-ID"]))
    (third,) = to(world.mails(), GM)
    alone = to(command(world, "> EXTEND 2d")[1], GM)

    both = f"| EXTEND 2d {QUOTED} | PAUSE It stands below your signature."
    assert f"These lines read like commands, but were not used: {both}" in words(first)
    assert "not used" not in words(second)
    assert "not used" not in words(third)
    assert f"This line reads like a command, but was not used: | EXTEND 2d {QUOTED}" in words(alone[0])
    assert "I found no command" not in words(alone[0])


@pytest.mark.parametrize(("line", "seen"), [("LOG", 2_000), (f"EXTEND 1h: {'a' * 1_989}", 50)])
def test_a_letter_is_read_as_far_as_others_need_not_wait_and_the_rest_is_named(
    lexicon: Lexicon, line: str, seen: int
) -> None:
    found = parsed([line] * 2_001, lexicon)

    assert len(found) == seen + 1
    assert all(one.order is not None for one in found[:-1])
    assert found[-1].error is not None
    assert readable(found[-1].error) == "I look at 2,000 lines and 100,000 characters of a letter at most."
