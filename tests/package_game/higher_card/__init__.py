"""Higher Card: the ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.lexicon import Lexicon, Words, split
from referee.engine.ruleset import Option, Ruleset
from referee.engine.sections import Bots, Ending, Orders, Pace, Stored, Wording
from referee.engine.setup import Setup

from . import play as game
from . import table
from .play import CardSlot, Lay, Play, Points, Prefer, check, desk, play, start
from .table import DECK, Card, State, View

__all__ = ["RULESET"]

OPTIONS = (
    Option("hand", "4", (), "HC-1.2", "How many cards one holds.", range(3, 7)),
    Option("ties", "nobody", ("nobody", "die"), "HC-2.3", "Who scores if several are highest."),
    Option("pauses", "off", ("off", "on"), "HC-3.2", "Whether the referee asks by mail."),
)
NUMBERS = ("", "One", "Two", "Three", "Four", "Five", "Six")
COLOURS = {"R": "Red", "G": "Green", "B": "Blue", "Y": "Yellow"}


def empty_view(seat: Seat, setup: Setup) -> View:
    """A seat at a table where nothing has happened."""
    return View(seat, setup.seats, [], dict.fromkeys(setup.seats, 0), dict.fromkeys(setup.seats, 0))


def look(state: State, seat: Seat, setup: Setup) -> View:
    """What a seat knows of this state."""
    holds = {s: len(state.hands[s]) for s in state.seats}
    return View(seat, state.seats, list(state.hands.get(seat, ())), dict(state.points), holds)


def decide(view: View) -> Ask[Any] | None:
    """Who holds a card lays one."""
    return Lay(view.seat, sorted(view.hand, key=DECK.index)) if view.hand else None


def hidden(state: State, seat: Seat) -> set[Any]:
    """The deck and the others' hands."""
    return {*state.deck, *(card for s in state.seats if s != seat for card in state.hands[s])}


def form(view: View) -> Sequence[str]:
    """The default, as a line to be changed."""
    return [f"PLAY {min(view.hand, key=DECK.index)}"] if view.hand else []


def scribble(view: View, chance: Chance, wild: bool) -> Sequence[str]:
    """A random line, or a wrong one."""
    lines = ["PREFER HIGH", "PREFER LOW", "IF POINTS >= 1 THEN PREFER HIGH ELSE PREFER LOW"]
    lines += [f"PLAY {card}" for card in (DECK if wild else view.hand)]
    if wild:
        lines += ["PLAY", "PLAY 9X", "hello there", "PLAY 3R 4R", "IF POINTS THEN PLAY"]
    return [chance.pick(lines, "line") for _ in range(chance.below(3, "lines"))]


def sensible(view: View, chance: Chance) -> Sequence[str]:
    """High cards while behind, low ones otherwise."""
    behind = view.points[view.seat] < max(view.points.values())
    return ["PREFER HIGH" if behind else "PREFER LOW"]


def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a mailed card, with PLAY before it or not."""
    words = Words(split(text.upper().removeprefix("PLAY")), lexicon, ask.seat, text)
    card = CardSlot().read(words)
    if card not in ask.choices:
        raise words.unreadable("one of your cards", hint=f"You may lay {', '.join(map(str, ask.choices))}.")
    return card


def say(tables: Mapping[str, Any]) -> Any:
    """Name a card in full."""

    def name(card: Card) -> str:
        return f"{COLOURS[card.colour]} {NUMBERS[card.rank]}"

    return name


def lexicon(seats: Sequence[Seat], tables: Mapping[str, Any]) -> Lexicon:
    """The players' names."""
    return Lexicon.of(seats)


RULESET: Ruleset[State, View] = Ruleset(
    slug="higher-card",
    title="Higher Card",
    edition="1",
    seats=range(2, 5),
    folder=Path(__file__).parent,
    options=OPTIONS,
    start=start,
    play=play,
    desk=desk,
    view=empty_view,
    look=look,
    decide=decide,
    hidden=hidden,
    stored=Stored.of(State, View, game, table),
    orders=Orders(verbs=(Play, Prefer), slots=(CardSlot(),), conditions=(Points,), check=check, form=form),
    words=Wording(lexicon=lexicon, answer=answer, say=say),
    bots=Bots(scribble=scribble, sensible=sensible),
    ending=Ending(reasons={"cards are out": "Nobody holds a card."}),
    pace=Pace(live="pauses"),
)
