"""The spells of Elements, and the GM's verdicts on those in a player's own words (EL-P4.2, EL-P4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from referee.engine.author import Seat, value
from referee.games.elements.values import Flip, Written


@value
class Scry:
    """See up to three cards of the Ocean."""

    spots: tuple[str, ...]

    def __str__(self) -> str:
        return f"SCRY {', '.join(self.spots)}"


@value
class Peek(Written):
    """See the type and number of a Flame."""

    pattern = "PEEK {0.player}"
    player: Seat


@value
class Swap(Written):
    """Two cards of the Ocean change places."""

    pattern = "SWAP {0.one} {0.other}"
    one: str
    other: str


@value
class Shuffle:
    """The cards of these spots are mixed; none named means all."""

    spots: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"SHUFFLE {', '.join(self.spots) or 'ALL'}"


@value
class Pull(Written):
    """Draw a card near: one more due for it in this impulse."""

    pattern = "PULL {0.spot}"
    spot: str


@value
class Push(Written):
    """Move a card away from a player: one due less for it in this impulse."""

    pattern = "PUSH {0.spot} FROM {0.player}"
    spot: str
    player: Seat


@value
class Hide(Written):
    """Make a card invisible to the others until the deadline's end."""

    pattern = "HIDE {0.spot}"
    spot: str


@value
class Illusion(Written):
    """Let a card seem to be of another type."""

    pattern = "ILLUSION {0.spot} AS {0.kind}"
    spot: str
    kind: str


class Ward(StrEnum):
    """What one may guard."""

    FLAME = "FLAME"
    MIND = "MIND"
    SIGHT = "SIGHT"


@value
class Guard(Written):
    """Guard one's Flame, mind or sight for this deadline."""

    pattern = "GUARD {0.ward}"
    ward: Ward


@value
class Vanity(Written):
    """Decoration alone."""

    pattern = "VANITY {0.text}"
    text: str


@value
class Free:
    """A spell in one's own words, which the GM rules on."""

    text: str
    at: int

    def __str__(self) -> str:
        return f'FREE "{self.text}"'


@value
class Lost:
    """A spell that cannot act when its time comes: its card is gone, or its caster atones (EL-P4.5, EL-P4.6)."""

    spell: Book | Free


Book = Scry | Peek | Swap | Shuffle | Flip | Pull | Push | Hide | Illusion | Guard | Vanity


def named(spell: Book) -> tuple[str, ...]:
    """List the spots that a spell names."""
    match spell:
        case Scry(spots=spots) | Shuffle(spots=spots):
            return spots
        case Swap(one=one, other=other):
            return (one, other)
    return () if isinstance(spell, Peek | Guard | Vanity) else (spell.spot,)


def reached(spell: Book, nameable: Callable[[str], bool], *, whole: bool = False) -> Sequence[str] | None:
    """Name the spots on which a spell finds its cards, or nothing if too few are there (EL-P4.5, EL-R24).

    SCRY can do with one, SHUFFLE with two, and all others need each, as before the third edition all spells did: as
    a ``whole``.
    """
    names = named(spell)
    there = [spot for spot in names if nameable(spot)]
    least = {Scry: 1, Shuffle: 2}.get(type(spell), len(names))
    return there if len(there) >= (len(names) if whole else min(least, len(names))) else None


class Nothing(StrEnum):
    """A free spell does nothing: so ruled, or because nobody ruled on it (EL-P4.3, EL-P4.4)."""

    NO_EFFECT = "NO EFFECT"
    UNRULED = "no effect"


@value
class Legal:
    """A free spell works, and these are its effects (EL-P4.3)."""

    effects: tuple[Book, ...] = ()

    def __str__(self) -> str:
        return f"LEGAL {'; '.join(map(str, self.effects))}".strip()


@value
class Illegal:
    """A free spell breaks a rule (EL-P4.6)."""

    rule: str

    def __str__(self) -> str:
        return f"ILLEGAL {self.rule}".strip()


Verdict = Nothing | Legal | Illegal


@value
class Guilty:
    """Who is in violation when play was halted; nobody, if nobody is named (EL-P5.1)."""

    seats: tuple[Seat, ...] = ()

    def __str__(self) -> str:
        return f"GUILTY {', '.join(self.seats) or 'NOBODY'}"
