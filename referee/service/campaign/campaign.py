"""One campaign opened: its settings, its store, its clock, what is made once for a ruleset, and what it remembers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from referee import __version__, config, games
from referee.archive.signature import public_half
from referee.engine.audience import REFEREE, Audience, Seat
from referee.engine.errors import SetupError
from referee.engine.lexicon import Lexicon
from referee.engine.ruleset import Option, Ruleset
from referee.engine.seatnames import reserved
from referee.engine.values import value
from referee.reports.parts import Contact
from referee.resources import Resources, Seen
from referee.service.campaign.clock import Clock, SystemClock
from referee.service.campaign.logbook import log
from referee.store import actions
from referee.store.codec import Codec, codec
from referee.store.database import Store, Transaction
from referee.store.games import Standing
from referee.store.tables import GameRow

FRESH = timedelta(minutes=5)
"""So long nothing is looked at again without a sign; what no sign tells, such as a changed setting, is seen then."""


@dataclass
class Watch:
    """The standings that were looked at, and what was found of them."""

    newest: int = -1
    """The newest revision of orders that was seen."""
    idle: dict[int, Standing] = field(default_factory=dict)
    """Games that need not be looked at for an early adjudication before something changes."""
    late: dict[int, tuple[object, ...]] = field(default_factory=dict)
    """Of games in grace, what was on file when somebody was still missing."""
    reminded: dict[int, tuple[Standing, datetime]] = field(default_factory=dict)
    """Until when nobody is to be reminded, as long as the standing is this."""
    beats: dict[str, datetime] = field(default_factory=dict)
    """When each part was last written down as well."""
    worked: datetime | None = None
    """When the last round ended: letters are taken in while one goes on, however long it takes."""
    sources: dict[str, datetime] = field(default_factory=dict)
    """When each source of letters was last seen well."""
    still: set[int] = field(default_factory=set)
    """Letters of games that stand still, for this program does not have the rules by which they are played."""
    since: datetime | None = None

    def refresh(self, now: datetime) -> bool:
        """Forget what is no longer fresh, or was seen by a clock that has been set back; say whether that was so."""
        if self.since is not None and self.since <= now < self.since + FRESH:
            return False
        self.forget()
        self.since = now
        return True

    def forget(self) -> None:
        """Look at everything anew."""
        self.idle.clear()
        self.late.clear()
        self.reminded.clear()
        self.still.clear()


if TYPE_CHECKING:
    from referee.reports.templates import Fault, Tell
    from referee.reports.writer import Writer


class StandsStill(SetupError):
    """A game whose edition of the rules this program does not have; the message says what the GM can do."""

    def __init__(self, game: GameRow, missing: games.NoEdition) -> None:
        super().__init__(
            f"{game.name} is played by edition {missing.wanted} of {missing.title}, and this program has edition"
            f" {missing.newest}, so it stands still. Go on with the program that played it so far, or let it go on by"
            f" other rules: referee game adopt {game.name} {missing.newest} --reason TEXT"
        )


REMEMBERED = 1024
"""For how many tables a kit remembers the words, and with them the lines that were read there: some 30 KB each."""


@dataclass
class Kit:
    """What is made once for a ruleset: its codec, its tables of words, and, when a letter is written, its writer."""

    rules: Ruleset[Any, Any]
    make_writer: Callable[[], Writer]
    codec: Codec[Any, Any]
    tables: dict[str, Any]

    def __post_init__(self) -> None:
        """Remember the words of the tables seen last: their games are taken up again and again."""
        self._lexicon = lru_cache(REMEMBERED)(lambda seats: self.rules.words.lexicon(seats, self.tables))

    def lexicon(self, seats: Sequence[Seat]) -> Lexicon:
        """Return the words of a table with these seats, the same object for the same seats."""
        return self._lexicon(tuple(seats))

    def options(self, game: GameRow) -> list[tuple[Option, str]]:
        """Return the options of a game, with their values as it began."""
        values = self.rules.completed(game.options)
        return [(option, values[option.name]) for option in self.rules.options]

    def prepare(self) -> None:
        """Make all of it now; raises `CodecError` or `LinesError` for what cannot be used."""
        self.codec.prepare()
        self.writer.prepare()

    @cached_property
    def writer(self) -> Writer:
        """What writes its letters."""
        return self.make_writer()

    def forget_writer(self) -> None:
        """Have another writer made for the next letter."""
        self.__dict__.pop("writer", None)

    @cached_property
    def reserved(self) -> set[str]:
        """The words that no seat may be called."""
        return reserved(self.rules, self.lexicon(()))


def _logged(fault: Fault) -> None:
    log.warning("a template cannot be used", fault=str(fault))


def kit_for(rules: Ruleset[Any, Any], resources: Resources, tell: Tell = _logged) -> Kit:
    """Make the kit of a ruleset, with a campaign's own templates and tables; `tell` hears of broken templates."""
    tables = resources.tables(rules.words.tables, rules.folder)

    def make_writer() -> Writer:
        from referee.reports.spare import writer_for

        return writer_for(rules, resources, tell)

    return Kit(rules, make_writer, codec(rules), tables)


@dataclass
class Campaign:
    """Everything that the use cases need; made once by the command line or the service.

    ``who`` is under whose name the log keeps what is done: the GM, or one of several by address.
    """

    settings: config.Settings
    store: Store
    clock: Clock
    resources: Resources
    who: str = "GM"
    _kits: dict[tuple[str, str], Kit] = field(default_factory=dict)
    _mark: str = ""
    watch: Watch = field(default_factory=Watch)
    _form_key: bytes = field(default=b"", repr=False)
    _signing_key: bytes = field(default=b"", repr=False)
    broken: dict[Fault, bool] = field(default_factory=dict)
    """What was found wrong in the campaign's own templates, and whether the GM was told."""
    _templates: Seen = ()

    def __post_init__(self) -> None:
        """Note which templates of its own the campaign has now."""
        self._templates = self.resources.seen_templates()

    @classmethod
    def open(cls, folder: Path, clock: Clock | None = None) -> Campaign:
        """Open the campaign in a folder, bringing its database up to date; raises `ConfigError` or `StoreError`."""
        clock = clock or SystemClock()
        settings = config.read(folder)
        store = Store.open(settings.database, now=clock.now(), program=__version__)
        return cls(settings, store, clock, Resources(folder))

    @classmethod
    def create(cls, folder: Path, values: dict[str, object], clock: Clock | None = None) -> Campaign:
        """Make a new campaign: settings, database, and folders for the GM's own words and templates."""
        clock = clock or SystemClock()
        config.write_default(folder, values)
        settings = config.read(folder)
        store = Store.create(settings.database, now=clock.now(), program=__version__)
        for name in ("templates", "data", "backups"):
            (folder / name).mkdir(exist_ok=True)
        return cls(settings, store, clock, Resources(folder))

    def act_as(self, address: str) -> None:
        """Let the log keep what is done under the address of one of the GMs; raises `SetupError` if it is none."""
        known = self.settings.campaign.gms
        found = next((gm for gm in known if gm.lower() == address.lower()), None)
        if found is None:
            raise SetupError(f"{address} is no GM of this campaign. Its GMs are {', '.join(known)}.")
        self.who = found

    @property
    def gm(self) -> Contact:
        """The GM as letters to players name them."""
        settings = self.settings.campaign
        return Contact(settings.gm_name, " or ".join(settings.gms))

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()

    def __enter__(self) -> Campaign:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def kit(self, slug: str, edition: str = "") -> Kit:
        """Return the kit of a ruleset, of its newest edition unless another is asked for.

        Raises `LookupError` with a suggestion if there is none of this name, `NoEdition` if it has no such edition.
        """
        found = self._kits.get((slug, edition))
        if found is None:
            rules = games.find(slug, edition)
            found = self._kits.get((slug, rules.edition)) or kit_for(rules, self.resources, self.note_broken)
            self._kits |= {(slug, edition): found, (slug, rules.edition): found}
        return found

    def form_key(self, tx: Transaction) -> bytes:
        """Return the key that the codes in order forms are made with; it is read once."""
        self._form_key = self._form_key or actions.form_key(tx)
        return self._form_key

    def signing_key(self, tx: Transaction) -> bytes:
        """Return the key that receipts and bundles are signed with; it is read once, and never told to anybody."""
        self._signing_key = self._signing_key or actions.signing_key(tx)
        return self._signing_key

    def public_key(self, tx: Transaction) -> bytes:
        """Return its public half, with which everybody can check what this campaign signed."""
        return public_half(self.signing_key(tx))

    def note_broken(self, fault: Fault) -> None:
        """Note what is wrong in a template, for the GM to be told; the shipped one serves meanwhile."""
        if fault not in self.broken:
            log.warning("a template of this campaign cannot be used", fault=str(fault))
            self.broken[fault] = False

    def reread_words(self) -> None:
        """Have the campaign's own templates read anew if one was changed; letters are written with it from now on."""
        seen = self.resources.seen_templates()
        if seen == self._templates:
            return
        self._templates = seen
        self.broken.clear()
        for kit in self._kits.values():
            kit.forget_writer()

    def kit_of(self, game: GameRow) -> Kit:
        """Return the kit of a game: before it begins of the newest edition, then of that by which it is played.

        Raises `StandsStill`, which says what the GM can do, if this program does not have that one.
        """
        try:
            return self.kit(game.ruleset, _edition(game))
        except games.NoEdition as missing:
            raise StandsStill(game, missing) from None

    def stands_still(self, game: GameRow) -> str:
        """Say why a game cannot go on, if this program does not have the rules by which it is played.

        Those of our own games are there if their files are, and are not loaded to be looked at.
        """
        if games.shipped(game.ruleset, _edition(game)):
            return ""
        try:
            games.find(game.ruleset, _edition(game))
        except games.NoEdition as missing:
            return str(StandsStill(game, missing))
        except Exception as error:  # noqa: BLE001 - another package's game may fail in any way
            why = str(error) if isinstance(error, LookupError) else f"{type(error).__name__}: {error}"
            return f"{game.name} stands still, for its rules cannot be loaded. {why}"
        return ""

    def any_kit(self) -> Kit:
        """Return some kit, for letters that belong to no game."""
        return next(iter(self._kits.values()), None) or self.kit(games.slugs()[0])

    def mark(self, tx: Transaction) -> str:
        """Return what the Message-IDs of this campaign begin with: another of its domain may have games so named."""
        if not self._mark:
            begun = f"{self.settings.campaign.name} {actions.begun(tx).isoformat()}"
            self._mark = hashlib.sha256(begun.encode()).hexdigest()[:10]
        return self._mark

    @contextmanager
    def writing(self, *, lasting: bool = True) -> Iterator[Work]:
        """Open a transaction that may write, and yield the work in it; its moment is that at which it could begin."""
        with self.store.writing(lasting=lasting) as tx:
            yield Work(self, tx, self.clock.now())

    @contextmanager
    def reading(self) -> Iterator[Work]:
        """Open a transaction that only looks, and yield the work in it."""
        with self.store.reading() as tx:
            yield Work(self, tx, self.clock.now())

    def zone(self) -> ZoneInfo:
        """Return the campaign's time zone."""
        return self.settings.campaign.time_zone


def _edition(game: GameRow) -> str:
    """Return the edition that a game is played by; nothing before it begins, for it will begin by the newest."""
    return game.edition if game.started_at is not None else ""


@value
class Work:
    """One piece of work on a campaign: what is done in one transaction, at one moment."""

    campaign: Campaign
    tx: Transaction
    now: datetime

    def by(self, who: str) -> Work:
        """Return the same work, written down under the address of one of the GMs."""
        return replace(self, campaign=replace(self.campaign, who=who))

    def record(
        self,
        what: str,
        *,
        game: int | None = None,
        details: Mapping[str, Any] | None = None,
        to: Audience = REFEREE,
        who: str = "",
    ) -> None:
        """Write an action of the GM, or of ``who``, into the log, where ``to`` may see it."""
        actions.record(self.tx, at=self.now, who=who or self.campaign.who, what=what, game=game, details=details, to=to)


@dataclass
class AtWork:
    """What is done within a piece of work, and has its campaign, its transaction and its moment at hand."""

    work: Work

    def __post_init__(self) -> None:
        """Take them from it."""
        self.campaign, self.tx, self.now = self.work.campaign, self.work.tx, self.work.now
