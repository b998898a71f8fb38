"""AG-1: the reference suit, the deal, the first discard, and who begins."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, all_but, only
from referee.engine.setup import Setup
from referee.engine.table import Table
from referee.games.amagande.events import BeginnerDrawn, FirstTurned, HandDealt, HandDealtUnseen, ReferenceDrawn
from referee.games.amagande.state import PACK, SUITS, Options, State
from referee.games.amagande.values import special
from referee.games.cards import dealt


def start(t: Table[State], setup: Setup) -> None:
    """Draw the reference suit (AG-1.2), turn the first discard (AG-R2), deal (AG-R1), and draw who begins (AG-R3)."""
    options, chance = Options.of(setup.options), t.chance
    reference = str(chance.pick(SUITS, "reference_suit"))
    top, back, hands, stock = dealt(PACK, lambda card: special(card, reference), setup.seats, options.hand, chance)
    beginner = chance.pick(setup.seats, "beginner")
    t.state = State(setup.seats, options, reference, beginner, hands, stock, [top])
    t.state.had, t.state.served = dict.fromkeys(setup.seats, 0), dict.fromkeys(setup.seats, 0)
    t.tell(ReferenceDrawn(suit=reference, to=PUBLIC))
    t.tell(FirstTurned(card=top, back=back, stock=len(stock), to=PUBLIC))
    for seat, hand in hands.items():
        t.tell(
            HandDealt(seat=seat, cards=tuple(hand), to=only(seat)),
            HandDealtUnseen(seat=seat, count=len(hand), to=all_but(seat)),
        )
    t.tell(BeginnerDrawn(seat=beginner, to=PUBLIC))
