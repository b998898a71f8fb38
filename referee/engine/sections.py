"""The sections of a ruleset: what belongs together in the record of a game, each with defaults where it can do without.

A game declares a section beside the functions that it names: `Bots` in its ``bots.py``, `Orders` in its ``orders.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from types import ModuleType
from typing import Any, Generic, TypeVar, get_origin

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.conditions import Condition, impossible
from referee.engine.errors import Illegal
from referee.engine.events import Event
from referee.engine.lexicon import Lexicon, split, spoken
from referee.engine.orders import Order
from referee.engine.setup import Part, SignUp
from referee.engine.sheet import form_lines
from referee.engine.slots import Slot
from referee.engine.table import S, Table, V
from referee.engine.tabletop import Tabletop
from referee.engine.values import value

T = TypeVar("T")

USUAL: Any = None
"""What a field holds in which a game says nothing of its own, until the record is made; then what is usual."""


@value
class Stored(Generic[S, V]):
    """All types that are stored under their names: the state, what a seat knows, the events, and the asks.

    What they are made of, and what an ask is answered with, is found by their type hints.
    """

    state: type[S]
    view: type[V]
    events: tuple[type[Event], ...]
    asks: tuple[type[Ask[Any]], ...]

    @classmethod
    def of(cls, state: type[S], view: type[V], *modules: ModuleType, more: Sequence[type[Event]] = ()) -> Stored[S, V]:
        """Find the events and asks that modules define, in the order in which they stand there.

        ``more`` are events that stand elsewhere. An event that others are made of is none itself, nor is such an ask
        without a rule.
        """
        events, asks = defined(Event, *modules), defined(Ask[Any], *modules)
        parents = {parent for kind in (*events, *asks) for parent in kind.__mro__[1:]}
        told = (kind for kind in events if kind not in parents)
        return cls(state, view, (*told, *more), tuple(kind for kind in asks if kind.rule or kind not in parents))


def defined(kind: type[T], *modules: ModuleType) -> tuple[type[T], ...]:
    """List the classes of a kind that modules or packages define, in the order in which they stand there."""
    base = get_origin(kind) or kind
    found = ((one, module.__name__) for module in modules for one in vars(module).values() if isinstance(one, type))
    own = (one for one, home in found if issubclass(one, base) and f"{one.__module__}.".startswith(f"{home}."))
    return tuple(dict.fromkeys(own))


@value
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


Lines = Sequence[tuple[Order, Order]]
"""Each order as it was sent, and the order inside an IF."""


def inside(orders: Iterable[Order]) -> Lines:
    """Pair each order with itself, or an IF with each of the orders inside it."""
    return [(one, inner) for one in orders for inner in one.parts]


def remarked(
    lines: Lines,
    refusals: Callable[[Order, Order], Iterable[Remark]],
    warnings: Callable[[Order, Order], Iterable[Remark]],
) -> Iterator[Remark]:
    """Refuse what can never come true, and warn of the others as things stand."""
    for one, inner in lines:
        yield from list(refusals(one, inner)) or warnings(one, inner)


def refused(lines: Lines, refusals: Callable[[Order, Order], Iterable[Remark]]) -> Iterator[Remark]:
    """Refuse what can never come true, and look for nothing else."""
    for one, inner in lines:
        yield from refusals(one, inner)


def _nothing(*about: Any) -> tuple[()]:
    """Return nothing: what is usual of all that a game need not have."""
    return ()


def _no_word(*about: Any) -> str:
    return ""


def _nothing_at_once(view: Any, one: Order) -> Sequence[Event]:
    raise AssertionError("this game has no orders that work at once")


@value
class Orders(Generic[V]):
    """The order language, and what is said of orders before and after they are at work.

    ``verbs``, ``slots``, what usage lines name besides the engine's own, and ``conditions``, what may stand behind IF,
    are all that the game's modules define, where they are left out. ``instead`` says which verb is probably meant by a
    word that is none. ``check`` remarks on a whole set of orders: by what they `answer_to` the first question, where it
    is left out. ``refuse`` gives those of its remarks that refuse, for bots, who read no warnings: picked out of all of
    them, where it is left out. ``form`` suggests lines for the form at a report's end, ``examples`` gives a newcomer a
    few lines that could be sent for the first step, made of what that seat holds: some of all that answer the first
    question, where it is left out. ``at_once`` gives the events of an order that works between steps. ``unneeded``
    takes the view after a step and what its seat was told in it, and gives the function that says why an order in force
    did nothing, in words that betray nobody, or nothing. ``besides`` takes the same and gives what else a seat would
    ask about its orders, each with what it is about. ``closest`` gives the order that a line which cannot be read comes
    nearest to, with the seat's own cards where the line names none, or nothing. ``unusable`` names verbs of which
    nothing can come as a view stands, such as those of a card that its seat does not hold: HELP leaves them out.
    """

    verbs: tuple[type[Order], ...] = ()
    slots: tuple[Slot[Any], ...] = ()
    conditions: tuple[type[Condition], ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    check: Callable[[V, Sequence[Order]], Iterator[Remark]] = USUAL
    refuse: Callable[[V, Sequence[Order]], Iterator[Remark]] = USUAL
    form: Callable[[V], Sequence[str]] = _nothing
    examples: Callable[[V], Sequence[str]] = USUAL
    at_once: Callable[[V, Order], Sequence[Event]] = _nothing_at_once
    unneeded: Callable[[V, Sequence[Event]], Callable[[Order], str]] = lambda view, told: lambda one: ""
    besides: Callable[[V, Sequence[Event]], Sequence[tuple[str, str]]] = _nothing
    closest: Callable[[V, str], str] = _no_word
    unusable: Callable[[V], Collection[type[Order]]] = _nothing

    def remarks(self, view: V, orders: Sequence[Order]) -> Iterator[Remark]:
        """Remark on a whole set of orders: what the rules say, and conditions that no number can meet."""
        yield from self.check(view, orders)
        yield from (warning(one, why) for one, why in impossible(orders))

    def form_with(self, view: V, standing: Sequence[str], read: Callable[[str], Order]) -> tuple[str, ...]:
        """Return the lines of a seat's order form, without standing ones that can never come true any more."""
        orders = list(map(read, standing))
        never = [remark.order for remark in self.refuse(view, orders)]
        alive = [line for line, one in zip(standing, orders, strict=True) if one not in never]
        return form_lines(self.form(view), alive)


def choice_named(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a mailed answer as the choice that prints like it, with a verb before it or without."""
    said = [word.text for word in split(text)]
    for choice in ask.choices:
        if [word.text for word in split(_printed(choice))] in (said, said[1:]):
            return choice
    allowed = may_answer([_printed(choice) for choice in ask.choices])
    raise Illegal(f"{text.strip()} is not among the answers now.", allowed, rule=ask.rule)


def may_answer(words: Sequence[str], most: int | None = None) -> str:
    """Say what may be answered; where there are more words than so many, that the letter says it."""
    too_many = most is not None and len(words) > most
    return "See the letter for what may be answered." if too_many else f"You may answer {spoken(words, 'or')}."


def _printed(choice: object) -> str:
    if choice is None:
        return "NOTHING"
    return ("YES" if choice else "NO") if isinstance(choice, bool) else str(choice)


@value
class Wording:
    """What things are called, and how it is read.

    ``tables`` are the names of the tables of words in ``data/``. ``lexicon`` makes of them and of the seats what
    orders may name: the seats, where it is left out. ``say`` makes the function that names a card in full (``Eight of
    Swords``), ``cards`` are all that it may name, so that letters show them as cards. ``answer`` reads the text of a
    mailed answer as one of an ask's choices, and raises an `OrderError` for
    what is none: it looks for a choice as it is printed, where it is left out. ``tabletop`` lays out, from anybody's
    view, what all can see of the table, so that letters draw it.
    """

    tables: tuple[str, ...] = ()
    lexicon: Callable[[Sequence[Seat], Mapping[str, Any]], Lexicon] = lambda seats, tables: Lexicon.of(seats)
    say: Callable[[Mapping[str, Any]], Callable[[Any], str]] = lambda tables: str
    answer: Callable[[Ask[Any], str, Lexicon], Any] = choice_named
    cards: Sequence[Any] = ()
    tabletop: Callable[[Any], Tabletop] | None = None


@value
class Bots(Generic[V]):
    """Players that write order lines from a seat's view alone.

    ``scribble`` writes random lines, some of them wrong if it is told to be wild; ``sensible`` plays to win. Where they
    are left out, they write examples and all that answers the first question, and any of that. ``asides``
    are lines that a player adds to sensible ones and that need not matter: a card shown, a condition, a plan for a
    rainy day; for demos.
    """

    scribble: Callable[[V, Chance, bool], Sequence[str]] = USUAL
    sensible: Callable[[V, Chance], Sequence[str]] = USUAL
    asides: Callable[[V, Chance], Sequence[str]] = _nothing


@value
class Pace:
    """Which options say how fast a game goes, by name; a game need not have them.

    ``live`` is the option that makes a game ask by mail in the middle of a turn (``on``), ``idle`` the one by which
    turns without any decision are run at once (``yes``), ``limit`` the one that ends a game after so many turns, where
    its rules alone need not. ``live`` is that name itself, where it is left out and there is such an option.
    """

    live: str = USUAL
    idle: str = ""
    limit: str = ""


@value
class Seating(Generic[V]):
    """Who sits at the table, and as whom.

    ``rule`` is the rule that says how many may play. ``names`` are names for seats where nobody chose one, ``wishes``
    the verbs of wishes sent with a sign-up. ``christen`` names the seats when a game starts, and ``parts`` says whom
    each plays, in a game that has characters. ``gone`` names the seats that are out of the game for good, such as the
    dead, as a view tells it. ``idle`` says of wishes that change nothing at a table with these options why not; no
    invitation to it shows them.
    """

    rule: str = ""
    names: tuple[str, ...] = ()
    wishes: tuple[type[Order], ...] = ()
    christen: Callable[[Sequence[SignUp], Mapping[str, str]], tuple[Seat, ...]] = (
        lambda signups, options: tuple(Seat(one.name) for one in signups)
    )
    parts: Callable[[Sequence[SignUp], Mapping[str, str]], Sequence[Part]] = _nothing
    gone: Callable[[V], Collection[Seat]] = _nothing
    idle: Callable[[Mapping[str, str]], Mapping[type[Order], str]] = lambda options: {}


@value
class PressRules(Generic[V]):
    """Who may write to whom, where the rules have a word in it.

    ``may_write`` says by which rule a seat may not write to these readers now, or nothing if it may. ``addressed`` are
    words of the game's own by which somebody is written to, and ``called`` finds who that is now, if it is anybody.
    """

    may_write: Callable[[V, Sequence[Seat]], str] = _no_word
    addressed: Mapping[str, Seat] = field(default_factory=dict)
    called: Callable[[V, Seat], Seat | None] = lambda view, seat: seat


def _nothing_to_mend(table: Table[Any], one: Order) -> None:
    raise AssertionError("this game has no corrections")


@value
class Mends(Generic[S]):
    """What the GM may set right in a game that goes on.

    ``mend`` carries one of the ``verbs`` out on the table, before the step, and tells everybody what they may know of
    it; what does not fit the state changes nothing. ``never`` says of one why it fits none, whatever lies hidden.
    ``slots`` are slots that no player's order has, ``events`` what corrections tell beside the game's own events.
    """

    verbs: tuple[type[Order], ...] = ()
    mend: Callable[[Table[S], Order], None] = _nothing_to_mend
    never: Callable[[Order], str] = _no_word
    slots: tuple[Slot[Any], ...] = ()
    events: tuple[type[Event], ...] = ()


@value
class Ending(Generic[S]):
    """How a game ends, and what is laid open and counted then.

    ``reasons`` are the reasons that a `GameEnded` may give, with what each means; any, where they are left out, and
    each says itself what it means. ``hands`` lays open the cards of
    each seat. ``tally`` names what is worth counting in one whole game, from all its events: pairs of a heading and a
    label (text or a card), such as (``Deaths``, ``of hunger``); simulations sum them up.
    """

    reasons: Mapping[str, str] = field(default_factory=dict)
    hands: Callable[[S], Sequence[tuple[Seat, Sequence[Any]]]] = _nothing
    tally: Callable[[Sequence[Event]], Iterable[tuple[str, object]]] = _nothing

    def meaning(self, reason: str) -> str:
        """Say what a reason means."""
        return self.reasons[reason] if self.reasons else f"{reason[:1].upper()}{reason[1:]}."
