"""The table of Normal Cards to be drawn, from what everybody sees: points, tricks, trump, stock, cards just laid."""

from __future__ import annotations

from referee.engine.tabletop import Heap, Side, Tabletop, laid
from referee.games.normal_cards.view import View


def tabletop(v: View) -> Tabletop:
    """Lay the table out, the players as they sit, each with the cards of the tricks they won."""
    scores = v.scores()
    sides = []
    for seat in v.seats:
        heaps = (Heap("hand", down=v.counts[seat]), Heap("cards won", laid(v.won[seat])))
        some = tuple(one for one in heaps if one.down or one.cards)
        sides.append(Side(seat, "", (("points", str(scores[seat])),), some, gone=seat in v.resigned))
    trump = (Heap("trump", laid((v.main,))),) if v.main is not None else ()
    stock = (Heap("Stock", down=v.stock),) if v.stock else ()
    trick = (Heap("on the table", laid(v.table)),) if v.table else ()
    return Tabletop(tuple(sides), (*trump, *stock, *trick))
