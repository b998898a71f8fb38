"""A ruling or a correction taken back before its turn is adjudicated: it does nothing, and who heard of it is told."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import PUBLIC, Seat
from referee.engine.errors import SetupError
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.gm import ruling
from referee.service.gm.corrections import open_turn
from referee.service.turns import citations
from referee.store import rulings
from referee.store.database import Transaction
from referee.store.tables import GameRow, RulingRow


def withdraw(campaign: Campaign, game: str, number: int, reason: str, *, to: Sequence[str] = ()) -> str:
    """Take back a ruling or a correction by its number, or the last that was for some seats alone; return its name.

    Raises `SetupError` where there is none such for the open turn, or no reason.
    """
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        return withdraw_in(work, row, number, reason, to=ruling.seats_of(work, row, to))


def withdraw_in(work: Work, row: GameRow, number: int, reason: str, *, to: Sequence[Seat] = ()) -> str:
    """Do as `withdraw` does, within the caller's transaction."""
    top = open_turn(work, row, reason)
    found = _found(work.tx, row, top.step, number, to)
    name, who, _now = citations.label(work.tx, found, lower=True), rulings.audience(found), work.now
    rulings.withdraw(work.tx, found)
    why = reason.strip() if reason.strip().endswith((".", "!", "?")) else f"{reason.strip()}."
    undone = "nothing of it will be done" if found.correction else "it counts no more"
    ruling.announce(work, row, f"The GM has withdrawn {name}: {undone}. {why}", who, f"{name} is withdrawn")
    details = {"name": name, "reason": reason, "step": top.step}
    work.record("withdraw", game=row.id, details=details, to=who)
    return name


def _found(tx: Transaction, row: GameRow, step: int, number: int, to: Sequence[Seat]) -> RulingRow:
    """Find what is meant among what was decided for the open turn."""
    rows = [one for one in rulings.of_step(tx, row.id, step) if not one.about]
    if to:
        rows = [one for one in rows if rulings.audience(one) != PUBLIC and set(rulings.audience(one).seats) == set(to)]
    else:
        rows = [one for one in rows if citations.shown(tx, one) == number]
    if not rows:
        known = [citations.label(tx, one) for one in rulings.of_step(tx, row.id, step) if not one.about]
        there = f"What was decided for it: {', '.join(known)}." if known else "Nothing was decided for it."
        raise SetupError(f"There is no such ruling or correction for turn {step}. {there}")
    return rows[-1]
