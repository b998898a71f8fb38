"""The table of Amagande to be drawn, from what everybody sees: how many cards each holds, the top card, the stock."""

from __future__ import annotations

from referee.engine.tabletop import Heap, Side, Tabletop, laid
from referee.games.amagande.view import View


def tabletop(v: View) -> Tabletop:
    """Lay the table out, the players as they sit."""
    sides = []
    for seat in v.seats:
        turn = (("on turn", ""),) if seat == v.on_turn and seat not in v.out and not v.over else ()
        none = (("cards", "0"),) if not v.counts[seat] else ()
        facts = (("out", ""),) if seat in v.out else (*none, *turn)
        heaps = (Heap("cards", down=v.counts[seat]),) if v.counts[seat] else ()
        sides.append(Side(seat, "", facts, heaps, gone=seat in v.out))
    if v.top is None:
        return Tabletop(tuple(sides))
    middle = (Heap("on top", laid((v.top,))), Heap("Stock", down=v.stock), Heap("discards", down=v.discards))
    return Tabletop(tuple(sides), middle)
