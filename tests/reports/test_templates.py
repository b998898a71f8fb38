"""A campaign's own templates run in a sandbox: they say words, and neither see Python's insides nor touch anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError

from referee.reports import pages
from referee.reports.parts import Letter
from referee.reports.spare import writer_for
from referee.reports.templates import Sandbox
from referee.reports.writer import Writer
from referee.resources import Resources
from tests.reports.high_card import BO, head, high_card

PRESS = pages.PressPage(head(), 6, BO, "hello")
HARM = (
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ rules.play.__globals__ }}",
    "{{ (rules.folder / 'touched').write_text('x') }}",
    "{{ rules.folder.joinpath('touched').write_text('x') }}",
    "{{ '{0.__class__}'.format(page) }}",
    "{{ say.__init__ }}",
    "{{ rules.stored.state() }}",
)


def campaign(folder: Path, name: str, text: str) -> Resources:
    """Lay a template over the shipped ones."""
    file = folder / "campaign" / "templates" / name
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return Resources(folder / "campaign")


def tried(folder: Path, name: str, text: str) -> tuple[Letter, Letter, list[str]]:
    """Write press with such a template: what it became, what it is as shipped, and what was told of faults."""
    rules, told = high_card(folder / "game"), list[str]()
    made = writer_for(rules, campaign(folder, name, text), told.append)
    return made.write(PRESS), Writer(rules, Resources()).write(PRESS), told


@pytest.mark.parametrize("harm", HARM)
def test_a_template_reaches_nothing_outside(tmp_path: Path, harm: str) -> None:
    made = Writer(high_card(tmp_path / "game"), campaign(tmp_path, "press.txt.j2", f"Subject\n{harm}\n"))

    with pytest.raises((SecurityError, UndefinedError)):
        made.write(PRESS)

    assert not (tmp_path / "game" / "touched").exists()


def test_the_sandbox_lets_plain_words_through() -> None:
    made = Sandbox().from_string(
        "{% macro m(a, b='!') %}{{ a.upper() }}{{ b }}{{ caller() if caller is defined }}{% endmacro %}"
        "{{ m('a') }}{% call m('b') %}c{% endcall %}{% set x = [] %}{% set _ = x.append(1) %}{{ x }}"
        "{{ {'k': 2}.items() | list }}{{ namespace(n=3).n }}{{ range(2) | list }}{{ cycler('o', 'e').next() }}"
    )

    assert made.render() == "A!B!c[1][('k', 2)]3[0, 1]o"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Subject\n{% if %}\n", "line 2: Expected an expression, got 'end of statement block'"),
        ("Subject\n\n{{ nowhere.near }}\n", "line 3: 'nowhere' is undefined"),
        ("Subject\n{{ 1 / 0 }}\n", "line 2: ZeroDivisionError"),
        ("Subject\n{{ 'x' | no_such }}\n", "line 2: No filter named 'no_such'."),
        ("Subject\n{% include 'missing.txt.j2' %}\n", "line 2: 'missing.txt.j2' not found in search path"),
    ],
)
def test_a_broken_template_keeps_no_letter_back(tmp_path: Path, text: str, fault: str) -> None:
    written, shipped, told = tried(tmp_path, "press.txt.j2", text)

    assert written == shipped
    assert len(told) == 1
    assert told[0].startswith(f"templates/press.txt.j2, {fault}")


def test_lines_that_lack_a_macro_keep_no_letter_back(tmp_path: Path) -> None:
    written, shipped, told = tried(tmp_path, "high_card/lines.txt.j2", "{% macro table(v, me) %}{% endmacro %}\n")

    assert written == shipped
    assert len(told) == 1
    assert told[0].startswith("lines.txt.j2 of high_card has no macro for CardPlayed, ")


def test_a_template_that_works_is_used_and_nobody_hears_of_it(tmp_path: Path) -> None:
    written, _, told = tried(tmp_path, "press.txt.j2", "Subject: mail\n{{ page.sender }}: {{ page.text }}\n")

    assert (written.subject, written.body, told) == ("mail", "Bo: hello\n", [])
