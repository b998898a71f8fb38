"""Corrections in every game: whatever a GM sets right, cards stay cards, views stay true, and secrets stay secret."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from referee.engine.audience import GM, OBSERVER
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.game import Game, first_choice, readers
from referee.engine.mends import CorrectionRefused, NothingCorrected
from referee.engine.slots import Choice
from referee.engine.table import Table
from referee.games.corrections import CardCorrected, PutCard, SwapCards
from referee.games.mending import Mending
from referee.laws import secrecy, steps
from referee.laws.played import Record, Step, recording
from referee.store.codec import codec
from tests.laws.played import played, post, rulesets

GAMES = ("normal-cards", "amagande", "wizards-duel", "living-trumps", "elements", "amber")
OWN: dict[str, tuple[str, ...]] = {
    "amagande": ("REQUIRE HEARTS", "REQUIRE NOTHING", "REQUIRE RED", "REVERSE"),
    "amber": ("VASSAL {} OF {}", "FREE {}", "THRONE EMPTY", "THRONE TO {}", "TURNS LOST {} FROM 31 TO 32"),
    "elements": ("HALT AT 4",),
}
"""Random lines of verbs that only one game has; a seat is written {}."""

RARE = {"amber": {"SetLead"}}
"""What a game has no use for at most moments."""

SLUGS = pytest.mark.parametrize("slug", GAMES)
STEP_LAWS = (
    steps.the_same_orders_give_the_same_game, steps.playing_leaves_its_input_alone, steps.everything_survives_storage,
    steps.cards_are_conserved, steps.no_secret_is_told, steps.views_agree_with_the_state,
    steps.told_events_are_the_rulesets_own,
)  # fmt: skip


def mending(slug: str) -> Mending[Any]:
    """What a game declares for its corrections."""
    found: Mending[Any] = import_module(f"referee.games.{slug.replace('-', '_')}.mends").MENDING
    return found


def lines(slug: str, game: Game[Any, Any], luck: random.Random, *, own: bool = True) -> Iterator[str]:
    """Random corrections without end, most of which fit; without its own those that the shared room makes alone."""
    made, seats, state = mending(slug), game.setup.seats, game.state
    places = [(zone, seat) for zone in made.zones for seat in (seats if zone.owned else (OBSERVER,))]
    full = [(zone, seat) for zone, seat in places if zone.cards(state, seat)]
    show = rulesets()[slug].corrections.slots["card"].show

    def card() -> str:
        zone, seat = luck.choice(full)
        return show(luck.choice(zone.cards(state, seat)).face)

    while True:
        zone, seat = luck.choice(places)
        place = f"{zone.word} OF {seat}" if zone.owned else zone.word
        found = [f"CARD {card()} TO {place}", f"SWAP {card()} WITH {card()}"] * 2
        if made.counts:
            count = luck.choice(made.counts)
            whose = f" OF {luck.choice(seats)}" if count.owned else ""
            found.append(f"SET {count.word}{whose} TO {luck.randint(count.least, min(count.most, 12))}")
        if made.lead is not None:
            found.append(f"FIRST {luck.choice(seats)}")
        if made.things:
            word = luck.choice(made.things).word
            found += [f"GIVE {word} TO {luck.choice(seats)}", f"TAKE {word} FROM {luck.choice(seats)}"]
        options = rulesets()[slug].corrections.slots["setting"]
        assert isinstance(options, Choice)
        found.append(f"OPTION {luck.choice(list(options.choices))}")
        found += [line.format(*luck.sample(seats, 2)) for line in OWN.get(slug, ()) if own]
        yield luck.choice(found)


def corrected(slug: str, number: int, luck: random.Random, most: int = 5) -> tuple[Record, Step, list[Any]]:
    """A random moment of a game, and its next step played with random corrections first."""
    record = played(slug, number)
    at = luck.randrange(min(len(record.steps), 8))
    step = record.steps[at]
    lexicon, written = post(slug).lexicon(step.before.setup.seats), lines(slug, step.before, luck)
    mends = [rulesets()[slug].corrections.read(next(written), lexicon) for _ in range(most)]
    orders = {**step.orders, GM: mends}
    after = step.before.play(orders, desks=recording(step.before, orders, step.random, None))
    return record, Step(number, step.before, after, step.files, orders, (), step.random), mends


@SLUGS
@pytest.mark.parametrize("seed", range(4))
def test_after_random_corrections_a_turn_keeps_every_law(slug: str, seed: int) -> None:
    _, step, mends = corrected(slug, seed % 2, random.Random(seed))

    assert [str(breach) for law in STEP_LAWS for breach in law(step)] == []
    if not any(one.named() for one in mends):  # what a line names lies elsewhere in the other run
        assert [str(breach) for breach in secrecy.hidden_cards_cannot_be_felt(step, post(slug))] == []


@SLUGS
@pytest.mark.parametrize("seed", range(8))
def test_right_after_a_correction_each_view_is_what_the_state_says(slug: str, seed: int) -> None:
    luck = random.Random(seed)
    rules, game = rulesets()[slug], luck.choice(played(slug, seed % 2).steps[:8]).before
    own = slug != "amber"  # where piles are counted when a turn is over
    lexicon, written = post(slug).lexicon(game.setup.seats), lines(slug, game, luck, own=own)
    table = Table(copied(game.state), Chance(game.seed, 99), dict.fromkeys((*game.setup.seats, GM), first_choice))
    views, setup = {seat: copied(game.view(seat)) for seat in readers(game.setup)}, game.setup
    for _ in range(12):
        line, before, seen = next(written), copied(table.state), len(table.events)

        setup = rules.correct(table, setup, rules.corrections.read(line, lexicon))

        told = table.events[seen:]
        for seat, view in views.items():
            for e in told:
                if e.to.includes(seat):
                    view.apply(e)
            assert view == rules.look(table.state, seat, setup), (line, seat, told)
        for e in told:
            if isinstance(e, CardCorrected):
                zone = next(zone for zone in mending(slug).zones if e.target.startswith(zone.name))
                sees = zone.seers(table.state, e.taker, e.card)
                assert [seat for seat in views if sees.includes(seat) and not e.to.includes(seat)] == []
        if any(isinstance(e, NothingCorrected) for e in told):
            assert (table.state, len(told)) == (before, 2), line
            assert isinstance(told[1], CorrectionRefused)
        assert not mending(slug).wrong(table.state), line
    store = codec(rules)
    assert store.load_events(store.dump_events(table.events)) == tuple(table.events)
    assert store.load_state(store.dump_state(table.state)) == table.state


@SLUGS
def test_no_letter_tells_of_a_card_that_a_correction_did_not_tell_its_reader(slug: str) -> None:
    record, step, _ = corrected(slug, 1, random.Random(3))
    told = Record(record.number, record.start, [*record.steps[: step.turn - 1], step])

    assert [str(breach) for breach in secrecy.letters_name_only_what_was_told(told, post(slug))] == []


@SLUGS
def test_every_kind_of_correction_is_made_and_refused(slug: str) -> None:
    made: set[str] = set()
    refused: set[str] = set()
    rules = rulesets()[slug]
    for seed in range(20):
        luck = random.Random(1000 + seed)
        step = luck.choice(played(slug, seed % 2).steps[:8])
        lexicon, written = post(slug).lexicon(step.before.setup.seats), lines(slug, step.before, luck)
        table, setup = Table(copied(step.before.state), Chance(b"", 1), {}), step.before.setup
        for _ in range(30):
            one, seen = rules.corrections.read(next(written), lexicon), len(table.events)
            setup = rules.correct(table, setup, one)
            done = not any(isinstance(e, NothingCorrected) for e in table.events[seen:])
            (made if done else refused).add(type(one).__name__)

    kinds = {verb.kind.__name__ for verb in rules.corrections.verbs}
    assert made >= kinds - RARE.get(slug, set())
    assert refused >= {PutCard.__name__, SwapCards.__name__}


@SLUGS
def test_every_correction_has_an_example_that_reads_and_prints_back_the_same(slug: str) -> None:
    rules, seats = rulesets()[slug], played(slug, 1).start.setup.seats
    lexicon = post(slug).lexicon(seats)
    for kind in (verb.kind for verb in rules.corrections.verbs):
        read = rules.corrections.read(kind.example, lexicon, seats[0])

        assert type(read) is kind
        assert rules.corrections.read(rules.corrections.show(read), lexicon, seats[0]) == read
