"""The examples in a GM's help, of every game: each is read as it stands there, and no place in it is empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.engine.orders import Grammar, Order, Verb
from referee.service.gm.verbs import GRAMMAR, Instances
from tests.laws.played import rulesets
from tests.service.world import World

OURS = tuple(slug for slug in rulesets() if slug != "higher-card")
CAST = ("Corwin", "Eric", "Fiona", "Random")


def shown(world: World, slug: str) -> list[tuple[Grammar, Verb, Order, str]]:
    """Every example of the help by mail, and of each order of the game: the order that it is read as, and the line."""
    seats = rulesets()[slug].seats
    world.game(slug, CAST[: min(max(3, seats[0]), seats[-1])], ruleset=slug)
    with world.campaign.reading() as work:
        kit, at = world.campaign.kit(slug), Instances(work, world.row(slug))
        found = [
            (grammar, verb, at.example(grammar, verb.kind).splitlines()[0])
            for grammar in (GRAMMAR, kit.rules.corrections, kit.rules.grammar)
            for verb in grammar.verbs
        ]
        return [(grammar, verb, grammar.read(line, at.lexicon, Seat(CAST[0])), line) for grammar, verb, line in found]


def empty(grammar: Grammar, verb: Verb, order: Order) -> list[str]:
    """The places of an order that are written with nothing in them."""
    used = next((frame for frame in verb.frames if grammar._prints(frame, order, verb)), verb.frames[0])
    return [name for name in used.required if getattr(order, name) in (None, "")]


@pytest.mark.parametrize("slug", OURS)
def test_each_is_read_at_its_table_and_no_order_is_written_with_an_empty_place(tmp_path: Path, slug: str) -> None:
    world = World.made(tmp_path)
    found = shown(world, slug)

    own = [one for one in found if type(one[2]) is one[1].kind]  # others are another verb's in other words
    assert [line for grammar, verb, order, line in own if empty(grammar, verb, order)] == []
    assert len(own) > len(found) // 2
    world.campaign.close()
