"""Letters of a real game, if it is there: what holds for every step of a duel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from referee.engine.audience import OBSERVER, Seat
from referee.engine.chance import Chance
from referee.engine.events import Event, told
from referee.engine.game import Game
from referee.engine.reader import Reader
from referee.engine.setup import Setup
from referee.engine.sheet import OnFile
from referee.games import cards
from referee.games import wizards_duel as duel
from referee.reports import wrap
from referee.reports.pages import ReportPage
from referee.reports.parts import Head, Letter, in_force
from referee.reports.writer import Writer
from referee.resources import Resources

RULES: Any = duel.RULESET

SEATS = (Seat("Ana"), Seat("Bo"))
NOW = datetime(2026, 11, 24, 19, 2, tzinfo=UTC)
STEPS = 8


@cache
def writer() -> Writer:
    return Writer(RULES, Resources())


def lexicon() -> Any:
    resources = Resources()
    return RULES.words.lexicon(SEATS, {n: resources.table(n, game_folder=RULES.folder) for n in RULES.words.tables})


def played(seed: bytes) -> Iterator[tuple[Game[Any, Any], Mapping[Seat, OnFile]]]:
    """Play a duel with orders scribbled at random, and give each step with what was in force."""
    game = Game.start(RULES, Setup(SEATS, RULES.settle({})), seed)
    files = {seat: OnFile() for seat in SEATS}
    while game.end is None and game.step < STEPS:
        step = game.step + 1
        orders = {}
        for seat in SEATS:
            lines = RULES.bots.scribble(game.view(seat), Chance(seed, step), False)
            sheet = Reader(RULES.grammar, lexicon(), seat, step).read(lines)
            files[seat] = files[seat].after(sheet, RULES.grammar, step)
            orders[seat] = files[seat].in_force(step, RULES.reader(lexicon(), seat))
        game = game.play(orders)
        yield game, dict(files)


def report(game: Game[Any, Any], seat: Seat, file: OnFile) -> Letter:
    """Write one seat's report."""
    view = game.view(seat)
    orders = in_force(file, game.step, RULES.reader(lexicon(), seat))
    head = Head("Night Candles", seat, NOW, "Europe/Berlin", SEATS)
    page = ReportPage(head, game.step, told(game.events, seat), view, orders, NOW, tuple(RULES.orders.form(view)))
    return writer().write(page)


def named(e: Event) -> set[Any]:
    """Collect the cards in an event's fields."""
    values = [getattr(e, f.name) for f in fields(e)]
    flat = [x for v in values for x in (v if isinstance(v, tuple) else (v,))]
    return {x.face for x in flat if isinstance(x, cards.Card)}


@pytest.mark.parametrize("seed", [bytes([n]) * 32 for n in range(3)])
def test_letters_fit_and_name_only_what_was_told(seed: bytes) -> None:
    known: dict[Seat, set[Any]] = {seat: set() for seat in SEATS}
    start = Game.start(RULES, Setup(SEATS, RULES.settle({})), seed)
    say = writer().lines.environment.globals["say"]
    names = {face: say(face).lower() for face in cards.tarot()}  # type: ignore[operator]
    for seat in SEATS:
        known[seat] |= {c for e in told(start.events, seat) for c in named(e)}
    for game, files in played(seed):
        for seat in SEATS:
            known[seat] |= {c for e in told(game.events, seat) for c in named(e)}
            letter = report(game, seat, files[seat])

            assert [x for x in letter.body.split("\n") if wrap.width(x) > 72 or x != x.rstrip()] == []
            assert {c for c, name in names.items() if name in letter.body.lower()} <= known[seat]


def test_subjects_say_the_same_to_both_players_in_their_own_words() -> None:
    for game, files in played(b"s" * 32):
        said = {
            report(game, seat, files[seat]).subject.replace("You are", f"{seat} is").replace("your", f"{seat}'s")
            for seat in SEATS
        }
        assert len(said) == 1


def test_an_observer_reads_the_public_story() -> None:
    game, _ = next(played(b"o" * 32))
    view = RULES.look(game.state, OBSERVER, game.setup)
    head = Head("Night Candles", OBSERVER, NOW, "UTC", SEATS)

    body = writer().write(ReportPage(head, game.step, told(game.events, OBSERVER), view)).body

    assert "Round 1." in body
    assert "WHAT ONLY YOU KNOW" not in body
    assert "You" not in body.split("WHERE EVERYBODY STANDS")[0]


def test_the_rules_of_the_defaults_are_found() -> None:
    from referee.reports.rulebook import rules_text

    assert "have no part" not in " ".join(rules_text(RULES, "DEFAULTS"))
    assert "have no part" not in " ".join(rules_text(RULES, "WD-6"))
