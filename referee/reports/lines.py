"""The words of one game: the macros of its lines.txt.j2, said for an event, an ask, an order or a view.

A macro's output is lines. A plain one is a sentence; four blanks before it make it belong to the one before. ``= ``
begins a row of a table, ``== `` its header, and `` | `` parts the cells, which know no width. ``> `` begins words of
others, which stand behind a bar (within a sentence they go through `inline`). A line that begins with ``+`` goes on
with the one before, also that of the event told just before (with a row if it begins another cell: ``+ | too low``);
one that begins with ``&`` does so only if both are about the same subject; one that begins with ``* `` is an item of
a list, behind which an empty line follows; an empty one is a paragraph break, a lone ``|`` one that stays even at the
edge. A line's end right behind a tag (``%}``) does not count, nor do the blanks before a tag that begins a line;
``+%}`` keeps the end.

A sentence may part its subject from the rest by `` ~``: ``Ana ~was beaten by 4.`` If one that goes on with it has the
same subject (``+Ana ~lost a card.``) they become one: ``Ana was beaten by 4 and lost a card.`` What may be said of
several at once is parted by `` ~~``: ``Ana ~~came home.`` and ``Bo ~~came home.``, one behind the other, become ``Ana
and Bo came home.``, and with `` ~~each `` instead ``Ana and Bo each came home.`` What a macro called
``Drawn_Beside`` says of an event that few were told stands among what everybody heard, in the letters of those few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, NamedTuple

from jinja2 import TemplateNotFound

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed
from referee.engine.orders import If, Order
from referee.engine.ruleset import Ruleset
from referee.reports import others, speech, wrap
from referee.reports.document import Block, Said, Sentence, Table, Told
from referee.reports.once import Once, Personal
from referee.reports.templates import LinesError, environment
from referee.resources import Resources

FILE = "lines.txt.j2"
CORRECTIONS = "corrections.txt.j2"
"""What all games say alike, unless their own lines do."""
DEEPER = " " * 4
"""The blanks before a sentence that belongs to the one before it."""

ALWAYS = ("table", "holding", "headline", "defaults", "ending")
FOLDED = (Answered, OrderLapsed)
KEPT_EVENTS = 2048
MOST_OF_ONE = 3
"""So many things are said of one subject in one sentence."""


class Mark(Enum):
    """What a line of a macro is."""

    PLAIN = ""
    ROW = "= "
    HEADER = "== "
    OTHERS = "> "
    ITEM = "* "
    MORE = "+"
    ALIKE = "&"
    BREAK = "\n"


GOES_ON = (Mark.MORE, Mark.ALIKE)
ROWS = (Mark.ROW, Mark.HEADER)
CLOSED = (Mark.BREAK, Mark.ITEM, Mark.OTHERS)
"""Lines with which none goes on."""


class Line(NamedTuple):
    """One line as a macro said it, or several made one.

    ``subject`` is that of its last sentence, if it has one marked, and ``what`` is said of it there; ``several`` are
    those of whom it is said, if it may be said of more, and ``each`` whether of each of them.
    """

    mark: Mark
    text: str
    subject: str = ""
    what: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    each: bool = False


class Lines:
    """Says what happened, what is asked and what stands on the table, in the words of one game."""

    def __init__(self, rules: Ruleset[Any, Any], resources: Resources) -> None:
        """Read the game's macros; raises `LinesError` if one is missing."""
        self.rules = rules
        self.environment = environment(rules, resources, words(rules, resources))
        try:
            read = self.environment.get_template(FILE)
            module: Any = read.module
        except TemplateNotFound:
            raise LinesError(f"{rules.slug} has no {FILE} in {rules.folder}.") from None
        said = {**vars(self.environment.get_template(CORRECTIONS).module), **vars(module)}
        self._macros: dict[str, Callable[..., str]] = {name: macro for name, macro in said.items() if callable(macro)}
        if missing := [name for name in needed(rules) if name not in self._macros]:
            raise LinesError(f"{FILE} of {rules.slug} has no macro for {', '.join(missing)}.", read.filename or "")
        self._events: dict[int, tuple[Event, Once[list[Line]]]] = {}

    def event(self, e: Event, reader: Seat) -> list[Line]:
        """Say an event as this reader hears it; said once for each point of view."""
        kept = self._events.get(id(e))
        if kept is None:
            if len(self._events) >= KEPT_EVENTS:
                self._events.clear()
            # The event is kept too, so that its id stays its own.
            kept = self._events[id(e)] = (e, Once(lambda me: self._event(e, me)))
        return kept[1].to(reader)

    def answered(self, e: Answered) -> str:
        """Say in a few words what one's order or answer led to."""
        return self.phrase(f"Answered_{e.about}", e)

    def beside(self, e: Event, reader: Seat) -> list[Line]:
        """Say what stands among what everybody heard, of an event that few were told."""
        name = f"{type(e).__name__}_Beside"
        return heard(self._call(name, e, reader)) if name in self._macros else []

    def order(self, order: Order | None, view: Any) -> str:
        """Explain an order in plain words, if the game has words for it."""
        if isinstance(order, If):
            return self._conditional(order, view)
        macro: Any = self._macros.get(f"Order_{type(order).__name__}")
        if order is None or macro is None:
            return ""
        return self.phrase(macro.name, *(order, view)[: len(macro.arguments)])

    def _conditional(self, order: If, view: Any) -> str:
        """Explain an order under conditions, if the game has words for all of it."""
        kinds = [f"If_{type(test.condition).__name__}" for test in order.tests]
        then = self.order(order.then, view)
        otherwise = self.order(order.otherwise, view)
        if "Order_If" not in self._macros or not then or not all(kind in self._macros for kind in kinds):
            return ""
        tests = [self.phrase(kind, one.condition, one.wanted) for kind, one in zip(kinds, order.tests, strict=True)]
        return self.phrase("Order_If", order, speech.spoken(tests), _small(then), _small(otherwise))

    def defaults(self, view: Any, orders: Iterable[Order | None] = ()) -> str:
        """Say what happens where no order speaks, given those that are on file, if the game has words for that."""
        if not orders or "unspoken" not in self._macros:
            return self.phrase("defaults", view)
        sure: dict[str, None] = {}
        perhaps: dict[str, None] = {}
        for one in orders:
            if isinstance(one, If):
                perhaps.update((type(inner).__name__, None) for inner in (one.then, one.otherwise) if inner)
            else:
                sure[type(one).__name__] = None
        return self.phrase("unspoken", view, tuple(sure), tuple(perhaps))

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
        """Say what a macro says as one line."""
        return speech.oneline(wrap.clean(self._call(name, *given)))

    def block(self, name: str, *given: Any) -> Told:
        """Say what a macro says in groups of lines."""
        return finished(heard(self._call(name, *given)))

    def _event(self, e: Event, me: str) -> list[Line]:
        name = type(e).__name__
        return heard(self._call(name, e, me)) if name in self._macros else []

    def _call(self, name: str, *given: Any) -> str:
        """Call a macro; what is wrong in it is raised with the line of the template where it stands."""
        try:
            return self._macros[name](*given)
        except Personal:
            raise
        except Exception:  # noqa: BLE001 - as Jinja itself does it
            self.environment.handle_exception()


def story(lines: Lines, told: Iterable[Event], reader: Seat) -> tuple[Told, Told]:
    """Tell a step in the order it happened: what everybody or all but some heard, and what few or only one did."""
    everybody: list[Line] = []
    few: list[Line] = []
    last = None
    for e in told:
        if isinstance(e, FOLDED):
            continue
        said = lines.event(e, reader)
        if said:
            part = everybody if e.to.others else few
            _go_on(part, said, part is last)
            last = part
        if not e.to.others and (beside := lines.beside(e, reader)):
            _go_on(everybody, beside, True)
            last = everybody
    return finished(_together(everybody)), finished(_together(few))


def heard(text: str) -> list[Line]:
    """Read the marks of a macro's output; empty lines at its edges do not count. Only the first may still go on."""
    out: list[Line] = []
    for line in wrap.clean(text).strip("\n").split("\n") if text.strip() else ():
        _go_on(out, [_said(line.rstrip())], bool(out))
    return out


def _go_on(out: list[Line], said: Sequence[Line], follows: bool) -> None:
    """Add what was said next; if it goes on with the line before, that must be just before it and no break."""
    first = said[0]
    if first.mark not in GOES_ON or not (out or follows):
        out += said
        return
    rest = said[1:]
    before = out[-1] if out and follows and _open(out[-1], first) else None
    alike = before is not None and first.subject != "" and before.subject == first.subject
    if before is not None and alike and len(before.what) < MOST_OF_ONE:
        what = (*before.what, *first.what)
        start = before.text.removesuffix(_sentence(before.subject, before.what))
        several = before.several if first.several else ()
        text = start + _sentence(first.subject, what)
        out[-1] = before._replace(text=text, what=what, several=several, each=before.each or first.each)
        out += rest
    elif before is not None and first.mark is Mark.MORE and (both := _of_both(before, first)):
        out[-1] = both
        out += rest
    elif before is not None and (alike or first.mark is Mark.MORE):
        out[-1] = first._replace(mark=before.mark, text=before.text + first.text)
        out += rest
    else:
        out.append(first._replace(mark=Mark.PLAIN, text=first.text.lstrip()))
        out += rest


def _open(before: Line, more: Line) -> bool:
    """Say whether a line may go on with another; with a row only another cell may."""
    if before.mark in ROWS:
        return more.text.lstrip().startswith("|")
    return before.mark not in CLOSED


def _together(said: Iterable[Line]) -> list[Line]:
    """Say once what is said of one after another, each in a paragraph or a line of its own."""
    out: list[Line] = []
    for one in said:
        parted = len(out) > 1 and out[-1].mark is Mark.BREAK
        before = out[-2] if parted else out[-1] if out else None
        both = _of_both(before, one) if before is not None and before.mark is one.mark is Mark.PLAIN else None
        if both is not None and one.text.strip() == _sentence(one.subject, one.what):
            out[-2 if parted else -1 :] = [both]
        else:
            out.append(one)
    return out


def _of_both(before: Line, after: Line) -> Line | None:
    """Say of both what is said of each of them, if it is the same and may be said of several."""
    if not (before.several and after.several):
        return None
    if before.what != after.what or before.each != after.each or before.subject == after.subject:
        return None
    several = (*before.several, *("you" if one == "You" else one for one in after.several))
    subject = speech.spoken(several)
    start = before.text.removesuffix(_sentence(_who(before), before.what))
    one = before._replace(subject=subject, several=several)
    return one._replace(text=start + _sentence(_who(one), before.what))


def _who(said: Line) -> str:
    return f"{said.subject} each" if said.each and len(said.several) > 1 else said.subject


def _sentence(subject: str, what: Sequence[str]) -> str:
    """Say several things of one subject: ``Ana was beaten by 4, lost a card and went home.``"""
    said = [one.removesuffix(".") for one in what]
    comma = "," if any(", " in one or " and " in one for one in said[:-1]) else ""
    return f"{subject} {', '.join(said[:-1])}{comma} and {said[-1]}." if len(said) > 1 else f"{subject} {said[0]}."


def finished(said: Iterable[Line]) -> Told:
    """Put lines into groups; a break ends one, and so does what follows the items of a list."""
    groups: list[list[Block]] = [[]]
    last = Mark.BREAK
    for one in said:
        if one.mark is Mark.BREAK or (last is Mark.ITEM and one.mark is not Mark.ITEM):
            groups.append([])
        match _block(one):
            case None:
                pass
            case Table() as row:
                _under(groups[-1], row)
            case block:
                groups[-1].append(block)
        last = one.mark
    return Told(tuple(tuple(group) for group in groups if group))


def _block(one: Line) -> Block | None:
    match one.mark:
        case Mark.BREAK:
            return None
        case Mark.OTHERS:
            return Said(others.lines_of(one.text), 1)
        case Mark.ROW | Mark.HEADER:
            return Table((_cells(one.text),), one.mark is Mark.HEADER, _level(one))
        case _:
            return Sentence(one.text.lstrip(), _level(one))


def _under(group: list[Block], row: Table) -> None:
    """Put a row below the one before it, if that is one of the same table."""
    last = group[-1] if group else None
    if isinstance(last, Table) and last.level == row.level and not row.header:
        group[-1] = Table((*last.rows, *row.rows), last.header, last.level)
    else:
        group.append(row)


def _cells(text: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in text.strip().split("|"))


def _level(one: Line) -> int:
    """Say how deep a line stands below the sentence before it; what goes on with one stands at the margin."""
    return 0 if one.mark in GOES_ON else (len(one.text) - len(one.text.lstrip())) // len(DEEPER)


def needed(rules: Ruleset[Any, Any]) -> list[str]:
    """List the macros that a game must have."""
    events = [kind.__name__ for kind in rules.stored.events if kind not in (*FOLDED, GameEnded)]
    answers = [f"Answered_{kind.__name__}" for kind in rules.stored.asks]
    questions = [f"Ask_{kind.__name__}" for kind in rules.stored.asks if kind.live]
    return [*events, *answers, *questions, *(["choice"] if questions else []), *ALWAYS]


def words(rules: Ruleset[Any, Any], resources: Resources) -> dict[str, Callable[..., Any]]:
    """Name what all templates may say their values with."""
    return {
        "say": _sayer(rules, resources),
        "who": speech.who, "whom": speech.whom, "whose": speech.whose, "does": speech.does, "is_me": speech.is_me,
        "plural": speech.plural, "number": speech.number, "spoken": speech.spoken, "cap": speech.cap,
        "oneline": speech.oneline, "barred": others.barred, "inline": others.inline,
    }  # fmt: skip


def _sayer(rules: Ruleset[Any, Any], resources: Resources) -> Callable[[Any], str]:
    say_one = rules.words.say({name: resources.table(name, game_folder=rules.folder) for name in rules.words.tables})

    def say(value: Any) -> str:
        """Name a card or whatever the game names; several as they are spoken."""
        if isinstance(value, tuple | list):
            return speech.spoken([say_one(one) for one in value])
        return say_one(value)

    return say


def _said(line: str) -> Line:
    if line.startswith(Mark.OTHERS.value):
        return Line(Mark.OTHERS, line[2:])
    subject, parted, what = line.partition(" ~")
    if not parted:
        return _marked(line)
    who, said = subject.lstrip("+& "), what.removeprefix("~").removeprefix("each ")
    several = (who,) if what.startswith("~") else ()
    marked = _marked(f"{subject} {said}")
    return marked._replace(subject=who, what=(said,), several=several, each=what.startswith("~each "))


def _marked(text: str) -> Line:
    line = text.lstrip(" ")
    blanks = text[: len(text) - len(line)]
    match line[:2]:
        case "":
            return Line(Mark.BREAK, "")
        case "|":
            return Line(Mark.BREAK, "")
        case "= " | "==" | "=":
            header = line.startswith("==")
            return Line(Mark.HEADER if header else Mark.ROW, blanks + line[1 + header :])
        case "* ":
            return Line(Mark.ITEM, line[2:])
        case mark if mark[0] in "+&":
            glue = " " if line[1:2].isalnum() else ""
            return Line(Mark(mark[0]), glue + line[1:])
        case _:
            return Line(Mark.PLAIN, text)


def _small(sentence: str) -> str:
    """Put a sentence behind a colon."""
    return sentence[:1].lower() + sentence[1:]
