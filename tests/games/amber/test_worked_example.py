"""The example of the old rules, told in the letters card for card, in our words; who was not there can follow it."""

from __future__ import annotations

import pytest

from referee.cases.letters import Post
from referee.engine.audience import OBSERVER, Seat
from referee.engine.game import Game
from referee.games.amber import RULESET
from referee.games.amber.case import CASE_WORDS
from referee.resources import Resources
from tests.games.amber.table import Played, lexicon

HANDS = {
    "Eric": {"down": ["8S", "6P", "3C"]},
    "Corwin": {"down": ["2W", "7W"]},
    "Fiona": {"down": ["5S"], "up": ["4P"]},
    "Random": {},
}
ORDERS = {
    "Eric": ["ATTACK Corwin WITH 8S, 6P THEN STOP"],
    "Corwin": [
        "ATTACK Fiona WITH ANY",
        "DEFEND AGAINST SWORDS WITH WANDS LOW",
        "DEFEND AGAINST PENTACLES WITH WANDS HIGH",
        "SPOILS VASSAL",
    ],
    "Fiona": ["WAIT"],
    "Random": ["WAIT"],
}

OPTIONS = """\
  Eric wanted to attack Corwin. Corwin wanted to attack Fiona. Fiona and
  Random waited.
"""

STORY = """\
  Eric attacked Corwin.
      Eric              Corwin
      Eight of Swords   Two of Wands    Wands stop Swords.
      Six of Pentacles  Seven of Wands  Counter-attack!
  Eric was beaten by 1. The choice was Corwin's: vassalage. Eric became
  Corwin's vassal and paid Corwin one hidden card.

  Corwin attacked Fiona.
      Corwin         Fiona
      Three of Cups  Five of Swords  Swords stop Cups.
  Corwin broke off.
"""

AS_CORWIN = """\
  Eric attacked you.
      Eric              You
      Eight of Swords   Two of Wands    Wands stop Swords.
      Six of Pentacles  Seven of Wands  Counter-attack!
  Eric was beaten by 1. The choice was yours: vassalage. Eric became
  your vassal and paid you one card.
"""

AS_FIONA = """\
  Corwin attacked you.
      Corwin         You
      Three of Cups  Five of Swords  Swords stop Cups.
  Corwin broke off.
"""


@pytest.fixture(scope="module")
def played() -> Played:
    """The turn of the example, with Eric's attack first."""
    start = CASE_WORDS.given({}, {"players": HANDS, "initiative": ["Eric", "Corwin", "Fiona", "Random"]})
    game = Game.from_middle(RULESET, start.setup, start.state, start.step, b"the example of the old rules")
    read = {seat: RULESET.reader(lexicon(start.setup.seats), seat) for seat in start.setup.seats}
    return game.play({seat: [read[seat](line) for line in ORDERS[seat]] for seat in start.setup.seats})


def letter(played: Played, seat: str) -> str:
    """What a reader is sent after it."""
    return Post(RULESET, Resources()).report(played, Seat(seat)).body


@pytest.mark.parametrize("reader", [OBSERVER, "Random"])
def test_one_who_was_not_there_can_follow_every_card(played: Played, reader: str) -> None:
    body = letter(played, reader)

    assert STORY in body
    assert "Three of Cups" not in body.partition("Corwin attacked Fiona.")[0]


def test_the_options_are_told_before_anything_happens(played: Played) -> None:
    assert OPTIONS in letter(played, OBSERVER)


@pytest.mark.parametrize(("reader", "story"), [("Corwin", AS_CORWIN), ("Fiona", AS_FIONA)])
def test_who_fought_reads_it_as_their_own(played: Played, reader: str, story: str) -> None:
    assert story in letter(played, reader)


@pytest.mark.parametrize(
    ("reader", "line"),
    [("Corwin", "Eric paid you tribute: the Three of Cups."), ("Eric", "You paid Corwin tribute: the Three of Cups.")],
)
def test_giver_and_taker_know_which_card_it_was(played: Played, reader: str, line: str) -> None:
    assert line in letter(played, reader).partition("WHAT ONLY YOU KNOW")[2]
