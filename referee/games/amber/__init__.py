"""The Game of Amber: a tarot game for four to sixteen. RULES.md beside this file has the numbered rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.engine.audience import Seat
from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Mends, Orders, Pace, PressRules, Seating, Stored, Wording
from referee.games.amber.asides import asides
from referee.games.amber.asks import ASKS
from referee.games.amber.bots import form, scribble, sensible
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
    folder=Path(__file__).parent,
    options=OPTIONS,
    read_options=Switches.of,
    start=start,
    play=play_turn,
    desk=desk,
    view=view,
    look=look,
    decide=decide,
    hidden=hidden,
    stored=Stored(state=State, view=View, events=(*EVENTS, *CORRECTIONS), asks=ASKS, moves=MOVES),
    orders=Orders(
        verbs=VERBS,
        slots=SLOTS,
        conditions=CONDITIONS,
        instead=INSTEAD,
        check=check,
        form=form,
        at_once=at_once,
        unneeded=unneeded,
    ),
    words=Wording(lexicon=lexicon, answer=answer, tables=TABLES, say=say),
    bots=Bots(scribble=scribble, sensible=sensible, asides=asides),
    ending=Ending(reasons=ENDS, hands=hands, tally=tally),
    pace=Pace(live="live", idle="run_idle_turns", limit="turn_limit"),
    seating=Seating(
        names=tuple(CHARACTERS.values()),
        wishes=SET_UP_VERBS,
        christen=christen,
        parts=parts,
        gone=gone,
    ),
    press=PressRules(may_write=may_write, addressed={"RULER": RULER, "KING": RULER}, called=called),
    mends=Mends(verbs=MENDS, mend=mend, slots=MEND_SLOTS),
)
