"""The table of Living Trumps to be drawn, from what everybody sees: Powerbases and Shadows by slots, and decks."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import Seat
from referee.engine.tabletop import Heap, Laid, Side, Tabletop
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.view import Lying, Sheet, View, in_slots

PLACES = {Place.AMBER: "Amber", Place.ABYSS: "the Abyss", Place.KEEP: "the Keep"}


def tabletop(v: View) -> Tabletop:
    """Lay the table out, the players in the order of the Turn."""
    decks = (
        Heap("Trumps", down=v.trumps),
        Heap("discarded", down=v.discard),
        Heap("Shadows", down=v.shadows, note=f"({v.jokers} of them Jokers)"),
        Heap("reserve", down=v.reserve),
    )
    begun = v.turn > 1 or v.ledger
    return Tabletop(tuple(_side(v, seat) for seat in v.initiative or v.seats), decks if begun else ())


def _side(v: View, seat: Seat) -> Side:
    s: Sheet = v.sheets[seat]
    rank = ("court", f"{s.rank} {s.court.title()}") if v.options.war else ("rank", s.rank)
    blood = ("Blood", f"{s.free} + {s.placed} on a Place" if s.placed else f"{s.free}")
    place = (("place", PLACES[s.place]),) if s.place in PLACES else ()
    heaps = (("Powerbase", s.powerbase), ("Shadows", s.shadows))
    return Side(seat, "", (rank, blood, *place), tuple(Heap(name, _laid(cards)) for name, cards in heaps if cards))


def _laid(cards: Sequence[Lying]) -> tuple[Laid, ...]:
    """Lay cards in the order of their slots: a slot is named where those before it are empty."""
    found = []
    for one, is_next in in_slots(cards):
        marks = ("" if is_next else f"slot {one.slot}", "face-down" if one.down and one.known else "")
        found.append(Laid(one.card if one.known else None, ", ".join(filter(None, marks))))
    return tuple(found)
