"""The bare engine, with the mover's view looked at before each decision, beside OpenSpiel's goofspiel."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.pairs import Row, Way, speed
from referee import games
from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.engine.game import Game
from referee.engine.setup import Setup
from referee.engine.table import Desk

CHUNK = 0.3
"""Seconds of one round."""


class Players:
    """Random players of Wizard's Duel who look at their view before each answer, and never resign."""

    def __init__(self) -> None:
        self.rules = games.find("wizards-duel")
        self.setup = Setup((Seat("Ana"), Seat("Bob")), self.rules.settle({}), {})
        self.random = Random(1).random
        self.decisions = 0

    def desk(self, view: Callable[[], Any]) -> Desk:
        """Answer at random."""

        def answer(ask: Ask[Any]) -> Answer[Any]:
            self.decisions += 1
            view()
            if len(ask.choices) == 2 and ask.choices[0] is False:
                return Answer(False, Why.DEFAULT)
            return Answer(ask.choices[int(self.random() * len(ask.choices))], Why.DEFAULT)

        return answer

    def play(self) -> int:
        """Play whole games for a while; return the decisions made."""
        self.decisions, end = 0, perf_counter() + CHUNK
        number = 0
        desks = dict.fromkeys(self.setup.seats, self.desk)
        while perf_counter() < end:
            number += 1
            game = Game.start(self.rules, self.setup, number.to_bytes(32, "big"))
            while game.end is None:
                game = game.play({}, desks=desks)
        return self.decisions


class Goofspiel:
    """Random players of OpenSpiel's goofspiel, 13 cards, hidden bids, with the information state of the mover."""

    def __init__(self) -> None:
        self.game = import_module("pyspiel").load_game("goofspiel(num_cards=13,imp_info=True,players=2)")
        self.random = Random(1).random

    def play(self) -> int:
        """Play whole games for a while; return the decisions made."""
        decisions, end = 0, perf_counter() + CHUNK
        while perf_counter() < end:
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = state.legal_actions()
                    state.apply_action(actions[int(self.random() * len(actions))])
                    continue
                state.apply_actions([self._choose(state, player) for player in (0, 1)])
                decisions += 2
        return decisions

    def _choose(self, state: Any, player: int) -> int:
        actions = state.legal_actions(player)
        state.information_state_string(player)
        return int(actions[int(self.random() * len(actions))])


def run() -> Row:
    """Compare the time of one decision."""
    return speed("engine with views / OpenSpiel goofspiel", ">= 0.5", Way(Players().play), Way(Goofspiel().play))
