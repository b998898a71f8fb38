"""What the house asks of tests, asked of all of them."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house import rules_of_tests
from tests.house.source import ROOT, Module

Rule = Callable[[Module], Iterator[str]]

TWO_MAY_BE_RIGHT = {"tests/e2e/test_deploy_mail.py": "the turn may be over there by then"}


@cache
def ours() -> tuple[Module, ...]:
    """Every module below `tests`."""
    return tuple(Module(file.stem, file) for file in sorted((ROOT / "tests").rglob("*.py")))


def test_every_test_checks_something() -> None:
    helping = rules_of_tests.helpers(ours())

    assert [place for one in ours() for place in rules_of_tests.checks_nothing(one, helping)] == []


def test_nothing_is_compared_with_itself() -> None:
    assert [place for one in ours() for place in rules_of_tests.compares_with_itself(one)] == []


def test_one_answer_is_right() -> None:
    looked_at = [one for one in ours() if str(one.file.relative_to(ROOT)) not in TWO_MAY_BE_RIGHT]

    assert [place for one in looked_at for place in rules_of_tests.takes_two_answers(one)] == []


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (rules_of_tests.compares_with_itself, "assert a.b == a.b"),
        (rules_of_tests.compares_with_itself, "assert x == [y for y in z if y == y]"),
        (rules_of_tests.takes_two_answers, "assert 'a' in said or 'b' in said"),
        (rules_of_tests.takes_two_answers, "assert x == 'a' or x == 'b'"),
        (rules_of_tests.takes_two_answers, "assert x in ('a', 'b')"),
        (rules_of_tests.takes_two_answers, "assert x == y or True"),
    ],
)
def test_a_breach_is_found(tmp_path: Path, rule: Rule, code: str) -> None:
    assert len(list(rule(written(tmp_path, code)))) == 1


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (rules_of_tests.compares_with_itself, "assert f(a) == f(a)"),
        (rules_of_tests.takes_two_answers, "assert not cards or cards[-1] is main"),
        (rules_of_tests.takes_two_answers, "assert x in found"),
    ],
)
def test_what_keeps_the_rule_is_left_alone(tmp_path: Path, rule: Rule, code: str) -> None:
    assert list(rule(written(tmp_path, code))) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [("x()", 1), ("assert x", 0), ("with pytest.raises(KeyError):\n        x()", 0), ("holds()", 0)],
)
def test_a_test_that_leaves_its_checks_to_nobody_is_found(tmp_path: Path, body: str, found: int) -> None:
    module = written(tmp_path, f"def deep():\n    assert x\n\ndef holds():\n    deep()\n\ndef test_a():\n    {body}\n")

    assert len(list(rules_of_tests.checks_nothing(module, rules_of_tests.helpers([module])))) == found


def written(folder: Path, code: str) -> Module:
    """A module with this code."""
    (folder / "made_up.py").write_text(code, encoding="utf-8")
    return Module("made_up", folder / "made_up.py")
