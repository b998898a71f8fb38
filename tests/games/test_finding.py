"""Finding games: ours are folders, others' are installed packages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from referee import games
from referee.engine.ruleset import Ruleset


@dataclass
class Entry:
    """What an installed package registers."""

    name: str
    load: Callable[[], Any]


def broken() -> Ruleset[Any, Any]:
    """A package that cannot be loaded."""
    raise ImportError("this package is broken")


def test_a_game_is_found_by_its_slug() -> None:
    assert games.find("wizards-duel").title == games.find(" Wizards_Duel ").title == "Wizard's Duel"


def test_an_unknown_game_is_told_with_the_nearest() -> None:
    with pytest.raises(LookupError, match=r"There is no game wizard-duel\. Did you mean wizards-duel\?"):
        games.find("wizard-duel")
    with pytest.raises(LookupError, match=r".*wizards-duel; one of your own is found once it is installed"):
        games.find("bridge")


def test_every_game_is_known_by_its_own_slug() -> None:
    assert {slug: rules.slug for slug, rules in games.every().items()} == {slug: slug for slug in games.slugs()}


def test_another_package_is_found_and_a_broken_one_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = replace(games.find("wizards-duel"), slug="my-game")
    entries = [Entry("my_game", lambda: ours), Entry("rotten", broken), Entry("wizards-duel", broken)]
    monkeypatch.setattr(games, "entry_points", lambda group: entries if group == games.GROUP else [])

    assert games.find("my-game") is ours
    assert games.find("wizards-duel").slug == "wizards-duel"
    assert {"my-game", "rotten"} <= set(games.slugs())
    assert "rotten" not in games.every(third_party=False)
    with pytest.raises(ImportError, match="this package is broken"):
        games.find("rotten")
