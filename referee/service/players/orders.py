"""Orders at the command line: checked, filed and shown by the same path as mailed ones."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from typing import Any

from referee.engine.audience import Seat, only
from referee.engine.errors import SetupError
from referee.engine.sheet import Heard
from referee.engine.values import value
from referee.reports.parts import Done
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import begun, game_named, seat_in
from referee.service.players import repetition, requests
from referee.service.players.receipts import file_orders
from referee.service.post.post import Post
from referee.service.table import table
from referee.service.table.reading import Understood, understand
from referee.service.table.table import TableTop
from referee.shown import column
from referee.store import actions, orders, steps
from referee.store.orders import sheet_to
from referee.store.tables import GameRow, Status


@value
class SheetLine:
    """One line of orders, and what became of it."""

    text: str
    """The line."""
    heard: str
    """What it was taken for, such as order or unreadable; a wish, before the start."""
    order: str | None = None
    """The order as it is kept, if it is one."""
    turn: int | None = None
    """For which later turn it is, if it is for one."""
    word: str | None = None
    """By which word it was taken for that, if by one."""
    problem: str | None = None
    """Why it cannot be used."""
    hint: str | None = None
    """What would be right."""
    rule: str | None = None
    """The rule by which it cannot be used."""
    warnings: list[str] = field(default_factory=list)
    """What is to be minded of it; none while the seat's view is sealed."""
    said: str | None = None
    """What became of it, before the start."""
    ok: bool = True
    """Whether it can be used."""

    def verdict(self) -> str:
        """Say in one line what became of it."""
        if self.problem is not None:
            return f"{self.problem} {self.hint or ''}".strip()
        return " ".join([f"{self.heard}: {self.order}." if self.order else f"{self.heard}.", *self.warnings])


@value
class Carried:
    """A line that was carried out at once."""

    text: str
    """The line."""
    said: str
    """What came of it."""


@value
class Sheet:
    """Lines of orders, read as the turn would read them."""

    game: str
    """The game's short name."""
    title: str
    """What letters call it."""
    seat: str
    """Whose they are."""
    turn: int
    """The open turn; 0 before the start."""
    lines: list[SheetLine]
    """Each line."""
    on_file: list[str] | None
    """What the seat has on file for the turn, unless that is sealed."""
    receipt: str
    """The code of the receipt, if they were filed."""
    done: list[Carried]
    """The lines that were carried out at once, such as words to others."""
    ok: bool
    """Whether every line can be used."""


@value
class OrdersOf:
    """The orders of a seat: on file for the open turn, or those that counted in one that was played."""

    game: str
    """The game's short name."""
    title: str
    """What letters call it."""
    zone: str
    """The game's time zone."""
    seat: str
    """Whose they are."""
    turn: int
    """The turn."""
    received: datetime | None
    """When the newest of those on file came."""
    turns: Mapping[int, list[str]]
    """What is on file, by the turn that it is for."""
    standing: list[str]
    """The standing orders on file."""
    waits: bool
    """Whether the WAIT flag is on."""
    lines: list[str] | None
    """What counted, if the turn was played."""


@value
class Revision:
    """One letter of orders that came in."""

    turn: int = field(metadata=column("turn"))
    """The turn that was open."""
    seat: str = field(metadata=column("seat"))
    """Whose it was."""
    revision: int = field(metadata=column("no."))
    """Its number among the seat's letters of that turn, from 1."""
    received: datetime = field(metadata=column("received"))
    """When it came."""
    receipt: str = field(metadata=column("receipt"))
    """The code of its receipt."""
    lines: list[str] | None = field(metadata=column("lines"))
    """Its lines, unless they are sealed."""


@value
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
            work.record(actions.FILED, game=row.id, details=details, to=only(who))
        done = tuple(requests.carried_out(requests.Request(post, top, who), found.sheet))
        if done:
            details = {"seat": who, "what": ", ".join(dict.fromkeys(one.text.split()[0] for one in done))}
            work.record("typed", game=row.id, details=details, to=only(who))
        return Checked(row, who, top.step, found, code, done)


def on_file(campaign: Campaign, game: str, seat: str) -> OrdersOf:
    """Return what a seat has on file, and when its latest revision came."""
    with campaign.reading() as work:
        row, top, who = _table(work, game, seat)
        latest = orders.latest_row(work.tx, row.id, who)
        file = orders.latest(work.tx, row.id, who)
        turns = {n: list(lines) for n, lines in file.turns.items()}
        received = latest.received_at if latest else None
        return OrdersOf(
            row.name, row.title, row.zone, who, top.step, received, turns, list(file.standing), file.waits, None
        )  # fmt: skip


def of_turn(campaign: Campaign, game: str, seat: str, turn: int) -> OrdersOf:
    """Return the orders of a seat that were in force in a turn that was played; raises `SetupError` if it was not."""
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
        who = seat_in(tx, row.id, seat)
        if not 1 <= turn <= row.step:
            played = f"Turns 1 to {row.step} were" if row.step > 1 else "Turn 1 alone was" if row.step else "None was"
            raise SetupError(f"Turn {turn} of {row.title} was not played. {played}.")
        lines = steps.played(tx, campaign.kit_of(row).codec, row.id, turn).orders.get(who, ())
        return OrdersOf(row.name, row.title, row.zone, who, turn, None, {}, [], False, list(lines))


def revisions(campaign: Campaign, game: str, seat: str | None = None, *, opens: bool) -> list[Revision]:
    """Return every revision of orders that came in, oldest first; their lines only if they are open."""
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
        found = orders.revisions(tx, row.id, seat_in(tx, row.id, seat) if seat else None)
        return [
            Revision(
                r.step, Seat(r.seat), r.revision, r.received_at, r.receipt,
                [str(line["text"]) for line in r.sheet] if opens else None,
            )
            for r in found
        ]  # fmt: skip


def _table(work: Work, game: str, seat: str) -> tuple[GameRow, TableTop, Seat]:
    row = game_named(work.tx, game)
    begun(row)
    top = TableTop.load(work, row, work.now)
    return row, top, seat_in(work.tx, row.id, seat)


def sheet_of(campaign: Campaign, checked: Checked, *, opens: bool) -> Sheet:
    """Return what became of each line of checked orders, with the warnings about it.

    Unless it ``opens`` what the seat holds, there are no warnings, and no line is explained by the seat's own cards.
    """
    grammar = campaign.kit_of(checked.game).rules.grammar
    found = checked.found if opens else replace(checked.found, sheet=checked.found.sealed, warnings=())
    warned: dict[str, list[str]] = {}
    for remark in found.warnings:
        said = warned.setdefault(grammar.show(remark.order), [])
        said += [remark.text] if remark.text not in said else []
    lines = [
        SheetLine(**one, warnings=warned.get(_now(one), []), ok="problem" not in one)
        for one in sheet_to(found.sheet, grammar)
    ]
    return Sheet(
        game=checked.game.name,
        title=checked.game.title,
        seat=checked.seat,
        turn=checked.step,
        lines=lines,
        on_file=list(checked.found.file.lines(checked.step)) if opens else None,
        receipt=checked.receipt,
        done=[Carried(one.text, one.what) for one in checked.done],
        ok=not checked.refused and all(one.ok for one in lines),
    )


def _now(line: Mapping[str, Any]) -> str:
    """The order of a line that is for the open turn."""
    return str(line.get("order")) if line["heard"] != Heard.ADVANCE else ""
