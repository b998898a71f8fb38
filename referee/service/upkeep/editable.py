"""The words and looks that a game master may edit: where the originals lie, and the campaign's own copies of them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Self

from referee import games
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.resources import Resources, shipped, short_hash

FRAMES = {
    "invitation": "calls players to a game, or asks one who has a seat to answer",
    "welcome": "the first letter of a game, to each player",
    "report": "what a turn came to, to each player, and to who looks on where there is no newsletter",
    "newsletter": "the public story of a turn, to those who look on and to players who wish it",
    "receipt": "answers orders: what is kept, done and not understood",
    "reminder": "a word before the deadline",
    "question": "a live game asks a player for a decision",
    "press": "brings what one player wrote to another",
    "notice": "tells of what the referee or the GM did, such as a moved deadline",
    "end": "the last letter of a game",
    "luck": "answers HISTORY LUCK, after a game",
    "all_orders": "answers HISTORY ORDERS, after a game",
    "status": "answers STATUS",
    "help": "answers HELP",
    "rules": "answers RULES",
    "refusal": "says why a letter was not used",
    "list": "a list that somebody asked for: the log, rulings, corrected orders",
    "gm_turn": "to the GM: what a turn came to",
    "gm_alarm": "to the GM: something wants attention",
    "gm_answer": "to the GM: what became of their commands",
    "gm_order": "to the GM: asks for a YES before what cannot be taken back",
    "frame": "what several letters have in common: sections, the form",
    "corrections": "how corrections by the GM are told, in every game",
}
LOOKS = {
    "letter.css": "how letters look as HTML: colours, sizes, distances",
    "letter.html.j2": "the page that stands around a letter as HTML",
    "print.css": "how letters look on paper",
}
PAGES = {
    "site.css": "how the archive's pages look, on screens and on paper",
    "page.html.j2": "what all of the archive's pages have around them",
    "home.html.j2": "the archive's first page",
    "game.html.j2": "the first page of a game",
    "turn.html.j2": "a turn: what happened, and the table step by step",
    "standings.html.j2": "charts and numbers",
    "list.html.j2": "press and rulings",
    "said.html.j2": "somebody's words, on these pages",
    "links.html.j2": "pages that lead to others",
    "open.html.j2": "a turn laid open, when the game is over",
    "letters.html.j2": "letters, on a page",
    "rules.html.j2": "a rulebook",
    "search.html.j2": "the search",
    "check.html.j2": "the check of a game, and what it proves",
}
"""What lies in the folder ``site``."""

SEEN_ELSEWHERE = {
    "print.css": "is seen on paper. Print it: referee report print GAME GM --out FILE.pdf",
    **{f"site/{name}": "is seen in the archive. Look at it: referee archive serve" for name in PAGES},
}
"""Looks that no preview of a letter shows, and what does."""

FOR_ALL, LOOK, GAMES, TABLES = "Frames of letters", "Looks", "Words of the games", "Names of cards and people"
ARCHIVE = "Pages of the archive"
LINES = "lines.txt.j2"
MARK = "Copied by referee templates copy from the original "
MADE_FROM = re.compile(f"{MARK}([0-9a-f]+)")
COMMENTS = {".j2": ("{# ", " #}"), ".css": ("/* ", " */"), ".toml": ("# ", "")}


class State(StrEnum):
    """How a campaign's own file stands to the original."""

    NONE = ""
    SAME = "a copy, not changed yet"
    OWN = "your own"
    OLDER = "your own, made from an older original"
    UNKNOWN = "your own, made without templates copy"
    UNUSED = "not used"


@value
class EditableFile:
    """A file that a campaign may have otherwise."""

    name: str
    """Its name, for: referee templates copy."""
    group: str
    """With what others it is listed."""
    what: str
    """What it is for; of one that nothing uses, a word on that."""
    original: Path | None
    """Where the original lies."""
    own: Path | None = None
    """Where the campaign's own lies, if it has one."""
    state: State = State.NONE
    """What the campaign's own is, if it has one."""

    def place(self, campaign: Path) -> Path:
        """Return where the campaign's own one lies; tables lie in ``data``."""
        return campaign / self.name if self.group == TABLES else campaign / "templates" / self.name

    def copied(self) -> str:
        """Return the original, below a line that says which it was."""
        assert self.original is not None, "what nothing uses cannot be copied"
        first, last = COMMENTS[self.original.suffix]
        text = self.original.read_text(encoding="utf-8")
        return f"{first}{MARK}{short_hash(text.encode())}. What you change here stands before it.{last}\n{text}"

    def of(self, campaign: Path) -> Self:
        """Return it with the campaign's own, if there is one, and of which original that is."""
        own = self.place(campaign)
        if not own.is_file():
            return self
        text, copied = own.read_text(encoding="utf-8", errors="replace"), self.copied()
        found, now = MADE_FROM.search(text), MADE_FROM.search(copied)
        if found is None or now is None:
            return replace(self, own=own, state=State.UNKNOWN)
        if found[1] != now[1]:
            return replace(self, own=own, state=State.OLDER)
        return replace(self, own=own, state=State.SAME if text == copied else State.OWN)


def listed(campaign: Path | None) -> list[EditableFile]:
    """List what may be edited, group by group, then files in the campaign's ``templates`` that nothing uses."""
    rows = list(every()) if campaign is None else [one.of(campaign) for one in (*every(), *_of_game(campaign))]
    known = {row.own for row in rows}
    spare = [file for file in Resources(campaign).own_templates_there() if file not in known]
    groups = list(dict.fromkeys(one.group for one in rows))
    rows.sort(key=lambda row: groups.index(row.group))
    return [*rows, *(_unused(file, rows) for file in spare)]


def every() -> Iterator[EditableFile]:
    """Name every file that may be edited: frames, looks, the words of each game, tables."""
    templates, data = shipped("templates"), shipped("data")
    for name, what in FRAMES.items():
        yield EditableFile(f"{name}.txt.j2", FOR_ALL, what, templates / f"{name}.txt.j2")
    for name, what in LOOKS.items():
        yield EditableFile(name, LOOK, what, templates / name)
    for name, what in PAGES.items():
        yield EditableFile(f"site/{name}", ARCHIVE, what, templates / "site" / name)
    tables: dict[str, list[str]] = {}
    for slug, folder, title, wanted in _games():
        yield EditableFile(f"{slug}/lines.txt.j2", GAMES, f"what letters of {title} say of each event", folder / LINES)
        for table in wanted:
            own = folder / f"{table}.toml"
            tables.setdefault(str(own if own.is_file() else data / f"{table}.toml"), []).append(title)
    for file, titles in tables.items():
        words = f"names in {', '.join(titles)}, and what players may write for them"
        yield EditableFile(f"data/{Path(file).name}", TABLES, words, Path(file))


def _games() -> Iterator[tuple[str, Path, str, tuple[str, ...]]]:
    """Name each game that can be loaded, with its folder, its title and its tables."""
    for slug in games.slugs():
        try:
            rules = games.find(slug)
        except Exception:  # noqa: BLE001 - a game of another package that is broken is told of by doctor
            continue
        yield slug, rules.folder, rules.title, tuple(rules.words.tables)


def _of_game(campaign: Path) -> Iterator[EditableFile]:
    """Name the frames that the campaign has for one game alone."""
    for file in sorted(campaign.glob("templates/*/*.txt.j2")):
        if file.parent.name in games.slugs() and file.name != LINES:
            found = _frame_of(file.parent.name, file.name.removesuffix(".txt.j2"))
            yield from [found] if found else []


def _frame_of(slug: str, frame: str) -> EditableFile | None:
    if frame not in FRAMES:
        return None
    what = f"in this game alone: {FRAMES[frame]}"
    return EditableFile(f"{slug}/{frame}.txt.j2", GAMES, what, shipped("templates") / f"{frame}.txt.j2")


def _unused(file: Path, found: Iterable[EditableFile]) -> EditableFile:
    near = _nearest(file.name, found)
    return EditableFile(file.name, "Not used", f"no file is called so.{near}", None, file, State.UNUSED)


def named(name: str) -> EditableFile:
    """Return the file of a name, or of a kind of letter; raises `SetupError` with the nearest name."""
    wanted = name.strip().removeprefix("templates/")
    known = list(every())
    slug, _, frame = wanted.removesuffix(".txt.j2").partition("/")
    own = _frame_of(slug, frame) if frame and slug in games.slugs() else None
    found = next((one for one in known if wanted in _names(one)), own)
    if found is None:
        raise SetupError(f"There is no {name} to edit.{_nearest(wanted, known)} See: referee templates list")
    return found


def _names(one: EditableFile) -> set[str]:
    """Return how a file may be called: ``report``, ``report.txt``, ``report.txt.j2``."""
    whole = (one.name, one.name.removeprefix("data/"))
    return {name.removesuffix(ending) for name in whole for ending in ("", ".j2", ".txt.j2", ".toml")}


def _nearest(name: str, known: Iterable[EditableFile]) -> str:
    names = {short: one.name for one in known for short in _names(one)}
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(dict.fromkeys(names[one] for one in near))}?" if near else ""


def copy(campaign: Path, name: str, *, force: bool = False) -> tuple[EditableFile, Path]:
    """Put an original into the campaign's own folder, and say where; raises `SetupError` if one lies there."""
    found = named(name)
    place = found.place(campaign.resolve())
    if place.exists() and not force:
        raise SetupError(f"{place} is there already, and stays as it is. With --force the original takes its place.")
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(f".{place.name}.new")
    part.write_text(found.copied(), encoding="utf-8")
    part.replace(place)
    return found, place
