"""The laws, held against many games of every ruleset."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.bots.simulate import Style, setup
from referee.engine.game import Game
from tests.laws.laws import STEP_LAWS, Law
from tests.laws.played import GAMES, LIMIT, LONGEST, SOAK, agrees, played, post, rulesets, steps_of, values
from tests.laws.secrecy import (
    hidden_cards_cannot_be_felt,
    letters_name_only_what_was_told,
    pauses_follow_from_what_all_know,
)

BLOCK = 10
LAWS = [pytest.param(law, id=law.__name__) for law in STEP_LAWS]


def games_of(slug: str) -> int:
    """How many games of a ruleset `make test` plays: the fewer, the larger its tables are."""
    return max(len(Style), GAMES * 4 // max(4, rulesets()[slug].seats[-1]))


def blocks(first: int, many: int = 0) -> Iterator[object]:
    """Blocks of games of every ruleset; one block stays with one worker, which plays each game once."""
    for slug in rulesets():
        count = many or games_of(slug)
        for start in range(first, first + count, BLOCK):
            numbers = range(start, min(start + BLOCK, first + count))
            mark = pytest.mark.xdist_group(f"{slug}-{start}")
            yield pytest.param(slug, numbers, id=f"{slug}-{start}", marks=mark)


EVERY = pytest.mark.parametrize(("slug", "numbers"), list(blocks(0)))
MANY = pytest.mark.parametrize(("slug", "numbers"), list(blocks(GAMES, SOAK)))


@EVERY
@pytest.mark.parametrize("law", LAWS)
def test_law(slug: str, numbers: range, law: Law) -> None:
    assert broken(slug, numbers, law) == []


@EVERY
def test_every_game_ends(slug: str, numbers: range) -> None:
    endless(slug, numbers)


@EVERY
def test_letters_name_only_what_their_reader_was_told(slug: str, numbers: range) -> None:
    assert [p for n in numbers for p in letters_name_only_what_was_told(played(slug, n), post(slug))] == []


@EVERY
def test_hidden_cards_cannot_be_felt(slug: str, numbers: range) -> None:
    assert felt(slug, numbers) == []


@pytest.mark.soak
@MANY
def test_laws_for_long(slug: str, numbers: range) -> None:
    assert [p for law in STEP_LAWS for p in broken(slug, numbers, law)] == []
    endless(slug, numbers)
    assert [p for n in numbers for p in letters_name_only_what_was_told(played(slug, n), post(slug))] == []
    assert felt(slug, numbers) == []


@pytest.mark.parametrize("slug", list(rulesets()))
def test_the_game_goes_on_and_ends_though_nobody_sends_orders(slug: str) -> None:
    rules = rulesets()[slug]
    limit = {rules.limit_option: LIMIT} if rules.limit_option else {}
    for seats in (rules.seats[0], rules.seats[len(rules.seats) // 2], rules.seats[-1]):
        game = Game.start(rules, setup(rules, seats, limit), b"silence")
        while game.end is None:
            assert game.step < LONGEST
            game = game.play({})

        assert game.end.reason in rules.ends


@pytest.mark.parametrize("slug", list(rulesets()))
def test_every_value_of_every_option_creates_a_game(slug: str) -> None:
    rules = rulesets()[slug]
    others = {name: values(option) for option in rules.options for name in [option.name]}
    for option in rules.options:
        assert option.read(option.default) == option.default
        for value in values(option):
            pairs = [{}, *({name: v} for name, some in others.items() if name != option.name for v in some)]
            tables = [
                (seats, options)
                for seats in (rules.seats[0], rules.seats[-1])
                for options in [
                    next((o for o in ({option.name: value, **p} for p in pairs) if agrees(rules, seats, o)), None)
                ]
                if options is not None
            ]
            assert tables, f"no game can be created with {option.name} = {value}"
            for seats, options in tables:
                game = Game.start(rules, setup(rules, seats, options), b"options")

                assert game.setup[option.name] == value
                assert game.play({}).step == 1


def large(slug: str) -> bool:
    """Whether a game has so many decisions that only many games put them all."""
    return len(rulesets()[slug].asks) > 12


@pytest.mark.parametrize("slug", [s for s in rulesets() if not large(s)])
def test_games_of_all_styles_ask_everything_and_are_answered_by_orders_and_by_default(slug: str) -> None:
    answered_both_ways(slug, games_of(slug))


@pytest.mark.soak
@pytest.mark.parametrize("slug", [s for s in rulesets() if large(s)])
def test_many_games_ask_everything_and_are_answered_by_orders_and_by_default(slug: str) -> None:
    answered_both_ways(slug, 400)


def answered_both_ways(slug: str, games: int) -> None:
    """Fail if some kind of ask was never answered by an order, or never by its default."""
    rules = rulesets()[slug]
    asked = [one for step in steps_of(slug, range(games)) for one in step.asked]
    by_order = {type(one.ask) for one in asked if isinstance(one.answer.because, int)}
    by_default = {type(one.ask) for one in asked if one.answer.because == "default"}

    players_asks = [kind for kind in rules.asks if not kind.for_gm]
    assert {kind.__name__ for kind in players_asks if kind not in by_order} == set(), "no order answered these"
    assert {kind.__name__ for kind in players_asks if kind not in by_default} == set(), "no default answered these"


@pytest.mark.parametrize("slug", list(rulesets()))
def test_all_styles_are_played(slug: str) -> None:
    assert len(Style) <= games_of(slug)


def broken(slug: str, numbers: range, law: Law) -> list[str]:
    """Where a law is broken in these games."""
    return [f"{step}: {problem}" for step in steps_of(slug, numbers) for problem in law(step)]


def felt(slug: str, numbers: range) -> list[str]:
    """Where hidden cards can be felt; each step is looked at from one seat, in turn."""
    found = []
    for step in steps_of(slug, numbers):
        seats = step.before.setup.seats
        reader = seats[(step.number + step.after.step) % len(seats)]
        found += list(hidden_cards_cannot_be_felt(step, post(slug), reader))
        found += list(pauses_follow_from_what_all_know(step, post(slug)))
    return found


def endless(slug: str, numbers: range) -> None:
    """Fail for a game that does not end, or ends for no reason of its ruleset."""
    for number in numbers:
        end = played(slug, number).end.end
        assert end is not None, f"game {number} does not end in {LONGEST} steps"
        assert end.reason in rulesets()[slug].ends, end
