"""How rulings are told: by the number that everybody knows, with their reason, to those they are for."""

from collections.abc import Iterable, Sequence

from referee.engine.agreement import AGREED_ENDS, GM_ENDS
from referee.engine.audience import GM, PUBLIC, Audience, Seat
from referee.engine.events import Event, GameEnded
from referee.engine.mends import NothingCorrected
from referee.reports.others import barred
from referee.reports.spans import number
from referee.service.campaign.campaign import Work
from referee.store import rulings, steps
from referee.store.database import Transaction
from referee.store.tables import GameRow, RulingRow


def cited(tx: Transaction, game: int, step: int, events: Sequence[Event]) -> list[tuple[Audience, str]]:
    """Return what the reports of a step cite, with those who may know of it; of a correction, whether it fitted."""
    rows = [row for row in rulings.of_step(tx, game, step) if not row.about]
    unfit = _unfit(rows, events)
    return [
        (
            rulings.audience(row),
            f"{label(tx, row)} of the GM{unfit if row.correction else ''}:\n\n{barred(said(row))}",
        )
        for row in rows
    ]


def _unfit(rows: Iterable[RulingRow], events: Sequence[Event]) -> str:
    """Say of the corrections of a step that they were not made, or did not fit, or how many of them; all know it."""
    if any(isinstance(e, GameEnded) and e.reason in AGREED_ENDS | GM_ENDS for e in events):
        return ", which was not made, for the game ended before"
    refused, all_of_them = sum(isinstance(e, NothingCorrected) for e in events), sum(bool(r.correction) for r in rows)
    if not refused:
        return ""
    if refused < all_of_them:
        return f", if it fitted: {number(refused)} of {number(all_of_them)} did not"
    return ", which did not fit and changed nothing"


def label(tx: Transaction, row: RulingRow, *, lower: bool = False) -> str:
    """Name a ruling by its number among those that everybody knows; one for a few has none, for it would tell."""
    if rulings.audience(row) != PUBLIC:
        return "a ruling for you" if lower else "A ruling for you"
    what = "Correction" if row.correction else "Ruling"
    name = f"{what} {shown(tx, row)}"
    return name[0].lower() + name[1:] if lower else name


def said(row: RulingRow) -> str:
    """Say a ruling with its reason."""
    text = row.text if row.text.endswith((".", "!", "?", '"')) else f"{row.text}."
    return f"{text} {row.reason}".strip()


def known_to(work: Work, game: GameRow, seat: Seat | None, but: Sequence[str] = ()) -> list[tuple[str, str]]:
    """List the rulings that a seat may know of, or, for the GM, all: what each is called, and its words.

    ``but`` are questions of the open step, the answers to which are told elsewhere.
    """
    tx = work.tx
    rows = rulings.of_game(tx, game.id) if seat is None else rulings.for_seat(tx, game.id, seat)
    last = {(row.step, row.about): row.number for row in rows if row.about}  # an answer may have been changed
    unfit = _unfit_by_turn(work, game, rows)
    rows = [row for row in rows if row.step != game.step + 1 or row.about not in but]
    return [
        _listed(tx, row, seat, unfit.get(row.step, "") if row.correction else "")
        for row in rows
        if not row.about or last[row.step, row.about] == row.number
    ]


def _unfit_by_turn(work: Work, game: GameRow, rows: Iterable[RulingRow]) -> dict[int, str]:
    """Say the same of each turn that was played with corrections."""
    corrected = [row for row in rows if row.correction and 0 < row.step <= game.step]
    if not corrected or work.campaign.stands_still(game):
        return {}
    codec, found = work.campaign.kit_of(game).codec, {}
    for step in {row.step for row in corrected}:
        events = steps.played(work.tx, codec, game.id, step).events
        found[step] = _unfit([row for row in corrected if row.step == step], events)
    return found


def _listed(tx: Transaction, row: RulingRow, seat: Seat | None, unfit: str) -> tuple[str, str]:
    names = ", ".join(rulings.audience(row).seats) or GM
    shared = seat is not None or rulings.audience(row) == PUBLIC
    when = "withdrawn" if row.step == rulings.WITHDRAWN else f"turn {row.step}"
    return f"{label(tx, row) if shared else f'A ruling for {names}'} ({when}{unfit})", said(row)


def in_letter(listed: Sequence[tuple[str, str]]) -> list[str]:
    """Write what is called so, and the words of others below it."""
    return [f"{name}:\n{barred(words)}" for name, words in listed]


def shown(tx: Transaction, row: RulingRow) -> int:
    """Count a ruling among those that everybody knows; 0 if it is not one of them."""
    public = [one.number for one in rulings.of_game(tx, row.game) if rulings.audience(one) == PUBLIC]
    return public.index(row.number) + 1 if row.number in public else 0
