"""What is done about people once a round, or once a day: addresses that come into force, seats that go back, the broom.

The broom takes what is not needed to prove a game, when the settings say that it is old. A person is forgotten on
demand: their addresses, letters and name. What their seats did stays, under the seats' names. It is done in portions,
between which letters are kept and turns are played; cut off, the rounds of a running referee take it up again, and so
does the same command.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from time import monotonic
from typing import TypeVar

from referee.engine.audience import REFEREE
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.mail.address import normal
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.logbook import log
from referee.service.people import addresses, handover
from referee.service.people.personal_data import NoPlayer, person
from referee.service.post.trouble import PASSING, place
from referee.store import actions, forgetting, games, people, removal
from referee.store.database import Transaction
from referee.store.tables import Status

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
    for job in (addresses.take_effect, handover.give_back, sweep_daily, go_on):
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


ABANDONED = timedelta(minutes=1)
"""Whoever has noted nothing for so long has stopped; and what went wrong is tried again after so long."""

OF_A_ROUND = 2.0
"""So many seconds a round gives to it at most."""


@value
class Forgotten:
    """Who is forgotten, by number; ``named`` says that it is sure that this is who was meant."""

    number: int
    named: bool = True


def forget(campaign: Campaign, who: str) -> Forgotten:
    """Delete a person's addresses, letters and name, and rewrite the file so that nothing of them is left in it.

    Cut off just before its end, the same command finds nobody of that name any more, and ends it; whether they were
    meant, only who gave it can tell. Raises `SetupError` while they sit in a game that goes on: then they are to be
    replaced first.
    """
    with campaign.store.reading() as tx:
        nameless = [row.player for row in forgetting.under_way(tx) if not row.left]
    for number in nameless:  # one of them may be meant, which nobody can tell any more
        _portion(campaign, number)
    with campaign.store.reading() as tx:
        try:
            number = _number(tx, who)
        except NoPlayer:
            if len(nameless) != 1 or who.strip().lstrip("#").isdigit():
                raise
            return Forgotten(nameless[0], named=False)
        known = forgetting.traces(tx, number)
    with campaign.store.writing() as tx:
        player, now = people.player(tx, number), campaign.clock.now()
        if player.forgotten_at is None:
            _must_not_play(tx, number, player.name)
            forgetting.begin(tx, player, known, now)
            actions.record(tx, at=now, who=campaign.who, what="forget", details={"player": number}, to=REFEREE)
    while _portion(campaign, number):
        pass
    return Forgotten(number)


def go_on(campaign: Campaign) -> int:
    """Go on, for a part of a round, with those whom whoever began has left; nobody's address or seat changes by it."""
    until, now = monotonic() + OF_A_ROUND, campaign.clock.now()
    with campaign.store.reading() as tx:
        left = [row.player for row in forgetting.under_way(tx) if row.at + ABANDONED <= now]
    for number in left:
        with campaign.store.writing(lasting=False) as tx:
            forgetting.take_up(tx, number, now)
        while monotonic() < until and _portion(campaign, number):
            pass
    return 0


def _portion(campaign: Campaign, number: int) -> bool:
    """Do the next portion; say whether anything is left to do.

    None is promised before the last is done: what a power failure takes back of them is done anew.
    """
    with campaign.store.reading() as tx:
        row = forgetting.find(tx, number)
        found = forgetting.look(tx, row) if row is not None and row.left else None
    if row is None:
        return False
    if found is not None:
        with campaign.store.writing(lasting=False) as tx:
            forgetting.take_out(tx, row, found, campaign.clock.now())
        return True
    campaign.store.rewrite()
    with campaign.store.writing() as tx:
        forgetting.end(tx, number)
    return False


def _number(tx: Transaction, who: str) -> int:
    """Find who is meant, also if nobody else finds them any more, for they are being forgotten; raises `SetupError`.

    Somebody may have come since who is called so, or has that address, and must not be taken for them.
    """
    begun = [
        row.player
        for row in forgetting.under_way(tx)
        if who.casefold() == row.name.casefold() or normal(who) in {normal(one) for one in row.known}
    ]
    if not begun:
        return person(tx, who).id
    others = [one.id for one in people.players(tx) if one.name.casefold() == who.casefold()]
    others += [one.id] if (one := people.player_at(tx, normal(who))) is not None else []
    if others or len(begun) > 1:
        found = ", ".join(f"#{number}" for number in (*begun, *others))
        raise SetupError(f"{who} may be one of several: {found}. Name one by number.")
    return begun[0]


def _must_not_play(tx: Transaction, number: int, name: str) -> None:
    sits = [games.game(tx, seat.game) for seat in games.seats_of(tx, number) if seat.vacant_since is None]
    sits += [games.game(tx, lent.game) for lent in people.substitutions_of(tx, number)]
    going_on = sorted({row.name for row in sits if row.status is not Status.OVER})
    if going_on:
        told = "Seat somebody else first: referee seat replace, or referee seat empty."
        raise SetupError(f"{name} plays in {', '.join(going_on)}. {told}")
