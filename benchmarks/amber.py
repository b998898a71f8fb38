"""The Game of Amber: its decisions, and how a turn grows with the table and with the game."""

from __future__ import annotations

from importlib import import_module
from itertools import islice
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.pairs import Row, Way, cost, speed
from benchmarks.realm import PEACE, RULES, Realm, Rehearsed, lasting, lexicon_of, setup_of
from benchmarks.world import campaign
from referee.engine.game import Game
from referee.service.campaign.campaign import Campaign
from referee.service.players.orders import send

GAMES = 6
SEATS = 9
ROUNDS = 8
PEERS = 0.3
"""Seconds of a round of the peer."""

EARLY, LATE = 10, 200


class Played:
    """Rehearsed games played anew by the bare engine: orders read, a turn played, every seat's view folded."""

    def __init__(self, rehearsals: list[Rehearsed], *, answered: bool) -> None:
        self.rehearsals, self.answered = rehearsals, answered

    def play(self) -> int:
        """Play all games; return the decisions answered, or the sets of orders in force."""
        for one in self.rehearsals:
            lexicon = lexicon_of(len(one.setup.seats))  # a new one, so that no line was read before
            game: Game[Any, Any] = Game.start(RULES, one.setup, one.seed)
            for turn, files in enumerate(one.on_file, 1):
                orders = {seat: file.in_force(turn, RULES.reader(lexicon, seat)) for seat, file in files.items()}
                game = game.play(orders)
                for seat in one.setup.seats:
                    game.view(seat)
        return sum(one.answered if self.answered else one.sets for one in self.rehearsals)


class GinRummy:
    """Random players of rlcard's gin rummy, who are given the state before each decision."""

    def __init__(self) -> None:
        self.game = import_module("rlcard").make("gin-rummy")
        self.random = Random(1).random

    def play(self) -> int:
        """Play whole games for a while; return the decisions made."""
        decisions, end = 0, perf_counter() + PEERS
        while perf_counter() < end:
            state, _ = self.game.reset()
            while not self.game.is_over():
                actions = list(state["legal_actions"])
                state, _ = self.game.step(actions[int(self.random() * len(actions))])
                decisions += 1
        return decisions


def decisions() -> Row:
    """Compare the time of one decision: one answered ask."""
    return _speed("Amber: decisions with views / rlcard gin rummy", answered=True)


def sets() -> Row:
    """Compare the time of one seat's whole set of orders in one turn with that of the peer's one decision."""
    return _speed("Amber: sets of orders with views / the same", answered=False)


def _speed(name: str, *, answered: bool) -> Row:
    ours = Played(list(islice(lasting(ROUNDS + 1, SEATS), GAMES)), answered=answered)
    return speed(name, ">= 1.5" if answered else "context", Way(ours.play), Way(GinRummy().play))


def tables() -> Row:
    """Compare the time of a turn of sixteen seats with one of nine."""
    with campaign() as many, campaign() as few:
        ours, theirs = Realm(many.campaign), Realm(few.campaign)
        ours.add(lasting(ROUNDS + 1, 16), GAMES)
        theirs.add(lasting(ROUNDS + 1, SEATS), GAMES)
        ways = Way(ours.advance, ours.ready), Way(theirs.advance, theirs.ready)
        return cost("Amber: a turn of 16 seats / one of 9", "<= 2.2", *ways, rounds=ROUNDS)


def age() -> Row:
    """Compare the time of turn 200 with that of turn 10, in games of nine seats where everybody keeps the peace."""
    with campaign() as old, campaign() as young:
        ours, theirs = _peaceful(old.campaign, LATE - 1), _peaceful(young.campaign, EARLY - 1)
        ways = Way(ours.advance, lambda: _one_writes(ours)), Way(theirs.advance, lambda: _one_writes(theirs))
        return cost("Amber: turn 200 / turn 10", "<= 1.1", *ways, rounds=ROUNDS)


def _peaceful(opened: Campaign, turns: int) -> Realm:
    realm = Realm(opened)
    for number in range(GAMES // 2):
        name = realm.begin(number, SEATS)
        for seat in setup_of(SEATS).seats:
            send(opened, name, seat, PEACE)
    for _ in range(turns):
        _one_writes(realm)
        realm.advance()
    return realm


def _one_writes(realm: Realm) -> None:
    """File the letter of one player a turn, in turn, in every game; and do what the service does between turns."""
    seats = setup_of(SEATS).seats
    for name in realm.games:
        send(realm.campaign, name, seats[realm.turn % len(seats)], ("WAIT",))
    realm.turn += 1
    realm.campaign.store.checkpoint()
