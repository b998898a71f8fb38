"""Which winning hand is nearest: every flush and straight, from one's own Shadows and what others have lying open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.engine.audience import Seat
from referee.engine.values import value
from referee.games.cards import Card
from referee.games.living_trumps.deck import RANKS, SUITS, TRICK
from referee.games.living_trumps.poker import FULL
from referee.games.living_trumps.view import View

MINE, THEIRS, RANK, CARD = 0, 2, 4, 9
"""How far a card is, counted in Trumps to be drawn: one's own, one open before another, one of any suit that the deck
must bring, and one of the right suit."""


@dataclass(frozen=True)
class Goal:
    """A winning hand to build.

    How far off it is; which own Shadows are to be consolidated for it, and which of others' are wanted; the ranks that
    only the deck can bring; all ranks to collect; the suit of a flush; and which Powerbase cards belong to it.
    """

    distance: int
    cards: tuple[Card, ...]
    prey: tuple[tuple[Seat, Card], ...]
    unseen: tuple[str, ...]
    ranks: tuple[str, ...]
    suit: str
    keep: tuple[Card, ...]


@value
class Step:
    """One card on the way: its rank, what its Trick lacks, how hard the Shadow is to get, and where that lies."""

    rank: str
    lacks: int
    way: int
    card: Card | None = None
    owner: Seat | None = None


@value
class Path:
    """The steps to a hand, the suit if it is a flush, and which Powerbase cards belong to it."""

    steps: Sequence[Step]
    suit: str
    have: Sequence[Card]

    def distance(self, wild: int) -> int:
        """How far it is in all; each Joker of the Hand stands in once."""
        return max(0, sum(step.lacks for step in self.steps) - wild) + sum(step.way for step in self.steps)


def jokers(seen: View) -> int:
    """Count the Jokers in the own Hand."""
    return sum(card.joker for card in seen.hand)


def nearest(seen: View) -> Goal:
    """Choose the hand that takes least."""
    wild = jokers(seen)
    path = min(paths(seen), key=lambda path: path.distance(wild))
    lying = [(step.owner, step.card) for step in path.steps if step.owner is not None and step.card is not None]
    return Goal(
        distance=path.distance(wild),
        cards=tuple(card for owner, card in lying if owner == seen.seat),
        prey=tuple((owner, card) for owner, card in lying if owner != seen.seat),
        unseen=tuple(step.rank for step in path.steps if step.card is None),
        ranks=tuple(step.rank for step in path.steps),
        suit=path.suit,
        keep=tuple(path.have),
    )


def paths(seen: View) -> Iterator[Path]:
    """List the ways to every flush and straight that might be built, with what is there."""
    holding = Counter(card.rank for card in seen.hand if not card.joker)
    lacks = {rank: max(0, TRICK - holding[rank]) for rank in RANKS}
    base, lying = seen.me.base, list(found(seen, lacks))
    for suit in SUITS:
        have = [card for card in base if card.suit == suit][:FULL]
        steps = closest((step for step in lying if step.card is not None and step.card.suit == suit), lacks, CARD)
        yield Path(steps[: FULL - len(have)], suit, have)
    by_rank = closest(lying, lacks, RANK)
    for low in range(-1 if seen.options.low_ace else 0, len(RANKS) - FULL + 1):
        ranks = [RANKS[n] for n in range(low, low + FULL)]
        own = {card.rank: card for card in base if card.rank in ranks}
        yield Path([step for step in by_rank if step.rank in ranks and step.rank not in own], "", list(own.values()))


def found(seen: View, lacks: Mapping[str, int]) -> Iterator[Step]:
    """List what could be consolidated of what one sees: own Shadows, and others' open ones."""
    for seat, sheet in seen.sheets.items():
        mine = seat == seen.seat
        for one in sheet.shadows:
            if one.card is not None and (mine or not one.down):
                yield Step(one.card.rank, lacks[one.card.rank], MINE if mine else THEIRS, one.card, seat)


def closest(lying: Iterable[Step], lacks: Mapping[str, int], way: int) -> list[Step]:
    """Take the nearest of each rank, which the deck must bring if none lies there; the nearest rank comes first."""
    chosen: dict[str, Step] = {}
    for step in lying:
        if step.rank not in chosen or step.way < chosen[step.rank].way:
            chosen[step.rank] = step
    steps = [chosen.get(rank) or Step(rank, lacks[rank], way) for rank in reversed(RANKS)]
    return sorted(steps, key=lambda step: step.lacks + step.way)
