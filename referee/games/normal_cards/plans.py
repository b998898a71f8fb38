"""The desk: one seat's orders at work, and the defaults where they are silent (NC-P1.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.engine.author import Answer, Ask, Desk, Order, Seat, Why, all_hold, bidden, now
from referee.games.cards import Card
from referee.games.normal_cards.events import Lead, PlayOn, Reply, Resign
from referee.games.normal_cards.orders import GiveUp, GoOn, Keep, LeadWith, ReplyWith, TrickLead
from referee.games.normal_cards.values import default_lead, default_reply
from referee.games.normal_cards.view import View
from referee.games.normal_cards.words import ITEM, Item, Pick, found


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View], edition: int = 2) -> Desk:
    """Make the answers of one seat out of its orders in force and its view."""

    def answer(ask: Ask[Any]) -> Answer[Any]:
        seen = look()
        lines = list(now(orders, seen))
        match ask:
            case Resign():
                return bidden(lines, GiveUp)  # N4: nobody resigns without saying so
            case Lead(trick=trick):
                return led(lines, trick, seen, edition)
            case Reply():
                return replied(lines, seen)
            case PlayOn(played=played):
                return going_on(lines, played - seen.options.tricks)
            case _:
                raise AssertionError(f"{seat} cannot answer {ask}")

    return answer


def led(lines: Sequence[Order], trick: int, seen: View, edition: int) -> Answer[Card]:
    """The trick's own lines, else the next item of the LEAD list; one not held leaves it to the default (NC-P1.2)."""
    free = usable(lines, seen)
    missed: list[tuple[int, Item]] = []
    for one, item in lead_items(lines, trick, seen, edition):
        card = meant(item, free, seen)
        if card is not None:
            because: int | Why = one.number
            break
        missed.append((one.number, item))
    else:
        card, because = default_lead(free, seen.trump), Why.DEFAULT
    lapsed = [(number, f"Trick {trick}: {instead(item, card, edition)}.") for number, item in missed]
    return Answer(card, because, tuple(lapsed))


def instead(item: Item, card: Card, edition: int) -> str:
    """Say what was led for an item that no card fitted."""
    if edition == 1:
        return "you held no such card"
    return f"you {'did not hold' if isinstance(item, Card) else 'had nothing for'} {ITEM.show(item)}; you led {card}"


def lead_items(lines: Sequence[Order], trick: int, seen: View, edition: int) -> Iterator[tuple[Order, Item]]:
    """TRICK n LEAD goes before the LEAD list and uses up none of its items; the list's last item repeats (NC-R10)."""
    own = [one for one in lines if isinstance(one, TrickLead)]
    if here := [one for one in own if one.n == trick]:
        yield from ((one, item) for one in (here if edition > 1 else here[:1]) for item in one.plays)
        return
    items = [(one, item) for one in lines if isinstance(one, LeadWith) for item in one.plays]
    if items:
        elsewhere = {one.n for one in own}
        before = sum(leader == seen.seat and n not in elsewhere for n, leader in enumerate(seen.leaders, 1))
        yield items[min(before, len(items) - 1)]


def replied(lines: Sequence[Order], seen: View) -> Answer[Card]:
    """REPLY rules from the top; one that no held card can fulfil is passed over (NC-P2.1), at last the default (N2)."""
    free = usable(lines, seen)
    for one in lines:
        if isinstance(one, ReplyWith):
            allowed = () if one.then is None or not all_hold(one.tests, seen) else (one.then,)
            for item in (*allowed, *one.plays):  # ELSE counts too if what is allowed cannot be done (NC-R11)
                card = meant(item, free, seen)
                if card is not None:
                    return Answer(card, one.number)
    return Answer(default_reply(free, seen.table, seen.trump), Why.DEFAULT)


def meant(item: Item, free: Sequence[Card], seen: View) -> Card | None:
    """Find the card that a word means; a card named itself may be one that is kept (NC-R13)."""
    return found(item, seen.hand if isinstance(item, Card) else free, seen.table, seen.trump)


def usable(lines: Sequence[Order], seen: View) -> list[Card]:
    """Leave out what is kept, unless the hand holds nothing else (NC-R13)."""
    kept = [item for one in lines if isinstance(one, Keep) for item in one.kept]
    kinds = [item for item in kept if isinstance(item, Pick)]
    free = [card for card in seen.hand if card not in kept and not any(kind.fits(card) for kind in kinds)]
    return free or seen.hand


def going_on(lines: Sequence[Order], extra: int) -> Answer[bool]:
    """Each PLAY ON line is a limit; without one the turn ends (N3, NC-P1.1)."""
    limits = [one for one in lines if isinstance(one, GoOn)]
    if not limits:
        return Answer(False, Why.DEFAULT)
    least = min(limits, key=lambda one: one.n)
    return Answer(extra < least.n, least.number)


def examples(seen: View) -> Sequence[str]:
    """Show a lead with the least card of this hand, and replies for tricks that count and for others."""
    lead = (f"LEAD {default_lead(seen.hand, seen.trump)}, DUMP",) if seen.hand else ()
    return (*lead, "REPLY IF POINTS >= 10 WIN CHEAP", "REPLY WIN RICH IN SUIT", "REPLY DUMP")


def form(seen: View) -> Sequence[str]:
    """Suggest orders that do what is done without any, but for the replies that are better said by nobody."""
    return ("LEAD DUMP", "PLAY ON 0")
