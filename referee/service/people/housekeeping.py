"""What is done about people once a round, or once a day: addresses that come into force, seats that go back, the broom.

The broom takes what is not needed to prove a game, when the settings say that it is old.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from referee.engine.values import value
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.logbook import log
from referee.service.people import addresses, forgetting, handover
from referee.service.post.trouble import PASSING, place
from referee.store import removal
from referee.store.database import Transaction

T = TypeVar("T", int, str)

PORTION = 500
"""So many rows are swept in one write, which takes some 20 ms."""


@value
class Swept:
    """How many letters, letters of strangers, and mails were let go."""

    letters: int = 0
    strangers: int = 0
    mails: int = 0


def look_after(campaign: Campaign) -> int:
    """Do what is due about people; return how many addresses and seats changed. May be cut off anywhere.

    What goes wrong in one of these keeps nobody from a turn: it is logged, and tried again in the next round.
    """
    changed = 0
    for job in (addresses.take_effect, handover.give_back, sweep_daily, forgetting.go_on):
        try:
            changed += job(campaign)
        except PASSING:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the games go on
            log.error("not done", job=job.__name__, error=type(error).__name__, where=place(error))
    return changed


def sweep_daily(campaign: Campaign) -> int:
    """Sweep, if a day has passed since it was last done; nobody's address or seat changes by it."""
    with campaign.store.reading() as tx:
        due = removal.sweep_due(tx, campaign.clock.now())
    if due:
        sweep(campaign)
    return 0


def sweep(campaign: Campaign) -> Swept:
    """Let go of what is kept no longer, as the settings say; once a day, in portions."""
    now, spans = campaign.clock.now(), campaign.settings.keeping
    with campaign.store.reading() as tx:
        letters = removal.letters_to_sweep(tx, now - spans.letters)
        strangers = removal.strangers_to_sweep(tx, now - spans.strangers)
        codes = removal.codes_to_sweep(tx, now - spans.strangers)
        mails = removal.mails_to_sweep(tx, now - spans.mails)
    swept = Swept(
        letters=_in_portions(campaign, removal.sweep_letters, letters),
        strangers=_in_portions(campaign, removal.sweep_strangers, strangers),
        mails=_in_portions(campaign, removal.sweep_mails, mails),
    )
    _in_portions(campaign, removal.sweep_codes, codes)
    with campaign.store.writing() as tx:
        removal.note_sweep(tx, now)
    if swept != Swept():
        log.info("swept", letters=swept.letters, strangers=swept.strangers, mails=swept.mails)
    return swept


def _in_portions(campaign: Campaign, sweep: Callable[[Transaction, Sequence[T]], int], rows: Sequence[T]) -> int:
    """Let go of these rows a portion at a time; between two of them others may write."""
    done = 0
    for first in range(0, len(rows), PORTION):
        with campaign.store.writing() as tx:
            done += sweep(tx, rows[first : first + PORTION])
    return done
