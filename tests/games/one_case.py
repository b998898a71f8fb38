"""One rule case, written in a test and run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.cases.run import Runner, cases_in
from referee.engine.ruleset import Ruleset
from referee.resources import Resources


def wrong(folder: Path, rules: Ruleset[Any, Any], **case: str) -> list[str]:
    """What does not hold in a case with these keys: the fields that differ, and other problems in words."""
    file = folder / "case.yaml"
    lines = [f"game: {rules.slug}", *(f"{key}: {value}" for key, value in case.items())]
    file.write_text("\n".join(lines), encoding="utf-8")
    (found,), errors = cases_in([file])
    said = Runner(rules, Resources(), strict=True).run(found)

    assert errors == []
    return [*(d.field for d in said.differs), *said.problems]
