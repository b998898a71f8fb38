"""The table of a Wizard's Duel to be drawn, from what everybody sees: both sheets, hands, decks and discards."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.tabletop import Heap, Side, Tabletop, laid
from referee.games.wizards_duel.view import View


def tabletop(v: View) -> Tabletop:
    """Lay both sides out, one facing the other."""
    return Tabletop(tuple(_side(v, seat) for seat in v.seats))


def _side(v: View, seat: Seat) -> Side:
    s = v.sheets[seat]
    drinks = (("drinks", str(s.drinks)),) if v.options.drinking else ()
    facts = (("score", str(s.score)), ("calls", str(s.calls)), *drinks)
    led = (v.led,) if v.led is not None and seat == v.leader else ()
    heaps = (
        Heap("led", laid(led)), Heap("hand", down=s.in_hand), Heap("deck", down=s.in_deck),
        Heap("discards", laid(s.discard)),
    )  # fmt: skip
    return Side(seat, "", facts, tuple(one for one in heaps if one.down or one.cards))
