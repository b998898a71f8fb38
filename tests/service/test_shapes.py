"""Forty letters as mail programs write them, each with what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store import orders
from tests.mail.more_shapes import MORE
from tests.mail.shapes import SHAPES, Answered, Shape
from tests.service.world import World


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A duel in which Ana writes all of them."""
    made = World.made(Path(tmp_path_factory.mktemp("shapes")), limits_replies_per_hour=500)
    made.game()
    yield made
    made.campaign.close()


@pytest.fixture(scope="module")
def answered(world: World) -> Answered:
    [report] = [m for m in world.mails() if m.to == "ana@players.example" and "Welcome" in m.subject]
    return Answered(report.body, str(report.message["Message-ID"]), report.to, report.reply_to)


def test_there_are_forty() -> None:
    assert len(SHAPES) == 40


@pytest.mark.parametrize("name", SHAPES)
def test_a_letter_comes_to_what_it_must(world: World, answered: Answered, name: str) -> None:
    comes_to_what_it_must(world, answered, SHAPES[name], list(SHAPES).index(name))


@pytest.mark.parametrize("name", MORE)
def test_so_does_one_of_a_single_program_and_nothing_in_it_is_refused(
    world: World, answered: Answered, name: str
) -> None:
    world.quiet()
    comes_to_what_it_must(world, answered, MORE[name], len(SHAPES) + list(MORE).index(name))

    [receipt] = [mail.body for mail in world.mails() if mail.to == answered.sender]
    refused = [line for line in receipt.splitlines() if "could not use" in line or "quoted text" in line]
    assert refused == [], receipt


def comes_to_what_it_must(world: World, answered: Answered, shape: Shape, number: int) -> None:
    """Let it arrive, and hold what is filed and delivered against what must be."""
    letter = world.arrive(shape.letter(answered, number), answered.to, answered.sender)
    world.tick()

    with world.campaign.store.reading() as tx:
        filed = [row for row in orders.revisions(tx, world.row().id) if row.letter == letter]
        said = [row.body for row in orders.press(tx, world.row().id) if row.letter == letter]
    lines = tuple(line for row in filed for line in row.on_file["turns"].get("1", ()))
    assert (world.outcome(letter), lines, tuple(said)) == (shape.outcome, shape.orders, shape.press)
