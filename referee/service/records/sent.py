"""The letters that went out in a game, and the forms in which they can be seen again."""

from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from referee.engine.audience import GM
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.reports.data import SCHEMA, loads
from referee.reports.look import drawn
from referee.reports.paper import Paper, printed, printer
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.names import game_named, reader_in
from referee.service.campaign.seal import unseal
from referee.service.rulesets.faces import as_images
from referee.shown import column
from referee.store import games, reports
from referee.store.tables import ReportRow

W = TypeVar("W", bound=StrEnum)

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
    return _named(Form, f'form "{asked}" of a letter', asked)


def paper_named(asked: str) -> Paper:
    """Return the size of paper of this name; raises `SetupError` that names those there are."""
    return _named(Paper, f'paper "{asked}"', asked)


def _named(kind: type[W], what: str, asked: str) -> W:
    try:
        return kind(asked.lower())
    except ValueError:
        raise SetupError(f"There is no {what}. What there is: {', '.join(kind)}.") from None


@value
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


@value
class SentLetter(SentLine):
    """One letter that went out, with its words."""

    subject: str
    """Its subject."""
    body: str
    """Its text."""


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
        who = reader_in(tx, row.id, seat) if seat else None
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
    with campaign.store.reading() as tx:
        ruleset = games.game(tx, letter.game).ruleset
    return as_images(ruleset, campaign.resources.campaign, campaign.note_broken)


def schema() -> str:
    """Return the JSON Schema of letters as data."""
    return SCHEMA.read_text(encoding="utf-8").rstrip()
