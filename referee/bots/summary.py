"""Many games in a few numbers: how long they are, who wins how, and how often each rule fires."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from referee.bots.simulate import Played
from referee.engine.events import Event
from referee.engine.values import value

GIVEN_UP = "given up"
"""The end of a game that lasted too long."""

_CITED = re.compile(r"\b[A-Z]{1,3}-[A-Z]?\d+(?:\.\d+)?\b")


@value
class Fired:
    """One kind of event."""

    event: str
    """The kind."""
    rules: tuple[str, ...]
    """The rules that it cites."""
    per_game: float
    """How often it happens in one game."""
    of_games: float
    """In which part of the games it happens."""


@value
class Summary:
    """Many games in a few numbers."""

    games: int
    """How many games."""
    shortest: int
    """The turns of the shortest."""
    quarter: int
    """A quarter of them were no longer than this."""
    middle: int
    """Half of them were no longer than this."""
    three_quarters: int
    """Three quarters of them were no longer than this."""
    longest: int
    """The turns of the longest."""
    ends: Mapping[str, int]
    """How many ended so, by the reason."""
    wins: Mapping[int, int]
    """How many were won, by the place at the table."""
    wins_by: Mapping[str, Mapping[int, int]]
    """The same, by the reason of the end."""
    events: Mapping[str, float]
    """How often it happened in one game, by the kind of event."""
    fired: Sequence[Fired]
    """The same with the rules that are cited, those among them that never happened."""
    tally: Mapping[str, Mapping[str, int]]
    """What the game itself counts, by heading and label."""


def summary(games: Sequence[Played], kinds: Iterable[type[Event]] = ()) -> Summary:
    """Sum up the results of at least one game of a ruleset with these kinds of events."""
    lengths = sorted(game.steps for game in games)
    reasons = [reason for reason, _ in Counter(game.reason for game in games).most_common()]
    events: Counter[str] = Counter()
    for game in games:
        events.update(game.events)
    return Summary(
        games=len(games),
        shortest=lengths[0],
        quarter=lengths[len(lengths) // 4],
        middle=lengths[len(lengths) // 2],
        three_quarters=lengths[len(lengths) * 3 // 4],
        longest=lengths[-1],
        ends=dict(Counter(game.reason or GIVEN_UP for game in games).most_common()),
        wins=_wins(games),
        wins_by={reason: wins for reason in reasons if (wins := _wins(g for g in games if g.reason == reason))},
        events={name: n / len(games) for name, n in sorted(events.items())},
        fired=[_fired(kind, games) for kind in kinds],
        tally=_tallied(games),
    )


def _wins(games: Iterable[Played]) -> dict[int, int]:
    """Count the games won by place at the table, from 1."""
    return dict(sorted(Counter(game.seats.index(seat) + 1 for game in games for seat in game.winners).items()))


def _fired(kind: type[Event], games: Sequence[Played]) -> Fired:
    name = kind.__name__
    counts = [game.events.get(name, 0) for game in games]
    cited = tuple(dict.fromkeys(_CITED.findall(kind.__doc__ or "")))
    return Fired(name, cited, sum(counts) / len(games), sum(map(bool, counts)) / len(games))


def _tallied(games: Sequence[Played]) -> dict[str, dict[str, int]]:
    sums: dict[str, Counter[str]] = {}
    for game in games:
        for heading, labels in game.tally.items():
            sums.setdefault(heading, Counter()).update(labels)
    return {heading: dict(sorted(sums[heading].items(), key=lambda one: (-one[1], one[0]))) for heading in sums}
