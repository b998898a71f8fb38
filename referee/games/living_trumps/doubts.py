"""Lines of which nothing comes as their seat stands: a card given away, another court's matter, VS for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.audience import Seat
from referee.engine.orders import Order
from referee.games.living_trumps import orders as od
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.card_words import SPELT_RANKS
from referee.games.living_trumps.courts import Bar, idle
from referee.games.living_trumps.deck import KEEP_CARDS, Court
from referee.games.living_trumps.hindrances import WHERE, owns, unseeable
from referee.games.living_trumps.moves import JOKER, Name, Place
from referee.games.living_trumps.view import View
from referee.games.living_trumps.words import Ante, Wording

NOBODYS = (po.ChaosControl, po.ChaosSuffer, po.StormPolicy, po.SpendPolicy, po.JewelPolicy, po.TricksPolicy)
"""Policies on what no player does, where VS says nothing (LT-P7.2)."""

OF_THE_HAND = (po.DuelGauntlet, po.DuelShow, po.DuelFeint, po.ContestFive, po.BoonGive, po.BoonYield)
"""Wish lists of cards that must be in one's own Hand."""


def doubts(seen: View, one: Order) -> Iterator[Bar]:
    """Say why nothing comes of a line now, or not what it says."""
    if found := idle(type(one), seen) or useless(seen, one):
        yield found
    foe = getattr(one, "foe", None)
    if foe is not None and isinstance(one, NOBODYS):
        yield Bar(f"This is no player's doing, so with VS {foe} the line says nothing.", "LT-P7.2")
    if foe is not None and isinstance(one, po.DealWith) and one.player != foe:
        yield Bar(f"With VS {foe} the line says nothing, for a Deal with {one.player} is none with {foe}.", "LT-P7.2")


def useless(seen: View, one: Order) -> Bar | None:
    """Say which cards a policy lacks, or what its court cannot do."""
    me = seen.me
    removes = me.court is Court.AMBER and seen.options.war
    match one:
        case po.ChaosControl(way="INTENSIFY") if me.court is not Court.CHAOS:
            return Bar("Only Chaosians intensify; you nullify.", "LT-P7.4")
        case po.ChaosControl(way="REMOVE") if not removes:
            return Bar("Only Amberites in the War remove a Joker; you nullify.", "LT-P7.4")
        case po.TurningGive(cards=names) if not owns(names, me):
            return Bar("You have no such Shadow now.", "LT-16.1")
        case po.Defend(shadow=Name() as name) if not any(name.fits(card) for card in me.open_shadows):
            return Bar(f"You have no {name} lying open now.", "LT-R20")
        case od.DropFirst(cards=names) if not any(name.fits(card) for name in names for card in me.base):
            return Bar("None of these is in your Powerbase now.", "LT-15.2")
        case _:
            return unheld(seen, one) or nowhere(seen, one)


def nowhere(seen: View, one: Order) -> Bar | None:
    """Say what an action line looks for and does not find as the table stands."""
    me = seen.me
    match one:
        case od.TravelAmber(cards=names) if names and not owns(names, me):
            return Bar("You have no such Shadow now.", "LT-8.7")
        case od.TravelKeep() if len(me.shadows) < KEEP_CARDS:
            return Bar("The Keep takes four Shadows, and you have fewer now.", "LT-8.9")
        case od.SwitchFor(old=old, new=new) if not (owns(old, me) and owns(new, me)):
            return Bar("You do not have both Shadows now.", "LT-8.10")
        case od.ScryAt(spot=spot) if spot.seat != seen.seat and unseeable(one, seen):
            return Bar(f"{spot.seat} has nothing in slot {spot.n} now.", "LT-R9")
        case od.Ride(target=target, prize=prize) if prize.name is None:
            place = Place.KEEP if prize.keep else Place.AMBER
            absent = next((seat for seat in (target, seen.seat) if seen.sheets[seat].place is not place), None)
            verb = "You are" if absent == seen.seat else f"{absent} is"
            return Bar(f"{verb} not {WHERE[place]} now.", "LT-9.11") if absent is not None else None
        case od.Declare(rank=rank, take=ranks) if ranks and not any(
            sheet.rank == rank for seat, sheet in seen.sheets.items() if seat != seen.seat
        ):
            return Bar(f"No other player is the {SPELT_RANKS[rank].title()}, so nothing is taken.", "LT-14.5")
        case _:
            return None


def unheld(seen: View, one: Order) -> Bar | None:
    """Say that a policy lives by cards of which none is in Hand."""
    match one:
        case po.ContestTrump(part=names) if names and not holds(seen, names):
            return Bar("You hold nothing of what you would part with now, so no player helps.", "LT-21.3")
        case po.WishList(cards=names) if isinstance(one, OF_THE_HAND) and not holds(seen, names):
            return Bar("You hold none of these now; the default decides.", "LT-P7.1")
        case _:
            return None


def holds(seen: View, names: Sequence[Name]) -> bool:
    """Say whether a card is held that one of these names fits."""
    return any(name.fits(card) for name in names for card in seen.hand)


def promised(seen: View, one: Order) -> Iterator[Bar]:
    """Say that a Deal cannot be honoured, for its card is not held (LT-R44), or that nothing of PLAY is there."""
    match one:
        case od.ShiftShadow(partner=first, terms=terms, second=second, others=others):
            said = [(first, terms), (second, others)]
        case od.Ride(target=player, terms=terms) | po.DealWith(player=player, terms=terms):
            said = [(player, terms)]
        case _:
            said = []
    bars = (unplayable(seen, partner, terms) for partner, terms in said if partner is not None)
    yield from dict.fromkeys(bar for bar in bars if bar is not None)


def unplayable(seen: View, partner: Seat, terms: Wording) -> Bar | None:
    """Say what a Deal lacks."""
    honours = not terms.plays or terms.plays[0].how == "HONOUR"
    if honours and terms.give is not None and not holds(seen, (terms.give,)):
        return Bar(f"You hold no {terms.give} now; without it the Deal would be a lie of yours.", "LT-R44")
    if honours or any(playable(seen, partner, terms, play) for play in terms.plays):
        return None
    return Bar("You can put down nothing of this now; the default decides.", "LT-P6.3")


def playable(seen: View, partner: Seat, terms: Wording, play: Ante) -> bool:
    """Say whether an entry of PLAY could be put down with the Hand as it is."""
    match play.how:
        case "HONOUR":
            return terms.give is None or holds(seen, (terms.give,))
        case "ACCUSE":
            return holds(seen, (JOKER, Name(seen.sheets[partner].rank)))
        case _:
            return play.name is None or holds(seen, (play.name,))
