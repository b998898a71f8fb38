"""Who may import whom, and the reader that finds arrows drawn otherwise."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.house.source import ROOT, Module, modules, ours


@dataclass(frozen=True)
class May:
    """What the modules of one group may import besides the standard library and their own group."""

    ours: tuple[str, ...] = ()
    libraries: frozenset[str] = frozenset()


def may(*ours: str, libraries: str = "") -> May:
    """The permission to import these modules of ours, with all below them, and these libraries."""
    return May(ours, frozenset(libraries.split()))


ENGINE, RESOURCES = "referee.engine", "referee.resources"

TABLE: dict[str, May] = {
    "referee.engine": may(),
    "referee.games": may(ENGINE),
    "referee.games.cards": may(ENGINE),
    "referee.games.corrections": may(ENGINE, "referee.games.cards"),
    "referee.games.mending": may(ENGINE, "referee.games.cards", "referee.games.corrections"),
    "referee.games.deal": may(ENGINE, "referee.games.cards"),
    "referee.games.entries": may(ENGINE, "referee.games.cards"),
    "referee.games.*": may(
        ENGINE,
        "referee.games.cards",
        "referee.games.corrections",
        "referee.games.deal",
        "referee.games.entries",
        "referee.games.mending",
    ),
    "referee.games.*.case": may(
        ENGINE, "referee.games.cards", "referee.games.corrections", "referee.games.mending", "referee.cases.words"
    ),
    "referee.resources": may(),
    "referee.reports": may(ENGINE, RESOURCES, libraries="jinja2 markupsafe css_inline orjson weasyprint matplotlib"),
    "referee.bots": may(ENGINE, RESOURCES),
    "referee.store": may(ENGINE, libraries="sqlmodel sqlalchemy alembic orjson pydantic"),
    "referee.archive": may(
        ENGINE,
        RESOURCES,
        "referee.games",
        "referee.reports",
        "referee.store.codec",
        "referee.store.chain",
        libraries="cattrs nacl orjson jinja2 markupsafe markdown_it",
    ),
    "referee.cases": may(
        ENGINE, RESOURCES, "referee.reports", "referee.games.cards", "referee.games.mending", libraries="yaml"
    ),
    "referee.laws": may(ENGINE, RESOURCES, "referee.reports", "referee.bots", "referee.store", "referee.cases"),
    "referee.mail": may(
        libraries="aiosmtpd aiosmtplib selectolax email_validator flufl authres imap_tools cattrs confusable_homoglyphs"
        " icalendar"
    ),
    "referee.config": may(),
    "referee.shown": may(),
    "referee.service": may(
        "referee",
        ENGINE,
        "referee.games",
        "referee.games.cards",
        "referee.games.*",
        RESOURCES,
        "referee.reports",
        "referee.bots",
        "referee.store",
        "referee.archive",
        "referee.cases",
        "referee.laws",
        "referee.mail",
        "referee.config",
        "referee.shown",
        libraries="apscheduler structlog tenacity dateutil holidays orjson sqlmodel sqlalchemy email_validator",
    ),
    "referee.demo": may(
        "referee",
        ENGINE,
        "referee.games",
        RESOURCES,
        "referee.reports",
        "referee.bots",
        "referee.store",
        "referee.mail",
        "referee.config",
        "referee.service",
    ),
    "referee.cli": may(
        "referee",
        "referee.engine.errors",
        "referee.config",
        "referee.service",
        "referee.demo",
        "referee.shown",
        libraries="typer click rich",
    ),
    "referee": may(),
    "referee.__main__": may("referee.cli"),
}


ROOMS = (
    "campaign", "table", "letters", "post", "deadlines", "upkeep", "rulesets", "people", "turns", "records", "players",
    "gm", "intake", "rounds",
)  # fmt: skip
"""The rooms of the service: each may import those before it, and itself."""

LEFT: frozenset[tuple[str, str]] = frozenset()
"""Arrows that still go up from a room, or round in a circle: who imports whom. Nothing may be added."""

Drawn = tuple[Module, list[tuple[str, ast.AST]]]
"""A module, with all that it imports and where."""


def group(name: str) -> str:
    """The group of the table that a module belongs to; every game is a group of its own."""
    parts = name.split(".")
    if parts[:2] == ["referee", "games"]:
        return ".".join(parts[:3])
    return ".".join(parts[:2])


def permission(name: str) -> May | None:
    """What the module may import, or nothing if the table does not know its group."""
    own = group(name)
    if own in TABLE or not own.startswith("referee.games."):
        return TABLE.get(own)
    return TABLE["referee.games.*.case" if _of_cases(name) else "referee.games.*"]


def wrong_arrows(root: Path) -> list[str]:
    """Every import below root that the table does not allow, as a sentence that names the line."""
    return [sentence for module, aims in _drawn(root) for sentence in _wrong_in(module, aims)]


def arrows(root: Path) -> dict[str, frozenset[str]]:
    """Which of our modules below root each of them imports, whatever for, but for what is left to be mended."""
    found = _drawn(root)
    names = {module.name for module, _ in found}
    aims = {module.name: {target for target, _ in drawn} & names for module, drawn in found}
    return {name: frozenset(one for one in aims[name] - {name} if (name, one) not in LEFT) for name in aims}


def upward(drawn: Mapping[str, Set[str]]) -> list[tuple[str, str]]:
    """The arrows from a room of the service to one that stands above it."""
    pairs = [(name, one) for name, aims in drawn.items() for one in sorted(aims)]
    return [(name, one) for name, one in pairs if 0 <= _floor(name) < _floor(one)]


def circles(drawn: Mapping[str, Set[str]]) -> list[tuple[str, ...]]:
    """The modules that import one another, straight or through others, as many as hang together; each circle once."""
    reached = {name: _reached(name, drawn) for name in drawn}
    round_about = (name for name in drawn if name in reached[name])
    return sorted({tuple(sorted(one for one in reached[name] if name in reached[one])) for name in round_about})


def _floor(name: str) -> int:
    """How high the room lies that a module belongs to; -1 if it belongs to none."""
    parts = name.split(".")
    return ROOMS.index(parts[2]) if parts[:2] == ["referee", "service"] and parts[3:] else -1


def _reached(name: str, drawn: Mapping[str, Set[str]]) -> set[str]:
    """The modules that are loaded with one, itself among them only if one of them imports it."""
    found, todo = set[str](), [name]
    while todo:
        new = drawn[todo.pop()] - found
        found |= new
        todo += new
    return found


def libraries_used(found: list[Module]) -> set[str]:
    """The top names of all libraries, neither ours nor Python's, that these modules import."""
    tops = {target.split(".")[0] for module in found for target, _ in _targets(module, set())}
    return {top for top in tops if top != "referee" and top not in sys.stdlib_module_names}


def _drawn(root: Path) -> list[Drawn]:
    """Every module below root with all that it imports, and where; our own are read once."""
    return _ours_drawn() if root == ROOT else _all_targets(modules(root))


@cache
def _ours_drawn() -> list[Drawn]:
    return _all_targets(ours())


def _all_targets(found: Iterable[Module]) -> list[Drawn]:
    every = tuple(found)
    names = {module.name for module in every}
    return [(module, list(_targets(module, names))) for module in every]


def _wrong_in(module: Module, aims: Iterable[tuple[str, ast.AST]]) -> Iterator[str]:
    allowed = permission(module.name)
    if allowed is None:
        yield f"{module.file}: the table of imports does not know {group(module.name)}"
        return
    for target, node in aims:
        if not _fits(module.name, target, allowed):
            yield f"{module.at(node)}: {module.name} may not import {target}"


def _fits(name: str, target: str, allowed: May) -> bool:
    top = target.split(".")[0]
    if top != "referee":
        return top in sys.stdlib_module_names or top in allowed.libraries
    if group(target) == group(name):
        return _of_cases(name) or not _of_cases(target)
    return any(_is_below(target, permitted) for permitted in allowed.ours)


def _of_cases(name: str) -> bool:
    """Whether a module of a game declares how rule cases are written in it; the game's others know nothing of that."""
    return name.startswith("referee.games.") and name.split(".")[3:4] == ["case"]


def _is_below(target: str, permitted: str) -> bool:
    if permitted == "referee.games.*":
        return target.startswith("referee.games.")
    if permitted in {"referee", "referee.games"}:
        return target == permitted
    return target == permitted or target.startswith(f"{permitted}.")


def _targets(module: Module, names: set[str]) -> Iterator[tuple[str, ast.AST]]:
    """Every module that this one imports: at the top, for types only, late, or by its name in a string."""
    for node in module.nodes:
        match node:
            case ast.Import():
                for alias in node.names:
                    yield alias.name, node
            case ast.ImportFrom():
                origin = _origin(module, node)
                for alias in node.names:
                    inner = f"{origin}.{alias.name}"
                    yield (inner if inner in names else origin), node
            case ast.Call(args=[ast.Constant(value=str(name)), *_]) if _imports_by_name(node.func):
                yield name, node


def _origin(module: Module, node: ast.ImportFrom) -> str:
    """The module after `from`, dots resolved."""
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    parts = parts[: len(parts) - node.level + module.is_package]
    return ".".join([*parts, node.module] if node.module else parts)


def _imports_by_name(function: ast.expr) -> bool:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in {"import_module", "__import__"}
        case _:
            return False
