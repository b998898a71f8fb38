"""The laws on RULES.md: what the code cites is there, and what is there is shown by a case or a test."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.laws.breach import Breach
from referee.laws.played import Rules

NUMBER = re.compile(r"\b([A-Z]{1,3}-[A-Z]{0,2}\d+(?:\.\d+)*)\b")
"""The number of a rule, such as HC-2.1, R-7 or AM-C3."""

RULES = "RULES.md"
CITING = (".py", ".j2", ".toml")
SHOWING = (".py", ".md", ".yaml", ".yml")


def numbers_of(rules: Rules) -> frozenset[str]:
    """Return the numbers that RULES.md gives: those that begin an item, a heading or a row."""
    text = (rules.folder / RULES).read_text(encoding="utf-8")
    starts = re.findall(rf"^[#\s>|*`-]*(?:(?:Ruling|Option)\s+)?`?\**{NUMBER.pattern}", text, re.MULTILINE)
    return frozenset(starts)


def the_rules_are_numbered(rules: Rules) -> Iterator[Breach]:
    """RULES.md is there, and its rules have numbers such as HC-2.1."""
    if not (rules.folder / RULES).is_file():
        yield Breach(f"there is no {RULES} in {rules.folder}")
    elif not numbers_of(rules):
        yield Breach(f"no line of {RULES} begins with a number such as AB-1.1")


def every_rule_that_is_cited_is_there(rules: Rules) -> Iterator[Breach]:
    """Every number that the code cites is one of RULES.md."""
    known = numbers_of(rules)
    prefixes = {number.partition("-")[0] for number in known}
    for file in sorted(rules.folder.rglob("*")):
        if file.suffix in CITING:
            cited = set(NUMBER.findall(file.read_text(encoding="utf-8")))
            for number in sorted(cited - known):
                if number.partition("-")[0] in prefixes:
                    yield Breach(f"{file.relative_to(rules.folder)} cites {number}, which {RULES} does not have")
    for kind in rules.stored.asks:
        if kind.rule not in known:
            yield Breach(f"the question {kind.__name__} cites {kind.rule}, which {RULES} does not have")
    for option in rules.options:
        if option.rule not in known:
            yield Breach(f"the option {option.name} cites {option.rule}, which {RULES} does not have")


def every_rule_is_shown(rules: Rules, examples: Sequence[Path]) -> Iterator[Breach]:
    """Every number of RULES.md is cited by a rule case or a test; a part of it is as good."""
    shown: set[str] = set()
    for file in examples:
        shown |= set(NUMBER.findall(file.read_text(encoding="utf-8")))
    for number in sorted(numbers_of(rules)):
        if not any(one == number or one.startswith(f"{number}.") for one in shown):
            yield Breach(f"{number} is cited by no case and no test")


def examples_in(places: Sequence[Path], rules: Rules) -> list[Path]:
    """List the files of these places that may show rules: cases and tests, but not the game itself."""
    there = [file for one in places for file in ([one] if one.is_file() else sorted(one.rglob("*")))]
    found = [file for file in there if file.is_file() and file.suffix in SHOWING and file.name != RULES]
    own = {file for file in found if file.is_relative_to(rules.folder) and not is_example(file, rules)}
    return list(dict.fromkeys(file for file in found if file not in own))


def examples_beside(rules: Rules) -> list[Path]:
    """List the cases and tests that lie in a game's folder, or in that of the project it is part of."""
    places = []
    project = [above for above in rules.folder.parents[:2] if (above / "pyproject.toml").is_file()]
    for folder in (rules.folder, *project[:1]):
        places += [folder / name for name in ("cases", "tests")]
        places += [file for pattern in ("cases.*", "test_*.py") for file in sorted(folder.glob(pattern))]
    return examples_in([place for place in places if place.exists()], rules)


def holds_cases(file: Path) -> bool:
    """Say whether a file is one of rule cases: YAML, or a page with blocks of it."""
    return file.suffix in (".yaml", ".yml") or (file.suffix == ".md" and "```yaml" in file.read_text("utf-8"))


def is_example(file: Path, rules: Rules) -> bool:
    """Say whether a file inside the game's own folder is a case or a test, and no part of the game."""
    top = file.relative_to(rules.folder).parts[0]
    return top in ("cases", "tests") or top.startswith("test_") or (top.startswith("cases.") and top != "cases.py")
