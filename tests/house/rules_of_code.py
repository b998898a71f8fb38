"""What the house asks of Python code, as readers that say where it is otherwise."""

import ast
from collections.abc import Iterator

from referee.laws.purity import Function, Module, called, catches, deep_copies, luck_and_clocks, set_orders

__all__ = ["catches", "deep_copies", "long_functions", "luck_and_clocks", "set_orders", "swallows", "undocumented"]

LINES_OF_A_FILE = 400
LINES_OF_A_FUNCTION = 60
NO_NAMES = {"utils", "util", "helpers", "helper", "manager", "base", "common", "info", "misc"}


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

    A verb of the command line that is declared elsewhere has its docstring there.
    """
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | Function) or node.name.startswith("_"):
            continue
        decorators = {getattr(one, "attr", getattr(one, "id", "")) for one in node.decorator_list}
        is_declared = any("cls=of(" in ast.unparse(one) for one in node.decorator_list)
        if is_declared or decorators & {"overload", "override", "setter"}:
            continue
        yield node
        if isinstance(node, ast.ClassDef):
            yield from _public(node)
