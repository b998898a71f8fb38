"""What one seat knows, made of nothing but the events that it was told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.engine.setup import Setup

from .asks import Lay
from .events import StoneDrawn, StoneDrawnUnseen, StoneLaid, TrickWon
from .state import State, Stone


@dataclass(slots=True)
class View:
    """Your hand, everybody's points, and how many stones everybody holds."""

    seat: Seat
    seats: tuple[Seat, ...]
    hand: list[Stone]
    points: dict[Seat, int]
    holds: dict[Seat, int]

    def apply(self, e: Event, /) -> None:
        """Take in one event that this seat was told."""
        match e:
            case StoneDrawn(seat=seat, stone=stone):
                self.hand.append(stone)
                self.holds[seat] += 1
            case StoneDrawnUnseen(seat=seat):
                self.holds[seat] += 1
            case StoneLaid(seat=seat, stone=stone):
                self.holds[seat] -= 1
                if seat == self.seat:
                    self.hand.remove(stone)
            case TrickWon(seat=seat):
                self.points[seat] += 1


def view(seat: Seat, setup: Setup) -> View:
    """Return what a seat, or an observer, knows before anything has happened."""
    return View(seat, setup.seats, [], dict.fromkeys(setup.seats, 0), dict.fromkeys(setup.seats, 0))


def look(state: State, seat: Seat, setup: Setup) -> View:
    """Return what a seat would know of this state if it had been there from the beginning."""
    holds = {other: len(state.hands[other]) for other in state.seats}
    return View(seat, state.seats, list(state.hands.get(seat, ())), dict(state.points), holds)


def decide(seen: View) -> Ask[Any] | None:
    """Say what this seat will be asked first in the next turn: whoever holds a stone lays one."""
    return Lay(seen.seat, seen.hand[:]) if seen.hand else None
