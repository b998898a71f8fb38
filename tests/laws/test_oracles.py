"""What a game says is hidden is neither more nor less than is so, and every law that goes by it can fail in every game.

A card that ``hidden`` leaves out would be watched by no law. So whatever it does not name must have been told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from referee.cases.letters import Post
from referee.engine.audience import PUBLIC, Seat, only
from referee.engine.events import Event
from referee.engine.table import Table
from referee.laws.cards import places
from referee.laws.played import Record, Rules, record
from referee.laws.sealed import hidden_numbers_cannot_be_felt, the_order_of_hidden_cards_cannot_be_felt
from referee.laws.secrecy import hidden_cards_cannot_be_felt, what_is_not_hidden_was_told
from referee.laws.steps import no_secret_is_told
from referee.reports.document import Document
from referee.reports.parts import Kind, Letter
from referee.resources import Resources
from tests.laws.played import PLAYED, played, post, rulesets

GAMES = 4


class Spied(Event):
    """Somebody saw a card."""

    card: Any


class Weighed(Event):
    """Something is said of a card that lies hidden."""

    n: int


@PLAYED
def test_whatever_is_not_hidden_was_told_or_is_seen(slug: str) -> None:
    assert [one for number in range(GAMES) for one in what_is_not_hidden_was_told(played(slug, number))] == []


@PLAYED
def test_an_oracle_that_forgets_what_others_hold_is_noticed(slug: str) -> None:
    def forgetful(rules: Rules, seats: tuple[Seat, ...]) -> Rules:
        def hidden(state: Any, seat: Seat) -> set[Any]:
            found: set[Any] = rules.hidden(state, seat)
            others = set(seats) - {seat}
            return found - {card for card, path in places(state, types(found)) if not others.isdisjoint(path)}

        return replace(rules, hidden=hidden)

    assert any(any(what_is_not_hidden_was_told(game)) for game in games(slug, forgetful))


@pytest.mark.parametrize("put", [lambda pile: {frozenset({pile})}, lambda pile: {pile: 1}], ids=["set", "key"])
def test_a_pile_is_looked_at_wherever_it_lies(put: Callable[[tuple[Any, ...]], Any]) -> None:
    start = played("wizards-duel", 0).start
    by_name = {str(card): card for card in start.rules.hidden(start.state, start.setup.seats[0])}
    pile = tuple(by_name[name] for name in sorted(by_name)[:2])

    def hidden(state: Any, seat: Seat) -> set[Any]:
        return set(start.rules.hidden(state, seat)) if state is start.state else set()

    game = replace(start, rules=replace(start.rules, hidden=hidden))
    moved = Record(0, game, [SimpleNamespace(after=replace(game, state=put(pile)))])  # type: ignore[list-item]

    found = {one.split(" for ")[0] for one in what_is_not_hidden_was_told(moved)}
    assert found == {f"`hidden` does not name {card}" for card in pile}


@PLAYED
def test_an_oracle_that_hides_what_its_seat_sees_is_noticed(slug: str) -> None:
    def fearful(rules: Rules, seats: tuple[Seat, ...]) -> Rules:
        def hidden(state: Any, seat: Seat) -> set[Any]:
            found: set[Any] = rules.hidden(state, seat)
            return found | {card for card, path in places(state, types(found)) if seat in path}

        return replace(rules, hidden=hidden)

    assert any(any(broken(game, slug, hidden_cards_cannot_be_felt)) for game in games(slug, fearful))


@PLAYED
def test_a_hidden_card_that_is_told_is_noticed(slug: str) -> None:
    def telling(rules: Rules, seats: tuple[Seat, ...]) -> Rules:
        def spy(t: Table[Any]) -> None:
            card = next(iter(sorted(rules.hidden(t.state, seats[0]), key=str)), None)
            if card is not None:
                t.tell(Spied(card=card, to=only(seats[0])))

        return after(rules, spy)

    assert any(any(no_secret_is_told(step)) for game in games(slug, telling) for step in game.steps)


@PLAYED
@pytest.mark.parametrize("law", [hidden_cards_cannot_be_felt, the_order_of_hidden_cards_cannot_be_felt])
def test_hidden_cards_and_their_order_that_can_be_felt_are_noticed(slug: str, law: Law) -> None:
    def weighing(rules: Rules, seats: tuple[Seat, ...]) -> Rules:
        def weigh(t: Table[Any]) -> None:
            hidden = rules.hidden(t.state, seats[0])
            lay = [card for card, _ in places(t.state, types(hidden)) if card in hidden]
            weights = [place * sum(map(ord, str(card))) for place, card in enumerate(lay)]
            t.tell(Weighed(n=sum(weights), to=PUBLIC))

        return after(rules, weigh)

    assert any("Weighed" in one for game in games(slug, weighing) for one in broken(game, slug, law))


def test_a_hidden_number_that_is_told_is_noticed() -> None:
    """Elements alone of our games keeps one: how often a player was kept from a card."""

    def counting(rules: Rules, seats: tuple[Seat, ...]) -> Rules:
        def count(t: Table[Any]) -> None:
            t.tell(Weighed(n=sum(mind.balks for mind in t.state.minds.values()), to=PUBLIC))

        return after(rules, count)

    assert any(any(broken(game, "elements", hidden_numbers_cannot_be_felt)) for game in games("elements", counting))


Law = Callable[..., Iterator[Any]]
Changed = Callable[[Rules, tuple[Seat, ...]], Rules]


def games(slug: str, changed: Changed) -> Iterator[Record]:
    """Some games of a ruleset, played by changed rules."""
    for number in range(GAMES):
        rules, seats = rulesets()[slug], played(slug, number).start.setup.seats
        yield record(changed(rules, seats), number, post(slug).lexicon)


def after(rules: Rules, last: Callable[[Table[Any]], None]) -> Rules:
    """The rules, with something done after each turn."""

    def play(t: Table[Any]) -> None:
        rules.play(t)
        last(t)

    return replace(rules, play=play, stored=replace(rules.stored, events=(*rules.stored.events, Spied, Weighed)))


def broken(game: Record, slug: str, law: Law) -> Iterator[Any]:
    """Where a law is broken for whoever sits first."""
    quiet = Speechless(rulesets()[slug], Resources())
    return (breach for step in game.steps for breach in law(step, quiet, game.start.setup.seats[0]))


class Speechless(Post):
    """Writes reports that say nothing, for what the laws are to find here is told at the table."""

    def report(self, *_: Any, **__: Any) -> Letter:
        """Say nothing."""
        return Letter.of(Kind.REPORT, Document("", ()))


def types(cards: set[Any]) -> tuple[type, ...]:
    """The kinds of these cards."""
    return tuple({type(card) for card in cards})
