"""The lines of a GM's letter: commands, what was meant as one and cannot be read, and words to a person."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from referee.engine import talk
from referee.engine.audience import OBSERVER, Seat
from referee.engine.errors import OrderError, Unreadable
from referee.engine.lexicon import Lexicon, Word, Words, first_word, nearest, split, spoken
from referee.engine.orders import Order
from referee.engine.reader import MOST_LOOKED_AT
from referee.engine.sheet import quoted
from referee.engine.trimmings import bare
from referee.engine.values import value
from referee.engine.wrapping import LineQueue, until_full_stop, whole
from referee.mail.beside import Both
from referee.mail.quoting import written
from referee.service.campaign.names import with_people
from referee.service.gm.corrections import Correct, CorrectOrders
from referee.service.gm.order import GmOrder
from referee.service.gm.ruling import Rule
from referee.service.gm.verbs import GRAMMAR, Help
from referee.service.letters import sorting
from referee.service.letters.aside import Wanted
from referee.service.letters.incoming import GameLetter
from referee.store import games

NUMBER = re.compile(r"#(?=\d)")
"""Some write letter #17."""

PLEASE = re.compile(r"^please[\s,]+", re.IGNORECASE)

HEAD = re.compile(r"^\W*\w+\s+(to\s+)?([^:]{1,120}):(?=\s|$)", re.IGNORECASE)
"""A ruling's first word, and the names before its colon."""

MOST_CHARACTERS = 100_000
"""So much of a letter is read."""

TOO_LONG = f"I look at {MOST_LOOKED_AT:,} lines and {MOST_CHARACTERS:,} characters of a letter at most."

UNENDED = Unreadable("I don't see where your words end.", "Put a line with a single full stop behind them.")

NO_REASON = Unreadable(
    "Behind the name a colon and the reason are wanted.",
    "Write CORRECT ORDERS name: the reason. The orders stand below it, and below them a line with a single full stop.",
)


@value
class CommandLine:
    """One command of a letter as written, with the lines that belong to it; or why it could not be read.

    ``talk`` says that it is no command at all, and whether it is more than a greeting.
    """

    text: str
    order: GmOrder | None = None
    below: tuple[str, ...] = ()
    error: OrderError | None = None
    talk: talk.Sense | None = None


def heard(case: GameLetter, lines: Iterable[str]) -> list[CommandLine]:
    """Read the lines of a GM's letter; raises `Wanted` until they have been tried where they can do no harm."""
    return heard_each(case, [lines])[0]


def heard_each(case: GameLetter, texts: Iterable[Iterable[str]]) -> list[list[CommandLine]]:
    """Do so with lines that do not stand together."""
    said = tuple(tuple(lines) for lines in texts)
    if not any(said):
        return [parsed(lines, lexicon_of(case)) for lines in said]
    found: list[list[CommandLine]] = case.aside.known(_trial(case)(said))
    return found


def ahead(case: GameLetter) -> Callable[[Both], Wanted]:
    """Say that of a letter whose lines are labelled those written now will be read, which needs no other look at it."""
    trial = _trial(case)
    return lambda found: trial((tuple(written(found.lines)),))


def lexicon_of(case: GameLetter) -> Lexicon:
    """Return the words of the game's table; its seats may be named by who plays them, too."""
    seats = [Seat(place.name) for place in games.places(case.tx, case.game.id)]
    return with_people(case.tx, case.game.id, case.campaign.kit_of(case.game).lexicon(seats))


def tried(_: bytes, *, folder: str, ruleset: str, seats: tuple[str, ...], texts: tuple[tuple[str, ...], ...]) -> bool:
    """Read lines and forget what they came to, in the process that may be killed."""
    for lines in texts:
        parsed(lines, sorting.lexicon(folder, ruleset, seats))
    return True


def _trial(case: GameLetter) -> Callable[[tuple[tuple[str, ...], ...]], Wanted]:
    """Return what tries lines; it knows all that it needs of the game, for rows are not read out of a transaction."""
    lexicon = lexicon_of(case)
    how = {
        "folder": str(case.campaign.settings.folder), "ruleset": case.game.ruleset,
        "seats": tuple(lexicon.seats.vocabulary()),
    }  # fmt: skip
    return lambda said: Wanted(tried, {**how, "texts": said}, lambda _: [parsed(lines, lexicon) for lines in said])


def parsed(lines: Iterable[str], lexicon: Lexicon) -> list[CommandLine]:
    """Read every line; END ends the letter, and words may go on to a line with a single full stop."""
    out: list[CommandLine] = []
    paragraphs: list[int] = []
    written = [NUMBER.sub("", line.strip()) for line in lines]
    sizes = accumulate(len(line) for line in written[:MOST_LOOKED_AT])
    seen = sum(1 for size in sizes if size <= MOST_CHARACTERS)
    todo = LineQueue(written[:seen])
    while text := todo.following():
        if text.upper() == "END":
            break
        out.append(_parsed(text, todo, lexicon))
        paragraphs.append(todo.paragraph)
    else:
        unread = next(filter(None, written[seen:]), "")
        out += [CommandLine(quoted(unread), error=Unreadable(TOO_LONG))] if unread else []
        paragraphs += [todo.paragraph] if unread else []
    return list(_sorted_out(out, paragraphs, lexicon))


def _parsed(written: str, todo: LineQueue, lexicon: Lexicon) -> CommandLine:
    if talk.pleads([word.text for word in split(written)]):
        return CommandLine(written, Help())
    text = PLEASE.sub("", bare(written))
    first = first_word(text)
    if not GRAMMAR.named(first):  # a command in mid-sentence is none
        return CommandLine(written, error=_unknown(text, first))
    below: tuple[str, ...] = ()
    long = any(verb.kind.long for verb in GRAMMAR.named(first) if issubclass(verb.kind, GmOrder))
    orders = long and first == "CORRECT" and text.upper().split()[1:2] == ["ORDERS"]
    said = text
    if long and (orders or text.endswith(":")):
        if not todo.closed:
            return CommandLine(text, error=UNENDED)
        below = tuple(filter(None, until_full_stop(todo).splitlines()))
        said = text if orders else f"{text} {' '.join(' '.join(below).split())}"
    elif long:
        said = text = whole(text, todo, _may_go_on)
    try:
        order = _read(said, lexicon)
    except OrderError as error:
        return CommandLine(text, error=error)
    return with_lines(text, order, below)


def with_lines(text: str, order: GmOrder, below: tuple[str, ...]) -> CommandLine:
    """Make the line of a command, with those below it where it takes some."""
    if not isinstance(order, CorrectOrders):
        return CommandLine(text, order)
    return CommandLine(text, replace(order, lines=below), below)


def _read(text: str, lexicon: Lexicon) -> GmOrder:
    """Read one command; raises an `OrderError` which says first of all where a seat is named that there is not."""
    words = split(text)
    for verb in GRAMMAR.named(words[0].text):
        if issubclass(verb.kind, GmOrder) and verb.kind.seat_behind is not None:
            _is_a_seat(words, verb.kind.seat_behind, lexicon, text)
    order: Order = GRAMMAR.read(text, lexicon)
    if isinstance(order, Rule) and order.n is None and order.addressees is None:
        _is_for_all(text, lexicon)
    if isinstance(order, Correct) and first_word(order.text) == "ORDERS":
        raise NO_REASON
    assert isinstance(order, GmOrder)
    return order


def _is_a_seat(words: Sequence[Word], behind: Sequence[str], lexicon: Lexicon, text: str) -> None:
    """Refuse a name behind these words that is no seat's."""
    at = 1 + len(behind)
    if [word.text for word in words[:at]] != [words[0].text, *behind] or len(words) == at:
        return
    try:
        found = GRAMMAR.slots["player"].read(Words(words[at:], lexicon, OBSERVER, text))
    except Unreadable as error:
        if not error.wanted:
            raise
        raise _no_seat(words[at].written, lexicon) from error
    if found not in lexicon.seats.vocabulary():
        raise _no_seat(words[at].written, lexicon)


def _no_seat(name: str, lexicon: Lexicon) -> Unreadable:
    named = lexicon.seats.vocabulary()  # by seats and by people
    found = [lexicon.seats.exact([word.text for word in split(one)]) for one in named]
    seats = [one for one, seat in zip(named, found, strict=True) if seat is not None and seat[0] == one]
    return Unreadable(f"There is no seat {name}.", nearest(name, named) or f"The seats are {spoken(seats)}.")


def _is_for_all(text: str, lexicon: Lexicon) -> None:
    """Refuse a ruling to all that begins as one for somebody does, lest a slip in a name tells it to everybody."""
    seats = list(lexicon.seats.vocabulary())
    if (m := HEAD.match(text)) is None:
        to, name, *_ = [word.written for word in split(text)[1:3]] + ["", ""]
        if to.upper() == "TO" and name.upper() not in ("ALL", *(seat.upper() for seat in seats)):
            raise Unreadable(_no_seat(name, lexicon).problem, "A ruling to all begins with another word than TO.")
        return  # one that is named is told of at the desk: a colon is wanting
    names = [name.strip() for name in re.split(r",|\band\b", m[2]) if name.strip()]
    if m[1] or (names and all(nearest(name, seats) for name in names)):
        wrong = next((name for name in names if name.casefold() not in map(str.casefold, seats)), m[2])
        raise _no_seat(wrong, lexicon)


def _may_go_on(text: str) -> bool:
    """Say whether a line may be more of the words above it: it is no command, nor nearly one."""
    first = first_word(text)
    known = bool(GRAMMAR.named(first)) or first in GRAMMAR.instead or bool(nearest(first, GRAMMAR.words))
    return not known and text != "." and text.upper() != "END"


OTHERWISE = {
    "TELL": "Write TO, a name and a colon before your words; ANNOUNCE tells it to all.",
    **dict.fromkeys(("START", "BEGIN"), "A game begins by: referee game start NAME"),
}
"""Words that are no commands, with how that is done which they mean."""


def _unknown(text: str, first: str) -> OrderError:
    meant = GRAMMAR.instead.get(first)
    hint = OTHERWISE.get(first) or (f"Did you mean {meant}?" if meant else nearest(first, GRAMMAR.words))
    written = text.split()[0].rstrip(",:;.!?")
    return Unreadable(f"I don't know the command {written}.", hint or "Write HELP for the list of commands.")


def _sorted_out(lines: Sequence[CommandLine], paragraphs: Sequence[int], lexicon: Lexicon) -> Iterator[CommandLine]:
    """Tell words to a person from commands that cannot be read, now that all the letter is known."""
    told = [line.order is not None or _is_meant(line.text) for line in lines]
    scraps = [talk.Scrap(x.text, n, is_told) for x, n, is_told in zip(lines, paragraphs, told, strict=True)]
    seats = frozenset(word.text for name in lexicon.seats.vocabulary() for word in split(name))
    for line, is_told, sense in zip(lines, told, talk.sorted_out(scraps, frozenset(), seats), strict=True):
        speaks = not is_told and sense is not talk.Sense.MEANT
        yield replace(line, error=None, talk=sense) if speaks else line


def _is_meant(text: str) -> bool:
    """Say whether a line begins with a command or nearly so, and not as a greeting or a sentence does."""
    words = [word.text for word in split(PLEASE.sub("", bare(text))) if word.text[:1].isalnum()]
    if not words or GRAMMAR.named(words[0]) or words[0] in GRAMMAR.instead:
        return bool(words)
    return bool(nearest(words[0], GRAMMAR.words)) and not talk.greets(words) and not talk.rambles(words)
