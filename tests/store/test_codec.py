"""Values come back from storage exactly as they were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from referee.engine.asks import Given, Why
from referee.engine.audience import PUBLIC, REFEREE, Audience, Seat, all_but, only
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed
from referee.store.codec import Codec, CodecError, audience_from, audience_to
from referee.store.hints import is_interned, is_record
from tests.store.campaign import CODEC
from tests.store.toy import (
    ANA,
    BO,
    CARDS,
    CY,
    RULES,
    Attack,
    Card,
    Drawn,
    Fought,
    Hand,
    State,
    Suit,
    View,
    Wait,
    a_state,
    events,
    exactly,
    ruleset,
)  # fmt: skip

cards, seats = some.sampled_from(CARDS), some.sampled_from((ANA, BO, CY))
moves = some.one_of(
    some.builds(Attack, some.integers(0, 9), seats, some.none() | cards), some.builds(Wait, some.integers(0, 9))
)
simple = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(-(2**53), 2**53),
    some.text('aß\n"', max_size=8),
    some.sampled_from(Suit),
    cards,
)
choices = some.recursive(simple | moves, lambda inner: some.lists(inner, max_size=3).map(tuple), max_leaves=8)
states = some.builds(
    State,
    hands=some.dictionaries(
        seats, some.builds(Hand, some.lists(cards), some.lists(cards).map(tuple), some.none() | seats)
    ),
    owners=some.dictionaries(cards, seats),
    bids=some.dictionaries(some.integers(), some.lists(some.integers(0, 9)).map(tuple)),
    seen=some.frozensets(cards),
    gone=some.sets(seats),
    last=moves,
    anything=choices,
)


@settings(max_examples=60, deadline=None)
@given(states)
def test_a_state_comes_back_exactly(state: State) -> None:
    assert exactly(CODEC.load_state(CODEC.dump_state(state)), state)


@settings(max_examples=100, deadline=None)
@given(choices)
def test_an_answer_comes_back_exactly(value: Any) -> None:
    assert exactly(CODEC.load_value(CODEC.dump_value(value)), value)


def test_a_state_with_everything_in_it_comes_back_exactly() -> None:
    assert exactly(CODEC.load_state(CODEC.dump_state(a_state())), a_state())


def test_a_view_comes_back_exactly() -> None:
    view = View(BO, [CARDS[3], CARDS[1]], {CY: 2, ANA: 0})

    assert exactly(CODEC.load_view(CODEC.dump_view(view)), view)


def test_events_come_back_exactly() -> None:
    told = (
        *events(),
        Answered(seat=ANA, about="Lead", value=Attack(3, BO, CARDS[1]), because=Why.PLAN, to=only(ANA)),
        Answered(seat=ANA, about="Lead", value=CARDS[2], because=2, to=only(ANA)),
        OrderLapsed(seat=BO, order=3, reason="Ana was gone", to=only(BO)),
        Drawn(seat=BO, card=CARDS[0], to=REFEREE),
        GameEnded(reason="last", winners=(BO,), losers=(CY, ANA), to=PUBLIC),
    )

    assert exactly(CODEC.load_events(CODEC.dump_events(told)), told)


@pytest.mark.parametrize("to", [PUBLIC, REFEREE, only(BO, ANA), all_but(CY)])
def test_an_audience_comes_back_exactly(to: Audience) -> None:
    assert audience_from(orjson.loads(orjson.dumps(audience_to(to)))) == to


def test_what_a_step_was_given_comes_back_exactly() -> None:
    given = Given(
        {"Bo/Lead/1": CARDS[7], "Ana/Reply/1": None, "GM/Rule/1": Suit.CUPS}, frozenset({"Cy/Lead/1"}), live=True
    )

    assert exactly(
        CODEC.load_given(CODEC.dump_given(given)), replace(given, answers=dict(sorted(given.answers.items())))
    )


def test_a_dictionary_keeps_its_order_for_rules_may_go_through_it() -> None:
    state = State(hands={CY: Hand(), ANA: Hand(), BO: Hand()})

    assert list(CODEC.load_state(CODEC.dump_state(state)).hands) == [CY, ANA, BO]


def test_sets_are_stored_in_an_order_of_their_own() -> None:
    one, other = State(gone={ANA, BO, CY}), State(gone=set())
    for seat in (CY, BO, ANA):
        other.gone.add(seat)

    assert CODEC.dump_state(one) == CODEC.dump_state(other)


def test_storage_reads_like_the_value() -> None:
    told = [Fought(moves=(Attack(2, BO, CARDS[0]),), odds={BO: 1}, called=Suit.CUPS, to=only(ANA))]

    assert orjson.loads(CODEC.dump_events(told)) == [
        {
            "Fought": {
                "to": {"only": ["Ana"]},
                "moves": [{"Attack": {"line": 2, "target": "Bo", "card": "1S"}}],
                "odds": {"Bo": 1},
                "called": "C",
                "shown": [],
                "won": False,
            }
        }
    ]


def test_what_an_older_edition_did_not_have_gets_its_default() -> None:
    assert CODEC.load_view(b'{"seat":"Bo"}') == View(BO)


@pytest.mark.parametrize(
    "data",
    [
        b'{"seat":"Bo","purse":3}', b'{"hand":[]}', b'{"seat":"Bo","hand":["99Z"]}', b'[["seat","Bo"]]', b'["seat"]',
        b"[1]", b'"seat"', b"null", b"{",
    ],
)  # fmt: skip
def test_what_is_not_of_this_edition_is_refused(data: bytes) -> None:
    with pytest.raises(CodecError, match="not of this edition"):
        CODEC.load_view(data)


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(CodecError, match="Vanished"):
        CODEC.load_events(b'[{"Vanished":{}}]')


@pytest.mark.parametrize("value", [1.5, [1], {"a": 1}, object(), Hand, b"x"])
def test_a_value_that_is_no_answer_is_refused(value: Any) -> None:
    with pytest.raises(CodecError, match="cannot be stored"):
        CODEC.dump_value(value)


@dataclass
class Clocked:
    """A state with a time in it."""

    at: datetime


@dataclass
class Weighed:
    """A state with a fraction in it."""

    weights: dict[Seat, float]


@dataclass
class Derived:
    """A state that makes a field of its own."""

    total: int = field(init=False, default=0)


@dataclass
class Endless:
    """A state that holds itself."""

    inner: list[Endless]


class French:
    """Another pack."""

    class Suit(StrEnum):
        """Other suits."""

        HEARTS = "H"


@dataclass
class Clash:
    """A state with two classes of one name."""

    one: French.Suit
    other: Mapping[Seat, Suit]


@pytest.mark.parametrize("state", [Clocked, Weighed, Derived, Endless])
def test_a_type_that_cannot_be_stored_is_refused_when_all_is_prepared(state: type) -> None:
    with pytest.raises(CodecError):
        Codec(ruleset(state=state)).prepare()


def test_what_has_a_key_is_found_again_by_it_only_where_its_class_says_how() -> None:
    @dataclass(frozen=True)
    class Locked:
        key: str

    assert [(is_interned(one), is_record(one)) for one in (Locked, Card)] == [(False, True), (True, False)]


def test_two_classes_of_one_name_are_refused() -> None:
    with pytest.raises(CodecError, match="same name: Suit"):
        Codec(ruleset(state=Clash))


def test_two_events_of_one_name_are_refused() -> None:
    class GameEnded(Event):
        """Another end."""

    with pytest.raises(CodecError, match="same name"):
        Codec(ruleset(events=(GameEnded,)))


def test_a_codec_may_be_made_of_every_type_here() -> None:
    assert isinstance(Codec(RULES), Codec)
    assert Card.of("1S") is CARDS[0]
