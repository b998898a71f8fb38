"""Amagande: shed your cards, draw for others, and mind the fatal seven. RULES.md beside this file has the rules."""

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
from referee.games.amagande.asks import ASKS, Act, NameSuit
from referee.games.amagande.bots import scribble, sensible
from referee.games.amagande.checks import check
from referee.games.amagande.ending import ENDS
from referee.games.amagande.events import EVENTS, CardPlayed, CardsDrawnUnseen, CheckCalled
from referee.games.amagande.hidden import hidden
from referee.games.amagande.mends import MEND_SLOTS, MENDS, mend
from referee.games.amagande.opening import start
from referee.games.amagande.orders import VERBS
from referee.games.amagande.plans import desk
from referee.games.amagande.state import OPTIONS, Options, State
from referee.games.amagande.turn import play_turn
from referee.games.amagande.view import View, decide, gone, look, view
from referee.games.amagande.words import CARD, CONDITIONS, SLOTS, SUIT
from referee.games.cards import Card, French, Pack, card_words, namer
from referee.games.corrections import CORRECTIONS

INSTEAD = {
    "DRAW": "PLAY DRAW", "TAKE": "COUNTER TAKE", "KEEP": "DRAWN KEEP", "PASS": "DRAWN KEEP", "SUIT": "ACE SUIT",
    "DISCARD": "PLAY",
}  # fmt: skip
"""Orders that one may write for others."""

NAMED = {"": "a Joker", "A": "an ace", "8": "an 8", "J": "a Jack", "Q": "a Queen", "K": "a King"}
"""The ranks, and the Joker that has none, as simulations name them, where a figure will not do."""


def lexicon(seats: Sequence[Seat], tables: Mapping[str, Any]) -> Lexicon:
    """Make the words of one game: its seats and the names of French cards."""
    return Lexicon.of(seats, card_words(Pack.FRENCH, tables["french"]))


def say(tables: Mapping[str, Any]) -> Callable[[Any], str]:
    """Return the function that names a card, or a suit, in full."""
    cards, suits = namer((Pack.FRENCH, tables["french"])), tables["french"]["suits"]

    def name(thing: Any) -> str:
        return cards(thing) if isinstance(thing, Card) else str(suits[str(thing)]["name"])

    return name


def form(seen: View) -> Sequence[str]:
    """Suggest the orders that are in force without any."""
    return ("STYLE HEAVY", "ACE SUIT MOST")


def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a mailed answer: a card, a suit, or a word such as DRAW; raises an `OrderError` if it will not do."""
    words = split(text)
    if len(words) > 1 and words[0].text in ("PLAY", "COUNTER", "SUIT", "ANSWER"):
        text = text[words[0].end :]
    texts = [word.text for word in split(text)]
    found: Any = next((act for act in Act if texts == [act.value]), None)
    if found is None:
        slot: Any = SUIT if isinstance(ask, NameSuit) else CARD
        found = read_all(slot, text, Words((), lexicon, ask.seat))
        found = next((suit for suit in French if suit == found), found)
        found = Act.PLAY if Act.PLAY in ask.choices and found is getattr(ask, "card", None) else found
    if found in ask.choices:
        return found
    allowed = spoken([str(choice) for choice in ask.choices], "or")
    raise Illegal(f"You cannot answer {found} now.", f"You may answer {allowed}.", rule="AG-2.1")


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, and the rest of the stock (section 4)."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, hand) for seat, hand in state.hands.items() if hand]
    return [*opened, (Seat("the stock, from the top"), state.stock)] if state.stock else opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: what is played, countered and drawn."""
    for e in events:
        match e:
            case CardPlayed(countered=True):
                yield "Penalties", "countered"
            case CardsDrawnUnseen(due=due) if due:
                yield "Penalties", "taken"
            case CardsDrawnUnseen():
                yield "Plays", "a card drawn"
            case CardPlayed(card=card):
                yield "Plays", NAMED.get(card.rank, f"a {card.rank}")
            case CheckCalled():
                yield "Plays", "the fatal seven"


RULESET: Ruleset[State, View] = Ruleset(
    slug="amagande",
    title="Amagande",
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
    stored=Stored(
        state=State,
        view=View,
        events=(*EVENTS, *CORRECTIONS),
        asks=ASKS,
        moves=(Card, Act, French),
    ),
    orders=Orders(
        verbs=VERBS,
        slots=SLOTS,
        conditions=CONDITIONS,
        instead=INSTEAD,
        check=check,
        form=form,
    ),
    words=Wording(lexicon=lexicon, answer=answer, tables=("french",), say=say),
    bots=Bots(scribble=scribble, sensible=sensible),
    ending=Ending(reasons=ENDS, hands=hands, tally=tally),
    pace=Pace(live="live"),
    seating=Seating(gone=gone),
    mends=Mends(verbs=MENDS, mend=mend, slots=MEND_SLOTS),
)
