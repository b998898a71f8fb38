"""What a question of a live game offers is taken as its answer, copied as it is printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.bots.bot import guessing
from referee.engine.asks import Answer, Ask
from referee.engine.chance import Chance
from referee.engine.errors import OrderError
from referee.games import find
from referee.games.cards import cards_among
from referee.reports.spans import plain
from referee.service.table.table import EXPLAINED, answer_in
from tests.laws.played import post
from tests.laws.test_first_letters import begun

Reader = Callable[[str], Any]

SEATS = [("amagande", 3), ("amber", 5), ("normal-cards", 3), ("wizards-duel", 2)]
RESTS = (
    "(unless he plays a cup)", "unless they play 8C", "if Ana calls", "or 9H", "I think", "unless S", "?", "?!", "(?)",
    "\uff1f",
)  # fmt: skip


def asked_in(slug: str, players: int) -> list[Ask[Any]]:
    """List the live questions of some games."""
    rules, asked = find(slug), list[Ask[Any]]()

    def heard(ask: Ask[Any], answered: Answer[Any]) -> None:
        asked.extend([ask] if ask.live else [])

    for number in range(4):
        game = begun(rules, players, number)
        bots = {seat: guessing(Chance(seat.encode(), number)) for seat in game.setup.seats}
        while game.end is None and game.step < 6:
            game = game.play({}, desks=bots, heard=heard)
    return asked


def questions(slug: str, players: int) -> Iterator[tuple[Reader, Any, str]]:
    """List what the live questions of some games offer: how an answer is read, the choice, and how it is printed."""
    rules, writer, asked = find(slug), post(slug).writer, asked_in(slug, players)
    lexicon = post(slug).lexicon(begun(rules, players, 0).setup.seats)

    def reader(ask: Ask[Any]) -> Reader:
        return lambda words: rules.words.answer(ask, words, lexicon)

    for ask in asked:
        yield from ((reader(ask), choice, plain(writer.lines.choice(ask, choice))) for choice in ask.choices)


@pytest.mark.parametrize(("slug", "players"), SEATS)
def test_whatever_a_question_offers_is_taken_as_its_answer(slug: str, players: int) -> None:
    offered = list(questions(slug, players))

    assert any(EXPLAINED.search(said) for _, _, said in offered)
    assert [said for read, choice, said in offered if answer_in(said, read) != choice] == []


@pytest.mark.parametrize(("slug", "players"), [*SEATS, ("living-trumps", 5)])
def test_an_answer_with_a_condition_or_a_doubt_behind_it_is_none(slug: str, players: int) -> None:
    offered = {said: read for read, _, said in questions(slug, players)}

    assert len(offered) > 1
    assert [line for said, read in offered.items() for line in doubtful(said) if taken(line, read)] == []


def doubtful(said: str) -> list[str]:
    """Put a condition or a doubt behind an answer, as it is printed and without its name in brackets."""
    return [f"{form} {rest}" for form in (said, EXPLAINED.sub("", said)) for rest in RESTS]


def taken(line: str, read: Reader) -> bool:
    """Say whether a line is taken as an answer."""
    try:
        answer_in(line, read)
    except OrderError:
        return False
    return True


@pytest.mark.parametrize("slug", ["amagande", "wizards-duel"])
def test_a_question_speaks_of_no_answer_that_cannot_be_given(slug: str) -> None:
    writer, asked = post(slug).writer, asked_in(slug, 2)
    spoken_of = re.compile(r"\b(?:CALL|DRAW|PLAY|KEEP)\b|(?<=What do you )play|(?<=unless you )counter")
    said = {(writer.question(ask, ask.seat), tuple(ask.choices)) for ask in asked}
    wrong = [
        words for words, choices in said for word in spoken_of.findall(words)
        if (not cards_among(choices) if word.islower() else word not in choices)
    ]  # fmt: skip

    assert len(said) > len(asked) / 10
    assert wrong == []
