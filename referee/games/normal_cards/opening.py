"""NC-1: the Main Card, the deal, and the first leader."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat, all_but, only
from referee.engine.setup import Setup
from referee.engine.table import Table
from referee.games.cards import Card, dealt
from referee.games.normal_cards.events import HandDealt, HandDealtUnseen, LeaderDrawn, MainCardTurned
from referee.games.normal_cards.state import HAND, PACK, Options, State

NEVER_MAIN = ("A", "7")


def start(t: Table[State], setup: Setup) -> None:
    """Turn the Main Card (NC-1.3, NC-1.4, NC-R1), deal four cards each (NC-1.2), and draw who leads (NC-R3)."""
    main, back, hands, stock = dealt(PACK, lambda card: card.rank in NEVER_MAIN, setup.seats, HAND, t.chance)
    leader = t.chance.pick(setup.seats, "leader")
    won: dict[Seat, list[Card]] = {seat: [] for seat in setup.seats}
    t.state = State(setup.seats, Options.of(setup.options), main, leader, hands, won, [*stock, main])
    t.tell(MainCardTurned(card=main, back=back, stock=len(t.state.stock), to=PUBLIC))
    for seat, hand in hands.items():
        t.tell(
            HandDealt(seat=seat, cards=tuple(hand), to=only(seat)),
            HandDealtUnseen(seat=seat, count=len(hand), to=all_but(seat)),
        )
    t.tell(LeaderDrawn(seat=leader, to=PUBLIC))
