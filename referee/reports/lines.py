"""The words of one game: the macros of its lines.txt.j2, said for an event, an ask, an order or a view.

A macro's output is lines. A plain one is a sentence, wrapped with a hanging indent as deep as its own leading
blanks; one that begins with ``| `` is printed as it stands, without the mark; one that begins with ``+`` goes on
with the line before, also that of the event told just before; an empty one is a paragraph break, a lone ``|`` an
empty line that stays even at the edge. A line's end right behind a tag (``%}``) does not count, nor do the blanks
before a tag that begins a line; ``+%}`` keeps the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, nodes
from jinja2.runtime import Context, Macro

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed, mentioned
from referee.engine.orders import Order
from referee.engine.ruleset import Ruleset
from referee.reports import speech, wrap
from referee.resources import Resources

FILE = "lines.txt.j2"
MARGIN = "  "
ALWAYS = ("table", "holding", "headline", "defaults", "ending")
FOLDED = (Answered, OrderLapsed)
KEPT_EVENTS = 2048


class LinesError(ValueError):
    """A game's lines that cannot be used; the message names the file and what it lacks."""


class Mark(Enum):
    """What a line of a macro is."""

    PLAIN = ""
    FIXED = "| "
    MORE = "+"
    BREAK = "\n"


class Said(NamedTuple):
    """One line as a macro said it; plain and fixed ones have their margin already."""

    mark: Mark
    text: str


class Lines:
    """Says what happened, what is asked and what stands on the table, in the words of one game."""

    def __init__(self, rules: Ruleset[Any, Any], resources: Resources) -> None:
        """Read the game's macros; raises `LinesError` if one is missing."""
        self.rules = rules
        self.environment = environment(rules, resources)
        try:
            module: Any = self.environment.get_template(FILE).module
        except TemplateNotFound:
            raise LinesError(f"{rules.slug} has no {FILE} in {rules.folder}.") from None
        self._macros: dict[str, Callable[..., str]] = {
            name: macro for name, macro in vars(module).items() if callable(macro)
        }
        if missing := [name for name in needed(rules) if name not in self._macros]:
            raise LinesError(f"{FILE} of {rules.slug} has no macro for {', '.join(missing)}.")
        self._told_alike = told_alike(self.environment)
        self._events: dict[int, tuple[Event, set[str], dict[str, list[Said]]]] = {}

    def event(self, e: Event, reader: Seat) -> list[Said]:
        """Say an event as this reader hears it; said once for each point of view."""
        kept = self._events.get(id(e))
        if kept is None:
            if len(self._events) >= KEPT_EVENTS:
                self._events.clear()
            alike = type(e).__name__ in self._told_alike
            # The event is kept too, so that its id stays its own.
            kept = self._events[id(e)] = (e, set() if alike else mentioned(e), {})
        _, mentions, by_view = kept
        me = reader if reader in mentions else ""
        said = by_view.get(me)
        if said is None:
            said = by_view[me] = self._event(e, me)
        return said

    def answered(self, e: Answered) -> str:
        """Say in a few words what one's order or answer led to."""
        return self.phrase(f"Answered_{e.about}", e)

    def order(self, order: Order | None) -> str:
        """Explain an order in plain words, if the game has words for it."""
        name = f"Order_{type(order).__name__}"
        return self.phrase(name, order) if order is not None and name in self._macros else ""

    def question(self, ask: Ask[Any], me: Seat) -> list[str]:
        """Put a question into words."""
        return self.block(f"Ask_{type(ask).__name__}", ask, me)

    def choices(self, ask: Ask[Any]) -> list[str]:
        """Name what may be answered."""
        return [self.phrase("choice", ask, choice) for choice in ask.choices]

    def phrase(self, name: str, *given: Any) -> str:
        """Say what a macro says as one line."""
        return speech.oneline(wrap.clean(self._call(name, *given)))

    def block(self, name: str, *given: Any) -> list[str]:
        """Say what a macro says as finished lines with a margin."""
        return finished(heard(self._call(name, *given)))

    def _event(self, e: Event, me: str) -> list[Said]:
        name = type(e).__name__
        return heard(self._call(name, e, me)) if name in self._macros else []

    def _call(self, name: str, *given: Any) -> str:
        """Call a macro; what is wrong in it is raised with the line of the template where it stands."""
        try:
            return self._macros[name](*given)
        except TemplateError:
            self.environment.handle_exception()


def story(lines: Lines, told: Iterable[Event], reader: Seat) -> tuple[list[str], list[str]]:
    """Tell a step in the order it happened: what everybody or all but some heard, and what few or only one did."""
    everybody: list[Said] = []
    few: list[Said] = []
    last = None
    for e in told:
        if isinstance(e, FOLDED):
            continue
        said = lines.event(e, reader)
        if said:
            part = everybody if e.to.others else few
            _go_on(part, said, part is last)
            last = part
    return finished(everybody), finished(few)


def heard(text: str) -> list[Said]:
    """Read the marks of a macro's output; empty lines at its edges do not count. Only the first may still go on."""
    out: list[Said] = []
    for line in wrap.clean(text).strip("\n").split("\n") if text.strip() else ():
        _go_on(out, [_said(line.rstrip())], bool(out))
    return out


def _go_on(out: list[Said], said: Sequence[Said], follows: bool) -> None:
    """Add what was said next; if it goes on with the line before, that must be just before it and no break."""
    first = said[0]
    if first.mark is not Mark.MORE:
        out += said
        return
    if not out and not follows:
        out += said
    elif out and follows and out[-1].mark is not Mark.BREAK:
        out[-1] = Said(out[-1].mark, out[-1].text + first.text)
    else:
        out.append(Said(Mark.PLAIN, MARGIN + first.text.lstrip()))
    out += said[1:]


def finished(said: Iterable[Said]) -> list[str]:
    """Turn lines into what is printed, wrapped; empty ones never stand at the beginning, the end, or two in a row."""
    out: list[str] = []
    for mark, text in said:
        if mark is Mark.MORE:
            out += wrap.wrapped(MARGIN + text.lstrip())
        elif mark is not Mark.BREAK:
            out += wrap.wrapped(text)
        elif out and out[-1]:
            out.append("")
    return out[:-1] if out and not out[-1] else out


def needed(rules: Ruleset[Any, Any]) -> list[str]:
    """List the macros that a game must have."""
    events = [kind.__name__ for kind in rules.events if kind not in (*FOLDED, GameEnded)]
    answers = [f"Answered_{kind.__name__}" for kind in rules.asks]
    questions = [f"Ask_{kind.__name__}" for kind in rules.asks if kind.live]
    return [*events, *answers, *questions, *(["choice"] if questions else []), *ALWAYS]


def told_alike(made: Environment) -> frozenset[str]:
    """Name the macros of a game's lines that never ask who reads: what they say need be said only once.

    One that takes in another template is not among them, for that might ask.
    """
    assert made.loader is not None
    source, _, _ = made.loader.get_source(made, FILE)
    macros = list(made.parse(source).find_all(nodes.Macro))
    return frozenset(macro.name for macro in macros) - {macro.name for macro in macros if _asks_who_reads(macro)}


def _asks_who_reads(macro: nodes.Macro) -> bool:
    reader = {*[argument.name for argument in macro.args[1:]], "varargs", "kwargs"}
    used = {name.name for part in macro.body for name in part.find_all(nodes.Name)}
    return bool(reader & used) or any(macro.find_all((nodes.Include, nodes.Import, nodes.FromImport)))


class Plain(Context):
    """What templates are run in. None of their functions wants the context itself, so calls go straight through.

    Jinja's own way of calling looks at each function anew, which took a third of a letter's time.
    """

    def call(
        self,
        function: Callable[..., Any],
        /,
        *given: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **named: Any,
    ) -> Any:
        """Call what a template calls; Jinja also gives it the variables around the call, which nothing here wants."""
        if not named and type(function) is Macro and len(given) == function._argument_count and not function.caller:
            return function._func(*given)  # all that is left to do for a macro that was given what it takes
        return function(*given, **named)


def environment(rules: Ruleset[Any, Any], resources: Resources) -> Environment:
    """Make the environment of one game's letters: plain text, strict about names, with the words that all games use."""
    folders = resources.template_folders(rules.slug, rules.folder)
    made = Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=False,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.context_class = Plain
    words: dict[str, Callable[..., Any]] = {
        "say": _sayer(rules, resources),
        "who": speech.who, "whom": speech.whom, "whose": speech.whose, "does": speech.does, "is_me": speech.is_me,
        "plural": speech.plural, "number": speech.number, "spoken": speech.spoken, "cap": speech.cap,
        "oneline": speech.oneline,
        "pad": wrap.pad, "lpad": wrap.lpad, "columns": wrap.columns, "width": wrap.width,
    }  # fmt: skip
    made.globals.update(words)
    made.filters.update(words)
    return made


def _sayer(rules: Ruleset[Any, Any], resources: Resources) -> Callable[[Any], str]:
    say_one = rules.say({name: resources.table(name, game_folder=rules.folder) for name in rules.tables})

    def say(value: Any) -> str:
        """Name a card or whatever the game names; several as they are spoken."""
        if isinstance(value, tuple | list):
            return speech.spoken([say_one(one) for one in value])
        return say_one(value)

    return say


def _said(line: str) -> Said:
    match line[:2]:
        case "":
            return Said(Mark.BREAK, "")
        case "| " | "|":
            return Said(Mark.FIXED, MARGIN + line[2:]) if line[2:] else Said(Mark.BREAK, "")
        case mark if mark[0] == "+":
            glue = " " if line[1:2].isalnum() else ""
            return Said(Mark.MORE, glue + line[1:])
        case _:
            return Said(Mark.PLAIN, MARGIN + line)
