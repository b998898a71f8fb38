"""Every example that a letter shows is read at that table as the order it is for, and has no empty place."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from referee.engine.sheet import Reader
from tests.laws.played import played, post, rulesets
from tests.laws.test_help import helped

SHOWN = re.compile(r"(?m)^ *For instance:\s+(.*(?:\n {8,}\S.*)*)")


def examples(slug: str) -> Iterator[tuple[str, str, str]]:
    """Each verb of a game, an example that HELP shows of it at some tables, and what is wrong with that."""
    for game in (played(slug, number).start for number in range(5)):
        seat, lexicon = game.setup.seats[-1], post(slug).lexicon(game.setup.seats)
        for verb in game.rules.grammar.verbs:
            for found in SHOWN.findall(helped(game, seat, verb.word)):
                line = " ".join(found.split())
                [read] = Reader(game.rules.grammar, lexicon, seat, game.step + 1).read([line]).lines
                yield verb.word, line, str(read.error or "")


@pytest.mark.parametrize("slug", list(rulesets()))
def test_every_example_of_the_players_help_is_read(slug: str) -> None:
    found = list(examples(slug))

    assert [one for one in found if one[2]] == []
    assert len(found) >= len(rulesets()[slug].grammar.verbs) // 2
