"""What the house asks of tests: each can fail, and takes one answer for right."""

import ast
from collections.abc import Iterable, Iterator

from referee.laws.purity import Function, Module, called

CHECKING = {"raises", "fail", "warns"}
"""What pytest has beside ``assert``."""


def helpers(modules: Iterable[Module]) -> set[str]:
    """Name every function that checks something itself or by another: a test may leave its checks to these."""
    calls = {function.name: _calls(function) for one in modules for function in _functions(one)}
    found = {function.name for one in modules for function in _functions(one) if _asserts(function)}
    while more := {name for name, called_there in calls.items() if called_there & found} - found:
        found |= more
    return found


def checks_nothing(module: Module, helping: set[str]) -> Iterator[str]:
    """Every test that can fail by an accident alone: it asserts nothing and calls nobody who does."""
    for one in _functions(module):
        if one.name.startswith("test_") and not _asserts(one) and not _calls(one) & helping:
            yield f"{module.at(one)}: {one.name}"


def compares_with_itself(module: Module) -> Iterator[str]:
    """Every comparison of a name or a field with itself; what is called twice may well come out otherwise."""
    for node in module.nodes:
        if isinstance(node, ast.Compare):
            sides = [ast.dump(side) for side in (node.left, *node.comparators) if not _varies(side)]
            if len(set(sides)) < len(sides):
                yield module.at(node)


def takes_two_answers(module: Module) -> Iterator[str]:
    """Every assertion that one thing is this or that: ``a in x or b in x``, ``x in ("a", "b")``, ``x == y or True``."""
    for node in module.nodes:
        match node:
            case ast.Assert(test=ast.BoolOp(op=ast.Or(), values=values)) if _about_one(values):
                yield module.at(node)
            case ast.Assert(
                test=ast.Compare(ops=[ast.In()], comparators=[ast.Tuple(elts=words) | ast.List(elts=words)])
            ):
                if all(isinstance(word, ast.Constant) and isinstance(word.value, str) for word in words):
                    yield module.at(node)
            case _:
                continue


def _about_one(values: list[ast.expr]) -> bool:
    """Say whether all parts of an ``or`` are about one thing, or one of them always holds."""
    sides = [{ast.dump(v.left), ast.dump(v.comparators[0])} if isinstance(v, ast.Compare) else set() for v in values]
    return any(isinstance(v, ast.Constant) for v in values) or bool(set.intersection(*sides))


def _varies(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Call | ast.Await) for part in ast.walk(node))


def _functions(module: Module) -> list[Function]:
    return [node for node in module.nodes if isinstance(node, Function)]


def _asserts(function: Function) -> bool:
    return bool(_calls(function) & CHECKING) or any(
        isinstance(node, ast.Assert | ast.Raise) for node in ast.walk(function)
    )


def _calls(function: Function) -> set[str]:
    return {called(node) for node in ast.walk(function) if isinstance(node, ast.Call)}
