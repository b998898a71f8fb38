"""The folder of a new game: a tiny whole one, under a name of its author's, that plays as it stands."""

import keyword
import os
import re
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from referee import games
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.resources import shipped

__all__ = ["Named", "Written", "guide", "named", "write"]

TEMPLATE = "new_game"
LONGEST = 30
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-]+[A-Za-z0-9]+)*")
LEFT_BEHIND = frozenset({"__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"})


@value
class Named:
    """The names of one game: as commands write it, as Python does, as people do, and before a rule's number."""

    slug: str
    module: str
    title: str
    prefix: str


TINY = Named("tiny-game", "tiny_game", "Tiny Game", "TG")
"""The names that the template has."""


@value
class Written:
    """A new game that was written."""

    name: str
    """The name of the game."""
    title: str
    """What it is called."""
    folder: Path
    """Its folder."""
    files: tuple[str, ...]
    """The files in it."""


def write(name: str, folder: Path | None = None) -> Written:
    """Write the folder of a new game; raises `SetupError` for a name or a folder that will not do.

    It is written beside its place and moved there whole: nothing is overwritten, and nothing is left half done.
    """
    own = named(name)
    target = (folder or Path(own.slug)).absolute()
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise SetupError(f"{target} is there already. Name a folder that is not: --folder DIR.")
    if not target.parent.is_dir():
        raise SetupError(f"There is no folder {target.parent} to put it in.")
    made = Path(tempfile.mkdtemp(prefix=f".{own.slug}-", dir=target.parent))
    try:
        files = [_copied(file, made, own) for file in template_files()]
        made.chmod(0o777 & ~_umask())
        os.replace(made, target)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return Written(own.slug, own.title, target, tuple(sorted(files)))


def named(name: str) -> Named:
    """Derive all names of a game from one; raises `SetupError` for one that will not do, or is taken."""
    if not NAME.fullmatch(name.strip()) or not 3 <= len(name.strip()) <= LONGEST:
        raise SetupError(
            f"{name!r} will not do as a name. It has 3 to {LONGEST} letters and figures, a letter first, in one word "
            "or several, such as river-crossing."
        )
    words = [word.lower() for word in re.split(r"[ _-]+", name.strip())]
    slug, module = "-".join(words), "_".join(words)
    if slug in games.slugs():
        raise SetupError(f"There is a game {slug} already. Choose another name.")
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or _is_taken(module):
        raise SetupError(f"Python has something called {module} already. Choose another name, of two words perhaps.")
    initials = "".join(word[0] for word in words if word[0].isalpha())[:3].upper()
    letters = re.sub(r"[^A-Z]", "", words[0].upper())
    prefix = initials if len(initials) > 1 else (letters + "G")[:2]
    return Named(slug, module, " ".join(word.capitalize() for word in words), prefix)


def guide() -> str:
    """Return the page on writing a game."""
    return (Path(games.__file__).parent / "WRITING.md").read_text(encoding="utf-8")


def template_files() -> list[Path]:
    """List the files that the folder of a new game is made of."""
    root = shipped("templates") / TEMPLATE
    return [file for file in sorted(root.rglob("*")) if file.is_file() and not LEFT_BEHIND & set(file.parts)]


def renamed(text: str, own: Named) -> str:
    """Put a game's own names in the places of the template's."""
    text = re.sub(rf"\b{TINY.prefix}-(?=\d|n)", f"{own.prefix}-", text)
    for theirs, ours in ((TINY.slug, own.slug), (TINY.module, own.module), (TINY.title, own.title)):
        text = text.replace(theirs, ours)
    return text


def _copied(file: Path, made: Path, own: Named) -> str:
    """Copy one file of the template under the game's own names."""
    place = renamed(file.relative_to(shipped("templates") / TEMPLATE).as_posix(), own)
    target = made / place
    target.parent.mkdir(exist_ok=True)
    target.write_text(renamed(file.read_text(encoding="utf-8"), own), encoding="utf-8", newline="\n")
    return place


def _is_taken(module: str) -> bool:
    """Say whether an import of this name finds something else."""
    return module == "referee" or find_spec(module) is not None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
