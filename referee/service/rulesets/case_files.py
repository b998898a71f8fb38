"""Rule cases run from files, with what differs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from referee import games
from referee.cases.differ import Difference, Result, Results
from referee.cases.run import run_paths
from referee.engine.values import value
from referee.resources import Resources
from referee.service.rulesets.packages import find_beside

__all__ = ["Result", "Results", "Run", "run", "shown"]


@value
class CaseRun:
    """One rule case, and what came of it."""

    id: str
    """Its name."""
    title: str
    """What it is about."""
    file: Path
    """Where it is written."""
    line: int
    """In which line it begins."""
    ok: bool
    """Whether it holds."""
    problems: list[str]
    """Why it could not be run to its end."""
    differs: list[Difference]
    """Where it came otherwise."""
    notes: list[str]
    """What nothing checks."""


@value
class Run:
    """Rule cases that were run."""

    ok: bool
    """Whether all hold and could be read."""
    summary: str
    """The same in a line."""
    cases: list[CaseRun]
    """Each case."""
    errors: list[str]
    """What could not be read."""


def run(paths: Sequence[Path], campaign: Path | None = None, *, strict: bool = False) -> Results:
    """Run all cases of these files and folders, with a campaign's own words if one is given; see `run_paths`."""
    return run_paths(paths, partial(find_beside, paths=paths), Resources(campaign), games=games.slugs(), strict=strict)


def shown(results: Results) -> Run:
    """Return the results for programs to look at."""
    errors = [str(error) for error in results.errors]
    return Run(results.ok, results.summary(), [_case(result) for result in results.results], errors)


def _case(result: Result) -> CaseRun:
    case = result.case
    return CaseRun(
        id=case.id,
        title=case.title,
        file=case.file,
        line=case.line,
        ok=result.ok,
        problems=list(result.problems),
        differs=list(result.differs),
        notes=list(result.notes),
    )
