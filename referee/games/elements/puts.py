"""EL-8: where claimed cards go."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat
from referee.games.elements.events import CardPut
from referee.games.elements.state import Held, Lying
from referee.games.elements.telling import Match, note, show_open, tell
from referee.games.elements.values import Place


def put(t: Match, seat: Seat, place: Place) -> None:
    """The player adds the card to their Flame (EL-8.5) or Island (EL-8.3), or lets it go into the Ocean (EL-3.3)."""
    held = t.state.hands.pop(seat)
    if place is Place.OCEAN:
        let_go(t, seat, held)
        return
    if place is Place.FLAME:
        t.state.flames[seat].append(held.card)
    else:
        t.state.islands[seat].append(held.card)
        if held.source == "island":
            t.state.unbar(seat)  # EL-R4: lifted and put back is a touch
    note(t, seat, f"PUT {place}")
    tell(
        t,
        CardPut(seat=seat, impulse=t.state.impulse, place=place.lower(), source=held.source, to=PUBLIC),
    )


def let_go(t: Match, seat: Seat, held: Held) -> None:
    """A card put into the Ocean lies on the next new spot (EL-P1.3), open only without magic (EL-R13)."""
    up = not t.state.options.mage
    spot = t.state.lay(Lying(held.card, up=up, barred=(seat,)))
    note(t, seat, f"PUT OCEAN as {spot}")
    tell(
        t,
        CardPut(
            seat=seat, impulse=t.state.impulse, place="ocean", source=held.source, spot=spot, up=up, to=PUBLIC
        ),
    )
    show_open(t, [spot])
