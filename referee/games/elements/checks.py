"""What a receipt says of orders: refusals of what can never come true, warnings of what is not so now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.author import If, Order, Remark, inside, refusal, tests_in, warning
from referee.engine.slots import compare
from referee.games.elements import orders as od
from referee.games.elements.asks import PILED, SCRIED
from referee.games.elements.desk import of_program
from referee.games.elements.spells import Peek, Push, Scry, Shuffle, Swap
from referee.games.elements.values import Place
from referee.games.elements.view import View
from referee.games.elements.words import BY_FACE, FLAME, ISLAND, ON_SPOT, ImpulseNow


def check(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on a whole set of orders, from what this seat knows."""
    for one, inner in inside(orders):
        yield from mode(one, inner, seen)
        yield from spells(one, inner, seen)
        yield from lines(one, inner, seen)
    yield from times(seen, orders)
    yield from late(seen, orders)


def mode(one: Order, inner: Order, seen: View) -> Iterator[Remark]:
    """Refuse what belongs to the other game (EL-11.1)."""
    match inner:
        case od.Magic() if not seen.options.mage:
            yield refusal(one, "There is no magic in the non-mage game.", "EL-11.1")
        case od.Dibs() if seen.options.mage:
            yield refusal(one, "Dibs are called in the non-mage game alone.", "EL-11.4")
        case od.ArrangeFlip() | od.ArrangeMove() | od.ArrangeIsland() if seen.options.mage:
            yield refusal(one, "Cards are arranged in the non-mage game alone; here magic does it.", "EL-11.1")
        case od.ShrinkDrop() if not seen.options.shrink:
            yield refusal(one, "Islands do not shrink in this game.", "EL-R11")
        case od.TakeCard(source=source) if source.where == BY_FACE and seen.options.mage:
            yield refusal(one, "Cards lie face-down here; name a spot, such as o12.", "EL-4.1")
        case od.ArrangeMove(spots=spots) if len(set(spots)) > PILED:
            yield refusal(one, "No more than five cards may be gathered on one spot.", "EL-R12")
        case od.ArrangeMove(spots=spots) if len(set(spots)) < max(2, len(spots)):
            yield refusal(one, "Name two different spots or more.", "EL-11.3")


def spells(one: Order, inner: Order, seen: View) -> Iterator[Remark]:
    """Refuse spells that can never act (EL-P4.2, EL-P4.5)."""
    if not isinstance(inner, od.Magic) or not seen.options.mage:
        return
    match inner.spell:
        case Scry(spots=spots) if len(set(spots)) > SCRIED:
            yield refusal(one, "SCRY shows three cards at most.", "EL-P4.2")
        case Peek(player=player) | Push(player=player) if player == seen.seat:
            yield refusal(one, "Name another player.", "EL-5.1")
        case Swap(one=first, other=second) if first == second:
            yield refusal(one, "Name two different spots.", "EL-P4.2")
        case Shuffle(spots=spots) if len(set(spots)) == 1:
            yield refusal(one, "One card alone cannot be mixed.", "EL-P4.2")
        case Scry(spots=spots) | Shuffle(spots=spots) if len(set(spots)) < len(spots):
            yield warning(one, "A spell that names a card twice lapses; name each once.", "EL-P4.2")
    if inner.at > seen.options.impulses:
        yield refusal(one, f"A deadline has impulses 1 to {seen.options.impulses}.", "EL-P1.2")


def times(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Refuse spells beyond the number allowed, and a second one in an impulse (EL-P4.1)."""
    magic = [one for one in orders if isinstance(one, od.Magic)] if seen.options.mage else []
    for one in magic[seen.options.spells :]:
        yield refusal(one, f"You may cast {seen.options.spells} spells in one deadline.", "EL-P4.1")
    used: list[int] = []
    for one in magic[: seen.options.spells]:
        if one.at and one.at in used:
            yield refusal(one, f"You cast a spell in impulse {one.at} already.", "EL-P4.1")
        used.append(one.at)
    yield from atoning(seen, magic[: seen.options.spells])


def atoning(seen: View, magic: Sequence[od.Magic]) -> Iterator[Remark]:
    """Warn of spells that come before a broken rule is made good, or find no impulse any more (EL-P4.1, EL-P4.6)."""
    penance = seen.penance.get(seen.seat, 0)
    free = len(set(range(penance + 1, seen.options.impulses + 1)) - {one.at for one in magic})
    for one in magic:
        if 0 < one.at <= penance:
            said = f"You make a broken rule good until impulse {penance}; a spell timed before its end lapses."
            yield warning(one, said, "EL-P4.6")
        elif not one.at and (free := free - 1) < 0:
            yield warning(one, "In this deadline no impulse is left for this spell.", "EL-P4.1")


def lines(one: Order, inner: Order, seen: View) -> Iterator[Remark]:
    """Warn of what is not so now, or will not go as written."""
    if isinstance(inner, od.CallAir) and isinstance(one, If) and one.otherwise is None:
        yield warning(one, "This is looked at once, when your lines come to it; AIR IF waits until it holds.", "EL-R21")
    match inner:
        case od.TakeCard(source=source, route=route):
            if source.where == FLAME and any(way.place is not Place.OCEAN for way in route):
                yield warning(one, "A card out of the Flame goes to the Ocean, whatever is said.", "EL-8.4")
            elif source.where == FLAME and not seen.flame:
                yield warning(one, "Your Flame is empty now.", "EL-8.4")
            if source.where == ISLAND and not any(
                card.rank == source.kind or card.face is source.card for card in seen.island
            ):
                yield warning(one, "There is no such card on your Island now.", "EL-8.2")
            if source.where == ON_SPOT and not seen.nameable(source.spot):
                yield warning(one, f"There is no card on {source.spot} now that you may name.", "EL-P2.6")
            if source.where == BY_FACE and not seen.options.mage and not seen.mind.where(str(source.card)):
                yield warning(one, f"You do not see {source.card} in the Ocean now.", "EL-P2.6")
        case od.CallAir() if not seen.flame:
            yield warning(one, "A Whirlwind needs a card in your Flame; it is empty now.", "EL-9.1")
        case od.Hunt(target=kind) if seen.flame and kind not in ("BEST", seen.flame_type):
            yield warning(one, f"Your Flame burns with {seen.flame_type}; only that type may be added.", "EL-8.5")
        case od.PutCard() if seen.hand is None and isinstance(one, od.PutCard):
            yield warning(one, "There is no card in your Play Hand now.", "EL-P2.5")


def late(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warn of a line for an impulse that is gone when the lines above it are done (EL-P2.6)."""
    at = first = 1 + seen.penance.get(seen.seat, 0) + (seen.hand is not None)
    for one in filter(of_program, orders):
        timed = [(it, test.wanted) for test in tests_in(one) if isinstance(it := test.condition, ImpulseNow)]
        impulses = range(1, seen.options.impulses + 1)
        fit = [n for n in impulses if all(compare(n, it.compare, it.n) is wanted for it, wanted in timed)]
        if fit and first <= fit[-1] < at:
            said = f"Lines are done in order: with those above done, this comes in impulse {at} or later. Put it first."
            yield warning(one, said, "EL-P2.6")
        at += taken(one)


def taken(one: Order) -> int:
    """Count the impulses that a line takes if it is done; one that may be passed over takes none."""
    match one:
        case od.TakeCard():
            return 2
        case od.WaitHere(n=n):
            return n
        case od.TouchIsland() | od.CallAir(tests=None) | od.Dibs() | od.ArrangeFlip() | od.ArrangeMove():
            return 1
        case _:
            return 0
