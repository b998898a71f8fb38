"""Bundles of random games of all rulesets that nobody touched: both verifiers find nothing, and look at everything."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.archive import bundle, verification
from referee.archive.bundle import SIGNATURE
from referee.games import every
from referee.service.records.bundles import export
from referee.store import games
from tests.archive.games import played
from tests.archive.javascript import needs_node, said_by_node
from tests.service.world import World

RULES = every(third_party=False)
GAMES = 100
KEPT = Path(__file__).parent / "kept"
"""Bundles as earlier versions of the program wrote them; what is kept stays as it is."""
NUMBER = re.compile(r"\b(?:[0-9a-f]{64}|\d+)\b")
FOUND = [
    "All N files are those of the list.",
    "The list is signed with the key N; compare it with the one in your invitation.",
    "The secret is the one that the invitation promised: N.",
    "The seed follows from the secret and the players' words.",
    "The chain holds from the set-up to turn N.",
    "All N receipts' codes fit the orders they stand for.",
    "All N receipts are signed with this key.",
    "Played again by the rules, the set-up and every turn come to what is stored, with N draws.",
]
"""What an untouched bundle with everything in it passes, numbers and keys left out."""

pytestmark = needs_node


def exported(world: World, name: str, reader: str = "GM") -> Path:
    """Hand a game out as one file."""
    file = world.campaign.settings.folder / f"{name}-{reader}.zip"
    export(world.campaign, name, file, reader=reader)
    return file


def wrong_with(file: Path) -> list[str]:
    """What either verifier has to say against a bundle, given the campaign's key."""
    key = json.loads(bundle.opened(file.read_bytes())[SIGNATURE])["key"]
    proof = verification.verify(file.read_bytes(), key)
    code, said = said_by_node(file, "--key", key)
    return [f"{one.place}: {one.said}" for one in proof.differences] + (said.splitlines() if code else [])


@pytest.mark.parametrize("slug", RULES)
def test_a_game_passes_whole_and_as_any_reader_has_it(slug: str, world: World) -> None:
    row = played(world, RULES[slug], 3 + list(RULES).index(slug), most=3)
    with world.campaign.store.reading() as tx:
        readers = ["GM", games.places(tx, row.id)[0].name, "observer"]

    assert [wrong_with(exported(world, row.name, reader)) for reader in readers] == [[], [], []]


@pytest.mark.soak
def test_a_hundred_games_of_all_rulesets_pass_in_both(world: World) -> None:
    found = {}
    for number in range(GAMES):
        rules = list(RULES.values())[number % len(RULES)]
        row = played(world, rules, number, most=3 + number % 10)
        found[rules.slug, number] = wrong_with(exported(world, row.name))

    assert {game: wrong for game, wrong in found.items() if wrong} == {}
    assert len(found) == GAMES


@pytest.mark.parametrize("file", sorted(KEPT.glob("*.zip")), ids=lambda file: file.stem)
def test_a_bundle_that_was_kept_still_passes(file: Path) -> None:
    proof = verification.verify(file.read_bytes())

    assert wrong_with(file) == []
    assert [NUMBER.sub("N", line) for line in proof.found] == FOUND
    assert said_by_node(file)[0] == 0
