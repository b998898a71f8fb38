"""Amagande: shed your cards, draw for others, and mind the fatal seven. RULES.md beside this file has the rules."""

from pathlib import Path

from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Mends, Orders, Pace, Seating, Stored, Wording
from referee.games.amagande import (
    asks,
    bots,
    checks,
    ending,
    events,
    hidden,
    mends,
    opening,
    orders,
    plans,
    state,
    turn,
    view,
    words,
)
from referee.games.amagande.state import State
from referee.games.amagande.view import View
from referee.games.cards import Pack, card_lexicon
from referee.games.corrections import CORRECTIONS

RULESET: Ruleset[State, View] = Ruleset(
    slug="amagande",
    title="Amagande",
    edition="1",
    seats=range(2, 5),
    folder=Path(__file__).parent,
    options=state.OPTIONS,
    read_options=state.Options.of,
    start=opening.start,
    play=turn.play_turn,
    desk=plans.desk,
    view=view.view,
    look=view.look,
    decide=view.decide,
    hidden=hidden.hidden,
    stored=Stored.of(State, View, asks, events, more=CORRECTIONS),
    orders=Orders(orders.VERBS, words.SLOTS, words.CONDITIONS, orders.INSTEAD, checks.check, plans.form),
    words=Wording((Pack.FRENCH.table,), card_lexicon(Pack.FRENCH), words.say, words.answer),
    bots=Bots(bots.scribble, bots.sensible),
    ending=Ending(ending.ENDS, ending.hands, ending.tally),
    pace=Pace(live="live"),
    seating=Seating(gone=view.gone),
    mends=Mends(mends.MENDS, mends.mend, mends.MEND_SLOTS),
)
