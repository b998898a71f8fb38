"""The rulesets that the laws are held against here, and their games, each played once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from referee.cases.letters import Post
from referee.games import every
from referee.laws.played import STYLES, Record, Rules, Step, defaults, record, style_of
from referee.resources import Resources
from referee.store.codec import Codec, prepared
from tests.package_game import higher_card

GAMES = int(os.environ.get("REFEREE_LAW_GAMES", "12"))
"""How many games of each ruleset `make test` plays; `make soak` plays them too, and goes on with the next ones."""

SOAK = int(os.environ.get("REFEREE_SOAK_GAMES", "2000"))
"""How many more `make soak` plays."""


OUTCOMES = Path(__file__).parent / "outcomes"
"""How these games came out when last somebody looked, a file for each ruleset."""

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


def games_of(slug: str) -> int:
    """How many games of a ruleset `make test` plays: the fewer, the larger its tables are."""
    return max(len(STYLES), GAMES * 4 // max(4, rulesets()[slug].seats[-1]))


def outcomes(slug: str, numbers: Iterable[int]) -> list[str]:
    """A line for each of these games: how it was set up, how it ended, and a hash of all that happened in it."""
    store: Codec[Any, Any] = prepared(rulesets()[slug])
    return [_outcome(played(slug, number), store) for number in numbers]


def _outcome(game: Record, store: Codec[Any, Any]) -> str:
    usual, end = defaults(game.start.rules), game.end.end
    options = [f"{name}={chosen}" for name, chosen in game.start.setup.options.items() if chosen != usual[name]]
    happened = sha256(b"".join(store.dump_events(position.events) for position in game.positions)).hexdigest()
    how = f"{end.reason} {' '.join(end.winners)}".rstrip() if end else "no end"
    table = " ".join([style_of(game.number), f"{len(game.start.setup.seats)} seats", *options])
    return f"{game.number:2} {table}: {len(game.steps)} turns, {how}, {happened[:16]}"


def steps_of(slug: str, numbers: range) -> Iterator[Step]:
    """All steps of some games."""
    for number in numbers:
        yield from played(slug, number).steps
