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

ANOTHER = Bar("a line above takes the Shadow Phase, in which one kind of action is done", "LT-8.1")
ONE_ALONE = Bar("a SUBSTANCE line above is carried out, and it is the only one", "LT-9.1")


class Ahead:
    """What a seat will see in its Shadow Phase and behind it, if nothing but its own orders changes that."""

    def __init__(self, seen: View, orders: Sequence[Order]) -> None:
        self.place_too = any(isinstance(one, po.SpendPolicy) and one.place for one in orders)
        me = replace(seen.me, free=seen.me.free + (seen.jewel != seen.seat))  # New Blood (LT-7.1)
        self.first = self.later = with_sheet(seen, me)
        self.kind: Kind | None = None
        for one in now(orders, self.first):
            if isinstance(one, od.SHADOW_ORDERS) and self.kind in (None, KINDS[type(one)]) and self._done(one):
                self.kind = KINDS[type(one)]
                self.later = with_sheet(seen, self._behind(self.later.me, one))
        actions = (one for one in now(orders, self.later) if isinstance(one, od.SUBSTANCE_ORDERS) and self._done(one))
        self.first_action = min((one.number for one in actions), default=None)

    def _done(self, line: od.Action) -> bool:
        """Say whether a line will be carried out behind those before it, if it has its turn (LT-P1.7)."""
        return all_hold(line.tests, self.later) and coming(line, self.later, place_too=self.place_too) is None

    def _behind(self, me: Sheet, line: Order) -> Sheet:
        """Say how one stands behind a line, which costs at least so much: an UNTIL may stop it (LT-8.2)."""
        if type(line) in TRAVELS:
            return travelled(me, line)
        costs = line.n if isinstance(line, od.Shift) and line.until is None else price(line)
        if costs > me.free and self.place_too:
            return replace(me, where=Place.NONE, free=max(0, me.free + me.placed - costs), placed=0)
        return replace(me, free=max(0, me.free - costs))

    def hindered(self, line: Order) -> Bar | None:
        """Say why an action line that has no condition will not be done, if things stay as they are."""
        match line:
            case od.PassShadow() | od.SchemeNow() | od.Action(tests=(_, *_)):
                return None
            case _ if isinstance(line, od.SHADOW_ORDERS) and self.kind not in (None, KINDS[type(line)]):
                found: Bar | None = ANOTHER
            case od.TraceWith():
                return None
            case _ if isinstance(line, od.SHADOW_ORDERS):
                found = coming(line, self.first, place_too=self.place_too)
            case _ if isinstance(line, od.SUBSTANCE_ORDERS):
                found = coming(line, self.later, place_too=self.place_too)
                if self.first_action is not None and line.number > self.first_action:
                    found = found or ONE_ALONE
            case _:
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
