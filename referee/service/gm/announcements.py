"""The GM's own words to players: to everybody at the table, or to some alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.audience import GM, PUBLIC, Seat, only
from referee.engine.errors import SetupError
from referee.engine.lexicon import spoken
from referee.reports.pages import PressPage
from referee.service.campaign.campaign import Work
from referee.service.deadlines import notices
from referee.service.deadlines.deadline import due_told
from referee.service.gm.order import Answer, GmOrder, GmWork
from referee.service.players.press_delivery import Addressed, reached
from referee.service.post.post import Post
from referee.store.tables import GameRow, Status


class Announce(GmOrder):
    """Send your words to everybody in a game."""

    usage = "ANNOUNCE text"
    example = "ANNOUNCE A happy new year to all of you."
    shell = "Words that are - are read from standard input."
    typed = ('game announce autumn "A happy new year to all of you."',)
    said: ClassVar[Mapping[str, str]] = {"text": "Your words."}
    by_mail = "A colon at the end of the line lets them go on to a line with a single full stop."
    long = True
    text: str

    def done(self, gm: GmWork) -> Answer:
        """Send them."""
        say(gm.work, gm.row, self.text)
        return Answer("It is on its way to everybody.")


class Tell(GmOrder):
    """Write to one player or to some, as an answer to what they asked you, and to nobody else."""

    usage = "TO addressees : text"
    example = "TO ME: Thank you, I look into it."
    typed = ('game announce autumn "Thank you, I look into it." --to Anna',)
    said: ClassVar[Mapping[str, str]] = {
        "addressees": "Only to these seats.",
        "text": "Your words.",
    }
    by_mail = "A colon at the end lets your words go on below it to a line with a single full stop."
    long = True
    addressees: tuple[str, ...]
    text: str

    def done(self, gm: GmWork) -> Answer:
        """Send them."""
        return Answer(tell(gm.work, gm.row, gm.readers(self.addressees), self.text))


def say(work: Work, row: GameRow, text: str) -> None:
    """Send the GM's words to everybody in a game; raises `SetupError` where there are no words, or nobody."""
    post, due = Post(work, row), due_told(row, work.now)
    if not text.strip():
        raise SetupError("There are no words to send.")
    if not post.public:
        raise SetupError(f"Nobody has a seat in {row.title} yet, so there is nobody to write to.")
    notices.tell(post, "a word from the GM", text, due, sender="the GM", urgent=False)
    work.record("announce", game=row.id, details={"text": text}, to=PUBLIC)


def tell(work: Work, row: GameRow, to: Sequence[Seat], text: str) -> str:
    """Send the GM's words to the players of some seats alone, without any to everybody; say whom they reach.

    Only those who get the words see it in the log. Raises `SetupError`.
    """
    if not to:
        say(work, row, text)
        return "Delivered to everybody now."
    if not text.strip():
        raise SetupError("There are no words to send.")
    post = Post(work, row)
    seats = tuple(seat for seat in post.names if seat in to)
    if not seats:
        raise SetupError(f"Name players of this game: {spoken(post.names)}.")
    step, ended = post.open_step, post.game.status is Status.OVER
    pages = [PressPage(post.head(s), step, GM, text, others=[x for x in seats if x != s], ended=ended) for s in seats]
    post.send_all(pages, step=post.open_step)
    work.record("tell", game=row.id, details={"seats": ", ".join(seats)}, to=only(*seats))
    return reached(post, Addressed(readers=seats))
