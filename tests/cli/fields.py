"""What every command prints for programs, read from where it is declared; run as a module, it writes its page anew.

    python -m tests.cli.fields
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import referee.cli
from referee.cli.declared import Answered, Declared
from referee.cli.output import Shown, returns_shown
from tests.cli.test_help import ALL

PAGE = Path(str(referee.cli.__file__)).with_name("JSON.md")

HEAD = """# What commands print for programs

With `--json` a command prints one JSON value on standard output, and nothing else there. What stands on this page holds
for all of them.

- A field is always there. Where there is nothing to say it is `null`, a text as much as a moment; a list is empty then.
- A moment is in UTC, as ISO 8601 has it: `2026-11-24T19:00:00+00:00`.
- Names of fields stay. New ones may come, so pass over what you do not know.
- What is sealed is `null`, or left out of a list, until the game is over or `--unseal` is said, as it is without
  `--json`. Keys of reply addresses are never printed.
- What goes wrong is said on standard error as `{"error": "...", "code": 2}`, with the words and the exit code that it
  has without `--json`: 0 all is well, 1 something was found wrong, 2 the command cannot be carried out as given, 75 try
  again later, 70 a mistake of the program. With exit code 1 the value is printed too.

`referee status --watch --json` prints its value on one line, and again whenever it has changed. `referee report show
--format json` and `referee report schema` speak of letters, `referee dispute --format json` of one turn;
`referee player export` prints all that is kept of a person, as the database has it.

Made from the program by `python -m tests.cli.fields`.
"""

SIMPLE: dict[Any, str] = {
    str: "text", int: "number", float: "number", bool: "true or false", datetime: "moment", Path: "path",
    NoneType: "null", range: "list of number",
}  # fmt: skip


def shown() -> dict[str, Any]:
    """The type of what each command prints, by the command's words."""
    found = {words: (command, inspect.unwrap(command.callback)) for words, command in ALL.items()}
    printed = {words: (one, _printed(function)) for words, (one, function) in found.items() if returns_shown(function)}
    return {words: _declared(command) if kind is Any else kind for words, (command, kind) in printed.items()}


def _declared(command: Declared) -> Any:
    """The type of what a command of the GM shows that is declared; without one it shows words."""
    return command.kinds[0].shows or Answered


def _printed(function: Any) -> Any:
    """The type that stands between the brackets of `Shown`; of several, all of them."""
    module = sys.modules[function.__module__]
    kind = eval(function.__annotations__["return"], names_in(module.__name__))
    kinds = [get_args(one)[0] for one in _alternatives(kind) if get_origin(one) is Shown]
    return Union[tuple(kinds)]  # noqa: UP007 - they are known only now


def _alternatives(kind: Any) -> Sequence[Any]:
    return get_args(kind) if get_origin(kind) in (UnionType, Union) else (kind,)


@cache
def names_in(module: str) -> dict[str, Any]:
    """The names that stand in a module, those among them that it imports for its types alone."""
    found = dict(vars(sys.modules[module]))
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            exec(compile(ast.Module(node.body, []), module, "exec"), found)
    return found


def hints(kind: type[Any]) -> dict[str, Any]:
    """The types of a dataclass's fields, by name."""
    own: dict[str, Any] = {}
    for one in reversed(kind.__mro__):
        if is_dataclass(one):
            own |= get_type_hints(one, names_in(one.__module__))
    return {one.name: own[one.name] for one in fields(kind)}


def meanings(kind: type[Any]) -> dict[str, str]:
    """What a dataclass says of its fields: the text behind each."""
    out: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if not is_dataclass(one):
            continue
        [declared] = ast.parse(inspect.cleandoc(f"\n{inspect.getsource(one)}")).body
        assert isinstance(declared, ast.ClassDef)
        for before, after in zip(declared.body, declared.body[1:], strict=False):
            match before, after:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    out[name] = " ".join(text.split())
    return out


def classes() -> list[type[Any]]:
    """Every dataclass that is printed, by name."""
    found: set[type[Any]] = set()
    waiting = list(shown().values())
    while waiting:
        kind = waiting.pop()
        if is_dataclass(kind) and isinstance(kind, type):
            if kind not in found:
                found.add(kind)
                waiting += hints(kind).values()
        else:
            waiting += get_args(kind)
    return sorted(found, key=lambda one: one.__name__)


def said(kind: Any) -> str:
    """Say a type in words."""
    kind = getattr(kind, "__supertype__", kind)
    if kind in SIMPLE:
        return SIMPLE[kind]
    if isinstance(kind, type) and is_dataclass(kind):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "text"
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (UnionType, Union):
        return " or ".join(said(one) for one in inner)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"{said(inner[1])}, by {said(inner[0])}"
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return f"list of {said(inner[0])}"
    raise AssertionError(f"this page has no words for {kind}")


def page() -> str:
    """The page that tells all of it."""
    rows = [f"| `referee {words}` | {said(kind)} |" for words, kind in shown().items()]
    parts = [HEAD, "## Commands\n", "\n".join(["| command | value |", "| --- | --- |", *rows]), "\n## Values"]
    for kind in classes():
        told = [f"| `{name}` | {said(one)} | {meanings(kind)[name]} |" for name, one in hints(kind).items()]
        first = inspect.cleandoc(str(kind.__doc__)).split("\n\n")[0].replace("\n", " ")
        table = "\n".join(["| field | is | what |", "| --- | --- | --- |", *told])
        parts += [f"\n### {kind.__name__}\n\n{first}\n", table]
    return "\n".join(parts) + "\n"


def unlike(kind: Any, value: Any, at: str = "it") -> Iterator[str]:
    """Say where a value that was printed is not of a type."""
    kind = getattr(kind, "__supertype__", kind)
    if get_origin(kind) in (UnionType, Union):
        if value is not None or NoneType not in get_args(kind):
            found = [list(unlike(one, value, at)) for one in get_args(kind) if one is not NoneType]
            yield from min(found, key=len)
    elif isinstance(kind, type) and is_dataclass(kind):
        if not isinstance(value, dict) or value.keys() != hints(kind).keys():
            yield f"{at}: {value!r} has not the fields of {kind.__name__}"
            return
        for name, one in hints(kind).items():
            if value[name] is not None or not _is_text(one):
                yield from unlike(one, value[name], f"{at}.{name}")
    elif isinstance(get_origin(kind), type) and issubclass(get_origin(kind), Mapping):
        for key, inner in value.items():
            yield from unlike(get_args(kind)[1], inner, f"{at}.{key}")
    elif isinstance(get_origin(kind), type) and issubclass(get_origin(kind), Sequence):
        for n, inner in enumerate(value):
            yield from unlike(get_args(kind)[0], inner, f"{at}[{n}]")
    elif kind is datetime:
        if not (isinstance(value, str) and value.endswith("+00:00") and datetime.fromisoformat(value)):
            yield f"{at}: {value!r} is no moment in UTC"
    elif not isinstance(value, JSON.get(kind, (str,))):
        yield f"{at}: {value!r} is not {said(kind)}"


JSON: dict[Any, tuple[type, ...]] = {
    int: (int,), float: (int, float), bool: (bool,), NoneType: (NoneType,), range: (list,)
}  # fmt: skip


def _is_text(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, str)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
