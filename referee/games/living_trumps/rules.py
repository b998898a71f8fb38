"""The record of functions that is this game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.engine.lexicon import Lexicon
from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Mends, Orders, Pace, Seating, Stored, Wording
from referee.games.cards import Card, Pack, card_words, namer
from referee.games.corrections import CORRECTIONS
from referee.games.living_trumps.asks import ASKS
from referee.games.living_trumps.bots import asides, scribble, sensible
from referee.games.living_trumps.check import check
from referee.games.living_trumps.closest import closest
from referee.games.living_trumps.conditions import CONDITIONS
from referee.games.living_trumps.desk import desk
from referee.games.living_trumps.events import EVENTS, ActionBegan, AntesShown, ChaosMet, DuelEnded, TrickDeclared
from referee.games.living_trumps.fates import unneeded
from referee.games.living_trumps.hidden import hidden
from referee.games.living_trumps.mailed import answer
from referee.games.living_trumps.mends import MENDING, MENDS
from referee.games.living_trumps.moves import Act, Call, Control, Four, Kind, Name, Reply, Spend, Stand
from referee.games.living_trumps.options import OPTIONS, SEATS, Options
from referee.games.living_trumps.orders import ACTIONS, BARE
from referee.games.living_trumps.policies import POLICIES, SET_UP
from referee.games.living_trumps.setup import christen, parts, start
from referee.games.living_trumps.state import State
from referee.games.living_trumps.turn import play_turn
from referee.games.living_trumps.victory import ENDS
from referee.games.living_trumps.view import View, decide, look, view
from referee.games.living_trumps.words import SLOTS


def lexicon(seats: Sequence[Seat], tables: Mapping[str, Any]) -> Lexicon:
    """Make the words of one table: its seats and the names of French cards."""
    return Lexicon.of(seats, card_words(Pack.FRENCH, tables["french"]))


def say(tables: Mapping[str, Any]) -> Callable[[Any], str]:
    """Return the function that names a card in full."""
    return namer((Pack.FRENCH, tables["french"]))


def form(seen: View) -> Sequence[str]:
    """Suggest the orders that are in force without any."""
    return ("SHADOW PASS", "SUBSTANCE SCHEME", "TRICKS AUTO", "DEFEND DEAL")


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open each Hand and what lies face-down, and both decks, after the end."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, p.hand) for seat, p in state.players.items()]
    for seat, p in state.players.items():
        down = [one.card for one in (*p.shadows, *p.powerbase) if one.down]
        if down:
            opened.append((Seat(f"{seat}'s cards face-down"), down))
    opened.append((Seat("the Trump Deck, from the top"), state.trump_deck))
    opened.append((Seat("the Shadow Deck, from the top"), state.shadow_deck))
    return opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: actions, Deals, how Primal Chaos was met, Duels and Tricks."""
    for e in events:
        match e:
            case ActionBegan(kind=kind):
                yield "Substance Actions", kind.value
            case AntesShown(result=result):
                yield "What Deals came to", result
            case ChaosMet(control=control):
                yield "Primal Chaos", control.value.lower()
            case DuelEnded():
                yield "Duels", "fought"
            case TrickDeclared():
                yield "Tricks", "declared"


NAMES = ("Benedict", "Mandor", "Coral", "Brand", "Merlin", "Delwin", "Caine", "Bances")
"""Of all three courts in turn, and of different ranks; where a variant has one court they are its own characters."""

RULESET: Ruleset[State, View] = Ruleset(
    slug="living-trumps",
    title="Living Trumps",
    edition="1",
    seats=SEATS,
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
        moves=(Card, Act, Kind, Name, Spend, Reply, Control, Four, Stand, Call, Seat),
    ),
    orders=Orders(
        verbs=(*ACTIONS, *POLICIES, *BARE),
        slots=SLOTS,
        conditions=CONDITIONS,
        check=check,
        form=form,
        unneeded=unneeded,
        closest=closest,
    ),
    words=Wording(lexicon=lexicon, answer=answer, tables=("french",), say=say),
    bots=Bots(scribble=scribble, sensible=sensible, asides=asides),
    ending=Ending(reasons=ENDS, hands=hands, tally=tally),
    pace=Pace(live="live", limit="max_turns"),
    seating=Seating(rule="LT-1.1", names=NAMES, wishes=SET_UP, christen=christen, parts=parts),
    mends=Mends(verbs=MENDS, mend=MENDING.mend, slots=MENDING.slots),
)
