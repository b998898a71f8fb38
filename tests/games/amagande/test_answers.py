"""What a live game's questions take as an answer."""

from __future__ import annotations

import pytest

from referee.engine.audience import Seat
from referee.engine.errors import Illegal
from referee.games.amagande.events import Act, Drawn
from referee.games.amagande.words import answer
from referee.games.cards import Pack, card_named
from tests.games.natural import clerk


def test_the_drawn_card_by_its_name_is_played_and_another_is_not() -> None:
    desk = clerk("amagande")
    card = card_named("4H", Pack.FRENCH)
    assert card is not None
    ask = Drawn(Seat("Anna"), (Act.PLAY, Act.KEEP), card)

    assert answer(ask, "PLAY 4H", desk.lexicon) is Act.PLAY
    with pytest.raises(Illegal):
        answer(ask, "PLAY 9H", desk.lexicon)
