"""EL-9 and EL-11.2: Air scatters Flames and sends all Islands one seat to the left."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import PUBLIC, Seat, only
from referee.games.elements import events as ev
from referee.games.elements.asks import Empty, Shed
from referee.games.elements.choices import places
from referee.games.elements.claims import put
from referee.games.elements.fire import fires
from referee.games.elements.state import Lying
from referee.games.elements.telling import Match, note, show_open, tell
from referee.games.elements.view import look


def whirlwind(t: Match, callers: Sequence[Seat]) -> None:
    """Callers' Flames go, all hands are emptied, and unless that was Fire the Islands pass once per call (EL-P2.2)."""
    for caller in callers:
        scatter(t, caller)
    empty_hands(t)
    if fires(t.state):
        return  # EL-R8: the fourth card was the action being finished
    for _ in callers:  # EL-R7
        pass_islands(t)


def scatter(t: Match, caller: Seat) -> None:
    """The caller's whole Flame goes into the Ocean at once (EL-9.1)."""
    state, up = t.state, not t.state.options.mage
    spots = [state.lay(Lying(card, up=up, barred=(caller,))) for card in state.flames[caller]]
    state.flames[caller] = []
    note(t, caller, "AIR")
    tell(t, ev.WhirlwindCalled(seat=caller, impulse=state.impulse, spots=tuple(spots), up=up, to=PUBLIC))
    show_open(t, spots)


def empty_hands(t: Match) -> None:
    """Everybody finishes what they are doing and empties their Play Hand (EL-9.2)."""
    holding = [seat for seat in t.state.seats if seat in t.state.hands]
    asks = []
    for seat in holding:
        held = t.state.hands[seat]
        asks.append(Empty(seat, places(held.card, held.source, look(t.state, seat)), t.state.impulse))
    for seat, place in zip(holding, t.ask_all(asks), strict=True):
        put(t, seat, place)


def pass_islands(t: Match) -> None:
    """All take up their whole Islands and pass them to the left at once (EL-9.2); that is a touch (EL-R6)."""
    state = t.state
    touched = tuple(seat for seat in state.seats if state.islands[seat])
    state.islands = {state.left_of(seat): cards for seat, cards in state.islands.items()}
    state.islands = {seat: state.islands[seat] for seat in state.seats}
    for seat in touched:
        state.unbar(seat)
    tell(t, ev.IslandsPassed(impulse=state.impulse, touched=touched, to=PUBLIC))
    for seat in state.seats:
        tell(t, ev.IslandSeen(seat=seat, cards=tuple(state.islands[seat]), to=only(seat)))
    if state.options.shrink:
        shrink(t)


def shrink(t: Match) -> None:
    """Islands may hold one card less, but one at least; what is too much goes into the Ocean (EL-11.2, EL-R11)."""
    state = t.state
    if state.size > 1:
        state.size -= 1
        tell(t, ev.IslandsShrunk(size=state.size, to=PUBLIC))
    while full := [seat for seat in state.seats if len(state.islands[seat]) > state.size]:
        chosen = t.ask_all([Shed(seat, tuple(state.islands[seat])) for seat in full])
        for seat, card in zip(full, chosen, strict=True):
            state.islands[seat].remove(card)
            spot = state.lay(Lying(card, up=True, barred=(seat,)))
            tell(t, ev.CardShed(seat=seat, spot=spot, to=PUBLIC), ev.OwnCardShed(seat=seat, card=card, to=only(seat)))
            show_open(t, [spot])
