"""Tiny Game: the ruleset, a record of plain functions; its numbered rules are in RULES.md."""

from pathlib import Path

from referee.engine.options import Option
from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Ending, Orders, Pace, Stored, Wording

from . import asks, events
from .bots import scribble, sensible
from .desk import check, desk, form
from .orders import LayStone, Prefer, StoneSlot
from .state import State, hidden, say
from .turn import play, start
from .view import View, decide, look, view

__all__ = ["RULESET"]

OPTIONS = (
    Option("hand", "3", (), "TG-1.2", "How many stones one holds.", range(2, 5)),
    Option("live", "off", ("off", "on"), "TG-2.4", "Whether the referee asks by mail which stone to lay."),
)

RULESET: Ruleset[State, View] = Ruleset(
    slug="tiny-game",
    title="Tiny Game",
    edition="1",
    seats=range(2, 5),
    folder=Path(__file__).parent,
    options=OPTIONS,
    start=start,
    play=play,
    desk=desk,
    view=view,
    look=look,
    decide=decide,
    hidden=hidden,
    stored=Stored.of(State, View, asks, events),
    orders=Orders(verbs=(LayStone, Prefer), slots=(StoneSlot(),), check=check, form=form),
    words=Wording(say=say),
    bots=Bots(scribble=scribble, sensible=sensible),
    ending=Ending(reasons={"stones are out": "Nobody holds a stone."}),
    pace=Pace(live="live"),
)
