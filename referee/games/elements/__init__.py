"""Elements: a scramble for four of a kind, with magic or without. RULES.md beside this file has the numbered rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.engine.lexicon import Lexicon
from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Mends, Orders, Seating, Stored, Wording
from referee.games.cards import Card, Pack, card_words, namer
from referee.games.corrections import CORRECTIONS
from referee.games.elements.asks import ASKS
from referee.games.elements.bots import scribble, sensible
from referee.games.elements.checks import check
from referee.games.elements.choices import decide
from referee.games.elements.desk import desk
from referee.games.elements.events import EVENTS, ClaimContested, FireSaid, RoundEnded, WhirlwindCalled
from referee.games.elements.fire import ENDS
from referee.games.elements.gm import answer
from referee.games.elements.hidden import exchangeable, hidden
from referee.games.elements.mends import MENDING, MENDS, mend
from referee.games.elements.opening import start
from referee.games.elements.orders import VERBS
from referee.games.elements.spellwords import SPELL_SLOTS, SPELLS
from referee.games.elements.state import OPTIONS, Options, State
from referee.games.elements.turn import play_turn
from referee.games.elements.values import MOVES
from referee.games.elements.view import View, look, view
from referee.games.elements.words import CONDITIONS, SLOTS


def lexicon(seats: Sequence[Seat], tables: Mapping[str, Any]) -> Lexicon:
    """Make the words of one match: its seats and the names of French cards."""
    return Lexicon.of(seats, card_words(Pack.FRENCH, tables["french"]))


def say(tables: Mapping[str, Any]) -> Callable[[Any], str]:
    """Return the function that names a card in full."""
    return namer((Pack.FRENCH, tables["french"]))


def form(seen: View) -> Sequence[str]:
    """Suggest the orders that are in force without any."""
    if seen.hand is not None:
        return ("PUT FLAME ELSE ISLAND ELSE OCEAN", "HUNT BEST")
    return ("HUNT BEST",)


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what everybody had at the end."""
    opened: list[tuple[Seat, Sequence[Card]]] = []
    for seat in state.seats:
        opened.append((Seat(f"{seat}'s Flame"), state.flames[seat]))
        opened.append((Seat(f"{seat}'s Island"), state.islands[seat]))
    return opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: types that win, Whirlwinds, and contests."""
    for e in events:
        match e:
            case FireSaid(cards=cards):
                yield "Types that won", cards[0].rank
            case RoundEnded(winners=winners):
                yield "How rounds ended", "Fire" if winners else "at the limit"
            case WhirlwindCalled():
                yield "What stirred the table", "Whirlwinds"
            case ClaimContested(lots=lots):
                yield "How contests were decided", "by lot" if lots else "by due"
            case _:
                continue


RULESET: Ruleset[State, View] = Ruleset(
    slug="elements",
    title="Elements",
    edition="1",
    seats=range(3, 8),
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
    exchangeable=exchangeable,
    stored=Stored(state=State, view=View, events=(*EVENTS, *CORRECTIONS), asks=ASKS, moves=MOVES),
    orders=Orders(
        verbs=VERBS,
        slots=(*SLOTS, *SPELL_SLOTS),
        conditions=CONDITIONS,
        instead={name: f"MAGIC {name}" for name in SPELLS if name != "SCRY"},
        check=check,
        form=form,
    ),
    words=Wording(lexicon=lexicon, answer=answer, tables=("french",), say=say),
    bots=Bots(scribble=scribble, sensible=sensible),
    ending=Ending(reasons=ENDS, hands=hands, tally=tally),
    seating=Seating(rule="EL-2.1"),
    mends=Mends(verbs=MENDS, mend=mend, slots=MENDING.slots),
)
