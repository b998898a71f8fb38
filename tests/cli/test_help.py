"""Every command explains itself, with an example, in 80 columns."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup
from typer.main import get_command

from referee.cli.app import NOUNS, app
from referee.cli.demo import called
from tests.cli.conftest import Referee, run

HEAVY = "sqlalchemy sqlmodel alembic jinja2 apscheduler structlog rich.console yaml aiosmtpd referee.service".split()
NO_DATA = {
    "init", "serve", "alarm", "press send", "player add-address", "player remove-address", "player export",
    "player forget", "seat substitute", "seat empty", "seat bot", "seat observe", "seat rotate", "rulesets guide",
    "rulesets cards", "report schema", "report print", "turn sheet", "archive serve", "dispute",
}  # fmt: skip


def commands() -> Iterator[tuple[str, Any]]:
    """Every command by its words, nouns with verbs apart."""
    root = get_command(app)
    ctx = typer.Context(root, info_name="referee")
    for noun in NOUNS:
        found = root.get_command(ctx, noun)  # type: ignore[attr-defined]
        if isinstance(found, TyperGroup):
            for verb in found.list_commands(ctx):
                yield f"{noun} {verb}", found.get_command(ctx, verb)
        else:
            yield noun, found


ALL = dict(commands())


def test_every_noun_is_there() -> None:
    asked = "game seat orders turn report press mail archive cases rules rulesets serve demo doctor".split()

    assert set(asked) - NOUNS.keys() == set()


@pytest.mark.parametrize("words", ALL)
def test_a_command_says_what_it_does_with_an_example(words: str) -> None:
    text = ALL[words].help or ""

    assert text.split("\n\n")[0].rstrip().endswith((".", ".)"))
    assert re.search(rf"Example: referee (--campaign \S+ )?{words}", text)


@pytest.mark.parametrize("words", sorted(ALL.keys() - NO_DATA))
def test_what_prints_data_prints_json_too(words: str) -> None:
    options = [name for parameter in ALL[words].params for name in parameter.opts]

    assert "--json" in options


@pytest.mark.parametrize("words", ["", *NOUNS, *ALL])
def test_help_fits_80_columns(words: str) -> None:
    said = run(*words.split(), "--help")

    assert said.code == 0
    assert max(map(len, said.out.splitlines())) <= 80


def test_every_argument_and_option_is_explained() -> None:
    silent = [
        f"{words} {parameter.name}"
        for words, command in ALL.items()
        for parameter in command.get_params(typer.Context(command))
        if not getattr(parameter, "help", None)
    ]

    assert silent == []


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nsys.argv = ['referee', '--help']\nfrom referee.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stderr.strip() == "[]"


def test_a_misspelt_noun_is_answered_with_the_nearest() -> None:
    said = run("archiv", "list")

    assert said.code == 2
    assert "Did you mean 'archive'?" in said.err


def test_shell_completion_knows_nouns_and_verbs() -> None:
    def completed(line: str, word: int) -> str:
        code = "from referee.cli import main; main()"
        env = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(word)}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False)
        return done.stdout

    assert completed("referee or", 1).split() == ["orders"]
    assert completed("referee mail ke", 2).split() == ["keep"]


def test_python_m_referee_is_the_same_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "referee", "--version"], capture_output=True, text=True, check=True, cwd=Path.cwd()
    )

    assert done.stdout.startswith("referee ")


@pytest.mark.parametrize("words", ["", *NOUNS, *ALL])
def test_help_has_no_marks_of_a_programmer_and_speaks_of_nobody_as_her(words: str) -> None:
    text = run(*words.split(), "--help").out

    assert re.findall(r"[{}]|<\w+>|\b(?:her|hers|she|he|him|his)\b", text) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("seat replace duel Anna", "Missing argument 'ADDRESS'. A mail address."),
        ("game end duel --reason x", "Invalid value for SEATS: Say once who has won, or nobody."),
        ("game end duel Anna --result Anna --reason x", "Invalid value for SEATS: Say once who has won, or nobody."),
        ("turn rollback duel three --reason x", "Invalid value for 'TURN': A whole number is wanted, such as 3."),
        ("turn run duel --turn nine", "Invalid value for '--turn': A whole number is wanted, such as 3."),
        ("game pause winter", "Wizard's Duel has not begun."),
        ("game hold winter", "Wizard's Duel has not begun."),
        ("mail outbox --limit 0", "Invalid value for '--limit': The number is too small: at least 1 is wanted."),
        ("archive serve --port 70000", "Invalid value for '--port': The number is too large: at most 65535 is wanted."),
        ("mail release three", "Invalid value for 'NUMBER': A whole number is wanted, such as 3."),
        ("serve --interval soon", "Invalid value for '--interval': A number is wanted, such as 2.5."),
    ],
)
def test_what_is_missing_or_no_number_is_said_with_what_would_be_right(
    referee: Referee, words: str, said: str
) -> None:
    assert referee("game", "create", "winter", "wizards-duel").code == 0

    found = referee(*words.split())

    assert (found.code, found.out) == (2, "")
    assert found.err.strip().splitlines()[-1].removeprefix("Error: ") == said


@pytest.mark.parametrize(
    ("asked", "path", "said"),
    [("bin/referee", "", "bin/referee"), ("bin/referee", "bin", "referee"), ("-m", "", "referee")],
)
def test_the_demo_names_the_program_so_that_the_shell_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, path: str, said: str
) -> None:
    program = tmp_path / "bin" / "referee"
    program.parent.mkdir()
    program.touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / path))
    monkeypatch.setattr("sys.argv", [asked])

    assert called() == said
