"""The table of Elements to be drawn, from what everybody sees: Islands, Flames, Play Hands and the Ocean."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.tabletop import Heap, Laid, Side, Tabletop
from referee.games.elements.view import View


def tabletop(v: View) -> Tabletop:
    """Lay the table out; of the Ocean the piles of several cards are shown by themselves."""
    ocean = Heap("Ocean", down=sum(map(len, v.spots.values())))
    piles = (Heap(spot, down=len(pile)) for spot, pile in v.spots.items() if len(pile) > 1)
    return Tabletop(tuple(_side(v, seat) for seat in v.seats), (ocean, *piles))


def _side(v: View, seat: Seat) -> Side:
    wins = (("rounds won", str(v.wins[seat])),) if v.options.rounds > 1 else ()
    flame = (Heap("Flame", down=v.flames[seat]),) if v.flames[seat] else ()
    held = v.hands.get(seat, "")
    hand = (Heap("hand", (Laid(None, f"from {held}"),)),) if held else ()
    cards = v.islands[seat]
    island = (Heap("Island", down=cards, note=f"of {v.size}"),) if cards else ()
    bare = () if cards else (("Island", f"0 of {v.size}"),)
    return Side(seat, "", (("due", str(v.due[seat])), *wins, *bare), (*island, *flame, *hand))
