"""Why a line comes to nothing, from what its seat knows at that moment and from nothing else (LT-P7.3).

What a court, or a game without the War, has no use for stands first: such orders are refused or not shown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from referee.engine.orders import Order
from referee.games.cards import Card
from referee.games.living_trumps import orders as od
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.deck import KEEP_CARDS, PILES, TRICK, Court, held
from referee.games.living_trumps.moves import FORCED, Name, Place, Zone, fit
from referee.games.living_trumps.view import Sheet, View


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


NOT_NOW = Bar("it could not be done then")
TOO_FEW = Bar("there were too few cards in that deck")
WILL_BE_TOO_FEW = Bar("there are too few cards in that deck")
SPELT = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
WHERE = {Place.AMBER: "in Amber", Place.KEEP: "in the Keep", Place.ABYSS: "at the Abyss", Place.NONE: "nowhere"}


class Tense(NamedTuple):
    """The words for a hindrance that was, or that is coming: of the reader, of another, and of the reader's Blood."""

    were: str
    had: str
    held: str
    was: str
    others_had: str
    owned: str


THEN = Tense("were", "had", "held", "was", "had", "had")
NOW = Tense("are", "have", "hold", "is", "has", "will have")


def hindrance(line: Order, seen: View, used: Sequence[Card] = (), *, place_too: bool = False) -> str:
    """Say why a line could not be done; ``used`` are cards that served in a Trick, ``place_too`` frees Place Blood."""
    found = forbidden(line, seen, THEN, used) or unpayable(line, seen, THEN, place_too=place_too)
    bar = found or (TOO_FEW if isinstance(line, od.ScryAt | od.ShiftShadow | od.BrokenWalk) else NOT_NOW)
    return f"{bar.text} ({bar.rule})." if bar.rule else f"{bar.text}."


def coming(line: Order, seen: View, *, place_too: bool) -> Bar | None:
    """Say why a line will not be done, if things stay as they are."""
    found = forbidden(line, seen, NOW) or unpayable(line, seen, NOW, place_too=place_too)
    return found or (WILL_BE_TOO_FEW if deck_lacks(line, seen) else None)


def deck_lacks(line: Order, seen: View) -> bool:
    """Say whether there are too few cards in the deck that a line is about (LT-8.3, LT-9.3, LT-R25)."""
    match line:
        case od.ScryAt(spot=spot) if not spot.seat:
            piles = {Zone.TRUMP_DECK: seen.trumps, Zone.DISCARD: seen.discard}
            return spot.n > piles.get(spot.zone, seen.shadows)
        case od.ShiftShadow(n=n):
            return n > seen.shadows
        case _:
            return isinstance(line, od.BrokenWalk) and seen.shadows < PILES


def forbidden(line: Order, seen: View, in_: Tense, used: Sequence[Card] = ()) -> Bar | None:
    """Say what the rules or the cards forbid, the price apart."""
    me = seen.me
    match line:
        case od.ScryAt():
            return unseeable(line, seen, in_)
        case od.Shift(until=int(n), rank=str(rank)) if seen.holding(rank) >= n:
            return Bar(f"you {in_.held} {amount(n)} {rank} already")
        case od.TraceWith(cards=names) if not fit(names, seen.hand):
            return Bar(f"you {in_.held} no such card")
        case od.TravelAmber() | od.TravelAbyss() | od.TravelKeep() | od.SwitchFor():
            return unreachable(line, me, in_)
        case od.Ride():
            return no_prey(line, seen, in_)
        case od.Declare(rank=rank):
            return no_trick(rank, seen, used)
        case od.BrokenWalk() if me.where is Place.AMBER:
            return Bar("the Broken Pattern is not walked from Amber", "LT-9.13")
        case od.Walk() if me.where is not Place.AMBER:
            return Bar(f"you {in_.were} not in Amber", "LT-10.1")
        case od.CurseOn() if me.cursed:
            return Bar("you had cursed once before", "LT-10.4")
        case od.CurseOn() if not me.blood:
            return Bar(f"you {in_.had} no Blood to give")
        case od.PitDive() if me.shadows:
            return Bar("one dives without a Shadow", "LT-11.5")
        case od.PitDive() if not me.blood:
            return Bar(f"you {in_.had} no Blood to dive with")
        case od.LivingTrump() if me.where is not Place.KEEP and seen.options.keep_needed:
            return Bar(f"you {in_.were} not in the Keep", "LT-R31")
        case _:
            return None


def unpayable(line: Order, seen: View, in_: Tense, *, place_too: bool) -> Bar | None:
    """Say what is lacking, if Blood is."""
    costs = 1 if isinstance(line, od.Ride) and is_of_place(line, seen) else price(line)
    stays = isinstance(line, od.Walk) or (isinstance(line, od.LivingTrump) and seen.options.keep_needed)
    purse = seen.me.free + (seen.me.placed if place_too and not stays else 0)
    if isinstance(line, od.TravelAmber | od.TravelKeep):
        purse = seen.me.free + seen.me.placed
    return Bar(f"it costs {amount(costs)} Blood, and you {in_.owned} {amount(purse)}") if purse < costs else None


def price(line: Order) -> int:
    """How much Blood must be there to begin."""
    match line:
        case od.ShiftShadow(n=n):
            return n
        case od.Ride(way=way):
            return FORCED if way == "DUEL" else 1
        case od.TravelKeep():
            return KEEP_CARDS
        case od.TravelAbyss() | od.SwitchFor() | od.PitDive() | od.SchemeNow() | od.PassShadow() | od.CurseOn():
            return 0
        case _:
            return 1


def unseeable(line: od.ScryAt, seen: View, in_: Tense) -> Bar | None:
    """What a Scry cannot look at."""
    spot = line.spot
    if spot.seat == seen.seat:
        return Bar("your own cards are not scried", "LT-R9")
    if spot.zone not in (Zone.SHADOW, Zone.POWER):
        return None
    sheet = seen.sheets.get(spot.seat, seen.me)
    laid = sheet.powerbase if spot.zone is Zone.POWER else sheet.shadows
    missing = all(one.slot != spot.n for one in laid)
    return Bar(f"{spot.seat} {in_.others_had} nothing in slot {spot.n}") if missing else None


def unreachable(line: Order, me: Sheet, in_: Tense) -> Bar | None:
    """Why a Place cannot be gone to, or a Place card not be switched."""
    match line:
        case od.TravelAmber() if me.where is Place.AMBER:
            return Bar(f"you {in_.were} in Amber already")
        case od.TravelAmber(cards=names) if not me.shadows or (names and not owns(names, me)):
            return Bar(f"you {in_.had} no such Shadow")
        case od.TravelAbyss() if not me.shadows:
            return Bar(f"you {in_.were} at the Abyss already")
        case od.TravelKeep() if me.where is Place.KEEP:
            return Bar(f"you {in_.were} in the Keep already")
        case od.TravelKeep() if len(me.shadows) < KEEP_CARDS:
            return Bar(f"the Keep takes four Shadows, and you {in_.had} {amount(len(me.shadows))}")
        case od.SwitchFor() if me.where is Place.NONE:
            return Bar(f"you {in_.had} no Place card to switch", "LT-8.10")
        case od.SwitchFor(old=old, new=new) if not any(switchable(me, *pair) for pair in zip(old, new, strict=False)):
            return Bar(f"no such Place card and Shadow of yours {in_.were} there to switch")
        case _:
            return None


def switchable(me: Sheet, old: Name, new: Name) -> bool:
    """Say whether there are a Place card and another Shadow that fit (LT-8.10)."""
    return len({one.down for one in me.shadows if fit([old if one.down else new], [one.card])}) > 1


def owns(names: Sequence[Name], me: Sheet) -> bool:
    """Say whether one of these cards is a Shadow of one's own."""
    return fit(names, (one.card for one in me.shadows))


def no_prey(line: od.Ride, seen: View, in_: Tense) -> Bar | None:
    """Why there is nothing to ride against."""
    sheet, prize = seen.sheets.get(line.target), line.prize
    if sheet is None or line.target == seen.seat:
        return Bar("one rides against another player's Shadow")
    if prize.name is None:
        place = Place.KEEP if prize.keep else Place.AMBER
        if sheet.where is not place:
            return Bar(f"{line.target} {in_.was} not {WHERE[place]}")
        return guarded(line, sheet, seen, in_)
    if not fit([prize.name], (one.card for one in sheet.shadows)):
        return Bar(f"{line.target} {in_.others_had} no such Shadow lying open")
    return guarded(line, sheet, seen, in_) if is_of_place(line, seen) else None


def is_of_place(line: od.Ride, seen: View) -> bool:
    """Say whether a Place card is ridden against, for which one Blood comes off the rider's own (LT-R21)."""
    sheet, name = seen.sheets.get(line.target), line.prize.name
    if sheet is None or name is None:
        return True
    return all(one.down for one in sheet.shadows if fit([name], [one.card]))


def guarded(line: od.Ride, sheet: Sheet, seen: View, in_: Tense) -> Bar | None:
    """Why a Place card cannot be ridden against."""
    if line.way != "DUEL":
        return Bar("a Place card can be attacked by the forced Duel alone", "LT-9.11")
    if sheet.where is not seen.me.where:
        return Bar(f"you {in_.were} not {WHERE[sheet.where]} with {line.target}", "LT-9.11")
    return None if seen.me.free else Bar("it takes a free Blood besides that of your Place", "LT-R21")


def no_trick(rank: str, seen: View, used: Sequence[Card] = ()) -> Bar | None:
    """Which cards a Trick lacked (LT-14.2)."""
    left = [card for card in seen.hand if card not in used]
    natural, wild = held(left, rank), sum(card.joker for card in left)
    if natural and natural + wild >= TRICK:
        return None
    with_jokers = f" and {amount(wild)} Joker{'s' if wild > 1 else ''}" if wild else ""
    free = " free" if used else ""
    return Bar(f"a Trick takes four cards, and you had {amount(natural)} of rank {rank}{with_jokers}{free}")


def amount(n: int) -> str:
    """Spell a small number."""
    return SPELT[n] if n < len(SPELT) else str(n)
