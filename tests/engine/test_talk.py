"""A line that cannot be read is told to its writer if they meant it; a friendly letter is not corrected by lines."""

from __future__ import annotations

import pytest

from referee.engine.orders import readable
from referee.engine.sheet import Heard
from tests.engine.tongue import letter

HELP = "Write HELP for the list of orders."


def told(text: str) -> list[str]:
    """The lines of which a letter's writer hears that they could not be used."""
    return [line.text for line in letter(*text.split("\n")).lines if line.heard is Heard.UNREADABLE]


def counted(text: str) -> tuple[list[str], list[str]]:
    """The lines that are named, and those that are only counted; greetings are neither."""
    return told(text), letter(*text.split("\n")).small_talk()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("FOO BAR", ["FOO BAR"]),
        ("JUMP", ["JUMP"]),
        ("I GIVE UP", ["I GIVE UP"]),
        ("hold the castle", ["hold the castle"]),
        ("SEIZE\nhold the castle\nthanks,\nC", ["hold the castle"]),
        ("SEIZE\n\nhold the castle\n\nAID Fiona", ["hold the castle"]),
        ("SEIZE\n\nLook at this:\n\nkill Eric", ["kill Eric"]),
        ("Hello, please attack Eric", ["Hello, please attack Eric"]),
        ("I really would like to attack Eric", ["I really would like to attack Eric"]),
        ("I want to attack Eric with all that I have", ["I want to attack Eric with all that I have"]),
        ("VOTE FOR ERIC\nADDRESS me@new.example", ["VOTE FOR ERIC", "ADDRESS me@new.example"]),
        ("TO Eric hello", ["TO Eric hello"]),
        ("tell Eric hello", ["tell Eric hello"]),
        ("TO Eric, hello", ["TO Eric, hello"]),
        ("if I hold nothing then attack Eric", ["if I hold nothing then attack Eric"]),
        ("If he has more than 3 I attack Eric", ["If he has more than 3 I attack Eric"]),
        ("if somebody has 3 points I'll seize", ["if somebody has 3 points I'll seize"]),
        ("adress add me@new.example", ["adress add me@new.example"]),
    ],
)  # fmt: skip
def test_what_was_meant_as_an_order_is_named(text: str, named: list[str]) -> None:
    assert told(text) == named


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hi,\n\nSEIZE\n\nBest regards,\nThomas Meier", []),
        ("Dear referee,\nSEIZE\nThanks!\nTHOMAS", []),
        ("Orders for turn 4:\n\nSEIZE\n\nsee you next week,\nC.", []),
        ("SEIZE\nCorwin", []),
        ("thanks for the great turn! That was close.", ["thanks for the great turn! That was close."]),
        ("SEIZE\nI hope that works!\nAID Fiona", ["I hope that works!"]),
        ("Could you tell me whether Eric has written yet?", ["Could you tell me whether Eric has written yet?"]),
        ("To be honest I am at a loss.", ["To be honest I am at a loss."]),
        ("If you like we can talk about it", ["If you like we can talk about it"]),
        ("If you like I attack Eric", ["If you like I attack Eric"]),
        ("If it rains at 8 I stay at home", ["If it rains at 8 I stay at home"]),
        ("hi\nretreat", ["retreat"]),
        ("SEIZE\nthanks,\nretreat", ["retreat"]),
    ],
)
def test_a_friendly_letter_is_not_corrected_and_its_sentences_are_counted(text: str, said: list[str]) -> None:
    assert counted(text) == ([], said)


def test_a_poem_is_not_corrected_line_by_line() -> None:
    poem = "the raven\nover the tower\ncries at dawn\nblack wings\nabove red fields\nof barley\nnobody calls\nsilent"

    assert counted(poem) == ([], poem.split("\n"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("FOO BAR", f"I don't know the order \"FOO\". {HELP}"),
        ("TO Eric hello", "Behind the name a colon is wanted. Write TO Eric: and your words."),
        ("PRESS TO Eric hello", "Behind the name a colon is wanted. Write TO Eric: and your words."),
        ("MESSAGE Eric hello", "I don't know the order \"MESSAGE\". Write TO Eric: and your words."),
        ("ADRESS ADD me@new.example", "I don't know the order \"ADRESS\". Did you mean ADDRESS?"),
        ("PRESS Zed: hello",
         '"Zed" is not a player. The players are Corwin, Eric, Fiona, Random, Flora, King Oberon.'),
    ],
)  # fmt: skip
def test_with_what_would_be_right(line: str, said: str) -> None:
    (one,) = letter(line).lines

    assert one.error is not None
    assert (one.heard, readable(one.error)) == (Heard.UNREADABLE, said)


@pytest.mark.parametrize(
    "line",
    [
        "help me please", "please help", "Help!", "HELP ME", "can you help", "Can you help me?",
        "I need some help please", "Sorry, could somebody please help me with the orders?",
        "Please send help", "Hi, I need help.", "Hilfe!",
        "How do I play?", "how does this work", "What can I write?",
    ],
)  # fmt: skip
def test_whoever_asks_for_help_in_their_own_words_gets_it(line: str) -> None:
    (one,) = letter(line).lines

    assert (one.heard, type(one.order).__name__) == (Heard.COMMAND, "Help")


@pytest.mark.parametrize(
    "line", ["AID ME WITH HELP", "Thanks for your help!", "Eric was a great help", "I cannot help it, I attack Eric"]
)
def test_words_about_help_do_not_ask_for_it(line: str) -> None:
    assert letter(line).commands() == []


def test_a_plea_at_the_end_of_words_to_another_is_for_that_one() -> None:
    words = "TO Eric: the army of Chaos stands before the gates and Random is not to be found, so please,"
    sheet = letter(words, "can you help me?")

    assert [type(one).__name__ for one in sheet.commands()] == ["Press"]
    assert "can you help me?" in str(sheet.commands()[0])


def test_who_signs_below_dashes_is_not_corrected_and_an_order_there_is_one() -> None:
    card = "--\nAna Silva\nSenior Wizard\nSilva and Sons\n+49 30 1234567\nwww.silva.example"

    assert told(f"SEIZE\n{card}") == []
    assert Heard.ORDER in letter(*f"SEIZE\n{card}\nAID Fiona".split("\n")).kinds
    assert told("SEIZE\n--\nATACK Eric") == ["ATACK Eric"]
    assert told("SEIZE\nTel. +49 30 1234567\nhold the castle") == ["hold the castle"]
