"""What a ruleset says of itself: orders, questions, events, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.laws.breach import Breach
from referee.laws.language import RULES_LAWS, forms_can_be_sent_as_they_stand, orders_print_as_they_are_read
from referee.laws.rulebook import (
    every_rule_is_shown,
    every_rule_that_is_cited_is_there,
    examples_beside,
    examples_in,
    the_rules_are_numbered,
)
from referee.laws.walls import CODE_LAWS
from referee.laws.wholes import ENOUGH, Covered, most_events_happen, the_table_is_one_for_all
from tests.laws.played import PLAYED, played, post, rulesets, steps_of

ROOT = Path(__file__).resolve().parents[2]
SLUGS = pytest.mark.parametrize("slug", list(rulesets()))
Checks = Callable[..., Iterator[Breach]]


def named(laws: tuple[Checks, ...]) -> pytest.MarkDecorator:
    """A test of each of these laws."""
    return pytest.mark.parametrize("law", [pytest.param(law, id=law.__name__) for law in laws])


@named((*CODE_LAWS, the_rules_are_numbered, every_rule_that_is_cited_is_there))
@SLUGS
def test_the_folder_of_a_game_keeps_the_law(slug: str, law: Checks) -> None:
    assert list(law(rulesets()[slug])) == []


@SLUGS
@named(RULES_LAWS)
def test_what_a_game_says_of_itself_keeps_the_law(slug: str, law: Checks) -> None:
    assert list(law(rulesets()[slug], post(slug))) == []


@PLAYED
def test_most_kinds_of_events_happen(slug: str) -> None:
    covered = Covered()
    for number in range(ENOUGH):
        covered.add(played(slug, number))
        if not list(most_events_happen(rulesets()[slug], covered)):
            break

    assert list(most_events_happen(rulesets()[slug], covered)) == []


@PLAYED
def test_where_the_game_stands_is_said_alike_from_every_view(slug: str) -> None:
    assert [p for number in range(4) for p in the_table_is_one_for_all(played(slug, number), post(slug))] == []


@PLAYED
def test_forms_can_be_sent_as_they_stand(slug: str) -> None:
    assert list(forms_can_be_sent_as_they_stand(played(slug, 2), post(slug))) == []


@PLAYED
def test_orders_print_as_they_are_read(slug: str) -> None:
    found = (p for step in steps_of(slug, range(5)) for p in orders_print_as_they_are_read(step, post(slug)))

    assert list(found) == []


@SLUGS
def test_every_rule_is_shown_by_a_case_or_a_test(slug: str) -> None:
    assert list(every_rule_is_shown(rulesets()[slug], examples_of(slug))) == []


def examples_of(slug: str) -> list[Path]:
    """The cases and tests that show the rules of a game."""
    module = slug.replace("-", "_")
    folders = [ROOT / "tests" / "cases" / module, ROOT / "tests" / "games" / module]
    if not rulesets()[slug].folder.is_relative_to(ROOT / "referee"):
        return examples_beside(rulesets()[slug])
    return examples_in([folder for folder in folders if folder.exists()], rulesets()[slug])
