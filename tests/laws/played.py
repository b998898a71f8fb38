"""The rulesets that the laws are held against here, and their games, each played once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

import pytest

from referee.cases.letters import Post
from referee.games import every
from referee.laws.played import Record, Rules, Step, record
from referee.resources import Resources
from tests.package_game import higher_card

GAMES = int(os.environ.get("REFEREE_LAW_GAMES", "12"))
"""How many games of each ruleset `make test` plays; `make soak` plays them too, and goes on with the next ones."""

SOAK = int(os.environ.get("REFEREE_SOAK_GAMES", "2000"))
"""How many more `make soak` plays."""


KEPT = 20
"""So many games are kept in mind, for whole games are large."""

BLOCK = 5
"""So many games of a ruleset, and all that is asked of them, stay with one worker, which plays each once."""


@cache
def rulesets() -> dict[str, Rules]:
    """Every ruleset found, and the small one that comes as a package."""
    return {**every(third_party=False), higher_card.RULESET.slug: higher_card.RULESET}


@cache
def post(slug: str) -> Post:
    """Who writes the letters of a ruleset."""
    return Post(rulesets()[slug], Resources())


def together(slug: str, first: int = 0) -> pytest.MarkDecorator:
    """The mark of all tests that look at a block of games."""
    return pytest.mark.xdist_group(f"{slug}-{first}")


def each(slugs: Iterable[str]) -> pytest.MarkDecorator:
    """A test of each of these rulesets that looks at its first games, as others do."""
    return pytest.mark.parametrize("slug", [pytest.param(slug, marks=together(slug)) for slug in slugs])


PLAYED = each(rulesets())
"""A test of each ruleset that looks at its first games."""


@lru_cache(maxsize=KEPT)
def played(slug: str, number: int) -> Record:
    """The game with this number: seats, options and style go by the number too."""
    return record(rulesets()[slug], number, post(slug).lexicon)


def steps_of(slug: str, numbers: range) -> Iterator[Step]:
    """All steps of some games."""
    for number in numbers:
        yield from played(slug, number).steps
