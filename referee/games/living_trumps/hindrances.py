"""Why an action line could not be done, from what its seat knows at that moment and from nothing else (LT-P7.3)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.orders import Order
from referee.games.cards import Card
from referee.games.living_trumps import orders as od
from referee.games.living_trumps.deck import KEEP_CARDS, TRICK, held
from referee.games.living_trumps.moves import FORCED, Name, Place, Zone
from referee.games.living_trumps.view import Sheet, View

NOT_NOW, TOO_FEW = "it could not be done then.", "there were too few cards in that deck."
SPELT = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
WHERE = {Place.AMBER: "in Amber", Place.KEEP: "in the Keep", Place.ABYSS: "at the Abyss", Place.NONE: "nowhere"}


def hindrance(line: Order, seen: View, used: Sequence[Card] = (), *, place_too: bool = False) -> str:
    """Say why a line cannot be done; ``used`` are cards that served in a Trick, ``place_too`` frees Place Blood."""
    found = forbidden(line, seen, used) or unpayable(line, seen, place_too=place_too)
    return found or (TOO_FEW if isinstance(line, od.ScryAt | od.ShiftShadow | od.BrokenWalk) else NOT_NOW)


def forbidden(line: Order, seen: View, used: Sequence[Card]) -> str:
    """Say what the rules or the cards forbid, Blood apart."""
    match line:
        case od.ScryAt():
            return unseeable(line, seen)
        case od.Shift(until=int(n), rank=str(rank)) if seen.holding(rank) >= n:
            return f"you held {amount(n)} {rank} already."
        case od.TraceWith(cards=names) if not any(name.fits(card) for name in names for card in seen.hand):
            return "you held no such card."
        case od.TravelAmber() | od.TravelAbyss() | od.TravelKeep() | od.SwitchFor():
            return unreachable(line, seen)
        case od.Ride():
            return no_prey(line, seen)
        case od.Declare(rank=rank):
            return no_trick(rank, seen, used)
        case _:
            return no_search(line, seen)


def unpayable(line: Order, seen: View, *, place_too: bool) -> str:
    """Say what was lacking, if Blood was."""
    costs = price(line)
    stays = isinstance(line, od.Walk | od.LivingTrump)
    purse = seen.me.free + (seen.me.placed if place_too and not stays else 0)
    if isinstance(line, od.TravelAmber | od.TravelKeep):
        purse = seen.me.free + seen.me.placed
    return f"it costs {amount(costs)} Blood, and you had {amount(purse)}." if purse < costs else ""


def price(line: Order) -> int:
    """How much Blood must be there to begin."""
    match line:
        case od.ShiftShadow(n=n):
            return n
        case od.Ride(way=way):
            return FORCED if way == "DUEL" else 1
        case od.TravelKeep():
            return KEEP_CARDS
        case od.TravelAbyss() | od.SwitchFor() | od.PitDive():
            return 0
        case _:
            return 1


def unseeable(line: od.ScryAt, seen: View) -> str:
    """What a Scry cannot look at."""
    spot = line.spot
    if spot.seat == seen.seat:
        return "your own cards are not scried (LT-R9)."
    if spot.zone not in (Zone.SHADOW, Zone.POWER):
        return ""
    sheet = seen.sheets.get(spot.seat, seen.me)
    laid = sheet.powerbase if spot.zone is Zone.POWER else sheet.shadows
    missing = all(one.slot != spot.n for one in laid)
    return f"{spot.seat} had nothing in slot {spot.n}." if missing else ""


def unreachable(line: Order, seen: View) -> str:
    """Why a Place could not be gone to, or a Place card not be switched."""
    me = seen.me
    match line:
        case od.TravelAmber(cards=names):
            if me.where is Place.AMBER:
                return "you were in Amber already."
            return "" if me.shadows and (not names or owns(names, me)) else "you had no such Shadow."
        case od.TravelAbyss():
            return "" if me.shadows else "you were at the Abyss already."
        case od.TravelKeep():
            if me.where is Place.KEEP:
                return "you were in the Keep already."
            few = len(me.shadows) < KEEP_CARDS
            return f"the Keep takes four Shadows, and you had {amount(len(me.shadows))}." if few else ""
        case _:
            if me.where is Place.NONE:
                return "you had no Place card to switch (LT-8.10)."
            return "no such Place card and Shadow of yours were there to switch."


def owns(names: Sequence[Name], me: Sheet) -> bool:
    """Say whether one of these cards is a Shadow of one's own."""
    return any(name.fits(one.card) for name in names for one in me.shadows if one.card is not None)


def no_prey(line: od.Ride, seen: View) -> str:
    """Why there was nothing to ride against."""
    sheet, prize = seen.sheets.get(line.target), line.prize
    if sheet is None or line.target == seen.seat:
        return "one rides against another player's Shadow."
    if prize.name is None:
        place = Place.KEEP if prize.keep else Place.AMBER
        if sheet.where is not place:
            return f"{line.target} was not {WHERE[place]}."
        return guarded(line, sheet, seen)
    found = [one for one in sheet.shadows if one.card is not None and prize.name.fits(one.card)]
    if not found:
        return f"{line.target} had no such Shadow lying open."
    return guarded(line, sheet, seen) if all(one.down for one in found) else ""


def guarded(line: od.Ride, sheet: Sheet, seen: View) -> str:
    """Why a Place card could not be ridden against."""
    if line.way != "DUEL":
        return "a Place card can be attacked by the forced Duel alone (LT-9.11)."
    if sheet.where is not seen.me.where:
        return f"you were not {WHERE[sheet.where]} with {line.target} (LT-9.11)."
    return "" if seen.me.free else "it takes a free Blood besides that of your Place (LT-R21)."


def no_trick(rank: str, seen: View, used: Sequence[Card]) -> str:
    """Which cards a Trick lacked."""
    left = [card for card in seen.hand if card not in used]
    natural, wild = held(left, rank), sum(card.joker for card in left)
    if natural and natural + wild >= TRICK:
        return ""
    with_jokers = f" and {amount(wild)} Joker{'s' if wild > 1 else ''}" if wild else ""
    free = " free" if used else ""
    return f"a Trick takes four cards, and you had {amount(natural)} of rank {rank}{with_jokers}{free}."


def no_search(line: Order, seen: View) -> str:
    """Why an action of the Substance Phase was not open to one."""
    me = seen.me
    match line:
        case od.BrokenWalk() if me.where is Place.AMBER:
            return "the Broken Pattern is not walked from Amber (LT-9.13)."
        case od.Walk() if me.where is not Place.AMBER:
            return "you were not in Amber (LT-10.1)."
        case od.CurseOn() if me.cursed:
            return "you had cursed once before (LT-10.4)."
        case od.CurseOn() if not me.blood:
            return "you had no Blood to give."
        case od.PitDive() if me.shadows:
            return "one dives without a Shadow (LT-11.5)."
        case od.PitDive() if not me.blood:
            return "you had no Blood to dive with."
        case od.LivingTrump() if me.where is not Place.KEEP and seen.options.keep_needed:
            return "you were not in the Keep (LT-R31)."
        case _:
            return ""


def amount(n: int) -> str:
    """Spell a small number."""
    return SPELT[n] if n < len(SPELT) else str(n)
