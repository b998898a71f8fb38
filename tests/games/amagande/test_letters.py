"""What the letters of Amagande say of hands."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat
from referee.games.amagande import RULESET
from referee.games.amagande.events import HandShown
from referee.games.cards import Pack, card_named
from tests.laws.played import post


def test_a_hand_laid_open_does_not_tell_which_of_its_cards_was_drawn_last() -> None:
    cards = [card for code in ("KS", "9S", "QC") if (card := card_named(code, Pack.FRENCH)) is not None]
    lines = post(RULESET.slug).writer.lines
    told = [
        lines.event(HandShown(seat=Seat("Anna"), cards=tuple(hand), sum=29, eliminated=False, to=PUBLIC), Seat("Bo"))
        for hand in (cards, cards[::-1])
    ]

    assert len(cards) == 3
    assert told[0] == told[1]
