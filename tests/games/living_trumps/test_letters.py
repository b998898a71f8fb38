"""What the letters say to a newcomer and above a report, in every variant at tables of all sizes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from referee.bots.simulate import seed_of, setup
from referee.engine.conditions import Condition
from referee.engine.game import Game
from referee.engine.orders import Order
from referee.games.living_trumps import RULESET
from referee.games.living_trumps.conditions import CONDITIONS
from referee.games.living_trumps.options import PRINCE_OF_CHAOS, SEATS, TRUMPS_OF_DOOM, WAR
from referee.games.living_trumps.orders import ACTIONS
from referee.games.living_trumps.policies import POLICIES
from referee.games.living_trumps.state import State
from referee.games.living_trumps.view import Lying, View
from referee.reports.rulebook import rules_text
from referee.reports.text import lines as printed
from tests.laws.played import played, post, rulesets
from tests.laws.test_first_letters import begun as first_game

VARIANTS = ("nine-princes", PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR)
MOST_LINES, LONGEST_HEADLINE, ONE_SCREEN, FEW_LINES = 60, 60, 40, 8
GAMES = range(20)


def begun(variant: str, seats: int, number: int = 0) -> Game[State, View]:
    """A game before its first Turn."""
    return Game.start(RULESET, setup(RULESET, seats, {"variant": variant}), seed_of(number))


def filled(text: str) -> list[str]:
    """The lines of a letter that say something."""
    return [line for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_first_letter_is_short(variant: str) -> None:
    writes = post(RULESET.slug)
    lengths = {
        (seats, seat): len(filled(writes.welcome(game, seat).body))
        for seats in SEATS
        for game in [begun(variant, seats)]
        for seat in game.setup.seats
    }

    assert {who: lines for who, lines in lengths.items() if lines > MOST_LINES} == {}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_orders_shown_to_a_newcomer_can_be_sent_together(variant: str) -> None:
    for seats in SEATS:
        game = begun(variant, seats, seats)
        lexicon = post(RULESET.slug).lexicon(game.setup.seats)
        for seat in game.setup.seats:
            view = game.view(seat)
            lines = list(RULESET.orders.examples(view))
            orders = [RULESET.grammar.read(line, lexicon, seat) for line in lines]

            assert [RULESET.grammar.show(one) for one in orders] == lines
            assert [one.text for one in RULESET.orders.remarks(view, orders)] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_invitation_says_in_few_lines_what_the_game_is(variant: str) -> None:
    settled = setup(RULESET, 4, {"variant": variant}).options

    assert len(printed(post(RULESET.slug).writer.lines.block("about", settled))) <= FEW_LINES


def test_the_start_of_the_rules_fits_on_a_screen() -> None:
    found = rules_text(RULESET, "START")

    assert found[0] == "START"
    assert len(found) <= ONE_SCREEN


def headlines(number: int) -> list[str]:
    """The headlines of a whole game for its first seat, but for the last letter's."""
    record, writes = played(RULESET.slug, number), post(RULESET.slug)
    seat = record.end.setup.seats[0]
    going = [step for step in record.steps if step.after.end is None]
    return [writes.report(step.after, seat, step.files.get(seat)).subject.split(": ", 1)[1] for step in going]


def test_two_reports_in_a_row_seldom_have_the_same_headline() -> None:
    games = [headlines(number) for number in GAMES]
    pairs = [pair for game in games for pair in pairwise(game)]

    assert sum(one == other for one, other in pairs) < len(pairs) / 4
    assert [one for game in games for one in game if len(one) > LONGEST_HEADLINE] == []


def examples() -> Iterator[type[Order]]:
    """Every action and policy that a player can order."""
    yield from (*ACTIONS, *POLICIES)


@pytest.mark.parametrize("kind", list(examples()), ids=lambda kind: kind.__name__)
def test_a_receipt_says_what_each_order_will_do(kind: type[Order]) -> None:
    game = begun(WAR, 4)
    seat, eric = game.setup.seats[0], game.setup.seats[1]
    line = kind.example.replace("Eric", eric)
    order = RULESET.grammar.read(line, post(RULESET.slug).lexicon(game.setup.seats), seat)

    said = post(RULESET.slug).writer.lines.order(order, game.view(seat))

    assert said[:1].isupper()
    assert said.endswith(".")


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda kind: kind.__name__)
def test_a_receipt_says_under_which_condition(condition: type[Condition]) -> None:
    game = begun(WAR, 4)
    seat, eric = game.setup.seats[0], game.setup.seats[1]
    test = condition.example.replace("Eric", eric)
    lexicon, lines = post(RULESET.slug).lexicon(game.setup.seats), post(RULESET.slug).writer.lines
    behind, before = (
        lines.order(RULESET.grammar.read(line, lexicon, seat), game.view(seat))
        for line in (f"SUBSTANCE BROKEN K IF {test}", f"IF {test} THEN SUBSTANCE BROKEN K")
    )

    assert behind == before
    assert behind.startswith("If ")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "If nothing comes from you: you scheme, build by Tricks, refuse Deals."),
        (("SCHEME", "TRICKS NONE", "DEALS OPEN", "DEFEND YIELD"), "in a fight you go on to its end."),
        (("SHADOWSHIFT 1 DEAL Eric", "TRICKS NONE", "DEFEND YIELD", "DEALS OPEN"),
         "you scheme if no SUBSTANCE line can be carried out; in a fight you go on to its end."),
    ],
)  # fmt: skip
def test_a_receipt_says_what_happens_where_no_line_speaks(lines: tuple[str, ...], said: str) -> None:
    game, writes = begun("nine-princes", 3), post(RULESET.slug)
    seat, lexicon = game.setup.seats[0], writes.lexicon(game.setup.seats)
    orders = [RULESET.grammar.read(line, lexicon, seat) for line in lines]

    assert writes.writer.lines.defaults(game.view(seat), orders) == said


def test_a_trick_that_builds_nothing_is_warned_of() -> None:
    rules = rulesets()[RULESET.slug]
    game = first_game(rules, 4, 3)
    seat = game.setup.seats[0]
    line, view = RULESET.grammar.read("TRICK 8", post(RULESET.slug).lexicon(game.setup.seats), seat), game.view(seat)
    eight = next(card for card in view.hand if card.rank == "8")

    without = [one.text for one in rules.orders.remarks(view, [line])]
    view.me.shadows.append(Lying(eight, 9))

    assert without == ["You have no open Shadow of rank 8 now; without one the Trick builds nothing."]
    assert list(rules.orders.remarks(view, [line])) == []
