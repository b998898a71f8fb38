"""What a seat scried before others it knows while it lies there, and its conditions know that much and no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.game import Game, readers
from referee.engine.reader import Reader
from referee.engine.setup import Setup
from referee.games import find
from referee.games.living_trumps import RULESET
from referee.games.living_trumps.conditions import Owns
from referee.games.living_trumps.options import NINE_PRINCES, TRUMPS_OF_DOOM, WAR
from referee.games.living_trumps.state import State, hidden
from referee.games.living_trumps.view import View
from referee.laws.cards import cards_in, kinds
from tests.editions.games import words
from tests.games.one_case import wrong

SEATS = tuple(map(Seat, ("Anna", "Ben", "Cara", "Dora")))
TURNS = 8

CASE = {
    "id": "first-edition",
    "given": "{active: Eric, blood: {Eric: 3, Fiona: {free: 1, placed: 1}},"
    " shadows: {Fiona: {face_up: [2C], amber: 9D}}}",
    "orders": "{Eric: [SHADOW SCRY SHADOW Fiona 2, SUBSTANCE BROKEN K IF Fiona OWNS 9D, SUBSTANCE SCHEME]}",
}


@pytest.mark.parametrize(("edition", "done"), [("1", "scheme"), ("2", "broken patternwalk")])
def test_a_guard_knows_what_was_scried_since_edition_2(edition: str, done: str, tmp_path: Path) -> None:
    expect = f"{{done: {{Eric: [scry, {done}]}}}}"

    assert wrong(tmp_path, find("living-trumps", edition), **CASE, expect=expect) == []


@pytest.mark.parametrize("edition", ["1", "2"])
@pytest.mark.parametrize("variant", [NINE_PRINCES, TRUMPS_OF_DOOM, WAR])
def test_views_are_what_the_state_shows_where_place_cards_are_scried(variant: str, edition: str) -> None:
    for game in scrying(variant, edition):
        for seat in readers(game.setup):
            assert game.view(seat) == game.rules.look(game.state, seat, game.setup)


@pytest.mark.parametrize("variant", [NINE_PRINCES, TRUMPS_OF_DOOM, WAR])
def test_no_view_names_a_card_that_is_hidden_from_its_seat(variant: str) -> None:
    for game in scrying(variant):
        for seat in readers(game.setup):
            assert not hidden(game.state, seat) & set(cards_in(game.view(seat), kinds(game)))


@pytest.mark.parametrize("variant", [NINE_PRINCES, TRUMPS_OF_DOOM, WAR])
def test_owns_holds_of_each_shadow_that_is_not_hidden_from_its_sender_and_of_no_other(variant: str) -> None:
    for game in scrying(variant):
        faces = {card.face for card in game.state.shadow_deck}
        for seat in SEATS:
            secret = hidden(game.state, seat)
            for owner, p in game.state.players.items():
                known = {one.card.face for one in p.shadows if one.card not in secret}
                tested = faces | {one.card.face for one in p.shadows}
                assert {face for face in tested if Owns(player=owner, card=face).holds(game.view(seat))} == known


@pytest.mark.parametrize("variant", [NINE_PRINCES, TRUMPS_OF_DOOM, WAR])
def test_only_what_still_lies_face_down_is_remembered(variant: str) -> None:
    remembered = []
    for game in scrying(variant):
        cards = {card for peek in game.state.peeks for card in peek.cards}
        remembered.append(len(cards))
        assert cards <= set(game.state.unknown())

    assert any(remembered)


def scrying(variant: str, edition: str = RULESET.edition) -> Iterator[Game[State, View]]:
    """A game in which, every other Turn, all scry each other's face-down cards; else they write whatever they like."""
    rules = find("living-trumps", edition)
    setup = Setup(SEATS, rules.settle({"variant": variant}))
    game = Game.start(rules, setup, b"scrying")
    luck, lexicon = Chance(b"scrying", 1), words(rules, SEATS)
    while game.end is None and game.step < TURNS:
        yield game
        orders = {}
        for seat in SEATS:
            seen = game.view(seat)
            down = [(other, one.slot) for other in SEATS for one in seen.sheets[other].shadows
                    if one.down and other != seat]  # fmt: skip
            lines = [f"SHADOW SCRY SHADOW {other} {slot}" for other, slot in luck.shuffled(down, "down", seat)[:2]]
            lines = [*(lines if game.step % 2 == 0 else ()), *rules.bots.scribble(seen, luck, False)]
            orders[seat] = Reader(rules.grammar, lexicon, seat, game.step + 1).read(lines).orders()
        game = game.play(orders)
    yield game
