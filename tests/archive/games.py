"""Random games of every ruleset, played through a campaign by bots until they are over."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from random import Random

from referee.bots.bot import Writes, own_chance
from referee.bots.simulate import Style, names_for, writer_of
from referee.engine.audience import Seat
from referee.laws.played import Rules, table_for
from referee.service.gm.ending import EndGame
from referee.service.gm.start import start_game
from referee.service.players.orders import send
from referee.service.rounds.command import carry_out
from referee.service.table.table import TableTop
from referee.store import games
from referee.store.tables import GameRow, Status
from tests.service.world import World

STYLES = (Style.SENSIBLE, Style.SCRIBBLE, Style.WILD, Style.SILENT)

WORDS = ("", "", "abracadabra", "Über alle Berge \U0001f3d4", "\u2028\\")
"""What players send for the seed, if anything; JSON may write some of it in several ways."""


def played(world: World, rules: Rules, number: int, most: int) -> GameRow:
    """Play the game with this number: its table, options, luck, words and how its seats play follow from the number.

    The GM ends one that is not over after ``most`` turns.
    """
    luck, name = Random(number), f"game-{number}"
    table = table_for(rules, number, hashlib.sha256(f"law {number}".encode()).digest())
    world.game(name, names_for(rules, len(table.seats)), start=False, ruleset=rules.slug, **table.options)
    world.settle_luck(luck.randbytes(32), name)
    _send_words(world, name, luck)
    start_game(world.campaign, name)
    ways = [writer_of(rules, luck.choice(STYLES)) for _ in table.seats]
    while world.row(name).status is Status.RUNNING and world.row(name).step < most:
        for seat, lines in _written(world, name, ways).items():
            send(world.campaign, name, seat, lines)
        _adjudicate(world, name)
    if world.row(name).status is Status.RUNNING:
        carry_out(world.campaign, EndGame(result="nobody", reason="It was long enough."), name)
    return world.row(name)


def _send_words(world: World, name: str, luck: Random) -> None:
    with world.campaign.store.writing() as tx:
        for row in games.seats(tx, world.row(name).id):
            row.word = luck.choice(WORDS)
            tx.add(row)


def _written(world: World, name: str, ways: list[Writes]) -> dict[Seat, list[str]]:
    """Return what each seat that writes anything writes for the open turn."""
    with world.campaign.reading() as work:
        game = TableTop.load(work, world.row(name), work.now).game
        chance = {seat: own_chance(game.seed, seat, game.step + 1) for seat in game.setup.seats}
        lines = {
            seat: list(write(game.view(seat), chance[seat])) for seat, write in zip(game.setup.seats, ways, strict=True)
        }
    return {seat: found for seat, found in lines.items() if found}


def _adjudicate(world: World, name: str) -> None:
    """Let the deadline come, and the pauses of a live game go by, until the turn is adjudicated."""
    before = world.row(name)
    assert before.due_at is not None, "it is being played"
    world.clock.moment = before.due_at
    world.tick()
    while (now := world.row(name)).step == before.step and now.status is Status.RUNNING:
        world.clock.moment += timedelta(hours=6)
        world.tick()
