"""The words of one game: the macros of its lines.txt.j2, said for an event, an ask, an order or a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from jinja2 import TemplateNotFound

from referee.engine.asks import Ask
from referee.engine.audience import OBSERVER, PUBLIC, Seat
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed, in_time
from referee.engine.game import ended
from referee.engine.orders import If, Order, alike
from referee.engine.ruleset import Ruleset
from referee.engine.sections import inside
from referee.engine.values import value
from referee.reports import others, spans
from referee.reports.document import Several, Told
from referee.reports.marks import Line, by_reader, finished, go_on, heard, together
from referee.reports.once import Kept, Personal
from referee.reports.parts import Explain
from referee.reports.tabletop import Picture, picture
from referee.reports.templates import LinesError, environment
from referee.resources import Resources

FILE = "lines.txt.j2"
CORRECTIONS = "corrections.txt.j2"
"""What all games say alike, unless their own lines do."""
ALWAYS = ("table", "holding", "headline", "defaults")
MAY = ("about", "aim", "danger", "unspoken", "ranking", "choice", "code", "picture", "ended", "ending")
"""Parts of letters that a game has always, and that it may have."""

FOLDED = (Answered, OrderLapsed)
HEADLINE = "_Headline"
HOLDS = "_Holds"
MOMENT = "_Moment"
BESIDE = "_Beside"
REPLAY = "_Replay"
"""What the name of a macro ends in that makes a headline of an event, says whether it still holds when a step is over,
says it beside what everybody heard, or says it where a turn is gone through step by step."""

OWN = 30
"""How much more an event weighs for a reader whom it names."""


@value
class Weighty:
    """What happened, in the few words of a headline, and how much it matters."""

    weight: int
    text: str
    event: Event


class Lines:
    """Says what happened, what is asked and what stands on the table, in the words of one game."""

    def __init__(self, rules: Ruleset[Any, Any], resources: Resources) -> None:
        """Read the game's macros; raises `LinesError` if one is missing.

        ``unsaid`` hears of words for an order that break off, so that its letter is answered without them.
        """
        self.rules = rules
        self.unsaid: Callable[[Exception], None] | None = None
        self._say, self.cards = rules.words.say(resources.tables(rules.words.tables, rules.folder)), dict[str, str]()
        given = words(self._say, self.cards) | {"meaning": rules.ending.meaning}
        self.environment = environment(rules, resources, given)
        try:
            read = self.environment.get_template(FILE)
            module: Any = read.module
        except TemplateNotFound:
            raise LinesError(f"{rules.slug} has no {FILE} in {rules.folder}.") from None
        said = {**vars(self.environment.get_template(CORRECTIONS).module), **vars(module)}
        self._macros: dict[str, Callable[..., str]] = {name: macro for name, macro in said.items() if callable(macro)}
        if missing := [name for name in needed(rules) if name not in self._macros]:
            raise LinesError(f"{FILE} of {rules.slug} has no macro for {', '.join(missing)}.", read.filename or "")
        heard = {f"{kind.__name__}{HEADLINE}" for kind in rules.stored.events} | {f"{GameEnded.__name__}{HEADLINE}"}
        if stray := [name for name in self._macros if name.endswith(HEADLINE) and name not in heard]:
            raise LinesError(f"{FILE} of {rules.slug} has {', '.join(stray)}, but no such event.", read.filename or "")
        self._events = Kept(self._event)
        self._headlines = Kept(lambda name, e, me: spans.plain(self.phrase(name, e, me)))
        self._codes: dict[Any, str] = {}
        # By their names, so that a code tells no more than a name did.
        self.cards |= {self._say(card): self.code(card) for card in rules.words.cards}

    def event(self, e: Event, reader: Seat) -> list[Line]:
        """Say an event as this reader hears it; said once for each point of view."""
        once = self._events.of(type(e).__name__, e)
        said = once.to(reader)
        return [one._replace(mine=True) for one in said] if once.singles_out(reader) else said

    def has(self, name: str) -> bool:
        """Say whether the game has words that it may do without."""
        return name in self._macros

    def headline(self, view: Any, told: Iterable[Event], me: Seat) -> str:
        """Say what of a step matters most to a reader: the end, a danger, what befell them, or how things stand.

        ``view`` is an observer's; of the events only those count that everybody heard, for subjects hold public words,
        and none of which a macro such as ``ThroneTaken_Holds`` says nothing, since it was undone before the step ended.
        """
        told = [e for e in told if not self.has(name := f"{type(e).__name__}{HOLDS}") or self.phrase(name, e, view)]
        if end := ended(told):
            own = self.weightiest([end], me)
            return own.text if own else spans.plain(self.phrase("ended", view, end, me))
        danger = spans.plain(self.phrase("danger", view, me)) if "danger" in self._macros else ""
        if danger:
            return danger
        weighty = self.weightiest(told, me)
        if weighty:
            return weighty.text
        return spans.plain(self.phrase("headline", *(view, me)[: len(self._arguments("headline"))]))

    def weightiest(self, told: Iterable[Event], me: Seat = OBSERVER, suffix: str = HEADLINE) -> Weighty | None:
        """Find the event that everybody heard and that matters most, the later of equal ones.

        A macro called ``Banished_Headline`` gives such an event its weight, a number, and a few words behind it. What
        names the reader weighs more. For a last letter a macro ``Banished_Moment``, the ``suffix``, stands before it.
        """
        found: Weighty | None = None
        for e in told:
            name = f"{type(e).__name__}{suffix}"
            name = name if name in self._macros else f"{type(e).__name__}{HEADLINE}"
            if name not in self._macros or e.to != PUBLIC:
                continue
            said = self._headlines.of(name, e)
            weight, _, text = said.to(me).partition(" ")
            if not text:
                continue
            own = text != said.to(OBSERVER).partition(" ")[2]
            one = Weighty(int(weight) + OWN * own, text, e)
            if found is None or one.weight >= found.weight:
                found = one
        return found

    def moment(self, e: Event, me: Seat) -> str:
        """Say to a reader of the last letter what decided the game."""
        said = self.weightiest([e], me, MOMENT)
        return spans.cap(said.text) if said else ""

    def _arguments(self, name: str) -> Sequence[str]:
        macro: Any = self._macros[name]
        arguments: Sequence[str] = macro.arguments
        return arguments

    def answered(self, e: Answered) -> str:
        """Say in a few words what one's order or answer led to; nothing where the game leaves that to the story."""
        name = f"Answered_{e.about}"
        return self.phrase(name, e) if self.has(name) else ""

    def beside(self, e: Event, reader: Seat) -> list[Line]:
        """Say what stands among what everybody heard, of an event that few were told."""
        name = f"{type(e).__name__}{BESIDE}"
        return heard(self._call(name, e, reader)) if name in self._macros else []

    def replayed(self, e: Event) -> list[Line]:
        """Say to everybody what happened where a turn is gone through step by step, by words for that if there are."""
        name = f"{type(e).__name__}{REPLAY}"
        return heard(self._call(name, e, OBSERVER)) if name in self._macros else self.event(e, OBSERVER)

    def explaining(self, view: Any) -> Explain:
        """Return what explains each of some orders to who has this view."""
        return lambda orders: [self.order(one, view, orders[:i], orders[i + 1 :]) for i, one in enumerate(orders)]

    def order(
        self, order: Order | None, view: Any, before: Sequence[Order | None] = (), after: Sequence[Order | None] = ()
    ) -> str:
        """Explain an order in plain words, if the game has words for it.

        ``before`` and ``after`` stand above and below it; those of the same word may make one list with it.
        """
        try:
            return self._explained(order, view, before, after)
        except Exception as error:
            if self.unsaid is None:
                raise
            self.unsaid(error)
            return ""

    def _explained(self, order: Order | None, view: Any, *around: Sequence[Order | None]) -> str:
        if isinstance(order, If):
            return self._conditional(order, view, *around)
        name = f"Order_{type(order).__name__}"
        if order is None or name not in self._macros:
            return ""
        wanted = len(self._arguments(name))
        listed = [alike(order, others) for others in around[: max(0, wanted - 2)]]
        return self.phrase(name, *(order, view)[:wanted], *listed)

    def _conditional(self, order: If, view: Any, *around: Sequence[Order | None]) -> str:
        """Explain an order under conditions, if the game has words for all of it."""
        kinds = [f"If_{type(test.condition).__name__}" for test in order.tests]
        then, otherwise = (self._explained(one, view, *around) for one in (order.then, order.otherwise))
        if not then or not all(kind in self._macros for kind in kinds):
            return ""
        tests = [
            self.phrase(kind, one.condition, one.wanted, *([view.seat] if "me" in self._arguments(kind) else []))
            for kind, one in zip(kinds, order.tests, strict=True)
        ]
        return self.phrase("Order_If", order, spans.spoken(tests), _small(then), _small(otherwise))

    def defaults(self, view: Any, orders: Sequence[Order | None] = ()) -> str:
        """Say what happens where no order speaks, given those that are on file, if the game has words for that."""
        if not orders or "unspoken" not in self._macros:
            return self.phrase("defaults", view)
        filed = [inner for _, inner in inside(one for one in orders if one is not None)]
        sure = dict.fromkeys(type(one).__name__ for one in orders if not isinstance(one, If))
        perhaps = dict.fromkeys(type(part).__name__ for one in orders if isinstance(one, If) for part in one.parts)
        told = (view, tuple(sure), tuple(perhaps), filed)
        return self.phrase("unspoken", *told[: len(self._arguments("unspoken"))])

    def question(self, ask: Ask[Any], me: Seat) -> Told:
        """Put a question into words."""
        return self.block(f"Ask_{type(ask).__name__}", ask, me)

    def choices(self, ask: Ask[Any]) -> list[str]:
        """Name what may be answered."""
        return [self.choice(ask, choice) for choice in ask.choices]

    def choice(self, ask: Ask[Any], choice: Any) -> str:
        """Name one answer."""
        return self.phrase("choice", ask, choice)

    def phrase(self, name: str, *given: Any) -> str:
        """Say what a macro says as one line, with the marks of its spans."""
        return spans.line(self._call(name, *given))

    def block(self, name: str, *given: Any) -> Told:
        """Say what a macro says in groups of lines."""
        return finished(heard(self._call(name, *given)))

    def table(self, view: Any) -> Callable[[Any], Several]:
        """Show to each reader where the game stands: as a picture if the game has one, and what is said beside it."""
        drawn = self.picture(view)

        def to(me: Seat) -> Several:
            said = self.block("table", view, me)
            shown = (replace(drawn, words=self.block("picture", view, me)),) if drawn is not None else ()
            return Several((*shown, said) if said else shown)

        return to

    def picture(self, view: Any) -> Picture | None:
        """Return the table as a picture, without its words; nothing if the game has none."""
        lay_out = self.rules.words.tabletop
        if lay_out is None or "picture" not in self._macros:
            return None
        return picture(lay_out(view), self._say, self.code)

    def named(self, card: Any) -> str:
        """Name a card in full."""
        return self._say(card)

    def code(self, card: Any) -> str:
        """Name a card as orders do; a picture of the table names most of them in each turn."""
        if card not in self._codes:
            self._codes[card] = spans.plain(self.phrase("code", card))
        return self._codes[card]

    def coded(self, card: Any) -> str:
        """Return the same with the card's name to it."""
        return str(spans.coded(self.code(card), self._say(card)))

    def _event(self, name: str, e: Event, me: Any) -> list[Line]:
        return heard(self._call(name, e, me)) if name in self._macros else []

    def _call(self, name: str, *given: Any) -> str:
        """Call a macro; what is wrong in it is raised with the line of the template where it stands."""
        try:
            return self._macros[name](*given)
        except Personal:
            raise
        except Exception:  # noqa: BLE001 - as Jinja itself does it
            self.environment.handle_exception()


@value
class Story:
    """A step as one reader hears it, each part in the order it happened.

    ``own`` is what everybody, or all but some, heard and what touches the reader; ``rest`` all else that they heard;
    ``known`` what few or only the reader did.
    """

    own: Told
    rest: Told
    known: Told


def story(lines: Lines, told: Iterable[Event], reader: Seat) -> Story:
    """Tell a step."""
    everybody: list[Line] = []
    few: list[Line] = []
    last = None
    for e in in_time(told):
        if isinstance(e, FOLDED):
            continue
        said = lines.event(e, reader)
        if said:
            part = everybody if e.to.others else few
            go_on(part, said, part is last)
            last = part
        if not e.to.others and (beside := lines.beside(e, reader)):
            go_on(everybody, beside, True)
            last = everybody
    return Story(*by_reader(together(everybody)), finished(together(few)))


def needed(rules: Ruleset[Any, Any]) -> list[str]:
    """List the macros that a game must have."""
    events = [kind.__name__ for kind in rules.stored.events if kind not in (*FOLDED, GameEnded)]
    questions = [f"Ask_{kind.__name__}" for kind in rules.stored.asks if kind.live]
    return [*events, *questions, *(["choice"] if questions else []), *ALWAYS]


def possible(rules: Ruleset[Any, Any]) -> list[str]:
    """List the macros that a game may have."""
    kinds: tuple[type[Event], ...] = (*rules.stored.events, GameEnded)
    events = [f"{kind.__name__}{end}" for kind in kinds for end in (HEADLINE, HOLDS, MOMENT, BESIDE, REPLAY)]
    orders = [f"Order_{kind.__name__}" for kind in (*rules.orders.verbs, *rules.seating.wishes)]
    tests = [f"If_{kind.__name__}" for kind in rules.orders.conditions]
    questions = [f"{said}_{kind.__name__}" for kind in rules.stored.asks for said in ("Answered", "Ask")]
    return [*events, *orders, *tests, *questions, *MAY]


def words(say_one: Callable[[Any], str], codes: Mapping[str, str]) -> dict[str, Callable[..., Any]]:
    """Name what all templates may say their values with; ``codes`` are those of cards by their names."""
    return {
        "say": _sayer(say_one, codes), "coded": lambda card: spans.coded(str(card), say_one(card)),
        "who": _naming(spans.who), "whom": _naming(spans.whom), "whose": _naming(spans.whose),
        "order": spans.order, "rule": spans.rule, "strong": spans.strong,
        "does": spans.does, "is_me": spans.is_me,
        "plural": spans.plural, "number": spans.number, "spoken": spans.spoken, "cap": spans.cap,
        "ranked": spans.ranked, "oneline": spans.oneline, "barred": others.barred, "inline": others.inline,
        "kind_of": lambda one: type(one).__name__,
    }  # fmt: skip


def _sayer(say_one: Callable[[Any], str], codes: Mapping[str, str]) -> Callable[[Any], str]:
    def say(value: Any) -> str:
        """Name a card or whatever the game names; several as they are spoken."""
        if isinstance(value, tuple | list):
            return spans.spoken([say(one) for one in value])
        name = say_one(value)
        return spans.card(name, codes[name]) if name in codes else name

    return say


def _naming(name: Callable[[str, str], str]) -> Callable[..., str]:
    """Mark the words that name a player."""

    def marked(seat: str, me: str = "") -> str:
        return spans.seat(name(seat, me), seat, spans.is_me(seat, me))

    return marked


def _small(sentence: str) -> str:
    """Put a sentence behind a colon."""
    return sentence[:1].lower() + sentence[1:]
