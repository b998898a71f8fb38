"""What one seat knows, made of nothing but the events that it was told, and what it may order."""

from dataclasses import dataclass
from typing import Any

from referee.engine.author import Ask, Choice, Event, Order, Seat

from .table import STONES, Lay, Stone, StoneDrawn, StoneDrawnUnseen, StoneLaid, TrickWon


@dataclass
class View:
    """Your hand, how many stones are in the bag, and everybody's points; named as in the state.

    Before anything has happened a list is empty and a number nought, unless it is said here.
    """

    seat: Seat
    hand: list[Stone]
    points: dict[Seat, int]
    bag: int = len(STONES)

    def apply(self, e: Event, /) -> None:
        """Take in one event that this seat was told."""
        match e:
            case StoneDrawn(stone=stone):
                self.hand.append(stone)
                self.bag -= 1
            case StoneDrawnUnseen():
                self.bag -= 1
            case StoneLaid(seat=seat, stone=stone) if seat == self.seat:
                self.hand.remove(stone)
            case TrickWon(seat=seat):
                self.points[seat] += 1


def decide(seen: View) -> Lay | None:
    """Say what this seat will be asked first in the next turn: whoever holds a stone lays one."""
    return Lay(seen.seat, sorted(seen.hand)) if seen.hand else None


STONE = Choice("stone", {str(stone): stone for stone in STONES}, "a stone, from S1 to S18")


class LayStone(Order):
    """Lay this stone (TG-4.1). If you hold it no more when it is asked for, your next line counts."""

    usage = "LAY stone"
    example = "LAY S12"
    stone: Stone


class Prefer(Order):
    """Lay your highest or your lowest stone, every turn until you say otherwise (TG-4.2)."""

    usage = "PREFER which:HIGH|LOW"
    example = "PREFER HIGH"
    standing = True
    which: str

    def answer_to(self, ask: Ask[Any]) -> Any:
        """Answer with the highest or the lowest of the choices."""
        return max(ask.choices) if self.which == "HIGH" else min(ask.choices)
