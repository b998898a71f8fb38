"""The project's own files, as the house tests read them."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from referee.laws.purity import Module

__all__ = ["ROOT", "TEXT", "Module", "modules", "ours", "texts", "within"]

ROOT = Path(__file__).resolve().parents[2]
LEFT = {"__pycache__", "node_modules"}
TEXT = {".py", ".md", ".toml", ".j2", ".txt", ".sh", ".service", ".cf", ".conf", ".mako", ".yaml", ".yml"}


def modules(root: Path) -> list[Module]:
    """Read every Python file of the referee below a root, sorted by name."""
    found = []
    for file in sorted((root / "referee").rglob("*.py")):
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
            if file.is_file() and file.suffix in suffixes and not LEFT & set(file.parts):
                yield file
