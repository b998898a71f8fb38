"""How often letters are answered: so no two programs can go on, nor anybody flood others.

Of those beyond that one letter says a little later what became of them all: one a day to a seat at the most, so two
programs that write to each other fall silent all the same.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum

from referee.engine.audience import Seat
from referee.engine.sheet import OnFile
from referee.mail.outgoing import Automatic
from referee.reports.data import dumps, loads
from referee.reports.desk_pages import ListPage
from referee.reports.document import Block, Document, Section
from referee.reports.parts import Head, Kind, Letter
from referee.reports.when import When
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.remedies import typed
from referee.service.letters.outcome import Outcome
from referee.service.post.pace import BETWEEN
from referee.service.post.trouble import tell_gm
from referee.store import inbox, mails, orders, outbox
from referee.store.database import Transaction
from referee.store.reports import Envelope
from referee.store.tables import GameRow, LetterRow

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

IN_VAIN = (
    Outcome.NO_TOKEN,
    Outcome.OLD_TURN,
    Outcome.TAKEN_BACK,
    Outcome.LATE,
    Outcome.GAME_OVER,
    Outcome.TOO_LARGE,
    Outcome.UNREADABLE,
)
"""The letters that are answered with why they were not used, whatever game they were for."""

DAYS_WORTH = 3
"""So many times as many in a day as in an hour: two slow programs fall silent too."""


SAME = 5
"""So many times in an hour the same orders have their receipt, however many letters are answered."""


class Again(Enum):
    """How often the same orders came: as a person sends them, as programs do that answer each other, or all day."""

    SELDOM = 0
    OFTEN = 1
    ALL_DAY = 2


def orders_again(work: Work, game: int, seat: Seat, file: OnFile) -> Again:
    """Say how often a seat had just this on file before; two programs send it in answer to every receipt of ours."""
    most = DAYS_WORTH * work.campaign.settings.limits.replies_per_hour + SAME
    filed = orders.newest_since(work.tx, game, seat, work.now - DAY, most + 1)
    times = [at for at, before in filed if before == file][1:]
    if len(times) >= most:
        return Again.ALL_DAY
    return Again.OFTEN if sum(at > work.now - HOUR for at in times) >= SAME else Again.SELDOM


def refusals_left(work: Work, player: int) -> int:
    """Say how many more letters of a player may be answered with a refusal, in all their games together."""
    most = work.campaign.settings.limits.replies_per_hour
    hour, day = (inbox.count_ended(work.tx, player, IN_VAIN, work.now - span) for span in (HOUR, DAY))
    return min(most - hour, DAYS_WORTH * most - day)


LAST = "I have answered so many letters of this kind that more of them get no answer for a while; nor are they used."


def tell_of_flood(work: Work, what: str) -> None:
    """Tell the GM that somebody is not answered for a while; once an hour about the same."""
    if not mails.alarmed_since(work.tx, what, work.now - HOUR):
        tell_gm(work, what, "The letters are read all the same.", typed("See them", "referee mail list"))


KIND = "digest"

WAITS, LONGEST = timedelta(hours=1), timedelta(hours=3)
"""How long it waits for more, at a time and in all; there is one a day."""

BEFORE = timedelta(minutes=15)
"""It comes so long before a deadline, if it can."""

MOST_SAID = 100
"""So many letters are named in it; the others are counted."""

TEXT = (
    "so many letters came from you in a short time that I did not answer each of them. All were read. This is what"
    " became of those without an answer:"
)


def may_still(tx: Transaction, game: int, player: int, now: datetime) -> bool:
    """Say whether one more such letter may go to a player about a game, or waits to go."""
    return (
        mails.waiting(tx, KIND, game, player) is not None
        or mails.count_made(tx, KIND, game, player, since=now - DAY) == 0
    )


def gather(
    work: Work,
    game: GameRow,
    head: Head,
    letter: Letter,
    *,
    answers: LetterRow,
    player: int,
    token: str,
    identity: Callable[[str], str],
) -> None:
    """Lay an answer that is not sent into the letter that tells of all; ``identity`` makes its Message-ID."""
    now = head.now
    if not may_still(work.tx, game.id, player, now):
        return
    there = mails.waiting(work.tx, KIND, game.id, player)
    said = list(there.headers["said"]) if there is not None else []
    count = (int(there.headers["letters"]) if there is not None else 0) + 1
    subject = letter.subject.rpartition("] ")[2]
    if len(said) < MOST_SAID:
        said.append(f"{When(head.zone, now).full(answers.received_at)}  {subject}")
    body = _body(work.campaign, game, head, said, count)
    if letter.kind is Kind.RECEIPT or there is None:
        latest = letter.body
        section: Block = Section(letter.subject.rpartition("] ")[2], letter.document.blocks)
    else:
        latest = (there.body or "").partition(BETWEEN)[2]
        section = loads(there.document or "").blocks[-1]
    headers = {"token": token, "automatic": Automatic.REPLIED.value, "said": said, "letters": count}
    whole = f"{body.body.rstrip()}{BETWEEN}{latest}"
    document = dumps(Document(body.subject, (*body.document.blocks, section)))
    if there is None:
        then = _when(now, now, game)
        envelope = Envelope(
            message_id=identity(KIND), headers=headers, player=player, null_return=True, not_before=then
        )
        outbox.post(
            work.tx, envelope, kind=KIND, subject=body.subject, body=whole, made_at=now, document=document, game=game.id
        )
        return
    there.body, there.document, there.headers, there.next_at = whole, document, headers, _when(there.made_at, now, game)
    work.tx.add(there)
    work.tx.flush()


def _body(campaign: Campaign, game: GameRow, head: Head, said: list[str], count: int) -> Letter:
    """Write what stands before the last answer, at whose end the GM is named."""
    more = [f"and {count - len(said)} more"] if count > len(said) else []
    lines = (*said, *more, "", "The last answer in full:")
    page = ListPage(replace(head, gm=None), "what became of your letters", TEXT, lines)
    return campaign.kit_of(game).writer.write(page)


def _when(first: datetime, now: datetime, game: GameRow) -> datetime:
    """Return when it goes out: when no more have come for a while, but not too late to act on it."""
    then = min(now + WAITS, max(first + LONGEST, now))
    if game.due_at is not None and now < game.due_at - BEFORE < then:
        return game.due_at - BEFORE
    return then
