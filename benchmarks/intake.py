"""A player's letter, from its bytes to the committed receipt, with the process that reads it, beside the floor."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.duel_floor import DuelFloor
from benchmarks.floor import Floor
from benchmarks.pairs import Row, Way, cost
from benchmarks.turn import copied, written
from benchmarks.world import DOMAIN, HTML, PLAIN, STANDING, Letter, World, campaign, letters
from referee.service.intake.backlog import read_one
from referee.service.letters.keeping import keep
from referee.service.letters.outcome import Outcome
from referee.store import inbox

GAMES = 10
ROUNDS = 6


def own(number: int, place: int) -> list[str]:
    """Return a player's orders, two lines of five in words of their own, so that they are read anew in each letter."""
    n = number * 2 * GAMES + place
    return [
        STANDING[0],
        f"REPLY IF LED = M{1 + n % 21} PLAY M{1 + n // 21}",
        STANDING[2],
        f"CALL IF MARGIN >= {1 + n} KEEP 1",
        f"PLAY ON {number % 9}",
    ]


def plain() -> Row:
    """Compare letters of text alone."""
    return _compared("a plain letter to its receipt / floor", "<= 5.0", PLAIN)


def html() -> Row:
    """Compare letters with a page beside the text; the floor does not look at that."""
    return _compared("a letter with HTML to its receipt / floor", "", HTML)


def _compared(name: str, aim: str, programs: Sequence[str]) -> Row:
    """Compare the time of one letter: kept, read, orders filed, receipt queued; with the same three commits."""
    with campaign() as world:
        world.add(GAMES)
        floor = DuelFloor(copied(world.campaign), DOMAIN)
        bags = [letters(world, number, programs, own) for number in range(ROUNDS + 1)]
        ours, theirs = iter(bags), iter(bags)

        def flat() -> int:
            bag = next(theirs)
            for one in bag:
                floor.receive(one.raw, one.sender, one.recipient)
            return len(bag)

        ways = Way(lambda: received(world, next(ours)), world.checkpoint), Way(flat, floor.checkpoint)
        found = cost(name, aim, *ways, rounds=ROUNDS)
        _alike(world, floor)
        floor.close()
    return found


def received(world: World, bag: Sequence[Letter]) -> int:
    """Keep letters and read them, one after the other; return how many."""
    for one in bag:
        letter, _ = keep(world.campaign, one.raw, sender=one.sender, recipient=one.recipient, source="benchmark")
        read_one(world.campaign, letter)
    return len(bag)


def _alike(world: World, floor: Floor) -> None:
    """Make sure that every letter was taken, that both filed the same lines, and wrote receipts as long."""
    orders = "SELECT game, seat, step, revision, on_file FROM orders ORDER BY 1, 2, 3, 4"
    texts = "SELECT body, document FROM report WHERE kind = 'receipt'"
    with world.campaign.store.reading() as tx:
        done = {inbox.letter(tx, number + 1).outcome for number in range(2 * GAMES * (ROUNDS + 1))}
        assert done == {Outcome.ORDERS}, done
        ours, receipts = ([tuple(one) for one in tx.connection().exec_driver_sql(q)] for q in (orders, texts))
    theirs = floor.sql.execute(orders).fetchall()
    assert [one[:4] for one in ours] == [one[:4] for one in theirs]
    long, flat = written(receipts), written(floor.sql.execute(texts))
    assert 0.9 < flat / long < 1.1, (long, flat)
