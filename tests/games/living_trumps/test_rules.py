"""Every value of every option is shown by a case; and what the cases say of numbers that belong to the mail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.games.living_trumps import RULESET

CASES = Path(__file__).parents[2] / "cases" / "living_trumps"
TEXT = "\n".join(file.read_text(encoding="utf-8") for file in sorted(CASES.glob("*.md")))
NAMED = [option for option in RULESET.options if option.numbers is None]


@pytest.mark.parametrize("option", [option.name for option in RULESET.options])
def test_every_option_is_shown_by_a_case(option: str) -> None:
    assert f"LT.{option.upper()}" in TEXT or option == "live"


@pytest.mark.parametrize(
    ("option", "value"), [(o.name, v) for o in NAMED for v in o.values if v != o.default and o.name != "live"]
)
def test_every_other_value_is_shown_by_a_case(option: str, value: str) -> None:
    assert re.search(rf'LT\.{option.upper()}: "?{value}"?', TEXT)
