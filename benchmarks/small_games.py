"""Normal Cards beside OpenSpiel's hearts and textarena's Briscola, Amagande beside rlcard's uno: one decision each."""

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

SILENT = Why.DEFAULT


class Players:
    """Random players of a game who look at their own view before each answer, and never resign.

    After each turn every seat's view is looked at, so that none is left unfolded.
    """

    def __init__(self, slug: str, options: dict[str, str]) -> None:
        self.rules = games.find(slug)
        self.setup = Setup((Seat("Ana"), Seat("Bob")), self.rules.settle(options), {})
        self.random = Random(1).random
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

    def play(self) -> int:
        """Play whole games for a while; return the decisions made."""
        self.decisions, end, number = 0, perf_counter() + CHUNK, 0
        desks = dict.fromkeys(self.setup.seats, self.desk)
        while perf_counter() < end:
            number += 1
            game = Game.start(self.rules, self.setup, number.to_bytes(32, "big"))
            while game.end is None:
                game = game.play({}, desks=desks)
                for seat in self.setup.seats:
                    game.view(seat)
        return self.decisions


class Hearts:
    """Random players of OpenSpiel's hearts, with the information state of the mover."""

    def __init__(self) -> None:
        self.game = import_module("pyspiel").load_game("hearts")
        self.random = Random(1).random

    def play(self) -> int:
        """Play whole games for a while; return the decisions made."""
        decisions, end = 0, perf_counter() + CHUNK
        while perf_counter() < end:
            state = self.game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                if not state.is_chance_node():
                    state.information_state_string(state.current_player())
                    decisions += 1
                state.apply_action(actions[int(self.random() * len(actions))])
        return decisions


class Briscola:
    """Random players of textarena's Briscola, the one trick-taking game there that also takes orders as text.

    ``name`` is how it is registered: ``Briscola-v0`` gives the mover all told, as one text; ``Briscola-v0-raw``
    only the messages that are new to it, which is less than a view.
    """

    def __init__(self, name: str) -> None:
        self.make: Callable[..., Any] = import_module("textarena").make
        self.name = name
        self.random = Random(1).random

    def play(self) -> int:
        """Play whole games for a while; return the decisions made."""
        decisions, end, number = 0, perf_counter() + CHUNK, 0
        while perf_counter() < end:
            number += 1
            env = self.make(self.name)
            env.reset(num_players=2, seed=number)
            done = False
            while not done:
                player, _ = env.get_observation()
                hand = env.state.game_state["players"][player]["hand"]
                done, _ = env.step(f"[play {1 + int(self.random() * len(hand))}]")
                decisions += 1
        return decisions


class Uno:
    """Random players of rlcard's uno, who are given the state before each decision."""

    def __init__(self) -> None:
        self.env = import_module("rlcard").make("uno")
        self.random = Random(1).random

    def play(self) -> int:
        """Play whole games for a while; return the decisions made."""
        decisions, end = 0, perf_counter() + CHUNK
        while perf_counter() < end:
            state, _ = self.env.reset()
            while not self.env.is_over():
                actions = list(state["legal_actions"])
                state, _ = self.env.step(actions[int(self.random() * len(actions))])
                decisions += 1
        return decisions


WHOLE = {"tricks_per_turn": "18"}
"""A whole game in one step, as the peers play theirs."""


def hearts() -> Row:
    """Compare the time of one decision of Normal Cards with one of hearts."""
    ours = Way(Players("normal-cards", WHOLE).play)
    return speed("Normal Cards with views / OpenSpiel hearts", ">= 0.5", ours, Way(Hearts().play))


def briscola() -> Row:
    """Compare the time of one decision of Normal Cards with one of Briscola, the mover given all that was told."""
    ours = Way(Players("normal-cards", WHOLE).play)
    return speed("Normal Cards with views / textarena Briscola", ">= 4", ours, Way(Briscola("Briscola-v0").play))


def messages() -> Row:
    """Compare the same with Briscola whose movers are given new messages only."""
    ours = Way(Players("normal-cards", WHOLE).play)
    theirs = Way(Briscola("Briscola-v0-raw").play)
    return speed("the same / Briscola, new messages only", "(>= 4)", ours, theirs)


def uno() -> Row:
    """Compare the time of one decision of Amagande with one of uno."""
    ours = Way(Players("amagande", {"plays_per_turn": "12"}).play)
    return speed("Amagande with views / rlcard uno", ">= 2", ours, Way(Uno().play))
