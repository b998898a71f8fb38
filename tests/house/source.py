"""The project's own files, as the house tests read them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = {".py", ".md", ".toml", ".j2", ".txt", ".sh", ".service", ".cf", ".conf", ".mako", ".yaml", ".yml"}


@dataclass(frozen=True)
class Module:
    """One Python file of a tree, with its dotted name."""

    name: str
    file: Path

    @cached_property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.file.name)

    @property
    def is_package(self) -> bool:
        return self.file.name == "__init__.py"

    def at(self, node: ast.AST) -> str:
        """Where the node stands, to click on."""
        return f"{self.file}:{getattr(node, 'lineno', 1)}"


def modules(root: Path, package: str = "referee") -> list[Module]:
    """Every Python file below root/package, sorted by name."""
    found = []
    for file in sorted((root / package).rglob("*.py")):
        parts = file.relative_to(root).with_suffix("").parts
        found.append(Module(".".join(parts[:-1] if parts[-1] == "__init__" else parts), file))
    return found


@cache
def ours() -> tuple[Module, ...]:
    """The modules of the referee itself."""
    return tuple(modules(ROOT))


def within(*groups: str) -> Iterator[Module]:
    """Those of our modules that belong to one of these packages."""
    for module in ours():
        if any(module.name == group or module.name.startswith(f"{group}.") for group in groups):
            yield module


def texts(suffixes: set[str] = TEXT) -> Iterator[Path]:
    """Every text file of the checkout, hidden folders and what builds leave behind apart."""
    for folder in sorted(path for path in ROOT.iterdir() if not path.name.startswith(".")):
        if folder.name in {"build", "dist", "out", "demo-campaign"}:
            continue
        for file in [folder] if folder.is_file() else sorted(folder.rglob("*")):
            if file.is_file() and file.suffix in suffixes and "__pycache__" not in file.parts:
                yield file
