"""What lies on the table, what can happen there, and what is asked."""

from dataclasses import dataclass, field

from referee.engine.author import Ask, Event, Seat


@dataclass(frozen=True, order=True)
class Stone:
    """One stone (TG-1.1); it prints as ``S12``."""

    number: int

    def __str__(self) -> str:
        return f"S{self.number}"


STONES = [Stone(number) for number in range(1, 19)]


@dataclass
class State:
    """The whole truth, which only the rules see: where every stone lies, and the points."""

    hand: dict[Seat, list[Stone]]
    bag: list[Stone]
    points: dict[Seat, int]
    away: list[Stone] = field(default_factory=list)


def hidden(state: State, seat: Seat) -> set[Stone]:
    """Name the stones that this seat may not know of now: the bag, and the others' hands. For the laws alone."""
    return {*state.bag, *(stone for other, hand in state.hand.items() if other != seat for stone in hand)}


class Lay(Ask[Stone]):
    """Which stone do you lay? The first of the choices is laid for one who is silent (TG-4.3)."""

    rule = "TG-2.1"


class StoneDrawn(Event):
    """You drew this stone (TG-1.2, TG-2.3)."""

    seat: Seat
    stone: Stone


class StoneDrawnUnseen(Event):
    """Somebody else drew a stone (TG-1.2, TG-2.3)."""

    seat: Seat


class StoneLaid(Event):
    """A player laid this stone (TG-2.1)."""

    seat: Seat
    stone: Stone


class TrickWon(Event):
    """A player scored a point (TG-2.2)."""

    seat: Seat
