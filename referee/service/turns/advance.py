"""Adjudicating a game's open step, once: computed from what stands, and written in one transaction if it still does."""

from referee.engine.agreement import Agreement
from referee.service.campaign.campaign import Campaign, StandsStill, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.remedies import answered_or
from referee.service.deadlines.notices import alarm
from referee.service.post.post import Post
from referee.service.post.trouble import PASSING, place, tell_gm
from referee.service.turns.turn import Advanced, Computed, compute
from referee.store import games
from referee.store.errors import AlreadyPlayed
from referee.store.tables import GameRow, Occasion, Status

TRIES = 3
"""So often a turn is computed while others write; then while nobody does, or a busy game would never get its turn."""


def advance(campaign: Campaign, game_id: int, why: Occasion, *, step: int | None = None) -> Advanced:
    """Adjudicate the open step of a running game; a game that fails is rolled back whole, held, and its GM told.

    Whether it is to be adjudicated now is looked at once more, for another process may have done it meanwhile; with
    ``step`` it is that one or none. Raises `Busy` and the like, which are not the game's fault.
    """
    try:
        for _ in range(TRIES):
            done = _tried(campaign, game_id, why, step)
            if done is not None:
                return done
        with campaign.writing() as work:
            return _written(work, compute(work, game_id, why, step))
    except AlreadyPlayed:
        return Advanced.NOT_NOW
    except PASSING:
        raise
    except StandsStill as why:
        hold(campaign, game_id, str(why))
        return Advanced.HELD
    except Exception as error:  # noqa: BLE001 - whatever it is, the other games go on
        hold(campaign, game_id, place(error))
        log.error("game held", game=game_id, error=type(error).__name__, where=place(error))
        return Advanced.HELD


def _tried(campaign: Campaign, game_id: int, why: Occasion, step: int | None) -> Advanced | None:
    """Compute a turn while others may write, and write it if all that it was made of still stands; None if not."""
    with campaign.reading() as work:
        seen = work.tx.remember()
        found = compute(work, game_id, why, step)
    if found is None:
        return Advanced.NOT_NOW
    with campaign.writing() as work:
        return found.write(work) if work.tx.finds(seen) else None


def _written(work: Work, found: Computed | None) -> Advanced:
    return Advanced.NOT_NOW if found is None else found.write(work)


def at_once(
    work: Work, game_id: int, why: Occasion, step: int, *, end: Agreement | None = None, told: str = ""
) -> Advanced:
    """Adjudicate a step within a transaction that does more; if it fails, that alone is undone and the game held.

    With ``end`` the step is the GM's end of the game, of which everybody is ``told``.
    """
    try:
        with work.tx.begin_nested():
            return _written(work, compute(work, game_id, why, step, end=end, told=told))
    except (*PASSING, StandsStill):  # a game whose rules are not here did not fail: who asked is told what to do
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest of the transaction stands
        work.tx.expire_all()
        log.error("game held", game=game_id, error=type(error).__name__, where=place(error))
        _hold_in(work, game_id, place(error))
        _tell_held(work, games.game(work.tx, game_id), place(error))
        return Advanced.HELD


def hold_still(campaign: Campaign) -> None:
    """Hold the games that this program has not the rules for, and tell the GM: nothing of them is lost meanwhile."""
    with campaign.reading() as work:
        found = games.running_by_rules(work.tx).values()
        lost = [alike for alike in found if campaign.stands_still(games.game(work.tx, alike[0]))]
        rows = [games.game(work.tx, game) for alike in lost for game in alike]
    for row in rows:
        hold(campaign, row.id, campaign.stands_still(row))


def hold(campaign: Campaign, game_id: int, reason: str) -> None:
    """Hold a game that could not be adjudicated, and tell the GM; the other games go on.

    It is held even if what broke it breaks the letter to the GM too.
    """
    with campaign.writing() as work:
        _hold_in(work, game_id, reason)
    try:
        with campaign.writing() as work:
            _tell_held(work, games.game(work.tx, game_id), reason)
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the game is held already
        log.error("alarm not written", game=game_id, error=type(error).__name__, where=place(error))
        with campaign.writing() as work:
            name = games.game(work.tx, game_id).name
            remedy = answered_or("See how it stands", "STATUS", f"referee game show {name}")
            tell_gm(work, f"{name} could not be adjudicated and is held.", reason, remedy)


def _hold_in(work: Work, game_id: int, reason: str) -> None:
    games.set_status(work.tx, game_id, Status.HELD, reason)
    work.record("hold", game=game_id, details={"reason": reason}, who="referee")


def _tell_held(work: Work, row: GameRow, reason: str) -> None:
    alarm(
        Post(work, row),
        f"{row.title} could not be adjudicated and is held.",
        (reason, "Nothing was changed: orders and cards are as they were before."),
        (
            f"Look with PREVIEW in an answer to this letter, or: referee turn preview {row.name}",
            f"Go on with RESUME in an answer, or: referee game resume {row.name}",
        ),
    )
