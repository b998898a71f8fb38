"""A part of a Turn that a case is about, played by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, TypeVar

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import OBSERVER, Seat
from referee.engine.chance import Chance
from referee.engine.orders import Order
from referee.engine.table import Desk
from referee.engine.values import value
from referee.games.cards import Card
from referee.games.living_trumps import blood, duel
from referee.games.living_trumps.asks import TrumpAnte
from referee.games.living_trumps.blood import Ante
from referee.games.living_trumps.contest import settle_bargain
from referee.games.living_trumps.deal import deal, win
from referee.games.living_trumps.desk import desk
from referee.games.living_trumps.moves import Terms
from referee.games.living_trumps.standing import check_victory, set_initiative
from referee.games.living_trumps.state import Reason, Trumps
from referee.games.living_trumps.turn import PHASES, begin, close, intrigue, next_turn, power_step
from referee.games.living_trumps.view import View

T = TypeVar("T")


@value
class Scene:
    """What is played: an Intrigue Step from a phase on, the Power Step, the order set, a Duel from a stage, a Deal.

    ``played`` are Trump Antes that are settled, ``cuts`` cuts of the Shadow Deck that are made: by purpose of chance,
    how many cards are above each.
    """

    kind: str
    active: Seat = OBSERVER
    other: Seat = OBSERVER
    phase: str = PHASES[0]
    stage: str = ""
    suit: str = ""
    ante: int = 0
    agreed: Terms = field(default_factory=lambda: Terms(None, None))
    played: Mapping[Seat, Card] = field(default_factory=dict)
    cuts: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def play(self, t: Trumps) -> None:
        """Play it between the beginning and the end of a Turn."""
        t.chance = CutAlready(t.chance, self.cuts)
        begin(t)
        match self.kind:
            case "intrigue":
                intrigue(t, self.active, self.phase)
            case "power":
                power_step(t)
                if not check_victory(t):
                    next_turn(t)
            case "initiative":
                set_initiative(t)
            case "duel":
                ante = self._staked(t)
                winner = self._fight(t)
                win(t, winner, self.other if winner == self.active else self.active, ante)
            case _:
                for bargain in deal(t, self.active, self.other, self.agreed, self._staked(t), forced=False):
                    settle_bargain(t, bargain)
        close(t)

    def _staked(self, t: Trumps) -> Ante:
        """Lay the Ante that the case gives."""
        ante = Ante(self.active, 0)
        if self.ante:
            blood.gain(t, self.active, self.ante, Reason.ANTE)
            blood.stake(t, ante, self.active, self.ante, Reason.ANTE)
        return ante

    def _fight(self, t: Trumps) -> Seat:
        """Fight a Duel from its stage on, with the suit if it is chosen."""
        d = duel.begin(t, self.active, self.other)
        d.suit = self.suit
        winner = None if self.stage else duel.first_blood(t, d)
        if winner is None and not d.suit:
            duel.choose_weapon(t, d)
        if winner is None and self.stage != "feints":
            winner = duel.strength(t, d)
        return duel.end(t, d, winner or duel.feinting(t, d))

    def desk(self, seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> Desk:
        """Answer as the orders do, but for a Trump Ante that is settled."""
        own = desk(seat, orders, look)
        settled = len(self.played) > 1

        def answer(ask: Ask[Any]) -> Answer[Any]:
            if settled and isinstance(ask, TrumpAnte):
                return Answer(self.played[seat], Why.DEFAULT)
            return own(ask)

        return answer


class CutAlready(Chance):
    """Luck whose cuts of the Shadow Deck are made: what is left comes from the luck of the case."""

    def __init__(self, luck: Chance, cuts: Mapping[str, Sequence[int]]) -> None:
        self.luck = luck
        self.cuts = {purpose: list(numbers) for purpose, numbers in cuts.items()}

    def die(self, sides: int, *purpose: str) -> int:
        """Roll."""
        return self.luck.die(sides, *purpose)

    def below(self, n: int, *purpose: str) -> int:
        """Take the number of a cut that is made, or draw one."""
        made = self.cuts.get(purpose[0])
        return made.pop(0) if made else self.luck.below(n, *purpose)

    def pick(self, items: Sequence[T], *purpose: str) -> T:
        """Draw."""
        return self.luck.pick(items, *purpose)

    def shuffled(self, items: Sequence[T], *purpose: str) -> list[T]:
        """Shuffle."""
        return self.luck.shuffled(items, *purpose)
