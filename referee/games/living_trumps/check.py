"""What a receipt says of orders: refusals of what can never come true, warnings of what is not so now.

What is foreseen of action lines, which come behind New Blood and, of Substance, the Shadow Phase, stands last (LT-5.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from referee.engine.conditions import all_hold
from referee.engine.lexicon import spoken
from referee.engine.orders import Order, now
from referee.engine.sections import Remark, inside, refusal, refused, remarked, warning
from referee.games.living_trumps import orders as od
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.contest import CARDS
from referee.games.living_trumps.deck import PILES, PLURALS
from referee.games.living_trumps.doubts import at_risk, doubts, promised, taken_by
from referee.games.living_trumps.filed import KINDS
from referee.games.living_trumps.hindrances import Bar, barred, coming, no_trick, owns, price
from referee.games.living_trumps.moves import Calling, Kind, Name, Place, Reply, fit
from referee.games.living_trumps.view import Sheet, View

NATURALS = 8
"""So many natural cards of a rank are in the Trumps."""


ONE_ANSWER: tuple[tuple[type[po.Policy], ...], ...] = (
    (po.ChaosControl, po.ChaosSuffer), (po.StormPolicy,), (po.SpendPolicy,), (po.JewelPolicy,), (po.TricksPolicy,),
    (po.DealsPolicy,), (po.DuelWeapon,), (po.DuelCall,), (po.DuelYield,), (po.ContestSuit,), (po.ContestYield,),
    (po.ContestFlip,), (po.BoonName,),
)  # fmt: skip
"""Policies that answer one question, so that a second line of the kind is never read."""


def check(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on a whole set of orders, from what this seat knows."""
    every = [one for _, one in inside(orders)]
    ranks = dict.fromkeys(one.rank for one in every if isinstance(one, od.Declare))
    lacking = [rank for rank in ranks if no_trick(rank, seen)]
    warned = partial(warnings, seen, every, lacking, Ahead(seen, orders))
    yield from remarked(inside(orders), partial(refusals, seen), warned)
    yield from masked(orders)


def masked(orders: Sequence[Order]) -> Iterator[Remark]:
    """Warn of a policy that stands behind another which answers the same question otherwise (LT-P1.4)."""
    first: dict[tuple[Any, ...], Order] = {}
    for line in orders:
        question = asked(line)
        if question and first.get(question, line) != line:
            yield warning(line, "A line above says otherwise, and the first of them counts.", "LT-P1.4")
        elif question and not (isinstance(line, po.Defend) and line.replies == (Reply.DUEL,)):  # which may be too dear
            first[question] = line


def asked(line: Order) -> tuple[Any, ...]:
    """Name the question of which a policy is the whole answer, if there is one."""
    if isinstance(line, po.Defend):
        return po.Defend, line.foe, line.shadow
    return next(((kinds, getattr(line, "foe", None)) for kinds in ONE_ANSWER if isinstance(line, kinds)), ())


def refuse(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on what can never come true, and on nothing else."""
    return refused(inside(orders), partial(refusals, seen))


def refusals(seen: View, line: Order, inner: Order) -> Iterator[Remark]:
    """Refuse what can never come true."""
    if own(inner, seen):
        yield refusal(line, "You cannot do this with yourself.", own(inner, seen))
    if bar := barred(type(inner), seen):
        yield refusal(line, bar.text, bar.rule)
    match inner:
        case od.CurseOn() if seen.me.cursed:
            yield refusal(line, "You have cursed somebody already, and it can be done once.", "LT-10.4")
        case od.ShiftShadow(n=0) | od.Shift(n=0):
            yield refusal(line, "Write 1 or more.", "LT-9.3")
        case od.BrokenWalk(pile=pile) if not 1 <= pile <= PILES:
            yield refusal(line, "The deck is cut in three piles: 1, 2 or 3.", "LT-9.13")
        case od.SendTendrils(card=card) if card.card is None or card.joker:
            yield refusal(line, "The Tendrils look for an exact card, such as KH.", "LT-11.1")
        case od.SendTendrils(n=0) | od.LivingTrump(n=0):
            yield refusal(line, "Write 1 tendril or more.", "LT-11.1")
        case od.Shift(until=int(until)) if not 1 <= until <= NATURALS:
            yield refusal(line, f"There are {NATURALS} natural cards of a rank; write 1 to {NATURALS}.", "LT-P7.1")
        case od.ScryAt(spot=spot) if not spot.seat and spot.n < 1:
            yield refusal(line, "Cards of a deck are counted from 1.", "LT-8.3")
        case po.DuelCall(calling=calling) if calling.when is Calling.AT and 0 in calling.at:
            yield refusal(line, "Feints are counted from 1.", "LT-P7.5")
        case po.ContestYield(after=after) | po.ContestTrump(after=after) if after > CARDS:
            yield refusal(line, f"A contest has {CARDS} flips.", "LT-P7.5")
        case od.Ride(prize=prize, way="OFFER") if prize.name is None:
            yield refusal(line, "A Place card can only be Hellridden with a DUEL.", "LT-9.11")
        case po.ContestFlip(numbers=numbers) if any(not 1 <= n <= CARDS for n in numbers):
            yield refusal(line, "The five cards have the positions 1 to 5.", "LT-19.4")
        case po.DealWith(terms=terms) | od.Ride(terms=terms):
            yield from joker_terms(line, (terms.give, terms.get))
        case od.ShiftShadow(terms=terms, others=others):
            yield from joker_terms(line, (terms.give, terms.get, others.give, others.get))


def joker_terms(line: Order, names: Sequence[Name | None]) -> Iterator[Remark]:
    """A Joker cannot be agreed upon, nor a colour (LT-R44)."""
    if any(name is not None and (name.joker or name.colour) for name in names):
        yield refusal(line, "One agrees on a card, a rank or a suit, never on a Joker or a colour.", "LT-R44")


def own(inner: Order, seen: View) -> str:
    """Return the rule by which an order cannot be about its sender, if it is."""
    match inner:
        case od.Ride(target=target) if target == seen.seat:
            return "LT-9.6"
        case od.CurseOn(player=player) if player == seen.seat:
            return "LT-10.4"
        case od.ScryAt(spot=spot) if spot.seat == seen.seat:
            return "LT-R9"
        case od.ShiftShadow(partner=partner, second=second) if seen.seat in (partner, second):
            return "LT-9.4"
        case po.DealWith(player=player) | po.HelpWant(player=player) | po.RenegeOn(player=player):
            return "LT-18.1" if player == seen.seat else ""
        case _:
            return ""


def warnings(
    seen: View, every: Sequence[Order], lacking: Sequence[str], ahead: Ahead, line: Order, inner: Order
) -> Iterator[Remark]:
    """Warn of what is not so now; the order stands. ``lacking`` are the ranks of Tricks whose cards are not there."""
    me = seen.me
    risks = at_risk(seen, inner, every) if isinstance(inner, od.Shift) else ()
    risks = taken_by(seen, inner, every) if isinstance(inner, od.Declare) else risks
    for bar in (ahead.hindered(line), *promised(seen, inner), *doubts(seen, inner), *dict.fromkeys(risks)):
        if bar is not None:
            yield warning(line, bar.text, bar.rule)
    match inner:
        case od.TraceWith(cards=names):
            missing = [str(name) for name in names if not fit([name], seen.hand)]
            if missing:
                yield warning(line, f"You do not hold {', '.join(missing)} now; such an entry is skipped.", "LT-P7.1")
        case od.Declare(rank=rank, cards=cards, shadow=names):
            if other := [str(name) for name in (*cards, *names) if name.rank not in ("", rank)]:
                trick = f"a Trick of {PLURALS[rank].capitalize()}"
                yield warning(line, f"{spoken(list(dict.fromkeys(other)))} can have no part in {trick}.", "LT-14.2")
            if rank in lacking:
                fours = spoken([f"four {PLURALS[one].capitalize()}" for one in lacking], "or")
                yield warning(line, f"You do not hold {fours} now.", "LT-14.2")
            builds = not any(name.joker for name in names)  # CONSOLIDATE JOKER says that it is to build nothing
            if builds and names and not owns(names, me):
                said = spoken([str(name) for name in names], "or")
                yield warning(line, f"You have no Shadow {said} now; without it the Trick builds nothing.", "LT-14.3")
            elif builds and rank not in (*lacking, *me.open_ranks):
                text = f"You have no open Shadow of rank {rank} now; without one the Trick builds nothing."
                yield warning(line, text, "LT-14.3")


TRAVELS = {od.TravelAmber: Place.AMBER, od.TravelKeep: Place.KEEP, od.TravelAbyss: Place.NONE}
"""Where one stands by a Travel; who goes to the Abyss is nowhere, but has no Shadow left (LT-8.8)."""

ANOTHER = Bar("a line above takes the Shadow Phase, in which one kind of action is done, a Travel once", "LT-8.1")
ONE_ALONE = Bar("a SUBSTANCE line above is carried out, and it is the only one", "LT-9.1")


class Ahead:
    """What hinders the action lines of a seat, each behind those before it, if nothing else changes what it sees."""

    def __init__(self, seen: View, orders: Sequence[Order]) -> None:
        self.place_too = any(isinstance(one, po.SpendPolicy) and one.place for one in orders)
        self.seen = with_sheet(seen, replace(seen.me, free=seen.me.free + (seen.jewel != seen.seat)))  # LT-7.1
        self.bars: list[tuple[Order, Bar]] = []
        lines = list(now(orders, self.seen))
        kind: Kind | None = None
        for one in lines:
            if isinstance(one, od.SHADOW_ORDERS):
                gone = kind is Kind.TRAVEL or (kind is Kind.SWITCH and self.seen.me.where is not Place.KEEP)
                taken = gone or kind not in (None, KINDS[type(one)])
                if self._is_done(one, ANOTHER if taken else None):
                    kind = KINDS[type(one)]
                    self.seen = with_sheet(self.seen, self._behind(self.seen.me, one))
        done = False
        for one in lines:
            if isinstance(one, od.SUBSTANCE_ORDERS):
                done = self._is_done(one, ONE_ALONE if done else None) or done

    def _is_done(self, line: od.Action, taken: Bar | None) -> bool:
        """Say whether a line will be carried out, and note what hinders it if anything does (LT-P1.7)."""
        bar = coming(line, self.seen, place_too=self.place_too) or taken
        if bar is not None:
            self.bars.append((line, bar))
        return bar is None and all_hold(line.tests, self.seen)

    def _behind(self, me: Sheet, line: Order) -> Sheet:
        """Say how one stands behind a line, which costs at least so much: an UNTIL may stop it (LT-8.2)."""
        if type(line) in TRAVELS:
            return travelled(me, line)
        match line:
            case od.Shift(n=n, until=None):
                costs = n
            case od.TraceWith(cards=names):
                costs = sum(fit([name], self.seen.hand) for name in names)
            case _:
                costs = price(line)
        if costs > me.free and self.place_too:
            return replace(me, where=Place.NONE, free=max(0, me.free + me.placed - costs), placed=0)
        return replace(me, free=max(0, me.free - costs))

    def hindered(self, line: Order) -> Bar | None:
        """Say why an action line that has no condition will not be done, if things stay as they are."""
        found = next((bar for one, bar in self.bars if one is line), None)
        match line:
            case od.PassShadow() | od.SchemeNow() | od.Action(tests=(_, *_)):
                return None
            case od.TraceWith() if found is not ANOTHER:
                return None
        return Bar(f"As things stand, {found.text}.", found.rule) if found is not None else None


def with_sheet(seen: View, sheet: Sheet) -> View:
    """Put another sheet in the place of one's own."""
    return replace(seen, sheets={**seen.sheets, seen.seat: sheet})


def travelled(me: Sheet, travel: Order) -> Sheet:
    """Say how one stands behind a Travel: what lay on another Place pays for it (LT-8.7 to LT-8.9, LT-R14)."""
    place, stake = TRAVELS[type(travel)], price(travel)
    shadows = [] if place is Place.NONE else me.shadows
    return replace(me, where=place, free=me.free + me.placed - stake, placed=stake, shadows=shadows)
