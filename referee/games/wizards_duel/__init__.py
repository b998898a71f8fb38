"""Wizard's Duel: two players, a tarot deck each. RULES.md beside this file has the numbered rules."""

from pathlib import Path

from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Orders, Pace, Stored
from referee.games.cards import Pack, wording
from referee.games.corrections import CORRECTIONS
from referee.games.wizards_duel import (
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
from referee.games.wizards_duel.state import State
from referee.games.wizards_duel.view import View

RULESET: Ruleset[State, View] = Ruleset(
    slug="wizards-duel",
    title="Wizard's Duel",
    edition="1",
    seats=range(2, 3),
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
    orders=Orders(orders.VERBS, words.SLOTS, words.CONDITIONS, check=checks.check, form=plans.form),
    words=wording(Pack.TAROT, words.answer),
    bots=Bots(bots.scribble, bots.sensible),
    ending=Ending(ending.ENDS, ending.hands, ending.tally),
    pace=Pace(live="live"),
    mends=mends.MENDING.section,
)
