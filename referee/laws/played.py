"""Games to hold the laws against: any ruleset, in every style, step by step, so that each can be played again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from referee.bots.bot import guessing, own_chance
from referee.bots.simulate import Style, orders_from, setup, writer_of
from referee.cases.letters import Post
from referee.engine.asks import NOTHING_GIVEN, Answer, Ask, Given, NoAnswer, Pending
from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.errors import SetupError
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Order
from referee.engine.ruleset import Ruleset
from referee.engine.setup import Setup
from referee.engine.sheet import OnFile
from referee.engine.table import Desk
from referee.engine.values import value
from referee.store.codec import Codec, prepared

Rules = Ruleset[Any, Any]
Position = Game[Any, Any]

Sit = Callable[[Callable[[], Any]], Desk]
"""Seats somebody at a desk, who may look at what their seat knows."""

LONGEST = 500
"""A game that is not over after so many steps never ends."""

LIMIT = "30"
"""The last turn of games whose rules alone need not end them."""

STYLES = (Style.WILD, Style.RANDOM, Style.SCRIBBLE, Style.SENSIBLE, Style.SILENT)


@value
class Decision:
    """A question as it was answered, and what its seat knew then."""

    ask: Ask[Any]
    answer: Answer[Any]
    view: Any


@dataclass(frozen=True)
class Step:
    """One step of a game as it was played: before and after, what was on file, what was asked."""

    number: int
    before: Position
    after: Position
    files: Mapping[Seat, OnFile]
    orders: Mapping[Seat, list[Order]]
    asked: tuple[Decision, ...]
    random: bool

    @property
    def rules(self) -> Rules:
        """The rules it was played by."""
        return self.before.rules

    def again(
        self,
        *,
        before: Position | None = None,
        given: Given = NOTHING_GIVEN,
        watch: Callable[[Any, Event], None] | None = None,
    ) -> Position:
        """Play it once more, perhaps from another position, or with answers given."""
        game = before or self.before
        return game.play(self.orders, given, watch=watch, desks=recording(game, self.orders, self.random, None))

    @cached_property
    def live(self) -> tuple[list[Pending], Position | None]:
        """Played live with nobody answering: its pauses, and where it ends; nowhere if the last of them never does."""
        return stopped(lambda given: self.again(given=given))

    @property
    def turn(self) -> int:
        """The number of the turn that was played."""
        return self.after.step

    def __str__(self) -> str:
        options = {k: v for k, v in self.before.setup.options.items() if v != defaults(self.rules)[k]}
        return f"game {self.number}, step {self.after.step}, {options}"


@dataclass
class Record:
    """One game from beginning to end."""

    number: int
    start: Position
    steps: list[Step] = field(default_factory=list)

    @property
    def end(self) -> Position:
        """Where it ended."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def positions(self) -> list[Position]:
        """Where it stood at its beginning and after each step."""
        return [self.start, *(step.after for step in self.steps)]

    def past(self) -> list[tuple[int, tuple[Event, ...]]]:
        """The events of its steps."""
        return [(step.turn, tuple(step.after.events)) for step in self.steps]


def stopped(play: Callable[[Given], Position]) -> tuple[list[Pending], Position | None]:
    """The pauses of a live step in which nobody answers: it is played again for each, as the referee does."""
    silent: set[str] = set()
    pauses: list[Pending] = []
    while True:
        try:
            return pauses, play(Given(silent=frozenset(silent), live=True))
        except Pending as pending:
            pauses.append(pending)
            if not pending.asks.keys() - silent:
                return pauses, None
            silent |= pending.asks.keys()


def record(rules: Rules, number: int, words: Callable[[tuple[Seat, ...]], Lexicon]) -> Record:
    """Play a game and write everything down."""
    found = begun(rules, number)
    play_on(found, words(found.start.setup.seats))
    return found


def begun(rules: Rules, number: int) -> Record:
    """Set up the game with this number; its seats, options and style follow from the number too."""
    seed = hashlib.sha256(f"law {number}".encode()).digest()
    return Record(number, Game.start(rules, table_for(rules, number, seed), seed))


def play_on(found: Record, lexicon: Lexicon) -> None:
    """Play a game to its end, or as long as any game lasts; its steps are there also if the rules break off."""
    files = {seat: OnFile() for seat in found.start.setup.seats}
    while found.end.end is None and len(found.steps) < LONGEST:
        found.steps.append(play_step(found.end, found.number, style_of(found.number), lexicon, files))


def style_of(number: int) -> Style:
    """Say how the seats of a game play: every fifth one in the same manner."""
    return STYLES[number % len(STYLES)]


def play_step(
    game: Position, number: int, style: Style, lexicon: Lexicon, files: dict[Seat, OnFile], *, watched: bool = True
) -> Step:
    """Play one step in this style; what the seats have on file is kept up to date.

    Who only wants to know how it ends need not have it ``watched``: what was asked is not written down then.
    """
    seats, random = game.setup.seats, style is Style.RANDOM
    orders: dict[Seat, list[Order]] = {seat: [] for seat in seats}
    if not random:
        write = writer_of(game.rules, style)
        for seat in seats:
            files[seat], orders[seat] = orders_from(write, game, seat, lexicon, files[seat])
    log: list[Decision] = []
    after = game.play(orders, desks=recording(game, orders, random, log if watched else None))
    return Step(number, game, after, dict(files), orders, tuple(log), random)


def recording(
    game: Position, orders: Mapping[Seat, list[Order]], random: bool, log: list[Decision] | None
) -> Mapping[Seat, Sit]:
    """Desks that answer as ever, and write down what they were asked."""

    def sit(seat: Seat, look: Callable[[], Any]) -> Desk:
        if random:
            desk = guessing(own_chance(game.seed, seat, game.step + 1))(look)
        else:
            desk = game.rules.desk(seat, orders.get(seat, []), look)
        if log is None:
            return desk

        def answer(ask: Ask[Any]) -> Answer[Any]:
            found = desk(ask) if ask.choices else None
            if not isinstance(found, Answer) or found.value not in ask.choices:
                raise NoAnswer(ask, found)
            log.append(Decision(ask, found, copied(look())))
            return found

        return answer

    return {seat: partial(sit, seat) for seat in game.setup.seats}


def through(answer: Callable[[Ask[Any], Desk], Answer[Any]], seated: Mapping[Seat, Sit]) -> dict[Seat, Sit]:
    """Seat the same players, and put each question to who ``answer``s it with their desk at hand."""

    def sit(seat: Seat, look: Callable[[], Any]) -> Desk:
        desk = seated[seat](look)
        return lambda ask: answer(ask, desk)

    return {seat: partial(sit, seat) for seat in seated}


def table_for(rules: Rules, number: int, seed: bytes) -> Setup:
    """Seats and options for a game: the first ones have the defaults, then everything comes up."""
    luck = Chance(seed, 0)
    seats = list(rules.seats)[number % len(rules.seats)]
    options: dict[str, str] = {rules.pace.limit: LIMIT} if rules.pace.limit else {}
    if number >= len(STYLES):
        for option in rules.options:
            if luck.below(3, "law", option.name) == 0 and option.name != rules.pace.limit:
                options[option.name] = luck.pick(values(option), "law", option.name, "value")
    while not agrees(rules, seats, options):
        options.popitem()
    return setup(rules, seats, options)


def agrees(rules: Rules, seats: int, options: Mapping[str, str]) -> bool:
    """Say whether the rules start a game with these options; some are at odds with each other."""
    try:
        Game.start(rules, setup(rules, seats, options), b"options")
    except SetupError as e:
        if not any(name in str(e) for name in options):
            raise
        return False
    return True


def values(option: Any) -> list[str]:
    """All values of an option, of a long range the ends and the middle."""
    numbers = [] if option.numbers is None else list(option.numbers)
    some = numbers if len(numbers) <= 12 else [numbers[0], numbers[len(numbers) // 2], numbers[-1]]
    return [*option.values, *map(str, some)]


def defaults(rules: Rules) -> dict[str, str]:
    """The options at their defaults."""
    return rules.settle({})


def digest(records: Iterable[Record], post: Post) -> str:
    """Hash everything that these games store and send."""
    store: Codec[object, object] = prepared(post.rules)  # type: ignore[type-var]
    sha = hashlib.sha256()
    for record in records:
        for seat in record.start.setup.seats:
            sha.update(post.welcome(record.start, seat).body.encode())
        for step in record.steps:
            sha.update(store.dump_state(step.after.state))
            sha.update(store.dump_events(step.after.events))
            for seat in step.after.setup.seats:
                sha.update(store.dump_view(step.after.views[seat]))
                letter = post.report(step.after, seat, step.files[seat])
                sha.update(f"{letter.body}{letter.data}".encode())
    return sha.hexdigest()
