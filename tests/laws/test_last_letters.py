"""What must hold of the last letter of any game: its length."""

from __future__ import annotations

import pytest

from referee.cases.letters import Post
from referee.engine.audience import OBSERVER
from referee.laws.played import Record
from referee.resources import Resources
from tests.laws.played import played, rulesets

MOST = 60
NUMBERS = range(6)


def ended(slug: str) -> list[Record]:
    """Some games of a ruleset that came to their end, with different seats and options."""
    return [one for number in NUMBERS if (one := played(slug, number)).end.end is not None]


@pytest.mark.parametrize("slug", list(rulesets()))
def test_the_last_letter_is_short(slug: str) -> None:
    writes = Post(rulesets()[slug], Resources(), reveal=True)
    lengths = [
        len(writes.last(record.end, seat, record.past()).body.splitlines())
        for record in ended(slug)
        for seat in (*record.end.setup.seats, OBSERVER)
    ]

    assert lengths, "none of them ended"
    assert [one for one in lengths if one > MOST] == []
