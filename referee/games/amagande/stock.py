"""Drawing from the stock, and making a new one of the discards."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat, only
from referee.engine.table import Table
from referee.games.amagande.events import CardsDrawn, CardsDrawnUnseen, StockRenewed
from referee.games.amagande.state import State
from referee.games.cards import Card

Game = Table[State]


def drawable(s: State) -> bool:
    """Say whether there is a card to draw, if need be out of the discards (AG-R7)."""
    return bool(s.stock) or len(s.discard) > 1


def draw(t: Game, seat: Seat, count: int, *, penalty: bool = False) -> list[Card]:
    """Draw so many cards; what neither stock nor discards can give is not drawn (AG-2.2, AG-2.4, AG-R7)."""
    s, drawn = t.state, list[Card]()
    while len(drawn) < count and drawable(s):
        if not s.stock:
            renew(t)
        drawn.append(s.stock.pop(0))
    s.hands[seat] += drawn
    due = count if penalty else 0
    if drawn:
        t.tell(CardsDrawn(seat=seat, cards=tuple(drawn), to=only(seat)))
    t.tell(CardsDrawnUnseen(seat=seat, count=len(drawn), due=due, required=s.required, to=PUBLIC))
    return drawn


def renew(t: Game) -> None:
    """All discards but the top one are shuffled into a new stock (AG-R7)."""
    s = t.state
    s.stock = t.chance.shuffled(s.discard[:-1], "renewed")
    del s.discard[:-1]
    t.tell(StockRenewed(cards=len(s.stock), to=PUBLIC))
