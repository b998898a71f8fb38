"""Living Trumps: courts, Blood, Shadows and Trumps. RULES.md beside this file has the numbered rules."""

from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Orders, Pace, Seating
from referee.games.cards import Pack, wording
from referee.games.living_trumps import (
    asks,
    bots,
    check,
    closest,
    conditions,
    desk,
    events,
    fates,
    mailed,
    mends,
    options,
    orders,
    policies,
    setup,
    standing,
    state,
    strategy,
    tabletop,
    turn,
    view,
    words,
)

RULESET = Ruleset(
    modules=(asks, events, conditions),
    edition="1",
    seats=options.SEATS,
    options=options.OPTIONS,
    read_options=options.Options.of,
    start=setup.start,
    play=turn.play_turn,
    desk=desk.desk,
    view=view.view,
    look=view.look,
    decide=view.decide,
    hidden=state.hidden,
    orders=Orders(
        (*orders.ACTIONS, *policies.POLICIES, *orders.BARE),
        words.SLOTS,
        check=check.check,
        form=desk.form,
        examples=bots.examples,
        unneeded=fates.unneeded,
        besides=fates.besides,
        closest=closest.closest,
    ),
    words=wording(Pack.FRENCH, mailed.answer, tabletop.tabletop),
    bots=Bots(bots.scribble, strategy.sensible, bots.asides),
    ending=Ending(standing.ENDS, standing.hands, standing.tally),
    pace=Pace(limit="max_turns"),
    seating=Seating("LT-1.1", setup.NAMES, policies.SET_UP, setup.christen, setup.parts),
    mends=mends.MENDING.section,
)
