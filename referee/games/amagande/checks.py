"""What a receipt says of orders: refusals of what can never come true, warnings of what is not so now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from referee.engine.author import If, Order, Remark, inside, refusal, refused, remarked, warning
from referee.games.amagande.events import Act
from referee.games.amagande.orders import CounterWith, GiveUp, Hold, PlayLine
from referee.games.amagande.plans import SINGLE
from referee.games.amagande.state import ACE_OF_SPADES, PACK
from referee.games.amagande.values import fits, penalty
from referee.games.amagande.view import View
from referee.games.amagande.words import CARD, HIGHEST, LOWEST, Pick, What
from referee.games.cards import Card, cards_among


def check(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on a whole set of orders, from what this seat knows."""
    yield from remarked(inside(orders), refusals, partial(warnings, seen))
    most = seen.options.plays
    own = "one own turn" if most == 1 else f"{most} own turns"
    always: list[type[Order]] = []
    for one in orders:
        kind = type(one.then if isinstance(one, If) else one)
        if kind is PlayLine and always.count(kind) >= most:
            yield warning(one, f"This line is never reached: a turn has {own} at most.", "AG-P1.1")
        if kind in SINGLE and kind in always:
            yield warning(one, "This line is never reached: the one above it counts.", "AG-R23")
        always.append(type(one))


def refuse(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on what can never come true, and on nothing else."""
    return refused(inside(orders), refusals)


def refusals(one: Order, inner: Order) -> Iterator[Remark]:
    """Refuse what can never come true."""
    for card in cards_in(inner):
        if card not in PACK:
            yield refusal(one, "The pack has a red Joker (RJ) and a black one (BJ); say which.", "AG-1.1")
    if isinstance(inner, CounterWith):
        for what in (item.what for item in inner.counters):
            able = any(card is ACE_OF_SPADES or penalty(card) for card in meant(what))  # section 2.2
            if what is not Act.TAKE and not able:
                said = CARD.show(what) if isinstance(what, Card) else str(what)
                yield refusal(one, f"{said} never counters a penalty: 2s, 3s, Jokers and the AS do.", "AG-R14")
        if any(item.what is Act.TAKE and not item.tests for item in inner.counters[:-1]):
            yield refusal(one, "TAKE stands at the end of the list; behind it nothing is reached.", "AG-P1.3")
    if isinstance(inner, PlayLine):
        for item in inner.items:
            if item.suit and not any(card.rank == "A" for card in meant(item.what)):
                yield refusal(one, "Only an ace names a suit.", "AG-4.1")
    if isinstance(inner, Hold):
        for what in inner.held:
            if isinstance(what, Pick) and what.kind in (LOWEST, HIGHEST):
                said = f"Say which cards you hold back; {what} is another after each play."
                yield refusal(one, f"{said} For instance: {Hold.example}.", "AG-R20")


def meant(what: What) -> list[Card]:
    """List the cards that an entry may mean."""
    return [what] if isinstance(what, Card) else [card for card in PACK if isinstance(what, Pick) and what.means(card)]


def warnings(seen: View, one: Order, inner: Order) -> Iterator[Remark]:
    """Warn of what is not so now; the order stands."""
    missing = [card for card in cards_in(inner) if card not in seen.hand]
    if missing and not isinstance(inner, Hold):
        text = f"You do not hold {CARD.codes(missing)} now; such an entry is passed over unless you do then."
        yield warning(one, text, "AG-P1.3")
    if isinstance(inner, PlayLine) and not seen.options.voluntary_draw and draws_in_vain(inner, seen):
        yield warning(one, "You may draw only when none of your cards fits; else your STYLE plays.", "AG-R5")
    if isinstance(inner, GiveUp):
        last = len(seen.seats) - len(seen.out) == 2
        text = "This ends the game at once." if last else "You leave the table, and cannot win any more."
        yield warning(one, text, "AG-R19")


def draws_in_vain(line: PlayLine, seen: View) -> bool:
    """Say whether a line bids DRAW first of all, or while a held card fits, as far as its writer can see (AG-R5)."""
    if all(item.what is not Act.DRAW for item in line.items) or seen.top is None:
        return False
    able = not seen.pending and any(fits(card, seen.top, seen.required, seen.options) for card in seen.hand)
    return able or line.items[0].what is Act.DRAW


def cards_in(one: Order) -> list[Card]:
    """List the cards that an order names, each once."""
    match one:
        case PlayLine(items=items) | CounterWith(counters=items):
            return cards_among(item.what for item in items)
        case Hold(held=whats):
            return cards_among(whats)
        case _:
            return []
