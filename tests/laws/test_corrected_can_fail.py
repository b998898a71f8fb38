"""The law on corrections notices what a GM's correction tells, hides or loses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from referee.cases.letters import Post
from referee.engine.audience import PUBLIC, Seat
from referee.engine.mends import Mend
from referee.engine.sections import Mends
from referee.laws.corrected import corrections_keep_secrets_and_views
from referee.laws.played import record
from referee.resources import Resources
from tests.package_game.higher_card import RULESET
from tests.package_game.higher_card.play import draw
from tests.package_game.higher_card.table import CardDrawn


class Deal(Mend):
    """Let a player draw one more card."""

    usage: ClassVar[str | tuple[str, ...]] = "DEAL player"
    example: ClassVar[str] = "DEAL ME"
    player: Seat


def dealt(t: Any, one: Any) -> None:
    """Deal a card, and tell of it as a turn does."""
    t.tell(*draw(t.state, one.player))


def halved(t: Any, one: Any) -> None:
    """Deal a card, and tell the others nothing."""
    t.tell(draw(t.state, one.player)[0])


def aloud(t: Any, one: Any) -> None:
    """Deal a card, and show it to all."""
    draw(t.state, one.player)
    t.tell(CardDrawn(seat=one.player, card=t.state.hands[one.player][-1], to=PUBLIC))


def losing(t: Any, one: Any) -> None:
    """Deal a card, and lose another."""
    dealt(t, one)
    t.state.deck.pop()


def found(mend: Callable[[Any, Any], None]) -> list[str]:
    """What the law finds in the beginnings of some games with such a correction."""
    rules = replace(RULESET, mends=Mends((Deal,), mend))
    post = Post(rules, Resources())
    steps = [step for number in range(6) for step in record(rules, number, post.lexicon).steps[:3]]
    return [str(one) for step in steps for one in corrections_keep_secrets_and_views(step, post)]


def test_a_correction_told_as_a_turn_tells_it_keeps_the_law() -> None:
    assert found(dealt) == []


@pytest.mark.parametrize(
    ("mend", "words"),
    [
        (halved, "view, made of what was told, has "),
        (aloud, "the event CardDrawn tells "),
        (losing, " got lost"),
    ],
)
def test_a_correction_that_tells_too_little_too_much_or_loses_a_card_is_found(
    mend: Callable[[Any, Any], None], words: str
) -> None:
    said = found(mend)

    assert [one for one in said if one.startswith("with the correction DEAL ") and words in one]
