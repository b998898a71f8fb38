"""A game played again out of its record: it comes to what is stored, and the chance it drew is that of its seed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.archive.record import About, Step
from referee.archive.replay import Draw, Noted, replayed
from referee.engine.chance import Chance
from referee.games import every
from referee.service.records.record import adjudicated
from tests.archive.games import played
from tests.service.world import World

RULES = every(third_party=False)


def recorded(world: World, name: str) -> tuple[About, tuple[Step, ...], bytes]:
    """What playing a game again needs."""
    row = world.row(name)
    assert row.seed is not None
    with world.campaign.reading() as work:
        return *adjudicated(work, row), row.seed


@pytest.mark.parametrize("slug", RULES)
def test_a_game_comes_to_what_it_came_to(slug: str, world: World) -> None:
    number = 7 + list(RULES).index(slug)
    about, steps, seed = recorded(world, played(world, RULES[slug], number, most=3).name)

    found = list(replayed(about, steps, seed))

    assert [(one.step, one.is_as(step)) for one, step in zip(found, steps, strict=True)] == [
        (number, True) for number in range(len(steps))
    ]
    assert found[0].draws
    for one in found:
        assert one.draws == tuple(drawn(one.draws, Chance(seed, one.step)))


def drawn(draws: tuple[Draw, ...], chance: Chance) -> list[Draw]:
    """Draw the same anew, in the same order."""
    found = []
    for purpose, kind, of, _ in draws:
        match kind:
            case "below":
                found.append(Draw(purpose, kind, of, chance.below(of, purpose)))
            case "die":
                found.append(Draw(purpose, kind, of, chance.die(of, purpose)))
            case _:
                found.append(Draw(purpose, kind, of, tuple(chance.shuffled(range(of), purpose))))
    return found


def test_what_is_changed_comes_to_something_else_from_its_turn_on(world: World) -> None:
    about, steps, seed = recorded(world, played(world, RULES["wizards-duel"], 9, most=3).name)
    seat = next(iter(steps[2].orders))
    lines = {**steps[2].orders, seat: ("LEAD LOWEST", "PLAY ON 1")}
    assert lines != steps[2].orders

    changed = [*steps[:2], replace(steps[2], orders=lines), *steps[3:]]
    found = [one.is_as(step) for one, step in zip(replayed(about, changed, seed), changed, strict=True)]

    assert found[:3] == [True, True, False]
    assert not any(one.is_as(step) for one, step in zip(replayed(about, steps, bytes(32)), steps, strict=True))


def test_chance_that_is_noted_is_the_same_chance() -> None:
    plain, noted = Chance(b"seed", 3), Noted(b"seed", 3)

    assert noted.shuffled("abcde", "deck") == plain.shuffled("abcde", "deck")
    assert noted.pick("xyz", "lot") == plain.pick("xyz", "lot")
    assert noted.die(12, "dice", "Ana") == plain.die(12, "dice", "Ana")
    kinds = [(one.purpose, one.kind, one.of) for one in noted.drawn]
    assert kinds == [("deck", "shuffle", 5), ("lot", "below", 3), ("dice/Ana", "die", 12)]
