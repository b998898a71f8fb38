"""The Game of Amber: a tarot game for four to sixteen. RULES.md beside this file has the numbered rules."""

from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Orders, Pace, PressRules, Seating, Wording
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
    tabletop,
    tally,
    turn,
    usable,
    view,
    words,
)
from referee.games.amber.state import State
from referee.games.amber.view import View

RULESET: Ruleset[State, View] = Ruleset(
    modules=(asks, events, conditions),
    title="The Game of Amber",
    edition="1",
    seats=range(4, 17),
    options=switches.OPTIONS,
    read_options=switches.Switches.of,
    start=setup.start,
    play=turn.play_turn,
    desk=plans.desk,
    view=view.view,
    look=view.look,
    decide=view.decide,
    hidden=hidden.hidden,
    orders=Orders(
        orders.VERBS,
        lexis.SLOTS,
        instead=lexis.INSTEAD,
        check=check.check,
        form=bots.form,
        examples=bots.examples,
        at_once=mailed.at_once,
        unneeded=fates.unneeded,
        unusable=usable.unusable,
    ),
    words=Wording(
        lexis.TABLES, lexis.lexicon, lexis.say, mailed.answer, tuple(deck.BY_CODE.values()), tabletop.tabletop
    ),
    bots=Bots(bots.scribble, bots.sensible, asides.asides),
    ending=Ending(ending.ENDS, ending.hands, tally.tally),
    pace=Pace(idle="run_idle_turns", limit="turn_limit"),
    seating=Seating("", tuple(deck.CHARACTERS.values()), orders.SET_UP_VERBS, setup.christen, setup.parts, view.gone),
    press=PressRules(mailed.may_write, {"RULER": words.RULER, "KING": words.RULER}, mailed.called),
    mends=mends.MENDS,
)
