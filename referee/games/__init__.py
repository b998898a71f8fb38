"""The games: each is one folder here, or one installed package under the entry-point group ``referee.games``.

A package is imported when its game is asked for. So a broken one of somebody
else's stops nobody who does not play it, and its error is seen as it is. An
earlier edition of a game's rules is a package within the game's own, such as
``edition_1``, and is imported when a game that is played by it is.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from referee.engine.errors import SetupError
from referee.engine.lexicon import nearest, spoken
from referee.engine.ruleset import EDITION, Ruleset

GROUP = "referee.games"

Rules = Ruleset[Any, Any]


class NoEdition(SetupError):
    """An edition of a game's rules that this program does not have; ``newest`` is the one that it has."""

    def __init__(self, title: str, wanted: str, newest: str) -> None:
        super().__init__(f"This program has no edition {wanted} of {title}; its newest is edition {newest}.")
        self.title, self.wanted, self.newest = title, wanted, newest


def find(slug: str, edition: str = "") -> Rules:
    """Return the rules of one game, the newest edition unless another is asked for.

    Raises `LookupError` with the nearest name if there is no game of this name, `NoEdition` if it has no such edition.
    """
    wanted = slug.strip().lower().replace("_", "-")
    loaders = _ours() if wanted in _ours() else _loaders()  # to look through all packages takes its time
    if wanted not in loaders:
        part = [name for name in loaders if wanted and wanted in name]
        hint = f"Did you mean {spoken(part, 'or')}?" if part else ""
        hint = hint or nearest(wanted, [name.upper() for name in loaders]).lower().replace("did", "Did")
        known = f"The games are {', '.join(loaders)}; one of your own is found once it is installed."
        raise LookupError(f"There is no game {slug}. {hint or known}")
    rules = loaders[wanted]()
    assert isinstance(rules, Ruleset), f"{slug} is registered as a game, but is no Ruleset"
    assert rules.slug == wanted, f"it is registered as {wanted}, but calls itself {rules.slug}"
    return rules if edition in ("", rules.edition) else _earlier(rules, edition)


def shipped(slug: str, edition: str = "") -> bool:
    """Say whether a game is one of ours and has this edition, or any if none is given; no rules are loaded for that.

    The newest edition is read where it is written: in the first file of the game's package.
    """
    if slug not in _ours():
        return False
    folder = Path(__path__[0]) / slug.replace("-", "_")
    newest = re.search(r'\bedition="(\w+)"', (folder / "__init__.py").read_text(encoding="utf-8"))
    return edition in ("", newest and newest[1]) or (folder / f"{EDITION}{edition}" / "__init__.py").is_file()


def editions(slug: str) -> list[Rules]:
    """Return the rules of one game in all editions that are kept, the newest first."""
    newest = find(slug)
    packages = [one.name for one in pkgutil.iter_modules([str(newest.folder)]) if one.ispkg]
    kept = [name.removeprefix(EDITION) for name in packages if name.startswith(EDITION)]
    kept.sort(key=lambda edition: (len(edition), edition), reverse=True)  # 10 comes after 9
    return [newest, *(_earlier(newest, edition) for edition in kept)]


def _earlier(newest: Rules, edition: str) -> Rules:
    """Return the rules of an earlier edition, which lie within the package of the newest; raises `NoEdition`."""
    package = newest.play.__module__.rpartition(".")[0]
    if not (newest.folder / f"{EDITION}{edition}" / "__init__.py").is_file():
        raise NoEdition(newest.title, edition, newest.edition)
    rules = _loader(f"{package}.{EDITION}{edition}")()
    assert (rules.slug, rules.edition) == (newest.slug, edition), f"it lies as {edition}, but is {rules.edition}"
    return rules


def every(*, third_party: bool = True) -> dict[str, Rules]:
    """Return the rules of all games by slug, ours first."""
    loaders = _loaders() if third_party else _ours()
    return {slug: load() for slug, load in loaders.items()}


def slugs() -> list[str]:
    """Name all games, ours first, without loading any."""
    return list(_loaders())


def of_others() -> list[str]:
    """Name the games that came with packages of others, without loading any."""
    return [slug for slug in _loaders() if slug not in _ours()]


def _loaders() -> dict[str, Callable[[], Rules]]:
    """Return what loads each game; a name of ours cannot be taken by another package."""
    theirs = {e.name.replace("_", "-"): e.load for e in sorted(entry_points(group=GROUP), key=lambda e: e.name)}
    return _ours() | {slug: load for slug, load in theirs.items() if slug not in _ours()}


@cache
def _ours() -> dict[str, Callable[[], Rules]]:
    folders = sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg)
    return {name.replace("_", "-"): _loader(f"{__name__}.{name}") for name in folders}


def _loader(module: str) -> Callable[[], Rules]:
    return lambda: import_module(module).RULESET
