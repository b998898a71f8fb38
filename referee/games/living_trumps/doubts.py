"""Lines of which nothing comes as their seat stands: a card given away, another court's matter, VS for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.engine.audience import Seat
from referee.engine.lexicon import spoken
from referee.engine.orders import Order
from referee.games.living_trumps import orders as od
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.deck import SPELT_RANKS, TRICK, Court
from referee.games.living_trumps.hindrances import Bar, idle, switchable
from referee.games.living_trumps.moves import ANY, Name, Put, classify, fit
from referee.games.living_trumps.view import View
from referee.games.living_trumps.words import NOTHING_SAID, Ante, Wording

NOBODYS = (po.ChaosControl, po.ChaosSuffer, po.StormPolicy, po.SpendPolicy, po.JewelPolicy, po.TricksPolicy)
"""Policies on what no player does, where VS says nothing (LT-P7.2)."""

HONEST = (Ante("HONOUR"),)
"""What is put down where PLAY says nothing."""

OF_THE_HAND = (po.DuelGauntlet, po.DuelShow, po.DuelFeint, po.ContestFive, po.BoonGive, po.BoonYield)
"""Wish lists of cards that must be in one's own Hand."""


def doubts(seen: View, one: Order) -> Iterator[Bar]:
    """Say why nothing comes of a line now, or not what it says."""
    if found := idle(type(one), seen) or useless(seen, one):
        yield found
    foe = getattr(one, "foe", None)
    if foe == seen.seat:
        yield Bar("Nobody stands against themselves, so the line says nothing.", "LT-P7.2")
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
        case od.SwitchFor(old=old, new=new) if any(switchable(me, *pair) for pair in zip(new, old, strict=False)):
            return Bar(f"The Place card stands first: SHADOW SWITCH {new[0]} FOR {old[0]}.", "LT-8.10")
        case od.SwitchFor(old=old, new=new) if not any(switchable(me, *pair) for pair in zip(old, new, strict=False)):
            down, up = (
                spoken([*dict.fromkeys(str(one.card) for one in me.shadows if one.down is lies_so)], "or")
                for lies_so in (True, False)
            )
            return Bar(f"You can switch {down} for {up}.", "LT-8.10") if down and up else None
        case po.TurningGive(cards=names) if not fit(names, me.open_shadows):
            return Bar("You have no such Shadow lying open now.", "LT-16.2")
        case po.Defend(shadow=Name() as name) if not fit([name], me.open_shadows):
            return Bar(f"You have no {name} lying open now.", "LT-R20")
        case od.DropFirst(cards=names) if not fit(names, me.base):
            return Bar("None of these is in your Powerbase now.", "LT-15.2")
        case od.Declare(rank=rank, take=ranks) if ranks and holder(seen, rank) in (None, seen.seat):
            return Bar(f"No other player is the {SPELT_RANKS[rank].title()}, so nothing is taken.", "LT-14.5")
        case od.ShiftShadow(partner=None) if seen.options.ante_returned:
            return Bar("Without DEAL and a partner there is no Deal.", "LT-9.4")
        case od.ShiftShadow(partner=None):
            return Bar("Without DEAL and a partner the Ante is lost.", "LT-R17")
        case od.Ride(way="DUEL", terms=terms) if terms != NOTHING_SAID:
            return Bar("A forced Duel is no Deal; GIVE, GET and PLAY say nothing here.", "LT-9.7")
        case po.ContestTrump():
            return uncallable(seen, one)
        case po.WishList(cards=names) if isinstance(one, OF_THE_HAND) and not fit(names, seen.hand):
            return Bar("You hold none of these now; the default decides.", "LT-P7.1")
        case _:
            return None


def uncallable(seen: View, one: po.ContestTrump) -> Bar | None:
    """Say why a call in a contest brings no help; an Identity of nobody costs nothing (LT-21.2)."""
    called = holder(seen, one.identity)
    if called == seen.seat:
        return Bar("Nobody calls themselves for help.", "LT-R57")
    if called is not None and called == one.foe:
        return Bar(f"{called} cannot be called for help against {called}.", "LT-R57")
    if called is None or (one.part and fit(one.part, seen.hand)):
        return None
    lacking = "You hold nothing of what you would part with now" if one.part else "Without PART you part with nothing"
    return Bar(f"{lacking}, so {called} does not help.", "LT-21.3")


def holder(seen: View, identity: str) -> Seat | None:
    """Find the player who is named, or has this rank."""
    return next((seat for seat, sheet in seen.sheets.items() if identity in (seat, sheet.rank)), None)


def promised(seen: View, one: Order) -> Iterator[Bar]:
    """Say that a Deal cannot be honoured, for its card is not held (LT-R44), or what else of PLAY cannot be."""
    bars = (unplayable(seen, seen.sheets[partner].rank, terms) for partner, terms in dealt(one))
    yield from dict.fromkeys(bar for bar in bars if bar is not None)


def dealt(one: Order) -> list[tuple[Seat, Wording]]:
    """List with whom a line Deals, and on which terms."""
    match one:
        case od.ShiftShadow(partner=first, terms=terms, second=second, others=others):
            return [(seat, said) for seat, said in ((first, terms), (second, others)) if seat is not None]
        case od.Ride(way="OFFER", target=player, terms=terms) | po.DealWith(player=player, terms=terms):
            return [(player, terms)]
        case _:
            return []


def at_risk(seen: View, shift: od.Shift, orders: Iterable[Order]) -> Iterator[Bar]:
    """Warn of cards promised in a Deal all of which a Shapeshift may discard before it, for KEEP does not name them."""
    for seat, terms in (one for order in orders for one in dealt(order)):
        there = [card for card in seen.hand if terms.give is not None and terms.give.fits(card)]
        kept = fit(shift.keep, there)
        if there and not kept and len(there) <= shift.n and any(play.how == "HONOUR" for play in terms.plays or HONEST):
            yield Bar(f"This may discard {terms.give}, promised to {seat}; under KEEP it would be safe.", "LT-8.5")


def taken_by(seen: View, trick: od.Declare, orders: Iterable[Order]) -> Iterator[Bar]:
    """Warn of cards promised to one who acts later, all of which a Trick may take before that (LT-14.4)."""
    later = seen.initiative[seen.initiative.index(seen.seat) :] if seen.seat in seen.initiative else ()
    for one in orders:
        if isinstance(one, po.DealWith) and one.player in later and one.terms.give is not None:
            there = [card for card in seen.hand if one.terms.give.fits(card)]
            honest = any(play.how == "HONOUR" for play in one.terms.plays or HONEST)
            if honest and 0 < len(there) <= TRICK and all(card.rank == trick.rank for card in there):
                text = f"The Trick may take {one.terms.give}, promised to {one.player}, who acts later."
                yield Bar(text, "LT-14.4")


def unplayable(seen: View, flaw: str, terms: Wording) -> Bar | None:
    """Say what a Deal lacks, with one of this Flaw."""
    plays = terms.plays or HONEST
    can = [playable(seen, flaw, terms.give, play) for play in plays]
    if not can[0] and plays[0].how == "HONOUR":
        instead = "what stands behind HONOUR counts" if any(can) else "without it the Deal would be a lie of yours"
        return Bar(f"You hold no {terms.give} now; {instead}.", "LT-R44")
    if not any(can):
        return Bar("You can put down nothing of this now; the default decides.", "LT-P6.3")
    for name in (play.name for play in plays if play.how == "LIE"):
        is_ = classify(name.card, terms.give or ANY, flaw) if name is not None and name.card is not None else Put.LIE
        if is_ is Put.ACCUSE or (is_ is Put.HONOUR and terms.give is not None):
            return Bar(f"{name} is no lie here: it {'accuses' if is_ is Put.ACCUSE else 'honours'}.", "LT-P6.3")
    return None


def playable(seen: View, flaw: str, give: Name | None, play: Ante) -> bool:
    """Say whether an entry of PLAY could be put down with the Hand as it is."""
    match play.how:
        case "HONOUR":
            return give is None or fit([give], seen.hand)
        case "ACCUSE":
            return any(classify(card, give or ANY, flaw) is Put.ACCUSE for card in seen.hand)
        case _:
            return play.name is None or fit([play.name], seen.hand)
