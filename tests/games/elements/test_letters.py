"""What the letters of Elements say in a receipt."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.elements import RULESET
from tests.laws.played import post
from tests.laws.test_first_letters import begun


def meaning(line: str) -> str:
    """What a receipt says of an order."""
    game = begun(RULESET, 3, 3)
    seat, writes = game.setup.seats[0], post(RULESET.slug)
    order = RULESET.grammar.read(line, writes.lexicon(game.setup.seats), seat)
    return writes.writer.lines.order(order, game.view(seat))


def test_a_receipt_says_under_which_condition() -> None:
    said = meaning("IF FLAME <= 1 THEN TOUCH")

    assert said.startswith("If ")
    assert said.endswith(": you touch your Island; then you may take again what you laid down.")
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
    game, writes = begun(RULESET, 3, 3), post(RULESET.slug)
    seat, lexicon = game.setup.seats[0], writes.lexicon(game.setup.seats)
    orders = [RULESET.grammar.read(line, lexicon, seat) for line in lines]

    assert writes.writer.lines.defaults(game.view(seat), orders) == said


def test_a_newcomer_is_shown_a_type_of_which_open_cards_can_be_had() -> None:
    for number in range(20):
        game = begun(RULESET, 4, number, mode="non-mage")
        for seat in game.setup.seats:
            view = game.view(seat)
            held = Counter(card.rank for card in view.island)
            near = {kind: n + sum(face[:-1] == kind for face in view.mind.faces()) for kind, n in held.items()}
            hunt, *_ = RULESET.orders.examples(view)

            assert near[hunt.removeprefix("HUNT ")] == max(near.values())
