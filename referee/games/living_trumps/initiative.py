"""LT-6: who acts first; and the cut for high card.

Purposes of chance here: ``cuts/<seat>``, with ranks as values, and ``lots``, the thirteen ranks in an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.deck import RANKS, height
from referee.games.living_trumps.moves import JOKER
from referee.games.living_trumps.poker import Power, value
from referee.games.living_trumps.state import Player, Trumps

PATIENCE = 20
"""So many cuts at most, before the lot decides (LT-R72)."""


@dataclass(frozen=True)
class Seen:
    """A card of the deck of which only the rank is looked at."""

    card: Card

    def __str__(self) -> str:
        return str(JOKER) if self.card.joker else self.card.rank


def ranking(t: Trumps) -> list[Seat]:
    """Rank by the poker value of the face-up Powerbase, then total Blood, then the cut (LT-6.1, LT-6.2, LT-R7)."""

    def strength(p: Player) -> tuple[object, int]:
        return value(p.base, low_ace=t.state.options.low_ace), p.blood

    found: list[Seat] = []
    ranked = sorted(t.state.players.values(), key=strength, reverse=True)
    for _, tied in groupby(ranked, key=strength):
        found += cut(t, [p.seat for p in tied])
    return found


def cut(t: Trumps, seats: Sequence[Seat]) -> list[Seat]:
    """Equal players cut for high card; a Joker or equal ranks mean that all of them cut again (LT-R8).

    Where the Shadow Deck has fewer ranks than there are players, or does not decide for long, the lot does (LT-R72).
    """
    if len(seats) == 1:
        return list(seats)
    able = len({card.rank for card in t.state.shadow_deck if not card.joker}) >= len(seats)
    rounds: list[tuple[str, ...]] = []
    while able and len(rounds) < PATIENCE and not (rounds and decided(rounds[-1])):
        rounds.append(cut_once(t, seats))
    lots = not rounds or not decided(rounds[-1])
    if lots:
        rounds.append(tuple(t.chance.shuffled(RANKS, "lots")[: len(seats)]))
    joker = JOKER.card if any(str(JOKER) in one for one in rounds) else None
    t.tell(ev.Cut(seats=tuple(seats), rounds=tuple(rounds), joker=joker, lots=lots, to=PUBLIC))
    high = dict(zip(seats, rounds[-1], strict=True))
    return sorted(seats, key=lambda seat: -height(high[seat]))


def cut_once(t: Trumps, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Look at one random card for each, of which all hear the rank; nothing moves in the deck (LT-R8)."""
    places = [Seen(card) for card in t.state.shadow_deck]
    seen = [t.chance.pick(places, "cuts", seat) for seat in seats]
    t.state.proved += [one.card for one in seen]
    return tuple(map(str, seen))


def decided(ranks: Sequence[str]) -> bool:
    """Say whether the ranks of a cut put all in an order."""
    return len(set(ranks)) == len(ranks) and str(JOKER) not in ranks


def set_initiative(t: Trumps) -> None:
    """The order of the next Turn is set, and printed with the report that opens it (LT-6.3, LT-P1.2)."""
    s = t.state
    s.initiative = ranking(t)
    powers = tuple(Power(value(s.players[seat].base, low_ace=s.options.low_ace)[0]) for seat in s.initiative)
    t.tell(ev.InitiativeSet(turn=s.turn, order=tuple(s.initiative), powers=powers, to=PUBLIC))
