"""What a game is: a record of plain functions; and its options, which are settled when one is created."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from referee.engine import sections, usual
from referee.engine.asks import Ask
from referee.engine.audience import PUBLIC, REFEREE, Seat
from referee.engine.commands import ADDRESSEES, COMMANDS, INSTEAD, addressees
from referee.engine.conditions import Condition
from referee.engine.errors import SetupError
from referee.engine.lexicon import Lexicon, nearest, split
from referee.engine.mends import ChangeOption, CorrectionRefused, NothingCorrected, OptionChanged, Setting
from referee.engine.orders import Grammar, Order
from referee.engine.sections import USUAL, defined
from referee.engine.setup import Setup
from referee.engine.slots import Choice, Slot
from referee.engine.table import Desk, S, Table, V
from referee.engine.usage import usages
from referee.engine.usual import Usual
from referee.engine.values import Named, value


def _or(given: Any, usual: Any) -> Any:
    """Return what a game says, or what is usual where it says nothing."""
    return usual if given is USUAL or isinstance(getattr(given, "__self__", None), Usual) else given


EDITION = "edition_"
"""What the name of a package begins with that holds an earlier edition of a game's rules; the game's is around it."""


def _named(modules: Sequence[ModuleType]) -> dict[str, Any]:
    """Return the names and the folder that a game has by its package."""
    package = sys.modules.get(modules[0].__name__.rpartition(".")[0]) if modules else None
    if package is None:
        return {}
    *_, name = (part for part in package.__name__.split(".") if not part.startswith(EDITION))
    words = name.split("_")
    title = " ".join(word.capitalize() for word in words)
    return {"slug": "-".join(words), "title": title, "folder": Path(next(iter(package.__path__)))}


def _around(*functions: Callable[..., Any]) -> tuple[ModuleType, ...]:
    """Return the modules of some functions of a game, and those of the table and the view that they are written for."""
    hints = [hint for function in functions for hint in get_type_hints(function).values()]
    kinds = [kind for hint in hints for kind in (hint, *get_args(hint))]
    homes = [getattr(one, "__module__", "") for one in (*kinds, *functions)]
    package = functions[0].__module__.rpartition(".")[0]
    return tuple(sys.modules[home] for home in dict.fromkeys(homes) if home.rpartition(".")[0] == package)


@dataclass(frozen=True, eq=False)
class Ruleset(Generic[S, V]):
    """The rules of a game. A variant is the same record with some fields replaced.

    ``modules`` are those of its package in which its events, its asks, and perhaps its verbs and conditions stand:
    those of ``start``, ``play``, ``decide``, the state and the view, where they are left out. ``slug`` is the package's
    name, ``title`` that in words, and ``folder`` the package's own, which holds RULES.md and the templates of the
    game's lines. ``seats``: how many may play. ``start`` lays the table out; ``play`` runs one step on it. ``desk``
    makes the answers of one seat out of its orders in force: by what they `answer_to` a question, where it is left out.
    ``view`` makes a seat's empty view: where it is left out, one in which all is nought or nothing. ``look`` is the
    view that a full history would have given (for games set up in the middle, and a law): where it is left out, from
    the fields that the state has under the same names. ``decide`` names the ask that a seat will meet first in the next
    step, from its view alone, or None. ``hidden`` says which physical cards may not be named to a seat now, for the
    tests: none, where it is left out; ``exchangeable`` whether two hidden cards in zones of one kind could lie in each
    other's places by the rules, for them too: cards of a hand that must all be alike cannot.
    ``read_options`` reads settled options into what the state and the views keep as their ``options``, or raises a
    `SetupError` for those that contradict each other; a game without it has its options settled for good.
    The sections are explained where they are defined, in `referee.engine.sections`.
    """

    seats: range
    start: Callable[[Table[S], Setup], None]
    play: Callable[[Table[S]], None]
    decide: Callable[[V], Ask[Any] | None]
    view: Callable[[Seat, Setup], V] = USUAL
    modules: tuple[ModuleType, ...] = ()
    slug: str = USUAL
    title: str = USUAL
    folder: Path = USUAL
    edition: str = "1"
    options: tuple[Option, ...] = ()
    read_options: Callable[[Mapping[str, str]], Any] | None = None
    desk: Callable[[Seat, Sequence[Order], Callable[[], V]], Desk] = usual.desk
    look: Callable[[S, Seat, Setup], V] = USUAL
    hidden: Callable[[S, Seat], set[Any]] = lambda state, seat: set()
    exchangeable: Callable[[S, Any, Any], bool] = lambda state, one, other: True
    stored: sections.Stored[S, V] = USUAL
    orders: sections.Orders[V] = field(default_factory=sections.Orders)
    words: sections.Wording = field(default_factory=sections.Wording)
    bots: sections.Bots[V] = field(default_factory=sections.Bots)
    ending: sections.Ending[S] = field(default_factory=sections.Ending)
    pace: sections.Pace = field(default_factory=sections.Pace)
    seating: sections.Seating[V] = field(default_factory=sections.Seating)
    press: sections.PressRules[V] = field(default_factory=sections.PressRules)
    mends: sections.Mends[S] = field(default_factory=sections.Mends)

    def __post_init__(self) -> None:
        """Find what is left out; what was usual before a field was replaced is made anew."""
        if self.view is USUAL:
            seen = next(iter(get_type_hints(self.decide).values()), None)
            object.__setattr__(self, "view", partial(usual.empty, seen))
        if self.slug is USUAL and not self.modules:
            object.__setattr__(self, "modules", _around(self.start, self.play, self.decide))
        own, orders, bots = Usual(self), self.orders, self.bots
        slots = (one for module in self.modules for one in vars(module).values() if isinstance(one, Slot))
        live = "live" if any(option.name == "live" for option in self.options) else ""
        found: dict[str, Any] = {
            "look": _or(self.look, own.look),
            "orders": replace(
                orders,
                verbs=orders.verbs or defined(Order, *self.modules),
                slots=orders.slots or tuple(slots),
                conditions=orders.conditions or defined(Condition, *self.modules),
                check=_or(orders.check, own.check),
                refuse=_or(orders.refuse, own.refuse),
                examples=_or(orders.examples, own.examples),
            ),
            "bots": replace(bots, scribble=_or(bots.scribble, own.scribble), sensible=_or(bots.sensible, own.sensible)),
            "pace": replace(self.pace, live=_or(self.pace.live, live)),
        }
        found |= {name: _or(getattr(self, name), usual) for name, usual in _named(self.modules).items()}
        if self.stored is USUAL:
            tables = [get_args(hint) for hint in get_type_hints(self.play).values()]
            view = self.view.args[0] if isinstance(self.view, partial) else get_type_hints(self.view).get("return")
            if not tables or not tables[0] or view is None:
                raise TypeError("Write the types to the record's functions: play(t: Table[State]), decide(seen: View).")
            found["stored"] = sections.Stored.of(tables[0][0], view, *self.modules, more=self.mends.events)
        for name, said in found.items():
            object.__setattr__(self, name, said)

    @cached_property
    def grammar(self) -> Grammar:
        """The order language, with the lines that every game understands."""
        own = self.orders
        slots = (*own.slots, addressees(self.press.addressed))
        verbs = {usage.split()[0] for verb in own.verbs for usage in usages(verb)}
        instead = {word: meant for word, meant in INSTEAD.items() if word not in verbs} | dict(own.instead)
        return Grammar((*own.verbs, *COMMANDS), own.conditions, slots, instead)

    @cached_property
    def corrections(self) -> Grammar:
        """The language of the GM's corrections."""
        settings = self._settings()
        if not settings:
            return Grammar(self.mends.verbs, (), (*self.orders.slots, *self.mends.slots))
        written = Choice("setting", settings, "an option TO a value", label="option")
        change = type("ChangeOption", (ChangeOption,), {"__doc__": ChangeOption.__doc__,
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

    @property
    def asks_the_gm(self) -> bool:
        """Whether the rules may have questions for the GM at all."""
        return any(ask.for_gm for ask in self.stored.asks)

    def settle(self, asked: Mapping[str, str]) -> dict[str, str]:
        """Return all options with their values, those not asked for at their defaults; refuse what does not exist."""
        known = {o.name: o for o in self.options}
        for name in asked:
            if name not in known:
                hint = nearest(name, known) or f"Its options are {', '.join(known)}."
                raise SetupError(f"{self.title} has no option {name}. {hint}")
        return settled(self.options, asked)

    def completed(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return a game's options as these rules have them: those that it did not have yet are at their defaults."""
        return self.settle({o.name: options[o.name] for o in self.options if o.name in options})

    def seat_count(self, n: int) -> None:
        """Refuse a number of players that the rules do not allow."""
        if n not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            allowed = str(low) if low == high else f"{low} to {high}"
            cited = f" ({self.seating.rule})" if self.seating.rule else ""
            raise SetupError(f"{self.title} is for {allowed} players, not {n}{cited}.")

    def reader(self, lexicon: Lexicon, me: Seat) -> Callable[[str], Order]:
        """Return a reader of stored canonical lines."""
        return partial(self.grammar.read, lexicon=lexicon, me=me)


FindRuleset = Callable[[str], Ruleset[Any, Any]]
"""Finds a ruleset by its slug; raises a `LookupError` if there is none."""


DEALT = "the table was laid out by it"
BEGUN = "a game keeps to it from its first turn on"
"""Why an option stays as it is once the game has begun."""


@value
class Option:
    """A switch of the rules, settled when a game is created."""

    name: str
    """Its name."""
    default: str
    """Its value where none is asked for."""
    values: tuple[str, ...]
    """The words that are allowed."""
    rule: str
    """The rule that speaks of it."""
    meaning: str
    """What it settles."""
    numbers: range | None = None
    """The whole numbers that are allowed as well."""
    beside: tuple[tuple[str, str], ...] = ()
    """Other defaults, each where an option before this one has a certain value: `mode=non-mage` and `6`."""
    fixed: str = ""
    """Why it stays as it is once the game has begun; nothing if the GM may change it then."""
    told: bool = False
    """Whether the game's own words tell of it in its first letters, so that it is not listed there again."""

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


def settled(options: Iterable[Option], asked: Mapping[str, str]) -> dict[str, str]:
    """Return these options with their values, those not asked for at their defaults."""
    found: dict[str, str] = {}
    for one in options:
        found[one.name] = one.read(asked[one.name]) if one.name in asked else one.unasked(found)
    return found


T = TypeVar("T", bound="Settled")


def says(option: str, word: str = "yes") -> Any:
    """Declare a field that is read out of an option of another name; one that is true or not, by what it says then."""
    return field(metadata={"option": option, "word": word})


class Settled(Named):
    """The options of a game, read into what its rules ask of them: texts, numbers (none is 0), what is so or not."""

    @classmethod
    def of(cls: type[T], settled: Mapping[str, str]) -> T:
        """Read settled options; raises `SetupError` for those that contradict each other."""
        declared = _declared(cls)  # type: ignore[arg-type]
        texts = ((name, kind, settled[option], word) for name, kind, option, word in declared)
        found = cls(**{name: _read(text, kind, word) for name, kind, text, word in texts})
        if why := found.contradiction():
            raise SetupError(why)
        return found

    def contradiction(self) -> str:
        """Say which options cannot go together, or nothing."""
        return ""


def _read(text: str, kind: type[Any], word: str) -> Any:
    return text == word if kind is bool else kind(0 if kind is int and text == "none" else text)


@cache
def _declared(kind: type[Any]) -> tuple[tuple[str, type[Any], str, str], ...]:
    """List the fields with their types, the option that each is read out of, and the word that makes it true."""
    hints = get_type_hints(kind)
    said = [(f.name, f.metadata) for f in fields(kind)]
    return tuple((name, hints[name], more.get("option", name), more.get("word", "yes")) for name, more in said)
