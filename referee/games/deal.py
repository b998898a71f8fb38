"""What games say alike that turn a card of the pack and deal hands out of the rest: the cards, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.author import Chance, Seat, SeatEvent, Table, all_but, only
from referee.games.cards import Card


class HandDealt(SeatEvent):
    """A dealt hand, as its owner sees it."""

    cards: tuple[Card, ...]


class HandDealtUnseen(SeatEvent):
    """A dealt hand, as everybody else sees it."""

    count: int


def tell_hands(t: Table[Any], hands: Mapping[Seat, Sequence[Card]]) -> None:
    """Show everybody the hand they were dealt, and that the others have one."""
    for seat, hand in hands.items():
        t.tell(
            HandDealt(seat=seat, cards=tuple(hand), to=only(seat)),
            HandDealtUnseen(seat=seat, count=len(hand), to=all_but(seat)),
        )


def dealt(
    pack: Sequence[Card], unfit: Callable[[Card], bool], seats: Sequence[Seat], size: int, chance: Chance
) -> tuple[Card, tuple[Card, ...], dict[Seat, list[Card]], list[Card]]:
    """Turn cards of a pack until one is fit, deal hands, and return it, those turned before it, hands and stock.

    Those turned before it are shuffled into the stock. Hands come out of the cards never turned, so that every deal is
    as likely as where one deals first and turns cards of what is left; one turned again would change nothing.
    """
    turned: list[Card] = []
    while not turned or unfit(turned[-1]):
        turned.append(chance.pick([card for card in pack if card not in turned], "turned"))
    *back, top = turned
    cards = chance.shuffled([card for card in pack if card not in turned], "deck")
    hands = {seat: cards[size * n : size * (n + 1)] for n, seat in enumerate(seats)}
    rest = cards[size * len(seats) :]
    return top, tuple(back), hands, chance.shuffled([*rest, *back], "stock") if back else rest
