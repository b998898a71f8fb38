"""Python files as the laws and the house read them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


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


def modules(root: Path, package: str = "referee") -> list[Module]:
    """Read every Python file below root/package, sorted by name."""
    found = []
    for file in sorted((root / package).rglob("*.py")):
        parts = file.relative_to(root).with_suffix("").parts
        found.append(Module(".".join(parts[:-1] if parts[-1] == "__init__" else parts), file))
    return found
