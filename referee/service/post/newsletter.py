"""The newsletter of a game: each turn's public story with what was written to all, in one letter.

It is made from what an observer was told and sees, and from nothing else; who looks on gets it, and players who wish
it, beside their report; nobody does whose mail comes back. It goes out once, when the turn's letters are kept, and
takes the place of the report to observers and of each word to all by itself.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from referee.engine.audience import OBSERVER, Seat
from referee.engine.commands import ALL
from referee.engine.events import Event
from referee.reports.once import Situation
from referee.reports.pages import NewsletterPage
from referee.service.post.post import Post
from referee.store import orders, people

LEAVE = "NEWSLETTER OFF"
"""What a player writes who wants no more of them; who looks on answers STOP, which ends all that comes to them."""


def page(
    post: Post,
    step: int,
    told: Sequence[Event],
    view: Any,
    due: datetime | None,
    *,
    missing: Sequence[Seat] = (),
    notices: Sequence[str] = (),
    rerun: str = "",
    situation: Situation | None = None,
) -> NewsletterPage:
    """Return the newsletter of a turn as who looks on has it, from what an observer was told and sees."""
    said = [(Seat(row.seat), row.body) for row in orders.press(post.tx, post.game.id, step) if ALL in row.addressees]
    return NewsletterPage(
        post.head(OBSERVER), step, told, view, due, said, missing=missing, notices=notices, rerun=rerun,
        situation=situation,
    )  # fmt: skip


def to_players(post: Post, public: NewsletterPage) -> list[tuple[Seat, NewsletterPage]]:
    """Return the same for each player who wishes it, in their time zone; for one of theirs who has several seats."""
    if not post.newsletter:
        return []
    sitting = {one.player: Seat(one.name) for one in reversed(post.seats) if one.player and one.vacant_since is None}
    wishing = people.wish_newsletter(post.tx, sitting)
    return [
        (seat, replace(public, head=replace(public.head, zone=post.head(seat).zone), leave=LEAVE))
        for player, seat in reversed(sitting.items())
        if player in wishing
    ]
