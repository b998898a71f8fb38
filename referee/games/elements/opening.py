"""EL-2 and EL-4: the pack is dealt into Islands and the Ocean, and everybody touches their own Island."""

from __future__ import annotations

from referee.engine.audience import OBSERVER, PUBLIC, only
from referee.engine.chance import Chance
from referee.engine.events import Event
from referee.engine.setup import Setup
from referee.engine.table import Table
from referee.games.elements.events import IslandSeen, OceanShown, RoundBegun
from referee.games.elements.minds import Mind
from referee.games.elements.state import Lying, Options, State
from referee.games.elements.telling import remember
from referee.games.elements.values import PACK


def start(t: Table[State], setup: Setup) -> None:
    """Set up a match and deal its first round."""
    t.state = empty(setup)
    t.tell(*deal(t.state, t.chance))


def empty(setup: Setup) -> State:
    """Make a table without cards."""
    seats, options = setup.seats, Options.of(setup.options)
    return State(
        seats=seats,
        options=options,
        islands={seat: [] for seat in seats},
        flames={seat: [] for seat in seats},
        hands={},
        ocean={},
        new_spot=1,
        size=options.island(len(seats)),
        due=dict.fromkeys(seats, 0),
        wins=dict.fromkeys(seats, 0),
        minds={seat: Mind(seat, seats) for seat in (*seats, OBSERVER)},
    )


def deal(state: State, chance: Chance) -> list[Event]:
    """Flames are empty, Islands filled with random cards, the rest is the Ocean (EL-4.1); all touch (EL-4.2, EL-P1.1).

    Once play has begun an owner sees all of their Island (EL-R2); without magic the Ocean lies open (EL-11.1).
    """
    cards = chance.shuffled(PACK, "deck")
    state.size, state.new_spot, state.since, state.impulse = state.options.island(len(state.seats)), 1, 0, 1
    for zone in (state.hands, state.ocean, state.dibs, state.penance, state.hides, state.guards):
        zone.clear()
    state.restart = False
    up = not state.options.mage
    for seat in state.seats:
        state.islands[seat], cards = cards[: state.size], cards[state.size :]
        state.flames[seat], state.due[seat] = [], 0
    for card in cards:
        state.lay(Lying(card, up=up))
    spots = tuple(state.ocean)
    events: list[Event] = [RoundBegun(round=state.round, size=state.size, spots=spots, up=up, to=PUBLIC)]
    if up:
        events.append(OceanShown(spots=spots, cards=tuple(cards), to=PUBLIC))
    events += [IslandSeen(seat=seat, cards=tuple(state.islands[seat]), to=only(seat)) for seat in state.seats]
    remember(state, *events)
    return events
