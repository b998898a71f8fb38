"""Elements: a scramble for four of a kind, with magic or without. RULES.md beside this file has the numbered rules."""

from pathlib import Path

from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Mends, Orders, Seating, Stored
from referee.games.cards import Pack, wording
from referee.games.corrections import CORRECTIONS
from referee.games.elements import (
    asks,
    bots,
    checks,
    choices,
    desk,
    events,
    fire,
    gm,
    hidden,
    mends,
    opening,
    orders,
    spell_events,
    spellwords,
    state,
    tales,
    turn,
    view,
    words,
)
from referee.games.elements.state import State
from referee.games.elements.view import View

RULESET: Ruleset[State, View] = Ruleset(
    slug="elements",
    title="Elements",
    edition="1",
    seats=range(3, 8),
    folder=Path(__file__).parent,
    options=state.OPTIONS,
    read_options=state.Options.of,
    start=opening.start,
    play=turn.play_turn,
    desk=desk.desk,
    view=view.view,
    look=view.look,
    decide=choices.decide,
    hidden=hidden.hidden,
    exchangeable=hidden.exchangeable,
    stored=Stored.of(State, View, asks, events, spell_events, tales, more=CORRECTIONS),
    orders=Orders(
        orders.VERBS,
        (*words.SLOTS, *spellwords.SPELL_SLOTS),
        words.CONDITIONS,
        {name: f"MAGIC {name}" for name in spellwords.SPELLS if name != "SCRY"},
        checks.check,
        desk.form,
    ),
    words=wording(Pack.FRENCH, gm.answer),
    bots=Bots(bots.scribble, bots.sensible),
    ending=Ending(fire.ENDS, fire.hands, fire.tally),
    seating=Seating(rule="EL-2.1"),
    mends=Mends(mends.MENDS, mends.mend, mends.MENDING.slots),
)
