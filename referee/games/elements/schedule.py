"""When each spell of a deadline is cast (EL-P4.1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.engine.orders import Order
from referee.games.elements.orders import Magic
from referee.games.elements.state import Options
from referee.games.elements.values import Book, Free, Vanity


def held(orders: Sequence[Order], options: Options) -> list[Magic]:
    """List the spells among these lines, no more than are allowed."""
    return [one for one in orders if isinstance(one, Magic)][: options.spells]


def announced(orders: Sequence[Order], options: Options, atoning: int) -> dict[int, Free]:
    """Name the free spells by the numbers of their lines, each with the impulse it is meant for.

    That is the one written, else the first that no spell has, behind those in which the caster is ``atoning``
    (EL-P4.6).
    """
    lines = held(orders, options)
    taken = {one.at for one in lines if one.at} | set(range(1, atoning + 1))
    found: dict[int, Free] = {}
    for one in lines:
        at = one.at or next((n for n in range(1, options.impulses + 1) if n not in taken), 0)
        taken.add(at)
        if one.free and 1 <= at <= options.impulses and not any(free.at == at for free in found.values()):
            found[one.number] = Free(one.free, at)
    return found


def due(
    lines: Sequence[Magic], impulse: int, cast: Collection[int], free: Collection[int], *, atoning: bool
) -> Magic | None:
    """Find the line whose spell is due in an impulse: one timed for it, else the first that is to be cast any time.

    Lines that were ``cast`` are done, and of those in the caster's own words only the announced ones, ``free``,
    count. While the caster is ``atoning``, what has no time waits (EL-7.1, EL-P4.6).
    """
    open_to = [one for one in lines if one.number not in cast and (not one.free or one.number in free)]
    timed = next((one for one in open_to if one.at == impulse), None)
    if timed is not None or atoning:
        return timed
    return next((one for one in open_to if not one.at), None)


def spell_of(one: Magic) -> Book:
    """Return the spell of the book, or the vanity, that a line casts."""
    return one.spell if one.spell is not None else Vanity(one.vanity)
