"""Looking out for what the GM must hear of: by mail where that works, and by the second way."""

from collections.abc import Iterator
from datetime import timedelta

from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.remedies import HELD_BY_GM, typed
from referee.service.letters import disk
from referee.service.post import bounces
from referee.service.post.alarm import Siren
from referee.service.post.trouble import tell_gm, tell_gm_all
from referee.store import actions, games, mails
from referee.store.database import Transaction
from referee.store.errors import StoreError
from referee.store.tables import GameRow, Status

NOTHING_TAKEN = timedelta(minutes=15)
"""A server that took no mail for so long, though it was tried, takes none."""

TEMPLATES = "A template cannot be used."
SHIPPED = "If it is the campaign's own, letters are written with the shipped one meanwhile."
MENDED = typed("Mend it or take it out, and see whether all is well", "referee doctor")


def look(campaign: Campaign, siren: Siren) -> list[str]:
    """Look once, raise the alarms that are called for, and return their names. Never raises."""
    found = [*_disk(campaign)]
    try:
        with campaign.reading() as work:
            found += _held(work.tx)
            found += _intake(work.tx)
            found += _mail(work)
        tell_templates(campaign)
    except StoreError as error:
        found.append(("database", f"The database cannot be read ({type(error).__name__})."))
    raised = [(what, text) for what, text in found if siren.sound(what, text)]
    for what, text in raised:
        if what == "mail unsent":
            _by_mail(campaign, text)
    try:
        bounces.tell(campaign)
    except StoreError as error:
        log.error("bounces not told", error=type(error).__name__)
    return [what for what, _ in raised]


def _disk(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """See whether there is room, and whether anything can be written at all."""
    if why := disk.unwritable(campaign.settings.folder):
        yield "disk", f"Nothing can be written in the campaign's folder ({why}); letters cannot be kept."
    elif short := disk.short_of_room(campaign):
        yield ("disk" if disk.has_room(campaign) else "no room"), short


def held(tx: Transaction) -> list[GameRow]:
    """List the games that the referee holds; one that a GM holds, or whose turn they took back, is no news to them."""
    return [row for row in games.games(tx, Status.HELD) if not row.closed and not _by_gm(tx, row)]


def _held(tx: Transaction) -> Iterator[tuple[str, str]]:
    for row in held(tx):
        yield f"held {row.name}", f"The game {row.name} is held and waits for you. At the command line: referee status"


def _by_gm(tx: Transaction, row: GameRow) -> bool:
    """Say whether a game is held by what a GM did last about it: what holds it since then gives another reason."""
    done = actions.last(tx, row.id, "hold")
    return done is not None and done.who != "referee" and row.hold_reason in (done.details["reason"], HELD_BY_GM)


def _intake(tx: Transaction) -> Iterator[tuple[str, str]]:
    for row in actions.unsettled_outages(tx):
        if row.ended is None:
            yield f"intake {row.what}", f"Letters have not come in by {row.what} since {row.began:%Y-%m-%d %H:%M} UTC."


def _mail(work: Work) -> Iterator[tuple[str, str]]:
    """See whether mail gets away: none of it, some of it, and what was for the GM."""
    stuck = mails.overdue(work.tx, work.now - work.campaign.settings.outbox.alarm)
    if stuck:
        since = min(row.made_at for row in stuck)
        yield "mail unsent", f"{len(stuck)} mails wait to be sent, the oldest since {since:%Y-%m-%d %H:%M} UTC."
    waiting = mails.tried_in_vain(work.tx, work.now - NOTHING_TAKEN)
    if waiting and not mails.any_sent(work.tx, work.now - NOTHING_TAKEN):
        yield "mail server", f"The mail server has taken no mail for a while; {waiting} were tried."
    lost = mails.lost_to(work.tx, bounces.FOR_GM, work.now - work.campaign.settings.alarm.every)
    if lost:
        yield "gm mail", f"{lost} letters to the GM came back or were refused. Is the address in referee.toml right?"


def tell_templates(campaign: Campaign) -> None:
    """Tell the GM by mail of templates of the campaign that cannot be used, of each fault once while the file stays."""
    if all(campaign.broken.values()):
        return
    found = [(str(fault), campaign.resources.state_of(fault.file)) for fault in campaign.broken]
    with campaign.writing() as work:
        new = [(what, file) for what, file in found if actions.alarmed_at(work.tx, what, file=file) is None]
        for what, file in new:
            work.record("alarm", details={"what": what, "file": file}, who="referee")
        if new:
            tell_gm_all(work, TEMPLATES, (*(what for what, _ in new), SHIPPED), (MENDED,))
    campaign.broken.update(dict.fromkeys(campaign.broken, True))


def _by_mail(campaign: Campaign, text: str) -> None:
    """Tell the GM by mail too, for it may be others' mail that does not get away."""
    try:
        with campaign.writing() as work:
            tell_gm(work, text, "Mail is sent again by itself.", typed("See why", "referee mail outbox"))
    except StoreError as error:
        log.error("alarm not written", error=type(error).__name__)
