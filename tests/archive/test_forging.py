"""Forgers make the list anew and sign nothing: what one of the verifiers finds the other finds too, but for rules."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from referee.archive import packing, verification
from referee.archive.finding import Proof
from referee.archive.packing import NoBundle
from tests.archive.forging import changed_to, forged
from tests.archive.javascript import needs_node
from tests.archive.test_tampering import by_the_other, by_us, ways
from tests.archive.test_untouched import KEPT
from tests.archive.touching import Files, Way, kind_of, remade

pytestmark = needs_node

FORGERIES, MORE, BATCH = 250, 700, 50
"""So many forgeries by chance, always the same; so many others of each game in the long test; so many at a time."""

RULES = ("Played again, the turn ", "The turn can't be played again: ")
"""How that begins which only the verifier can say that plays the game again by its rules (PROOF.md names it)."""

OF_ANY_KIND = {
    ("acts.json", "*.details"),
    ("orders.json", "*.sheet.*"),
    ("story.json", "events.*.*"),
    ("undone.json", "*.events.*.*"),
}
"""Where a value of any kind may stand: what is written down of an act, and of a line of a letter; and what the rules of
a game tell of an event, where their hashes are hidden from the reader.
"""


def looked_at(data: bytes) -> Proof | None:
    """What our verifier says of a bundle, nothing of one that it can't read."""
    try:
        return verification.verify(data)
    except NoBundle:
        return None


def by_rules_alone(proof: Proof | None) -> bool:
    """Say whether something is found by playing the game again, and nothing else."""
    return proof is not None and not proof.good and all(one.said.startswith(RULES) for one in proof.differences)


def forgeries(files: Files, first: int, count: int) -> list[tuple[str, Proof | None, bool]]:
    """Make forgeries, and ask both: what was done, what we say, and whether the other finds anything."""
    made = [(f"{number}: {did}", remade(out)) for number in range(first, first + count)
            for did, out in [forged(files, Random(number))]]  # fmt: skip
    packed = [data for _, data in made]
    theirs = [bool(found) for at in range(0, count, BATCH) for found in by_the_other(packed[at : at + BATCH])]
    return [(did, looked_at(data), found) for (did, data), found in zip(made, theirs, strict=True)]


def disagreements(made: list[tuple[str, Proof | None, bool]]) -> list[tuple[str, str]]:
    """The forgeries that one of both finds and the other does not, and who that is."""
    found = [(did, proof is None or not proof.good, by_rules_alone(proof), theirs) for did, proof, theirs in made]
    return [(did, "we" if ours else "the other") for did, ours, rules, theirs in found if ours != (theirs or rules)]


@pytest.mark.parametrize("scope", ["whole", "seat"])
def test_what_one_finds_of_a_forgery_the_other_finds(scope: str, bundles: dict[str, Files]) -> None:
    made = forgeries(bundles[scope], 0, FORGERIES)

    assert disagreements(made) == []
    assert sum(theirs for _, _, theirs in made) > FORGERIES / 2
    assert sum(1 for _, proof, theirs in made if proof and proof.good and not theirs) > 5
    assert (sum(by_rules_alone(proof) for _, proof, _ in made) > 5) is (scope == "whole")


@pytest.mark.soak
@pytest.mark.parametrize("file", sorted(KEPT.glob("*.zip")), ids=lambda file: file.stem)
def test_what_one_finds_of_a_forgery_of_any_game_the_other_finds(file: Path) -> None:
    assert disagreements(forgeries(packing.unpacked(file.read_bytes()), FORGERIES, MORE)) == []


OTHERS: dict[type, Any] = {str: 7, int: "7", bool: 1, type(None): [], list: {}, dict: []}
"""For a value of each kind one of another, where no value could be of either."""


@pytest.mark.parametrize("scope", ["whole", "seat"])
def test_both_find_a_value_of_another_kind(scope: str, bundles: dict[str, Files]) -> None:
    files = bundles[scope]
    places = [(path, way, OTHERS[type(leaf)]) for path, way, leaf in every_leaf(files)]
    touched = [remade(changed_to(files, path, way, other)) for path, way, other in places]

    found = list(zip(places, map(by_us, touched), by_the_other(touched), strict=True))
    assert len(found) > 40
    assert {place for place, ours, theirs in found if bool(ours) != bool(theirs)} == set()
    unseen = {(path.rpartition("/")[2], kind_of(way)) for (path, way, _), ours, _ in found if not ours}
    assert {one for one in unseen if not is_of_any_kind(*one)} == set()


@pytest.mark.parametrize("number", [2**53, 1.5])
def test_both_find_a_number_that_not_every_language_can_hold(number: float, bundles: dict[str, Files]) -> None:
    files = bundles["whole"]
    touched = [remade(changed_to(files, path, way, number)) for path, way, _ in every_leaf(files)]

    assert [not found for found in map(by_us, touched)] == [False] * len(touched)
    assert [not found for found in by_the_other(touched)] == [False] * len(touched)


def every_leaf(files: Files) -> list[tuple[str, Way, Any]]:
    """A leaf of every kind, with what stands there."""
    found = []
    for path, way in ways(files):
        inner = orjson.loads(files[path])
        for key in way:
            inner = inner[key]
        found.append((path, way, inner))
    return found


def is_of_any_kind(path: str, kind: str) -> bool:
    """Say whether a leaf is, or lies in, what may be of any kind."""
    return any(path == file and f"{kind}.".startswith(f"{start}.") for file, start in OF_ANY_KIND)
