"""What a bot that stands in for a player has on file: made from its seat's view, by luck that follows from the seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.bots.simulate import Style, orders_from, writer_of
from referee.engine.audience import Seat
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon
from referee.engine.onfile import OnFile


def files(game: Game[Any, Any], lexicon: Lexicon, unmanned: Mapping[Seat, str]) -> dict[Seat, OnFile]:
    """Return what is on file for the seats that the referee plays, for the step to come."""
    played = [(seat, unmanned[seat]) for seat in game.setup.seats if unmanned.get(seat)]
    if game.end is not None or not played:
        return {}
    turn, grammar = game.step + 1, game.rules.grammar
    out = {}
    for seat, style in played:
        _, orders = orders_from(writer_of(game.rules, Style(style)), game, seat, lexicon, OnFile())
        out[seat] = OnFile({turn: tuple(grammar.show(one) for one in orders)})
    return out
