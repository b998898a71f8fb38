"""A value behaves as a frozen dataclass with slots does, however it is made."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import Any
from unittest.mock import ANY

import pytest

from referee.engine.values import named, value


@value
class Card:
    """A value with a default, one that is made anew, and a field that does not count."""

    rank: int
    suit: str = "Cups"
    marks: list[str] = field(default_factory=list)
    note: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Plain:
    """The same as the standard library makes it."""

    rank: int
    suit: str = "Cups"
    marks: list[str] = field(default_factory=list)
    note: str = field(default="", compare=False)


@value
class Trump(Card):
    """A value of a value, made before or after its parent."""

    number: int = 0


@named
class Hand:
    """A value of which every field is given by its name, so that one with a default may come first."""

    marks: list[str] = field(default_factory=list)
    rank: int


@value
class Nothing:
    """A value without fields."""


def test_a_value_is_made_shown_and_compared_as_a_frozen_dataclass() -> None:
    def seen(kind: Any) -> list[object]:
        one, same = kind(3, note="x"), kind(rank=3, suit="Cups", marks=[])
        other = replace(one, rank=4)
        with pytest.raises(TypeError, match="required positional argument"):
            kind()
        return [repr(one).partition("(")[2], one == same, one == other, one.marks is same.marks, kind.__match_args__]

    assert seen(Card) == seen(Plain)
    assert repr(Trump(1, number=2)) == "Trump(rank=1, suit='Cups', marks=[], note='', number=2)"
    assert (Nothing() == Nothing(), hash(Nothing()) == hash(Nothing())) == (True, True)


def test_a_named_value_takes_its_fields_by_their_names_alone() -> None:
    with pytest.raises(TypeError, match="positional argument"):
        Hand(["bent"], 3)  # type: ignore[call-arg]

    assert (repr(Hand(rank=3)), Hand(rank=3).marks) == ("Hand(marks=[], rank=3)", [])
    assert (Hand(rank=3) == Hand(rank=3, marks=[]), hasattr(Hand(rank=3), "__dict__")) == (True, False)


def test_a_value_leaves_a_comparison_with_another_kind_to_the_other() -> None:
    others: list[object] = [Plain(3), Trump(3), Card(3)]

    assert [(Card(3) == other, Card(3) != other) for other in others] == [(False, True), (False, True), (True, False)]
    assert Card(3).__eq__(3) is NotImplemented
    assert Card(3) == ANY


def test_a_value_stays_as_it_is_and_survives_being_copied() -> None:
    one = Trump(7, "Wands", ["bent"], number=9)

    with pytest.raises(FrozenInstanceError):
        one.rank = 8  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del one.rank
    assert not hasattr(one, "__dict__")
    assert [copy.copy(one), pickle.loads(pickle.dumps(one))] == [one, one]
