"""What a letter's lines come to: the same path for mail, the command line and `orders check`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from referee.engine.audience import Seat
from referee.engine.commands import Command, Press, Rules
from referee.engine.errors import Illegal, OrderError
from referee.engine.intent import with_examples
from referee.engine.lexicon import Lexicon, first_word, split
from referee.engine.orders import Order
from referee.engine.reader import MAX_LINE, MOST_LOOKED_AT, Reader
from referee.engine.ruleset import Ruleset
from referee.engine.sections import Remark
from referee.engine.sheet import Heard, Line, OnFile, Sheet
from referee.engine.values import value
from referee.reports.rulebook import has_part

FILED = (Heard.ORDER, Heard.STANDING, Heard.ADVANCE)
MOST_PASSED_OVER = 12
MOST_WORDS = 3
"""So many words behind HELP may be looked up in the rules; what is longer was meant otherwise."""


@value
class Clerk:
    """Who reads a seat's lines, with all that is needed for it: rules, words, the seat, the open turn, what it knows.

    ``unruled`` says why orders are not taken any more on which the GM must rule, or ''. ``secret_in`` returns the
    first piece of our letters to the seat that stands in some words and that not the whole table was told, or ''.
    """

    rules: Ruleset[Any, Any]
    lexicon: Lexicon
    seat: Seat
    turn: int
    view: Any
    unruled: Callable[[], str] = lambda: ""
    hear: Callable[[Sequence[str]], Sheet] | None = None
    """Reads lines first where they can do no harm, if they come from without."""
    secret_in: Callable[[str], str] = lambda _: ""

    @property
    def read(self) -> Callable[[str], Order]:
        """What reads one stored line."""
        return self.rules.reader(self.lexicon, self.seat)


@value
class Understood:
    """A letter read: its sheet, in which refused orders have become lines with an error, and what is on file after it.

    ``orders`` are those in force now, numbered; ``warnings`` remark on them. ``passed_over`` are lines elsewhere in
    the letter that read like orders, with the place they stood in. ``changed`` says whether the file is another now.
    ``plain`` is the sheet as the grammar alone read it.
    """

    plain: Sheet
    sheet: Sheet
    file: OnFile
    orders: tuple[Order, ...]
    warnings: tuple[Remark, ...]
    passed_over: tuple[tuple[str, str], ...] = ()
    changed: bool = False

    @property
    def taken(self) -> int:
        """How many order lines of this letter were filed."""
        return sum(line.heard in FILED for line in self.sheet.lines)

    @property
    def brings(self) -> bool:
        """Whether this letter has a line that brings or withdraws orders."""
        return not self.sheet.kinds.isdisjoint((*FILED, Heard.CLEAR, Heard.CANCEL))

    @property
    def sealed(self) -> Sheet:
        """The sheet for others than the player: lines that cannot be read are explained by no card of the seat."""
        pairs = zip(self.plain.lines, self.sheet.lines, strict=True)
        return Sheet(tuple(plain if plain.heard is Heard.UNREADABLE else line for plain, line in pairs))

    @property
    def unused(self) -> list[Line]:
        """The lines that could not be used, as written and with the reason."""
        return [line for line in self.sheet.lines if line.heard is Heard.UNREADABLE]


def understand(
    clerk: Clerk, before: OnFile, lines: Iterable[str], elsewhere: Sequence[tuple[str, str]] = ()
) -> Understood:
    """Read what a player wrote now, and file it; ``elsewhere`` are their other lines with the place they stand in."""
    hear = clerk.hear or Reader(clerk.rules.grammar, clerk.lexicon, clerk.seat, clerk.turn).read
    plain = with_meanings(clerk.rules, hear(list(lines)))
    sheet = with_examples(clerk.rules, clerk.view, clerk.lexicon, clerk.seat, plain)
    sheet = Sheet(tuple(_without_secrets(clerk, line) for line in sheet.lines))
    at_once = sheet.orders(Heard.AT_ONCE)
    tried = _filed(clerk, before, sheet, at_once)
    allowed = without_refused(clerk, before, sheet, tried.remarks)
    filed = _filed(clerk, before, allowed) if at_once or allowed != sheet else tried
    warnings = tuple(r for r in filed.remarks if not r.refuses)
    now = {n: lines for n, lines in before.turns.items() if n >= clerk.turn}  # what is past is no change
    changed = filed.file != replace(before, turns=now)
    return Understood(plain, allowed, filed.file, filed.orders, warnings, passed_over(clerk, elsewhere), changed)


@value
class _Filed:
    """What is on file after a sheet, which orders are then in force, and what is remarked on them."""

    file: OnFile
    orders: tuple[Order, ...]
    remarks: tuple[Remark, ...]


def _filed(clerk: Clerk, before: OnFile, sheet: Sheet, at_once: Sequence[Order] = ()) -> _Filed:
    """File a sheet, and have the game remark on what is in force then, and on what would work ``at_once`` beside it."""
    after = before.after(sheet, clerk.rules.grammar, clerk.turn)
    orders = tuple(after.in_force(clerk.turn, clerk.read))
    return _Filed(after, orders, tuple(clerk.rules.orders.remarks(clerk.view, [*orders, *at_once])))


def with_meanings(rules: Ruleset[Any, Any], sheet: Sheet) -> Sheet:
    """Take HELP and a word that is no order's, but one of the rules, for a wish to read what they say of it."""
    return Sheet(tuple(_asked_about(rules, line) for line in sheet.lines))


def _asked_about(rules: Ruleset[Any, Any], line: Line) -> Line:
    first, *words = [word.text for word in split(line.text[: MAX_LINE + 1])] or [""]
    if line.heard is not Heard.UNREADABLE or first != "HELP" or not 0 < len(words) <= MOST_WORDS:
        return line
    asked = " ".join(words)
    return Line(line.text, Heard.COMMAND, Rules(text=asked)) if has_part(rules, asked) else line


def without_refused(clerk: Clerk, before: OnFile, sheet: Sheet, remarks: Iterable[Remark]) -> Sheet:
    """Turn each order that can never come true, as was remarked, into a line with the reason; the others stand."""
    refused: dict[str, Remark] = {}
    for remark in remarks:
        if remark.refuses:
            refused.setdefault(clerk.rules.grammar.show(remark.order), remark)
    if refused:
        sheet = Sheet(tuple(_refused(clerk, line, refused) for line in sheet.lines))
    wanting = [line for line in sheet.lines if line.order is not None and line.order.wants_ruling]
    return _without_unruled(clerk, before, sheet) if wanting else sheet


def _without_secrets(clerk: Clerk, line: Line) -> Line:
    """Refuse an order whose free words tell others, word for word, what a letter of ours told its writer."""
    if line.order is None or isinstance(line.order, Command):
        return line
    said = (clerk.secret_in(words) for words in clerk.rules.grammar.free_words(line.order))
    piece = next(filter(None, said), "")
    if not piece:
        return line
    problem = f'Others may read its words, and among them stands what a letter of mine told not all of them: "{piece}".'
    return replace(line, heard=Heard.UNREADABLE, error=Illegal(problem, "Say it in words of your own."))


def _without_unruled(clerk: Clerk, before: OnFile, sheet: Sheet) -> Sheet:
    """Turn orders on which the GM could not rule in time into lines with the reason, but for those on file already."""
    if not (why := clerk.unruled()):
        return sheet
    there, show = before.lines(clerk.turn), clerk.rules.grammar.show
    error = Illegal(why, f"TURN {clerk.turn + 1} before it sends it for the next turn.")
    return Sheet(
        tuple(
            replace(line, heard=Heard.UNREADABLE, error=error)
            if line.heard in (Heard.ORDER, Heard.STANDING)
            and line.order is not None
            and line.order.wants_ruling
            and show(line.order) not in there
            else line
            for line in sheet.lines
        )
    )


def _refused(clerk: Clerk, line: Line, refused: dict[str, Remark]) -> Line:
    if line.order is None or line.heard not in (Heard.ORDER, Heard.STANDING, Heard.AT_ONCE):
        return line
    remark = refused.get(clerk.rules.grammar.show(line.order))
    if remark is None:
        return line
    return replace(line, heard=Heard.UNREADABLE, error=Illegal(remark.text, rule=remark.rule))


def passed_over(clerk: Clerk, elsewhere: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Pick the lines that read like orders of the game or like press, though they do not count where they stand."""
    found = []
    for text, place in elsewhere[:MOST_LOOKED_AT]:
        if not clerk.rules.grammar.named(first_word(text)):
            continue
        try:
            order = clerk.rules.grammar.parse(split(text), clerk.lexicon, clerk.seat, text)
        except OrderError:
            continue
        if isinstance(order, Command) and not isinstance(order, Press):
            continue
        found.append((text.strip(), place))
        if len(found) == MOST_PASSED_OVER:
            break
    return tuple(found)
