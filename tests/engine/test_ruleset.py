"""What a ruleset refuses when a game is created, and what seats may be called."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from referee.bots.simulate import setup
from referee.engine.audience import OBSERVER, Seat
from referee.engine.errors import SetupError
from referee.engine.game import Game
from referee.engine.ruleset import Option
from referee.engine.seatnames import names_problem, reserved
from referee.engine.sections import USUAL
from referee.engine.setup import Setup
from tests.package_game.higher_card import RULESET

CUT = Option("half_cut", "39", ("none",), "WD-R20", "how many cards are kept", range(30, 49))
LENGTH = "A name has 3 to 24 letters, with blanks, ' - or . between them; {!r} will not do."


@pytest.mark.parametrize(("text", "value"), [("39", "39"), (" 048 ", "48"), ("NONE", "none")])
def test_an_option_is_read_into_its_printed_form(text: str, value: str) -> None:
    assert CUT.read(text) == value


@pytest.mark.parametrize("text", ["29", "49", "-30", "some", "", "³9"])
def test_another_value_is_refused_and_the_allowed_ones_are_named(text: str) -> None:
    with pytest.raises(SetupError) as caught:
        CUT.read(text)
    assert str(caught.value) == f"Option half_cut cannot be {text!r}. It may be none or 30 to 48."


def test_a_record_whose_functions_do_not_say_their_types_is_refused() -> None:
    with pytest.raises(TypeError, match=re.escape("Write the types to the record's functions: play(t: Table[State])")):
        replace(RULESET, play=lambda t: None, stored=USUAL)


def test_options_not_asked_for_have_their_defaults() -> None:
    assert RULESET.settle({"hand": "5"}) == {"hand": "5", "ties": "nobody", "pauses": "off"}


def test_a_default_may_hang_on_an_option_before_it() -> None:
    speed = Option("speed", "slow", ("slow", "fast"), "HC-1", "how one plays")
    hand = Option("hand", "3", (), "HC-2.1", "cards of a hand", range(1, 9), (("speed=fast", "5"),))
    rules = replace(RULESET, options=(speed, hand))

    assert hand.defaults == "3, or 5 with speed=fast"
    assert [rules.settle(asked)["hand"] for asked in ({}, {"speed": "fast"}, {"speed": "fast", "hand": "7"})] == [
        "3",
        "5",
        "7",
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tie", "Higher Card has no option tie. Did you mean ties?"),
        ("jokers", "Higher Card has no option jokers. Its options are hand, ties, pauses."),
    ],
)
def test_an_option_that_does_not_exist_is_refused(name: str, said: str) -> None:
    with pytest.raises(SetupError, match=re.escape(said)):
        RULESET.settle({name: "x"})


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_too_few_or_too_many_players_are_refused(seats: int) -> None:
    with pytest.raises(SetupError, match=rf"Higher Card is for 2 to 4 players, not {seats}\."):
        Game.start(RULESET, Setup(tuple(Seat(f"Seat {n}") for n in range(seats)), RULESET.settle({})), b"")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Anna", "O'Brien", "Jean-Luc", "St. John", "Zoë"], ""),
        (["Al"], LENGTH.format("Al")),
        (["4nna"], LENGTH.format("4nna")),
        (["Anna@home"], LENGTH.format("Anna@home")),
        (["x" * 25], LENGTH.format("x" * 25)),
        (["Play"], "Play is a word of the order language. Choose another name."),
        (["King Clear"], "In King Clear, Clear is a word of the order language. Choose another name, such as King."),
        (["Rex the Red"], "In Rex the Red, the is a word of the order language. Choose another name, such as Rex Red."),
        (["Game Master"], "In Game Master, Game is a word of the order language. Choose another name, such as Master."),
        (["Observers"], "Observers is a word of the order language. Choose another name."),
        (["Anna", "Annabel"], "Annabel is too like another seat's name. Choose one that cannot be mistaken."),
        (["Anna", "ANNA"], "ANNA is another seat's name already. Choose one that cannot be mistaken."),
    ],
)
def test_a_name_that_could_be_mistaken_is_refused(names: list[str], said: str) -> None:
    assert names_problem(names, reserved(RULESET)) == said


def test_words_of_the_language_are_reserved() -> None:
    assert {"PLAY", "PREFER", "HIGH", "POINTS", "TO", "HELP", "WAIT"} <= reserved(RULESET)


def test_an_observer_sees_what_is_public() -> None:
    game = Game.start(RULESET, setup(RULESET, 2, {}), b"seed").play({})

    assert game.view(OBSERVER).hand == []
    assert game.view(OBSERVER).holds == {"Anna": 4, "Bruno": 4}
