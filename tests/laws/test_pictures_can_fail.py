"""The laws of secrecy notice what leaks through a picture alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.cases.letters import Post
from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.engine.sheet import OnFile
from referee.engine.tabletop import Heap, Side, Tabletop, laid
from referee.laws.played import Position, Record, record
from referee.laws.secrecy import hidden_cards_cannot_be_felt, letters_name_only_what_was_told
from referee.laws.wholes import the_table_is_one_for_all
from referee.reports.data import dumps
from referee.reports.document import Document, Told
from referee.reports.parts import Letter
from referee.reports.spans import Card
from referee.reports.tabletop import Picture, Pile
from referee.resources import Resources
from tests.laws.played import played, post, rulesets
from tests.package_game.higher_card import RULESET
from tests.package_game.higher_card.table import DECK


def game(number: int) -> Record:
    """One game by its number."""
    return record(RULESET, number, lambda seats: RULESET.words.lexicon(seats, {}))


class Draughtsman(Post):
    """Draws the next card of the deck, or as many as it is high, into reports; the words of the picture say nothing."""

    def __init__(self, drawn: str) -> None:
        super().__init__(RULESET, Resources())
        self.drawn = drawn

    def report(self, game: Position, seat: Seat, on_file: OnFile | None = None, made: Sequence[Event] = ()) -> Letter:
        letter = super().report(game, seat, on_file, made)
        if not game.state.deck:
            return letter
        following = game.state.deck[0]
        seen, number = (Card(str(following), str(following)),), DECK.index(following)
        shown = Pile("deck", seen) if self.drawn == "card" else Pile("deck", (), number)
        document = Document(letter.subject, (*letter.document.blocks, Picture("", (), (shown,), Told())))
        return replace(letter, document=document, data=dumps(document))


@pytest.mark.parametrize("drawn", ["card", "number"])
def test_a_picture_in_which_a_hidden_card_can_be_felt_is_noticed(drawn: str) -> None:
    steps = [step for number in range(6) for step in game(number).steps]

    found = [str(one) for step in steps for one in hidden_cards_cannot_be_felt(step, Draughtsman(drawn))]

    assert any("reads otherwise" in problem for problem in found)


def test_a_picture_that_shows_a_secret_is_noticed() -> None:
    found = list(letters_name_only_what_was_told(game(2), Draughtsman("card")))

    assert any("report names" in problem for problem in found)


def hands_open(v: Any) -> Tabletop:
    """Lay the table of Living Trumps out with every hand that a view knows."""
    sides = tuple(Side(seat, heaps=(Heap("hand", laid(v.hands.get(seat, ()))),)) for seat in v.seats)
    return Tabletop(sides)


def test_a_picture_that_shows_what_only_some_see_is_noticed() -> None:
    rules = rulesets()["living-trumps"]
    leaky = Post(replace(rules, words=replace(rules.words, tabletop=hands_open)), Resources())

    assert "is another than an observer's" in next(the_table_is_one_for_all(played(rules.slug, 3), leaky))
    assert list(the_table_is_one_for_all(played(rules.slug, 3), post(rules.slug))) == []
