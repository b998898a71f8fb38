"""What is changed at random can alter what is computed, and there are tests that may notice it."""

from __future__ import annotations

from pathlib import Path

from tests.house import changes
from tests.house.source import ROOT

CODE = """\
@dataclass(frozen=True)
class Counted:
    few: Literal[1] = 2


@lru_cache(3)
def told(many: Literal[4], *more: Literal[5]) -> Literal[6]:
    match many:
        case int():
            return f"{many + 7} of {many}"
        case _:
            assert_never(many)
"""


def test_what_alters_nothing_that_is_computed_is_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    file.write_text(CODE, encoding="utf-8")

    told = {one.told(tmp_path) for one in changes.changes(file) if changes.can_be_read(one)}

    assert told == {
        "code.py:3  2  ->  3",
        "code.py:10  many + 7  ->  ((many) - (7))",
        "code.py:10  7  ->  8",
        'code.py:10  f"{many + 7} of {many}"  ->  None',
    }


def test_the_tests_of_every_package_are_there() -> None:
    found = [file for where in ("*.py", "*/*.py", "games/*/*.py") for file in (ROOT / "referee").glob(where)]
    files = {file.parent: file for file in found}
    named = {word for file in files.values() for words in changes.tests_of(file, ROOT) for word in words.split()}

    assert {word for word in named if word.startswith("tests") and not (ROOT / word).exists()} == set()
