"""Why a seat is called as it is, and plays whom it plays: told at the start to each whom the wishes of all touched.

Each is told of the own seat alone, and of others nothing but what the rules say of every table: the earlier sign-up has
the character that two wish for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from referee.engine.audience import Seat
from referee.engine.lexicon import spoken
from referee.engine.setup import Part, SignUp

RENAMED = (
    "You signed up as {was}; at this table you are {seat}. Characters are given by everybody's wishes, in the order in"
    " which you signed up, and letters name characters alone."
)
EARLIER = "You wished for {wished}; there somebody who signed up earlier came first, so you play {got}."
ANOTHERS = "The seat that is called {was} now is another's: what letters say of {was} from now on is not about you."


@dataclass(frozen=True)
class Casting:
    """What one seat is told of how it came to its name and character."""

    seat: Seat
    why: tuple[str, ...]


def casting(signups: Sequence[SignUp], names: Sequence[Seat], parts: Sequence[Part]) -> Iterator[Casting]:
    """Explain to each seat what became of its name and wishes; nothing where all is as they wanted it."""
    for one, seat, part in zip_longest(signups, names, parts):
        yield Casting(seat, tuple(_why(one.name, seat, names, part)))


def _why(was: str, seat: Seat, names: Sequence[Seat], part: Part | None) -> Iterator[str]:
    if was != seat:
        yield RENAMED.format(was=was, seat=seat)
    missed = _missed(part) if part is not None else []
    if part is not None and missed:
        yield EARLIER.format(wished=spoken(missed), got=part.character)
    if was != seat and was in names:
        yield ANOTHERS.format(was=was)


def _missed(part: Part) -> list[str]:
    """List the characters that were wished for before the one that was given."""
    wished = list(dict.fromkeys(part.wished))
    return wished[: wished.index(part.character)] if part.character in wished else wished
