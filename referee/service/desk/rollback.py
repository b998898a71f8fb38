"""A turn taken back, and adjudicated anew: each in one transaction, recorded, and told to everybody with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from referee.engine.audience import PUBLIC
from referee.engine.errors import SetupError
from referee.service.advance import Advanced, at_once
from referee.service.campaign import Campaign
from referee.service.clock import absences
from referee.service.clock.notices import tell
from referee.service.post import Post
from referee.service.receive import read_all
from referee.service.seats import game_named
from referee.store import actions, games, undone
from referee.store.database import Transaction
from referee.store.tables import GameRow, Occasion, Status


@dataclass(frozen=True)
class Rolled:
    """What was taken back: the first step and the last, and when the first is due once more, if it is open again."""

    first: int
    last: int
    due: datetime | None


def roll_back(campaign: Campaign, game: str, step: int, reason: str, *, reopen: bool = False) -> Rolled:
    """Take back a turn with all that followed it; letters that came before are read first.

    The game is held until `rerun`, and its orders are closed; with ``reopen`` the turn is open to everybody's orders
    again, until its next deadline. Raises `SetupError` if there is no such turn, or no reason.
    """
    read_all(campaign)
    with campaign.store.writing() as tx:
        return roll_back_in(campaign, tx, game_named(tx, game), step, reason, reopen=reopen)


def roll_back_in(
    campaign: Campaign, tx: Transaction, row: GameRow, step: int, reason: str, *, reopen: bool = False
) -> Rolled:
    """Do so within a transaction."""
    reason, now, last = " ".join(reason.split()), campaign.clock.now(), row.step
    check(row, step, reason)
    taken = undone.take_back(
        tx, campaign.kit_of(row).codec, row.id, step, why=_sentence(reason), at=now, reopen=reopen
    )
    due = None
    if reopen:
        games.set_status(tx, row.id, Status.RUNNING)
        due, _ = absences.due_after(tx, row, now)
        games.set_due(tx, row.id, due)
    details = {
        "step": step,
        "last": last,
        "reason": reason,
        "reopen": reopen,
        "chains": [one.chain_hash for one in reversed(taken)],
    }
    actions.record(tx, at=now, who=campaign.who, what="rollback", game=row.id, details=details, to=PUBLIC)
    row = games.game(tx, row.id)
    turns = f"turn {step} is" if step == last else f"turns {step} to {last} are"
    tell(Post(campaign, tx, row, now), f"{turns} taken back", _words(step, last, reason, reopen=reopen), due)
    return Rolled(step, last, due)


def check(row: GameRow, step: int, reason: str) -> None:
    """Refuse what cannot be taken back; raises `SetupError` that says why."""
    if row.step < 1:
        raise SetupError(f"No turn of {row.title} was adjudicated yet.")
    if not 1 <= step <= row.step:
        turns = "Only turn 1 was" if row.step == 1 else f"Turns 1 to {row.step} were"
        raise SetupError(f"{turns} adjudicated, so turn {step} cannot be taken back.")
    if not reason.strip():
        raise SetupError("Say why: the reason is told to everybody.")


def rerun(campaign: Campaign, game: str) -> Advanced:
    """Adjudicate a turn anew that was taken back; raises `SetupError` if none was."""
    read_all(campaign)
    with campaign.store.writing() as tx:
        return rerun_in(campaign, tx, game_named(tx, game))


def rerun_in(campaign: Campaign, tx: Transaction, row: GameRow) -> Advanced:
    """Do so within a transaction; if the turn cannot be adjudicated the game is held as ever."""
    if not row.anew:
        raise SetupError(f"No turn of {row.title} was taken back. Take one back first: referee turn rollback.")
    if row.status not in (Status.HELD, Status.RUNNING):
        raise SetupError(f"{row.title} is {row.status}, so no turn of it can be adjudicated.")
    games.set_status(tx, row.id, Status.RUNNING)
    now, step = campaign.clock.now(), row.step + 1
    details = {"step": step, "reason": row.anew}
    actions.record(tx, at=now, who=campaign.who, what="rerun", game=row.id, details=details, to=PUBLIC)
    return at_once(campaign, tx, row.id, Occasion.GM, step)


def _words(step: int, last: int, reason: str, *, reopen: bool) -> str:
    what = f"Turn {step} is" if step == last else f"Turns {step} to {last} are"
    reports = f"Your report of turn {step} counts" if step == last else f"Your reports from turn {step} on count"
    said = f"{what} taken back: {_sentence(reason)} {reports} no more."
    if reopen:
        said += (
            f" Turn {step} is open again. The orders that you had on file for it are on file as they were; you may "
            f"change them until the new deadline, by an answer to this letter. In a ballot nobody has voted yet."
        )
    else:
        said += (
            f" Turn {step} will be adjudicated anew, from the same orders and with the same luck, and takes no other "
            f"orders meanwhile. You will get a new report, marked RERUN."
        )
    return f"{said} What you sent for later turns is kept, but does not count unless you confirm it then."


def _sentence(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."
