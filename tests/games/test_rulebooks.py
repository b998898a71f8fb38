"""What a rulebook must say to the table: what binds somebody, what is a ruling of ours, and how a dull game ends."""

from __future__ import annotations

import pytest

from referee.games import every
from referee.reports.rulebook import rules_text

BINDS = [
    ("amber", "vassal", "AM-9.12 A vassal may not attack their lord"),
    ("amber", "vassals", "AM-9.13 One lord at a time"),
    ("amber", "lord", "AM-9.14 The bond ends when either dies"),
    ("amber", "R-79", "It is our own; the old rules have nothing of the kind."),
    ("elements", "EL-5.1", "No action at all, by magic or by hand or word, may do harm or cause pain"),
    ("elements", "EL-11.3", "All try to keep the cards of the Ocean evenly spread and face-up"),
    ("elements", "EL-11.4", "where a card is wanted that is hard to see or to reach in the bustle"),
    ("living-trumps", "LT-23.2", "A Storm is no Primal Chaos: they control it for its one Blood"),
    ("living-trumps", "LT-P1.6", "your free Blood, none that lies on cards"),
    ("living-trumps", "LT-21.5", "Without the card one must renege; one may anyway."),
]
"""Games, numbers of their rules, and what stands there."""

ENDS = [
    ("amagande", "AG-6", "A game that nobody plays to win ends all the same"),
    ("amber", "AM-14.7", "Without one nothing ends a game that nobody plays to win"),
    ("elements", "EL-R14", "a round that has gone on for EL.ROUND_LIMIT deadlines (12) ends without a winner"),
    ("living-trumps", "LT-R67", "Nothing else ends a game that nobody plays to win"),
    ("normal-cards", "DEFAULTS", "A game that nobody plays to win ends as well"),
    ("wizards-duel", "DEFAULTS", "A game that nobody plays to win ends as well"),
]


@pytest.mark.parametrize(("slug", "number", "words"), [*BINDS, *ENDS], ids=lambda one: one if "." not in one else None)
def test_the_rulebook_says(slug: str, number: str, words: str) -> None:
    found = rules_text(every(third_party=False)[slug], number)

    assert words in " ".join(" ".join(found).split())


def test_every_rulebook_says_what_ends_a_game_that_nobody_plays_to_win() -> None:
    assert [slug for slug, _, _ in ENDS] == sorted(every(third_party=False))
