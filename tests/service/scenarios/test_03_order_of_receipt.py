"""Scenario 3: a player sends orders three times; the second letter comes last, and one bears a date of the future."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.store import orders
from tests.service.world import World

TO_COME = "Mon, 30 Nov 2026 23:59:00 +0100"


@dataclass(frozen=True)
class Sent:
    """What three letters came to: their receipts by time of receipt, and the answer to STATUS."""

    receipts: list[str]
    status: str


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Return a duel in which Ana writes LOWEST, HIGHEST, RANDOM in this order, and they come otherwise."""
    made = World.made(tmp_path)
    made.game()
    yield made.quiet()
    made.campaign.close()


def sent(world: World) -> Sent:
    """Let the first letter come, then the third, then the second; the third claims to be of next week."""
    first = world.letter("LEAD LOWEST", world.address("Ana"), Date="Tue, 24 Nov 2026 13:00:00 +0100")
    second = world.letter("LEAD M20", world.address("Ana"), Date="Tue, 24 Nov 2026 13:05:00 +0100")
    third = world.letter("LEAD HIGHEST", world.address("Ana"), Date=TO_COME)
    receipts = []
    for raw in (first, third, second):
        world.write("Ana", "", raw=raw)
        world.tick()
        receipts += [" ".join(m.body.split()) for m in world.mails()]
        world.clock.forward(minutes=10)
    world.write("Ana", "STATUS")
    world.tick()
    (status,) = world.mails()
    return Sent(receipts, " ".join(status.body.split()))


def test_the_time_of_receipt_decides_whatever_the_letters_say(world: World) -> None:
    sent(world)

    assert world.on_file("Ana") == ("LEAD M20",)


def test_each_receipt_names_the_set_that_it_replaces(world: World) -> None:
    found = sent(world).receipts

    assert [text.partition("I keep these orders")[2].partition(".")[0] for text in found] == [
        "",
        "; they replace those of today at 13:00",
        "; they replace those of today at 13:10",
    ]


def test_status_shows_the_set_that_counts_and_when_it_came(world: World) -> None:
    status = sent(world).status

    assert "these orders stay on file, those of today at 13:20. 1 LEAD M20" in status
    assert "LOWEST" not in status
    assert "HIGHEST" not in status


def test_all_three_are_kept_as_history_in_the_order_of_their_receipt(world: World) -> None:
    sent(world)

    with world.campaign.store.reading() as tx:
        rows = orders.revisions(tx, world.row().id, Seat("Ana"))
        kept = [(r.revision, r.received_at.strftime("%H:%M"), orders.on_file_from(r.on_file).lines(1)) for r in rows]
    assert kept == [
        (1, "12:00", ("LEAD LOWEST",)),
        (2, "12:10", ("LEAD HIGHEST",)),
        (3, "12:20", ("LEAD M20",)),
    ]


def test_a_date_of_the_past_saves_no_letter_that_comes_too_late(world: World) -> None:
    raw = world.letter("LEAD LOWEST", world.address("Ana"), Date="Tue, 24 Nov 2026 12:00:00 +0100")
    to = world.reply_address("Ana")
    world.clock.forward(hours=7)
    world.tick()
    world.clock.forward(minutes=3)
    letter = world.arrive(raw, to, world.address("Ana"))
    world.tick()

    assert (world.outcome(letter), world.on_file("Ana")) == ("late", ())
