"""AG-1: the reference suit, the deal, the first discard, and who begins."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, all_but, only
from referee.engine.chance import Chance
from referee.engine.events import Event
from referee.engine.setup import Outcome, Setup
from referee.games.amagande.events import BeginnerDrawn, FirstTurned, HandDealt, HandDealtUnseen, ReferenceDrawn
from referee.games.amagande.state import PACK, SUITS, Options, State
from referee.games.amagande.values import special
from referee.games.cards import turned_up


def start(setup: Setup, chance: Chance) -> Outcome[State]:
    """Draw the reference suit (AG-1.2), turn the first discard (AG-R2), deal (AG-R1), and draw who begins (AG-R3)."""
    options = Options.of(setup.options)
    reference = str(chance.pick(SUITS, "reference_suit"))
    turned = turned_up(PACK, lambda card: special(card, reference), chance)
    top, back = turned[-1], turned[:-1]
    cards = chance.shuffled([card for card in PACK if card not in turned], "deck")
    dealt = len(setup.seats) * options.hand
    stock = chance.shuffled([*cards[dealt:], *back], "stock") if back else cards[dealt:]
    hands = {seat: cards[options.hand * n : options.hand * (n + 1)] for n, seat in enumerate(setup.seats)}
    beginner = chance.pick(setup.seats, "beginner")
    state = State(setup.seats, options, reference, beginner, hands, stock, [top])
    state.had, state.served = dict.fromkeys(setup.seats, 0), dict.fromkeys(setup.seats, 0)
    events: list[Event] = [
        ReferenceDrawn(suit=reference, to=PUBLIC),
        FirstTurned(card=top, back=tuple(back), stock=len(stock), to=PUBLIC),
    ]
    for seat, hand in hands.items():
        events.append(HandDealt(seat=seat, cards=tuple(hand), to=only(seat)))
        events.append(HandDealtUnseen(seat=seat, count=len(hand), to=all_but(seat)))
    events.append(BeginnerDrawn(seat=beginner, to=PUBLIC))
    return Outcome(state, events)
