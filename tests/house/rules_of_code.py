"""What the house asks of Python code, as readers that say where it is otherwise."""

import ast
from collections.abc import Iterator
from functools import cache

from referee.laws.purity import Function, Module, called, catches, luck_and_clocks, set_orders
from tests.house.source import ours

__all__ = ["catches", "deep_copies", "long_functions", "luck_and_clocks", "set_orders", "swallows", "undocumented"]

LINES_OF_A_FILE = 400
LINES_OF_A_FUNCTION = 60
NO_NAMES = {"utils", "util", "helpers", "helper", "manager", "base", "common", "info", "misc"}


def deep_copies(module: Module) -> Iterator[str]:
    """Every mention of deepcopy."""
    for node in module.nodes:
        match node:
            case ast.Name(id="deepcopy") | ast.Attribute(attr="deepcopy") | ast.alias(name="deepcopy"):
                yield module.at(node)


def swallows(module: Module) -> Iterator[str]:
    """Every place where an exception vanishes: an empty handler, or everything suppressed."""
    for node in module.nodes:
        match node:
            case ast.ExceptHandler(body=[ast.Pass() | ast.Expr(value=ast.Constant())]):
                yield module.at(node)
            case ast.Call(args=[ast.Name(id="Exception" | "BaseException")]) if called(node) == "suppress":
                yield module.at(node)


def long_functions(module: Module) -> Iterator[str]:
    """Every function of more than 60 lines."""
    for node in module.nodes:
        if isinstance(node, Function) and (node.end_lineno or 0) - node.lineno >= LINES_OF_A_FUNCTION:
            yield f"{module.at(node)}: {node.name}"


def undocumented(module: Module) -> Iterator[str]:
    """Every module and public name whose docstring is missing or does not begin with a whole sentence."""
    if not _begins_with_sentence(ast.get_docstring(module.tree)) and module.text.strip():
        yield f"{module.file}: the module"
    for node in _public(module.tree):
        if not _begins_with_sentence(ast.get_docstring(node)):
            yield f"{module.at(node)}: {node.name}"


def _begins_with_sentence(docstring: str | None) -> bool:
    """Whether the first paragraph ends as sentences do."""
    first = (docstring or "").strip().split("\n\n")[0]
    return first.rstrip("`\"')").endswith((".", "?", "!", ":")) and first.lstrip("`\"'(")[:1] != ""


def _public(tree: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef | Function]:
    """The public functions and classes, and the public methods of those classes that are not overloads.

    A verb of the command line that is declared elsewhere has its docstring there, and a method that does what a base
    class of ours says has it in that class.
    """
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | Function) or node.name.startswith("_"):
            continue
        decorators = {getattr(one, "attr", getattr(one, "id", "")) for one in node.decorator_list}
        is_declared = any("cls=of(" in ast.unparse(one) for one in node.decorator_list)
        if is_declared or decorators & {"overload", "override", "setter"}:
            continue
        if isinstance(tree, ast.ClassDef) and not ast.get_docstring(node) and _is_explained(tree.bases, node.name):
            continue
        yield node
        if isinstance(node, ast.ClassDef):
            yield from _public(node)


def _is_explained(bases: list[ast.expr], method: str) -> bool:
    """Whether a base class of ours, or one of its own, documents a method of this name."""
    return any(
        any(isinstance(one, Function) and one.name == method and ast.get_docstring(one) for one in node.body)
        or _is_explained(node.bases, method)
        for base in bases
        for node in _classes().get(_name(base), ())
    )


def _name(base: ast.expr) -> str:
    """The name of a base class, without its module and its type arguments."""
    base = base.value if isinstance(base, ast.Subscript) else base
    return str(getattr(base, "attr", getattr(base, "id", "")))


@cache
def _classes() -> dict[str, list[ast.ClassDef]]:
    """All classes of ours by name."""
    found: dict[str, list[ast.ClassDef]] = {}
    for node in (node for module in ours() for node in module.tree.body if isinstance(node, ast.ClassDef)):
        found.setdefault(node.name, []).append(node)
    return found
