"""The table of one case: its seats, its orders on file, its answers, its GM, and its step moment by moment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from referee.cases.words import Moment
from referee.cases.written import Case, as_list
from referee.engine.asks import Answer, Ask, Given, Pending, Why
from referee.engine.audience import GM, Seat
from referee.engine.chance import Luck
from referee.engine.commands import Press
from referee.engine.copies import copied
from referee.engine.errors import OrderError
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.intent import with_examples
from referee.engine.lexicon import Lexicon, spoken
from referee.engine.orders import Order, readable
from referee.engine.reader import Reader
from referee.engine.ruleset import Ruleset
from referee.engine.sheet import Heard, OnFile, Sheet
from referee.engine.table import Table
from referee.engine.values import value

SEATING = ("players", "seats", "mode")
"""Keys of `given` that say who plays what, and nothing of a table."""

ABOUT = ("player", "active", "on_turn", "turn", "leader")
"""Keys of `given` that may name the player whom a case is about."""

RULE = re.compile(r"RULE\s+(?:#?(\d+)|\S+)\s*:?\s+(.*)", re.IGNORECASE)


@value
class Filed:
    """One seat's lines read, checked and filed: what counts, and what the receipt says of each line.

    ``made`` is what those told that work at once.
    """

    lines: tuple[str, ...]
    file: OnFile
    orders: list[Order]
    refused: Mapping[str, str]
    warned: Mapping[str, str]
    unread: frozenset[str]
    made: tuple[Event, ...] = ()


def place(case: Case, seats: Sequence[Seat], key: str, name: str) -> Seat:
    """Find the seat that a case names; without a name, the one whom the case is about, else the first."""
    if not name:
        about = [str(case.given[key]) for key in ABOUT if key in case.given]
        return next((seat for one in about for seat in seats if seat.casefold() == one.casefold()), seats[0])
    for seat in seats:
        if seat.casefold() == name.casefold():
            return seat
    near = get_close_matches(name, seats, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"The seats are {spoken(list(seats))}."
    raise case.error(f"{key}: there is no seat {name}. {hint}")


def only_seats(case: Case) -> bool:
    """Say whether a case tells no more than who plays, and has no orders: then it is about set-up."""
    if case.orders or case.answers or not (case.given or case.chance):
        return False
    maps = [one for value in case.given.values() for one in as_list(value) if isinstance(one, Mapping)]
    return case.given.keys() <= {*SEATING} and not maps


def named_option(rules: Ruleset[Any, Any], name: str) -> str:
    """Find an option by its name, in small or capital letters, with or without the game's own prefix (``WD.DECK``)."""
    for option in rules.options:
        if _bare(name) == _bare(option.name):
            return option.name
    return name


def _bare(name: str) -> str:
    return name.rpartition(".")[2].lower().replace("-", "_")


def file_orders(game: Game[Any, Any], seat: Seat, lines: Sequence[str], lexicon: Lexicon) -> Filed:
    """Read, check and file one seat's letter; what is refused is not filed."""
    rules, turn = game.rules, game.step + 1
    sheet = with_examples(rules, game.view(seat), lexicon, seat, Reader(rules.grammar, lexicon, seat, turn).read(lines))
    unread = {line.text: readable(line.error) for line in sheet.lines if line.error is not None}
    read = rules.reader(lexicon, seat)
    silenced = {
        line.text: why
        for line in sheet.lines
        if isinstance(line.order, Press) and (why := rules.press.may_write(game.view(seat), line.order.addressees))
    }
    refused = unread | silenced
    warned: dict[str, str] = {}
    file = OnFile().after(sheet, rules.grammar, turn)
    remarks = list(rules.orders.remarks(game.view(seat), file.in_force(turn, read)))
    for remark in remarks:
        as_sent = (line.text for line in sheet.lines if line.order == remark.order)
        line = next(as_sent, "") or rules.grammar.show(remark.order)
        said = refused if remark.refuses else warned
        said[line] = f"{said[line]} {remark.text}" if line in said else remark.text
    kept = Sheet(tuple(line for line in sheet.lines if line.text not in refused))
    file = OnFile().after(kept, rules.grammar, turn)
    made: list[Event] = []
    for written in kept.lines:
        if written.heard is Heard.AT_ONCE and written.order is not None:
            try:
                made += rules.orders.at_once(game.view(seat), written.order)
            except OrderError as error:
                refused[written.text] = readable(error)
    return Filed(tuple(lines), file, file.in_force(turn, read), refused, warned, frozenset(unread), tuple(made))


def wish_lines(
    rules: Ruleset[Any, Any], seat: Seat, lines: Sequence[str], lexicon: Lexicon
) -> tuple[list[str], dict[str, str]]:
    """Read the wishes of one who signs up; return them as they are kept, and what is wrong with the others by line."""
    sheet = Reader(rules.wishes, lexicon, seat, 0).read(lines)
    unread = {line.text: readable(line.error) for line in sheet.lines if line.error is not None}
    return [rules.wishes.show(one) for one in sheet.orders()], unread


def plays_live(rules: Ruleset[Any, Any], game: Game[Any, Any], case: Case) -> bool:
    """Say whether the step may stop for questions: the case answers some, or the game was created so."""
    if not rules.pace.live or any(not is_gm(key) for key in case.answers):
        return any(not is_gm(key) for key in case.answers)
    default = next(o.default for o in rules.options if o.name == rules.pace.live)
    return game.setup[rules.pace.live] != default


def live(
    before: Game[Any, Any],
    orders: Mapping[Seat, Sequence[Order]],
    case: Case,
    lexicon: Lexicon,
    luck: Luck,
    gm: GameMaster,
) -> tuple[Game[Any, Any], list[tuple[str, str]]]:
    """Play a live step: answer what the case answers, let the rest run out.

    Returns also the answers that were never asked for, with the keys that were.
    """
    answers: dict[str, Any] = {}
    silent: set[str] = set()
    used: set[str] = set()
    while True:
        gm.asked.clear()  # the step runs again from its start
        try:
            after = before.play(orders, Given(answers, frozenset(silent), live=True), luck=luck, gm=gm)
        except Pending as pending:
            for key, ask in pending.asks.items():
                short = key.removesuffix("/1")
                name = next((n for n in case.answers if n.casefold() in (key.casefold(), short.casefold())), None)
                if name is None:
                    silent.add(key)
                    continue
                used.add(name)
                try:
                    answers[key] = before.rules.words.answer(ask, case.answers[name], lexicon)
                except OrderError as e:
                    raise case.error(f"the answer {key} cannot be read: {readable(e)}") from None
            continue
        asked = ", ".join([*answers, *sorted(silent)]) or "nothing"
        return after, [(name, asked) for name in case.answers if name not in used and not is_gm(name)]


def is_gm(name: str) -> bool:
    """Say whether a name in a case means the GM, or a question put to the GM."""
    return name.partition("/")[0].casefold() == GM.casefold()


class GameMaster:
    """Rules as a case says: by question (``GM/Ruling``, ``GM/Ruling/2``), or in order lines (``RULE 2 NO EFFECT``)."""

    def __init__(self, rules: Ruleset[Any, Any], case: Case, lexicon: Lexicon) -> None:
        self.rules = rules
        self.case = case
        self.lexicon = lexicon
        self.by_key = {key: text for key, text in case.answers.items() if is_gm(key)}
        lines = [line for name, sent in case.orders.items() if is_gm(name) for line in sent]
        ruled = [match for match in map(RULE.fullmatch, lines) if match]
        self.by_number = {int(match[1] or n): match[2] for n, match in enumerate(ruled, 1)}
        self.lines = [line for line in lines if not RULE.fullmatch(line)]
        self.asked: list[str] = []
        self.used: list[str] = []

    def corrections(self) -> list[Order]:
        """Read the lines that are no rulings."""
        try:
            return [self.rules.corrections.read(line, self.lexicon) for line in self.lines]
        except OrderError as e:
            raise self.case.error(f"a line of the GM cannot be read: {readable(e)}") from None

    def __call__(self, ask: Ask[Any]) -> Answer[Any]:
        """Answer as the case says, else with the first choice, which is no effect."""
        kind = type(ask).__name__
        self.asked.append(kind)
        count = self.asked.count(kind)
        names = [f"{GM}/{kind}/{count}", f"{GM}/{ask.name}", *([f"{GM}/{kind}"] if count == 1 else [])]
        key = next((k for k in self.by_key if k.casefold() in [name.casefold() for name in names]), None)
        text = self.by_key[key] if key else self.by_number.get(len(self.asked))
        self.used.append(key or f"RULE {len(self.asked)}")
        if text is None:
            return Answer(ask.choices[0], Why.DEFAULT)
        try:
            return Answer(self.rules.words.answer(ask, text, self.lexicon), Why.RULING)
        except OrderError as e:
            raise self.case.error(f"the ruling {text} cannot be read: {readable(e)}") from None

    def unasked(self) -> list[str]:
        """List the rulings that the rules never asked for."""
        said = [*self.by_key, *(f"RULE {n}" for n in self.by_number)]
        return [one for one in said if one not in self.used]


class _EnoughError(Exception):
    """The last moment of the case has come."""


class Story:
    """Remembers the moments of a step, each time it is played, and breaks it off behind the last one of the case.

    The rules know nothing of it: it watches the table, as the laws do.
    """

    def __init__(self, rules: Ruleset[Any, Any], until: int | None = None) -> None:
        self.until = until
        self.moments: list[Moment[Any]] = []
        self._play = rules.play
        self.rules = replace(rules, play=self._watched)
        """The rules by which the step is to be played."""

    def _watched(self, t: Table[Any]) -> None:
        self.moments = [Moment(copied(t.state), event) for event in t.events]
        t.watch = lambda event: self._tell(t, event)
        t.heard = lambda ask, answer: self._hear(t, ask, answer)
        try:
            self._play(t)
        except _EnoughError:
            return

    def _tell(self, t: Table[Any], event: Event) -> None:
        self.moments.append(Moment(copied(t.state), event))
        if len(self.moments) == self.until:
            t.events.append(event)
            raise _EnoughError

    def _hear(self, t: Table[Any], ask: Ask[Any], answer: Answer[Any]) -> None:
        self.moments.append(Moment(copied(t.state), None, ask, answer))
        if len(self.moments) == self.until:
            raise _EnoughError
