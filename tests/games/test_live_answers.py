"""What a question of a live game offers is taken as its answer, copied as it is printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.bots.bot import RandomBot, at_desk
from referee.engine.asks import Answer, Ask
from referee.engine.chance import Chance
from referee.games import find
from referee.reports.spans import plain
from referee.service.table.table import EXPLAINED, answer_in
from tests.laws.played import post
from tests.laws.test_first_letters import begun


@pytest.mark.parametrize(("slug", "players"), [("amagande", 3), ("amber", 5), ("normal-cards", 3), ("wizards-duel", 2)])
def test_whatever_a_question_offers_is_taken_as_its_answer(slug: str, players: int) -> None:
    rules, writer, asked = find(slug), post(slug).writer, list[Ask[Any]]()

    def heard(ask: Ask[Any], answered: Answer[Any]) -> None:
        asked.extend([ask] if ask.live else [])

    for number in range(4):
        game = begun(rules, players, number)
        bots = {seat: at_desk(RandomBot(Chance(seat.encode(), number))) for seat in game.setup.seats}
        while game.end is None and game.step < 6:
            game = game.play({}, desks=bots, heard=heard)
    lexicon = post(slug).lexicon(game.setup.seats)

    def reader(ask: Ask[Any]) -> Callable[[str], Any]:
        return lambda words: rules.words.answer(ask, words, lexicon)

    offered = [(ask, choice, plain(writer.lines.choice(ask, choice))) for ask in asked for choice in ask.choices]

    assert any(EXPLAINED.search(said) for _, _, said in offered)
    assert [said for ask, choice, said in offered if answer_in(said, reader(ask)) != choice] == []
