"""What a receipt says of orders: refusals of what can never come true, warnings of what is not so now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from referee.engine.author import Order, Remark, inside, refusal, refused, remarked, warning, word_of
from referee.games.cards import cards_among
from referee.games.entries import tested
from referee.games.normal_cards.orders import GiveUp, GoOn, Keep, LeadWith, ReplyWith, TrickLead
from referee.games.normal_cards.state import PACK
from referee.games.normal_cards.view import View
from referee.games.normal_cards.words import ALWAYS, CARD, WINS, Item, LedCard, Pick

TRICKS = 18


def check(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on a whole set of orders, from what this seat knows."""
    yield from remarked(inside(orders), partial(refusals, seen), partial(warnings, seen))
    yield from unreachable(orders)


def refuse(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on what can never come true, and on nothing else."""
    return refused(inside(orders), partial(refusals, seen))


def refusals(seen: View, one: Order, inner: Order) -> Iterator[Remark]:
    """Refuse what can never come true."""
    for card in [*cards_among(_items(inner)), *tested(one, inner, LedCard)]:
        if card not in PACK:
            yield refusal(one, f"The pack of this game has no {CARD.show(card)}.", "NC-1.1")
    wins = [item for item in _items(inner) if isinstance(item, Pick) and item.how in WINS]
    if wins and isinstance(inner, LeadWith | TrickLead):
        yield refusal(one, "WIN answers cards on the table; it cannot lead.", "NC-P2.1")
    if isinstance(inner, TrickLead) and not 1 <= inner.n <= TRICKS:
        yield refusal(one, f"A turn has tricks 1 to {TRICKS} at most.", "NC-P1.1")
    gone = [card for pile in seen.won.values() for card in pile]
    named = cards_among(_items(inner))
    whole = one is inner and isinstance(inner, LeadWith | TrickLead) and len(named) == len(inner.plays)
    if whole and all(card in gone for card in named):
        yield refusal(one, f"{CARD.codes(named)} lies in a trick already.", "NC-2.4")


def warnings(seen: View, one: Order, inner: Order) -> Iterator[Remark]:
    """Warn of what is not so now; the order stands."""
    gone = [card for pile in seen.won.values() for card in pile]
    wanted = cards_among(_items(inner))
    played = [card for card in wanted if card in gone]
    missing = [card for card in wanted if card not in seen.hand and card not in gone]
    if played:
        yield warning(one, f"{CARD.codes(played)} lies in a trick already; such an entry is passed over.", "NC-2.4")
    if missing:
        text = f"You do not hold {CARD.codes(missing)} now; such an entry is passed over unless you hold it then."
        yield warning(one, text, "NC-P1.2")
    if led := [card for card in tested(one, inner, LedCard) if card in gone or card in seen.hand]:
        yield warning(one, f"Nobody else can lead {CARD.codes(led)} now.", "NC-2.1")
    if one is not inner and isinstance(inner, LeadWith | TrickLead):
        yield warning(one, "Who leads finds nothing on the table: POINTS is 0, and LAST and LED never hold.", "NC-2.1")
    if isinstance(inner, TrickLead) and inner.n > seen.options.tricks:
        yield warning(one, f"Trick {inner.n} of a turn is played only if all play on.", "NC-P1.1")
    most = len(PACK) // len(seen.seats)
    if isinstance(inner, GoOn) and inner.n > most - seen.options.tricks:
        text = f"A game has {most} tricks, and a turn plays {seen.options.tricks} of them anyway."
        yield warning(one, text, "NC-P1.1")
    if isinstance(inner, GiveUp):
        last = len(seen.seats) - len(seen.resigned) == 2
        text = "This ends the game at once." if last else "You cannot win any more; your cards are played for you."
        yield warning(one, text, "NC-R9")


def unreachable(orders: Sequence[Order]) -> Iterator[Remark]:
    """Warn of REPLY rules that stand behind one that can always be done."""
    settled = False
    for one in orders:
        if settled and word_of(one) == "REPLY":
            yield warning(one, "This rule is never reached: one above it can always be done.", "NC-P2.1")
        if isinstance(one, ReplyWith):
            settled = settled or any(isinstance(i, Pick) and i.how in ALWAYS and not i.kind for i in one.plays)


def _items(one: Order) -> tuple[Item, ...]:
    match one:
        case LeadWith(plays=items) | TrickLead(plays=items) | Keep(kept=items):
            return items
        case ReplyWith(plays=items, then=then):
            return items if then is None else (then, *items)
        case _:
            return ()
