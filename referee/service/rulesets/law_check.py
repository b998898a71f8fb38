"""A ruleset held against all laws: one that is installed, or one in a folder."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee import games
from referee.cases.letters import Post
from referee.engine.errors import SetupError
from referee.engine.ruleset import Ruleset
from referee.laws.breach import broke_off
from referee.laws.played import digest, record
from referee.laws.rulebook import examples_beside, examples_in
from referee.laws.trial import Found, Held, Trial, Verdict
from referee.laws.wholes import ENOUGH
from referee.resources import Resources
from referee.service.rulesets import packages

__all__ = ["Found", "Held", "Verdict", "check", "print_digest"]

Rules = Ruleset[Any, Any]
Watch = Callable[[int, str], None]

SURROUNDINGS = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Auckland", "LC_ALL": "C.UTF-8"},
)
"""Machines on which the same games must be the same bytes."""

ELSEWHERE = 3
"""So many games are played there."""

SAME = "games_are_the_same_everywhere"
CLAIM = "The same games are the same bytes on another machine, which goes through sets in another order"
ADVICE = (
    "Something goes in the order of a set, or by `hash` or `id`, or asks the machine for its time or place. "
    "Use lists and dicts, and sorted(...) where a set is needed."
)


def check(target: str, numbers: range, watch: Watch | None = None, *, elsewhere: bool = True) -> Verdict:
    """Hold all laws against a ruleset; ``target`` is a game's name or the path of its folder.

    Raises `LookupError` if there is no such game, `SetupError` if that of a folder cannot be loaded. Without
    ``elsewhere`` no game is played in other surroundings, which takes other processes.
    """
    rules = rules_of(target)
    try:
        trial = Trial(rules, examples_of(rules), Resources())
    except Exception as e:
        raise SetupError(f"{rules.title} cannot be looked at: {broke_off(e, rules.folder)}.") from e
    verdict = trial.hold(numbers, watch)
    if not elsewhere:
        return verdict
    last = Held(SAME, CLAIM, ADVICE)
    if not trial.causes and len(numbers) >= ENOUGH:
        if watch is not None:
            watch(len(numbers), "elsewhere")
        last = same(target)
    return replace(verdict, laws=(*verdict.laws, last))


def rules_of(target: str) -> Rules:
    """Load a ruleset by the game's name or by the path of its folder."""
    return packages.in_folder(Path(target)) if packages.is_path(target) else games.find(target)


def examples_of(rules: Rules) -> list[Path] | None:
    """List a game's cases and tests; those of our own games lie in the checkout, and are not known without it."""
    ours = Path(games.__file__).parent
    if not rules.folder.is_relative_to(ours):
        return examples_beside(rules)
    tests = ours.parents[1] / "tests"
    places = [tests / kind / rules.folder.name for kind in ("cases", "games")]
    there = [place for place in places if place.is_dir()]
    return examples_in(there, rules) if there else None


def same(target: str) -> Held:
    """Play some games in processes with other surroundings, and compare all that they store and send."""
    held = Held(SAME, CLAIM, ADVICE, looked=1)
    code = f"from referee.service.rulesets.law_check import print_digest; print_digest({target!r}, {ELSEWHERE})"
    home = str(Path(games.__file__).parents[2])
    path = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path, **changed},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for changed in SURROUNDINGS
    ]
    printed = [process.communicate() for process in running]
    for breach in _unlike(printed):
        held.broken += 1
        held.found.append(Found(breach))
    return held


def _unlike(printed: list[tuple[str, str]]) -> Iterator[str]:
    """Say where what other processes printed differs, or why they printed nothing."""
    if wrong := [err for out, err in printed if not out]:
        yield f"there it breaks off: {wrong[0].strip().splitlines()[-1] if wrong[0].strip() else 'without a word'}"
        return
    games_there = [out.split() for out, _ in printed]
    for number, digests in enumerate(zip(*games_there, strict=True)):
        if len(set(digests)) > 1:
            yield f"game {number} is another game there"


def print_digest(target: str, many: int) -> None:
    """Print a digest of each of some games; this runs in a process of its own."""
    rules = rules_of(target)
    post = Post(rules, Resources())
    for number in range(many):
        print(digest([record(rules, number, post.lexicon)], post))
