"""The Game of Amber: a tarot game for four to sixteen. RULES.md beside this file has the numbered rules."""

from pathlib import Path

from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Mends, Orders, Pace, PressRules, Seating, Stored, Wording
from referee.games.amber import (
    asides,
    asks,
    bots,
    check,
    conditions,
    deck,
    ending,
    events,
    fates,
    hidden,
    lexis,
    mailed,
    mends,
    orders,
    plans,
    setup,
    switches,
    tally,
    turn,
    view,
    words,
)
from referee.games.amber.state import State
from referee.games.amber.view import View
from referee.games.corrections import CORRECTIONS

RULESET: Ruleset[State, View] = Ruleset(
    slug="amber",
    title="The Game of Amber",
    edition="1",
    seats=range(4, 17),
    folder=Path(__file__).parent,
    options=switches.OPTIONS,
    read_options=switches.Switches.of,
    start=setup.start,
    play=turn.play_turn,
    desk=plans.desk,
    view=view.view,
    look=view.look,
    decide=view.decide,
    hidden=hidden.hidden,
    stored=Stored.of(State, View, asks, events, more=CORRECTIONS),
    orders=Orders(
        orders.VERBS,
        lexis.SLOTS,
        conditions.CONDITIONS,
        lexis.INSTEAD,
        check.check,
        bots.form,
        mailed.at_once,
        fates.unneeded,
    ),
    words=Wording(lexis.TABLES, lexis.lexicon, lexis.say, mailed.answer),
    bots=Bots(bots.scribble, bots.sensible, asides.asides),
    ending=Ending(ending.ENDS, ending.hands, tally.tally),
    pace=Pace(live="live", idle="run_idle_turns", limit="turn_limit"),
    seating=Seating("", tuple(deck.CHARACTERS.values()), orders.SET_UP_VERBS, setup.christen, setup.parts, view.gone),
    press=PressRules(mailed.may_write, {"RULER": words.RULER, "KING": words.RULER}, mailed.called),
    mends=Mends(mends.MENDS, mends.mend, mends.MEND_SLOTS),
)
