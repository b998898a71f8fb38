"""Amagande: shed your cards, draw for others, and mind the fatal seven. RULES.md beside this file has the rules."""

from dataclasses import replace

from referee.engine.author import Bots, Ending, Orders, Ruleset, Seating
from referee.games import deal
from referee.games.cards import Pack, wording

from . import bots, checks, events, mends, orders, plans, state, turn, view, words

RULESET = Ruleset(
    modules=(events, deal, orders, words),
    edition="3",
    seats=range(2, 5),
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
        instead=orders.INSTEAD,
        check=checks.check,
        refuse=checks.refuse,
        form=plans.form,
        examples=plans.examples,
        unneeded=plans.unneeded,
        closest=orders.closest,
    ),
    words=replace(wording(Pack.FRENCH, words.answer, view.tabletop), say=words.say),
    bots=Bots(bots.scribble, bots.sensible),
    ending=Ending(turn.ENDS, turn.hands, turn.tally),
    seating=Seating(gone=lambda seen: seen.out),
    mends=mends.MENDS,
)
