"""Random changes of the code, each tried against the tests of its own package: which of them does nobody notice?

Run by hand, for it takes long: ``python -m tests.house.changes --tries 60``. What survives is printed with its place.
What cannot alter what is computed, whatever the code is (a type, how many results a cache keeps), is never tried; other
changes that alter no behaviour (a quicker way not taken) have to be told apart by reading them.
"""

import argparse
import ast
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from os import environ
from pathlib import Path

from tests.house.source import ROOT

Written = Callable[[ast.expr], str]
"""How a node stands in its file."""

PYTEST, NO_TESTS = "-m pytest -q -x -p no:cacheprovider", 5

LEFT_OUT = ("migrations", "__main__", "__init__")
COMPARED = {ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
            ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is"}  # fmt: skip
ELSEWHERE = {
    "bots": "tests/laws/test_bots.py",
    "cases": "tests/laws/test_case_format.py tests/laws/test_cases.py",
    "config": "tests/house/test_config.py",
    "demo": "tests/e2e/test_demo.py",
    "resources": "tests/house/test_resources.py tests/reports/test_templates.py",
    "shown": "tests/cli",
}
"""Packages whose tests stand in no folder of their name."""

NOTICED, SURVIVED, BROKEN = "noticed ", "SURVIVED", "FAILS ANYHOW"

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+(?:\[.*?\])?)(?: - .*)?$", re.MULTILINE)
"""How pytest names a test or a file that failed."""

LONGEST = 3600.0
"""Seconds after which the tests of one change are given up; it counts as noticed."""


@dataclass(frozen=True)
class Change:
    """Other text for a piece of one file; ``line`` is where it stands."""

    file: Path
    line: int
    start: int
    end: int
    text: str

    def of(self, source: bytes) -> bytes:
        """Return the source with the change in it."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def told(self, tree: Path) -> str:
        """Say in one line what is changed."""
        old = " ".join(self.file.read_bytes()[self.start : self.end].decode().split())
        return f"{self.file.relative_to(tree)}:{self.line}  {old[:70]}  ->  {self.text[:70]}"


def changes(file: Path) -> Iterator[Change]:
    """List every change that is known for a file."""
    source = file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None  # noqa: PT018 - a parsed node has both
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def written(node: ast.expr) -> str:
        return source[slice(*place(node))].decode()

    for node in _computed(ast.parse(source)):
        for part, text in _other(node, written):
            if _is_there(part, source[slice(*place(part))].decode()):
                yield Change(file, part.lineno, *place(part), text)


def _computed(node: ast.AST) -> Iterator[ast.AST]:
    """Walk over all that is computed: no types, nothing that no run comes to, not how much a cache keeps.

    What a class forbids to be set is left out too: as with types, it is mypy that notices.
    """
    match node:
        case ast.Call(func=ast.Name(id="lru_cache" | "dataclass")):
            return
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return
        case ast.AnnAssign(target=target, value=value):
            inner: Iterable[ast.AST] = (target, *([value] if value is not None else []))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            inner = (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults), *node.body)
        case _:
            inner = ast.iter_child_nodes(node)
    yield node
    for one in inner:
        yield from _computed(one)


def _is_there(node: ast.expr | ast.stmt, text: str) -> bool:
    """Say whether a node stands where Python says: of what stands in an f-string, it does not always know the place."""
    if not isinstance(node, ast.expr):
        return True
    try:
        found = ast.parse(f"({text}\n)", mode="eval").body
    except SyntaxError:
        return False
    return ast.dump(found) == ast.dump(node)


def _other(node: ast.AST, written: Written) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Name what can be written instead of a node."""
    match node:
        case ast.Compare(left=left, ops=[one], comparators=[right]):
            yield node, f"({written(left)}) {COMPARED[type(one)]} ({written(right)})"
        case ast.BoolOp(op=one, values=values):
            yield node, f"({(' or ' if isinstance(one, ast.And) else ' and ').join(f'({written(v)})' for v in values)})"
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield node, f"bool({written(inner)})"
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as one, right=right):
            yield node, f"(({written(left)}) {'-' if isinstance(one, ast.Add) else '+'} ({written(right)}))"
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() as value):
            yield node, str(value + 1)
        case ast.If(test=test) if written(test) != "TYPE_CHECKING":
            yield test, f"not ({written(test)})"
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield node, "pass"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, "None"
        case ast.Continue():
            yield node, "break"


def can_be_read(change: Change) -> bool:
    """Say whether a changed file is still Python: a text in an f-string may not have the quotes of that."""
    try:
        ast.parse(change.of(change.file.read_bytes()))
    except SyntaxError:
        return False
    return True


def tests_of(file: Path, tree: Path) -> list[str]:
    """Name what should notice a change of this file, as arguments of Python: the tests of its package."""
    parts = file.relative_to(tree / "referee").with_suffix("").parts
    if parts[0] == "games" and len(parts) > 2:
        cases, slug = f"-m referee cases run tests/cases/{parts[1]} --strict", parts[1].replace("_", "-")
        common = " ".join(str(p.relative_to(tree)) for p in sorted((tree / "tests/games").glob("test_*.py")))
        kept = f"{PYTEST} tests/golden tests/laws/test_every_game.py -k '{slug} and as_it_'"
        return [cases, f"{PYTEST} tests/games/{parts[1]}", f"{PYTEST} {common} -k '{slug} or {parts[1]}'", kept]
    folder = ELSEWHERE.get(parts[0], f"tests/{parts[0]}" if (tree / "tests" / parts[0]).is_dir() else "tests/laws")
    wide = "tests" if parts[0] in ("service", "demo", "cli") else folder
    near = [str(p.relative_to(tree)) for p in sorted((tree / wide).rglob("test_*.py")) if _names(p, parts)]
    rest = " ".join([PYTEST, folder, *(f"--ignore={name}" for name in near)])
    return [" ".join([PYTEST, *near]), rest] if near else [rest]


def _names(test: Path, parts: tuple[str, ...]) -> bool:
    text = test.read_text(encoding="utf-8")
    room = ".".join(("referee", *parts[:-1]))
    return f"{room}.{parts[-1]}" in text or f"{room} import" in text


def judged(change: Change, tree: Path) -> str:
    """Say what the tests of its package make of a change in its tree: NOTICED, SURVIVED or BROKEN.

    What fails with the change is run once more without it: tests that fail then, too, notice nothing.
    """
    source = change.file.read_bytes()
    change.file.write_bytes(change.of(source))
    try:
        failing = next(filter(None, (failure(tests, tree) for tests in tests_of(change.file, tree))), "")
    except subprocess.TimeoutExpired:
        return NOTICED
    finally:
        change.file.write_bytes(source)
    if not failing:
        return SURVIVED
    return f"{BROKEN}, python {failing}:" if failure(failing, tree) else NOTICED


def failure(tests: str, tree: Path) -> str:
    """Run tests in a tree; return what to run to see the first failure again, '' if there is none.

    Templates are compiled anew: they would be kept as a change had them compiled.
    """
    kept = tree / ".cache"
    env = {**environ, "PYTHONPATH": str(tree), "XDG_CACHE_HOME": str(kept)}
    words = [sys.executable, *shlex.split(tests)]
    try:
        run = subprocess.run(words, cwd=tree, env=env, capture_output=True, text=True, timeout=LONGEST)
    finally:
        shutil.rmtree(kept, ignore_errors=True)
    if run.returncode in (0, NO_TESTS):
        return ""
    found = FAILED.search(run.stdout) if tests.startswith(PYTEST) else None
    return f"{PYTEST} {shlex.quote(found[1])}" if found else tests


def main() -> None:
    """Try so many changes, and print those that no test of their package noticed."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tries", type=int, default=60)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--after", type=int, default=0, help="go on after so many, where the same code was left")
    asked.add_argument("--within", default="referee", help="a folder or file of the tree")
    said = asked.parse_args()
    luck = random.Random(said.seed)
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache"))
        within = tree / said.within
        found = [within] if within.is_file() else sorted(within.rglob("*.py"))
        files = [file for file in found if not any(name in str(file.relative_to(tree)) for name in LEFT_OUT)]
        every = [one for file in files for one in changes(file)]
        tried = islice(filter(can_be_read, luck.sample(every, len(every))), said.tries)
        for number, one in islice(enumerate(tried, start=1), said.after, None):
            word = judged(one, tree)
            survived += word == SURVIVED
            print(f"{number:3} {word} {one.told(tree)}", flush=True)
    print(f"{survived} of {said.tries - said.after} changes were noticed by no test of their package.")


if __name__ == "__main__":
    main()
