"""Normal Cards: tricks with a 36-card pack and a turned-up trump. RULES.md beside this file has the numbered rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.errors import Illegal
from referee.engine.events import Event
from referee.engine.lexicon import Lexicon, Words, split, spoken
from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Mends, Orders, Pace, Seating, Stored, Wording
from referee.engine.slots import read_all
from referee.games.cards import Card, Pack, card_words, namer
from referee.games.corrections import CORRECTIONS
from referee.games.normal_cards.asks import ASKS
from referee.games.normal_cards.bots import scribble, sensible
from referee.games.normal_cards.checks import check
from referee.games.normal_cards.ending import ENDS
from referee.games.normal_cards.events import EVENTS, TrickWon
from referee.games.normal_cards.hidden import hidden
from referee.games.normal_cards.mends import MENDING, MENDS
from referee.games.normal_cards.opening import start
from referee.games.normal_cards.orders import VERBS
from referee.games.normal_cards.plans import desk
from referee.games.normal_cards.state import OPTIONS, Options, State
from referee.games.normal_cards.turn import play_turn
from referee.games.normal_cards.view import View, decide, gone, look, view
from referee.games.normal_cards.words import CARD, CONDITIONS, SLOTS


def lexicon(seats: Sequence[Seat], tables: Mapping[str, Any]) -> Lexicon:
    """Make the words of one game: its seats and the names of French cards."""
    return Lexicon.of(seats, card_words(Pack.FRENCH, tables["french"]))


def say(tables: Mapping[str, Any]) -> Callable[[Any], str]:
    """Return the function that names a card in full."""
    return namer((Pack.FRENCH, tables["french"]))


def form(seen: View) -> Sequence[str]:
    """Suggest orders that do what is done without any, but for the replies that are better said by nobody."""
    return ("LEAD DUMP", "PLAY ON 0")


def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a mailed answer: one of your cards; raises an `OrderError` if it will not do."""
    line = split(text)
    if line and line[0].text in ("REPLY", "PLAY", "LEAD", "ANSWER"):
        text = text[line[0].end :]
    card = read_all(CARD, text, Words((), lexicon, ask.seat))
    if card in ask.choices:
        return card
    allowed = spoken([CARD.show(choice) for choice in ask.choices], "or")
    raise Illegal(f"You cannot lay {CARD.show(card)} now.", f"You may lay {allowed}.", rule="NC-2.1")


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, and the rest of the stock (section 4)."""
    opened: list[tuple[Seat, Sequence[Card]]] = list(state.hands.items())
    return [*opened, (Seat("the stock, from the top"), state.stock)] if state.stock else opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: who takes tricks, and what for."""
    for e in events:
        if isinstance(e, TrickWon):
            yield "Who took the trick", "the leader" if e.winner == e.leader else "another"
            yield "How", "by a trump" if e.trumped else "in the led suit"
            worth = "none" if not e.points else "1 to 9" if e.points < 10 else "10 or more"
            yield "Points of the trick", worth


RULESET: Ruleset[State, View] = Ruleset(
    slug="normal-cards",
    title="Normal Cards",
    edition="1",
    seats=range(2, 5),
    folder=Path(__file__).parent,
    options=OPTIONS,
    read_options=Options.of,
    start=start,
    play=play_turn,
    desk=desk,
    view=view,
    look=look,
    decide=decide,
    hidden=hidden,
    stored=Stored(state=State, view=View, events=(*EVENTS, *CORRECTIONS), asks=ASKS, moves=(Card,)),
    orders=Orders(verbs=VERBS, slots=SLOTS, conditions=CONDITIONS, check=check, form=form),
    words=Wording(lexicon=lexicon, answer=answer, tables=("french",), say=say),
    bots=Bots(scribble=scribble, sensible=sensible),
    ending=Ending(reasons=ENDS, hands=hands, tally=tally),
    pace=Pace(live="live"),
    seating=Seating(gone=gone),
    mends=Mends(verbs=MENDS, mend=MENDING.mend, slots=MENDING.slots),
)
