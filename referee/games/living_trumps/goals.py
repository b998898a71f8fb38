"""Which winning hand is nearest: every flush and straight, from one's own Shadows and what others have lying open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.engine.audience import Seat
from referee.games.cards import Card
from referee.games.living_trumps.deck import RANKS, SUITS, TRICK, height
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


@dataclass(frozen=True)
class Step:
    """One card on the way: its rank, what its Trick lacks, how hard the Shadow is to get, and where that lies."""

    rank: str
    lacks: int
    way: int
    card: Card | None = None
    owner: Seat | None = None

    @property
    def far(self) -> int:
        """How far it is in all."""
        return self.lacks + self.way


def jokers(seen: View) -> int:
    """Count the Jokers in the own Hand."""
    return sum(card.joker for card in seen.hand)


def nearest(seen: View) -> Goal:
    """Choose the hand that takes least."""
    return min(goals(seen), key=lambda goal: goal.distance)


def goals(seen: View) -> Iterator[Goal]:
    """List every flush and straight that might be built, with what is there."""
    base, steps = seen.me.base, list(found(seen))
    for suit in SUITS:
        have = [card for card in base if card.suit == suit][:FULL]
        fitting = [step for step in steps if step.card is not None and step.card.suit == suit]
        fitting += [Step(rank, lacks(seen, rank), CARD) for rank in RANKS]
        yield goal(seen, best(fitting)[: FULL - len(have)], suit, have)
    for low in range(-1 if seen.options.low_ace else 0, len(RANKS) - FULL + 1):
        ranks = [RANKS[n] for n in range(low, low + FULL)]
        own = {card.rank: card for card in base if card.rank in ranks}
        fitting = [step for step in steps if step.rank in ranks and step.rank not in own]
        fitting += [Step(rank, lacks(seen, rank), RANK) for rank in ranks if rank not in own]
        yield goal(seen, best(fitting), "", list(own.values()))


def found(seen: View) -> Iterator[Step]:
    """List what could be consolidated of what one sees: own Shadows, and others' open ones."""
    for seat, sheet in seen.sheets.items():
        for one in sheet.shadows:
            if one.card is not None and (seat == seen.seat or not one.down):
                way = MINE if seat == seen.seat else THEIRS
                yield Step(one.card.rank, lacks(seen, one.card.rank), way, one.card, seat)


def lacks(seen: View, rank: str) -> int:
    """Count the Trump cards that a Trick of this rank lacks."""
    return max(0, TRICK - seen.holding(rank))


def best(steps: Sequence[Step]) -> list[Step]:
    """Take the nearest of each rank, the nearest rank first."""
    chosen: dict[str, Step] = {}
    for step in sorted(steps, key=lambda step: (step.far, -height(step.rank))):
        chosen.setdefault(step.rank, step)
    return list(chosen.values())


def goal(seen: View, steps: Sequence[Step], suit: str, have: Sequence[Card]) -> Goal:
    """Sum up the way to a hand; a Joker of the Hand stands in once."""
    lying = [(step.owner, step.card) for step in steps if step.owner is not None and step.card is not None]
    return Goal(
        distance=max(0, sum(step.lacks for step in steps) - jokers(seen)) + sum(step.way for step in steps),
        cards=tuple(card for owner, card in lying if owner == seen.seat),
        prey=tuple((owner, card) for owner, card in lying if owner != seen.seat),
        unseen=tuple(step.rank for step in steps if step.card is None),
        ranks=tuple(step.rank for step in steps),
        suit=suit,
        keep=tuple(have),
    )
