"""Orders at the command line: checked, filed and shown by the same path as mailed ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from referee.engine.audience import PUBLIC, Seat, only
from referee.engine.errors import SetupError
from referee.engine.onfile import OnFile
from referee.engine.sheet import Heard
from referee.reports.parts import Done
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import begun, game_named, seat_named
from referee.service.players import repetition, requests
from referee.service.players.receipts import file_orders
from referee.service.post.post import Post
from referee.service.table import table
from referee.service.table.reading import Understood, understand
from referee.service.table.table import TableTop
from referee.store import games, orders, steps
from referee.store.orders import sheet_to
from referee.store.tables import GameRow, OrdersRow, Status


@dataclass(frozen=True)
class Checked:
    """Lines as the turn would read them: the game, the seat, the open step, and what they come to."""

    game: GameRow
    seat: Seat
    step: int
    found: Understood
    receipt: str = ""
    done: tuple[Done, ...] = ()
    """The commands among them, with what came of each."""

    @property
    def refused(self) -> bool:
        """Whether one of them is the player's own to give."""
        return any(one.what == requests.THEIR_OWN for one in self.done)


def check(campaign: Campaign, game: str, seat: str, lines: Sequence[str]) -> Checked:
    """Read lines with the parser and the checks of the turn itself, and keep nothing."""
    with campaign.reading() as work:
        row, top, who = _table(work, game, seat)
        clerk = repetition.guarded_clerk(Post(work, row), top, who)
        return Checked(row, who, top.step, understand(clerk, orders.latest(work.tx, row.id, who), lines))


def send(campaign: Campaign, game: str, seat: str, lines: Sequence[str]) -> Checked:
    """File lines for a seat as if they had been mailed, and carry out the commands among them; the log tells of it."""
    with campaign.writing() as work:
        now = work.now
        row, top, who = _table(work, game, seat)
        if top.locked_at is not None:
            raise SetupError(f"Turn {top.step} of {row.title} is being played and takes no more orders.")
        if row.due_at is not None and row.due_at <= now and row.status is Status.RUNNING:
            raise SetupError(f"The deadline of turn {top.step} is over; it is about to be adjudicated.")
        before = orders.latest(work.tx, row.id, who)
        post = Post(work, row)
        said = table.expanded(work.tx, top, who, lines)
        found = understand(repetition.guarded_clerk(post, top, who), before, said)
        code = ""
        if found.taken or found.changed:
            code = file_orders(work.tx, post, top, who, found, received_at=now, letter=None).code
            details = {"seat": who, "step": top.step, "receipt": code}
            work.record("orders", game=row.id, details=details, to=PUBLIC)
        done = tuple(requests.carried_out(requests.Request(post, top, who), found.sheet))
        if done:
            details = {"seat": who, "what": ", ".join(dict.fromkeys(one.text.split()[0] for one in done))}
            work.record("typed", game=row.id, details=details, to=only(who))
        return Checked(row, who, top.step, found, code, done)


def on_file(campaign: Campaign, game: str, seat: str) -> tuple[GameRow, int, OnFile, datetime | None]:
    """Return what a seat has on file, and when its latest revision came."""
    with campaign.reading() as work:
        row, top, who = _table(work, game, seat)
        latest = orders.latest_row(work.tx, row.id, who)
        return row, top.step, orders.latest(work.tx, row.id, who), latest.received_at if latest else None


@dataclass(frozen=True)
class InForce:
    """The orders that counted in a turn that was played: of which game and seat, and the lines as they are printed."""

    game: GameRow
    seat: Seat
    turn: int
    lines: tuple[str, ...]


def of_turn(campaign: Campaign, game: str, seat: str, turn: int) -> InForce:
    """Return the orders of a seat that were in force in a turn that was played; raises `SetupError` if it was not."""
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
        who = seat_named([Seat(place.name) for place in games.places(tx, row.id)], seat)
        if not 1 <= turn <= row.step:
            played = f"Turns 1 to {row.step} were" if row.step > 1 else "Turn 1 alone was" if row.step else "None was"
            raise SetupError(f"Turn {turn} of {row.title} was not played. {played}.")
        return InForce(row, who, turn, steps.played(tx, campaign.kit_of(row).codec, row.id, turn).orders.get(who, ()))


def revisions(campaign: Campaign, game: str, seat: str | None = None) -> list[OrdersRow]:
    """Return every revision of orders that came in, oldest first."""
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
        seats = [Seat(place.name) for place in games.places(tx, row.id)]
        return orders.revisions(tx, row.id, seat_named(seats, seat) if seat else None)


def _table(work: Work, game: str, seat: str) -> tuple[GameRow, TableTop, Seat]:
    row = game_named(work.tx, game)
    begun(row)
    top = TableTop.load(work, row, work.now)
    return row, top, seat_named(top.game.setup.seats, seat)


def sheet_of(campaign: Campaign, checked: Checked, *, opens: bool) -> list[dict[str, object]]:
    """Return what became of each line of checked orders, as plain data, with the warnings about it.

    Unless it ``opens`` what the seat holds, there are no warnings, and no line is explained by the seat's own cards.
    """
    grammar = campaign.kit_of(checked.game).rules.grammar
    found = checked.found if opens else replace(checked.found, sheet=checked.found.sealed, warnings=())
    warned: dict[str, list[str]] = {}
    for remark in found.warnings:
        said = warned.setdefault(grammar.show(remark.order), [])
        said += [remark.text] if remark.text not in said else []
    lines = [dict(line) for line in sheet_to(found.sheet, grammar)]
    now = [str(line.get("order")) if line["heard"] != Heard.ADVANCE else "" for line in lines]
    return [line | {"warnings": warned.get(order, [])} for line, order in zip(lines, now, strict=True)]
