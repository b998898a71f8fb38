"""Scenario 11: the GM previews, processes, finds a mistake of the rules, takes the turn back, and has it rerun."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import select

from referee.engine.audience import PUBLIC
from referee.engine.table import Table
from referee.games.corrections import CountCorrected
from referee.games.wizards_duel import RULESET
from referee.games.wizards_duel.events import RoundEnded
from referee.service.campaign.campaign import Kit
from referee.service.gm.preview import Preview
from referee.service.gm.turns import Process, Rerun, Rollback
from referee.service.records.archive import verify
from referee.service.rounds.command import carry_out
from referee.store import rollbacks
from referee.store.codec import Codec
from referee.store.tables import ReportRow, StepRow
from tests.service.reading import entries
from tests.service.world import Mail, World

WHY = "The points of a round were doubled by mistake."
PLAYERS = ("ana@players.example", "bob@players.example")


def doubled(t: Table[Any]) -> None:
    """Play a turn by rules that hold a mistake: what a sheet has is doubled."""
    RULESET.play(t)
    for seat, side in t.state.sides.items():
        gain = sum(r.points for r in t.state.rounds if r.sheet == seat)
        side.score += gain
        if gain:
            t.tell(CountCorrected(what="score", seat=seat, n=side.score, to=PUBLIC))


def with_rules(world: World, play: Any) -> None:
    """Let the campaign have these rules from now on."""
    usual = world.campaign.kit("wizards-duel")
    rules = replace(RULESET, play=play)
    kit = Kit(rules, lambda: usual.writer, Codec(rules), usual.tables)
    world.campaign._kits = dict.fromkeys((("wizards-duel", ""), ("wizards-duel", RULESET.edition)), kit)


def to_players(mails: list[Mail]) -> list[Mail]:
    """Leave the GM's letters away."""
    return sorted((m for m in mails if m.to in PLAYERS), key=lambda m: m.to)


def rounds(world: World) -> list[Any]:
    """Return the dice and cards of turn 1, as stored; none while it is not played."""
    codec = world.campaign.kit("wizards-duel").codec
    with world.campaign.store.reading() as tx:
        rows = tx.exec(select(StepRow).where(StepRow.step == 1)).all()
        events = [e for row in rows for e in codec.load_events(row.events)]
    return [(e.led, e.reply, e.led_dice, e.reply_dice) for e in events if isinstance(e, RoundEnded)][:4]


@pytest.fixture
def mistaken(world: World) -> World:
    """Turn 1 was played by rules with a mistake, orders for turn 2 are on file, and all mail is out."""
    with_rules(world, doubled)
    for seat in ("Ana", "Bob"):
        world.write(seat, "LEAD HIGHEST\nREPLY CHEAPEST WIN, LOWEST")
    world.tick()
    world.quiet()
    return world


def test_the_whole_way_from_a_preview_to_the_rerun(mistaken: World) -> None:
    world = mistaken
    carry_out(world.campaign, Preview(), world.row().name)
    assert to_players(world.mails()) == []

    carry_out(world.campaign, Process(), "duel")
    first = to_players(world.mails())
    luck = rounds(world)
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    world.quiet()

    with_rules(world, RULESET.play)
    carry_out(world.campaign, Rollback(n=1, text=WHY), "duel")
    world.quiet()
    taken_back = rounds(world)
    carry_out(world.campaign, Rerun(), "duel")
    again = to_players(world.mails())

    assert [m.subject.split(":")[0] for m in again] == ["[The duel] RERUN of turn 1"] * 2
    for mail in again:
        text = " ".join(mail.body.split())
        assert WHY in text
        assert "What is different from the earlier report (- then, + now)" in text
    assert (len(luck), taken_back) == (4, [])
    assert rounds(world) == luck, "the same chance"
    assert "orders on file for turn 2 before the turn was taken back: LEAD LOWEST" in " ".join(again[0].body.split())
    assert world.on_file("Ana") == ("REPLY CHEAPEST WIN, LOWEST",)

    with world.campaign.store.reading() as tx:
        kept = tx.exec(select(ReportRow).where(ReportRow.undone != None)).all()  # noqa: E711
        assert {row.body for row in kept} >= {m.body for m in first}, "the old reports stay in the archive"
        assert [one.reason for one in rollbacks.of_game(tx, world.row().id)] == [WHY]
    assert [(e.what, e.who, e.words) for e in entries(world.campaign, "duel")][-2:] == [
        ("rollback", "the GM", f"turn 1 was taken back: {WHY}"),
        ("rerun", "the GM", f"turn 1 was adjudicated anew: {WHY}"),
    ]
    assert verify(world.campaign, "duel").ok


def test_the_difference_is_made_of_a_readers_own_two_reports(mistaken: World) -> None:
    world = mistaken
    carry_out(world.campaign, Process(), "duel")
    first = {m.to: m.body.splitlines() for m in to_players(world.mails())}
    with_rules(world, RULESET.play)
    carry_out(world.campaign, Rollback(n=1, text=WHY), "duel")
    world.quiet()
    carry_out(world.campaign, Rerun(), "duel")

    again = to_players(world.mails())
    assert [mail.to for mail in again] == list(PLAYERS)
    for mail in again:
        lines = mail.body.splitlines()
        marked = [line for line in lines if line.startswith(("  - ", "  + "))]
        gone = [f"  {line[4:]}" for line in marked if line[2] == "-"]
        new = [f"  {line[4:]}" for line in marked if line[2] == "+"]
        assert gone
        assert set(gone) <= set(first[mail.to])
        assert set(new) <= set(lines)
