"""What a receipt says of where no line speaks leaves out what a line on file has settled."""

from __future__ import annotations

import pytest

from tests.games.natural import clerk
from tests.laws.played import post

SETTLED = [
    ("wizards-duel", "PLAY ON 2", "; the turn ends after four rounds"),
    ("wizards-duel", "CALL IF LED >= 15", "call or "),
    ("wizards-duel", "ROUND 3 CALL", "call or "),
    ("wizards-duel", "DRAW IF BEST <= 2", " or draw"),
    ("wizards-duel", "ROUND 3 DRAW", " or draw"),
    ("normal-cards", "PLAY ON 2", " The turn ends after four tricks."),
    (
        "amagande",
        "STYLE LIGHT",
        "you play the card of the highest value that fits (STYLE HEAVY), never the fatal seven unless nothing else "
        "does; ",
    ),
    ("amagande", "COUNTER 2", "you counter as cheaply as you can; "),
    ("amagande", "ACE SUIT H", "with an ace you name the suit you hold most of (ACE SUIT MOST); "),
    ("amagande", "DRAWN KEEP", "a card you had to draw is played if it fits; "),
]
"""A line of each game, and which words it takes out of those for an order that settles nothing."""


@pytest.mark.parametrize(("slug", "line", "words"), SETTLED)
def test_what_a_line_on_file_has_settled_is_not_told_as_unspoken(slug: str, line: str, words: str) -> None:
    desk, said = clerk(slug), post(slug).writer.lines
    bare = said.defaults(desk.view, [desk.read("RESIGN")])

    assert words in bare
    assert said.defaults(desk.view, [desk.read(line)]) == bare.replace(words, "", 1)
