"""Wizard's Duel: two players, a tarot deck each. RULES.md beside this file has the numbered rules."""

from referee.engine.author import Bots, Ending, Orders, Ruleset
from referee.games.cards import Pack, wording

from . import bots, checks, events, mends, orders, plans, state, turn, view, words

RULESET = Ruleset(
    modules=(events, orders, words),
    title="Wizard's Duel",
    edition="3",
    seats=range(2, 3),
    options=state.OPTIONS,
    read_options=state.Options.of,
    start=turn.start,
    play=turn.play_turn,
    desk=plans.desk,
    view=view.view,
    look=view.look,
    decide=view.decide,
    hidden=state.hidden,
    orders=Orders(
        slots=words.SLOTS,
        instead={"PLAY": "LEAD or REPLY", "ANSWER": "REPLY"},
        closest=plans.closest,
        check=checks.check,
        refuse=checks.refuse,
        form=plans.form,
        examples=plans.examples,
    ),
    words=wording(Pack.TAROT, words.answer, view.tabletop),
    bots=Bots(bots.scribble, bots.sensible),
    ending=Ending(turn.ENDS, turn.hands, turn.tally),
    mends=mends.MENDING.section,
)
