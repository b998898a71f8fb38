"""Many games of any ruleset, by seed, on all cores; the same games whatever the number of workers."""

from __future__ import annotations

import gc
import hashlib
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum
from functools import lru_cache, partial
from typing import Any

from referee.bots.bot import Writes, guessing, own_chance
from referee.engine.audience import Seat
from referee.engine.commands import Command
from referee.engine.errors import OrderError
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Grammar, Order, read_for, stands, word_of
from referee.engine.reader import Reader
from referee.engine.ruleset import FindRuleset, Ruleset
from referee.engine.setup import Setup, SignUp
from referee.engine.sheet import Heard, Line, OnFile, Sheet
from referee.engine.values import value
from referee.resources import Resources

NAMES = "Anna Bruno Clara David Elena Felix Greta Hugo Irene Jonas Karla Lukas".split()
REMEMBERED = 16
"""For so many tables their words are made once."""

MOST_READ = 8192
"""So many lines are remembered of a table: nearly all that bots write there; of Living Trumps they take some 11 MB."""

Reads = Callable[[Grammar, Lexicon, Seat, int, Sequence[str]], Sheet]
"""Reads what a bot writes for a turn."""

LONGEST = 2000
"""A game that lasts longer is given up, and shows so in its result."""


class Style(StrEnum):
    """How the seats of a simulated game play."""

    SENSIBLE = "sensible"
    SCRIBBLE = "scribble"
    WILD = "wild"
    RANDOM = "random"
    SILENT = "silent"


@value
class Plan:
    """Which games to play: ruleset, style, seats (0: the fewest allowed), options, and where words are found."""

    slug: str
    style: Style = Style.SENSIBLE
    seats: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    resources: Resources = field(default_factory=Resources)
    longest: int = LONGEST


@value
class Played:
    """One game: its number, how many steps it took, how it ended, and how often each kind of event happened.

    ``reason`` is empty if the game was given up at the plan's limit; ``tally`` is what the game itself counts,
    by heading and label.
    """

    number: int
    steps: int
    reason: str
    seats: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    losers: tuple[Seat, ...]
    events: Mapping[str, int]
    tally: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def simulate(find: FindRuleset, plan: Plan, numbers: Iterable[int], workers: int | None = None) -> Iterator[Played]:
    """Play the games with these numbers and yield each result in their order, as soon as it is there.

    With one worker everything happens in this process; ``None`` takes all cores, and ``find`` is a module's function.
    """
    count = workers or os.cpu_count() or 1
    if count == 1:
        rules = find(plan.slug)
        yield from (play_one(rules, plan, number) for number in numbers)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(count, _begin, (find, plan, gc.get_threshold())) as pool:
        yield from pool.imap(_next, numbers, chunksize=4)


def play_one(rules: Ruleset[Any, Any], plan: Plan, number: int) -> Played:
    """Play one game to its end."""
    events: list[Event] = []
    game = None
    for game in steps(rules, plan, number):
        events += game.events
    assert game is not None
    end = game.end
    return Played(
        number=number,
        steps=game.step,
        reason=end.reason if end else "",
        seats=game.setup.seats,
        winners=end.winners if end else (),
        losers=end.losers if end else (),
        events=dict(sorted(Counter(type(e).__name__ for e in events).items())),
        tally=_tally(rules, plan, events),
    )


def _tally(rules: Ruleset[Any, Any], plan: Plan, events: Sequence[Event]) -> dict[str, dict[str, int]]:
    """Count what the game names, by heading and label; cards are named in full."""
    say, out = _namer(rules, plan.resources), dict[str, Counter[str]]()
    for heading, label in rules.ending.tally(events):
        out.setdefault(heading, Counter())[label if isinstance(label, str) else say(label)] += 1
    return {heading: dict(labels) for heading, labels in out.items()}


def steps(rules: Ruleset[Any, Any], plan: Plan, number: int) -> Iterator[Game[Any, Any]]:
    """Play one game step by step, its beginning first."""
    game = Game.start(rules, setup(rules, plan.seats or rules.seats[0], plan.options), seed_of(number))
    lexicon = _lexicon(rules, plan.resources, game.setup.seats)
    on_file = {seat: OnFile() for seat in game.setup.seats}
    yield game
    while game.end is None and game.step < plan.longest:
        game = _step(game, plan.style, lexicon, on_file)
        yield game


@lru_cache(REMEMBERED)
def _namer(rules: Ruleset[Any, Any], resources: Resources) -> Callable[[Any], str]:
    return rules.words.say(resources.tables(rules.words.tables, rules.folder))


@lru_cache(REMEMBERED)
def _lexicon(rules: Ruleset[Any, Any], resources: Resources, seats: tuple[Seat, ...]) -> Lexicon:
    """Return the words of a table, the same for every game at it: a line that was read in one is known in the next."""
    words = rules.words.lexicon(seats, resources.tables(rules.words.tables, rules.folder))
    return replace(words, most_read=MOST_READ)


def setup(rules: Ruleset[Any, Any], seats: int, options: Mapping[str, str]) -> Setup:
    """Set a table for so many seats, with names that the game agrees to."""
    settled = rules.settle(options)
    rules.seat_count(seats)
    return Setup(rules.seating.christen([SignUp(name) for name in names_for(rules, seats)], settled), settled)


def names_for(rules: Ruleset[Any, Any], seats: int) -> list[str]:
    """Name so many players: as the game likes its seats to be called, or as people are."""
    names = rules.seating.names or (*NAMES, *(f"Player {n}" for n in range(len(NAMES) + 1, seats + 1)))
    return list(names[:seats])


def seed_of(number: int) -> bytes:
    """Make the seed of a simulated game from its number."""
    return hashlib.sha256(f"referee simulation {number}".encode()).digest()


def as_letter(grammar: Grammar, lexicon: Lexicon, seat: Seat, turn: int, lines: Sequence[str]) -> Sheet:
    """Read lines as a player's letter."""
    return Reader(grammar, lexicon, seat, turn).read(lines)


def as_orders(grammar: Grammar, lexicon: Lexicon, seat: Seat, turn: int, lines: Sequence[str]) -> Sheet:
    """Read lines of which each is an order as it is printed; what else stands in letters is not looked for.

    So are the lines of a bot that plays to win, and a law holds that they are read the same as a letter.
    Lines among which there is anything else are read as one.
    """
    try:
        read = [_order(grammar, lexicon, read_for(line, seat), line) for line in lines]
    except OrderError:
        return as_letter(grammar, lexicon, seat, turn, lines)
    if any(one.heard is Heard.AT_ONCE for one in read):
        return as_letter(grammar, lexicon, seat, turn, lines)
    return Sheet(
        tuple(Line(one.text, one.heard, one.order, turn=turn, word=one.word, printed=one.printed) for one in read)
    )


@lru_cache(MOST_READ)
def _order(grammar: Grammar, lexicon: Lexicon, writer: Seat, line: str) -> Line:
    """Read one line for any turn, and print it as it is filed; bots write the same lines in many games."""
    one = grammar.read(line, lexicon, writer)
    if isinstance(one, Command) or one.at_once:
        return Line(line, Heard.AT_ONCE, one)
    return Line(
        line, Heard.STANDING if stands(one) else Heard.ORDER, one, word=word_of(one), printed=grammar.show(one)
    )


def orders_from(
    write: Writes, game: Game[Any, Any], seat: Seat, lexicon: Lexicon, filed: OnFile, read: Reads = as_letter
) -> tuple[OnFile, list[Order]]:
    """File what a bot writes as any letter, and return what is in force but for what the rules refuse."""
    rules, turn = game.rules, game.step + 1
    view = game.view(seat)
    lines = write(view, own_chance(game.seed, seat, turn))
    sheet = read(rules.grammar, lexicon, seat, turn, lines)
    after = filed.after(sheet, rules.grammar, turn)
    orders = after.in_force(turn, rules.reader(lexicon, seat))
    refused = [remark.order for remark in rules.orders.refuse(view, orders)]
    return after, [one for one in orders if one not in refused]


def _step(game: Game[Any, Any], style: Style, lexicon: Lexicon, on_file: dict[Seat, OnFile]) -> Game[Any, Any]:
    seats = game.setup.seats
    if style is Style.RANDOM:
        return game.play({}, desks={seat: guessing(own_chance(game.seed, seat, game.step + 1)) for seat in seats})
    write, read = writer_of(game.rules, style), as_orders if style is Style.SENSIBLE else as_letter
    orders = {}
    for seat in seats:
        on_file[seat], orders[seat] = orders_from(write, game, seat, lexicon, on_file[seat], read)
    return game.play(orders)


def writer_of(rules: Ruleset[Any, Any], style: Style) -> Writes:
    """Return who writes the lines in this style."""
    match style:
        case Style.SENSIBLE: return rules.bots.sensible
        case Style.SCRIBBLE | Style.WILD:
            return lambda view, chance: rules.bots.scribble(view, chance, style is Style.WILD)
        case _: return lambda view, chance: ()


_worker: Callable[[int], Played] | None = None


def _begin(find: FindRuleset, plan: Plan, rubbish: tuple[int, int, int]) -> None:
    """Prepare one worker process, which looks for rubbish as seldom as the one that it works for.

    A Ctrl-C is for that one.
    """
    gc.set_threshold(*rubbish)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    global _worker  # a worker process has one plan, and nowhere else to keep it
    _worker = partial(play_one, find(plan.slug), plan)


def _next(number: int) -> Played:
    assert _worker is not None
    return _worker(number)
