"""Games that began by edition 1 go on by it, where a dead player lays the cards of Chaos (R-58)."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games import find
from tests.games.one_case import wrong

CASE = {
    "id": "first-edition",
    "options": "{chaos_player: dead}",
    "given": "{removed: [NP], deck: [X18, 2P, 7C, 8C, REST],"
    " players: {Corwin: {}, Eric: {down: [3S]}, Fiona: {}, Random: {at: dead, court: removed}}}",
    "orders": "{Corwin: [GO SHADOW], Random: [CHAOS LAY CUPS]}",
    "expect": "{players: {Corwin: {at: shadow, court: deck}, Eric: {at: dead, court: removed, down: []},"
    " Fiona: {at: dead, court: removed}}, removed: [NP, KP, QS], discard: [X18, 2P, 7C, 8C, 3S]}",
}


@pytest.mark.parametrize(
    ("edition", "laid", "not_laid"), [("1", "Eight of Cups", "Seven of Cups"), ("2", "Seven of Cups", "Eight of Cups")]
)
def test_a_suit_has_its_special_card_too_since_edition_2(
    edition: str, laid: str, not_laid: str, tmp_path: Path
) -> None:
    told = {"told": f"{{all: [{laid}]}}", "untold": f"{{Fiona: [{not_laid}], Corwin: [{not_laid}]}}"}

    assert wrong(tmp_path, find("amber", edition), **CASE, **told) == []
