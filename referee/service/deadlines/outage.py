"""Times when letters could not come in: noticed by heartbeats, and made good to games whose deadlines they touched."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from referee.engine.audience import GM, Seat
from referee.engine.values import value
from referee.reports.when import When
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.policy import AfterOutage, Policy
from referee.service.campaign.remedies import answered_or, typed
from referee.service.deadlines.deadline import LETTERS_LOST, span_said
from referee.service.deadlines.notices import SUBJECT, Words, alarm, hold, moved, record, tell
from referee.service.post.post import Post
from referee.service.post.trouble import tell_gm, tell_gm_all
from referee.store import actions, games, inbox, orders
from referee.store.database import Transaction
from referee.store.tables import GameRow, OutageRow, Status

SERVICE = "service"
STARTED = "start"
OUTAGE = "outage"
BRIEFLY = "service, briefly"
"""A silence of our own over a deadline that was no outage: the turn waits, and keeps its deadline."""

BEAT = timedelta(seconds=15)
"""A heartbeat is written down no more often than this."""

BLINK = 2 * BEAT
"""A silence that is no longer is none: letters that came meanwhile are read with the same round."""

MINUTE = timedelta(minutes=1)


@value
class Gap:
    """A time in which letters could not come in."""

    began: datetime
    ended: datetime


def started(campaign: Campaign, sources: Iterable[str]) -> None:
    """Say which sources of letters this process has; one that there is no more is down no more.

    One that was down when the process ended is so until it is seen well.
    """
    now, watch = campaign.clock.now(), campaign.watch
    names = list(sources)
    with campaign.store.writing() as tx:
        actions.forget_pulses(tx, [SERVICE, *names])
        actions.beat(tx, STARTED, now)
        open_rows = [row for row in actions.unsettled_outages(tx) if row.ended is None]
        for row in open_rows:
            if row.what not in names:
                actions.end_outage(tx, row, now)
    watch.sources = dict.fromkeys(names, now) | {row.what: row.began for row in open_rows if row.what in names}


def seen(campaign: Campaign, source: str) -> None:
    """Note that a source of letters is well now; any thread may say so as often as it likes."""
    campaign.watch.sources[source] = campaign.clock.now()


def watch(campaign: Campaign) -> None:
    """Look, at the beginning of a round of the resident service, whether time was lost since the last one.

    It was if no heartbeat was written for longer than the settings allow: the service was away, the machine slept, or
    its clock jumped ahead. It is being lost while a source is not well for as long. After a shorter silence over a
    deadline no time is lost, but letters that came in time may still be on their way.
    """
    now, mind, after = campaign.clock.now(), campaign.watch, campaign.settings.outage.after
    if not mind.beats:
        with campaign.store.reading() as tx:
            mind.beats = actions.pulses(tx)
    last = mind.beats.get(SERVICE)
    gap = last is not None and now - last > after
    for source, at in dict(mind.sources).items():
        if at > now or (gap and last is not None and last - at <= after):
            mind.sources[source] = now
    ill = {s: at for s, at in dict(mind.sources).items() if now - at > after}
    if last is not None and not gap and timedelta() <= now - last < BEAT:
        return
    with campaign.writing() as work:
        if last is not None and gap:
            actions.begin_outage(work.tx, SERVICE, last, ended=now)
            log.warning("time was lost", seconds=int((now - last).total_seconds()))
        elif last is not None:
            _briefly(work, max(last, mind.worked or last))
        _sources(work, ill)
        actions.beat(work.tx, SERVICE, now)
    mind.beats = {SERVICE: now}


def _briefly(work: Work, last: datetime) -> None:
    """Note a silence that was no outage, if a deadline fell into it and letters can have been in time."""
    if work.now - last > BLINK and knows_when(work.campaign) and _any_due(work.tx, last, work.now):
        actions.begin_outage(work.tx, BRIEFLY, last, ended=work.now)
        log.info("away over a deadline", seconds=int((work.now - last).total_seconds()))


def knows_when(campaign: Campaign) -> bool:
    """Say whether letters bear the time at which they were here, so that one that comes to us later can be in time."""
    settings = campaign.settings
    return bool(settings.intake.received_by or settings.imap.host or settings.maildir.path)


def wait(campaign: Campaign) -> timedelta:
    """Say how long after its deadline a turn waits for letters that came in time and are on their way to us."""
    return campaign.settings.intake.wait if knows_when(campaign) else timedelta()


def _any_due(tx: Transaction, began: datetime, ended: datetime) -> bool:
    dues = (one.due_at for one in games.standings(tx))
    return any(due is not None and began <= due <= ended for due in dues) or bool(orders.closing(tx, ended))


def _sources(work: Work, ill: dict[str, datetime]) -> None:
    for source, at in dict(work.campaign.watch.sources).items():
        row = actions.open_outage(work.tx, source)
        if source in ill and row is None:
            actions.begin_outage(work.tx, source, at)
            why = "No turn is adjudicated by its deadline until they come in again; then deadlines are extended."
            since = When(work.campaign.zone().key, work.now).at(at)
            said = f"Letters have not come in by {source} since {since}."
            tell_gm(work, said, why, typed("See what is wrong", "referee doctor"))
        elif source not in ill and row is not None:
            actions.end_outage(work.tx, row, at)
        if source not in ill:
            actions.beat(work.tx, source, at)


def unsettled(work: Work) -> list[Gap]:
    """List the times of lost letters that have not been made good; one that goes on ends beyond all deadlines.

    A brief one touches no other deadlines than those that it covers.
    """
    forever = datetime.max.replace(tzinfo=work.now.tzinfo)
    drain = work.campaign.settings.outage.drain
    reach = {BRIEFLY: timedelta()}
    found = actions.gaps(work.tx)
    return [Gap(began, ended + reach.get(what, drain) if ended else forever) for what, began, ended in found]


def touches(gaps: Sequence[Gap], moment: datetime) -> bool:
    """Say whether a deadline fell into one of these, or so soon after that letters may still be on their way."""
    return any(gap.began <= moment <= gap.ended for gap in gaps)


def settle(campaign: Campaign) -> int:
    """Make lost time good to the games it touched, once all letters that waited are read; say to how many."""
    with campaign.reading() as work:
        if not _over(work):
            return 0
    with campaign.writing() as work:
        rows, touched = _over(work), 0
        for gap in _merged([row for row in rows if row.what != BRIEFLY], campaign.settings.outage.drain):
            moved_to: dict[str, datetime] = {}
            for row in games.games(work.tx, Status.RUNNING):
                touched += _made_good(work, row, gap, moved_to)
            if moved_to:
                _tell_gm(work, gap, moved_to)
        actions.settle_outages(work.tx, rows, work.now)
    if touched:
        log.info("deadlines extended", games=touched)
    return touched


def _over(work: Work) -> list[OutageRow]:
    """List the times of lost letters that can be seen to: none goes on, and what waited meanwhile has been read.

    After a brief one it may come in for as long as the settings say.
    """
    rows = actions.unsettled_outages(work.tx)
    if not rows or any(row.ended is None for row in rows) or inbox.to_read(work.tx, 1):
        return []
    since = work.now - work.campaign.settings.outage.drain
    return [row for row in rows if row.what != BRIEFLY or (row.ended is not None and row.ended <= since)]


def _merged(rows: Sequence[OutageRow], drain: timedelta) -> list[Gap]:
    out: list[Gap] = []
    for row in rows:
        assert row.ended is not None, "it is over"
        if out and row.began <= out[-1].ended + drain:
            out[-1] = Gap(out[-1].began, max(out[-1].ended, row.ended))
        else:
            out.append(Gap(row.began, row.ended))
    return out


def _tell_gm(work: Work, gap: Gap, moved_to: Mapping[str, datetime]) -> None:
    """Tell the GM in one letter of all deadlines that a time of lost letters moved."""
    when = When(work.campaign.zone().key, work.now)
    lines = tuple(f"{name} is now due {when.due(until)}." for name, until in moved_to.items())
    many = f"{len(lines)} deadlines were" if len(lines) > 1 else "a deadline was"
    why = f"From {when.short(gap.began)} to {when.short(gap.ended)} I was away or no letters came in."
    then = "Everybody is told, and what came meanwhile is read."
    remedies = (
        answered_or("Set another deadline", "EXTEND and a time", "referee game extend GAME WHEN"),
        typed("See what went wrong", "referee doctor, and the log"),
    )
    tell_gm_all(work, f"Letters could not reach me; {many} moved.", (f"{why} {then}", *lines), remedies)


def _made_good(
    work: Work, row: GameRow, gap: Gap, moved_to: dict[str, datetime]
) -> bool:
    """Give a game back what it lost, if its deadline was touched; say whether it was, and note its new deadline."""
    drain = work.campaign.settings.outage.drain
    reach = Gap(gap.began, gap.ended + drain)
    if row.early_at is not None and touches([reach], row.early_at):
        games.set_early(work.tx, row.id, None)
    due = orders.open_until(work.tx, row.id, row.step + 1) or row.due_at
    if due is None or not touches([reach], due):
        return False
    post = Post(work, row)
    if Policy.of(row).outage is AfterOutage.GM:
        _left_to_gm(post, gap)
        return True
    until = _whole(max(due + max(gap.ended - gap.began, drain), gap.ended + drain))
    moved_to[row.name] = until
    words = _words(post, gap, "The time that was lost is added to the deadline; what you sent meanwhile was read.")
    if row.due_at is None:
        orders.move_pause(work.tx, row.id, row.step + 1, until)
        record(post, OUTAGE, before=due.isoformat(), until=until.isoformat())
        tell(post, SUBJECT, words, until)
    else:
        moved(post, until, what=OUTAGE, subject=SUBJECT, text=words)
    return True


def _whole(moment: datetime) -> datetime:
    """Return the whole minute at a moment or next after it: a deadline is told without seconds."""
    return moment if moment.second == moment.microsecond == 0 else moment.replace(second=0, microsecond=0) + MINUTE


def _left_to_gm(post: Post, gap: Gap) -> None:
    """Hold a game until its GM says how it goes on, and tell everybody so."""
    row = post.game
    record(post, OUTAGE)
    hold(post, LETTERS_LOST)
    text = "The turn was not adjudicated. The GM decides how it goes on; orders are taken meanwhile."
    tell(post, "the turn waits for the GM", _words(post, gap, text))
    alarm(
        post,
        f"Letters could not come in around the deadline of turn {row.step + 1}; the game is held.",
        (_words(post, gap, "Nothing was adjudicated; letters that came since were read.")(GM),),
        (
            f"Give more time: EXTEND 24h in an answer to this letter, or referee game extend {row.name} +24h",
            f"Run the turn all the same: PROCESS in an answer, or referee turn run {row.name}",
        ),
    )


def _words(post: Post, gap: Gap, then: str) -> Words:
    """Say to each reader, by their own clock, when letters could not come in."""

    def to(seat: Seat) -> str:
        when = When(post.head(seat).zone, post.now).marked()
        lost = span_said(max(-((gap.began - gap.ended) // MINUTE), 1) * MINUTE)
        return f"Letters could not reach me from {when.short(gap.began)} to {when.short(gap.ended)} ({lost}). {then}"

    return to
