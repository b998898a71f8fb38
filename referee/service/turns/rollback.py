"""A turn taken back, and adjudicated anew: each in one transaction, recorded, and told to everybody with its reason."""

from datetime import datetime

from referee.engine.audience import PUBLIC
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.reports.others import barred
from referee.service.campaign.campaign import Work
from referee.service.campaign.remedies import Remedied, sentence, wanted
from referee.service.deadlines import absences
from referee.service.deadlines.deadline import STILL_PAUSED
from referee.service.deadlines.notices import pause, tell, why_paused
from referee.service.post.post import Post
from referee.service.turns.advance import at_once
from referee.service.turns.turn import Advanced
from referee.store import games, rollbacks, rulings
from referee.store.tables import BallotRow, GameRow, Occasion, Reveal, Status

OPENED = (
    "The game was over, and its secrets have been opened: everybody can know all hands and orders, and the luck of "
    "every turn."
)
"""Taking a turn of such a game back does not take back what is known."""

NOT_YET_EARLY = "The turn is adjudicated early only when all who must act have written since."


@value
class Rolled:
    """What was taken back."""

    first: int
    """The first turn that was taken back."""
    last: int
    """The last."""
    due: datetime | None
    """When the first is due once more, if it is open again."""
    paused: str = ""
    """Why the game is paused, if it was and stays so."""


def roll_back(work: Work, row: GameRow, step: int, reason: str, *, reopen: bool = False) -> Rolled:
    """Take back a turn with all that followed it.

    The game is held until `rerun`, and its orders are closed; with ``reopen`` the turn is open to everybody's orders
    again, for as long as a first turn has and no shorter than the open one had. A game that was paused is paused
    again after either. Raises `SetupError` if there is no such turn, or no reason.
    """
    reason, now, last, opened = " ".join(reason.split()), work.now, row.step, is_opened(row)
    check(row, step, reason)
    paused = why_paused(work.tx, row)
    open_before, due_before = rulings.ballot(work.tx, row.id), row.on_time_until or row.due_at
    taken = rollbacks.take_back(
        work.tx, work.campaign.kit_of(row).codec, row.id, step, why=sentence(reason), at=now, reopen=reopen
    )
    due = None
    if reopen:
        games.set_status(work.tx, row.id, Status.RUNNING)
        times = (absences.first_due(work.tx, row, now), due_before if due_before and due_before > now else None)
        due = max((one for one in times if one is not None), default=None)
        games.set_due(work.tx, row.id, due)
        if paused:
            games.set_status(work.tx, row.id, Status.PAUSED, paused)
    details = {
        "step": step,
        "last": last,
        "reason": reason,
        "reopen": reopen,
        "chains": [one.chain_hash for one in reversed(taken)],
    }
    if due_before is not None and not reopen:
        details["due"] = due_before.isoformat()
    if paused:
        details["paused"] = paused
    work.record("rollback", game=row.id, details=details, to=PUBLIC)
    row = games.game(work.tx, row.id)
    said = _words(step, last, reason, _of_ballots(open_before, rulings.ballot(work.tx, row.id)), reopen=reopen)
    said += f" {NOT_YET_EARLY}" if reopen and row.early and not paused else ""
    said += f" {STILL_PAUSED}" if paused else ""
    said += f" {OPENED}" if opened else ""
    tell(Post(work, row), f"{turns(step, last, 'turn')} taken back", said)
    return Rolled(step, last, due, paused)


def turns(first: int, last: int, turn: str = "Turn") -> str:
    """Name one turn or several, for what is said of them: ``Turn 2 is``, ``Turns 2 to 4 are``."""
    return f"{turn} {first} is" if first == last else f"{turn}s {first} to {last} are"


def is_opened(row: GameRow) -> bool:
    """Say whether a game is over and its secrets were opened."""
    return row.status is Status.OVER and row.reveal is Reveal.FULL


def check(row: GameRow, step: int, reason: str) -> None:
    """Refuse what cannot be taken back; raises `SetupError` that says why."""
    if row.step < 1:
        raise SetupError(f"No turn of {row.title} was adjudicated yet.")
    if not 1 <= step <= row.step:
        turns = "Only turn 1 was" if row.step == 1 else f"Turns 1 to {row.step} were"
        raise SetupError(f"{turns} adjudicated, so turn {step} cannot be taken back.")
    wanted(reason)


def ready_to_rerun(row: GameRow) -> None:
    """Refuse a game of which no turn can be adjudicated anew; raises `SetupError` that says why."""
    if not row.anew:
        raise Remedied(
            f"No turn of {row.title} was taken back.",
            shell=f"Take one back first: referee turn rollback {row.name} TURN",
            mail="Take one back first, such as: ROLLBACK 3: the reason",
        )
    if row.status not in (Status.HELD, Status.RUNNING):
        raise SetupError(f"{row.title} is {row.status}, so no turn of it can be adjudicated.")


def rerun(work: Work, row: GameRow) -> Advanced:
    """Adjudicate a turn anew that was taken back; where it cannot be run the game is held as ever.

    A game that was paused is paused again then, and everybody is told so.
    """
    ready_to_rerun(row)
    paused = why_paused(work.tx, row)
    games.set_status(work.tx, row.id, Status.RUNNING)
    step = row.step + 1
    work.record("rerun", game=row.id, details={"step": step, "reason": row.anew}, to=PUBLIC)
    done, row = at_once(work, row.id, Occasion.GM, step), games.game(work.tx, row.id)
    if paused and row.status is Status.RUNNING:
        pause(work, row, paused)
    return done


def _of_ballots(before: BallotRow | None, after: BallotRow | None) -> tuple[str, str]:
    """Say what became of ballots, where the turn takes votes and where it takes none; nothing where there was none."""
    void = " The ballot that was open is void." if before is not None and before.closed_at is not None else ""
    if after is None:
        return void, void
    return (
        f"{void} The ballot of that turn is open again too, and nobody has voted in it yet.",
        f"{void} The ballot of that turn is decided anew with it, by the same votes.",
    )


def _words(step: int, last: int, reason: str, of_ballots: tuple[str, str], *, reopen: bool) -> str:
    reports = f"Your report of turn {step} counts" if step == last else f"Your reports from turn {step} on count"
    said = f"{turns(step, last)} taken back:\n\n{barred(sentence(reason))}\n\n{reports} no more."
    if reopen:
        said += (
            f" Turn {step} is open again. The orders that you had on file for it are on file as they were; you may "
            f"change them until the new deadline, by an answer to this letter.{of_ballots[0]}"
        )
    else:
        said += (
            f" Turn {step} will be adjudicated anew, from the same orders and with the same luck, and takes no other "
            f"orders meanwhile.{of_ballots[1]} You will get a new report, marked RERUN."
        )
    return f"{said} What you sent for later turns is kept, but does not count unless you confirm it then."
