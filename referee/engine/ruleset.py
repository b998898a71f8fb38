"""What a game is: a record of plain functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Generic

from referee.engine.asks import Ask
from referee.engine.audience import PUBLIC, REFEREE, Seat
from referee.engine.chance import Chance
from referee.engine.commands import ADDRESSEES, COMMANDS, INSTEAD, addressees
from referee.engine.errors import SetupError
from referee.engine.lexicon import Lexicon, nearest, split
from referee.engine.mends import ChangeOption, CorrectionRefused, NothingCorrected, OptionChanged, Setting
from referee.engine.options import Option
from referee.engine.orders import Grammar, Order
from referee.engine.sections import Bots, Ending, Mends, Orders, Pace, PressRules, Seating, Stored, Wording
from referee.engine.setup import Outcome, Setup
from referee.engine.slots import Choice
from referee.engine.state import S, V
from referee.engine.table import Desk, Table


def _any_two(state: Any, one: Any, other: Any) -> bool:
    return True


@dataclass(frozen=True, eq=False)
class Ruleset(Generic[S, V]):
    """The rules of a game. A variant is the same record with some fields replaced.

    ``seats``: how many may play. ``folder`` holds RULES.md and the templates of the game's lines. ``start`` lays the
    table out; ``play`` runs one step on it. ``desk`` makes the answers of one seat out of its orders in force.
    ``view`` makes a seat's empty view, ``look`` the view that a full history would have given (for games set up in the
    middle, and a law). ``decide`` names the ask that a seat will meet first in the next step, from its view alone, or
    None. ``hidden`` says which physical cards may not be named to a seat now, for the tests; ``exchangeable`` whether
    two hidden cards in zones of one kind could lie in each other's places by the rules, for them too: cards of a hand
    that must all be alike cannot.
    ``read_options`` reads settled options into what the state and the views keep as their ``options``, or raises a
    `SetupError` for those that contradict each other; a game without it has its options settled for good.
    The sections are explained where they are defined, in `referee.engine.sections`.
    """

    slug: str
    title: str
    edition: str
    seats: range
    folder: Path
    start: Callable[[Setup, Chance], Outcome[S]]
    play: Callable[[Table[S]], None]
    desk: Callable[[Seat, Sequence[Order], Callable[[], V]], Desk]
    view: Callable[[Seat, Setup], V]
    look: Callable[[S, Seat, Setup], V]
    decide: Callable[[V], Ask[Any] | None]
    hidden: Callable[[S, Seat], set[Any]]
    stored: Stored[S, V]
    orders: Orders[V]
    words: Wording
    bots: Bots[V]
    ending: Ending[S]
    options: tuple[Option, ...] = ()
    read_options: Callable[[Mapping[str, str]], Any] | None = None
    exchangeable: Callable[[S, Any, Any], bool] = _any_two
    pace: Pace = field(default_factory=Pace)
    seating: Seating[V] = field(default_factory=Seating)
    press: PressRules[V] = field(default_factory=PressRules)
    mends: Mends[S] = field(default_factory=Mends)

    @cached_property
    def grammar(self) -> Grammar:
        """The order language, with the lines that every game understands."""
        own = self.orders
        slots = (*own.slots, addressees(self.press.addressed))
        return Grammar((*own.verbs, *COMMANDS), own.conditions, slots, {**INSTEAD, **own.instead})

    @cached_property
    def corrections(self) -> Grammar:
        """The language of the GM's corrections."""
        settings = self._settings()
        if not settings:
            return Grammar(self.mends.verbs, (), (*self.orders.slots, *self.mends.slots))
        written = Choice("setting", settings, "an option TO a value", label="option")
        change = type("ChangeOption", (ChangeOption,), {"__slots__": (), "__doc__": ChangeOption.__doc__,
                      "example": f"OPTION {written.example}"})  # fmt: skip
        return Grammar((*self.mends.verbs, change), (), (*self.orders.slots, *self.mends.slots, written))

    def _settings(self) -> dict[str, Setting]:
        """List what the GM may change of a game that has begun, as it is written."""
        changing = [one for one in self.options if self.read_options is not None and not one.fixed]
        found = [Setting(one.name, value) for one in changing for value in (*one.values, *map(str, one.numbers or ()))]
        return {" ".join(word.text for word in split(f"{one.option} TO {one.value}")): one for one in found}

    def changed(self, options: Mapping[str, str], to: Setting) -> dict[str, str]:
        """Return settled options with one of them otherwise; raises `SetupError` where they contradict each other."""
        assert self.read_options is not None, "the options of this game are settled for good"
        found = {**options, to.option: to.value}
        self.read_options(found)
        return found

    def correct(self, table: Table[S], setup: Setup, one: Order) -> Setup:
        """Carry a correction of the GM out, and return the set-up with the options as they are behind it."""
        if not isinstance(one, ChangeOption):
            self.mends.mend(table, one)
            return setup
        why, options = "That is so already.", setup.options
        try:
            options = self.changed(setup.options, one.setting)
        except SetupError as error:
            why = str(error)
        if options == setup.options:
            table.tell(NothingCorrected(to=PUBLIC), CorrectionRefused(why=why, to=REFEREE))
            return setup
        assert self.read_options is not None
        state: Any = table.state
        state.options = self.read_options(options)
        option, value = one.setting
        table.tell(OptionChanged(option=option, value=value, settled=tuple(options.items()), to=PUBLIC))
        return replace(setup, options=options)

    @cached_property
    def wishes(self) -> Grammar:
        """The language of wishes sent with a sign-up."""
        return Grammar((*self.seating.wishes, *COMMANDS), (), (*self.orders.slots, ADDRESSEES), INSTEAD)

    def settle(self, asked: Mapping[str, str]) -> dict[str, str]:
        """Return all options with their values, those not asked for at their defaults; refuse what does not exist."""
        known = {o.name: o for o in self.options}
        for name in asked:
            if name not in known:
                hint = nearest(name, known) or f"Its options are {', '.join(known)}."
                raise SetupError(f"{self.title} has no option {name}. {hint}")
        settled: dict[str, str] = {}
        for o in self.options:
            settled[o.name] = o.read(asked[o.name]) if o.name in asked else o.unasked(settled)
        return settled

    def seat_count(self, n: int) -> None:
        """Refuse a number of players that the rules do not allow."""
        if n not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            allowed = str(low) if low == high else f"{low} to {high}"
            cited = f" ({self.seating.rule})" if self.seating.rule else ""
            raise SetupError(f"{self.title} is for {allowed} players, not {n}{cited}.")

    def reader(self, lexicon: Lexicon, me: Seat) -> Callable[[str], Order]:
        """Return a reader of stored canonical lines."""
        return lambda line: self.grammar.read(line, lexicon, me)
