"""The Game of Amber by its bare rules: decisions, turns beside another referee's phases, simulated games; and how a
turn on a campaign grows with the table and with the game."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from benchmarks.games import Cards
from benchmarks.pairs import Row, Way, cost, peer, speed
from benchmarks.realm import PEACE, RULES, Realm, Rehearsed, lasting, lexicon_of, setup_of, turned
from benchmarks.world import campaign
from referee.bots.simulate import Style
from referee.engine.game import Game
from referee.service.campaign.campaign import Campaign
from referee.service.players.orders import send

GAMES, SEATS, TURNS = 6, 9, 9
ROUNDS = 6
SOME, OLD = 4, 2
"""So many games are played on campaigns at tables of two sizes, and so many grow old."""

PHASES = 40
"""So many phases of a game of Diplomacy are played."""

EARLY, LATE = 10, 200


def sensible() -> Row:
    """Compare the time of one decision, one answered ask, of seats that play by sense."""
    return _decisions(Style.SENSIBLE)


def scribble() -> Row:
    """Compare the same of seats that play by whim."""
    return _decisions(Style.SCRIBBLE)


def _decisions(style: Style) -> Row:
    games = _rehearsals(style)
    ours = Way(lambda: play(games) and sum(one.answered for one in games))
    return speed(f"Amber: {style} decisions / rlcard gin rummy", ">= 2.5", ours, Way(Cards("gin-rummy").play))


def phase() -> Row:
    """Compare a turn with a phase of python diplomacy, each for one seat, neither with mail or a database."""
    games, peer = _rehearsals(None), Diplomacy()
    ours, theirs = Way(lambda: play(games) * SEATS), Way(peer.play, peer.begin)
    return cost("Amber: a turn by the rules / diplomacy's phase, a seat", "<= 1.0", ours, theirs)


def _rehearsals(style: Style | None) -> list[Rehearsed]:
    return list(islice(lasting(TURNS, SEATS, style), GAMES))


def play(games: list[Rehearsed]) -> int:
    """Play rehearsed games by the bare engine, of whose lines on file none was read before; count turns."""
    for one in games:
        lexicon = lexicon_of(len(one.setup.seats))
        game: Game[Any, Any] = Game.start(RULES, one.setup, one.seed)
        for files in one.on_file:
            game = turned(game, files, lexicon)
    return sum(len(one.on_file) for one in games)


class Diplomacy:
    """A game of python diplomacy, whose seven powers were rehearsed by whim: their orders set, a phase processed.

    Afterwards the state is given out, once for all, for nothing in it is hidden.
    """

    def __init__(self) -> None:
        self.make, chance = peer("diplomacy").Game, Random(1)
        game, self.phases = self.make(), list[dict[str, list[str]]]()
        while len(self.phases) < PHASES and not game.is_game_done:
            possible = game.get_all_possible_orders()
            places = {power: game.get_orderable_locations(power) for power in game.powers}
            orders = {
                power: [chance.choice(possible[place]) for place in those if possible[place]]
                for power, those in places.items()
            }
            self.phases.append(orders)
            self._process(game, orders)

    def begin(self) -> None:
        """Set up the board."""
        self.game = self.make()

    def play(self) -> int:
        """Play all phases; return how many, each counted once for every power."""
        for orders in self.phases:
            self._process(self.game, orders)
        return sum(len(orders) for orders in self.phases)

    def _process(self, game: Any, orders: dict[str, list[str]]) -> None:
        for power, lines in orders.items():
            game.set_orders(power, lines)
        game.process()
        game.get_state()


def tables() -> Row:
    """Compare the time of a turn of sixteen seats with one of nine."""
    with campaign() as many, campaign() as few:
        ours, theirs = Realm(many.campaign), Realm(few.campaign)
        ours.add(lasting(ROUNDS + 1, 16), SOME)
        theirs.add(lasting(TURNS, SEATS), SOME)
        ways = Way(ours.advance, ours.ready), Way(theirs.advance, theirs.ready)
        return cost("Amber: a turn of 16 seats / one of 9", "<= 2.2", *ways, rounds=ROUNDS)


def age() -> Row:
    """Compare the time of turn 200 with that of turn 10, in games of nine seats where everybody keeps the peace."""
    with campaign() as old, campaign() as young:
        ours, theirs = _peaceful(old.campaign, LATE - 1), _peaceful(young.campaign, EARLY - 1)
        ways = Way(ours.advance, lambda: _one_writes(ours)), Way(theirs.advance, lambda: _one_writes(theirs))
        return cost(f"Amber: turn {LATE} / turn {EARLY}", "<= 1.05", *ways, rounds=ROUNDS)


def _peaceful(opened: Campaign, turns: int) -> Realm:
    realm = Realm(opened)
    for number in range(OLD):
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
