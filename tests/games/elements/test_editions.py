"""Games that began by an earlier edition go on by it, in what players have in mind too: bundles of them hold that."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from referee.bots.simulate import Plan, Style, steps
from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.reader import Reader
from referee.games import find
from referee.games.elements import events as ev
from referee.games.elements.case.given import given as laid
from referee.games.elements.chronicle import fed, said_by_fire
from referee.resources import Resources
from tests.games.one_case import wrong

SHRUNK = {
    "id": "shrunk",
    "options": "{EL.MODE: non-mage, EL.SHRINK: 'yes'}",
    "given": "{seats_left: [Ana, Bea, Cid], rests: [Ana, Bea, Cid], flame: {Ana: [9H]},"
    " island: {Ana: [2H, 3H, 4H, 5H, 6H, 7H], Bea: [KS, KD], Cid: [QS]}}",
    "orders": "{Ana: [AIR]}",
}


@pytest.mark.parametrize(
    ("edition", "heard"), [("1", "untold"), ("2", "untold"), *((edition, "told") for edition in "34567")]
)
def test_an_island_that_shrank_is_still_known_since_edition_3(edition: str, heard: str, tmp_path: Path) -> None:
    told = {heard: '{Ana: ["Island of Bea: 3H, 4H, 5H, 6H, 7H"]}'}

    assert wrong(tmp_path, find("elements", edition), **SHRUNK, **told) == []


@pytest.mark.parametrize("edition", list("1234567"))
def test_the_table_has_in_mind_what_players_heard_in_every_edition(edition: str) -> None:
    rules = find("elements", edition)
    plan = Plan(rules.slug, Style.SCRIBBLE, seats=3, options={"mode": "non-mage", "shrink": "yes"})
    played = list(islice(steps(rules, plan, 0), 5))

    assert [seat for game in played for seat, mind in game.state.minds.items() if mind != game.views[seat].mind] == []


ANA = Seat("Ana")


def claimed(impulse: int) -> Event:
    return ev.CardClaimed(seat=ANA, impulse=impulse, source="flame", to=PUBLIC)


def put(impulse: int) -> Event:
    return ev.CardPut(seat=ANA, impulse=impulse, place="flame", source="o1", to=PUBLIC)


def tales(edition: int, before: int, *seen: Event) -> list[Event]:
    """What is told of Ana's Flame, of so many cards before."""
    return list(fed(seen, ANA, before, dict.fromkeys(seen, ""), edition))


def grew(before: int, after: int, *impulses: int) -> Event:
    return ev.FlameFed(seats=(ANA,), before=before, after=after, impulses=impulses, to=PUBLIC)


def dimmed(count: int) -> Event:
    return ev.FlameDimmed(seat=ANA, count=count, to=PUBLIC)


def test_a_flame_that_was_emptied_and_lit_anew_is_told_of_as_two_since_edition_5() -> None:
    seen = (put(1), claimed(3), claimed(5), put(8), put(10))

    assert tales(4, 1, *seen) == [grew(1, 2, 1, 8, 10), dimmed(2)]
    assert tales(5, 1, *seen) == [grew(1, 2, 1), grew(0, 2, 8, 10), dimmed(2)]


def test_a_flame_that_was_lit_anew_is_told_of_at_fire_too() -> None:
    anew = tales(5, 3, claimed(1), claimed(3), claimed(5), put(7), put(9), put(10))

    assert [tale for tale in anew if not said_by_fire(tale, 5)] == [grew(0, 3, 7, 9, 10), dimmed(3)]
    assert [said_by_fire(grew(3, 4, 2), edition) for edition in (4, 5)] == [True, True]
    assert [said_by_fire(grew(3, 3, 2), edition) for edition in (4, 5)] == [True, False]


def done(edition: str, given: dict[str, Any], *lines: str, mode: str = "mage") -> list[str]:
    """What Ana's hand did first, and next, by these lines and that edition's desk."""
    rules = find("elements", edition)
    start = laid(rules.settle({"mode": mode}), {"players": ["Ana", "Bea", "Cid"], **given})
    lexicon = rules.words.lexicon(start.setup.seats, Resources().tables(rules.words.tables, rules.folder))
    orders = Reader(rules.grammar, lexicon, ANA, 1).read(lines).orders()
    game = Game.from_middle(rules, start.setup, start.state, 1, bytes(32)).play({ANA: orders})
    return [one.what for one in game.state.done if one.seat == ANA and "HALT" not in one.what]


@pytest.mark.parametrize(("edition", "put"), [("5", "PUT FLAME"), ("6", "PUT ISLAND")])
def test_a_put_behind_a_halt_counts_since_edition_6(edition: str, put: str) -> None:
    given = {"flame": {"Ana": [8]}, "play_hand": {"Ana": 8}, "island": {"Ana": ["K"]}}

    assert done(edition, given, "HALT", "PUT ISLAND", "WAIT") [:2] == [put, "WAIT"]


@pytest.mark.parametrize(("edition", "then"), [("5", "WAIT"), ("6", "TAKE o1")])
def test_a_take_behind_else_follows_its_touch_since_edition_6(edition: str, then: str) -> None:
    given = {"o1": "K", "barred": {"Ana": ["o1"]}, "island": {"Ana": [2]}}

    taken = done(edition, given, "TAKE ISLAND 9 ELSE TAKE o1 -> FLAME", "WAIT")

    assert taken[:2] == ["TOUCH island (inserted)", then]


@pytest.mark.parametrize(("edition", "then"), [("6", "TAKE o5"), ("7", "TAKE o6")])
def test_a_covered_card_that_was_not_called_is_out_of_reach_since_edition_7(edition: str, then: str) -> None:
    given = {"o3": "8H", "o4": "KD", "o5": "2C", "o6": "9S"}

    taken = done(edition, given, "ARRANGE MOVE o3, o4, o5", "DIBS 2C", "TAKE 8H", "TAKE o6", mode="non-mage")

    assert taken[:3] == ["MOVE o3, o4, o5", "DIBS 2C", then]
