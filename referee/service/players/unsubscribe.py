"""The way out of letters that one may do without, as mail programs offer it by List-Unsubscribe (RFC 2369)."""

from __future__ import annotations

import re

from referee.reports.pages import NoticePage
from referee.service.letters.incoming import Outcome
from referee.service.letters.kinds import KeyLetter
from referee.service.players import speech
from referee.service.post.post import Post
from referee.store import people

WISH = re.compile(r"unsubscribe(?: (reminders))?", re.IGNORECASE | re.ASCII)

NEVER = 0
"""A lead that no reminder is ever sent at: nothing comes before a deadline by no time at all."""

WORDS = "I remind you of deadlines no more. The next line brings the reminders back.\n\n  LEADS 24h"


def is_wished(case: KeyLetter) -> bool:
    """Say whether a letter is what a mail program writes when its owner leaves a list; one with orders is none."""
    return WISH.fullmatch(case.letter.subject.strip()) is not None and not speech.speaks(case)


def carry_out(case: KeyLetter) -> int | None:
    """Send the player of a believed letter no more reminders, in any of their games, and say so."""
    player = people.player(case.tx, case.player.id)
    player.leads = [NEVER]
    case.tx.add(player)
    post, seat = Post(case.work, case.game), case.seat
    page = NoticePage(post.head(seat), "no more reminders", WORDS)
    post.send(seat, case.campaign.kit_of(case.game).writer.write(page), step=post.open_step, answers=case.row)
    return case.close(Outcome.UNSUBSCRIBED)
