"""Tiny Game: the ruleset, a record of plain functions; its numbered rules are in RULES.md."""

from pathlib import Path

from referee.engine.ruleset import Option, Ruleset

from .asks import Lay
from .bots import scribble, sensible
from .desk import check, desk, form
from .events import StoneDrawn, StoneDrawnUnseen, StoneLaid, TrickWon
from .given import given, shown
from .orders import LayStone, Prefer, StoneSlot
from .state import State, Stone, hidden
from .turn import play, start
from .view import View, decide, look, view
from .words import answer, lexicon, say

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
    options=OPTIONS,
    live_option="live",
    folder=Path(__file__).parent,
    # What there is: everything that is stored or said is listed.
    verbs=(LayStone, Prefer),
    slots=(StoneSlot(),),
    asks=(Lay,),
    moves=(Stone,),
    events=(StoneDrawn, StoneDrawnUnseen, StoneLaid, TrickWon),
    state=State,
    views=View,
    ends={"stones are out": "Nobody holds a stone."},
    # How it is played.
    start=start,
    play=play,
    desk=desk,
    check=check,
    hidden=hidden,
    # What a seat knows.
    view=view,
    look=look,
    decide=decide,
    # How people and bots speak of it.
    lexicon=lexicon,
    say=say,
    form=form,
    answer=answer,
    scribble=scribble,
    sensible=sensible,
    # Rule cases.
    given=given,
    shown=shown,
)
