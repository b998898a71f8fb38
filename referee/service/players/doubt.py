"""A letter with a seat's key of which it is not sure that its player wrote it: it is held, and the player is asked."""

from __future__ import annotations

from referee.reports.pages import Refusal, RefusalPage
from referee.service.campaign.policy import Policy
from referee.service.deadlines import stillness
from referee.service.letters.incoming import ASKED_ABOUT, DOUBTED, Outcome
from referee.service.letters.kinds import ForeignLetter, KeyLetter
from referee.service.post.post import Post
from referee.store import inbox, people
from referee.store.tables import Reading

MOST_ASKED = 3
"""About so many unknown senders at a time a player is asked."""


def ask(case: KeyLetter | ForeignLetter, why: Refusal = Refusal.WAS_THIS_YOU) -> int | None:
    """The right token from another sender: held, and the registered address is asked once; the sender hears nothing.

    So is what our mail server does not believe to come from there, and what looks like a vacation note and yet gives
    orders. Another player's address is not told, in an anonymous
    game none. Of more senders than a few the player is not asked, only the GM sees them.
    """
    seated = case.sitting.player
    waiting = [r for r in inbox.held_of(case.tx, seated) if r.outcome in ASKED_ABOUT and r.game == case.game.id]
    senders = {r.note for r in waiting}
    writer = case.letter.sender or str(case.letter.sender_problem)
    if why is Refusal.DOUBTED:
        writer += f"{DOUBTED}{case.doubt}"
    somebody = (case.player is not None and case.player.id != seated) or Policy.of(case.game).anonymous
    case.player = people.player(case.tx, seated)
    if writer not in senders and len(senders) < MOST_ASKED:
        post = Post(case.work, case.game, about=(writer, case.row.id))
        page = RefusalPage(
            head=post.head(case.seat),
            why=why,
            received=case.row.received_at,
            step=case.game.step + 1,
            deadline=stillness.due(case.game, case.now),
            sender="" if somebody else case.letter.sender or "an address that could not be read",
        )
        post.send(case.seat, case.campaign.kit_of(case.game).writer.write(page), step=case.game.step + 1)
    outcome = Outcome.DOUBTFUL if why is Refusal.LOOKS_AUTOMATIC else Outcome.HELD
    return case.close(outcome, state=Reading.HELD, note=writer)
