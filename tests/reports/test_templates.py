"""A campaign's own templates run in a sandbox: they say words, and neither see Python's insides nor touch anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError

from referee.reports import pages
from referee.reports.parts import Letter
from referee.reports.spare import writer_for
from referee.reports.templates import Fault, Sandbox
from referee.reports.writer import Writer
from referee.resources import Resources
from tests.reports.high_card import BO, LINES, head, high_card
from tests.reports.specimens import ORDERS, receipt

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

LOOP = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"
DOUBLED = (
    "{% set n = namespace(x='x' * 1000) %}{% for i in range(99) %}{% set n.x = n.x ~ n.x %}"
    "{% endfor %}"
)


def campaign(folder: Path, name: str, text: str | bytes) -> Resources:
    """Lay a template over the shipped ones."""
    file = folder / "campaign" / "templates" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Resources(folder / "campaign")


def tried(folder: Path, name: str, text: str | bytes) -> tuple[Letter, Letter, list[Fault]]:
    """Write press with such a template: what it became, what it is as shipped, and what was told of faults."""
    rules, told = high_card(folder / "game"), list[Fault]()
    made = writer_for(rules, campaign(folder, name, text), told.append)
    return made.write(PRESS), Writer(rules, Resources()).write(PRESS), told


def test_words_for_an_order_that_a_game_has_wrong_keep_no_receipt_back(tmp_path: Path) -> None:
    told, broken = list[Fault](), LINES.replace("You play the {{ o.n | say }} as", "You play the {{ o.card }} as")
    writer = writer_for(high_card(tmp_path / "game", broken), Resources(), told.append)

    letter = writer.write(receipt(orders=ORDERS, read=2))

    assert "PLAY 7" in letter.body
    assert "You play the" not in letter.body
    assert [(one.file, one.problem) for one in told] == [
        (
            "lines.txt.j2 of high_card",
            "'tests.reports.high_card.Play object' has no attribute 'card'; until the game's author mends it, answers "
            "show such orders without what they mean",
        )
    ]


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
        ("Subject\n{% include 'missing.txt.j2' %}\n", "line 2: there is no missing.txt.j2 among the templates of this"),
        ("{% extends '../../secrets.txt' %}\n", "line 1: there is no ../../secrets.txt among the templates of this"),
        ("Subject\n{% include page.text %}\n", "line 2: there is no such file among the templates of this campaign"),
        ("Subject\n{{ {}[page.text] }}\n", "line 2: 'dict object' has no such attribute"),
        ("Subject\n{{ {}[page.head] }}\n", "line 2: dict object has no such element"),
        ("Subject\n{{ {}.nowhere }}\n", "line 2: 'dict object' has no attribute 'nowhere'"),
        ("Subject\n{{ page.head.seats.__class__ }}\n", "line 2: it reaches for what is not a template's"),
        ("Subject\n{{ rules.stored.state() }}\n", "line 2: it reaches for what is not a template's"),
        ("Subject\n{% include 'press.txt.j2' %}\n", "line 2: it goes on without end"),
        ("Subject\n{% macro m() %}{{ m() }}{% endmacro %}\n{{ m() }}\n", "line 2: it calls or includes itself"),
        (f"Subject\n{LOOP}\n", "line 2: it goes on without end"),
        (f"Subject\n{{% macro m() %}}\n{LOOP}{{% endmacro %}}{{{{ m() }}}}", "line 3: it goes on without end"),
        ("Subject\n{{ range(10 ** 9) | list }}\n", "line 2: OverflowError"),
        ("Subject\n{{ '-' * 10 ** 9 }}\n", "line 2: what this * makes is too large for a letter"),
        ("Subject\n{{ 9 ** 99999 }}\n", "line 2: what this ** makes is too large for a letter"),
        (f"Subject\n{DOUBLED}\n", "line 2: it fills the memory without end"),
        (b"Subject\nm\xfcde\n", "line 2: this is not UTF-8. Save it as UTF-8"),
    ],
)
def test_a_broken_template_keeps_no_letter_back(tmp_path: Path, text: str | bytes, fault: str) -> None:
    written, shipped, told = tried(tmp_path, "press.txt.j2", text)

    assert written == shipped
    assert len(told) == 1
    assert str(told[0]).startswith(f"templates/press.txt.j2, {fault}")


def test_lines_that_lack_a_macro_keep_no_letter_back(tmp_path: Path) -> None:
    written, shipped, told = tried(tmp_path, "high_card/lines.txt.j2", "{% macro table(v, me) %}{% endmacro %}\n")

    assert written == shipped
    assert len(told) == 1
    assert str(told[0]).startswith("templates/high_card/lines.txt.j2: lines.txt.j2 of high_card has no macro for Card")


def test_a_template_that_works_is_used_and_nobody_hears_of_it(tmp_path: Path) -> None:
    written, _, told = tried(tmp_path, "press.txt.j2", "Subject: mail\n{{ page.sender }}: {{ page.text }}\n")

    assert (written.subject, written.body, told) == ("mail", "Bo: hello\n", [])
