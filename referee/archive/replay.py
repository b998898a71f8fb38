"""A record's game played again, each step by the edition of the rules that adjudicated it, and the chance it drew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple, TypeVar

from referee import games
from referee.archive.record import About, Record, Step
from referee.engine.agreement import Agreement
from referee.engine.asks import Answer, Ask
from referee.engine.audience import GM
from referee.engine.chance import Chance
from referee.engine.errors import SetupError
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon
from referee.engine.mends import CORRECT, ChangeOption
from referee.engine.setup import Setup
from referee.engine.sheet import OnFile
from referee.engine.values import value
from referee.games import NoEdition, Rules
from referee.resources import Resources
from referee.store.codec import Codec

T = TypeVar("T")

Position = Game[Any, Any]

BELOW, DIE, SHUFFLE = "below", "die", "shuffle"


class Draw(NamedTuple):
    """One draw: a number below ``of``, a die, or the new order of so many things, each by its old place."""

    purpose: str
    kind: str
    of: int
    came: int | tuple[int, ...]


class Noted(Chance):
    """The same luck as ever, which notes what was drawn, in its order."""

    def __init__(self, seed: bytes, step: int) -> None:
        super().__init__(seed, step)
        self.drawn: list[Draw] = []

    def below(self, n: int, *purpose: str) -> int:
        """Draw a number from 0 to n - 1."""
        return self._noted(BELOW, n, super().below(n, *purpose), purpose)

    def die(self, sides: int, *purpose: str) -> int:
        """Roll a die."""
        return self._noted(DIE, sides, 1 + super().below(sides, *purpose), purpose)

    def shuffled(self, items: Sequence[T], *purpose: str) -> list[T]:
        """Shuffle."""
        places = super().shuffled(range(len(items)), *purpose)
        self.drawn.append(Draw("/".join(purpose), SHUFFLE, len(items), tuple(places)))
        return [items[place] for place in places]

    def _noted(self, kind: str, of: int, came: int, purpose: Sequence[str]) -> int:
        self.drawn.append(Draw("/".join(purpose), kind, of, came))
        return came


@value
class Again:
    """One step played again: where the game stands after it, what was drawn, and what was asked and answered.

    There is no ``game`` where this program does not have the rules, or not the edition, that adjudicated the step.
    """

    step: int
    game: Position | None
    draws: tuple[Draw, ...] = ()
    asked: tuple[tuple[Ask[Any], Answer[Any]], ...] = ()

    def came_to(self) -> tuple[bytes, bytes]:
        """Return its events and the state of the table after it, as they are stored."""
        assert self.game is not None, "it was played"
        codec = _codec(self.game.rules)
        return codec.dump_events(self.game.events), codec.dump_state(self.game.state)

    def drawn(self) -> list[dict[str, Any]]:
        """Return what was drawn as plain data, as it stands in a bundle."""
        return [one._asdict() for one in self.draws]

    def is_as(self, stored: Step) -> bool:
        """Say whether it comes to what is stored of it."""
        assert stored.sealed is not None, "it is of a whole record"
        return self.came_to() == (stored.events, stored.sealed.state)


def replayed(about: About, steps: Sequence[Step], seed: bytes) -> Iterator[Again]:
    """Play the steps of a whole record again, in their order.

    A step follows the one before as it came out now; after one that could not be played, it follows that as stored.
    Raises whatever reading and rules raise over what no program stored.
    """
    before: Position | None = None
    for place, step in enumerate(steps):
        try:
            rules = games.find(about.ruleset, step.edition)
        except (NoEdition, LookupError):
            before = None
            yield Again(step.step, None)
            continue
        luck, asked = Noted(seed, step.step), list[tuple[Ask[Any], Answer[Any]]]()
        before = _played(about, rules, steps[: place + 1], before, luck, seed, asked)
        yield Again(step.step, before, tuple(luck.drawn), tuple(asked))


def drawn(record: Record) -> dict[int, list[dict[str, Any]]]:
    """Return what was drawn in each step of a whole record, as plain data; none of those that can't be played again."""
    seed = record.chance.seed if record.chance else None
    if seed is None:
        return {}
    played = replayed(record.about, record.steps, seed)
    return {one.step: one.drawn() for one in played if one.game is not None}


def _played(
    about: About, rules: Rules, steps: Sequence[Step], before: Position | None, luck: Noted, seed: bytes,
    asked: list[tuple[Ask[Any], Answer[Any]]],
) -> Position:  # fmt: skip
    """Play the last of these steps, and note what was ``asked``."""
    *earlier, step = steps
    assert step.sealed is not None, "it is of a whole record"
    if not earlier:
        return Game.start(rules, _setup(about, rules), seed, lambda *_: luck)
    if before is None or before.rules is not rules:
        before = _taken_up(about, rules, earlier, seed)
    by_gm = step.orders.get(GM, ())
    if by_gm and not by_gm[0].startswith(CORRECT):
        return before.agreed(Agreement.read(by_gm[0]))
    lexicon = _words(rules, before.setup.seats)
    orders = {
        seat: OnFile({step.step: tuple(lines)}).in_force(step.step, rules.reader(lexicon, seat))
        for seat, lines in step.orders.items()
        if seat != GM
    }
    orders[GM] = [rules.corrections.read(line.removeprefix(CORRECT), lexicon) for line in by_gm]
    given = _codec(rules).load_given(step.sealed.given)
    return before.play(orders, given, luck=lambda *_: luck, heard=lambda *one: asked.append(one))


def _setup(about: About, rules: Rules) -> Setup:
    """Return how the game began, as these rules read it."""
    wishes = {place.name: tuple(place.wishes) for place in about.seats}
    return Setup(tuple(wishes), rules.completed(about.options), wishes)


def _taken_up(about: About, rules: Rules, earlier: Sequence[Step], seed: bytes) -> Position:
    """Take a game up after steps that other rules adjudicated, as these rules read what is stored."""
    last = earlier[-1]
    assert last.sealed is not None, "it is of a whole record"
    setup = _setup(about, rules)
    options = _changed(rules, setup, earlier)
    state = _codec(rules).load_state(last.sealed.state)
    return Game.from_middle(rules, replace(setup, options=options), state, last.step + 1, seed)


def _changed(rules: Rules, setup: Setup, earlier: Sequence[Step]) -> dict[str, str]:
    """Return the options as the GM's corrections left them."""
    options = dict(setup.options)
    for line in (line for step in earlier for line in step.orders.get(GM, ())):
        if line.startswith(f"{CORRECT}OPTION "):
            one = rules.corrections.read(line.removeprefix(CORRECT), Lexicon.of(()))
            assert isinstance(one, ChangeOption), "such a line is of this verb alone"
            with suppress(SetupError):  # then it changed nothing, and all were told so
                options = rules.changed(options, one.setting)
    return options


@cache
def _codec(rules: Rules) -> Codec[Any, Any]:
    """Return a ruleset's codec, which works out what it needs as it meets it."""
    return Codec(rules)


@cache
def _words(rules: Rules, seats: tuple[Any, ...]) -> Lexicon:
    """Return the words of a table as they are shipped: lines on file are canonical, and need no campaign's own."""
    return rules.words.lexicon(seats, Resources().tables(rules.words.tables, rules.folder))
