"""The Game of Amber: a tarot game for four to sixteen. RULES.md beside this file has the numbered rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.engine.audience import Seat
from referee.engine.ruleset import Ruleset
from referee.games.amber.asides import asides
from referee.games.amber.asks import ASKS
from referee.games.amber.bots import form, scribble, sensible
from referee.games.amber.case import given, shown
from referee.games.amber.check import check
from referee.games.amber.conditions import CONDITIONS
from referee.games.amber.deck import CHARACTERS
from referee.games.amber.events import ENDS, EVENTS
from referee.games.amber.fates import unneeded
from referee.games.amber.hidden import hidden
from referee.games.amber.lexis import INSTEAD, SLOTS, TABLES, lexicon, say
from referee.games.amber.mailed import answer, at_once, called, may_write
from referee.games.amber.mends import MEND_SLOTS, MENDS, mend
from referee.games.amber.moves import MOVES
from referee.games.amber.orders import SET_UP_VERBS, VERBS
from referee.games.amber.plans import desk
from referee.games.amber.setup import christen, parts, start
from referee.games.amber.state import State
from referee.games.amber.switches import OPTIONS, Switches
from referee.games.amber.tally import tally
from referee.games.amber.turn import play_turn
from referee.games.amber.view import View, decide, gone, look, view
from referee.games.amber.words import RULER
from referee.games.cards import Card
from referee.games.corrections import CORRECTIONS


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, for the end of the game."""
    return [(p.seat, [*p.down, *p.up, *p.concealed, *p.exposed, *p.kept]) for p in state.players.values()]


RULESET: Ruleset[State, View] = Ruleset(
    slug="amber",
    title="The Game of Amber",
    edition="1",
    seats=range(4, 17),
    options=OPTIONS,
    verbs=VERBS,
    events=(*EVENTS, *CORRECTIONS),
    asks=ASKS,
    state=State,
    views=View,
    ends=ENDS,
    folder=Path(__file__).parent,
    start=start,
    play=play_turn,
    desk=desk,
    view=view,
    look=look,
    decide=decide,
    check=check,
    hidden=hidden,
    given=given,
    shown=shown,
    lexicon=lexicon,
    form=form,
    scribble=scribble,
    sensible=sensible,
    answer=answer,
    conditions=CONDITIONS,
    slots=SLOTS,
    moves=MOVES,
    tables=TABLES,
    set_up_verbs=SET_UP_VERBS,
    live_option="live",
    idle_option="run_idle_turns",
    limit_option="turn_limit",
    gone=gone,
    christen=christen,
    parts=parts,
    at_once=at_once,
    say=say,
    hands=hands,
    tally=tally,
    names=tuple(CHARACTERS.values()),
    instead=INSTEAD,
    may_write=may_write,
    addressed={"RULER": RULER, "KING": RULER},
    called=called,
    asides=asides,
    unneeded=unneeded,
    read_options=Switches.of,
    mends=MENDS,
    mend=mend,
    mend_slots=MEND_SLOTS,
)
