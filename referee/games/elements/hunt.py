"""The HUNT policy, which is also what a silent player does (RULES.md, 3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.cards import Card
from referee.games.elements.values import Deed, Hand, Place, Take, TakeOwn, worth
from referee.games.elements.view import View
from referee.games.elements.words import BEST


def target(seen: View, hunted: str = BEST) -> str:
    """The type that is hunted; BEST is the Flame's, else the one seen most often in the own Island, then the lowest."""
    if hunted != BEST:
        return hunted
    if seen.flame:
        return seen.flame_type
    counts: dict[str, int] = {}
    lifted = [seen.hand] if seen.hand is not None and seen.hands.get(seen.seat) == "island" else []
    for card in (*seen.island, *lifted):
        counts[card.rank] = counts.get(card.rank, 0) + 1
    return min(counts, key=lambda kind: (-counts[kind], worth(kind)), default="")


def hunting(seen: View, hunted: str, keeps: Sequence[str]) -> Hand:
    """With an empty Play Hand: the first that applies, and it never calls AIR."""
    kind = target(seen, hunted)
    lightable = not seen.flame or seen.flame_type == kind
    if lightable and (own := next((card for card in seen.island if card.rank == kind), None)):
        return TakeOwn(own)
    nearby, barred = seen.nearby(), seen.mind.barred
    known = [spot for spot in nearby if kind and seen.mind.knows(spot, kind)]
    if free := [spot for spot in known if spot not in barred]:
        return Take(free[0])
    if known or (nearby and all(spot in barred for spot in nearby)):
        return Deed.TOUCH
    if not seen.options.mage and seen.room:  # an open card that is worth keeping goes before any unknown one
        for spot in nearby:
            worthy = seen.spots[spot][-1] and any(seen.mind.knows(spot, kept) for kept in keeps)
            if worthy and spot not in barred:
                return Take(spot)
    return Deed.TAKE_ANY if seen.unknown() else Deed.TOUCH


def wanted_place(card: Card, choices: Sequence[Place], seen: View, hunted: str, keeps: Sequence[str]) -> Place:
    """Flame if it is the target, or there is none yet; else Island if it is worth keeping, else the Ocean (EL-P2.5)."""
    wanted = target(seen, hunted)
    if Place.FLAME in choices and (card.rank == wanted or not (wanted or seen.flame)):
        return Place.FLAME
    if Place.ISLAND in choices and card.rank in keeps:
        return Place.ISLAND
    return Place.OCEAN


def shed(cards: Sequence[Card], seen: View) -> Card:
    """The card of the type least held, then the lowest (EL-R11)."""
    held = [card.rank for card in (*seen.island, *seen.flame)]
    return min(cards, key=lambda card: (held.count(card.rank), worth(card.rank), card))
