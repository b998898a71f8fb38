"""The table of Amber to be drawn, from what everybody sees: who is where and whose vassal, open cards, the Throne."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.tabletop import Heap, Laid, Side, Tabletop, laid
from referee.games.amber.knowledge import Figure, Knowledge
from referee.games.cards import Card

ORDER = ("Throne", "Amber", "Shadow", "Tower", "dead")
NUMBERS = ("none", "one", "two", "three")
"""How many of the three turns that win are complete (AM-6.2)."""


def tabletop(v: Knowledge) -> Tabletop:
    """Lay the table out; those on the Throne and in Amber come first."""
    sides = sorted((_side(v, seat, p) for seat, p in v.players.items()), key=lambda one: ORDER.index(one.area))
    return Tabletop(tuple(sides), _middle(v))


def _side(v: Knowledge, seat: Seat, p: Figure) -> Side:
    if not p.alive:
        return Side(seat, "dead", gone=True)
    area = "Tower" if p.prison else "Throne" if v.ruler == seat else "Amber" if p.in_amber else "Shadow"
    court = str(p.card) if p.court else f"{p.card} away"
    facts = (("Court", court), *((("away", away),) if (away := _away(v, p)) else ()))
    before = (*laid(p.kept), *laid(p.lasting, "in play"), *laid(p.allies, "ally"), *laid(p.exposed, "seen by all"))
    heaps = (
        *((Heap("hidden", down=p.hidden),) if p.hidden else ()),
        *((Heap("open", laid(p.up)),) if p.up else ()),
        *((Heap("before", before),) if before else ()),
    )
    return Side(seat, area, facts, heaps, p.lord)


def _away(v: Knowledge, p: Figure) -> str:
    """Say until when somebody is away, or idle."""
    if p.banished >= v.turn and not p.prison:
        return f"to turn {max(p.banished, p.idle)}"
    if p.idle >= v.turn:
        return f"idle, {p.idle_from}-{p.idle}" if p.idle > p.idle_from else f"idle, {p.idle}"
    return ""


def _middle(v: Knowledge) -> tuple[Heap, ...]:
    decks = (
        (("Deck", v.deck), ("Discards", v.discards))
        if v.merged
        else (
            ("Shadow deck", v.deck),
            ("Chaos deck", v.chaos),
            ("Encounter deck", v.encounter),
            ("Discards", v.discards),
        )
    )
    removed = (Heap("Out of the game", laid(v.removed)),) if v.removed else ()
    return (_throne(v), *(Heap(name, down=n) for name, n in decks), *removed)


def _throne(v: Knowledge) -> Heap:
    """Lay out the Throne: whoever is on it, since when, and the cards there."""
    cards: list[Card] = [*([v.enthroned] if v.enthroned else []), *v.throne]
    complete = NUMBERS[min(v.reign, 3)]
    reign = f"{v.ruler or ''} since turn {v.taken}; {complete} of three turns complete".lstrip()
    note = reign if v.occupant else "empty"
    unseen = [Laid(None)] if v.siege and not v.occupant else []
    return Heap("Throne", (*unseen, *laid(cards)), note=note)
