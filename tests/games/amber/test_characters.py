"""Words to a character reach nobody where no seat is called so, and the answer names who plays it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.bots.simulate import setup
from referee.engine.audience import Seat
from referee.engine.game import Game
from referee.engine.orders import readable
from referee.engine.sheet import Heard, OnFile
from referee.games.amber import RULESET
from referee.service.table.reading import Clerk, understand
from tests.games.amber.table import lexicon

SEATS = tuple(map(Seat, ("Anna", "Bruno", "Cara", "Dora")))
"""They play Benedict, Fiona, Corwin and Brand."""


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("TO Corwin: hello there", "Did you mean TO Cara: hello there?"),
        ("TO Corwin: do not go", "Did you mean TO Cara: do not go?"),
        ("TO Corwin, Bruno: come now", "Did you mean TO Cara, Bruno: come now?"),
        ("TO Corwin hello", "Did you mean TO Cara: your words?"),
        ("TELL Fiona: hello", "Did you mean TO Bruno: hello?"),
        ("TO Zed: hello", '"Zed" is not a player. The players are Anna, Bruno, Cara, Dora.'),
        ("TO Benedict: hello", '"Benedict" is not a player. The players are Anna, Bruno, Cara, Dora.'),
    ],
)
def test_words_to_a_character_are_answered_with_who_plays_it(line: str, meant: str) -> None:
    game = Game.start(RULESET, replace(setup(RULESET, 4, {}), seats=SEATS), b"characters")
    clerk = Clerk(RULESET, lexicon(SEATS), SEATS[0], 1, game.view(SEATS[0]))

    (one,) = understand(clerk, OnFile(), [line]).sheet.lines

    assert one.heard is Heard.UNREADABLE
    assert one.error is not None
    assert readable(one.error).endswith(meant)
