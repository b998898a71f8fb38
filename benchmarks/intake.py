"""A player's letter, from its bytes to the committed receipt, beside the floor."""

from __future__ import annotations

from pathlib import Path

from benchmarks.floor import Floor
from benchmarks.pairs import ROUNDS, Row, Way, cost
from benchmarks.world import DOMAIN, World, campaign, letters
from referee.service.intake.backlog import read_one
from referee.service.letters.keeping import keep
from referee.service.letters.outcome import Outcome
from referee.store import inbox

GAMES = 10


def run() -> Row:
    """Compare the time of one letter: kept, read, orders filed, receipt queued; with the same three commits."""
    with campaign() as world:
        world.add(GAMES)
        copy = Path(world.campaign.settings.folder) / "floor.db"
        world.campaign.store.copy_to(copy)
        floor = Floor(copy, DOMAIN)
        bags = [letters(world, number) for number in range(ROUNDS + 1)]
        ours, theirs = iter(bags), iter(bags)

        def flat() -> int:
            bag = next(theirs)
            for one in bag:
                floor.receive(one.raw, one.sender, one.recipient)
            return len(bag)

        def us() -> int:
            bag = next(ours)
            for one in bag:
                letter, _ = keep(
                    world.campaign, one.raw, sender=one.sender, recipient=one.recipient, source="benchmark"
                )
                read_one(world.campaign, letter)
            return len(bag)

        ways = Way(us, world.checkpoint), Way(flat, floor.checkpoint)
        found = cost("a letter to its receipt / floor", "<= 2.0", *ways)
        _alike(world, floor)
        floor.close()
    return found


def _alike(world: World, floor: Floor) -> None:
    """Make sure that every letter was taken, and that both filed the same lines."""
    with world.campaign.store.reading() as tx:
        done = {inbox.letter(tx, number + 1).outcome for number in range(2 * GAMES * (ROUNDS + 1))}
        assert done == {Outcome.ORDERS}, done
        query = "SELECT game, seat, step, revision, on_file FROM orders ORDER BY 1, 2, 3, 4"
        ours = [tuple(row) for row in tx.connection().exec_driver_sql(query)]
    theirs = floor.sql.execute(query).fetchall()
    assert len(ours) == len(theirs)
    assert [x[:4] for x in ours] == [x[:4] for x in theirs]
