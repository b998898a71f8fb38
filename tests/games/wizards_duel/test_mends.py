"""Corrections of a duel: every card stays one card, and every view agrees with the state after one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.chance import Chance
from referee.engine.game import Game, readers
from referee.engine.ruleset import Setup
from referee.engine.table import Table
from referee.games.wizards_duel import RULESET
from referee.games.wizards_duel.hidden import hidden
from referee.games.wizards_duel.mends import MENDS, PutCard, mend
from referee.resources import Resources
from referee.store.codec import codec

ANA, BOB = Seat("Ana"), Seat("Bob")
SETUP = Setup((ANA, BOB), RULESET.settle({}))
TABLES = {"tarot": Resources(Path()).table("tarot", game_folder=RULESET.folder)}
LEXICON = RULESET.lexicon(SETUP.seats, TABLES)


def a_game(seed: int, turns: int) -> Game:  # type: ignore[type-arg]
    """Return a duel after some turns without orders."""
    game = Game.start(RULESET, SETUP, bytes([seed] * 32))
    for _ in range(turns):
        game = game.play({}) if game.end is None else game
    return game


def a_line(game: Game, luck: random.Random) -> str:  # type: ignore[type-arg]
    """Return a random correction, which may or may not fit."""
    seat = luck.choice(SETUP.seats)
    card = luck.choice(game.state.sides[seat].cards())
    places = ["HAND", "DECK TOP", "DECK BOTTOM", "DISCARDS"]
    code = f"M{card.number}" if card.major else str(card)
    put = f"CARD {code} OF {seat} FROM {luck.choice(places)} TO {luck.choice(places)}"
    return luck.choice([f"POINTS {seat} {luck.randrange(-9, 40)}", f"CALLS {seat} 2", f"LEADER {seat}", put, put, put])


@pytest.mark.parametrize("seed", range(40))
def test_after_corrections_no_card_is_lost_and_each_view_is_what_the_state_says(seed: int) -> None:
    luck = random.Random(seed)
    game = a_game(seed, luck.randrange(4))
    if game.end is not None:
        return
    lines = [a_line(game, luck) for _ in range(6)]
    orders = [RULESET.corrections.read(line, LEXICON) for line in lines]
    before = sorted(map(repr, (card for side in game.state.sides.values() for card in side.cards())))

    after = game.play({GM: orders})

    assert sorted(map(repr, (card for side in after.state.sides.values() for card in side.cards()))) == before
    if after.end is None:
        for seat in readers(SETUP):
            got, wanted = after.view(seat), RULESET.look(after.state, seat, SETUP)
            got.hand.sort(), wanted.hand.sort()
            for sheets in (got.sheets, wanted.sheets):
                for sheet in sheets.values():
                    sheet.discard.sort()
            assert got == wanted
    told = codec(RULESET)
    assert told.load_events(told.dump_events(after.events)) == after.events
    assert game.play({GM: orders}).events == after.events


@pytest.mark.parametrize("seed", range(20))
def test_a_card_is_named_only_to_who_could_see_it_before_or_after(seed: int) -> None:
    luck = random.Random(seed)
    game = a_game(seed, 1)
    line = next(line for line in iter(lambda: a_line(game, luck), "") if line.startswith("CARD"))
    order = RULESET.corrections.read(line, LEXICON)
    assert isinstance(order, PutCard)
    table = Table(game.state.copy(), Chance(game.seed, 2), {})
    mend(table, order)

    for e in table.events:
        card = getattr(e, "card", None)
        for seat in (ANA, BOB, OBSERVER):
            if card is not None and e.to.includes(seat):
                assert card not in hidden(game.state, seat) or card not in hidden(table.state, seat)


@pytest.mark.parametrize("kind", MENDS, ids=lambda kind: kind.__name__)
def test_every_correction_has_an_example_that_reads_and_prints_back_the_same(kind: type) -> None:
    read = RULESET.corrections.read(kind.example, LEXICON, ANA)  # type: ignore[attr-defined]

    assert type(read) is kind
    assert RULESET.corrections.read(RULESET.corrections.show(read), LEXICON, ANA) == read
