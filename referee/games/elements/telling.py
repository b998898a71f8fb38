"""The table of Elements: what is told is remembered by those who were told."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import PUBLIC, Seat, all_but, only
from referee.engine.events import Event
from referee.engine.table import Table
from referee.games.elements.events import FaceSeen, FaceShown
from referee.games.elements.spells import Ward
from referee.games.elements.state import Done, State

Match = Table[State]


def tell(t: Match, *events: Event) -> None:
    """Tell events, and let those who hear them remember (EL-P1.3)."""
    t.tell(*events)
    remember(t.state, *events)


def remember(state: State, *events: Event) -> None:
    """Let everybody who hears these events remember them."""
    for seat, mind in state.minds.items():
        for e in events:
            if e.to.includes(seat):
                mind.apply(e)


def note(t: Match, seat: Seat, what: str, *, lost: bool = False, face: str = "") -> None:
    """Write down what a player did in this impulse."""
    t.state.done.append(Done(t.state.impulse, seat, what, lost, face))


def show_open(t: Match, spots: Sequence[str]) -> None:
    """Show what lies open on these spots: its face, or what it feigns to those who are fooled (EL-6.5, EL-R3)."""
    for spot in spots:
        lying = t.state.ocean[spot][-1]
        if not lying.up:
            continue
        if not t.state.options.mage:
            tell(t, FaceShown(spot=spot, card=lying.card, to=PUBLIC))
            continue
        if not lying.feigned:
            tell(t, FaceSeen(spot=spot, face=lying.card.rank, to=PUBLIC))
            continue
        knowing = [seat for seat in t.state.seats if not fooled(t.state, seat, lying.feigner)]
        tell(t, FaceSeen(spot=spot, face=lying.feigned, to=all_but(*knowing)))
        if knowing:
            tell(t, FaceSeen(spot=spot, face=lying.card.rank, to=only(*knowing)))


def fooled(state: State, seat: Seat, feigner: Seat) -> bool:
    """Say whether an illusion works on a seat: not on its caster, nor on who guards sight or mind (EL-P4.2, EL-R17)."""
    return seat != feigner and not state.guarded(seat, Ward.SIGHT, Ward.MIND)
