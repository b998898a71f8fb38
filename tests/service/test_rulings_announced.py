"""That orders want a ruling is told at the start, where the game has such orders."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.world import World


@pytest.mark.parametrize(("mode", "told"), [("mage", True), ("non-mage", False)])
def test_a_first_letter_speaks_of_rulings_only_where_some_are_asked_for(tmp_path: Path, mode: str, told: bool) -> None:
    world = World.made(tmp_path)
    world.game("sea", ("Ana", "Bob", "Cid"), ruleset="elements", mode=mode)

    (welcome,) = [mail for mail in world.mails() if "Welcome" in mail.subject and mail.to == "ana@players.example"]

    assert ("Orders on which the GM must rule" in welcome.body) is told
    world.campaign.close()
