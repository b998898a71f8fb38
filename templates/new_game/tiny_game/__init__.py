"""Tiny Game: the ruleset, a record of plain functions; its numbered rules are in RULES.md."""

from referee.engine.author import Option, Ruleset

from . import seat, table, turn

RULESET = Ruleset(
    seats=range(2, 5),
    options=(Option("hand", "3", (), "TG-1.2", "How many stones one holds.", range(2, 5)),),
    start=turn.start,
    play=turn.play,
    decide=seat.decide,
    hidden=table.hidden,
)
