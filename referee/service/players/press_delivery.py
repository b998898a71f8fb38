"""One seat's words to others: who reads them, and how they are delivered."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.audience import GM, Seat
from referee.engine.commands import ALL, Press
from referee.reports.pages import PressPage
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.store import press


@dataclass(frozen=True)
class Addressed:
    """Whom words go to: as they were addressed, the seats that read them, and why nobody does, if so."""

    addressees: tuple[Seat, ...] = ()
    readers: tuple[Seat, ...] = ()
    refusal: str = ""

    @property
    def everybody(self) -> bool:
        """Were they written to all?"""
        return ALL in self.addressees

    @property
    def spoken(self) -> str:
        """Name the readers as one says it."""
        if self.everybody:
            return "everybody"
        named = ["the GM" if seat == GM else seat for seat in self.readers]
        return f"{', '.join(named[:-1])}{' and ' if named[:-1] else ''}{named[-1]}"


def addressed(post: Post, top: TableTop, seat: Seat, words: Press) -> Addressed:
    """Find out who reads one seat's words."""
    view = top.game.view(seat)
    called = {one: top.kit.rules.press.called(view, one) for one in words.addressees}
    addressees = tuple(dict.fromkeys(one for one in called.values() if one is not None))
    readers = tuple(s for s in (post.names if ALL in addressees else addressees) if s != seat)
    if lost := [one for one, who in called.items() if who is None]:
        return Addressed(refusal=f"Nobody who could read it is {' or '.join(lost)} now. It was not delivered.")
    if not readers:
        return Addressed(refusal="It was for nobody but yourself, so it was not delivered.")
    if refused := top.kit.rules.press.may_write(view, readers):
        return Addressed(refusal=f"{refused} It was not delivered.")
    return Addressed(addressees, readers)


def deliver(post: Post, top: TableTop, seat: Seat, words: Press, *, letter: int | None) -> str:
    """Deliver one seat's words to others under the seat's name; say to whom."""
    to = addressed(post, top, seat, words)
    if to.refusal:
        return to.refusal
    press.keep(
        post.tx,
        post.game.id,
        step=top.step,
        seat=seat,
        addressees=to.addressees,
        body=words.text,
        written_at=post.now,
        letter=letter,
    )
    letters = []
    for reader in (*to.readers, *(post.onlookers if to.everybody else ())):
        others = () if to.everybody else tuple(s for s in to.readers if s != reader)
        page = PressPage(post.head(reader), top.step, seat, words.text, to_all=to.everybody, others=others)
        letters.append((reader, top.kit.writer.write(page)))
    post.send_all(letters, step=top.step, shuffled=True)
    return f"Delivered to {to.spoken} now."
