"""What a game is: a record of plain functions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from referee.engine.asks import Ask
from referee.engine.audience import PUBLIC, REFEREE, Seat
from referee.engine.chance import Chance
from referee.engine.commands import ADDRESSEES, COMMANDS, INSTEAD, addressees
from referee.engine.conditions import Condition
from referee.engine.errors import SetupError
from referee.engine.events import Event
from referee.engine.lexicon import Lexicon, nearest, split
from referee.engine.mends import ChangeOption, CorrectionRefused, NothingCorrected, OptionChanged, Setting
from referee.engine.orders import Grammar, Order
from referee.engine.slots import Choice, Slot
from referee.engine.table import Desk, Table

S = TypeVar("S", bound="State")
V = TypeVar("V", bound="View")


class State(Protocol):
    """The whole truth of a game; only the rules see it."""

    def copy(self) -> Self:
        """Return a copy that can be changed without touching this one."""


class View(Protocol):
    """What one seat knows, folded from the events it was told."""

    def apply(self, event: Event, /) -> None:
        """Take in one event that this seat was told."""

    def copy(self) -> Self:
        """Return a copy that can be changed without touching this one."""


DEALT = "the table was laid out by it"
BEGUN = "a game keeps to it from its first turn on"
"""Why an option stays as it is once the game has begun."""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of the rules, settled when a game is created.

    ``values`` are the allowed words; ``numbers`` a range of whole numbers allowed as well. ``beside`` are other
    defaults where an option before this one has a certain value: ``(("mode=non-mage", "6"),)``. ``fixed`` says why it
    stays as it is once the game has begun; nothing if the GM may change it then.
    """

    name: str
    default: str
    values: tuple[str, ...]
    rule: str
    meaning: str
    numbers: range | None = None
    beside: tuple[tuple[str, str], ...] = ()
    fixed: str = ""

    def unasked(self, settled: Mapping[str, str]) -> str:
        """Return the value that holds where none is asked for, beside the options settled before this one."""
        return next((value for what, value in self.beside if what in map("=".join, settled.items())), self.default)

    @property
    def defaults(self) -> str:
        """All defaults in one phrase: ``12, or 6 with mode=non-mage``."""
        return ", or ".join([self.default, *(f"{value} with {what}" for what, value in self.beside)])

    def read(self, text: str) -> str:
        """Return the value in its printed form, or raise a `SetupError` that names the allowed ones."""
        wanted = text.strip().lower()
        if wanted in self.values:
            return wanted
        if self.numbers is not None and wanted.isascii() and wanted.isdigit() and int(wanted) in self.numbers:
            return str(int(wanted))
        raise SetupError(f"Option {self.name} cannot be {text!r}. It may be {self.allowed()}.")

    def allowed(self) -> str:
        """Say which values are allowed."""
        figures = [f"{self.numbers[0]} to {self.numbers[-1]}"] if self.numbers is not None else []
        return " or ".join([*self.values, *figures])


@dataclass(frozen=True, slots=True)
class SignUp:
    """One who wants to play: the name they ask for and their wishes, as order lines, in order of arrival."""

    name: str
    wishes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Whom one is to play: the character's name, those they would rather or gladly be, and all wishes as people read.

    ``wished`` names characters in the order of the wishes, that by the name at sign-up last.
    """

    character: str
    wished: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setup:
    """How a game begins: the seats in order, the options in full, and each seat's wishes as read."""

    seats: tuple[Seat, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    wishes: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)

    def __getitem__(self, option: str) -> str:
        return self.options[option]


@dataclass(frozen=True)
class Outcome(Generic[S]):
    """What set-up or a step made: the new state and the events, the last one a `GameEnded` if the game is over."""

    state: S
    events: list[Event]


@dataclass(frozen=True, slots=True)
class Remark:
    """A word on one order of a set: a refusal of what can never come true, or a warning of what is not so now."""

    order: Order
    text: str
    rule: str = ""
    refuses: bool = False


def refusal(one: Order, text: str, rule: str = "") -> Remark:
    """Refuse an order that can never come true."""
    return Remark(one, text, rule, refuses=True)


def warning(one: Order, text: str, rule: str = "") -> Remark:
    """Warn of something that is not so now; the order stands."""
    return Remark(one, text, rule)


@dataclass(frozen=True)
class CaseStart(Generic[S]):
    """Where a rule case begins: the set-up, the state in mid-game, and the step to be played."""

    setup: Setup
    state: S
    step: int


def _own_names(signups: Sequence[SignUp], options: Mapping[str, str]) -> tuple[Seat, ...]:
    return tuple(Seat(s.name) for s in signups)


def _no_parts(signups: Sequence[SignUp], options: Mapping[str, str]) -> Sequence[Part]:
    return ()


def _no_hands(state: Any) -> Sequence[tuple[Seat, Sequence[Any]]]:
    return ()


def _as_printed(tables: Mapping[str, Any]) -> Callable[[Any], str]:
    return str


def _nothing_to_count(events: Sequence[Event]) -> Iterable[tuple[str, object]]:
    return ()


def _nobody_gone(view: Any) -> Collection[Seat]:
    return ()


def _all_may_write(view: Any, readers: Sequence[Seat]) -> str:
    return ""


def _by_name(view: Any, seat: Seat) -> Seat | None:
    return seat


def _no_reasons(view: Any, told: Sequence[Event]) -> Callable[[Order], str]:
    return lambda one: ""


def _no_asides(view: Any, chance: Chance) -> Sequence[str]:
    return ()


def _nothing_to_mend(table: Table[Any], one: Order) -> None:
    raise AssertionError("this game has no corrections")


def _any_two(state: Any, one: Any, other: Any) -> bool:
    return True


def _as_played(expect: Mapping[str, Any], state: Any, events: Sequence[Event]) -> Mapping[str, Any]:
    return {}


def _nothing_near(view: Any, line: str) -> str:
    return ""


def _as_given(
    given: Mapping[str, Any], orders: Mapping[str, Sequence[str]], chance: Mapping[str, Sequence[Any]]
) -> Mapping[str, Any]:
    return given


def _nothing_at_once(view: Any, one: Order) -> Sequence[Event]:
    raise AssertionError("this game has no orders that work at once")


@dataclass(frozen=True, eq=False)
class Ruleset(Generic[S, V]):
    """The rules of a game. A variant is the same record with some fields replaced.

    ``seats``: how many may play, by the rule ``seats_rule``. ``play`` runs one step on a table. ``desk`` makes
    the answers of one seat out of its orders in force. ``view`` makes a seat's empty
    view, ``look`` the view that a full history would have given (for games set up in
    the middle, and a law). ``decide`` names the ask that a seat will meet first in the
    next step, from its view alone, or None. ``check`` remarks on a whole set. ``hidden``
    says which physical cards may not be named to a seat now, for the tests. ``given``
    and ``shown`` read and write the states of rule cases; ``staged`` adds to what a case gives what its orders and
    its luck take for granted, ``shortened`` what ends the step where the orders do, and ``meant`` puts what it
    expects, from the state and the events behind the step, into the fields shown, and returns both.
    ``scribble`` writes random
    order lines (some wrong, if ``wild``), ``sensible`` lines that play to win; both from
    the view alone. ``answer`` reads the text of a mailed answer as one of an ask's
    choices. ``hands`` lays the cards of each seat open after the end. ``say`` takes the
    tables of words and gives the function that names a card in full (``Eight of Swords``).
    ``tables`` are the names of those tables in ``data/``.
    ``gone`` names the seats that are out of the game for good, such as the dead, as a view tells it.
    ``christen`` names the seats when a game starts, and ``parts`` says whom each plays, in a game that has characters.
    ``at_once`` gives the events of an
    order that works between steps. ``live_option`` is the option that makes a game live
    (``on``), ``idle_option`` the one by which turns without any decision are run at once (``yes``),
    ``limit_option`` the one that ends a game after so many turns, where its rules alone need not.
    ``tally`` names what is worth counting in one whole game, from all its events: pairs of a
    heading and a label (text or a card), such as (``Deaths``, ``of hunger``); simulations sum them up.
    ``names`` are names for seats where nobody chose one. ``asides`` writes lines that a player adds to
    sensible ones and that need not matter: a card shown, a condition, a plan for a rainy day; for demos.
    ``instead`` says which verb is probably meant by a word that is none. ``may_write`` says by which rule a seat
    may not write to these readers now, or nothing if it may. ``addressed`` are words of the game's own by which
    somebody is written to, and ``called`` finds who that is now, if it is anybody.
    ``unneeded`` takes the view after a step and what its seat was told in it, and gives the function that says why an
    order in force did nothing, in words that betray nobody, or nothing.
    ``mends`` are the verbs of the GM's corrections, and ``mend`` carries one out on the table, before the step, and
    tells everybody what they may know of it; what does not fit the state changes nothing. ``mend_slots`` are slots that
    no player's order has.
    ``read_options`` reads settled options into what the state and the views keep as their ``options``, or raises a
    `SetupError` for those that contradict each other; a game without it has its options settled for good.
    ``closest`` gives the order that a line which cannot be read comes nearest to, with the seat's own cards where
    the line names none, or nothing.
    ``exchangeable`` says whether two hidden cards in zones of one kind could lie in each other's places by the rules,
    for the tests: cards of a hand that must all be alike cannot.
    ``events``, ``asks``, ``moves``, ``state``, ``views`` are all the types that are stored. ``folder``
    holds RULES.md and the templates of the game's lines.
    """

    slug: str
    title: str
    edition: str
    seats: range
    options: tuple[Option, ...]
    verbs: tuple[type[Order], ...]
    events: tuple[type[Event], ...]
    asks: tuple[type[Ask[Any]], ...]
    state: type[S]
    views: type[V]
    ends: Mapping[str, str]
    folder: Path
    start: Callable[[Setup, Chance], Outcome[S]]
    play: Callable[[Table[S]], None]
    desk: Callable[[Seat, Sequence[Order], Callable[[], V]], Desk]
    view: Callable[[Seat, Setup], V]
    look: Callable[[S, Seat, Setup], V]
    decide: Callable[[V], Ask[Any] | None]
    check: Callable[[V, Sequence[Order]], Iterator[Remark]]
    hidden: Callable[[S, Seat], set[Any]]
    given: Callable[[Mapping[str, str], Mapping[str, Any]], CaseStart[S]]
    shown: Callable[[S], Mapping[str, Any]]
    lexicon: Callable[[Sequence[Seat], Mapping[str, Any]], Lexicon]
    form: Callable[[V], Sequence[str]]
    scribble: Callable[[V, Chance, bool], Sequence[str]]
    sensible: Callable[[V, Chance], Sequence[str]]
    answer: Callable[[Ask[Any], str, Lexicon], Any]
    conditions: tuple[type[Condition], ...] = ()
    slots: tuple[Slot[Any], ...] = ()
    moves: tuple[type[Any], ...] = ()
    tables: tuple[str, ...] = ()
    set_up_verbs: tuple[type[Order], ...] = ()
    seats_rule: str = ""
    live_option: str = ""
    idle_option: str = ""
    limit_option: str = ""
    gone: Callable[[V], Collection[Seat]] = _nobody_gone
    christen: Callable[[Sequence[SignUp], Mapping[str, str]], tuple[Seat, ...]] = _own_names
    parts: Callable[[Sequence[SignUp], Mapping[str, str]], Sequence[Part]] = _no_parts
    at_once: Callable[[V, Order], Sequence[Event]] = _nothing_at_once
    say: Callable[[Mapping[str, Any]], Callable[[Any], str]] = _as_printed
    hands: Callable[[S], Sequence[tuple[Seat, Sequence[Any]]]] = _no_hands
    tally: Callable[[Sequence[Event]], Iterable[tuple[str, object]]] = _nothing_to_count
    names: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    may_write: Callable[[V, Sequence[Seat]], str] = _all_may_write
    addressed: Mapping[str, Seat] = field(default_factory=dict)
    called: Callable[[V, Seat], Seat | None] = _by_name
    asides: Callable[[V, Chance], Sequence[str]] = _no_asides
    unneeded: Callable[[V, Sequence[Event]], Callable[[Order], str]] = _no_reasons
    mends: tuple[type[Order], ...] = ()
    mend: Callable[[Table[S], Order], None] = _nothing_to_mend
    mend_slots: tuple[Slot[Any], ...] = ()
    read_options: Callable[[Mapping[str, str]], Any] | None = None
    exchangeable: Callable[[S, Any, Any], bool] = _any_two
    closest: Callable[[V, str], str] = _nothing_near
    staged: Callable[
        [Mapping[str, Any], Mapping[str, Sequence[str]], Mapping[str, Sequence[Any]]], Mapping[str, Any]
    ] = _as_given
    shortened: Callable[[Mapping[str, Any], S, Sequence[Event]], Mapping[str, Any]] = _as_played
    meant: Callable[[Mapping[str, Any], S, Sequence[Event]], tuple[Mapping[str, Any], Mapping[str, Any]]] | None = None

    @cached_property
    def grammar(self) -> Grammar:
        """The order language, with the lines that every game understands."""
        instead = {**INSTEAD, **self.instead}
        return Grammar((*self.verbs, *COMMANDS), self.conditions, (*self.slots, addressees(self.addressed)), instead)

    @cached_property
    def corrections(self) -> Grammar:
        """The language of the GM's corrections."""
        settings = self._settings()
        if not settings:
            return Grammar(self.mends, (), (*self.slots, *self.mend_slots))
        written = Choice("setting", settings, "an option TO a value", label="option")
        change = type("ChangeOption", (ChangeOption,), {"__slots__": (), "__doc__": ChangeOption.__doc__,
                      "example": f"OPTION {written.example}"})  # fmt: skip
        return Grammar((*self.mends, change), (), (*self.slots, *self.mend_slots, written))

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
            self.mend(table, one)
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
        return Grammar((*self.set_up_verbs, *COMMANDS), (), (*self.slots, ADDRESSEES), INSTEAD)

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
            cited = f" ({self.seats_rule})" if self.seats_rule else ""
            raise SetupError(f"{self.title} is for {allowed} players, not {n}{cited}.")

    def reader(self, lexicon: Lexicon, me: Seat) -> Callable[[str], Order]:
        """Return a reader of stored canonical lines."""
        return lambda line: self.grammar.read(line, lexicon, me)
