"""Before the start: an invitation declined, and words of those who are invited, for the GM.

Who declines has no seat any more and hears so; the GM hears why, and nobody else hears anything. While a seat is free
the answer YES to that letter brings one back.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from referee.engine import talk
from referee.engine.audience import GM, Seat
from referee.engine.errors import SetupError
from referee.engine.lexicon import first_word
from referee.mail.address import normal
from referee.reports.pages import HelpPage, PressPage, RulesPage
from referee.service.campaign.campaign import Work
from referee.service.deadlines.notices import alarm
from referee.service.letters import statement
from referee.service.letters.incoming import Incoming
from referee.service.letters.kinds import CodeLetter, GameCodeLetter, PlayerLetter
from referee.service.letters.outcome import MOST_REQUESTS, Outcome
from referee.service.people import seating
from referee.service.post import notes
from referee.service.post.post import Post
from referee.store import confirmations, games, inbox, mails, orders
from referee.store.database import Transaction
from referee.store.tables import ConfirmationRow, GameRow, Matter, SeatRow

AGAIN_FOR = timedelta(days=30)
"""So long a YES may still bring a seat to one who had declined."""

MOST_PASSED_ON = 5
"""So many letters of one who has no seat yet are passed on to the GM."""

MOST_WORDS = 2000

SEATS = (Matter.INVITATION, Matter.SIGN_UP)
"""Codes that bring a seat in a game that has not begun."""

ASKS = re.compile(r"\W*(?:rules|help)((?:\s+[\w-]+){0,2})\W*", re.IGNORECASE)

SUBJECT = "you have declined"
GONE = "Thank you for telling me: you have no seat in {title}, and nothing more comes about it."
BACK = " Should you change your mind before it begins, answer YES to this letter."
PASSED_ON = "What you wrote to me as to a person is passed on to the GM, who can answer you."


def declines(lines: Sequence[str]) -> bool:
    """Say whether an answer before the start declines, and nothing in it says yes."""
    words = statement.read([line.strip() for line in lines if line.strip()])
    return words.declines and not words.accepts


def by_seat(case: PlayerLetter, words: Sequence[str]) -> int | None:
    """Take the seat back from one who declines by answering the invitation."""
    reader = notes.recipients(case.tx, case.player.id)[0]
    give_up(case.work, case.game, case.sitting)
    _say_goodbye(case.work, case.game, reader, case.seat, answers=case)
    tell_gm(case.work, case.game, f"{case.seat} has declined the invitation.", words)
    _record(case.work, case.game, case.seat, who="referee")
    case.token = None
    return case.close(Outcome.DECLINED)


def by_code(case: GameCodeLetter, row: ConfirmationRow) -> int | None:
    """Take a NO to an invitation, or to the letter that asks whether somebody wants the seat they asked for."""
    confirmations.drop(case.tx, row, case.now)
    if row.what is Matter.INVITATION and not row.details.get("declined"):
        text = GONE.format(title=case.game.title)
        reader = notes.Recipient(str(row.details["written"]), row.player)
        notes.notice(case.work, reader, SUBJECT, text, game=case.game, answers=case.row)
        what = "Somebody whom you invited has declined."
        tell_gm(case.work, case.game, what, statement.new_lines(case), str(row.details["written"]))
        _record(case.work, case.game, str(row.details.get("name") or ""), who="referee")
    return case.close(Outcome.DECLINED)


def by_gm(work: Work, row: GameRow, who: str) -> str:
    """Note that somebody declined who told the GM so, a seat or an address; return which. Raises `SetupError`."""
    now = work.now
    seating.inviting(work.tx, row.name)
    seat = next((one for one in games.seats(work.tx, row.id) if one.name.casefold() == who.casefold()), None)
    if seat is not None:
        reader = next(iter(notes.recipients(work.tx, seat.player)), None)
        give_up(work, row, seat)
        if reader is not None:
            _say_goodbye(work, row, reader, seat.name)
        _record(work, row, seat.name, who=work.campaign.who)
        return seat.name
    found = confirmations.open_of(work.tx, Matter.INVITATION, now, game=row.id, address=normal(who))
    if not found:
        raise SetupError(f"Nobody is invited to {row.title} as {who}. Give a seat's name, or an address.")
    for one in found:
        confirmations.drop(work.tx, one, now)
    _record(work, row, str(found[-1].details.get("name") or ""), who=work.campaign.who)
    return who


def give_up(work: Work, row: GameRow, seat: SeatRow) -> None:
    """Give a place up before the start: its tokens are for no seat, and what is under way stays its player's."""
    mails.pin(work.tx, row.id, seat.name, seat.player, everything=True)
    inbox.kill_tokens(work.tx, row.id, seat.name, work.now)
    inbox.drop_tokens(work.tx, row.id, seat.name)
    games.leave(work.tx, row.id, seat.name)


def passed_on(case: Incoming, post: Post, seat: Seat, text: str) -> None:
    """Bring the GM words from a seat before the start, to be answered with TO and its name."""
    kept = text[:MOST_WORDS]
    orders.keep_press(
        post.tx, post.game.id, step=0, seat=seat, addressees=[GM], body=kept, written_at=post.now, letter=case.row.id
    )
    post.send(PressPage(post.head(GM), 0, seat, kept), step=0)


def rules_by_code(case: CodeLetter, row: ConfirmationRow) -> tuple[bool, list[str]]:
    """Send one who has no seat yet the rules or the help they ask for, not too often; return whether, and what else."""
    words, count = statement.new_lines(case), int(row.details.get("rules", 0))
    asked = [line for line in words if ASKS.fullmatch(line)]
    if case.game is None or row.what not in SEATS or not asked:
        return False, words
    head, kit = notes.public_head(case.campaign, case.game), case.campaign.kit_of(case.game)
    options, reader = case.game.options, notes.Recipient(str(row.details["written"]), row.player)
    idle = tuple(kit.rules.seating.idle(kit.rules.completed(options)))
    for line in asked[: MOST_REQUESTS if count < MOST_PASSED_ON else 0]:
        about = talk.topic(ASKS.sub(r"\1", line).strip())
        rules = first_word(line) == "RULES"
        page = RulesPage(head, about, options) if rules else HelpPage(head, about, set_up=True, idle=idle)
        notes.send(case.work, reader, kit.writer.write(page), code=row.code, game=case.game, answers=case.row)
    confirmations.note(case.tx, row, rules=count + 1)
    return True, [line for line in words if line not in asked]


def asked_by_code(case: CodeLetter, row: ConfirmationRow, words: Sequence[str]) -> bool:
    """Bring the GM the words of one who has no seat yet, if there are any and not too many; say whether."""
    count = int(row.details.get("passed on", 0))
    if case.game is None or row.what not in SEATS or not words or count >= MOST_PASSED_ON:
        return False
    confirmations.note(case.tx, row, **{"passed on": count + 1})
    address = str(row.details["written"])
    what = "Somebody who may take a seat writes to you."
    _alarm(case.work, case.game, what, words, address, (f"Answer them by mail: {address}",))
    return True


def _say_goodbye(work: Work, row: GameRow, reader: notes.Recipient, name: str, answers: Incoming | None = None) -> None:
    asked = notes.asked(
        work, Matter.INVITATION, reader, AGAIN_FOR, game=row, name=name, written=reader.address, declined=True
    )
    text = f"{GONE.format(title=row.title)}{BACK}"
    letter = answers.row if answers is not None else None
    notes.notice(work, reader, SUBJECT, text, code=asked.code, game=row, answers=letter, seat=name)


def _record(work: Work, row: GameRow, name: str, *, who: str) -> None:
    details = {"seat": name} if name else {}
    work.record("declined", game=row.id, details=details, who=who)


def tell_gm(work: Work, row: GameRow, what: str, words: Sequence[str] = (), address: str = "") -> None:
    """Tell the GM that a seat is free again, with what was written."""
    _alarm(work, row, what, words, address, ("Invite somebody else: INVITE and an address.",))


def _alarm(work: Work, row: GameRow, what: str, words: Sequence[str], address: str, remedies: Sequence[str]) -> None:
    taken, most = len(games.seats(work.tx, row.id)), work.campaign.kit_of(row).rules.seats[-1]
    written = "\n".join(words)[:MOST_WORDS]
    who = [f"It is {address}."] if address else []
    details = (*who, f"Of {most} seats {taken} {'is' if taken == 1 else 'are'} taken.")
    alarm(Post(work, row), what, details, remedies, written)


def invited(tx: Transaction, row: GameRow, now: datetime) -> list[ConfirmationRow]:
    """List the invitations that nobody has answered yet."""
    found = confirmations.open_of(tx, Matter.INVITATION, now, game=row.id)
    return [one for one in found if not one.details.get("declined")]
