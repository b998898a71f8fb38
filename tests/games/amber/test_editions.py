"""Games that began by an earlier edition go on by it: where a dead player lays the cards of Chaos, and others."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games import find
from tests.games.one_case import wrong

LAID = {
    "id": "first-edition",
    "options": "{chaos_player: dead}",
    "given": "{removed: [NP], deck: [X18, 2P, 7C, 8C, REST],"
    " players: {Corwin: {}, Eric: {down: [3S]}, Fiona: {}, Random: {at: dead, court: removed}}}",
    "orders": "{Corwin: [GO SHADOW], Random: [CHAOS LAY CUPS]}",
    "expect": "{players: {Corwin: {at: shadow, court: deck}, Eric: {at: dead, court: removed, down: []},"
    " Fiona: {at: dead, court: removed}}, removed: [NP, KP, QS], discard: [X18, 2P, 7C, 8C, 3S]}",
}

LOST = {
    "id": "lost-turns",
    "given": "{throne: {card: X12}, deck: [2S, 3S, REST],"
    " players: {Corwin: {status: idle, until: 5, down: [8P]}, Eric: {down: [9C]}, Fiona: {}, Random: {}}}",
    "orders": "{Eric: [PLAY 9C ON Corwin]}",
}
OPENED = {
    "id": "opened",
    "given": "{players: {Corwin: {down: [7W, 2C, 3S]}, Eric: {held: [NS]}, Fiona: {}, Random: {}}}",
    "orders": "{Eric: [SUMMON Corwin]}",
    "expect": "{players: {Corwin: {down: [], up: [7W, 2C, 3S], court: own}, Eric: {held: []}}}",
}


@pytest.mark.parametrize(
    ("edition", "laid", "not_laid"), [("1", "Eight of Cups", "Seven of Cups"), ("2", "Seven of Cups", "Eight of Cups")]
)
def test_a_suit_has_its_special_card_too_since_edition_2(
    edition: str, laid: str, not_laid: str, tmp_path: Path
) -> None:
    told = {"told": f"{{all: [{laid}]}}", "untold": f"{{Fiona: [{not_laid}], Corwin: [{not_laid}]}}"}

    assert wrong(tmp_path, find("amber", edition), **LAID, **told) == []


@pytest.mark.parametrize(("edition", "drawn"), [("2", "2S, 3S"), ("3", "")])
def test_a_turn_that_is_being_lost_stays_lost_since_edition_3(edition: str, drawn: str, tmp_path: Path) -> None:
    throne = f"{{occupant: Corwin, taken: 5, card: none, cards: [{drawn}]}}"
    players = "{Corwin: {at: throne, status: idle, until: 6, down: []}, Eric: {down: []}}"
    expect = f"{{throne: {throne}, players: {players}, discard: [9C, X12, 8P]}}"

    assert wrong(tmp_path, find("amber", edition), **LOST, expect=expect) == []


@pytest.mark.parametrize(
    ("edition", "turned_up"),
    [
        ("2", "Seven of Wands, the Two of Cups and the Three of Swords"),
        ("3", "Three of Swords, the Seven of Wands and the Two of Cups"),
    ],
)
def test_cards_are_told_in_the_order_of_the_pack_since_edition_3(edition: str, turned_up: str, tmp_path: Path) -> None:
    told = f'{{Fiona: ["{turned_up}"]}}'

    assert wrong(tmp_path, find("amber", edition), **OPENED, told=told) == []
