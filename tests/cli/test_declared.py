"""A command of the GM is declared once: what `--help` says of it is what a letter's HELP says."""

from __future__ import annotations

import ast
import inspect
import shlex
from collections.abc import Callable, Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
import typer

import referee.cli
import referee.service.gm
from referee.cli.declared import Declared
from referee.service.gm.order import GmOrder, Question
from referee.service.gm.status import No, Yes
from referee.service.gm.verbs import GRAMMAR, Rules, explained
from tests.cli.test_help import ALL

CLI, DESK = (Path(str(package.__file__)).parent for package in (referee.cli, referee.service.gm))

CARRIED = {"carry_out", "carried_out", "adjudicate"}

BOUND = {words: verb for words, verb in ALL.items() if isinstance(verb, Declared)}


def declared() -> Iterator[type[GmOrder]]:
    """Every command of the GM that is carried out."""
    for path in sorted(DESK.glob("*.py")):
        module = import_module(f"referee.service.gm.{path.stem}")
        found = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, GmOrder)]
        yield from (kind for kind in found if kind.__module__ == module.__name__ and kind not in (GmOrder, Question))


KINDS = list(declared())


def callback(verb: Declared) -> Callable[..., object]:
    """What carries a verb out; `run` is the name of what only fills the fields in."""
    return inspect.unwrap(verb.callback) if verb.callback else verb.invoke


def carrying() -> Iterator[ast.FunctionDef]:
    """The functions of the command line that carry a command of the GM out."""
    for path in CLI.glob("*.py"):
        for one in ast.parse(path.read_text()).body if path.name != "declared.py" else ():
            if isinstance(one, ast.FunctionDef) and not one.name.startswith("_"):
                called = {getattr(node.func, "id", "") for node in ast.walk(one) if isinstance(node, ast.Call)}
                if called & CARRIED:
                    yield one


def test_every_command_of_the_gm_can_be_typed_but_for_the_answer_to_a_letter() -> None:
    bound = {kind for verb in BOUND.values() for kind in verb.kinds}

    assert set(KINDS) - bound == {Yes, No, Rules}


def test_every_verb_that_carries_a_command_out_takes_its_help_from_the_declaration() -> None:
    found, filled = list(carrying()), [verb for verb in BOUND.values() if callback(verb).__name__ == "run"]
    is_bound = [any("cls=of(" in ast.unparse(way) for way in one.decorator_list) for one in found]
    own = [one.name for one, well in zip(found, is_bound, strict=True) if not well or ast.get_docstring(one)]

    assert (len(found) + len(filled), own) == (len(BOUND), [])


@pytest.mark.parametrize("words", BOUND)
def test_a_verb_says_what_its_declaration_says_and_a_letter_too(words: str) -> None:
    verb = BOUND[words]
    first = verb.kinds[0]
    by_mail = [" ".join(explained(one)) for one in GRAMMAR.verbs if one.kind is first]

    assert verb.words == words
    assert verb.help.split("\n\n")[0] == first.meaning()
    assert [text for text in by_mail if first.meaning() not in text] == []


@pytest.mark.parametrize("words", BOUND)
def test_what_fills_a_field_in_is_explained_by_the_declaration(words: str) -> None:
    verb = BOUND[words]
    said = {name: text for kind in reversed(verb.kinds) for name, text in kind.said.items()}
    params = {one.name: one.help for one in verb.get_params(typer.Context(verb))}

    assert {name: params[name] for name in said if name in params} == {n: said[n] for n in said if n in params}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_its_examples_at_the_command_line_are_read(kind: type[GmOrder]) -> None:
    for typed in kind.typed:
        noun, name, *rest = shlex.split(typed)
        verb = ALL[f"{noun} {name}"]

        context = verb.make_context(name, rest)
        assert kind in verb.kinds
        assert not context.args

    assert kind.typed or kind in (Yes, No, Rules)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_explained_is_a_field_of_it(kind: type[GmOrder]) -> None:
    assert kind.said.keys() - {one.name for one in fields(kind)} == set()
