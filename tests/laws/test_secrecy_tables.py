"""Who may know what in each game, row by row: whom each event is told, and that no page, file or letter for all has it.

A kind of event that stands in no row is for everybody. So one that tells something to few must be put into a row here,
and somebody has to think of who may know it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from referee.archive import bundle
from referee.engine.audience import OBSERVER, PUBLIC, only
from referee.engine.events import Event, told
from referee.laws.played import Position
from tests.laws.played import PLAYED, played, post, rulesets
from tests.laws.sites import record_of, site_of
from tests.laws.test_sites import going

SEEDS, FEWEST = range(12), 5
"""So many games are looked at in all, and so few if all that can be told was told in them."""

SHOWN = (0, 1, 4)
"""Games of which all is made that anybody can read; the seats of these send orders, or are silent."""


@dataclass(frozen=True)
class Row:
    """What few may know: what it is, the fields that name those who may, and the kinds of events that tell it.

    ``open`` says that now and then it comes to be known to all, by the rules.
    """

    thing: str
    whose: tuple[str, ...]
    kinds: tuple[str, ...]
    open: bool = False


OWNER = ("seat",)
RARE = {"SpellRuled", "OwnCardShed", "CardShown"}
"""What bots do not bring about."""

ORDERS = Row("orders, plans and promises, and what became of them", OWNER, ("Answered", "OrderLapsed"))
TABLES: dict[str, tuple[Row, ...]] = {
    "amagande": (Row("a hand and what is drawn for it", OWNER, ("HandDealt", "CardsDrawn")),),
    "normal-cards": (Row("a hand and what is drawn for it", OWNER, ("HandDealt", "CardDrawn")),),
    "wizards-duel": (Row("a hand", OWNER, ("HandDrawn",)),),
    "elements": (
        Row("what lies on an Island", OWNER, ("IslandSeen", "IslandArranged")),
        Row("a card that was taken face-down", OWNER, ("CardLearned",)),
        Row("a face that some have seen", (), ("FaceSeen",), open=True),
        Row("the type of a Flame that was peeked at", OWNER, ("FlamePeeked",)),
        Row("a swap of two cards, both face-down", OWNER, ("SpotsSwapped",), open=True),
        Row("spells that are cast in secret", OWNER, ("SpotsScried", "GuardRaised", "IllusionCast")),
        Row("spells and takes that came to nothing", OWNER, ("SpellLapsed", "SpellUnruled", "TakeBarred")),
        Row("that one may take again what one laid down", OWNER, ("CardsFreed",)),
        Row("what the GM said of a spell", OWNER, ("SpellRuled",)),
        Row("which card of an Island was shed", OWNER, ("OwnCardShed",)),
    ),
    "living-trumps": (
        Row("a Hand", OWNER, ("HandDealt",)),
        Row("what is drawn and discarded", OWNER, ("Drew", "Discarded"), open=True),
        Row("a Shadow that lies face-down", OWNER, ("ShadowDealtDown",)),
        Row("a card that was scryed", ("seat", "owner"), ("Scryed",)),
        Row("a Deal that was not struck", ("seat", "partner"), ("DealProposed", "DealRefused")),
        Row("what was bargained for help", ("caller", "helper"), ("BargainMade", "Wished")),
        Row("cards that pass from one to another", ("giver", "taker"), ("Handed",), open=True),
        Row("First Blood", ("challenger", "defender"), ("FirstBlood",), open=True),
    ),
    "amber": (
        Row("a hand", OWNER, ("HandDealt", "CardTaken", "CardsDrawn", "CardsDiscarded")),
        Row("cards that pass from one to another", ("giver", "taker"), ("CardsHanded",)),
        Row("a card that is shown by mail", ("seat", "target"), ("CardShown",)),
    ),
    "higher-card": (Row("what is drawn", OWNER, ("CardDrawn",)),),
}  # fmt: skip


def rows(slug: str) -> dict[str, Row]:
    """The row of each kind of event that few are told."""
    return {kind: row for row in (ORDERS, *TABLES[slug]) for kind in row.kinds}


def happened(slug: str, number: int) -> Iterator[Event]:
    game = played(slug, number)
    for one in game.positions:
        yield from one.events


def wrong(e: Event, row: Row | None) -> str:
    """Say what is wrong with whom an event was told."""
    if row is None:
        return "" if e.to.others else "it stands in no row, and was told to few"
    if e.to.others:
        return "" if row.open else f"everybody was told {row.thing}"
    those = {getattr(e, name, None) for name in row.whose}
    return "" if not row.whose or set(e.to.seats) <= those else f"{e.to} were told {row.thing}"


@PLAYED
def test_each_is_told_those_who_may_know_it(slug: str) -> None:
    """Games are added until all was told once; `make soak` looks at all of them."""
    told_as_the_rows_say(slug, FEWEST)


@pytest.mark.soak
@PLAYED
def test_each_is_told_those_who_may_know_it_in_many_games(slug: str) -> None:
    told_as_the_rows_say(slug, len(SEEDS))


def told_as_the_rows_say(slug: str, fewest: int) -> None:
    """Fail for an event that was told to others, or if none of a kind was told."""
    known, met = rows(slug), set[str]()
    never = known.keys() - (RARE | set(ORDERS.kinds))
    for number in SEEDS:
        if number >= fewest and never <= met:
            break
        for e in happened(slug, number):
            kind = type(e).__name__
            met.add(kind)
            assert wrong(e, known.get(kind)) == "", (number, e)

    assert never - met == set(), f"{slug}: no game here tells of these, so nothing was looked at"


def test_one_that_is_told_to_others_would_be_found() -> None:
    e = next(e for e in happened("amber", 0) if type(e).__name__ == "HandDealt")
    row = rows("amber")["HandDealt"]
    others = [seat for seat in played("amber", 0).start.setup.seats if seat not in e.to.seats]

    assert wrong(e, row) == ""
    assert wrong(replace(e, to=PUBLIC), row) == "everybody was told a hand"
    assert wrong(replace(e, to=only(others[0])), row) != ""
    assert wrong(e, None) == "it stands in no row, and was told to few"


def public(one: Position, past: list[Position]) -> Position:
    """The same position with nothing in it that not everybody was told: no event, and no view but an observer's."""
    view = one.rules.view(OBSERVER, one.setup)
    for at in past:
        for e in told(at.events, OBSERVER):
            view.apply(e)
    return replace(one, events=tuple(told(one.events, OBSERVER)), views={OBSERVER: view})


def otherwise(positions: list[Position]) -> list[Position]:
    """The same positions with what few were told in another turn, and in another order."""
    secret = [[e for e in one.events if not e.to.includes(OBSERVER)] for one in positions]
    return [
        replace(one, events=(*reversed(other), *told(one.events, OBSERVER)))
        for one, other in zip(positions, reversed(secret), strict=True)
    ]


def read(positions: list[Position], slug: str, folder: Path) -> dict[str, bytes]:
    """All that anybody can read of a game: pages, feed, search, bundle, and the newsletter of each turn."""
    record, writes = record_of(positions), post(slug)
    found = site_of(record, writes, folder)
    found["bundle"] = bundle.written(record, "referee 1")
    for n, one in enumerate(positions[1:], 1):
        letter = writes.report(public(one, positions[: n + 1]), OBSERVER)
        found[f"newsletter {n}"] = f"{letter.subject}\n{letter.body}\n{letter.data}".encode()
    return found


@pytest.fixture(scope="module")
def as_it_was(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], dict[str, bytes]]:
    """All that anybody can read of a game that was played, made once."""
    return cache(lambda slug, number: read(going(number, slug), slug, tmp_path_factory.mktemp("plain")))


@PLAYED
def test_what_few_were_told_changes_no_byte_that_anybody_can_read(
    slug: str, tmp_path: Path, as_it_was: Callable[[str, int], dict[str, bytes]]
) -> None:
    for number in SHOWN:
        positions, plain = going(number, slug), as_it_was(slug, number)

        assert read(otherwise(positions), slug, tmp_path / f"other {number}") == plain
        for n, one in enumerate(positions[1:], 1):
            letter = post(slug).report(one, OBSERVER)
            assert f"{letter.subject}\n{letter.body}\n{letter.data}".encode() == plain[f"newsletter {n}"]


@PLAYED
def test_nothing_that_anybody_can_read_has_a_line_of_orders_or_a_kind_of_event_for_few(
    slug: str, tmp_path: Path, as_it_was: Callable[[str, int], dict[str, bytes]]
) -> None:
    closed = {kind for kind, row in rows(slug).items() if not row.open}
    for number in SHOWN:
        positions = going(number, slug)
        record = record_of(positions)
        blank = replace(record, steps=tuple(replace(one, events=b"[]") for one in record.steps))
        empty = site_of(blank, post(slug), tmp_path / f"empty {number}")
        always = "\n".join(unescape(one.decode()) for one in empty.values())
        files = bundle.opened(bundle.written(record, "referee 1"))
        found = as_it_was(slug, number)
        words = "\n".join(unescape(one.decode()) for path, one in found.items() if path != "bundle")
        words += "\n".join(one.decode() for one in files.values())
        lines = {
            line
            for step in played(slug, number).steps[: len(positions) - 1]
            for file in step.files.values()
            for line in file.lines(step.turn)
        }

        assert {kind for kind in closed if re.search(rf'"{kind}"', words)} == set()
        assert {line for line in lines if len(line.split()) > 2 and line in words and line not in always} == set()


def test_every_game_has_its_table() -> None:
    assert TABLES.keys() == rulesets().keys()
