"""A refusal names what helps in the reader's own way: a command line to one, a line of a letter to the other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee.service
from referee.engine.errors import SetupError
from referee.service.gm.turns import Process, Rerun, Rollback
from referee.service.rounds.command import carry_out
from tests.service.test_gm_commands import GM, command, to, words
from tests.service.world import World

SHELL = re.compile(r"\breferee [a-z]+ [a-z]+|(?<!\w)--[a-z]")
OPENS = re.compile(r"campaign\.(?:store|writing|reading)\b")
SERVICE = Path(referee.service.__file__).parent


def refusals(module: Path) -> Iterator[tuple[str, str]]:
    """The words of each error that a function raises which may be called from a letter: it opens no transaction."""
    for one in ast.walk(ast.parse(module.read_text())):
        if not isinstance(one, ast.FunctionDef) or OPENS.search(ast.unparse(one)):
            continue
        raised = [ast.unparse(x.exc) for x in ast.walk(one) if isinstance(x, ast.Raise) and x.exc is not None]
        yield from ((f"{module.stem}.{one.name}", x) for x in raised if x.startswith(("SetupError(", "NotThere(")))


def modules() -> list[Path]:
    """What carries a GM's letter out: the files of the commands, and what these import."""
    commands = imported(SERVICE / "gm" / "verbs.py")
    return sorted({path for command in commands for path in (command, *imported(command))})


def imported(file: Path) -> list[Path]:
    """The files of the service that a file imports."""
    tree = ast.parse(file.read_text())
    found = []
    for one in ast.walk(tree):
        if isinstance(one, ast.ImportFrom) and (one.module or "").startswith("referee.service"):
            path = SERVICE.joinpath(*(one.module or "").split(".")[2:])
            found += [path.with_suffix(".py"), *((path / name.name).with_suffix(".py") for name in one.names)]
    return [path for path in found if path.is_file()]


def test_nothing_that_a_letter_can_meet_names_a_command_line_alone() -> None:
    found = [one for module in modules() for one in refusals(module)]

    assert len(found) > 30
    assert [one for one in found if SHELL.search(one[1])] == []


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[World]:
    """A duel in turn 2, all mail out."""
    made = World.made(tmp_path, campaign_gms=[GM])
    made.game()
    made.adjudicate()
    yield made.quiet()
    made.campaign.close()


def answered(desk: World, text: str) -> str:
    (mail,) = to(command(desk, text)[1])
    return words(mail)


def test_rerun_of_nothing_names_rollback_as_each_reader_writes_it(desk: World) -> None:
    with pytest.raises(SetupError) as refused:
        carry_out(desk.campaign, Rerun(), "duel")
    said = answered(desk, "RERUN")

    assert str(refused.value) == (
        "No turn of The duel was taken back. Take one back first: referee turn rollback duel TURN"
    )
    assert "RERUN No turn of The duel was taken back. Take one back first, such as: ROLLBACK 3: the reason" in said
    assert "referee turn" not in said


def test_while_a_turn_is_taken_back_each_reader_hears_how_to_go_on(desk: World) -> None:
    carry_out(desk.campaign, Rollback(n=1, text="A rule was read wrongly."), "duel")
    desk.quiet()
    with pytest.raises(SetupError, match="To adjudicate it anew: referee turn rerun duel"):
        carry_out(desk.campaign, Process(), "duel")
    for text in ("PROCESS", "EXTEND 2d", "RESUME", "RESEND 99"):
        said = answered(desk, text)

        assert ("To adjudicate it anew, write RERUN." in said) == (text != "RESEND 99"), text
        assert not SHELL.search(said), text


WRITERS = ("tell_gm", "tell_gm_all", "GmAlarmPage")
HELPERS = ("answered_or", "typed")
COMMAND = re.compile(r"\breferee [a-z]+")


def remedies() -> Iterator[tuple[str, str]]:
    """The words of alarms by mail, but for those that go through the helpers."""
    for module in sorted(SERVICE.rglob("*.py")):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        calls = [x for x in ast.walk(tree) if isinstance(x, ast.Call)]
        alarms = [x for x in calls if ast.unparse(x.func).rpartition(".")[2] in WRITERS]
        told = {id(y) for x in calls if ast.unparse(x.func) in HELPERS for y in ast.walk(x)}
        inside = {id(y) for x in alarms for y in ast.walk(x)}
        tuples = {id(y) for x in ast.walk(tree) if isinstance(x, ast.Tuple) for y in x.elts} if alarms else set()
        for one in ast.walk(tree):
            if isinstance(one, ast.JoinedStr | ast.Constant) and id(one) not in told and id(one) in inside | tuples:
                yield module.stem, "".join(str(x.value) for x in ast.walk(one) if isinstance(x, ast.Constant))


def test_alarms_by_mail_name_what_to_write_or_that_only_a_command_helps() -> None:
    ways = (" in an answer", "At the command line")
    bare = [one for one in remedies() if COMMAND.search(one[1]) and not any(way in one[1] for way in ways)]

    assert bare == []


def test_an_alarm_about_a_held_letter_says_what_word_in_an_answer_helps(
    desk: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("referee.service.intake.backlog.settled", crash)
    letter = desk.write("Ana", "LEAD LOWEST")
    desk.tick()
    monkeypatch.undo()
    (alarm,) = to(desk.mails(), GM)

    assert f"RELEASE {letter} in an answer to any turn letter" in words(alarm)
    command(desk, f"RELEASE {letter}")
    desk.tick()
    assert desk.outcome(letter) == "orders filed"
