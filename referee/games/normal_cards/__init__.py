"""Normal Cards: tricks with a 36-card pack and a turned-up trump. RULES.md beside this file has the numbered rules."""

from referee.engine.author import Bots, Ending, Orders, Ruleset, Seating
from referee.games import deal
from referee.games.cards import Pack, wording

from . import bots, checks, events, mends, orders, plans, state, turn, view, words

RULESET = Ruleset(
    modules=(events, deal, orders, words),
    edition="2",
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
        closest=orders.closest,
        check=checks.check,
        refuse=checks.refuse,
        form=plans.form,
        examples=plans.examples,
    ),
    words=wording(Pack.FRENCH, words.answer, view.tabletop),
    bots=Bots(bots.scribble, bots.sensible),
    ending=Ending(turn.ENDS, turn.hands, turn.tally),
    seating=Seating(gone=lambda seen: seen.resigned),
    mends=mends.MENDING.section,
)
