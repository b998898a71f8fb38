"""When each spell of a deadline is cast (EL-P4.1)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.orders import Order
from referee.games.elements.orders import Magic
from referee.games.elements.state import Options
from referee.games.elements.values import Book, Free, Vanity

Timed = tuple[int, Book | Free, int]


def schedule(orders: Sequence[Order], options: Options) -> list[Timed]:
    """Give each spell its impulse: as timed, else the first free one; no more than are allowed, one per impulse."""
    lines = [one for one in orders if isinstance(one, Magic)][: options.spells]
    taken = {one.at for one in lines if one.at}
    found: list[Timed] = []
    used: list[int] = []
    for one in lines:
        at = one.at or next((n for n in range(1, options.impulses + 1) if n not in taken), 0)
        if not 1 <= at <= options.impulses or at in used:
            continue
        used.append(at)
        taken.add(at)
        found.append((at, spell_of(one, at), one.number))
    return found


def spell_of(one: Magic, at: int) -> Book | Free:
    """Return the spell that a line casts."""
    if one.spell is not None:
        return one.spell
    return Free(one.free, at) if one.free else Vanity(one.vanity)
