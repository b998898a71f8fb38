"""Where templates and tables lie, and what a campaign puts in their place."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

__all__ = ["Resources", "TableError", "shipped"]

Table = dict[str, Any]

Seen = tuple[tuple[str, int, int], ...]
"""Files by their names, each with when it was written and how long it is."""

LOOK = ("letter.css", "letter.html.j2")
"""The style sheet of letters, and the page around them."""

MOST_DOTS = 1_000
"""In one line; over a name with many more TOML's reader sits for minutes."""


class TableError(ValueError):
    """A table of data that cannot be used; says which file, which key, and what would be right."""

    def __init__(self, file: Path, key: str, problem: str) -> None:
        """Name the file, the key in it ("" for the whole file) and the problem."""
        super().__init__(f"{file}: {key}: {problem}" if key else f"{file}: {problem}")
        self.file, self.key, self.problem = file, key, problem


@cache
def shipped(kind: str) -> Path:
    """The folder `templates` or `data` as it was shipped: inside the package, or at the top of a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / kind
    return inside if inside.is_dir() else package.parent / kind


@cache
def _sheet_folders(campaign: Path | None) -> tuple[Path, ...]:
    own = (campaign / "templates",) if campaign is not None else ()
    return (*own, shipped("templates"))


@cache
def _look_files(folders: tuple[Path, ...]) -> tuple[Path, ...]:
    return tuple(folder / name for folder in folders for name in LOOK)


def seen(file: Path) -> tuple[int, int]:
    """Tell a file from what it was before it was changed: when it was written, and how long it is."""
    try:
        stat = file.stat()
    except OSError:  # there is none, or it was taken away just now
        return 0, 0
    return stat.st_mtime_ns, stat.st_size


def short_hash(data: bytes) -> str:
    """Return what tells a text from any other in a line that people read."""
    return sha256(data).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Resources:
    """What is shipped, with the files of one campaign's folder laid over it."""

    campaign: Path | None = None
    own_templates: bool = True
    """Whether the campaign's templates stand before the shipped ones; its tables always do."""

    @property
    def has_templates(self) -> bool:
        """Whether the campaign lays any template over the shipped ones."""
        return any(self.campaign.glob("templates/**/*.j2")) if self.campaign and self.own_templates else False

    def tables(self, names: Iterable[str], game_folder: Path) -> dict[str, Mapping[str, Any]]:
        """The tables of a game by their names; raises TableError."""
        return {name: self.table(name, game_folder=game_folder) for name in names}

    def table(self, name: str, *, game_folder: Path | None = None) -> Mapping[str, Any]:
        """The table `name`: data/<name>.toml with the campaign's data/<name>.toml laid over it key by key.

        A game may bring the table itself, as <name>.toml in its folder. The campaign's file may only replace
        what is there, by values of the same type. Raises TableError.
        """
        assert re.fullmatch(r"[a-z][a-z0-9_-]*", name), name
        table = _read(self._shipped_table(name, game_folder))
        if self.campaign is not None:
            over = self.campaign / "data" / f"{name}.toml"
            if over.is_file():
                table = _laid_over(table, _read(over), over)
        return MappingProxyType(table)

    def template_folders(self, game_slug: str, game_folder: Path) -> list[Path]:
        """The folders where a template of this game is looked for, first found first used.

        The campaign's for this game, the game's own, the campaign's for all games, the shipped ones; folders
        that do not exist are left out.
        """
        folders = [game_folder, shipped("templates")]
        if self.campaign is not None and self.own_templates:
            own = self.campaign / "templates"
            folders = [own / game_slug, game_folder, own, shipped("templates")]
        return [folder for folder in folders if folder.is_dir()]

    @property
    def has_look(self) -> bool:
        """Whether the campaign has its own style sheet for letters, or its own page around them."""
        return any(map(any, self.seen_look()[: -len(LOOK)]))

    def seen_look(self) -> tuple[tuple[int, int], ...]:
        """The files of the look of letters, the campaign's before the shipped ones, so that one that is changed shows.
        """
        return tuple(map(seen, _look_files(self.sheet_folders())))

    def own_templates_there(self) -> list[Path]:
        """The templates and style sheets that the campaign has of its own, used or not."""
        if self.campaign is None:
            return []
        return sorted(file for kind in ("j2", "css") for file in self.campaign.glob(f"templates/**/*.{kind}"))

    def seen_templates(self) -> Seen:
        """Which those are, so that one that is changed shows."""
        return tuple((str(file), *seen(file)) for file in self.own_templates_there())

    def state_of(self, name: str) -> str:
        """Tell one of the campaign's files, by its name there, from what it was before; without one, all together."""
        file = self.campaign / name if self.campaign is not None else None
        files = [file] if name and file is not None and file.is_file() else self.own_templates_there()
        return short_hash(b"".join(one.read_bytes() for one in files if one.is_file()))

    def sheet_folders(self) -> tuple[Path, ...]:
        """The folders where the look of letters is found that all games share, first found first used."""
        return _sheet_folders(self.campaign if self.own_templates else None)

    def _shipped_table(self, name: str, game_folder: Path | None) -> Path:
        """The game's own file if it has one, else the shared one."""
        file = f"{name}.toml"
        if game_folder is not None and (game_folder / file).is_file():
            return game_folder / file
        return shipped("data") / file


def _read(file: Path) -> Table:
    """The TOML file as plain data."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        there = ", ".join(sorted(path.stem for path in file.parent.glob("*.toml")))
        raise TableError(file, "", f"there is no such table. There are: {there or 'none'}.") from None
    except UnicodeDecodeError as error:
        raise TableError(file, "", f"this is not UTF-8 (byte {error.start}). Save it as UTF-8.") from None
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise TableError(file, "", "a name has dots in it without end; no table wants that.")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TableError(file, "", f"this is not TOML: {error}.") from None
    except RecursionError:
        raise TableError(file, "", "brackets stand in brackets without end; no table wants that.") from None
    except ValueError:  # Python turns no more than so many figures into a number
        raise TableError(file, "", "a number has figures without end; no table wants that.") from None


def _laid_over(below: Table, above: Table, file: Path, path: str = "") -> Table:
    """The lower table with the upper one's values in the places of its own."""
    laid = dict(below)
    for name, value in above.items():
        key = f"{path}{name}"
        if name not in below:
            raise TableError(file, key, _no_such_key(name, below))
        if type(value) is not type(below[name]):
            raise TableError(file, key, f"{value!r} is {_kind(value)}; this must be {_kind(below[name])}.")
        if isinstance(value, dict):
            laid[name] = _laid_over(below[name], value, file, f"{key}.")
        else:
            laid[name] = value
    return laid


def _no_such_key(name: str, table: Table) -> str:
    """What to say of a key that the shipped table does not have."""
    near = get_close_matches(name, table, n=3, cutoff=0.5) or sorted(table)[:12]
    return f"the shipped table has no such key. Did you mean {' or '.join(near)}?"


def _kind(value: object) -> str:
    """The type of a TOML value, in words."""
    words: dict[type, str] = {
        str: "a string", int: "a whole number", float: "a number", bool: "true or false",
        list: "a list", dict: "a table",
    }  # fmt: skip
    return words.get(type(value), f"a {type(value).__name__}")
