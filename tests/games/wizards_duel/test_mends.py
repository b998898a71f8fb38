"""Corrections of a duel, in the words that each reader gets."""

from __future__ import annotations

import pytest

from referee.engine.audience import OBSERVER, Seat
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.events import told
from referee.engine.game import Game
from referee.engine.mends import CorrectionRefused
from referee.engine.setup import Setup
from referee.engine.table import Table
from referee.games.wizards_duel import RULESET
from referee.games.wizards_duel.state import State
from referee.reports.spans import plain
from tests.laws.played import post

ANA, BOB = Seat("Ana"), Seat("Bob")
SETUP = Setup((ANA, BOB), RULESET.settle({}))
GAME = Game.start(RULESET, SETUP, bytes(32))
LEXICON = post("wizards-duel").lexicon(SETUP.seats)


def corrected(*lines: str) -> Table[State]:
    """The table at the beginning of a duel, after these corrections."""
    table = Table(copied(GAME.state), Chance(GAME.seed, 1), {})
    for line in lines:
        RULESET.mends.mend(table, RULESET.corrections.read(line, LEXICON))
    return table


def heard(table: Table[State], seat: Seat) -> str:
    """What a reader is told, in words."""
    lines = post("wizards-duel").writer.lines
    said = [plain(line.text) for e in told(table.events, seat) for line in lines.event(e, seat)]
    return " ".join(" ".join(said).split())


def code(seat: Seat, zone: str, at: int = 0) -> str:
    """A card that lies somewhere, as a line writes it."""
    return str(RULESET.corrections.slots["card"].show(getattr(GAME.state.sides[seat], zone)[at].face))


def name(seat: Seat, zone: str, at: int = 0) -> str:
    """The same card in words."""
    return RULESET.words.say(post("wizards-duel").tables)(getattr(GAME.state.sides[seat], zone)[at])


def test_a_card_of_a_hand_put_into_the_deck_is_named_to_its_owner_alone() -> None:
    table = corrected(f"CARD {code(ANA, 'hand')} FROM HAND OF Ana TO DECK BOTTOM OF Ana")

    assert heard(table, ANA) == f"The GM moved a card from your hand to the bottom of your deck: {name(ANA, 'hand')}."
    assert heard(table, BOB) == "The GM moved a card from Ana's hand to the bottom of Ana's deck."
    assert heard(table, OBSERVER) == heard(table, BOB)
    assert table.state.sides[ANA].deck[-1] is GAME.state.sides[ANA].hand[0]


def test_points_may_be_called_as_reports_call_them() -> None:
    table = corrected("SET SCORE OF Ana TO 12")

    assert heard(table, BOB) == "The GM set Ana's score to 12."
    assert table.state.sides[ANA].score == 12
    one = RULESET.corrections.read("SET SCORE OF Ana TO 12", LEXICON)
    assert RULESET.corrections.show(one) == "SET POINTS OF Ana TO 12"


def test_a_card_put_into_the_discards_is_named_to_all() -> None:
    table = corrected(f"CARD {code(ANA, 'deck', 3)} FROM DECK TOP OF Ana TO DISCARDS OF Ana")

    said = "The GM moved a card from {} deck to {} discards: " + f"{name(ANA, 'deck', 3)}."
    assert heard(table, ANA) == said.format("your", "your")
    assert heard(table, BOB) == heard(table, OBSERVER) == said.format("Ana's", "Ana's")


def test_two_cards_exchanged_between_hand_and_deck_are_named_to_the_owner_of_the_hand() -> None:
    one, other = code(BOB, "hand"), code(BOB, "deck", 5)
    table = corrected(f"SWAP {one} FROM HAND OF Bob WITH {other} IN DECK TOP OF Bob")

    said = f"{name(BOB, 'hand')} went from your hand to your deck, and {name(BOB, 'deck', 5)} the other way."
    assert heard(table, BOB) == f"The GM exchanged two cards: {said}"
    assert heard(table, ANA) == "The GM exchanged a card of Bob's hand with one of Bob's deck."
    assert table.state.sides[BOB].deck[5] is GAME.state.sides[BOB].hand[0]


def test_numbers_and_the_lead_are_told_to_all() -> None:
    other = BOB if GAME.state.leader == ANA else ANA
    table = corrected("SET POINTS OF Ana TO -3", "SET CALLS OF Bob TO 0", f"FIRST {other}")

    assert heard(table, OBSERVER) == (
        f"The GM set Ana's score to -3. The GM set Bob's calls to 0. The GM set that {other} is first now."
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"CARD {code(ANA, 'deck')} FROM HAND OF Ana TO DECK TOP OF Ana", "No such card lies there."),
        (f"CARD {code(ANA, 'deck', 4)} FROM DECK TOP OF Ana TO HAND OF Ana", "A hand has one to 4 cards"),
        (f"CARD {code(ANA, 'hand')} FROM HAND OF Ana TO DECK TOP OF Bob", "Each player has a deck of their own"),
        (f"CARD {code(ANA, 'hand')} FROM HAND OF Ana TO HAND OF Ana", "It lies there already."),
        ("SET CALLS OF Ana TO 3", "That is so already."),
        ("SET CALLS OF Ana TO 79", "It may be 0 to 78."),
        ("SET CALLS TO 2", "Write SET CALLS OF and a player, TO and a number."),
        (f"FIRST {GAME.state.leader}", "That is so already."),
    ],
)
def test_what_does_not_fit_changes_nothing_and_is_told_without_its_reason(line: str, why: str) -> None:
    table = corrected(line)

    assert table.state == GAME.state
    assert [e.why.startswith(why) for e in table.events if isinstance(e, CorrectionRefused)] == [True]
    for seat in (ANA, BOB, OBSERVER):
        assert heard(table, seat) == "A correction of the GM did not fit how the game stands, and nothing was changed."
