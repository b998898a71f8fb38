"""The laws on a game's code: it imports nothing that would make it run otherwise elsewhere or some day."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from referee.laws.breach import Breach
from referee.laws.played import Rules
from referee.laws.purity import Module, called, catches, luck_and_clocks, set_orders
from referee.laws.rulebook import is_example

SHARED = ("cards", "corrections", "deal", "entries", "mending")
ENGINE = ("referee.engine", *(f"referee.games.{name}" for name in SHARED))
"""What of the referee a game may import."""

CASE, WORDS = "case", "referee.cases.words"
"""The module of a game that says how rule cases are written in it, and what that one may import besides."""

OUTSIDE = frozenset(
    "random secrets time uuid os socket ssl http urllib ftplib smtplib imaplib subprocess threading multiprocessing "
    "asyncio signal sqlite3 shutil tempfile platform locale getpass".split()
)
"""What of Python's own library a game may not import: luck, clock, files, network, other processes."""

REACHES_OUT = frozenset({"open", "print", "input", "exec", "eval", "breakpoint"})


def the_game_imports_only_what_stays_the_same(rules: Rules) -> Iterator[Breach]:
    """A game imports Python's own library, `referee.engine`, what games of cards share, itself, and nothing else."""
    own = package_of(rules.folder)
    for module in modules_of(rules):
        for target, node in imported(module):
            if not may_import(target, own) and not of_cases(target, own):
                yield Breach(f"{short(module.at(node), rules)}: imports {target}")


def the_game_knows_of_no_rule_case(rules: Rules) -> Iterator[Breach]:
    """A game plays as it does, whether cases are played of it or not: what its `case` imports, nothing else does."""
    own = dotted(rules.folder / "__init__.py")
    for module in modules_of(rules):
        for target, node in imported(module):
            if not of_cases(module.name, own) and of_cases(target, own):
                yield Breach(f"{short(module.at(node), rules)}: imports {target}")


def of_cases(name: str, own: str) -> bool:
    """Say whether a module is about rule cases: the words of all, or those of this game."""
    return any(name == one or name.startswith(f"{one}.") for one in (WORDS, f"{own}.{CASE}"))


def the_game_rolls_no_dice_of_its_own(rules: Rules) -> Iterator[Breach]:
    """A game takes its luck from `chance`, asks no clock, and reads, prints and opens nothing."""
    for module in modules_of(rules):
        for place in luck_and_clocks(module):
            yield Breach(f"{short(place, rules)}: uses luck or a clock of this machine")
        for node in module.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and called(node) in REACHES_OUT:
                yield Breach(f"{short(module.at(node), rules)}: calls {called(node)}")


def the_game_catches_no_exceptions(rules: Rules) -> Iterator[Breach]:
    """A game catches no exceptions: a pause for an answer is one, and would be swallowed."""
    for module in modules_of(rules):
        yield from (Breach(f"{short(place, rules)}: catches an exception") for place in catches(module))


def the_game_goes_through_no_set_in_its_own_order(rules: Rules) -> Iterator[Breach]:
    """A game goes through no set in its own order, which differs from run to run."""
    for module in modules_of(rules):
        yield from (Breach(f"{short(place, rules)}: goes through a set; sort it first") for place in set_orders(module))
        for node in module.nodes:
            match node:
                case ast.keyword(arg="key", value=ast.Name(id="id" | "hash" as name)):
                    yield Breach(f"{short(module.at(node.value), rules)}: sorts by {name}, another one in every run")


def short(place: str, rules: Rules) -> str:
    """Name a line of the game's code by its place in the game's folder."""
    return place.removeprefix(f"{rules.folder}/")


def modules_of(rules: Rules) -> tuple[Module, ...]:
    """Read the game's own files, but for tests that lie among them."""
    files = [file for file in sorted(rules.folder.rglob("*.py")) if not is_example(file, rules)]
    return _read(tuple((file, file.stat().st_mtime_ns) for file in files))


@lru_cache(1)
def _read(files: tuple[tuple[Path, int], ...]) -> tuple[Module, ...]:
    """The files as they were at these times; those of one game are kept, for all laws look at them one by one."""
    return tuple(Module(dotted(file), file) for file, _ in files)


def package_of(folder: Path) -> str:
    """Name what is this game's own: its package of the referee, else the top of its own package."""
    name = dotted(folder / "__init__.py")
    return name if name.startswith("referee.") else name.partition(".")[0]


def dotted(file: Path) -> str:
    """Name a file as Python imports it."""
    parts = [] if file.stem == "__init__" else [file.stem]
    folder = file.parent
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts)


def may_import(target: str, own: str) -> bool:
    """Say whether a game may import this."""
    top = target.partition(".")[0]
    if any(target == one or target.startswith(f"{one}.") for one in (own, *ENGINE)):
        return True
    return top in sys.stdlib_module_names and top not in OUTSIDE


def imported(module: Module) -> Iterator[tuple[str, ast.AST]]:
    """List what a file imports, wherever in it."""
    for node in module.nodes:
        match node:
            case ast.Import(names=names):
                yield from ((one.name, node) for one in names)
            case ast.ImportFrom(module=name, level=0, names=names):
                if name in ("referee", "referee.games", module.name.rpartition(".")[0]):
                    yield from ((f"{name}.{one.name}", node) for one in names)
                else:
                    yield name or "", node
            case ast.ImportFrom(module=name, level=level):
                parts = module.name.split(".")
                parts = parts[: len(parts) - level + module.is_package]
                if name is None:
                    yield from ((".".join([*parts, one.name]), node) for one in node.names)
                else:
                    yield ".".join([*parts, name]), node


CODE_LAWS = (
    the_game_imports_only_what_stays_the_same,
    the_game_knows_of_no_rule_case,
    the_game_rolls_no_dice_of_its_own,
    the_game_catches_no_exceptions,
    the_game_goes_through_no_set_in_its_own_order,
)
"""What the code may not do, as far as it can be seen without running it."""
