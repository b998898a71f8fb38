"""What the house asks of Python code, as readers that say where it is otherwise."""

import ast
from collections.abc import Iterator

from tests.house.source import Module

LINES_OF_A_FILE = 450
LINES_OF_A_FUNCTION = 60
NO_NAMES = {"utils", "util", "helpers", "helper", "manager", "base", "common", "info", "misc"}
ORDER_DOES_NOT_COUNT = {"sorted", "any", "all", "sum", "len", "min", "max", "set", "frozenset"}
GO_IN_ORDER = {"list", "tuple", "iter", "enumerate", "join", "next"}
CLOCKS = {"datetime", "date"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def catches(module: Module) -> Iterator[str]:
    """Every place where an exception is caught."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Try | ast.TryStar) or _called(node) == "suppress":
            yield module.at(node)


def swallows(module: Module) -> Iterator[str]:
    """Every place where an exception vanishes: an empty handler, or everything suppressed."""
    for node in ast.walk(module.tree):
        match node:
            case ast.ExceptHandler(body=[ast.Pass() | ast.Expr(value=ast.Constant())]):
                yield module.at(node)
            case ast.Call(args=[ast.Name(id="Exception" | "BaseException")]) if _called(node) == "suppress":
                yield module.at(node)


def luck_and_clocks(module: Module) -> Iterator[str]:
    """Every use of luck that cannot be repeated, or of the clock of this machine."""
    for node in ast.walk(module.tree):
        match node:
            case ast.Import(names=names) if {name.name.split(".")[0] for name in names} & {"random", "time"}:
                yield module.at(node)
            case ast.ImportFrom(module="random" | "time"):
                yield module.at(node)
            case ast.Attribute(attr="now" | "utcnow" | "today", value=clock) if _last_name(clock) in CLOCKS:
                yield module.at(node)


def deep_copies(module: Module) -> Iterator[str]:
    """Every mention of deepcopy."""
    for node in ast.walk(module.tree):
        match node:
            case ast.Name(id="deepcopy") | ast.Attribute(attr="deepcopy") | ast.alias(name="deepcopy"):
                yield module.at(node)


def set_orders(module: Module) -> Iterator[str]:
    """Every place that depends on the order of a set, which differs from run to run."""
    scopes: list[ast.AST] = [module.tree]
    scopes += [node for node in ast.walk(module.tree) if isinstance(node, Function)]
    for scope in scopes:
        names = _names_of_sets(scope)
        free = _where_order_does_not_count(scope)
        for node in _own_nodes(scope):
            if node not in free and any(_is_set(ranged, names) for ranged in _ranged_over(node)):
                yield module.at(node)


def long_functions(module: Module) -> Iterator[str]:
    """Every function of more than 60 lines."""
    for node in ast.walk(module.tree):
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
    """The public functions and classes, and the public methods of those classes that are not overloads."""
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | Function) or node.name.startswith("_"):
            continue
        decorators = {getattr(one, "attr", getattr(one, "id", "")) for one in node.decorator_list}
        if decorators & {"overload", "override", "setter"}:
            continue
        yield node
        if isinstance(node, ast.ClassDef):
            yield from _public(node)


def _called(node: ast.AST) -> str:
    """The last name of what is called, if it is a call."""
    return _last_name(node.func) if isinstance(node, ast.Call) else ""


def _last_name(node: ast.AST) -> str:
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
        case ast.Call(args=[ranged, *_]) if _called(node) in GO_IN_ORDER:
            return [ranged]
        case ast.Call(args=arguments) if _called(node) in {"zip", "map", "chain"}:
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
        if isinstance(node, ast.Call) and _called(node) in ORDER_DOES_NOT_COUNT:
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
