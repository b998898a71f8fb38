"""The table of a deadline: what every hand did, impulse by impulse, in a few letters."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.games.elements.state import Done, State


def rows(state: State) -> tuple[tuple[int, ...], tuple[tuple[str, ...], ...]]:
    """Return the impulses played, and for each what each seat did, in seat order."""
    cells: dict[tuple[int, Seat], list[str]] = {}
    for done in state.done:
        if word := short(done):
            cells.setdefault((done.impulse, done.seat), []).append(word)
    impulses = tuple(sorted({done.impulse for done in state.done}))
    return impulses, tuple(tuple(" ".join(cells.get((n, seat), ["."])) for seat in state.seats) for n in impulses)


def short(done: Done) -> str:
    """Say an action in a few letters: ``o7`` claimed, ``o7=8H`` where it lay open, ``(o7)`` lost, ``>F`` put away."""
    verb, _, rest = done.what.partition(" ")
    match verb:
        case "TAKE" if rest in ("ISLAND", "FLAME"):
            word = f"{rest[0]}>"
        case "TAKE":
            word = f"{rest}={done.face}" if done.face else rest
        case "PUT":
            word = f">{rest.rpartition(' ')[2] if ' ' in rest else rest[0]}"
        case "TOUCH":
            word = "touch"
        case "DIBS":
            word = f'"{rest}"'
        case "FLIP":
            word = f"flip {rest.split()[0]}"
        case "MOVE":
            word = f"move {rest.rpartition(' ')[2]}"
        case "UNDO":
            word = "undo"
        case "AIR":
            word = "AIR"
        case _:
            return ""
    return f"({word})" if done.lost else word
