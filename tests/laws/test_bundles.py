"""What a reader is handed of a game that goes on holds nothing that this reader cannot know, by a byte.

The laws on letters, held against the bytes of bundles: the oracle says which cards are hidden, and cards that are
hidden may lie elsewhere.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from referee.archive import bundle, record
from referee.archive.record import About, Letter, Place
from referee.archive.told import told_to
from referee.engine.audience import OBSERVER, Seat
from referee.engine.events import told
from referee.engine.sheet import OnFile
from referee.laws.cards import cards_in, kinds
from referee.laws.played import Position, Step
from referee.laws.run import Run
from referee.laws.secrecy import exchanged_position, given_away, may_compare, moving, pairs, shown
from referee.store.codec import codec
from tests.laws.played import PLAYED, played, post, steps_of

AT = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
NUMBERS = range(2)


def handed_out(start: Position, steps: Sequence[tuple[Position, Mapping[Seat, OnFile]]], reader: Seat) -> bytes:
    """What a reader is handed of a game that has come so far: what they were told, and their own orders and letters."""
    rules, setup = start.rules, start.setup
    past = [(start, {}), *steps]
    about = About(
        name="autumn", title="Autumn", ruleset=rules.slug, edition=rules.edition, options=setup.options,
        commitment="0" * 64, seats=tuple(map(Place, setup.seats)), status="running", step=len(steps), reveal="full",
        zone="UTC", deadline="", early=False, show_missing=False, live_pause=timedelta(hours=12), policy={},
        created_at=AT, started_at=AT, ended_at=None, due_at=None, end=None,
    )  # fmt: skip
    made = record.Record(
        reader=reader,
        about=about,
        steps=tuple(
            record.Step(
                step=game.step,
                played_at=AT,
                edition=rules.edition,
                events=told_to(codec(rules).dump_events(game.events), reader),
                orders={reader: files[reader].lines(game.step)} if reader in files else {},
                answers={},
            )
            for game, files in past
        ),
        letters=tuple(letters(start, steps, reader)),
    )
    return bundle.written(made, "referee 1")


def letters(start: Position, steps: Sequence[tuple[Position, Mapping[Seat, OnFile]]], reader: Seat) -> Iterator[Letter]:
    """The reports to a seat; an observer's are in no bundle."""
    if reader == OBSERVER:
        return
    writes = post(start.rules.slug)
    for game, files in steps:
        made = writes.report(game, reader, files.get(reader, OnFile()))
        yield Letter(
            step=game.step, seat=reader, kind=made.kind.value, number=1, made_at=AT, subject=made.subject,
            body=made.body, document=made.data, form=made.form.lines if made.form else (),
        )  # fmt: skip


def unpacked(data: bytes) -> str:
    """All that stands in a bundle, its paths among it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(f"{name}\n{archive.read(name).decode()}" for name in archive.namelist())


def keys(value: Any, found: tuple[type, ...]) -> set[str]:
    """How the cards in something are stored."""
    return {f'"{getattr(card, "key", card)}"' for card in cards_in(value, found)}


@PLAYED
def test_a_bundle_names_no_card_that_its_reader_was_not_told_of(slug: str) -> None:
    for number in NUMBERS:
        game = played(slug, number)
        found = kinds(game.start)
        going_on = [one for one in game.steps if one.after.end is None]
        steps = [(one.after, one.files) for one in going_on]
        every = keys(game.start.state, found).union(*(keys(after.state, found) for after, _ in steps))
        for reader in (*game.start.setup.seats, OBSERVER):
            known = keys(told(game.start.events, reader), found)
            known |= {key for after, _ in steps for key in keys(told(after.events, reader), found)}
            text = unpacked(handed_out(game.start, steps, reader))
            assert {key for key in every if key in text} <= known, (number, reader)


@PLAYED
def test_hidden_cards_in_each_others_place_change_no_byte_of_a_bundle(slug: str) -> None:
    compared = 0
    for step in steps_of(slug, NUMBERS):
        seats = step.before.setup.seats
        reader, writes, found = seats[(step.number + step.turn) % len(seats)], post(slug), kinds(step.before)
        plain = Run(step.before, step, reader, writes, found)
        start = played(slug, step.number).start
        expected = last_of(start, step, plain.after, reader)
        for one, other in (*moving(step, plain), *pairs(step, reader)):
            changed = exchanged_position(step.before, one, other)
            if changed.views[reader] != shown(step.before)[reader] or shown(step.before) != step.before.views:
                continue
            run = Run(changed, step, reader, writes, found, like=plain, swapped=(one, other))
            if not may_compare(plain, run, one, other) or given_away(plain.told, run.told):
                continue
            compared += 1
            assert last_of(start, step, run.after, reader) == expected, (step, one)
    assert compared or not any(True for step in steps_of(slug, NUMBERS) for _ in pairs_of(step))


def pairs_of(step: Step) -> Iterator[tuple[Any, Any]]:
    """Cards that could be exchanged, if the game hides any."""
    for seat in step.before.setup.seats:
        yield from pairs(step, seat)


def last_of(start: Position, step: Step, after: Position, reader: Seat) -> bytes:
    """A bundle with one step alone, as if it were the first."""
    return handed_out(start, [(after, step.files)], reader)
