"""Elements: a scramble for four of a kind, with magic or without. RULES.md beside this file has the numbered rules."""

from referee.engine.author import Bots, Ending, Orders, Ruleset, Seating
from referee.games.cards import Pack, wording

from . import asks, bots, checks, desk, events, mends, orders, rounds, spellwords, state, turn, view, words

RULESET = Ruleset(
    modules=(asks, events, words),
    edition="7",
    seats=range(3, 8),
    options=state.OPTIONS,
    read_options=state.Options.of,
    start=rounds.start,
    play=turn.play_turn,
    desk=desk.desk,
    view=view.view,
    look=view.look,
    decide=asks.decide,
    hidden=state.hidden,
    exchangeable=state.exchangeable,
    orders=Orders(
        orders.VERBS,
        (*words.SLOTS, spellwords.SPELL),
        instead=orders.INSTEAD,
        closest=orders.closest,
        check=checks.check,
        form=desk.form,
        examples=bots.examples,
        unusable=orders.unusable,
    ),
    words=wording(Pack.FRENCH, spellwords.answer, view.tabletop),
    bots=Bots(bots.scribble, bots.sensible),
    ending=Ending(rounds.ENDS, rounds.hands, rounds.tally),
    seating=Seating(rule="EL-2.1"),
    mends=mends.MENDS,
)
