"""What people write is read as it was meant, or answered so that they can mend it; nothing is misread."""

from __future__ import annotations

import pytest

from referee.engine.orders import Order
from referee.engine.reader import Reader
from referee.engine.sheet import Heard, Line
from tests.games.natural import SEATS, answered, clerk, helps, is_read, written

WRAPPED = (
    "Please {}", "please, {}.", "I'd like to {}", "I\u2019d like to {}, thanks", "I would like to {} please",
    "I will {}.", "I'll {}!", "I want to {}", "I {}", "Let's {}", "My order is: {}", "ok, {}", "{} thanks",
    "{}, thank you very much!", "{} please", "{}.", "\u201c{}\u201d", '"{}"', "\u201e{}\u201c.", "{}, bitte",
    "Now {}", "this turn {}", "{} this turn", "Just {}", "just {}, please", "I'll just {}", "Well, {}", "so {} ty",
)  # fmt: skip
GAMES = pytest.mark.parametrize("slug", SEATS)


@GAMES
def test_what_comes_of_natural_lines(slug: str) -> None:
    known = written(slug)

    assert len(known) >= 60
    assert {line: answered(slug, line) for line in known} == known


@GAMES
def test_at_most_one_in_twenty_is_refused_without_a_line_that_could_be_sent(slug: str) -> None:
    told = written(slug)
    useless = [line for line, said in told.items() if said.startswith("!") and not helps(slug, said)]

    assert len(useless) <= 0.05 * len(told), useless


@GAMES
def test_what_is_like_an_order_is_said_back(slug: str) -> None:
    assert [line for line, said in written(slug).items() if said == "~ counted"] == []


@GAMES
@pytest.mark.parametrize("wrapper", WRAPPED)
def test_whatever_stands_around_a_line_it_is_that_line_or_none(slug: str, wrapper: str) -> None:
    """Sensible lines of this hand, and every verb's own example; nobody resigns by a turn of phrase."""
    desk = clerk(slug)
    own = (*desk.rules.orders.examples(desk.view), *desk.rules.orders.form(desk.view))
    lines = [one for one in (*own, *(kind.example for kind in desk.rules.orders.verbs)) if is_read(slug, one)]
    found: dict[str, tuple[Order, Line]] = {}
    for said in lines:
        (one,) = Reader(desk.rules.grammar, desk.lexicon, desk.seat, 1).read([wrapper.format(said)]).lines
        found[one.text] = (desk.read(said), one)

    assert [text for text, (meant, one) in found.items() if one.order not in (meant, None)] == []
    assert [text for text, (_, one) in found.items() if one.order is None and one.heard is not Heard.UNREADABLE] == []
