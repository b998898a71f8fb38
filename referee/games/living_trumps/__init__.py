"""Living Trumps: courts, Blood, Shadows and Trumps. RULES.md beside this file has the numbered rules."""

from pathlib import Path

from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Orders, Pace, Seating, Stored
from referee.games.cards import Pack, wording
from referee.games.corrections import CORRECTIONS
from referee.games.living_trumps import (
    asks,
    bots,
    check,
    closest,
    conditions,
    contest_asks,
    desk,
    events,
    fates,
    hidden,
    mailed,
    mends,
    options,
    orders,
    policies,
    setup,
    turn,
    victory,
    view,
    words,
)
from referee.games.living_trumps.state import State
from referee.games.living_trumps.view import View

RULESET: Ruleset[State, View] = Ruleset(
    slug="living-trumps",
    title="Living Trumps",
    edition="1",
    seats=options.SEATS,
    folder=Path(__file__).parent,
    options=options.OPTIONS,
    read_options=options.Options.of,
    start=setup.start,
    play=turn.play_turn,
    desk=desk.desk,
    view=view.view,
    look=view.look,
    decide=view.decide,
    hidden=hidden.hidden,
    stored=Stored.of(State, View, asks, contest_asks, events, more=CORRECTIONS),
    orders=Orders(
        (*orders.ACTIONS, *policies.POLICIES, *orders.BARE),
        words.SLOTS,
        conditions.CONDITIONS,
        check=check.check,
        form=desk.form,
        unneeded=fates.unneeded,
        closest=closest.closest,
    ),
    words=wording(Pack.FRENCH, mailed.answer),
    bots=Bots(bots.scribble, bots.sensible, bots.asides),
    ending=Ending(victory.ENDS, victory.hands, victory.tally),
    pace=Pace(live="live", limit="max_turns"),
    seating=Seating("LT-1.1", setup.NAMES, policies.SET_UP, setup.christen, setup.parts),
    mends=mends.MENDING.section,
)
