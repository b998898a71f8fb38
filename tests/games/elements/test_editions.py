"""Games that began by an earlier edition go on by it, in what players have in mind too: bundles of them hold that."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from referee.bots.simulate import Plan, Style, steps
from referee.games import find
from tests.games.one_case import wrong

SHRUNK = {
    "id": "shrunk",
    "options": "{EL.MODE: non-mage, EL.SHRINK: 'yes'}",
    "given": "{seats_left: [Ana, Bea, Cid], rests: [Ana, Bea, Cid], flame: {Ana: [9H]},"
    " island: {Ana: [2H, 3H, 4H, 5H, 6H, 7H], Bea: [KS, KD], Cid: [QS]}}",
    "orders": "{Ana: [AIR]}",
}


@pytest.mark.parametrize(("edition", "heard"), [("1", "untold"), ("2", "untold"), ("3", "told"), ("4", "told")])
def test_an_island_that_shrank_is_still_known_since_edition_3(edition: str, heard: str, tmp_path: Path) -> None:
    told = {heard: '{Ana: ["Island of Bea: 3H, 4H, 5H, 6H, 7H"]}'}

    assert wrong(tmp_path, find("elements", edition), **SHRUNK, **told) == []


@pytest.mark.parametrize("edition", ["1", "2", "3", "4"])
def test_the_table_has_in_mind_what_players_heard_in_every_edition(edition: str) -> None:
    rules = find("elements", edition)
    plan = Plan(rules.slug, Style.SCRIBBLE, seats=3, options={"mode": "non-mage", "shrink": "yes"})
    played = list(islice(steps(rules, plan, 0), 5))

    assert [seat for game in played for seat, mind in game.state.minds.items() if mind != game.views[seat].mind] == []
