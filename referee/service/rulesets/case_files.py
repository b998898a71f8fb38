"""Rule cases run from files, with what differs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from referee import games
from referee.cases.differ import Result, Results
from referee.cases.run import run_paths
from referee.resources import Resources
from referee.service.rulesets.packages import find_beside

__all__ = ["Result", "Results", "as_data", "run"]


def run(paths: Sequence[Path], campaign: Path | None = None, *, strict: bool = False) -> Results:
    """Run all cases of these files and folders, with a campaign's own words if one is given; see `run_paths`."""
    return run_paths(paths, partial(find_beside, paths=paths), Resources(campaign), games=games.slugs(), strict=strict)


def as_data(results: Results) -> dict[str, Any]:
    """Return the results as plain data."""
    return {
        "ok": results.ok,
        "summary": results.summary(),
        "cases": [_case(result) for result in results.results],
        "errors": [str(error) for error in results.errors],
    }


def _case(result: Result) -> dict[str, Any]:
    return {
        "id": result.case.id,
        "title": result.case.title,
        "file": str(result.case.file),
        "line": result.case.line,
        "ok": result.ok,
        "problems": list(result.problems),
        "differs": [{"field": d.field, "expected": d.expected, "got": d.got} for d in result.differs],
        "notes": list(result.notes),
    }
