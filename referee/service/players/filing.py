"""A seat's orders put on file, by letter or by hand, and when those came that are there."""

from __future__ import annotations

from datetime import datetime

from referee.engine.audience import Seat
from referee.service.post.post import Post
from referee.service.post.proofs import receipt_code
from referee.service.table.reading import Understood
from referee.service.table.table import TableTop
from referee.service.turns import inquiry
from referee.store import orders
from referee.store.database import Transaction


def file_orders(
    tx: Transaction,
    post: Post,
    top: TableTop,
    seat: Seat,
    found: Understood,
    *,
    received_at: datetime,
    letter: int | None,
) -> str:
    """File a revision of a seat's orders and return its receipt code; a live step that is being played takes none."""
    step = top.step if top.locked_at is None else top.step + 1
    revision = orders.next_revision(tx, post.game.id, seat, step)
    code = receipt_code(post.game.secret, post.game.name, step, seat, revision, found.file, received_at)
    orders.file(
        tx,
        post.game.id,
        seat,
        step=step,
        on_file=found.file,
        sheet=orders.sheet_to(found.sheet, top.kit.rules.grammar),
        receipt=code,
        received_at=received_at,
        letter=letter,
    )
    inquiry.tell(post.work, post.game.id)
    return code


def filed_at(tx: Transaction, game: int, seat: Seat, step: int) -> datetime | None:
    """Return when the orders came that are on file for a step; None if there are none."""
    found = None
    for received_at, file in orders.newest_first(tx, game, seat):
        lines = file.turns.get(step)
        if not lines or (found is not None and lines != found[1]):
            break
        found = (received_at, lines)
    return found[0] if found else None
