"""The archive: what happened, and the proof that it was not changed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.engine.agreement import read_end
from referee.engine.audience import GM, Seat
from referee.engine.errors import SetupError
from referee.engine.game import Game
from referee.engine.onfile import OnFile
from referee.reports.data import SCHEMA, loads
from referee.reports.html import drawn
from referee.reports.paper import Paper, printed, printer
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.names import game_named, reader_named
from referee.service.campaign.seal import unseal
from referee.service.rulesets.faces import as_images
from referee.service.table.table import CORRECT
from referee.store import chain, games, reports, steps
from referee.store.steps import Past
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
class Verdict:
    """What checking a game's archive came to: the first bad step with what is wrong there, or nothing."""

    steps: int
    bad_step: int | None = None
    problem: str = ""

    @property
    def good(self) -> bool:
        """Whether everything is as it was written."""
        return self.bad_step is None


def history(campaign: Campaign, game: str) -> tuple[GameRow, list[Past]]:
    """Return a game and its steps, oldest first."""
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
        return row, steps.history(tx, row.id)


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
            with campaign.store.reading() as tx:
                ruleset = games.game(tx, letter.game).ruleset
            images = as_images(ruleset, campaign.resources.campaign, campaign.note_broken)
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
    return printed([loads(one.document) for one in found], campaign.resources, paper)


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
    """Recompute the chain of hashes, then play every step again and compare; the first difference is named."""
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
        past = steps.history(tx, row.id)
        broken = chain.verify(tx, row.id)
        if broken is not None:
            return Verdict(len(past), broken.step, broken.problem)
        kit = campaign.kit_of(row)
        if not past or row.seed is None:
            return Verdict(0)
        again = Game.start(kit.rules, games.setup(tx, row.id), row.seed)
        lexicon = kit.lexicon(again.setup.seats)
        for one in past:
            stored = steps.played(tx, kit.codec, row.id, one.step)
            by_gm = stored.orders.get(GM, ())
            if by_gm and not by_gm[0].startswith(CORRECT):
                again = again.agreed(read_end(by_gm[0]))
            elif one.step:
                orders = {
                    seat: OnFile({one.step: lines}).in_force(one.step, kit.rules.reader(lexicon, seat))
                    for seat, lines in stored.orders.items()
                    if seat != GM
                }
                orders[GM] = [kit.rules.corrections.read(line.removeprefix(CORRECT), lexicon) for line in by_gm]
                again = again.play(orders, stored.given)
            if kit.codec.dump_events(again.events) != kit.codec.dump_events(stored.events):
                return Verdict(len(past), one.step, "played again, it does not come to the events that are stored")
        return Verdict(len(past))
