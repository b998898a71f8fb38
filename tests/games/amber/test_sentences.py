"""What a sentence, love and the Tower leave behind, over several turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.engine.audience import Seat
from referee.engine.copies import copied
from referee.engine.game import Game
from referee.games.amber import RULESET
from referee.games.amber.case import CASE_WORDS
from referee.games.amber.deck import BY_CODE
from referee.games.amber.state import Place, Player
from tests.games.amber.table import Played, lexicon

ERIC = Seat("Eric")


def table(given: Mapping[str, Any]) -> Played:
    """A table of four at turn 5."""
    start = CASE_WORDS.given(RULESET.settle({}), given)
    return Game.from_middle(RULESET, start.setup, start.state, start.step, b"seed")


def turn(game: Played, orders: Mapping[str, Sequence[str]], on_top: str = "") -> Played:
    """Play a turn, perhaps with a card put on top of the deck before it."""
    if on_top:
        state, card = copied(game.state), BY_CODE[on_top]
        state.cut = None  # the discards stay where they are
        for zone in state.zones():
            if card in zone:
                zone.remove(card)
        state.deck.insert(0, card)
        game = replace(game, state=state)
    words = lexicon(game.setup.seats)
    read = {
        Seat(name): [
            replace(RULESET.grammar.read(line, words, Seat(name)), number=i) for i, line in enumerate(lines, 1)
        ]
        for name, lines in orders.items()
    }
    return game.play(read)


def eric(game: Played) -> Player:
    """How Eric is; what Eric knows of his seat is the same."""
    p, seen = game.state.players[ERIC], game.view(ERIC).me
    assert (p.place, p.banished, p.lovers, p.prison, p.back_since) == (
        seen.place, seen.banished, seen.lovers, seen.prison, seen.back_since,
    )  # fmt: skip
    return p


def loved(deck: Sequence[str], corwin: Sequence[str], **players: Any) -> Played:
    """Turn 5, in which Eric meets the Lovers on a trip and Corwin travels after Eric."""
    given = {
        "deck": [*deck, "REST"],
        "initiative": ["Eric", "Corwin", "Fiona", "Random"],
        "players": {"Corwin": {"down": ["9S"]}, "Eric": {"court": "deck"}, "Fiona": {}, "Random": {}, **players},
    }
    return turn(table(given), {"Eric": ["GO SHADOW"], "Corwin": corwin})


@pytest.mark.parametrize(
    ("deck", "corwin", "sword", "free_from"),
    [
        (["X6", "KP"], ["GO SHADOW", "ON COURT Eric ATTACK WITH 9S"], "5S", 10),
        (["X6", "KP"], ["GO SHADOW", "ON COURT Eric ATTACK WITH 9S"], "7S", 8),
        (["X6", "KP"], ["GO SHADOW", "ON COURT Eric ATTACK WITH 9S"], "8S", 8),
        (["X6", "X20"], ["GO SHADOW"], "5S", 8),
    ],
)
def test_loved_and_then_sentenced_one_returns_once_with_one_exit_card(
    deck: Sequence[str], corwin: Sequence[str], sword: str, free_from: int
) -> None:
    game = loved(deck, corwin, Eric={"court": "deck", "down": [sword]})

    while game.state.turn < free_from:
        before = list(eric(game).down)
        game = turn(game, {"Eric": ["RETURN"]}, on_top="4C")
        assert (eric(game).place, eric(game).down) == (Place.SHADOW, before)
    home = turn(game, {"Eric": ["RETURN"]}, on_top="4C")
    next_day = turn(home, {"Eric": ["GO SHADOW"]}, on_top="3C")
    later = turn(next_day, {"Eric": ["GO SHADOW"]}, on_top="3C")

    assert (eric(home).place, eric(home).back_since) == (Place.AMBER, free_from)
    assert [c.code for c in eric(home).down if c not in eric(game).down] == ["4C"]
    assert eric(next_day).place is Place.AMBER
    assert (eric(later).place, eric(later).down[-1].code) == (Place.SHADOW, "3C")


def test_loved_and_not_sentenced_one_is_back_after_two_turns() -> None:
    game = loved(["X6", "2C"], ["WAIT"])

    places = [eric(game).place]
    for _ in range(2):
        game = turn(game, {"Eric": ["RETURN"]}, on_top="4C")
        places.append(eric(game).place)

    assert places == [Place.SHADOW, Place.SHADOW, Place.AMBER]
    assert (eric(game).down, eric(game).back_since) == ([], 0)


def test_an_exit_card_that_is_love_is_the_only_one() -> None:
    """AM-9.17: the Lovers detain Eric, and bring Eric home; the sentence still owes Amber its turn (AM-9.5)."""
    game = table({"players": {"Corwin": {}, "Eric": {"at": "shadow", "status": "banished", "until": 4}, "Fiona": {},
                              "Random": {}}})  # fmt: skip

    game = turn(game, {"Eric": ["RETURN"]}, on_top="X6")
    game = turn(game, {"Eric": ["RETURN"]}, on_top="4C")
    game = turn(game, {"Eric": ["RETURN"]}, on_top="4C")

    assert (eric(game).place, eric(game).down, eric(game).back_since) == (Place.AMBER, [], 7)


def test_the_tower_after_a_banishment_still_owes_amber_a_turn() -> None:
    given = {"Corwin": {"held": ["KP"]}, "Eric": {"at": "shadow", "court": "Corwin", "status": "banished", "until": 4}}
    game = table({"players": {**given, "Fiona": {}, "Random": {}}})

    game = turn(game, {"Eric": ["RETURN"]}, on_top="X16")
    game = turn(game, {"Corwin": ["SUMMON Eric"]})
    at_once = turn(game, {"Eric": ["GO SHADOW"]}, on_top="4C")
    then = turn(at_once, {"Eric": ["GO SHADOW"]}, on_top="4C")

    assert eric(game).back_since == 6
    assert [eric(one).place for one in (game, at_once, then)] == [Place.AMBER, Place.AMBER, Place.SHADOW]
