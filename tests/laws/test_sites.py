"""The pages of a game that goes on tell nobody what the table hides: not by a word, a picture, a name or a size."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from html import unescape
from pathlib import Path

import pytest

from referee.archive.site.replay import moments
from referee.engine.audience import OBSERVER, PUBLIC
from referee.engine.events import told
from referee.laws.cards import cards_in, kinds
from referee.laws.played import Position, Record
from referee.laws.secrecy import Faces, exchanged_position, pairs
from referee.reports.lines import story
from referee.reports.spans import Card
from tests.laws.played import PLAYED, played, post
from tests.laws.sites import record_of, site_of

NUMBERS = (0, 1, 3)
"""Games of several styles, which any number would do."""

MIDDLE = 4
"""So many turns are shown."""


def going(number: int, slug: str) -> list[Position]:
    """The positions of a game up to its middle, in which it is not over."""
    record: Record = played(slug, number)
    found = [record.start, *(step.after for step in record.steps[:MIDDLE])]
    return [one for one in found if one.end is None]


def faces_of(slug: str, positions: list[Position]) -> Faces:
    found = kinds(positions[0])
    hidden = {card for one in positions for seat in one.setup.seats for card in one.rules.hidden(one.state, seat)}
    every = sorted(hidden | {card for one in positions for card in cards_in(one.state, found)}, key=str)
    return Faces(post(slug).rules, {str(card): card for card in every}, post(slug).tables)


@PLAYED
@pytest.mark.parametrize("number", NUMBERS)
def test_pages_name_no_card_that_not_everybody_was_told(slug: str, number: int, tmp_path: Path) -> None:
    positions = going(number, slug)
    faces, writes = faces_of(slug, positions), post(slug)
    record = record_of(positions)
    public = faces.of([told(one.events, OBSERVER) for one in positions], kinds(positions[0]))
    blank = replace(record, steps=tuple(replace(one, events=b"[]") for one in record.steps))
    always = {line for data in site_of(blank, writes, tmp_path / "blank").values() for line in text(data).splitlines()}

    site = site_of(record, writes, tmp_path / "site")

    said = {path: [line for line in text(data).splitlines() if line not in always] for path, data in site.items()}
    named = {path: faces.named("\n".join([path, *found])) - public for path, found in said.items()}
    assert {path: sorted(found) for path, found in named.items() if found} == {}


@PLAYED
@pytest.mark.parametrize("number", NUMBERS)
def test_hidden_cards_in_each_others_place_change_no_byte(slug: str, number: int, tmp_path: Path) -> None:
    record, writes = played(slug, number), post(slug)
    positions, steps = going(number, slug), record.steps[: MIDDLE - 1]
    compared = 0
    for at, step in enumerate(steps, 1):
        if at >= len(positions):
            break
        plain: dict[str, bytes] = {}
        for one, other in pairs(step, OBSERVER):
            changed = step.again(before=exchanged_position(step.before, one, other))
            public = told(step.after.events, OBSERVER)
            if changed.events == step.after.events or told(changed.events, OBSERVER) != public:
                continue
            compared += 1
            plain = plain or site_of(record_of(positions[: at + 1]), writes, tmp_path / "plain")
            swapped = site_of(record_of([*positions[:at], changed]), writes, tmp_path / f"swapped-{compared}")

            assert swapped == plain, f"{slug} {number}, turn {at}: with {one} and {other} in each other's place"
        if compared:
            break


def text(data: bytes) -> str:
    """What a file says, its marks and attributes with it, as people would read it; a line's path, `H3`, is no card."""
    return unescape(re.sub(r' d="[^"]*"', "", data.decode()))


@PLAYED
def test_a_turn_in_moments_goes_to_where_it_ends_and_leaves_out_no_card(slug: str) -> None:
    for number in range(5):
        record, words = played(slug, number), post(slug).writer.lines
        for step in record.steps:
            heard = told(step.after.events, OBSERVER)

            shown = moments(words, step.before.views[OBSERVER], heard)

            at = f"{slug} {number}, turn {step.turn}"
            named = [cards_of(moment.told) for moment in shown]
            assert all(moment.told for moment in shown), at
            assert [one.table for one in shown[-1:]] == [words.picture(step.after.views[OBSERVER])] * bool(shown), at
            assert cards_of(story(words, heard, OBSERVER).rest) <= set[Card]().union(*named), at


def cards_of(told_of: object) -> set[Card]:
    """The cards that are named in what is told."""
    if isinstance(told_of, Card):
        return {told_of}
    parts = told_of if isinstance(told_of, tuple) else ()
    if is_dataclass(told_of):
        parts = tuple(getattr(told_of, one.name) for one in fields(told_of))
    return set[Card]().union(*map(cards_of, parts))


def test_a_page_that_told_a_secret_would_be_found(tmp_path: Path) -> None:
    slug = "amber"
    positions = going(0, slug)
    faces = faces_of(slug, positions)
    seat = positions[0].setup.seats[0]
    betrayed = [replace(one, events=tuple(replace(e, to=PUBLIC) for e in told(one.events, seat))) for one in positions]
    public = faces.of([told(one.events, OBSERVER) for one in positions], kinds(positions[0]))

    site = site_of(record_of(betrayed), post(slug), tmp_path)

    assert any(faces.named(text(data)) - public for data in site.values())
