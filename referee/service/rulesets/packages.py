"""Games in packages that need not be installed: what lies in a folder, what a file belongs to, and cases run."""

import importlib
import os
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from referee import games
from referee.cases.differ import Difference, Result, Results
from referee.cases.run import run_paths
from referee.engine.errors import SetupError
from referee.engine.ruleset import Ruleset
from referee.engine.values import value
from referee.resources import Resources
from referee.service.upkeep.faults import reason

Rules = Ruleset[Any, Any]


def find_beside(slug: str, paths: Sequence[Path]) -> Rules:
    """Return the rules of a game that is installed, or of the project in which one of these files or folders lies.

    Raises `LookupError` with the nearest name if there is no such game, `SetupError` if that of a project cannot be
    loaded.
    """
    try:
        return games.find(slug)
    except LookupError:
        for rules in map(in_folder, _projects(paths)):
            if rules.slug == slug.strip().lower().replace("_", "-"):
                return rules
        raise


def _projects(paths: Sequence[Path]) -> Iterator[Path]:
    """Find the folders above these paths whose pyproject.toml registers a game."""
    for path in paths:
        for folder in (path.resolve(), *path.resolve().parents):
            project = folder / "pyproject.toml"
            if project.is_file():
                if games.GROUP in project.read_text(encoding="utf-8"):
                    yield folder
                break


def is_path(target: str) -> bool:
    """Say whether this names a folder rather than a game; a game's name goes first."""
    if os.sep in target or target in (".", ".."):
        return True
    known = target.strip().lower().replace("_", "-") in games.slugs()
    return not known and Path(target).is_dir()


def in_folder(folder: Path) -> Rules:
    """Load the ruleset in a folder, which is a project with the entry point or the game's own package."""
    folder = folder.absolute().resolve()
    root, module, name = _entry(folder)
    sys.path.insert(0, str(root))
    try:
        rules = getattr(importlib.import_module(module), name, None)
    except Exception as e:
        raise SetupError(f"The game in {folder} cannot be loaded. {reason(e)}") from e
    if not isinstance(rules, Ruleset):
        raise SetupError(f"{module} has no {name} that is a Ruleset.")
    if not rules.folder.resolve().is_relative_to(root):
        raise SetupError(f"{module} is taken from {rules.folder}, not from {folder}: another package has its name.")
    return rules


def _entry(folder: Path) -> tuple[Path, str, str]:
    project = folder / "pyproject.toml"
    if project.is_file():
        try:
            found = tomllib.loads(project.read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as e:
            raise SetupError(f"{project} cannot be read: {e}.") from None
        entries = found.get("project", {}).get("entry-points", {}).get(games.GROUP, {})
        if len(entries) != 1:
            group = f'[project.entry-points."{games.GROUP}"]'
            raise SetupError(f"{project} needs one line below {group}, and has {len(entries)}.")
        module, _, name = next(iter(entries.values())).partition(":")
        source = folder / "src"
        return (source if source.is_dir() else folder), module, name
    if (folder / "__init__.py").is_file():
        return folder.parent, folder.name, "RULESET"
    raise SetupError(f"There is no game in {folder}: neither a pyproject.toml nor an __init__.py with its RULESET.")


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
