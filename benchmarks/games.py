"""One decision of random players who look at their view before each, beside the same in other engines of games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.pairs import Row, Way, peer, speed
from referee import games
from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.engine.game import Game
from referee.engine.setup import Setup
from referee.engine.table import Desk

CHUNK = 0.2
"""Seconds of one round."""

WHOLE = {"tricks_per_turn": "18"}
"""A whole game in one step, as the peers play theirs."""

SILENT = Why.DEFAULT


def goofspiel() -> Row:
    """Compare Wizard's Duel with goofspiel of 13 cards and hidden bids."""
    theirs = Spiel("goofspiel(num_cards=13,imp_info=True,players=2)")
    return _compared("Duel with views / OpenSpiel goofspiel", ">= 0.5", Players("wizards-duel", {}), theirs)


def hearts() -> Row:
    """Compare Normal Cards with hearts."""
    ours = Players("normal-cards", WHOLE)
    return _compared("Normal Cards with views / OpenSpiel hearts", ">= 0.7", ours, Spiel("hearts"))


def briscola() -> Row:
    """Compare Normal Cards with Briscola, whose mover is given all that was told."""
    ours = Players("normal-cards", WHOLE)
    return _compared("Normal Cards with views / textarena Briscola", ">= 5.0", ours, Briscola())


def uno() -> Row:
    """Compare Amagande with uno."""
    ours = Players("amagande", {"plays_per_turn": "12"})
    return _compared("Amagande with views / rlcard uno", ">= 2.0", ours, Cards("uno"))


class Party(ABC):
    """Random players of some game."""

    random = staticmethod(Random(1).random)

    def play(self) -> int:
        """Play whole games for a while; return the decisions made."""
        decisions, number, end = 0, 0, perf_counter() + CHUNK
        while perf_counter() < end:
            number += 1
            decisions += self.game(number)
        return decisions

    @abstractmethod
    def game(self, number: int) -> int:
        """Play one game; return the decisions made."""


def _compared(name: str, aim: str, ours: Party, theirs: Party) -> Row:
    return speed(name, aim, Way(ours.play), Way(theirs.play))


class Players(Party):
    """Random players of a game of ours who look at their own view before each answer, and never resign.

    After each turn every seat's view is looked at, so that none is left unfolded.
    """

    def __init__(self, slug: str, options: dict[str, str]) -> None:
        self.rules = games.find(slug)
        self.setup = Setup((Seat("Ana"), Seat("Bob")), self.rules.settle(options), {})
        self.desks = dict.fromkeys(self.setup.seats, self.desk)
        self.decisions = 0

    def desk(self, view: Callable[[], Any]) -> Desk:
        """Answer at random."""

        def answer(ask: Ask[Any]) -> Answer[Any]:
            self.decisions += 1
            view()
            choices = ask.choices
            if choices[0] is False:
                return Answer(False, SILENT)
            return Answer(choices[int(self.random() * len(choices))], SILENT)

        return answer

    def game(self, number: int) -> int:
        self.decisions = 0
        game = Game.start(self.rules, self.setup, number.to_bytes(32, "big"))
        while game.end is None:
            game = game.play({}, desks=self.desks)
            for seat in self.setup.seats:
                game.view(seat)
        return self.decisions


class Spiel(Party):
    """Random players of a game of OpenSpiel's, with the information state of the mover."""

    def __init__(self, name: str) -> None:
        self.of = peer("pyspiel").load_game(name)

    def game(self, number: int) -> int:
        decisions, state = 0, self.of.new_initial_state()
        while not state.is_terminal():
            if state.is_simultaneous_node():
                state.apply_actions([self._choose(state, player) for player in (0, 1)])
                decisions += 2
            elif state.is_chance_node():
                actions = state.legal_actions()
                state.apply_action(actions[int(self.random() * len(actions))])
            else:
                state.apply_action(self._choose(state, state.current_player()))
                decisions += 1
        return decisions

    def _choose(self, state: Any, player: int) -> int:
        actions = state.legal_actions(player)
        state.information_state_string(player)
        return int(actions[int(self.random() * len(actions))])


class Briscola(Party):
    """Random players of textarena's Briscola, the one trick-taking game there that also takes orders as text.

    `Briscola-v0` gives the mover all told, as one text, which is what a view and an information state are.
    """

    def __init__(self) -> None:
        self.make: Callable[..., Any] = peer("textarena").make

    def game(self, number: int) -> int:
        decisions, done, env = 0, False, self.make("Briscola-v0")
        env.reset(num_players=2, seed=number)
        while not done:
            player, _ = env.get_observation()
            hand = env.state.game_state["players"][player]["hand"]
            done, _ = env.step(f"[play {1 + int(self.random() * len(hand))}]")
            decisions += 1
        return decisions


class Cards(Party):
    """Random players of a game of rlcard's, who are given the state before each decision."""

    def __init__(self, name: str) -> None:
        self.env = peer("rlcard").make(name)

    def game(self, number: int) -> int:
        decisions, (state, _) = 0, self.env.reset()
        while not self.env.is_over():
            actions = list(state["legal_actions"])
            state, _ = self.env.step(actions[int(self.random() * len(actions))])
            decisions += 1
        return decisions
