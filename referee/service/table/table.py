"""A game taken up from the store, with all that adjudicating and answering need.

With it stand the orders that were set aside when a turn was taken back, and what was done at once since the last step.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Self

from referee.engine.agreement import Agreement
from referee.engine.asks import NOTHING_GIVEN, Ask, Given, Pending
from referee.engine.audience import GM, Seat
from referee.engine.commands import ConfirmOrders
from referee.engine.errors import OrderError, Unreadable
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon, first_word
from referee.engine.mends import CORRECT
from referee.engine.orders import Order
from referee.engine.reader import MOST_LINES
from referee.engine.sheet import OnFile
from referee.service.campaign.campaign import Kit, Work
from referee.service.campaign.logbook import log
from referee.service.table.reading import Clerk
from referee.store import games, orders, rulings, steps
from referee.store.database import Transaction
from referee.store.tables import GameRow

NONE_WAIT = "No orders of yours wait for your word."
EXPLAINED = re.compile(r"(?<=\S)\s+\(([^()]*)\)\s*$")
"""What a question prints behind a choice, as in ``QS (Queen of Spades)``; some copy it with the choice."""

ASKS = re.compile(r"[?\uff1f][\W_]*$")
"""How a line ends that asks; some programs write a question mark for a smiley."""

COUNT_AGAIN = "Your orders from before the turn was taken back count again; this letter lists them."


@dataclass
class TableTop:
    """One running game in one transaction."""

    kit: Kit
    row: GameRow
    game: Game[Any, Any]
    lexicon: Lexicon
    files: Mapping[Seat, OnFile]
    given: Given
    locked_at: datetime | None
    heard: frozenset[Seat]
    """The seats from which orders came since the open step began."""
    unmanned: frozenset[Seat] = frozenset()
    """The seats without a player, whether a bot plays them or not: nothing is expected of them."""
    agreement: Agreement | None = None
    """How the players, or the GM, end the game as the step is adjudicated; then its rules have no part in it."""
    mends: tuple[str, ...] = ()
    """The GM's corrections that the step begins with, as canonical lines."""
    news: tuple[str, ...] = ()
    """What the referee tells everybody with the step's reports."""

    @classmethod
    def load(cls, work: Work, row: GameRow, now: datetime) -> Self:
        """Take up a game; while a live step is being played, its orders are those of its beginning.

        Questions whose pause is over at ``now`` count as closed.
        """
        kit = work.campaign.kit_of(row)
        game = steps.load(work.tx, kit.codec, row.id)
        step = game.step + 1
        live = is_live(kit, row)
        asked = orders.asked(work.tx, row.id, step) if live else []
        locked_at = asked[0].asked_at if asked else now if row.closed else None
        given = orders.given(work.tx, kit.codec, row.id, step, now) if live else NOTHING_GIVEN
        decided = rulings.decided(work.tx, kit.codec, row.id, step)
        if decided.answers:
            given = replace(given, answers={**given.answers, **decided.answers})
        lexicon, unmanned = kit.lexicon(game.setup.seats), games.unmanned(work.tx, row.id)
        filed = orders.all_latest(work.tx, row.id, until=step)
        return cls(
            kit=kit,
            row=row,
            game=game,
            lexicon=lexicon,
            files={**filed, **of_bots(game, lexicon, unmanned)},
            given=given,
            locked_at=locked_at,
            heard=orders.heard(work.tx, row.id, step),
            unmanned=frozenset(unmanned),
            mends=decided.mends,
        )

    @cached_property
    def step(self) -> int:
        """The step that is open."""
        return self.game.step + 1

    def file(self, seat: Seat) -> OnFile:
        """Return what a seat has on file."""
        return self.files.get(seat) or OnFile()

    def clerk(self, seat: Seat) -> Clerk:
        """Return where a seat's lines are read."""
        return Clerk(self.kit.rules, self.lexicon, seat, self.step, self.game.view(seat))

    def reader(self, seat: Seat) -> Callable[[str], Order]:
        """Return what reads a stored line of a seat, for which nobody need look at the seat's cards."""
        return self.kit.rules.reader(self.lexicon, seat)

    def in_force(self) -> dict[Seat, list[Order]]:
        """Return the orders in force of every seat."""
        out = {seat: self.file(seat).in_force(self.step, self.reader(seat)) for seat in self.game.setup.seats}
        if self.mends:
            out[GM] = [self.kit.rules.corrections.read(line, self.lexicon) for line in self.mends]
        return out

    def lines(self) -> dict[Seat, tuple[str, ...]]:
        """Return the same as printed; of a game that ends by agreement, that alone."""
        if self.agreement is not None:
            return {GM: (self.agreement.line,)}
        out = {seat: self.file(seat).lines(self.step) for seat in self.game.setup.seats}
        if self.mends:
            out[GM] = tuple(f"{CORRECT}{line}" for line in self.mends)
        return out

    def silent(self) -> list[Seat]:
        """Name the seats that must act and have nothing on file (no moves received)."""
        return [seat for seat in self.must_act if self.file(seat).silent(self.step)]

    def standing(self) -> list[Seat]:
        """Name the seats that must act and from which nothing came for this step, but whose standing orders count."""
        mute, silent = [seat for seat in self.must_act if seat not in self.heard], self.silent()
        return [seat for seat in mute if seat not in silent and not self.file(seat).turns.get(self.step)]

    @cached_property
    def must_act(self) -> list[Seat]:
        """Name the seats with a player that have a decision in this step; every view is looked at for it."""
        return [seat for seat in self.game.pending() if seat not in self.unmanned]

    def waiting(self) -> list[Seat]:
        """Name the seats that hold the WAIT flag."""
        return [seat for seat in self.game.setup.seats if self.file(seat).waits and seat not in self.unmanned]

    def ready(self) -> bool:
        """Say whether the step may be adjudicated early: all who must act have sent orders for it, and nobody waits.

        Standing orders alone hurry nothing, or a game would play itself to its end before anyone had read a report.
        Where nobody must act, the step is run at once if the game was created so.
        """
        if self.locked_at is not None or self.waiting():
            return False
        must_act = self.must_act
        if not must_act:
            return not self.game.pending() and runs_idle_turns(self.kit, self.row)
        return self.row.early and all(seat in self.heard for seat in must_act) and not self.silent()

    def play(self) -> Game[Any, Any]:
        """Play the open step, or end the game as was agreed; raises `Pending` if a live game has to wait."""
        if self.agreement is not None:
            return self.game.agreed(self.agreement)
        return self.game.play(self.in_force(), self.given)

    def answered(self, ask: Ask[Any], line: str) -> Any:
        """Read a line as an answer to a question, also as that prints it; raises an `OrderError` if it is none."""
        return answer_in(line, lambda words: self.kit.rules.words.answer(ask, words, self.lexicon))

    def pending(self) -> Pending | None:
        """Return where a live game stands still now, if it does."""
        if self.locked_at is None:
            return None
        try:
            self.play()
        except Pending as stop:
            return stop
        return None


def runs_idle_turns(kit: Kit, row: GameRow) -> bool:
    """Say whether a game was created so that turns in which nobody has a decision are run at once."""
    return bool(kit.rules.pace.idle) and row.options.get(kit.rules.pace.idle) == "yes"


def is_live(kit: Kit, row: GameRow) -> bool:
    """Say whether a game was created live."""
    return bool(kit.rules.pace.live) and row.options.get(kit.rules.pace.live) == "on"


def of_bots(game: Game[Any, Any], lexicon: Lexicon, unmanned: Mapping[Seat, str]) -> dict[Seat, OnFile]:
    """Return what is on file for the seats that the referee plays, for the step to come."""
    played = [(seat, unmanned[seat]) for seat in game.setup.seats if unmanned.get(seat)]
    if game.end is not None or not played:
        return {}
    from referee.bots.simulate import Style, orders_from, writer_of  # in most games people play all seats

    turn, grammar = game.step + 1, game.rules.grammar
    out = {}
    for seat, style in played:
        _, orders = orders_from(writer_of(game.rules, Style(style)), game, seat, lexicon, OnFile())
        out[seat] = OnFile({turn: tuple(grammar.show(one) for one in orders)})
    return out


def expanded(tx: Transaction, top: TableTop, seat: Seat, lines: Sequence[str]) -> list[str]:
    """Put the orders that a player confirms in the place of CONFIRM ORDERS, as if they had been written now."""
    said = [number for number, line in enumerate(lines) if first_word(line) == "CONFIRM"]
    at = next((number for number in said[:MOST_LINES] if _confirms(top.reader(seat), lines[number])), None)
    if at is None:
        return list(lines)
    file = orders.aside(tx, top.row.id, top.step).get(seat)
    if file is None:
        return list(lines)
    kept = [*file.turns.get(top.step, ()), *(f"STANDING {line}" for line in file.standing)]
    return [*lines[: at + 1], *kept, *lines[at + 1 :]]


def carried_out(tx: Transaction, top: TableTop, seat: Seat, *, filed: bool) -> str:
    """Say what came of a CONFIRM ORDERS."""
    return COUNT_AGAIN if filed and _had_any(tx, top, seat) else NONE_WAIT


def _had_any(tx: Transaction, top: TableTop, seat: Seat) -> bool:
    return any(row.step == top.step and row.set_aside_at for row in orders.revisions(tx, top.row.id, seat))


def _confirms(read: Callable[[str], Order], line: str) -> bool:
    try:
        return isinstance(read(line), ConfirmOrders)
    except OrderError:
        return False


def events(tx: Transaction, top: TableTop) -> tuple[Event, ...]:
    """Return what the orders that worked at once told, each once.

    What cannot be so now, as after a rollback, is left out.
    """
    found: list[Event] = []
    for row in orders.press(tx, top.row.id, top.step):
        if not row.at_once:
            continue
        seat = Seat(row.seat)
        try:
            made = top.kit.rules.orders.at_once(top.game.view(seat), top.reader(seat)(row.body))
        except OrderError as error:
            log.info("an order that worked at once could not now", game=top.row.name, step=top.step, why=str(error))
            continue
        found += [one for one in made if one not in found]
    return tuple(found)


class Doubted(Unreadable):
    """What would be an answer, if its line did not ask."""


def answer_in(line: str, read: Callable[[str], Any]) -> Any:
    """Read a line as an answer; brackets behind it are passed over only if they name the same, and no condition.

    A line that ends with a question mark is in doubt, and answers nothing; raises `Doubted` if it would without it.
    """
    if (asks := ASKS.search(line)) is not None:
        answer_in(line[: asks.start()], read)
        raise Doubted("This line asks.", "Write your answer without a question mark.")
    try:
        return read(line)
    except OrderError:
        explained = EXPLAINED.search(line)
        if explained is None or (value := read(line[: explained.start()])) != read(explained[1]):
            raise
        return value
