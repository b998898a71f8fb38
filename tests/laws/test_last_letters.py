"""What must hold of the last letter of any game: its length."""

from __future__ import annotations

from referee.cases.letters import Post
from referee.engine.audience import OBSERVER
from referee.laws.played import Record
from referee.resources import Resources
from tests.laws.played import PLAYED, each, played, post, rulesets

MOST = 60
NUMBERS = range(6)
MORE = 12


def ended(slug: str) -> list[Record]:
    """Some games of a ruleset that came to their end, with different seats and options."""
    return [one for number in NUMBERS if (one := played(slug, number)).end.end is not None]


@PLAYED
def test_the_last_letter_is_short(slug: str) -> None:
    writes = Post(rulesets()[slug], Resources(), reveal=True)
    lengths = [
        len(writes.last(record.end, seat, record.past()).body.splitlines())
        for record in ended(slug)
        for seat in (*record.end.setup.seats, OBSERVER)
    ]

    assert lengths, "none of them ended"
    assert [one for one in lengths if one > MOST] == []


WON_BY_PLAY = {
    "amagande": ("last card played", "elimination", "nobody can move"),
    "amber": ("throne held three turns", "last survivor"),
    "elements": ("Fire",),
}
"""Games in which one wins by what they did at last, and the reasons for which they do."""


@each(WON_BY_PLAY)
def test_the_story_of_a_game_ends_with_who_won_it(slug: str) -> None:
    lines = post(slug).writer.lines
    told = [
        (record.end.end.winners[0], found.text if (found := lines.weightiest(record.steps[-1].after.events)) else "")
        for number in range(MORE)
        if (record := played(slug, number)).end.end is not None
        and record.end.end.reason in WON_BY_PLAY[slug]
        and len(record.end.end.winners) == 1
    ]

    assert told, "none was won so"
    assert [one for one in told if one[0] not in one[1]] == []


@each(["normal-cards", "wizards-duel"])
def test_the_last_letter_tells_how_it_went(slug: str) -> None:
    writes = Post(rulesets()[slug], Resources(), reveal=True)
    played_out = [one for one in ended(slug) if len(one.steps) > 1]
    bodies = [writes.last(one.end, one.end.setup.seats[0], one.past()).body for one in played_out]

    assert bodies
    assert [body for body in bodies if "HOW IT WENT" not in body] == []
