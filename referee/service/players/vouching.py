"""A letter with a seat's key of which it is not sure whose it is: held, asked about, and then let count or dropped.

A player's YES is for the letter that was asked about, no other; a NO, or the GM, drops it.
"""

import re
from collections.abc import Sequence

from referee.engine.audience import GM, Seat
from referee.engine.errors import SetupError
from referee.mail.address import mailbox_of, normal, read_token
from referee.reports.pages import NoticePage, Refusal, RefusalPage
from referee.reports.when import When
from referee.service.campaign.campaign import Work
from referee.service.campaign.policy import Policy
from referee.service.deadlines import deadline
from referee.service.letters import envelope, statement
from referee.service.letters.kinds import ForeignLetter, KeyLetter
from referee.service.letters.outcome import ASKED_ABOUT, DOUBTED, Outcome
from referee.service.post.post import Post
from referee.store import confirmations, games, inbox, mails, people
from referee.store.database import Transaction
from referee.store.tables import GameRow, LetterRow, MailRow, Reading, SeatRow, Status

MOST_ASKED = 3
"""About so many unknown senders at a time a player is asked."""

ADDRESS = re.compile(r"\W*[^\s@]+@[^\s@]+\W*")
"""What may stand behind YES: the address from which the letters came, and nothing else."""

NOTHING = "Thank you: your mail finds its way. There was nothing to confirm."
ELSEWHERE = (
    "By this letter nothing is confirmed. Another letter of mine waits for your YES: please answer that very one."
)
NOT_BY_THIS = "This letter had to be confirmed itself, so it confirms no other."
WHICH = "I asked you about more than one letter. Answer YES to the very letter in which I asked about yours."
GONE = (
    "The letter that I asked you about waits no more: the GM has seen to it. So there was nothing left to confirm, and"
    " no other letter counts by this."
)
MORE = "A YES counts alone on its line, so nothing is confirmed. If you mean it, answer once more with that word alone."
DENIED = "Thank you. What I asked you about is dropped, and nothing of it is used."
WAS_DENIED = "You have told me that it was not yours, so it was dropped. What you want, please send once more."
COUNTS = "You have confirmed that letter before, and once is enough."
THANKS = "Thank you. What came from the other address counts now; its receipt follows."

SUBJECT = "a letter of yours was put aside"


def ask_whose(case: KeyLetter | ForeignLetter, why: Refusal = Refusal.WAS_THIS_YOU) -> int | None:
    """The right token from another sender: held, and the registered address is asked once; the sender hears nothing.

    So is what our mail server does not believe to come from there, and what looks like a vacation note and yet gives
    orders. Another player's address is not told, in an anonymous
    game none. Of more senders than a few the player is not asked, only the GM sees them.
    """
    seated = case.sitting.player
    waiting = [r for r in inbox.held_of(case.tx, seated) if r.outcome in ASKED_ABOUT and r.game == case.game.id]
    senders = {r.note for r in waiting}
    writer = f"{case.writer}{DOUBTED}{case.doubt}" if why is Refusal.DOUBTED else case.writer
    somebody = (case.player is not None and case.player.id != seated) or Policy.of(case.game).anonymous
    case.player = people.player(case.tx, seated)
    if writer not in senders and len(senders) < MOST_ASKED:
        post = Post(case.work, case.game, about=(writer, case.row.id))
        page = RefusalPage(
            head=post.head(case.seat),
            why=why,
            received=case.row.received_at,
            step=case.game.step + 1,
            deadline=deadline.due_told(case.game, case.now),
            sender="" if somebody else case.letter.sender or "an address that could not be read",
        )
        post.send(page, step=case.game.step + 1)
    outcome = Outcome.DOUBTFUL if why is Refusal.LOOKS_AUTOMATIC else Outcome.HELD
    return case.close(outcome, state=Reading.HELD, note=writer)


def confirm(case: KeyLetter, post: Post, named: str) -> str:
    """Let count what the player was asked about, and say what came of it.

    Meant is the question that this letter answers, else the only one that was asked before it came; a line that names
    an address vouches for all that came from there. Of a sender whom our mail server does not believe only the very
    letter counts that was asked about, for the next may be anybody's. Where the GM has settled that one, none counts.
    A line that says more than YES may take it back, so it confirms nothing.
    """
    if case.row.state is Reading.HELD:
        return NOT_BY_THIS  # it is being read by another's YES
    address = normal(named.strip(" <>.,;:!")) if ADDRESS.fullmatch(named) else ""
    if not address and statement.takes_back(named):
        return MORE
    waiting = _waiting(case, post)
    asked = _asked(case, post, address)
    if vouched := [row for row in waiting if address and normal(row.note) == address]:
        return _all_count(case, vouched, asked)
    if len(asked) != 1:
        return WHICH if asked else _nothing(case)
    again = _is_answered(asked[0])
    row = next((row for row in waiting if row.id == asked[0].headers["letter"]), None)
    if row is None:
        _close(case, asked)
        dropped = inbox.letter(case.tx, asked[0].headers["letter"]).outcome == Outcome.DENIED
        return WAS_DENIED if dropped else COUNTS if again else GONE
    from_there = [one for one in waiting if one.note == row.note]
    if DOUBTED not in row.note:
        return _all_count(case, from_there, asked)
    _all_count(case, [row], asked)
    waits = " What came after it in the same manner waits for the GM." if len(from_there) > 1 else ""
    return f"Thank you. That letter counts now; its receipt follows.{waits}"


def denied(case: KeyLetter, post: Post) -> str:
    """Drop what the player was asked about and says is not theirs; say so, or '' if this NO answers no such question.

    So are all letters from that other address; of those that our mail server doubts, only the one that was asked about.
    """
    if case.row.state is Reading.HELD:
        return ""
    asked = _asked(case, post, "")
    waiting = _waiting(case, post)
    row = next((row for row in waiting if len(asked) == 1 and row.id == asked[0].headers["letter"]), None)
    if row is None:
        return ""
    _close(case, asked)
    for one in waiting:
        if one.id == row.id or (one.note == row.note and DOUBTED not in row.note):
            drop(case.tx, one, Outcome.DENIED)
    return DENIED


def _nothing(case: KeyLetter) -> str:
    """Say that no letter waits for this YES; what asks by a code is answered only where it asked."""
    codes = any(one.player == case.player.id for one in confirmations.waiting(case.tx, case.now))
    return ELSEWHERE if codes else NOTHING


def _waiting(case: KeyLetter, post: Post) -> list[LetterRow]:
    """List the letters that wait for this player's word for their seat, oldest first."""
    held = inbox.held_of(case.tx, case.player.id)
    return [row for row in held if row.outcome in ASKED_ABOUT and row.game == post.game.id and row.seat == case.seat]


def _asked(case: KeyLetter, post: Post, address: str) -> list[MailRow]:
    """Return the question that is meant; or several, if it could be any of them."""
    found = mails.questions(case.tx, post.game.id, case.seat, until=case.row.received_at)
    if address:
        found = [one for one in found if normal(_about(one).partition(DOUBTED)[0]) == address]
    answered = (*case.letter.in_reply_to, *case.letter.references)
    if meant := [one for one in found if one.message_id in answered]:
        return meant[-1:]
    still = [one for one in found if not _is_answered(one)]
    same = len({_about(one) for one in still}) == 1 and DOUBTED not in _about(still[0])
    return still[-1:] if same else still


def _about(question: MailRow) -> str:
    return str(question.headers["about"])


def _is_answered(question: MailRow) -> bool:
    return bool(question.headers.get("answered"))


def _all_count(case: KeyLetter, rows: Sequence[LetterRow], asked: Sequence[MailRow]) -> str:
    """Have these letters read, as their player's own, as soon as this line of their YES is done."""
    _close(case, asked)
    case.vouched += rows
    return THANKS


def _close(case: KeyLetter, asked: Sequence[MailRow]) -> None:
    """Note that questions were answered, so that a later YES is for another."""
    for one in asked:
        one.headers = {**one.headers, "answered": True}
        case.tx.add(one)


def discard(work: Work, letter: int) -> None:
    """Drop a held letter: it stays among those that were read, and nothing of it is used; raises `SetupError`."""
    row = inbox.letter(work.tx, letter)
    if row.state is not Reading.HELD:
        raise SetupError(f"Letter {letter} is not held.")
    details, theirs = {"letter": letter, "was": row.outcome}, row.outcome not in ASKED_ABOUT
    drop(work.tx, row, Outcome.DISCARDED)
    work.record("discard letter", game=row.game, details=details)
    if theirs:
        _tell_of_it(work, row)


def drop(tx: Transaction, row: LetterRow, outcome: Outcome) -> None:
    """Let a held letter wait no more; why it was held stays beside it."""
    inbox.settle(tx, row.id, outcome, note=row.note)


def _tell_of_it(work: Work, row: LetterRow) -> None:
    """Tell the player that their letter will not be used; only who still has the seat for which they wrote it."""
    found = _read_as(work, row) or _unread(work, row)
    if found is None:
        return
    player, game, sitting = found
    if sitting.player != player or sitting.vacant_since is not None or game.status is Status.OVER:
        return
    post, seat = Post(work, game), Seat(sitting.name)
    head = post.head(seat)
    came = When(head.zone, head.now).marked().short(row.received_at)
    text = (
        f"Your letter of {came} was held for the GM, who has put it aside, so nothing of it is used. Please send again "
        f"what you still want."
    )
    post.send(NoticePage(head, SUBJECT, text), step=game.step + 1)


def _read_as(work: Work, row: LetterRow) -> tuple[int, GameRow, SeatRow] | None:
    """Return whose a letter was found to be when it was read: a player, and the seat for which they wrote."""
    if row.game is None or row.player is None or not row.seat:
        return None
    return row.player, games.game(work.tx, row.game), games.seat(work.tx, row.game, row.seat)


def _unread(work: Work, row: LetterRow) -> tuple[int, GameRow, SeatRow] | None:
    """Return the same of a letter that was held before it was read, if it bears a living key and its player's name."""
    settings = work.campaign.settings.mail
    name, rest = mailbox_of(row.recipient, settings.domain)
    token = read_token(rest) if name == settings.reply_local_part else None
    key = inbox.token(work.tx, token) if token else None
    sender = envelope.author_of(row.raw, row.envelope_sender, settings.results_of)
    player = people.player_at(work.tx, normal(sender)) if sender else None
    if key is None or key.dead_at is not None or key.seat == GM or player is None:
        return None
    return player.id, games.game(work.tx, key.game), games.seat(work.tx, key.game, key.seat)
