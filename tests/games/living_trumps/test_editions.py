"""Games that began by edition 3 go on by it: what a line that was over said of a Deal, and YIELD NEVER."""

from pathlib import Path

import pytest

from referee.games import find
from tests.games.one_case import wrong

RIDES = {
    "id": "edition-3-rides",
    "given": "{players: [Eric, Fiona, Bleys], initiative: [Eric, Fiona, Bleys], identities: {Eric: K, Fiona: Q},"
    " blood: {Eric: {free: 3, placed: 0}, Fiona: {free: 3, placed: 0}}, shadows: {Eric: [7C], Fiona: [8D]},"
    " hands: {Eric: [2C, 3C, 4C, 5C, 6C, 8C, 10C, JC, AC, 7D, 7H, QH]}, hands_include: {Fiona: [6S]}}",
    "orders": "{Eric: [SUBSTANCE HELLRIDE Fiona 8D OFFER GIVE 4C GET 5D PLAY ACCUSE],"
    " Fiona: [DEFEND YIELD, SUBSTANCE HELLRIDE Eric 7C OFFER GIVE 6S GET 2C PLAY HONOUR]}",
}
FEINTS = {
    "id": "edition-3-never",
    "given": "{players: [Eric, Fiona, Bleys], initiative: [Eric, Fiona, Bleys], identities: {Eric: K, Fiona: Q},"
    " shadows: {Fiona: [8D]}, blood: {Eric: 2}, powerbase: {Eric: [KH], Fiona: [QH]},"
    " hands_include: {Eric: [2C, 3S, 4S, 5S], Fiona: [7C, 2S, 9S, 6S]}}",
    "chance": "{first_blood: [7C]}",
    "orders": "{Eric: [SUBSTANCE HELLRIDE Fiona 8D DUEL, DUEL GAUNTLET 2C, DUEL SHOW 3S, 'DUEL FEINT 4S, 5S',"
    " DUEL CALL NEVER, IF BLOOD >= 0 THEN DUEL YIELD NEVER, DUEL YIELD AFTER 1],"
    " Fiona: [DUEL WEAPON S, DUEL SHOW 2S, 'DUEL FEINT 9S, 6S', DUEL CALL NEVER, DUEL YIELD AFTER 1]}",
}


@pytest.mark.parametrize(
    ("edition", "result"), [("2", "false-accusation"), ("3", "false-accusation"), ("4", "fair-trade")]
)
def test_a_line_says_nothing_of_another_s_deal_since_edition_4(edition: str, result: str, tmp_path: Path) -> None:
    assert wrong(tmp_path, find("living-trumps", edition), **RIDES, expect=f"{{result: {result}}}") == []


@pytest.mark.parametrize(("edition", "yields"), [("2", "Eric"), ("3", "Eric"), ("4", "Fiona")])
def test_never_silences_later_lines_since_edition_4(edition: str, yields: str, tmp_path: Path) -> None:
    assert wrong(tmp_path, find("living-trumps", edition), **FEINTS, expect=f"{{yields: {yields}}}") == []
