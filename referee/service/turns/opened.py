"""What is laid open of a game that is over, if it was announced so; before, and of a closed game, nothing."""

from collections.abc import Mapping
from typing import Any

from referee.engine.audience import OBSERVER, Seat
from referee.engine.events import Answered
from referee.engine.game import Game
from referee.engine.ruleset import Ruleset
from referee.reports.pages import Opened
from referee.reports.parts import Later
from referee.service.campaign.campaign import Kit
from referee.service.post.post import Post
from referee.store import steps
from referee.store.steps import Played
from referee.store.tables import GameRow, Reveal

NOT_YET = "All orders, and what the luck was made of, are opened when the game is over, and not before."
CLOSED = "This game was announced as one that is not opened: its orders, words and secret stay with the GM."


def refusal(row: GameRow, game: Game[Any, Any]) -> str:
    """Say why nothing is opened, if nothing is; it tells nothing of how the game stands."""
    if row.reveal is not Reveal.FULL:
        return CLOSED
    return "" if game.end is not None else NOT_YET


def opened(post: Post, after: Game[Any, Any]) -> Opened | None:
    """Lay open secret, words and hands of a game that is over; None if it is not, or is not opened."""
    row = post.game
    if refusal(row, after):
        return None
    words = tuple((Seat(one.name), one.word) for one in post.seats)
    return Opened(row.secret, row.commitment, words, tuple(after.rules.ending.hands(after.state)))


def all_orders(post: Post, kit: Kit, after: Game[Any, Any]) -> tuple[tuple[Seat, Later], ...]:
    """Lay open the orders of a game that is over and opened, seat by seat, as they were in force."""
    assert not refusal(post.game, after), "asked before"
    past = [steps.played(post.tx, kit.codec, post.game.id, n) for n in range(1, after.step + 1)]
    by_step = [(one.step, _of_the_living(kit.rules, one, past, after)) for one in past]
    return tuple(
        (seat, Later(step, by_seat[seat]))
        for seat in after.setup.seats
        for step, by_seat in by_step
        if by_seat.get(seat)
    )


def _of_the_living(
    rules: Ruleset[Any, Any], step: Played, past: list[Played], after: Game[Any, Any]
) -> Mapping[Seat, tuple[str, ...]]:
    """Leave out the orders of those who were out of the game before a step, unless something came of them."""
    n = step.step
    gone = rules.seating.gone(rules.look(past[n - 2].state, OBSERVER, after.setup)) if n > 1 else ()
    acted = {e.seat for e in step.events if isinstance(e, Answered) and isinstance(e.because, int)}
    return {seat: mine for seat, mine in step.orders.items() if seat not in gone or seat in acted}
