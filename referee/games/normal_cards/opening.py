"""NC-1: the Main Card, the deal, and the first leader."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, all_but, only
from referee.engine.chance import Chance
from referee.engine.setup import Setup
from referee.engine.table import Table
from referee.games.cards import Card, turned_up
from referee.games.normal_cards.events import HandDealt, HandDealtUnseen, LeaderDrawn, MainCardTurned
from referee.games.normal_cards.state import HAND, PACK, Options, State

NEVER_MAIN = ("A", "7")


def start(t: Table[State], setup: Setup) -> None:
    """Turn the Main Card, deal four cards each, and draw who leads."""
    chance = t.chance
    turned = turn_up(chance)
    main, back = turned[-1], turned[:-1]
    cards = chance.shuffled([card for card in PACK if card not in turned], "deck")
    dealt = len(setup.seats) * HAND
    stock = cards[dealt:]
    if back:
        stock = chance.shuffled([*stock, *back], "stock")
    hands = {seat: cards[HAND * n : HAND * (n + 1)] for n, seat in enumerate(setup.seats)}
    leader = chance.pick(setup.seats, "leader")
    won: dict[str, list[Card]] = {seat: [] for seat in setup.seats}
    t.state = State(setup.seats, Options.of(setup.options), main, leader, hands, won, [*stock, main])  # type: ignore[arg-type]
    t.tell(MainCardTurned(card=main, back=tuple(back), stock=len(t.state.stock), to=PUBLIC))
    for seat, hand in hands.items():
        t.tell(
            HandDealt(seat=seat, cards=tuple(hand), to=only(seat)),
            HandDealtUnseen(seat=seat, count=len(hand), to=all_but(seat)),
        )
    t.tell(LeaderDrawn(seat=leader, to=PUBLIC))


def turn_up(chance: Chance) -> list[Card]:
    """Turn cards of the stock until one is neither ace nor 7; those before it go back (NC-1.3, NC-1.4, NC-R1)."""
    return turned_up(PACK, lambda card: card.rank in NEVER_MAIN, chance)
