"""A part of a Turn that a case is about, played by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import OBSERVER, Seat
from referee.engine.orders import Order
from referee.engine.table import Desk
from referee.engine.values import value
from referee.games.cards import Card
from referee.games.living_trumps import blood, duel, turn
from referee.games.living_trumps.asks import TrumpAnte
from referee.games.living_trumps.contest import settle_bargain
from referee.games.living_trumps.deal import deal, win
from referee.games.living_trumps.desk import desk
from referee.games.living_trumps.moves import NOTHING_SAID, Terms
from referee.games.living_trumps.standing import check_victory, set_initiative
from referee.games.living_trumps.state import Reason, Trumps
from referee.games.living_trumps.view import View


@value
class Scene:
    """What is played: an Intrigue Step from a phase on, the Power Step, the order set, a Duel from a stage, a Deal.

    ``played`` are Trump Antes that are settled.
    """

    kind: str
    active: Seat = OBSERVER
    other: Seat = OBSERVER
    phase: str = turn.PHASES[0]
    stage: str = ""
    suit: str = ""
    ante: int = 0
    agreed: Terms = NOTHING_SAID
    played: Mapping[Seat, Card] = field(default_factory=dict)

    def play(self, t: Trumps) -> None:
        """Play it between the beginning and the end of a Turn."""
        turn.begin(t)
        match self.kind:
            case "intrigue":
                turn.intrigue(t, self.active, self.phase)
            case "power":
                turn.power_step(t)
                if not check_victory(t):
                    turn.next_turn(t)
            case "initiative":
                set_initiative(t)
            case "duel":
                ante = self._staked(t)
                winner = self._fight(t)
                win(t, winner, self.other if winner == self.active else self.active, ante)
            case _:
                for bargain in deal(t, self.active, self.other, self.agreed, self._staked(t), forced=False):
                    settle_bargain(t, bargain)
        turn.close(t)

    def _staked(self, t: Trumps) -> blood.Ante:
        """Lay the Ante that the case gives."""
        ante = blood.Ante(self.active, 0)
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

        def answer(ask: Ask[Any]) -> Answer[Any]:
            if len(self.played) > 1 and isinstance(ask, TrumpAnte):
                return Answer(self.played[seat], Why.DEFAULT)
            return own(ask)

        return answer
