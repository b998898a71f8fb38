"""What a game may not do, as readers of its code that say where it does: whatever would run otherwise some day."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ORDER_DOES_NOT_COUNT = {"sorted", "any", "all", "sum", "len", "min", "max", "set", "frozenset"}
GO_IN_ORDER = {"list", "tuple", "iter", "enumerate", "join", "next"}
CLOCKS = {"datetime", "date"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file of a tree, with its dotted name."""

    name: str
    file: Path

    @cached_property
    def text(self) -> str:
        """What stands in it."""
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """What stands in it, read as Python."""
        return ast.parse(self.text, self.file.name)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All that it is made of."""
        return tuple(ast.walk(self.tree))

    @property
    def is_package(self) -> bool:
        """Say whether it is the first file of a package."""
        return self.file.name == "__init__.py"

    def at(self, node: ast.AST) -> str:
        """Say where the node stands, to click on."""
        return f"{self.file}:{getattr(node, 'lineno', 1)}"


def catches(module: Module) -> Iterator[str]:
    """Every place where an exception is caught."""
    for node in module.nodes:
        if isinstance(node, ast.Try | ast.TryStar) or called(node) == "suppress":
            yield module.at(node)


def luck_and_clocks(module: Module) -> Iterator[str]:
    """Every use of luck that cannot be repeated, or of the clock of this machine."""
    for node in module.nodes:
        match node:
            case ast.Import(names=names) if {name.name.split(".")[0] for name in names} & {"random", "time"}:
                yield module.at(node)
            case ast.ImportFrom(module="random" | "time"):
                yield module.at(node)
            case ast.Attribute(attr="now" | "utcnow" | "today", value=clock) if last_name(clock) in CLOCKS:
                yield module.at(node)


def set_orders(module: Module) -> Iterator[str]:
    """Every place that depends on the order of a set, which differs from run to run."""
    scopes: list[ast.AST] = [module.tree]
    scopes += [node for node in module.nodes if isinstance(node, Function)]
    for scope in scopes:
        names = _names_of_sets(scope)
        free = _where_order_does_not_count(scope)
        for node in _own_nodes(scope):
            if node not in free and any(_is_set(ranged, names) for ranged in _ranged_over(node)):
                yield module.at(node)


def called(node: ast.AST) -> str:
    """The last name of what is called, if it is a call."""
    return last_name(node.func) if isinstance(node, ast.Call) else ""


def last_name(node: ast.AST) -> str:
    """The name, or what follows the last dot."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of functions inside it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, Function):
            yield child
            yield from _own_nodes(child)


def _ranged_over(node: ast.AST) -> list[ast.expr]:
    """What this node goes through in order."""
    match node:
        case ast.For(iter=ranged) | ast.AsyncFor(iter=ranged):
            return [ranged]
        case ast.ListComp() | ast.GeneratorExp() | ast.DictComp():
            return [part.iter for part in node.generators]
        case ast.Call(args=[ranged, *_]) if called(node) in GO_IN_ORDER:
            return [ranged]
        case ast.Call(args=arguments) if called(node) in {"zip", "map", "chain"}:
            return list(arguments)
        case ast.Call(func=ast.Attribute(attr="pop", value=popped), args=[]):
            return [popped]
        case ast.Starred(value=ranged):
            return [ranged]
        case _:
            return []


def _where_order_does_not_count(scope: ast.AST) -> set[ast.AST]:
    """The generators and lists handed straight to something like sorted() or any()."""
    free: set[ast.AST] = set()
    for node in _own_nodes(scope):
        if isinstance(node, ast.Call) and called(node) in ORDER_DOES_NOT_COUNT:
            free.update(node.args)
        elif isinstance(node, ast.Set):
            free.update(node.elts)
    return free


def _names_of_sets(scope: ast.AST) -> set[str]:
    """The local names that hold sets as far as the scope itself shows."""
    names = set()
    if isinstance(scope, Function):
        arguments = scope.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if argument.annotation is not None and _is_set_type(argument.annotation):
                names.add(argument.arg)
    for node in _own_nodes(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_set(value, names):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation) if _is_set_type(annotation):
                names.add(name)
    return names


def _is_set_type(annotation: ast.expr) -> bool:
    match annotation:
        case ast.Subscript(value=ast.Name(id=name)) | ast.Name(id=name):
            return name in {"set", "frozenset", "AbstractSet", "MutableSet"}
        case _:
            return False


def _is_set(node: ast.expr, names: set[str]) -> bool:
    """Whether the expression is a set for certain."""
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(id=name):
            return name in names
        case ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.Call(func=ast.Attribute(attr=method, value=value)) if method in SET_METHODS:
            return _is_set(value, names)
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
            return _is_set(left, names) or _is_set(right, names)
        case _:
            return False
