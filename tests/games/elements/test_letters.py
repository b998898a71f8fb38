"""What the letters say to a newcomer, above a report and in a receipt, with magic and without."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.bots.simulate import seed_of, setup
from referee.engine.conditions import Condition
from referee.engine.game import Game
from referee.engine.orders import Order
from referee.games.elements import RULESET
from referee.games.elements.orders import VERBS
from referee.games.elements.state import State
from referee.games.elements.view import View
from referee.games.elements.words import CONDITIONS
from referee.reports.rulebook import rules_text
from referee.reports.text import lines as printed
from tests.laws.played import played, post

MODES = ("mage", "non-mage")
MOST_LINES, LONGEST_HEADLINE, ONE_SCREEN, FEW_LINES = 60, 60, 40, 8
GAMES = range(20)


def begun(mode: str, seats: int) -> Game[State, View]:
    """A game before its first turn."""
    return Game.start(RULESET, setup(RULESET, seats, {"mode": mode}), seed_of(seats))


def meaning(line: str, mode: str = "mage") -> str:
    """What a receipt says of an order."""
    game = begun(mode, 3)
    seat, writes = game.setup.seats[0], post(RULESET.slug)
    order = RULESET.grammar.read(line, writes.lexicon(game.setup.seats), seat)
    return writes.writer.lines.order(order, game.view(seat))


@pytest.mark.parametrize("mode", MODES)
def test_a_first_letter_is_short(mode: str) -> None:
    writes = post(RULESET.slug)
    lengths = {
        (seats, seat): sum(bool(line.strip()) for line in writes.welcome(game, seat).body.split("\n"))
        for seats in RULESET.seats
        for game in [begun(mode, seats)]
        for seat in game.setup.seats
    }

    assert {who: lines for who, lines in lengths.items() if lines > MOST_LINES} == {}


@pytest.mark.parametrize("mode", MODES)
def test_the_orders_shown_to_a_newcomer_can_be_sent_together(mode: str) -> None:
    for seats in RULESET.seats:
        game = begun(mode, seats)
        lexicon = post(RULESET.slug).lexicon(game.setup.seats)
        for seat in game.setup.seats:
            view = game.view(seat)
            lines = list(RULESET.orders.examples(view))
            orders = [RULESET.grammar.read(line, lexicon, seat) for line in lines]

            assert [RULESET.grammar.show(one) for one in orders] == lines
            assert [one.text for one in RULESET.orders.remarks(view, orders)] == []


@pytest.mark.parametrize("mode", MODES)
def test_an_invitation_says_in_few_lines_what_the_game_is(mode: str) -> None:
    settled = setup(RULESET, 4, {"mode": mode}).options

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


@pytest.mark.parametrize("kind", VERBS, ids=lambda kind: kind.__name__)
def test_a_receipt_says_what_each_order_will_do(kind: type[Order]) -> None:
    said = meaning(kind.example)

    assert said[:1].isupper()
    assert said.endswith(".")


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda kind: kind.__name__)
def test_a_receipt_says_under_which_condition(condition: type[Condition]) -> None:
    so, not_so = meaning(f"IF {condition.example} THEN TOUCH"), meaning(f"IF NOT {condition.example} THEN TOUCH")

    assert so.startswith("If ")
    assert so != not_so
    assert so.endswith(": you touch your Island; then you may take again what you laid down.")


@pytest.mark.parametrize("line", ["SCRY o1-o3", "scry o1 - o3", "MAGIC SCRY o1-o3", "SCRY o1, o2 o3", "scry o1, o2-o3"])
def test_a_range_of_spots_is_all_of_them(line: str) -> None:
    assert meaning(line) == "In the first impulse that is free for it, you see what lies on o1, o2 and o3."


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("SCRY o1",), "you hunt the type of your Flame, or else the one you have most of and never call a Whirlwind."),
        (("HUNT A",), "you never call a Whirlwind and cast no magic."),
        (("HUNT A", "AIR", "SCRY o1"), "a card that you took goes where the hunt has use for it."),
    ],
)  # fmt: skip
def test_a_receipt_says_what_happens_where_no_line_speaks(lines: tuple[str, ...], said: str) -> None:
    game, writes = begun("mage", 3), post(RULESET.slug)
    seat, lexicon = game.setup.seats[0], writes.lexicon(game.setup.seats)
    orders = [RULESET.grammar.read(line, lexicon, seat) for line in lines]

    assert writes.writer.lines.defaults(game.view(seat), orders) == said
