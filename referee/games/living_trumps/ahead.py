"""What a receipt foresees of action lines, which come behind New Blood and, of Substance, the Shadow Phase (LT-5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.engine.conditions import all_hold
from referee.engine.orders import Order, now
from referee.games.living_trumps import orders as od
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.courts import Bar
from referee.games.living_trumps.filed import KINDS
from referee.games.living_trumps.hindrances import coming, price
from referee.games.living_trumps.moves import Kind, Place
from referee.games.living_trumps.view import Sheet, View

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
                taken = kind is Kind.TRAVEL or kind not in (None, KINDS[type(one)])
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
                costs = sum(any(name.fits(card) for card in self.seen.hand) for name in names)
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
