"""Wizard's Duel: two players, a tarot deck each. RULES.md beside this file has the numbered rules."""

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
from referee.engine.sections import Bots, Ending, Mends, Orders, Pace, Stored, Wording
from referee.engine.slots import read_all
from referee.games.cards import Card, Pack, card_words, namer
from referee.games.corrections import CORRECTIONS
from referee.games.wizards_duel.asks import ASKS, Act
from referee.games.wizards_duel.bots import scribble, sensible
from referee.games.wizards_duel.checks import check
from referee.games.wizards_duel.ending import ENDS
from referee.games.wizards_duel.events import EVENTS, RoundEnded
from referee.games.wizards_duel.hidden import hidden
from referee.games.wizards_duel.mends import MENDING, MENDS
from referee.games.wizards_duel.opening import start
from referee.games.wizards_duel.orders import VERBS
from referee.games.wizards_duel.plans import desk
from referee.games.wizards_duel.state import OPTIONS, Options, State
from referee.games.wizards_duel.turn import play_turn
from referee.games.wizards_duel.view import View, decide, look, view
from referee.games.wizards_duel.words import CONDITIONS, ITEM, SLOTS


def lexicon(seats: Sequence[Seat], tables: Mapping[str, Any]) -> Lexicon:
    """Make the words of one duel: its seats and the tarot's names."""
    return Lexicon.of(seats, card_words(Pack.TAROT, tables["tarot"]))


def say(tables: Mapping[str, Any]) -> Callable[[Any], str]:
    """Return the function that names a card in full."""
    return namer((Pack.TAROT, tables["tarot"]))


def form(seen: View) -> Sequence[str]:
    """Suggest the orders that are in force without any."""
    return ("LEAD HIGHEST", "REPLY CHEAPEST WIN, HIGHEST", "PLAY ON 0")


def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a mailed answer: one of your cards, DRAW or CALL; raises an `OrderError` if it will not do."""
    line = split(text)
    if line and line[0].text in ("REPLY", "PLAY", "ANSWER"):
        text = text[line[0].end :]
    item = read_all(ITEM, text, Words((), lexicon, ask.seat))
    for choice in ask.choices:
        if choice is item or (isinstance(choice, Card) and choice.face is item):
            return choice
    allowed = spoken([ITEM.show(choice) for choice in ask.choices], "or")
    raise Illegal(f"You cannot answer {ITEM.show(item)} now.", f"You may answer {allowed}.", rule="WD-3.1")


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, the rest of their deck, and the half set aside (section 3)."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, side.hand) for seat, side in state.sides.items()]
    for seat, side in state.sides.items():
        opened.append((Seat(f"{seat}'s deck, from the top"), side.deck))
        if side.aside:
            opened.append((Seat(f"{seat}'s half set aside"), side.aside))
    return opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: how rounds are decided, and whose."""
    for e in events:
        if isinstance(e, RoundEnded):
            yield "How rounds were decided", e.verdict.value
            yield "Who scored", "nobody" if not e.winner else "the leader" if e.winner == e.leader else "the responder"


RULESET: Ruleset[State, View] = Ruleset(
    slug="wizards-duel",
    title="Wizard's Duel",
    edition="1",
    seats=range(2, 3),
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
        moves=(Card, Act),
    ),
    orders=Orders(verbs=VERBS, slots=SLOTS, conditions=CONDITIONS, check=check, form=form),
    words=Wording(lexicon=lexicon, answer=answer, tables=("tarot",), say=say),
    bots=Bots(scribble=scribble, sensible=sensible),
    ending=Ending(reasons=ENDS, hands=hands, tally=tally),
    pace=Pace(live="live"),
    mends=Mends(verbs=MENDS, mend=MENDING.mend, slots=MENDING.slots),
)
