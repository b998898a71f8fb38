"""Mail out: claimed under a lease, its bytes built now, sent, and written down; one commit each.

So if we are killed, a mail goes out twice at most that a connection was just handing over, as the same bytes. The disk
is waited for once for all that a connection sends of what was claimed: a power failure may do that to those.

A mail that cannot be built fails by itself, and none keeps the others back.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

from referee.engine.audience import GM
from referee.mail.address import normal
from referee.mail.bounce import is_hard
from referee.mail.delivery import Failed, Retry, Sent, Transport, Unknown
from referee.mail.delivery import Outcome as Sending
from referee.mail.outgoing import Attached, Automatic, HeaderError, Outgoing, calendar_file, wire
from referee.reports.data import loads
from referee.reports.html import Reply
from referee.reports.look import drawn
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.logbook import log
from referee.service.post import bounces as outgoing_bounces
from referee.service.post.trouble import PASSING, place
from referee.store import mails, outbox
from referee.store.outbox import Due

CUT = 100_000
"""So many bytes of HTML some mail programs show, and cut the rest."""

LEASE = timedelta(seconds=30)
"""For so long nobody else sends what a sender has claimed, who renews it while at work; what one had who was killed
waits no longer."""

BATCH = 20


def transports(campaign: Campaign, count: int | None = None) -> list[Transport]:
    """Make the connections that letters go out by; each opens when it is first used."""
    smtp = campaign.settings.smtp
    return [
        Transport(
            smtp.host,
            smtp.port,
            timeout=smtp.timeout.total_seconds(),
            starttls=smtp.security == "starttls",
            tls=smtp.security == "tls",
            username=smtp.user or None,
            password=smtp.password or None,
            hostname=campaign.settings.mail.domain,
        )
        for _ in range(count or smtp.connections)
    ]


async def deliver(
    campaign: Campaign, ways: Sequence[Transport], who: str = "", stop: Callable[[], bool] = lambda: False
) -> int:
    """Send what is due until nothing is, or until told to stop; return how many mails the server took."""
    who, total = who or f"sender-{uuid4().hex[:8]}", 0
    renewing = asyncio.create_task(_renewing(campaign, who))
    try:
        while not stop() and (due := await asyncio.to_thread(_claim, campaign, who)):
            lanes = [due[i :: len(ways)] for i in range(len(ways))]
            counts = await asyncio.gather(
                *(_lane(campaign, way, lane, who, stop) for way, lane in zip(ways, lanes, strict=True) if lane)
            )
            total += sum(counts)
            if stop():
                await asyncio.to_thread(_release, campaign, who)
            if not sum(counts):
                break
        return total
    finally:
        renewing.cancel()


async def _renewing(campaign: Campaign, who: str) -> None:
    """Renew the leases of a sender while it is at work: a slow server may take longer than they last."""
    while True:
        await asyncio.sleep(LEASE.total_seconds() / 3)
        try:
            await asyncio.to_thread(_renew, campaign, who)
        except PASSING as error:
            log.warning("leases not renewed", error=type(error).__name__)


def _renew(campaign: Campaign, who: str) -> None:
    with campaign.store.writing() as tx:
        outbox.renew(tx, who, campaign.clock.now() + LEASE)


async def _lane(campaign: Campaign, way: Transport, due: Sequence[Due], who: str, stop: Callable[[], bool]) -> int:
    """Send some mails over one connection, one after the other."""
    sent = 0
    for one in due:
        if stop():
            break
        outcome = await _send(campaign, way, one)
        try:
            sent += await asyncio.to_thread(_note, campaign, one, outcome, who, lasting=one is due[-1])
        except PASSING as error:
            log.error("mail not noted", mail=one.id, error=type(error).__name__)
            break
    return sent


async def _send(campaign: Campaign, way: Transport, due: Due) -> Sending:
    if due.address is None:
        return Failed("there is no address on file to send it to")
    try:
        letter = outgoing(campaign, due, due.address)
        data = _built(letter, due)
    except Exception as error:  # noqa: BLE001 - whatever it is, the other mails go out
        log.error("mail cannot be built", mail=due.id, error=type(error).__name__, where=place(error))
        return Failed(f"it cannot be built: {place(error)}")
    return await way.send(data, "" if due.null_return else letter.mail_from, due.address)


def _built(letter: Outgoing, due: Due) -> bytes:
    """Build a mail; without what it took over from another's headers, if that may not stand in ours."""
    try:
        return wire(letter)
    except HeaderError:
        log.warning("mail built without what it refers to", mail=due.id)
        return wire(replace(letter, in_reply_to=None, references=()))


def outgoing(campaign: Campaign, due: Due, address: str) -> Outgoing:
    """Return a claimed mail as it goes out; built from what is stored, so that every try is the same bytes."""
    settings = campaign.settings.mail
    token = due.headers.get("token")
    reply_to = settings.reply_address(token) if token else None
    references = tuple(due.headers.get("references", ()))
    to_gm = campaign.settings.campaign.gms[0] if due.headers.get("answered_by") == GM else None
    return Outgoing(
        sender=settings.from_address,
        sender_name=settings.from_name,
        recipient=address,
        recipient_name="",
        reply_to=reply_to or to_gm,
        subject=due.subject,
        message_id=due.message_id,
        in_reply_to=references[-1] if references else None,
        references=references,
        date=due.made_at,
        body=due.body,
        html=_page(campaign, due, reply_to),
        attached=_files(campaign, due),
        automatic=Automatic(due.headers.get("automatic", Automatic.GENERATED.value)),
        headers=_more_headers(campaign, due),
        bounces_to=settings.return_address(due.return_token) if due.return_token else None,
    )


def _page(campaign: Campaign, due: Due, reply_to: str | None) -> str:
    """Return a letter as HTML, if it is wanted so; nothing where its text is all that goes out.

    A page that mail programs would cut is not sent: the text beside it is whole. It is longer than that in any case.
    """
    if not due.document or not due.html or len(due.body) >= CUT:
        return ""
    reply = Reply(reply_to, f"Re: {due.subject}") if reply_to else None
    page = drawn(loads(due.document), campaign.resources, campaign.note_broken, reply)
    return page if len(page.encode()) < CUT else ""


def _files(campaign: Campaign, due: Due) -> tuple[Attached, ...]:
    """Return what goes with a letter: its document, if its player wants the data, and a deadline for their calendar."""
    mail, files = campaign.settings.mail, []
    if due.data and due.document:
        files.append(Attached("letter.json", 'application/json; name="letter.json"', due.document.encode()))
    said = due.headers.get("calendar")
    if said and said["player"] == due.player:  # and not meant for who had the seat before
        files.append(calendar_file(said, due.made_at, mail.domain, mail.from_address))
    return tuple(files)


def _more_headers(campaign: Campaign, due: Due) -> tuple[tuple[str, str], ...]:
    """Return the mark by which any referee knows letters of its like, and the way out of letters that one may leave.

    One-click unsubscribing (RFC 8058) needs a web server, so the way out is a letter (RFC 2369).
    """
    settings = campaign.settings.mail
    marks = [("X-Loop", settings.from_address)]
    token, what = due.headers.get("token"), due.headers.get("unsubscribe")
    if token and what:
        marks.append(("List-Unsubscribe", f"<mailto:{settings.reply_address(token)}?subject=unsubscribe%20{what}>"))
    return tuple(marks)


def _claim(campaign: Campaign, who: str) -> list[Due]:
    with campaign.store.writing() as tx:
        html = campaign.settings.mail.html
        return outbox.claim(tx, who, campaign.clock.now(), lease=LEASE, limit=BATCH, html=html)


def _release(campaign: Campaign, who: str) -> None:
    """Let go of what was claimed and not tried, so that the next one need not wait for the lease to end."""
    with campaign.store.writing() as tx:
        outbox.release(tx, who)


def _note(campaign: Campaign, due: Due, outcome: Sending, who: str, *, lasting: bool) -> int:
    """Write down how a try went, that the server took a mail with or without the disk; return 1 if it did."""
    now = campaign.clock.now()
    log.info("mail", mail=due.id, kind=due.kind, outcome=type(outcome).__name__.lower())
    with campaign.writing(lasting=lasting or not isinstance(outcome, Sent)) as work:
        match outcome:
            case Sent(text=text):
                its_player = due.address if due.return_token else None
                to = mails.number_in_use(work.tx, normal(its_player)) if its_player else None
                outbox.sent(work.tx, due.id, at=now, answer=text, to=to)
                return 1
            case Failed(reason=reason, recipient=recipient):
                if outbox.failed(work.tx, due.id, who, at=now, error=reason):
                    hard = is_hard("", reason)
                    outgoing_bounces.refused(work, due, hard=hard, recipient=recipient, said=reason)
            case Retry(reason=reason, penalty=counts):
                _again(work, due, who, reason, counts=counts)
            case Unknown(reason=reason):
                _again(work, due, who, reason, counts=True)
    return 0


def _again(work: Work, due: Due, who: str, reason: str, *, counts: bool) -> None:
    """Put a mail back for its next try, or give it up when it has been tried for long enough.

    A server that is away costs no mail its life, and one that is sent once more has all its tries again.
    """
    settings = work.campaign.settings.outbox
    if counts and work.now - due.made_at > settings.give_up and due.attempts + 1 >= len(settings.retry):
        if outbox.give_up(work.tx, due.id, who, at=work.now, error=reason):
            outgoing_bounces.refused(work, due, hard=False, recipient=False, said=reason)
        return
    wait = settings.retry[min(due.attempts, len(settings.retry) - 1)]
    outbox.retry(work.tx, due.id, who, next_at=work.now + wait, error=reason, counts=counts)
