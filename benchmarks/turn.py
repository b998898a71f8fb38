"""A whole turn of Wizard's Duel, from the rows of the last one to the durable commit, beside the floor."""

from __future__ import annotations

from pathlib import Path

from benchmarks.floor import Floor
from benchmarks.pairs import Row, Way, cost
from benchmarks.world import DOMAIN, TURNS, World, campaign

GAMES = 12


def run() -> Row:
    """Compare the time of one turn: ours on a campaign, the floor on a copy of its database."""
    with campaign() as world:
        world.add(GAMES)
        copy = Path(world.campaign.settings.folder) / "floor.db"
        world.campaign.store.copy_to(copy)
        floor = Floor(copy, DOMAIN)

        def flat() -> int:
            for game in world.games:
                floor.advance(game)
            return len(world.games)

        ways = Way(world.advance, world.checkpoint), Way(flat, floor.checkpoint)
        found = cost("a whole turn / floor", "<= 2.0", *ways, rounds=TURNS - 1)
        _alike(world, floor)
        floor.close()
    return found


def _alike(world: World, floor: Floor) -> None:
    """Make sure that both wrote as much: within a tenth, for the cards are dealt alike and played a little apart."""
    query = "SELECT count(*), sum(length(body)), (SELECT sum(length(state) + length(events)) FROM step) FROM report"
    with world.campaign.store.reading() as tx:
        rows, bodies, steps = tx.connection().exec_driver_sql(query).one()
    flat = floor.sql.execute(query).fetchone()
    assert rows == flat[0], (rows, flat)
    for ours, theirs in ((bodies, flat[1]), (steps, flat[2])):
        assert 0.9 < theirs / ours < 1.1, (ours, theirs)
