"""What a court, or a game without the War, has no use for: orders that such a player is refused or not shown."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from referee.engine.orders import Order
from referee.games.living_trumps import orders as od
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.view import View


class Bar(NamedTuple):
    """What stands in the way of an action, and perhaps the rule that says so."""

    text: str
    rule: str = ""


KEEP_ACTIONS = (od.TravelKeep, od.LivingTrump)
"""In the War all courts have them (LT-23.2, LT-23.3, LT-R58)."""

RESERVED: dict[type[Order], tuple[Court, Bar]] = {
    od.TravelAmber: (Court.AMBER, Bar("Only Amberites travel to Amber.", "LT-8.7")),
    od.Walk: (Court.AMBER, Bar("Only Amberites walk the Pattern.", "LT-10.1")),
    od.CurseOn: (Court.AMBER, Bar("Only Amberites know the Blood Curse.", "LT-10.4")),
    od.TravelAbyss: (Court.CHAOS, Bar("Only Chaosians travel to the Abyss.", "LT-8.8")),
    od.SendTendrils: (Court.CHAOS, Bar("Only Chaosians send Tendrils of the Logrus.", "LT-11.1")),
    od.PitDive: (Court.CHAOS, Bar("Only Chaosians dive into the Abyss.", "LT-11.5")),
    od.TravelKeep: (Court.SHADOW, Bar("Only Sorcerers travel to the Keep.", "LT-8.9")),
    od.LivingTrump: (Court.SHADOW, Bar("Only Sorcerers use a Living Trump.", "LT-12.1")),
}


NO_PLACES = Bar("Chaosians have no Place cards in this game.", "LT-8.10")


def barred(kind: type[Order], seen: View) -> Bar | None:
    """Say why a player of this court can never do such an action, if so."""
    found = next((RESERVED[one] for one in kind.__mro__ if one in RESERVED), None)
    if found is None or found[0] is seen.me.court or (seen.options.war and issubclass(kind, KEEP_ACTIONS)):
        return None
    return found[1]


def idle(kind: type[Order], seen: View) -> Bar | None:
    """Say why a policy, or a switch of Place cards, comes to nothing for this court or in this game, if so."""
    court, war = seen.me.court, seen.options.war
    bars = {
        po.JewelPolicy: None if war else Bar("There is no Jewel in this game.", "LT-23.5"),
        po.SpendPolicy: NO_PLACES if court is Court.CHAOS and not war else None,
        od.SwitchFor: NO_PLACES if court is Court.CHAOS and not war else None,
        po.TurningGive: None if court is Court.CHAOS else Bar("Only Chaosians give Shadows in a Turning.", "LT-16.1"),
        po.StormPolicy: Bar("A Sorcerer cannot control a Storm.", "LT-13.1") if court is Court.SHADOW else None,
    }
    return next((bars[one] for one in kind.__mro__ if one in bars), None)


def unusable(seen: View) -> Collection[type[Order]]:
    """Name the orders of which nothing can come: another court's, those of the War, a second Curse."""
    kinds = (*RESERVED, po.JewelPolicy, po.SpendPolicy, od.SwitchFor, po.TurningGive, po.StormPolicy)
    out = {kind for kind in kinds if barred(kind, seen) or idle(kind, seen)}
    return out | ({od.CurseOn} if seen.me.cursed else set())
