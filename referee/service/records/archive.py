"""The archive: what happened, and the proof that it was not changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from referee import games as games_of
from referee.archive.record import Step
from referee.archive.replay import Again, replayed
from referee.engine.audience import GM, Seat
from referee.engine.errors import SetupError
from referee.engine.lexicon import spoken
from referee.reports.data import SCHEMA, loads
from referee.reports.html import drawn
from referee.reports.paper import Paper, printed, printer
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named, reader_named
from referee.service.campaign.seal import unseal
from referee.service.records.record import adjudicated
from referee.service.rulesets.faces import as_images
from referee.shown import column
from referee.store import games, integrity, reports, steps
from referee.store.tables import GameRow, ReportRow

LATEST = ("report", "welcome", "end", "gm_turn")
"""The kinds that are shown where none is asked for."""


class Form(StrEnum):
    """The forms of a letter."""

    TEXT = "text"
    HTML = "html"
    DATA = "json"
    PDF = "pdf"


def form_named(asked: str) -> Form:
    """Return the form of this name; raises `SetupError` that names those there are."""
    try:
        return Form(asked.lower())
    except ValueError:
        raise SetupError(f'There is no form "{asked}" of a letter. What there is: {", ".join(Form)}.') from None


@dataclass(frozen=True)
class SentLine:
    """One letter that went out."""

    turn: int = field(metadata=column("turn"))
    """The turn that it tells of."""
    seat: str = field(metadata=column("seat"))
    """Whose it is."""
    kind: str = field(metadata=column("kind"))
    """Its kind, such as report."""
    number: int = field(metadata=column("no."))
    """Its number among the seat's letters of that kind and turn, from 1."""
    at: datetime = field(metadata=column("written"))
    """When it was written."""


@dataclass(frozen=True)
class SentLetter(SentLine):
    """One letter that went out, with its words."""

    subject: str
    """Its subject."""
    body: str
    """Its text."""


@dataclass(frozen=True)
class Chain:
    """How far a game came, and where its chain of hashes ends."""

    game: str = field(metadata=column("game"))
    """The game's short name."""
    steps: int = field(metadata=column("steps"))
    """How many steps were adjudicated, the start among them."""
    chain: str | None = field(metadata=column("chain"))
    """The last hash of its chain."""


@dataclass(frozen=True)
class StepLine:
    """One step of a game."""

    step: int = field(metadata=column("turn"))
    """Its number; 0 is the start."""
    played_at: datetime = field(metadata=column("adjudicated"))
    """When it was adjudicated."""
    why: str = field(metadata=column("why"))
    """Why then, such as deadline or early."""
    edition: str = field(metadata=column("edition"))
    """By which edition of the rules."""
    chain_hash: str = field(metadata=column("chain"))
    """Its hash in the chain."""


@dataclass(frozen=True)
class History:
    """The steps of a game."""

    game: str
    """The game's short name."""
    title: str
    """What letters call it."""
    zone: str
    """Its time zone."""
    commitment: str
    """The hash of its secret."""
    steps: list[StepLine]
    """Its steps, oldest first."""


@dataclass(frozen=True)
class Verdict:
    """What checking a game's archive came to."""

    steps: int
    """How many steps were looked at."""
    ok: bool = True
    """Whether everything is as it was written."""
    bad_step: int | None = None
    """The first step that is not as it was written."""
    problem: str = ""
    """What is wrong there."""
    editions: tuple[str, ...] = ()
    """By which editions of the rules it was played, in their order."""
    unplayed: tuple[int, ...] = ()
    """Steps that could not be played again, for this program does not have the rules that they were played by."""
    newest: str = ""
    """The newest edition that this program has."""

    @property
    def words(self) -> str:
        """What was found, in a line or two."""
        if not self.ok:
            return f"step {self.bad_step} is bad: {self.problem}."
        said = f"{self.steps} steps are as they were written{self._by()}."
        if not self.unplayed:
            return said
        first, last = self.unplayed[0], self.unplayed[-1]
        turns = f"Turn {first} was" if first == last else f"Turns {first} to {last} were"
        return (
            f"{said} {turns} not played again, for this program has edition {self.newest} alone of those rules: that"
            " says nothing against them. A program with the edition of then can play them again."
        )

    def _by(self) -> str:
        """Name the editions, where it was not the newest alone."""
        if self.editions in ((), (self.newest,)):
            return ""
        several = "editions" if len(self.editions) > 1 else "edition"
        kept = "" if self.unplayed else ", and the earlier rules beside it"
        return f", played under {several} {spoken(self.editions)}; this program has {self.newest}{kept}"


def history(campaign: Campaign, game: str) -> History:
    """Return the steps of a game."""
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
        past = [
            StepLine(one.step, one.played_at, one.why.value, one.edition, one.chain_hash)
            for one in steps.history(tx, row.id)
        ]
        return History(row.name, row.title, row.zone, row.commitment, past)


def chains(campaign: Campaign) -> list[Chain]:
    """Say of every game how far it came, oldest first."""
    with campaign.store.reading() as tx:
        past = {row.name: steps.history(tx, row.id) for row in games.games(tx)}
    return [Chain(name, len(found), found[-1].chain_hash if found else None) for name, found in past.items()]


def listed(row: ReportRow) -> SentLine:
    """Return a letter as it is listed."""
    return SentLine(row.step, row.seat, row.kind, row.number, row.made_at)


def letter(row: ReportRow) -> SentLetter:
    """Return a letter with its words."""
    return SentLetter(row.step, row.seat, row.kind, row.number, row.made_at, row.subject, row.body)


def letters(campaign: Campaign, game: str, *, step: int | None = None, seat: str | None = None) -> list[ReportRow]:
    """Return the letters that went out in a game, of one step or seat if given."""
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
        chosen = range(row.step + 2) if step is None else [step]
        who = reader_named([Seat(place.name) for place in games.places(tx, row.id)], seat) if seat else None
        return [r for n in chosen for r in reports.of_step(tx, row.id, n, seat=who)]


def chosen(
    campaign: Campaign, game: str, seat: str, *, step: int | None = None, kind: str = "", unsealed: bool = False
) -> list[ReportRow]:
    """Return a seat's letters of a turn or kind (``all``: of every kind), else the latest that tells of the game.

    Those to a player are sealed while it is played. Raises `SetupError` for them, and where there is no such letter.
    """
    kinds = LATEST if not kind else None if kind == "all" else (kind,)
    found = [one for one in letters(campaign, game, step=step, seat=seat) if kinds is None or one.kind in kinds]
    found = found if kind or step is not None else found[-1:]
    if not found:
        raise SetupError(f"There is no such letter to {seat}. What there is says: referee report list {game}")
    if found[0].seat != GM:
        unseal(campaign, game, f"letters to {found[0].seat}", asked=unsealed)
    return found


def shown(campaign: Campaign, letter: ReportRow, form: Form) -> str:
    """Return a letter in one of its forms: as it was mailed, as a page with cards' faces, or as data for programs."""
    match form:
        case Form.TEXT:
            return f"Subject: {letter.subject}\n\n{letter.body}"
        case Form.HTML:
            images = _images(campaign, letter)
            return drawn(loads(letter.document), campaign.resources, campaign.note_broken, faces=images)
        case Form.DATA:
            return letter.document
        case Form.PDF:
            raise SetupError("A PDF is no text. Write it into a file: referee report print GAME SEAT --out FILE.pdf")


def on_paper(
    campaign: Campaign, game: str, seat: str, *, step: int | None = None, kind: str = "", unsealed: bool = False,
    paper: Paper = Paper.A4,
) -> bytes:  # fmt: skip
    """Return the `chosen` letters as one PDF; raises `SetupError`, before anything is looked at, if there is none."""
    printer()
    found = chosen(campaign, game, seat, step=step, kind=kind, unsealed=unsealed)
    letters, images = [loads(one.document) for one in found], _images(campaign, found[0])
    return printed(letters, campaign.resources, paper, images, campaign.note_broken)


def _images(campaign: Campaign, letter: ReportRow) -> dict[str, str]:
    """Return the faces of the cards of a letter's game."""
    with campaign.store.reading() as tx:
        ruleset = games.game(tx, letter.game).ruleset
    return as_images(ruleset, campaign.resources.campaign, campaign.note_broken)


def paper_named(asked: str) -> Paper:
    """Return the size of paper of this name; raises `SetupError` that names those there are."""
    try:
        return Paper(asked.lower())
    except ValueError:
        raise SetupError(f'There is no paper "{asked}". What there is: {", ".join(Paper)}.') from None


def schema() -> str:
    """Return the JSON Schema of letters as data."""
    return SCHEMA.read_text(encoding="utf-8").rstrip()


def verify(campaign: Campaign, game: str) -> Verdict:
    """Recompute the chain of hashes, then play every step again and compare; the first difference is named.

    Each is played by the edition that adjudicated it; where this program does not have that, its hashes alone count.
    """
    with campaign.reading() as work:
        tx = work.tx
        row = game_named(tx, game)
        past = steps.history(tx, row.id)
        broken = integrity.verify(tx, row.id)
        found = Verdict(
            len(past),
            editions=tuple(dict.fromkeys(one.edition for one in past)),
            newest=games_of.find(row.ruleset).edition,
        )
        if broken is not None:
            return replace(found, ok=False, bad_step=broken.step, problem=broken.problem)
        unplayed = []
        for stored, again in _replayed(work, row):
            if again.game is None:
                unplayed.append(stored.step)
            elif not again.is_as(stored):
                problem = "played again, it does not come to what is stored"
                return replace(found, ok=False, bad_step=stored.step, problem=problem)
        return replace(found, unplayed=tuple(unplayed))


def _replayed(work: Work, row: GameRow) -> Iterator[tuple[Step, Again]]:
    """Play every step again, and return each with it as it is stored."""
    if row.seed is None:  # it never began
        return iter(())
    about, stored = adjudicated(work, row)
    return zip(stored, replayed(about, stored, row.seed), strict=True)
