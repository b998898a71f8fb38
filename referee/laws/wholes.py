"""The laws on whole games: they begin with every option, end, go on without orders, and can be told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.bots.simulate import setup
from referee.cases.letters import Post
from referee.engine.asks import few
from referee.engine.audience import OBSERVER
from referee.engine.events import Answered, GameEnded, OrderLapsed, told
from referee.engine.game import Game
from referee.engine.mends import Correction
from referee.laws.breach import Breach
from referee.laws.played import LIMIT, LONGEST, Record, Rules, agrees, values

FEW_ASKS = 12
"""A game with more kinds of questions needs very many games to put them all."""

ENOUGH = 20
"""So many games are enough to say that something never happens."""


def every_game_ends(record: Record) -> Iterator[Breach]:
    """Every game ends, for a reason that the ruleset lists, if it lists any."""
    end = record.end.end
    if end is None and len(record.steps) >= LONGEST:
        yield Breach(f"it is not over after {LONGEST} turns", turn=LONGEST)
    elif end is not None and end.reason not in (record.start.rules.ending.reasons or {end.reason}):
        why = f"it ends for {end.reason!r}, which is not among the `reasons` of its `ending`"
        yield Breach(why, turn=record.end.step)


def nobody_need_send_orders(rules: Rules) -> Iterator[Breach]:
    """A game goes on and ends though nobody ever sends an order."""
    limit = {rules.pace.limit: LIMIT} if rules.pace.limit else {}
    for count in (rules.seats[0], rules.seats[len(rules.seats) // 2], rules.seats[-1]):
        game: Game[Any, Any] = Game.start(rules, setup(rules, count, limit), b"silence")
        while game.end is None and game.step < LONGEST:
            game = game.play({})
        if game.end is None:
            yield Breach(f"with {count} players who send nothing it is not over after {LONGEST} turns")


def every_option_begins_a_game(rules: Rules) -> Iterator[Breach]:
    """Every value of every option begins a game, with some values of the others."""
    others = {option.name: values(option) for option in rules.options}
    for option in rules.options:
        if option.read(option.default) != option.default:
            yield Breach(f"the default {option.default} of {option.name} is printed as {option.read(option.default)}")
        for value in others[option.name]:
            pairs = [{}, *({name: v} for name, some in others.items() if name != option.name for v in some)]
            tables = [{option.name: value, **pair} for pair in pairs]
            if not [seats for seats in (rules.seats[0], rules.seats[-1]) if begins(rules, seats, tables)]:
                yield Breach(f"no game can be begun with {option.name} = {value}")


def begins(rules: Rules, seats: int, tables: Sequence[dict[str, str]]) -> bool:
    """Say whether so many seats can begin a game by one of these settings; the first such game is played a turn."""
    options = next((one for one in tables if agrees(rules, seats, one)), None)
    if options is not None:
        Game.start(rules, setup(rules, seats, options), b"options").play({})
    return options is not None


def everything_can_be_said(record: Record, post: Post) -> Iterator[Breach]:
    """Whatever happens can be said to every reader who is told of it."""
    said: set[tuple[type, bool]] = set()
    for game in record.positions:
        for e in game.events:
            if isinstance(e, Answered | OrderLapsed | GameEnded):
                continue
            for seat in (*game.setup.seats, OBSERVER):
                if e.to.includes(seat) and (type(e), seat == getattr(e, "seat", None)) not in said:
                    said.add((type(e), seat == getattr(e, "seat", None)))
                    if any(line.text != line.text.rstrip() for line in post.writer.lines.event(e, seat)):
                        yield Breach(f"a line of {type(e).__name__} ends in blanks", seat, game.step)


def the_table_is_one_for_all(record: Record, post: Post) -> Iterator[Breach]:
    """Where the game stands is said from every view alike."""
    writer = post.writer
    for step in record.steps:
        game = step.after
        heard = told(game.events, OBSERVER)
        situation = writer.situation(game.view(OBSERVER), heard)
        for seat in game.setup.seats:
            if writer.lines.table(game.view(seat))(seat) != situation.table.to(seat):
                yield Breach(f"the table in {seat}'s letter is another than an observer's", seat, game.step)
            if writer.lines.headline(game.view(seat), told(game.events, seat), seat) != situation.headline.to(seat):
                yield Breach(f"the headline of {seat}'s letter is another than an observer's", seat, game.step)


@dataclass
class Covered:
    """What came up in the games that were played."""

    games: int = 0
    happened: set[type] = field(default_factory=set)
    by_order: set[type] = field(default_factory=set)
    by_default: set[type] = field(default_factory=set)

    def add(self, record: Record) -> None:
        """Take in one game."""
        self.games += 1
        self.happened |= {type(e) for e in record.start.events}
        for step in record.steps:
            self.happened |= {type(e) for e in step.after.events}
            for asked in step.asked:
                if isinstance(asked.answer.because, int):
                    self.by_order.add(type(asked.ask))
                elif asked.answer.because == "default":
                    self.by_default.add(type(asked.ask))


def most_events_happen(rules: Rules, covered: Covered) -> Iterator[Breach]:
    """Of the kinds of events that the ruleset lists, two in three happen."""
    own = [kind for kind in rules.stored.events if not issubclass(kind, Correction)]  # those nobody's order leads to
    never = [kind.__name__ for kind in own if kind not in covered.happened]
    if len(never) > len(own) // 3:
        yield Breach(f"in {covered.games} games these never happened: {few(never)}")


def every_question_is_answered_both_ways(rules: Rules, covered: Covered) -> Iterator[Breach]:
    """Every question is put, and answered now by an order and now by its default."""
    kinds: Sequence[type] = [kind for kind in rules.stored.asks if not kind.for_gm]
    if unordered := [kind.__name__ for kind in kinds if kind not in covered.by_order]:
        yield Breach(f"in {covered.games} games no order ever answered {few(unordered)}")
    if unspoken := [kind.__name__ for kind in kinds if kind not in covered.by_default]:
        yield Breach(f"in {covered.games} games no default ever answered {few(unspoken)}")
