"""The laws, held against many games of every ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from referee.bots.simulate import Style
from referee.laws.played import Step
from referee.laws.sealed import hidden_numbers_cannot_be_felt, the_order_of_hidden_cards_cannot_be_felt
from referee.laws.secrecy import (
    hidden_cards_cannot_be_felt,
    letters_name_only_what_was_told,
    pauses_follow_from_what_all_know,
)
from referee.laws.steps import STEP_LAWS, Law
from referee.laws.wholes import (
    FEW_ASKS,
    Covered,
    every_game_ends,
    every_option_begins_a_game,
    every_question_is_answered_both_ways,
    everything_can_be_said,
    nobody_need_send_orders,
)
from tests.laws.played import (
    BLOCK,
    GAMES,
    KEPT,
    OUTCOMES,
    SOAK,
    games_of,
    outcomes,
    played,
    post,
    rulesets,
    steps_of,
    together,
)

MORE = 7
"""How many times as many games are played where a rare question has not come up."""
FELT = (
    hidden_cards_cannot_be_felt,
    the_order_of_hidden_cards_cannot_be_felt,
    pauses_follow_from_what_all_know,
    hidden_numbers_cannot_be_felt,
)

LAWS = [pytest.param(law, id=law.__name__) for law in STEP_LAWS]


def blocks(first: int, many: int = 0, size: int = BLOCK) -> Iterator[object]:
    """Blocks of games of every ruleset."""
    for slug in rulesets():
        count = many or games_of(slug)
        for start in range(first, first + count, size):
            numbers = range(start, min(start + size, first + count))
            yield pytest.param(slug, numbers, id=f"{slug}-{start}", marks=together(slug, start))


EVERY = pytest.mark.parametrize(("slug", "numbers"), list(blocks(0)), scope="module")
MANY = pytest.mark.parametrize(("slug", "numbers"), list(blocks(0, GAMES + SOAK, KEPT)))


@EVERY
@pytest.mark.parametrize("law", LAWS)
def test_law(slug: str, numbers: range, law: Law) -> None:
    assert broken(slug, numbers, law) == []


@EVERY
def test_every_game_ends(slug: str, numbers: range) -> None:
    endless(slug, numbers)


@EVERY
def test_every_game_comes_out_as_it_did(slug: str, numbers: range) -> None:
    """Rules that changed want another edition, see CONTRIBUTING; bots that changed want `python -m tests.laws`."""
    kept = (OUTCOMES / f"{slug}.txt").read_text(encoding="utf-8").splitlines()

    assert outcomes(slug, numbers) == kept[numbers.start : numbers.stop]


@EVERY
def test_letters_name_only_what_their_reader_was_told(slug: str, numbers: range) -> None:
    assert [p for n in numbers for p in letters_name_only_what_was_told(played(slug, n), post(slug))] == []


@EVERY
def test_whatever_happens_can_be_said_to_everybody(slug: str, numbers: range) -> None:
    assert [p for n in numbers for p in everything_can_be_said(played(slug, n), post(slug))] == []


@EVERY
def test_hidden_cards_cannot_be_felt(slug: str, numbers: range) -> None:
    """Every other step is looked at, the even or the odd ones by the game; `make soak` looks at all of them."""
    steps = [step for step in steps_of(slug, numbers) if (step.turn + step.number // 2) % 2]

    assert felt(slug, steps) == []


@pytest.mark.soak
@MANY
def test_laws_for_long(slug: str, numbers: range) -> None:
    """All laws at every step, of the games that `make test` plays as well."""
    assert [p for law in STEP_LAWS for p in broken(slug, numbers, law)] == []
    endless(slug, numbers)
    assert [p for n in numbers for p in letters_name_only_what_was_told(played(slug, n), post(slug))] == []
    assert [p for n in numbers for p in everything_can_be_said(played(slug, n), post(slug))] == []
    assert felt(slug, steps_of(slug, numbers)) == []


@pytest.mark.parametrize("slug", list(rulesets()))
def test_the_game_goes_on_and_ends_though_nobody_sends_orders(slug: str) -> None:
    assert list(nobody_need_send_orders(rulesets()[slug])) == []


@pytest.mark.parametrize("slug", list(rulesets()))
def test_every_value_of_every_option_creates_a_game(slug: str) -> None:
    assert list(every_option_begins_a_game(rulesets()[slug])) == []


def large(slug: str) -> bool:
    """Whether a game has so many decisions that only many games put them all."""
    return len(rulesets()[slug].stored.asks) > FEW_ASKS


@pytest.mark.parametrize("slug", [s for s in rulesets() if not large(s)])
def test_games_of_all_styles_ask_everything_and_are_answered_by_orders_and_by_default(slug: str) -> None:
    answered_both_ways(slug, games_of(slug))


@pytest.mark.soak
@pytest.mark.parametrize("slug", [s for s in rulesets() if large(s)])
def test_many_games_ask_everything_and_are_answered_by_orders_and_by_default(slug: str) -> None:
    answered_both_ways(slug, 400)


def answered_both_ways(slug: str, games: int) -> None:
    """Fail if some kind of ask was never answered by an order, or never by its default, though games were added."""
    covered = Covered()
    for number in range(games * MORE):
        covered.add(played(slug, number))
        if not list(every_question_is_answered_both_ways(rulesets()[slug], covered)):
            break

    assert list(every_question_is_answered_both_ways(rulesets()[slug], covered)) == []


@pytest.mark.parametrize("slug", list(rulesets()))
def test_all_styles_are_played(slug: str) -> None:
    assert len(Style) <= games_of(slug)


def broken(slug: str, numbers: range, law: Law) -> list[str]:
    """Where a law is broken in these games."""
    return [f"{step}: {problem}" for step in steps_of(slug, numbers) for problem in law(step)]


def felt(slug: str, steps: Iterable[Step]) -> list[str]:
    """Where hidden cards can be felt; each step is looked at from one seat, in turn."""
    return [f"{step}: {problem}" for step in steps for law in FELT for problem in law(step, post(slug))]


def endless(slug: str, numbers: range) -> None:
    """Fail for a game that does not end, or ends for no reason of its ruleset."""
    assert [f"game {n}: {p}" for n in numbers for p in every_game_ends(played(slug, n))] == []
