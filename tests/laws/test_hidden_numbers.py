"""The law on hidden numbers is held against a made-up game of sealed bids, whose `hidden` names cards alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pytest

from referee.cases.letters import Post
from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import PUBLIC, Seat, only
from referee.engine.events import Event
from referee.engine.sections import Stored
from referee.engine.table import Table
from referee.laws.played import Rules, record
from referee.laws.sealed import hidden_numbers_cannot_be_felt
from referee.laws.secrecy import letters_name_only_what_was_told
from referee.resources import Resources
from tests.package_game.higher_card import RULESET
from tests.package_game.higher_card.table import State, View


class Bid(Ask[int]):
    """What do you bid, in secret?"""

    rule: ClassVar[str] = "HC-2.1"


class BidSealed(Event):
    """You bid so much."""

    seat: Seat
    n: int


class Whispered(Event):
    """Something is said of bids."""

    n: int


class Weighed(Whispered):
    """Something is said of bids, as a rule has it."""

    gives_away: ClassVar[str] = "HC-2.1"


@dataclass(slots=True)
class Bidding(State):
    """The table, with the bids that lie sealed on it."""

    bids: dict[Seat, int] = field(default_factory=dict)


@dataclass(slots=True)
class Bidder(View):
    """What one seat knows, with its own bid."""

    bid: int = 0

    def apply(self, e: Event, /) -> None:
        """Take in one event."""
        View.apply(self, e)
        if isinstance(e, BidSealed):
            self.bid = e.n


Whisper = Callable[[Table[Any]], None]


def bidding(whisper: Whisper) -> Rules:
    """The rules, in which everybody seals a bid in the first turn, and something is whispered in every one."""

    def play(t: Table[Any]) -> None:
        s = t.state
        if not s.bids:
            for seat, n in zip(s.seats, t.ask_all([Bid(seat, (1, 2, 3, 4)) for seat in s.seats]), strict=True):
                s.bids[seat] = n
                t.tell(BidSealed(seat=seat, n=n, to=only(seat)))
        whisper(t)
        RULESET.play(t)

    rules: Rules = RULESET
    events: tuple[type[Event], ...] = (*rules.stored.events, BidSealed, Whispered, Weighed)
    stored: Stored[Any, Any] = Stored(Bidding, Bidder, events, (*rules.stored.asks, Bid))
    return replace(rules, stored=stored, start=start, play=play, desk=desk, view=view, look=look)


def start(t: Any, setup: Any) -> None:
    """Set up with no bids."""
    RULESET.start(t, setup)
    s = t.state
    t.state = Bidding(s.seats, s.hands, s.deck, s.points, s.away, s.die_on_ties)


def view(seat: Seat, setup: Any) -> Bidder:
    """What a seat knows before anything has happened."""
    v = RULESET.view(seat, setup)
    return Bidder(v.seat, v.seats, v.hand, v.points, v.holds)


def look(state: Bidding, seat: Seat, setup: Any) -> Bidder:
    """What a seat would know: its own bid, and nobody else's."""
    v = RULESET.look(state, seat, setup)
    return Bidder(v.seat, v.seats, v.hand, v.points, v.holds, state.bids.get(seat, 0))


def desk(seat: Seat, orders: Sequence[Any], look: Callable[[], View]) -> Any:
    """A desk that bids by its seat."""
    usual = RULESET.desk(seat, orders, look)
    return lambda ask: Answer(len(seat) % 4 + 1, Why.DEFAULT) if isinstance(ask, Bid) else usual(ask)


def nothing(t: Table[Any]) -> None:
    """Say nothing of bids."""


def name_a_bid(t: Table[Any]) -> None:
    """Tell everybody what the last bids."""
    t.tell(Whispered(n=[*t.state.bids.values()][-1], to=PUBLIC))


def tell_the_highest(t: Table[Any]) -> None:
    """Tell everybody how high the highest bid is."""
    t.tell(Whispered(n=max(t.state.bids.values()), to=PUBLIC))


def tell_by_a_rule(t: Table[Any]) -> None:
    """Tell everybody of the highest bid, as a rule has it."""
    t.tell(Weighed(n=max(t.state.bids.values()), to=PUBLIC))


def open_the_bids(t: Table[Any]) -> None:
    """Open all bids, which are gone then."""
    for n in t.state.bids.values():
        t.tell(Whispered(n=n, to=PUBLIC))
    for seat in t.state.bids:
        t.state.bids[seat] = 0
        t.tell(BidSealed(seat=seat, n=0, to=only(seat)))


def test_the_letters_of_a_game_without_hidden_cards_can_be_looked_at() -> None:
    rules: Rules = replace(RULESET, hidden=lambda state, seat: set())
    game = record(rules, 1, lambda seats: RULESET.words.lexicon(seats, {}))

    assert list(letters_name_only_what_was_told(game, Post(rules, Resources()))) == []


def felt(rules: Rules) -> list[str]:
    """Where bids can be felt, in some games."""
    post = Post(RULESET, Resources())
    games = [record(rules, number, lambda seats: RULESET.words.lexicon(seats, {})) for number in (1, 3, 4, 6)]
    return [
        breach
        for one in games
        for step in one.steps[:4]
        for seat in step.before.setup.seats
        for breach in hidden_numbers_cannot_be_felt(step, post, seat)
    ]


@pytest.mark.parametrize("whisper", [name_a_bid, tell_the_highest])
def test_a_sealed_bid_that_can_be_felt_is_noticed(whisper: Whisper) -> None:
    found = felt(bidding(whisper))

    assert any("hidden from" in one and "is told otherwise: Whispered" in one for one in found)


@pytest.mark.parametrize("whisper", [nothing, tell_by_a_rule, open_the_bids])
def test_a_bid_that_stays_sealed_or_is_opened_breaks_nothing(whisper: Whisper) -> None:
    assert felt(bidding(whisper)) == []


def test_a_bid_is_noticed_while_it_lies_and_when_it_is_laid() -> None:
    post = Post(RULESET, Resources())
    steps = record(bidding(name_a_bid), 3, lambda seats: RULESET.words.lexicon(seats, {})).steps

    first, second = ([*hidden_numbers_cannot_be_felt(step, post, step.before.setup.seats[0])] for step in steps[:2])

    assert first
    assert second
