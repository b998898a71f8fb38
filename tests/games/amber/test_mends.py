"""Corrections of Amber: every card stays where a card may lie, and every view agrees with the state after them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.engine.audience import GM, Seat
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.game import Game, readers
from referee.engine.mends import CorrectionRefused
from referee.engine.setup import Setup
from referee.engine.table import Table
from referee.games.amber import RULESET
from referee.games.amber.deck import BY_CODE
from referee.games.amber.events import Claim, ThroneTaken
from referee.games.amber.mends import VERBS, mend
from referee.games.amber.state import Place
from referee.resources import Resources

SEATS = tuple(map(Seat, ("Corwin", "Eric", "Fiona", "Random")))
SETUP = Setup(SEATS, RULESET.settle({}))
TABLES = {name: Resources(Path()).table(name, game_folder=RULESET.folder) for name in RULESET.words.tables}
LEXICON = RULESET.words.lexicon(SEATS, TABLES)


@pytest.mark.parametrize("kind", VERBS, ids=lambda kind: kind.__name__)
def test_every_correction_has_an_example_that_reads_and_prints_back_the_same(kind: type) -> None:
    read = RULESET.corrections.read(kind.example, LEXICON, SEATS[1])  # type: ignore[attr-defined]

    assert type(read) is kind
    assert RULESET.corrections.read(RULESET.corrections.show(read), LEXICON, SEATS[1]) == read


@pytest.mark.parametrize("seed", range(12))
def test_after_corrections_each_view_is_what_the_state_says(seed: int) -> None:
    luck = random.Random(seed)
    game = Game.start(RULESET, SETUP, bytes([seed + 1] * 32))
    for _ in range(luck.randrange(4)):
        lines = {
            seat: [
                RULESET.grammar.read(line, LEXICON, seat)
                for line in RULESET.bots.sensible(game.view(seat), Chance(game.seed, game.step))
            ]
            for seat in SEATS
        }
        game = game.play(lines) if game.end is None else game
    one, other = luck.sample(SEATS, 2)
    wanted = [f"VASSAL {one} OF {other}", f"FREE {other}", "THRONE EMPTY", f"TURNS LOST {one} FROM 9 TO 10"]
    orders = [RULESET.corrections.read(line, LEXICON) for line in wanted]
    table = Table(copied(game.state), Chance(game.seed, 99), {})
    for order in orders:
        mend(table, order)

    for seat in readers(SETUP):
        view = copied(game.view(seat))
        for e in table.events:
            if e.to.includes(seat):
                view.apply(e)
        told = RULESET.look(table.state, seat, SETUP)
        assert {s: p.lord for s, p in view.players.items()} == {s: p.lord for s, p in told.players.items()}
        assert {s: p.idle for s, p in view.players.items()} == {s: p.idle for s, p in told.players.items()}
        assert (view.ruler, view.enthroned, sorted(view.throne)) == (told.ruler, told.enthroned, sorted(told.throne))
    before = sorted(repr(card) for zone in game.state.zones() for card in zone)
    assert sorted(repr(card) for zone in table.state.zones() for card in zone) == before
    assert game.end is not None or game.play({GM: orders}).step == game.step + 1


@pytest.mark.parametrize("seed", range(6))
def test_who_is_set_on_the_throne_is_there_as_by_the_rules(seed: int) -> None:
    game = Game.start(RULESET, SETUP, bytes([seed + 1] * 32))
    ruler = SEATS[seed % len(SEATS)]
    after = game.play({GM: [RULESET.corrections.read(f"THRONE TO {ruler}", LEXICON)]})

    taken = [e for e in after.events if isinstance(e, ThroneTaken)]
    assert (taken[0].seat, taken[0].claim) == (ruler, Claim.CORRECTED)
    for seat in readers(SETUP):
        told = RULESET.look(after.state, seat, SETUP)
        assert (after.view(seat).ruler, sorted(after.view(seat).throne)) == (told.ruler, sorted(told.throne))
    cards = [sorted(repr(card) for zone in one.state.zones() for card in zone) for one in (game, after)]
    assert cards[0] == cards[1]


def test_who_is_first_is_set_only_where_the_order_of_the_turn_is_settled() -> None:
    game = Game.start(RULESET, SETUP, bytes([3] * 32))
    first = RULESET.corrections.read(f"FIRST {SEATS[2]}", LEXICON)
    open_order, settled = (Table(copied(game.state), Chance(game.seed, 99), {}) for _ in range(2))
    settled.state.rolled, settled.state.initiative = True, SEATS
    for table in (open_order, settled):
        mend(table, first)

    assert [type(e).__name__ for e in open_order.events] == ["NothingCorrected", "CorrectionRefused"]
    assert settled.state.initiative == (SEATS[2], SEATS[0], SEATS[1], SEATS[3])


@pytest.mark.parametrize(
    "line",
    ["VASSAL Eric OF Eric", "VASSAL Corwin OF Eric", "FREE Fiona", "THRONE TO Fiona", "TURNS LOST Eric FROM 1 TO 2"],
)
def test_a_correction_about_the_dead_a_ruler_or_turns_that_are_over_is_refused(line: str) -> None:
    table = Table(Game.start(RULESET, SETUP, bytes([4] * 32)).state, Chance(bytes(32), 99), {})
    table.state.turn, table.state.players[SEATS[2]].place = 1, Place.DEAD
    mend(table, RULESET.corrections.read("THRONE TO Corwin", LEXICON))
    told = len(table.events)
    mend(table, RULESET.corrections.read(line, LEXICON))

    why = "It is about somebody who is dead, a ruler's own bond, or turns that are no more to come."
    assert [type(e).__name__ for e in table.events[told:]] == ["NothingCorrected", "CorrectionRefused"]
    assert [e.why for e in table.events if isinstance(e, CorrectionRefused)] == [why]


def test_a_court_card_changes_hands_hidden_and_comes_back_to_its_owner_open() -> None:
    game = Game.start(RULESET, SETUP, bytes([3] * 32))
    owner, holder = SEATS[:2]
    table = Table(copied(game.state), Chance(game.seed, 99), {})
    code = game.state.players[owner].character
    for place in (f"HAND OF {holder}", f"COURT OF {holder}", f"COURT OF {owner}"):
        mend(table, RULESET.corrections.read(f"CARD {code} TO {place}", LEXICON))

    told = [type(e).__name__ for e in table.events]
    assert told == ["CardCorrected", "NothingCorrected", "CorrectionRefused", "CardCorrected"]
    assert (table.state.players[owner].court, table.state.players[holder].concealed) == ([BY_CODE[code]], [])


SHADOW_ALONE = "Until the merge the deck has Shadow cards alone."
CHAOS_ALONE = "The Chaos deck has Chaos cards, until the merge."
COURTS_ALONE = "The Encounter deck has Court cards, until the merge."


@pytest.mark.parametrize(
    ("card", "place", "before", "after"),
    [
        ("8S", "DECK TOP", [], []),
        ("X18", "DECK TOP", [SHADOW_ALONE], []),
        ("KP", "DECK BOTTOM", [SHADOW_ALONE], []),
        ("X18", "CHAOS DECK", [], [CHAOS_ALONE]),
        ("8S", "CHAOS DECK", [CHAOS_ALONE], [CHAOS_ALONE]),
        ("KP", "CHAOS DECK", [CHAOS_ALONE], [CHAOS_ALONE]),
        ("KP", "ENCOUNTER DECK", [], [COURTS_ALONE]),
        ("8S", "ENCOUNTER DECK", [COURTS_ALONE], [COURTS_ALONE]),
        ("X18", "ENCOUNTER DECK", [COURTS_ALONE], [COURTS_ALONE]),
    ],
)
def test_which_deck_a_card_may_be_put_into_turns_with_the_merge(
    card: str, place: str, before: list[str], after: list[str]
) -> None:
    assert refusals(f"CARD {card} TO {place}", merged=False) == before
    assert refusals(f"CARD {card} TO {place}", merged=True) == after


def refusals(line: str, *, merged: bool) -> list[str]:
    """Why a correction is refused where all decks lie apart, and where they are merged, for a card of the discards."""
    state = Game.start(RULESET, SETUP, bytes([3] * 32)).state
    named = BY_CODE[line.split()[1]]
    for zone in state.zones():
        zone[:] = [card for card in zone if card is not named]
    state.discards.append(named)
    state.merged = merged
    if merged:
        state.deck += state.chaos + state.encounter
        state.chaos, state.encounter = [], []
    table = Table(state, Chance(bytes(32), 99), {})
    mend(table, RULESET.corrections.read(line, LEXICON))
    return [e.why for e in table.events if isinstance(e, CorrectionRefused)]
