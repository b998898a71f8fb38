"""What could be wrong with a campaign, looked at thing by thing, each with what mends it."""

import re
import shutil
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from sqlmodel import func, select

from referee import __version__, config, games
from referee.config import ConfigError, Settings
from referee.engine.values import value
from referee.mail.fetched import NotThere
from referee.resources import Resources
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.clock import Clock, SystemClock
from referee.service.letters import disk, envelope
from referee.store import games as game_store
from referee.store import inbox, mails
from referee.store.database import Store
from referee.store.errors import StoreError
from referee.store.tables import GameRow, LetterRow, MailRow, Status

if TYPE_CHECKING:
    from smtplib import SMTP

OLDEST = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is right shows an earlier time: this program is younger."""

AHEAD = timedelta(minutes=2)
PATIENCE = 10.0

LOOKED_AT = 20
"""In so many of the newest letters the doctor looks for what a mail server found out about their senders."""

ENOUGH = 3
"""Fewer letters than this say nothing."""


@value
class Finding:
    """One thing that was looked at."""

    what: str
    """What it is."""
    well: bool
    """Whether it is well."""
    found: str
    """What was found."""
    remedy: str = ""
    """What mends it."""


def examine(folder: Path, *, send: bool = True, clock: Clock | None = None) -> Iterator[Finding]:
    """Look at settings, database, clock, mail server and what waits; ``send`` off leaves the mail server alone."""
    clock = clock or SystemClock()
    try:
        settings = config.read(folder)
    except ConfigError as error:
        yield from (Finding("settings", False, problem, _mended(problem)) for problem in error.problems)
        yield _plausible(clock.now())
        return
    yield Finding("settings", True, f"{folder / config.FILE} is in order")
    yield from _readable_by_all(settings)
    yield _room(folder)
    yield from _stored(settings, clock)
    yield _intake(settings)
    yield from _mailboxes(settings)
    if send:
        yield _smtp(settings)
    yield from _words(folder)


def _mended(problem: str) -> str:
    """Say where a setting is mended: in the file, or in the environment that the problem names."""
    variable = re.match(r"REFEREE_[A-Z_]+", problem)
    return f"Change {variable.group()} in the environment." if variable else "Edit referee.toml."


def _readable_by_all(settings: Settings) -> Iterator[Finding]:
    """Look who may read the database, which holds all hands, and the settings if they hold a password."""
    files = [settings.database, *([settings.folder / config.FILE] if settings.smtp.password else [])]
    for file in files:
        if file.exists() and file.stat().st_mode & 0o004:
            yield Finding("permissions", False, f"everybody may read {file}", f"chmod o-r {file}")


def _room(folder: Path) -> Finding:
    if why := disk.unwritable(folder):
        return Finding("disk", False, f"nothing can be written in {folder}: {why}", "Make the disk writable again.")
    free = shutil.disk_usage(folder).free
    said = f"{free // 1_000_000} MB are free"
    enough = free > disk.FEW
    return Finding("disk", enough, said, "" if enough else "Make room, or letters cannot be kept.")


def _stored(settings: Settings, clock: Clock) -> Iterator[Finding]:
    try:
        store = Store.open(settings.database, now=clock.now(), program=__version__)
    except StoreError as error:
        yield Finding("database", False, str(error), "The message says what to do; backups/ holds earlier copies.")
        yield _plausible(clock.now())
        return
    with Campaign(settings, store, clock, Resources(settings.folder)) as campaign:
        try:
            store.check()
            yield Finding("database", True, f"{settings.database} is sound")
        except StoreError as error:
            yield Finding("database", False, str(error), "Stop the referee and take the newest copy from backups/.")
            return
        yield _clock(campaign)
        yield from _waiting(campaign)
        yield _senders(campaign)
        yield from _received(campaign)
        yield from _editions(campaign)


def _editions(campaign: Campaign) -> Iterator[Finding]:
    """Name the editions by which the games that have begun are played, and those that stand still without their rules.

    It is said before a service that starts holds them: this is looked at when the program was changed.
    """
    with campaign.reading() as work:
        played = game_store.games(work.tx, Status.RUNNING, Status.HELD, Status.PAUSED)
    still = [why for row in played if (why := campaign.stands_still(row))]
    yield from (Finding("editions", False, why, "The message says what to do.") for why in still)
    if not still:
        named = ", ".join(f"{row.name} by {row.ruleset} {row.edition}" for row in played)
        yield Finding("editions", True, f"played are {named}" if named else "no game is being played")


def _plausible(now: datetime) -> Finding:
    well = now > OLDEST
    remedy = "" if well else "Set the clock, best by NTP: timedatectl set-ntp true"
    return Finding("clock", well, f"it is {now:%Y-%m-%d %H:%M:%S} UTC", remedy)


def _clock(campaign: Campaign) -> Finding:
    """Compare the clock with the newest thing that was written down: time does not run backwards."""
    now, newest = campaign.clock.now(), newest_moment(campaign)
    if newest is not None and newest > now + AHEAD:
        found = f"it is {now:%Y-%m-%d %H:%M:%S} UTC, but something was written down at {newest:%Y-%m-%d %H:%M:%S}"
        return Finding("clock", False, found, "The clock was wrong then, or is now. Set it by NTP before you go on.")
    return _plausible(now)


def _waiting(campaign: Campaign) -> Iterator[Finding]:
    """Games that are held or overdue, letters that wait for the GM, mail that does not get away."""
    now, alarm = campaign.clock.now(), campaign.settings.outbox.alarm
    with campaign.store.reading() as tx:
        rows = game_store.games(tx, Status.HELD, Status.RUNNING)
        held_letters, dead = inbox.held(tx), mails.dead_letters(tx)
        stuck = mails.overdue(tx, now - alarm)
        unread = inbox.to_read(tx)
    for row in rows:
        if row.status is Status.HELD:
            remedy = f"referee turn preview {row.name}, then referee game resume {row.name}"
            yield Finding("games", False, f"{row.title} is held: {row.hold_reason}", remedy)
        elif row.due_at is not None and row.due_at < now - AHEAD:
            yield Finding("games", False, f"{row.title} is overdue", "Is the service running? referee serve")
    if not any(row.status is Status.HELD for row in rows):
        yield Finding("games", True, f"{len(rows)} running, none held")
    yield _count("letters held", len(held_letters), HELD_LETTERS, well=True)
    yield _count("letters unread", len(unread), "referee serve reads them, or once: referee mail read", well=True)
    yield _count("mail stuck", len(stuck), "referee mail outbox tells why; is the mail server up?")
    yield _count("mail given up", len(dead), "referee mail outbox tells why; is the address right?")


HELD_LETTERS = "referee mail held tells why; one that waits for its player's YES needs nothing"


def _count(what: str, n: int, remedy: str, *, well: bool = False) -> Finding:
    return Finding(what, well or not n, "none" if not n else str(n), remedy if n else "")


def _senders(campaign: Campaign) -> Finding:
    """See whether letters with a forged sender would be known, by what our mail server writes into the newest ones."""
    from referee.mail.sender import server_on_top

    named = campaign.settings.mail.results_of.lower()
    with campaign.store.reading() as tx:
        raws = inbox.from_senders(tx, LOOKED_AT)
    servers = Counter(server_on_top(envelope.heading(raw)) for raw in raws)
    many = f"the last {len(raws)} letters"
    if len(raws) >= ENOUGH and named and not servers[named]:
        remedy = "Is it the name in Authentication-Results of your own server? Does it look at what comes in?"
        return Finding("senders", False, f"none of {many} holds what {named} found out about its sender", remedy)
    if named:
        return Finding("senders", True, f"{named} looks whether they are forged")
    [(server, seen)] = servers.most_common(1) or [("", 0)]
    if server and seen == len(raws) >= ENOUGH:
        found = f"{many} all hold what {server} found out about their senders, and it is not used"
        return Finding("senders", False, found, f'If that is your own server, set mail.results_of = "{server}".')
    remedy = "Let your mail server check SPF, DKIM and DMARC, and name it as mail.results_of; see deploy/README.md."
    return Finding("senders", True, "a forged one counts, if the letter bears the right key", remedy)


def _received(campaign: Campaign) -> Iterator[Finding]:
    """See whether the mail server whose time counts stands in the newest letters, if one is named."""
    named = campaign.settings.intake.received_by.lower()
    if not named:
        return
    with campaign.store.reading() as tx:
        raws = inbox.from_senders(tx, LOOKED_AT)
    if len(raws) >= ENOUGH and not any(envelope.was_received_by(raw, named) for raw in raws):
        remedy = "Set intake.received_by to the name behind `by` in your own server's Received headers."
        found = f"none of the last {len(raws)} letters came by {named}, so our own clock's time counts"
        yield Finding("received", False, found, remedy)
    else:
        yield Finding("received", True, f"a letter counts from when {named} had it")


def _intake(settings: Settings) -> Finding:
    """See whether letters could be handed to us: the port is free, or something listens there already."""
    host, port = settings.intake.host, settings.intake.port
    place = f"{host}:{port}"
    if settings.intake.protocol == "none":
        well = bool(settings.imap.host or settings.maildir.path)
        found = "letters are fetched from mailboxes alone" if well else "there is no way for letters to come in"
        return Finding("intake", well, found, "" if well else "Set intake.protocol, or section imap or maildir.")
    if port == 0:
        found = "port 0 takes any that is free, which no mail server can know"
        return Finding("intake", False, found, "Set intake.port, such as 8024.")
    try:
        with closing(socket.create_server((host, port))):
            return Finding("intake", True, f"{place} is free; the service is not running")
    except OSError:
        if _listens(host, port):
            return Finding("intake", True, f"something listens at {place}; the service, if you started it")
        return Finding("intake", False, f"{place} cannot be listened at", "Change intake.host or intake.port.")


def _listens(host: str, port: int) -> bool:
    try:
        with closing(socket.create_connection((host, port), timeout=2)):
            return True
    except OSError:
        return False


def _mailboxes(settings: Settings) -> Iterator[Finding]:
    """Open each mailbox that letters are fetched from, and take nothing."""
    if not (settings.imap.host or settings.maildir.path):
        return
    from referee.service.letters.sources import Sources

    try:
        sources = Sources(settings, print).all
    except ConfigError as error:
        yield Finding("mailbox", False, str(error))
        return
    for source in sources:
        try:
            source.reach()
            yield Finding(source.name, True, "letters can be fetched")
        except NotThere as error:
            yield Finding(source.name, False, str(error), f"Look at section [{source.name}] of referee.toml.")


def _smtp(settings: Settings) -> Finding:
    """Speak to the mail server as far as MAIL would come, and send nothing."""
    import smtplib
    import ssl

    smtp = settings.smtp
    place = f"{smtp.host}:{smtp.port}"
    try:
        server = _connected(settings)
        with closing(server):
            server.ehlo_or_helo_if_needed()
            if smtp.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if smtp.user:
                server.login(smtp.user, smtp.password)
            server.noop()
            server.quit()
    except smtplib.SMTPAuthenticationError:
        remedy = "Check smtp.user, and the password in REFEREE_SMTP_PASSWORD or its file."
        return Finding("smtp", False, f"{place} refuses the account", remedy)
    except smtplib.SMTPNotSupportedError:
        return Finding("smtp", False, f"{place} offers no STARTTLS or no AUTH", "Check smtp.security and smtp.port.")
    except ssl.SSLError as error:
        said = error.reason or "the certificate is not trusted"
        return Finding("smtp", False, f"{place}: {said}", "Use the name that its certificate bears as smtp.host.")
    except (smtplib.SMTPException, OSError) as error:
        remedy = "Start a mail server there, or set smtp.host and smtp.port to one that takes your mail."
        return Finding("smtp", False, f"{place}: {_reason(error)}", remedy)
    return Finding("smtp", True, f"{place} answers")


def _connected(settings: Settings) -> "SMTP":
    import smtplib
    import ssl

    smtp = settings.smtp
    patience = min(PATIENCE, smtp.timeout.total_seconds())
    name = settings.mail.domain
    if smtp.security == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(smtp.host, smtp.port, name, timeout=patience, context=context)
    return smtplib.SMTP(smtp.host, smtp.port, name, timeout=patience)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error) or type(error).__name__


def _words(folder: Path) -> Iterator[Finding]:
    """Try the campaign's own tables and templates in every game; as they were shipped, they are known to do."""
    resources = Resources(folder)
    own = [*resources.own_templates_there(), *folder.glob("data/*.toml")]
    slugs = games.slugs() if own else games.of_others()
    bad = list[Finding]()
    if slugs:  # what writes letters is loaded where there are any to try
        from referee.service.upkeep.specimens import tried

        bad += (Finding("templates", False, words, remedy) for words, remedy in tried(resources, slugs))
    yield from bad
    if not bad:
        said = f"the campaign's own ({len(own)}) can be used" if own else "there are none but the shipped ones"
        yield Finding("templates", True, said)


def try_alarm(folder: Path) -> Iterator[Finding]:
    """Send a trial alarm by every second way that the settings name."""
    from referee.service.post.alarm import raised_by_all

    try:
        settings = config.read(folder)
    except ConfigError:
        return
    tried = list(raised_by_all(settings, "trial", "This is a trial; nothing is wrong.", SystemClock().now()))
    remedy = "Set alarm.command or alarm.webhook in referee.toml, or you hear nothing when mail is down."
    if not tried:
        yield Finding("alarm", False, "there is no second way to you", remedy)
    for one in tried:
        yield Finding("alarm", one.well, f"{one.way}: {one.said}", "" if one.well else f"Mend alarm.{one.way}.")


def newest_moment(campaign: Campaign) -> datetime | None:
    """Return the latest moment that was written down, to compare the clock with."""
    with campaign.store.reading() as tx:
        found = [
            tx.exec(select(func.max(column))).one()
            for column in (LetterRow.received_at, MailRow.made_at, GameRow.created_at)
        ]
    return max((moment for moment in found if moment is not None), default=None)
