"""A moment of a game as it is stored, to write one of its letters anew."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.events import told
from referee.engine.game import ended
from referee.engine.setup import Setup
from referee.engine.sheet import OnFile, form_lines
from referee.reports.material import DUE_IN, Material
from referee.reports.parts import Head, Kind, OrderLine, in_force
from referee.service.campaign.campaign import Kit, Work
from referee.service.post.post import Post
from referee.service.turns import citations, opened
from referee.store import orders, steps
from referee.store.tables import GameRow, ReportRow, Reveal

OF_A_STEP = {Kind.WELCOME, Kind.REPORT, Kind.END, Kind.GM_TURN}
"""The kinds that tell a step; others belong to the one that is open."""


def material(work: Work, kit: Kit, row: GameRow, letter: ReportRow) -> Material:
    """Return the moment that a letter was written at, as its reader knew it."""
    head = replace(Post(work, row).head(Seat(letter.seat)), now=letter.made_at)
    step = letter.step if Kind(letter.kind) in OF_A_STEP else min(letter.step - 1, row.step)
    bare = Material(
        head, 0, (), None, letter.made_at + DUE_IN, options=kit.options(row), commitment=row.commitment,
        reveal=row.reveal is Reveal.FULL,
    )  # fmt: skip
    return bare if step < 0 or row.seed is None else _played(work, kit, row, bare, step)


def _played(work: Work, kit: Kit, row: GameRow, bare: Material, step: int) -> Material:
    """Add what was played by then, and what its reader was told of it."""
    tx, rules, head = work.tx, kit.rules, bare.head
    one = steps.played(tx, kit.codec, row.id, step)
    setup = steps.as_now(tx, rules, row.id, step)
    seat, reader = head.seat, OBSERVER if head.seat == GM else head.seat
    view, end = rules.look(one.state, reader, setup), ended(one.events)
    cited = citations.cited(tx, row.id, step)
    sits = seat in setup.seats
    return replace(
        bare,
        step=step,
        told=told(one.events, seat),
        view=view,
        deadline=_due(work, row, head, step),
        orders=_filed(work, kit, row, setup, seat, step) if sits else (),
        filed=_filed(work, kit, row, setup, seat, step + 1) if sits else (),
        form=form_lines(rules.orders.form(view), _standing(work, row, seat, step)) if sits and end is None else (),
        notices=tuple(words for who, words in cited if who.includes(seat)),
        situation=kit.writer.situation(rules.look(one.state, OBSERVER, setup), told(one.events, OBSERVER)),
        examples=rules.orders.examples(view) if sits and end is None else (),
        **(_over(work, kit, row) if end is not None else {}),
    )


def _over(work: Work, kit: Kit, row: GameRow) -> dict[str, Any]:
    """Add what is told of a game that is over."""
    post, game = Post(work, row), steps.load(work.tx, kit.codec, row.id)
    found = opened.opened(post, game)
    return {
        "end": game.end,
        "turning": kit.writer.turning(steps.events(work.tx, kit.codec, row.id, since=1)),
        "opened": found,
        "all_orders": opened.all_orders(post, kit, game) if found else (),
    }


def _due(work: Work, row: GameRow, head: Head, step: int) -> datetime:
    """Return when the step after was due, or was played."""
    if step < row.step:
        return steps.played_at(work.tx, row.id, step + 1)
    return row.due_at or head.now + DUE_IN


def _filed(work: Work, kit: Kit, row: GameRow, setup: Setup, seat: Seat, step: int) -> tuple[OrderLine, ...]:
    """Return what was on file for a step, or in force for it; of a seat that the referee plays, none stands."""
    file = orders.all_latest(work.tx, row.id, until=step).get(seat) or OnFile()
    if step <= row.step:
        lines = steps.played(work.tx, kit.codec, row.id, step).orders.get(seat, ())
        file = file if file.lines(step) == lines else OnFile({step: lines})
    return in_force(file, step, kit.rules.reader(kit.lexicon(setup.seats), seat))


def _standing(work: Work, row: GameRow, seat: Seat, step: int) -> tuple[str, ...]:
    """Return what stood for a seat when a step had been played."""
    return (orders.all_latest(work.tx, row.id, until=step).get(seat) or OnFile()).standing
