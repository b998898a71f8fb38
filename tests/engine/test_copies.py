"""Copies of states and views: what can change is copied at every depth, the rest is shared."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NewType

from referee.engine.copies import copied

Name = NewType("Name", str)


@dataclass(frozen=True)
class Rules:
    """What cannot change."""

    size: int


@dataclass(slots=True)
class Side:
    """What can change, and holds more of its kind."""

    hand: list[int]
    allies: list[Side] = field(default_factory=list)


@dataclass(slots=True)
class Table:
    """Something of every sort."""

    rules: Rules
    sides: dict[Name, Side]
    piles: dict[str, list[int]]
    counts: Counter[str]
    leader: Side | None
    names: set[str]
    told: tuple[list[int], int]
    other: Any
    later: list[Side | None] = field(default_factory=list, kw_only=True)


def table() -> Table:
    """A table with something in every field."""
    sides = {Name("Ana"): Side([1, 2], [Side([3])]), Name("Bo"): Side([4])}
    return Table(
        Rules(3), sides, {"deck": [5, 6]}, Counter("aab"), Side([7]), {"x"}, ([8], 9), {"notes": [Side([10])]},
        later=[None, Side([11])],
    )  # fmt: skip


def spoil(one: Table) -> None:
    """Change everything that can be changed."""
    ally = one.sides[Name("Ana")].allies[0]
    for side in (*one.sides.values(), ally, one.leader, one.other["notes"][0], one.later[1]):
        assert side is not None
        side.hand.append(99)
    for many in (one.piles["deck"], one.told[0], one.other["notes"], one.later, one.sides[Name("Bo")].allies):
        many.append(Side([]))  # type: ignore[arg-type]
    one.sides[Name("Cy")], one.piles["away"], one.other["more"] = Side([]), [], 1
    one.counts["a"] += 1
    one.names.add("y")


def test_a_copy_is_the_same_and_can_be_changed_without_touching_the_first() -> None:
    one = table()

    other = copied(one)

    assert other == table()
    assert type(other.counts) is Counter
    assert other.rules is one.rules
    spoil(other)
    assert one == table()


def test_what_cannot_change_is_its_own_copy() -> None:
    rules = Rules(3)

    assert copied(rules) is rules
