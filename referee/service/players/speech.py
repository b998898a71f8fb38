"""Letters that programs seem to have written, or help to write: whether they give orders, or leave our reminders.

Mail programs offer a way out of letters that one may do without by List-Unsubscribe (RFC 2369).
"""

from __future__ import annotations

import re

from referee.engine.commands import Log, Yes
from referee.engine.reader import HARMLESS
from referee.engine.sheet import Heard, Line, Sheet
from referee.mail.letter import Machine
from referee.mail.lines import is_quoted
from referee.mail.sender import says_away
from referee.reports.pages import NoticePage
from referee.service.letters.incoming import Incoming
from referee.service.letters.kinds import KeyLetter
from referee.service.letters.outcome import Outcome
from referee.service.post.post import Post
from referee.store import people
from referee.store.tables import Status

SPOKEN = frozenset({Heard.ORDER, Heard.STANDING, Heard.CLEAR, Heard.CANCEL})
"""What a player writes, and no vacation note."""

IDLE = (*HARMLESS, Log, Yes)
"""Commands that change nothing; their words begin many a sentence."""

MOST_WORDS = 2
"""So many a command has that only asks for something: RULES AM-8."""

WISH = re.compile(r"unsubscribe(?: (reminders|newsletter))?", re.IGNORECASE | re.ASCII)

NEVER = 0
"""A lead that no reminder is ever sent at: nothing comes before a deadline by no time at all."""

WORDS = "I remind you of deadlines no more. The next line brings the reminders back.\n\n  LEADS 24h"


NO_NEWSLETTER = "I send you no more newsletters. The next line brings them back.\n\n  NEWSLETTER ON"


def is_away_note(case: Incoming) -> bool:
    """Say whether a letter that bears no sign of a program says that its writer is away, as programs do."""
    return says_away([line for line in case.letter.lines if not is_quoted(line)])


def is_doubtful(case: KeyLetter) -> bool:
    """Say whether a letter that does speak may be a vacation note all the same, so that its player is asked first.

    So the subject says; by a header that some host wrote only where the letter brings no orders.
    """
    machine = case.letter.machine
    if machine is None or machine.is_clear or machine.is_of_a_host or case.confirmed:
        return False
    return machine is Machine.SUBJECT or not SPOKEN & _sheet(case).kinds


def speaks(case: KeyLetter) -> bool:
    """Say whether the right sender with the right key gives orders in a letter, or asks for something to be done."""
    if case.game.status is Status.OVER:
        return False
    if case.game.status is Status.INVITING:
        return any(line.order is not None for line in _sheet(case).lines)
    sheet, machine = _sheet(case), case.letter.machine
    tried = machine is None or machine.is_of_a_host
    if tried and (Heard.UNREADABLE in sheet.kinds or any(map(_asks_barely, sheet.lines))):
        return True
    return bool(SPOKEN & sheet.kinds) or any(not isinstance(x, IDLE) for x in sheet.requests())


def _asks_barely(line: Line) -> bool:
    """Say whether a line is a command such as HELP and nothing else, as no sentence of a program is."""
    return line.heard is Heard.COMMAND and len(line.text.split()) <= MOST_WORDS


def _sheet(case: KeyLetter) -> Sheet:
    """Read what the player wrote now, as an order, or as a wish before the game begins."""
    return case.heard(case.lines.new)


def unsubscribes(case: KeyLetter) -> bool:
    """Say whether a letter is what a mail program writes when its owner leaves a list; one with orders is none."""
    return WISH.fullmatch(case.letter.subject.strip()) is not None and not speaks(case)


def unsubscribe(case: KeyLetter) -> int | None:
    """Send the player of a believed letter no more reminders, or newsletters, in any of their games, and say so."""
    player = people.player(case.tx, case.player.id)
    post, seat = Post(case.work, case.game), case.seat
    if "newsletter" in case.letter.subject.lower():
        player.newsletter = False
        page = NoticePage(post.head(seat), "no more newsletters", NO_NEWSLETTER)
    else:
        player.leads = [NEVER]
        page = NoticePage(post.head(seat), "no more reminders", WORDS)
    case.tx.add(player)
    post.send(page, step=post.open_step, answers=case.row)
    return case.close(Outcome.UNSUBSCRIBED)
