"""Every example that a letter shows is read at that table as the order it is for, and has no empty place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.engine.audience import Seat
from referee.engine.game import Game
from referee.engine.reader import Reader
from referee.engine.setup import Setup, SignUp
from referee.laws.played import Position
from tests.laws.played import PLAYED, played, post, rulesets
from tests.laws.test_help import helped

STRANGERS = ("Zoe", "Yann", "Xenia", "Eric")
SHOWN = re.compile(r"(?m)^ *For instance:\s+(.*(?:\n {8,}\S.*)*)")


def tables(slug: str) -> Iterator[tuple[Position, Seat]]:
    """The beginnings of some games, each looked at from one seat, and of one in which others sit."""
    starts = [played(slug, number).start for number in range(5)]
    yield from ((game, game.setup.seats[-1]) for game in starts)
    rules, setup = starts[0].rules, starts[0].setup
    others = rules.seating.christen([SignUp(name) for name in STRANGERS[: len(setup.seats)]], setup.options)
    game = Game.start(rules, Setup(others, setup.options), starts[0].seed)
    yield from ((game, seat) for seat in others[:2])


def examples(slug: str) -> Iterator[tuple[str, str, str]]:
    """Each verb of a game, an example that HELP shows of it at some tables, and what is wrong with that."""
    for game, seat in tables(slug):
        lexicon = post(slug).lexicon(game.setup.seats)
        read = Reader(game.rules.grammar, lexicon, seat, game.step + 1)
        for verb in game.rules.grammar.verbs:
            said = helped(game, seat, verb.word)
            shown = [" ".join(found.split()) for found in SHOWN.findall(said)]
            for line in shown:
                [found] = read.read([line]).lines
                yield verb.word, line, str(found.error or "")


@PLAYED
def test_every_example_of_the_players_help_is_read(slug: str) -> None:
    found = list(examples(slug))

    assert [one for one in found if one[2]] == []
    assert len(found) >= len(rulesets()[slug].grammar.verbs) // 2
