"""Editions of a game's rules: a game is played to its end by the one that it began with, or as the GM says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee import games as rulesets
from referee.archive import bundle
from referee.engine.errors import SetupError
from referee.games.wizards_duel import RULESET
from referee.service.campaign.campaign import StandsStill, Watch
from referee.service.gm.deadlines import Pause, Resume
from referee.service.gm.ending import EndGame
from referee.service.gm.settings import Adopt
from referee.service.gm.turns import Process
from referee.service.records import archive
from referee.service.records.bringing import bring_in
from referee.service.records.bundles import export
from referee.service.records.overview import game_page, overview
from referee.service.rounds.command import carry_out, foreseen
from referee.service.upkeep.doctor import examine
from referee.store import games
from referee.store.codec import Codec
from referee.store.tables import Reading, Status
from tests.service.reading import attention_of
from tests.service.world import World

STILL = (
    "duel is played by edition 0 of Wizard's Duel, and this program has edition 1, so it stands still. Go on with the"
    " program that played it so far, or let it go on by other rules: referee game adopt duel 1 --reason TEXT"
)


THERE = ["1"]
"""The editions of Wizard's Duel that the program has, the newest first."""


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = rulesets.find

    def find(slug: str, edition: str = "") -> rulesets.Rules:
        if slug != "wizards-duel":
            return usual(slug, edition)
        if edition not in ("", *THERE):
            raise rulesets.NoEdition(RULESET.title, edition, THERE[0])
        return replace(RULESET, edition=edition or THERE[0])

    monkeypatch.setattr(rulesets, "find", find)


def has(world: World, *editions: str) -> None:
    """Let a program go on that has these editions of Wizard's Duel, the newest first."""
    THERE[:] = editions
    world.campaign.watch, world.campaign._kits = Watch(), {}


@pytest.fixture
def old(tmp_path: Path) -> World:
    """A duel that began with edition 0, of which one turn was adjudicated; the program has edition 1 alone."""
    world = World.made(tmp_path)
    has(world, "0")
    world.game()
    world.adjudicate()
    has(world, "1")
    return world.quiet()


def test_a_game_begins_by_the_newest_edition_and_is_played_by_it_to_its_end(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    has(world, "0")
    world.game(start=False)
    before = game_page(world.campaign, "duel").edition
    has(world, "1", "0")
    world.start()
    begun = world.row().edition
    has(world, "2", "1")
    world.adjudicate()

    assert (before, begun, world.row().edition) == ("0", "1", "1")
    assert [one.edition for one in archive.history(world.campaign, "duel").steps] == ["1", "1"]
    assert world.campaign.kit_of(world.row()).rules.edition == "1"


def test_a_program_without_a_game_s_edition_holds_it_and_tells_the_gm(old: World) -> None:
    before = old.row()
    old.tick()
    mails = old.mails()
    old.clock.forward(days=9)
    old.tick()

    assert (old.row().status, old.row().hold_reason, old.row().step) == (Status.HELD, STILL, before.step)
    assert [m.to for m in mails] == ["gm@referee.example"]
    assert STILL in " ".join(mails[0].body.replace("\n  ", " ").split())
    assert [m.to for m in old.mails() if m.to != "gm@referee.example"] == []


def test_letters_wait_for_a_program_that_has_the_edition(old: World) -> None:
    old.tick()
    letter = old.write("Ana", "LEAD HIGHEST")
    old.tick()
    waits = (old.kept(letter).state, overview(old.campaign).unread)
    has(old, "1", "0")
    carry_out(old.campaign, Resume(), "duel")
    old.tick()

    assert waits == (Reading.STORED, 1)
    assert (old.outcome(letter), old.on_file("Ana")) == ("orders filed", ("LEAD HIGHEST",))


def test_after_a_change_of_the_program_the_doctor_says_what_will_stand_still_before_it_does(old: World) -> None:
    [found] = [one for one in examine(old.campaign.settings.folder, send=False) if one.what == "editions"]

    assert old.row().status is Status.RUNNING
    assert (found.well, found.found) == (False, STILL)


def test_a_turn_that_is_run_by_hand_is_refused_with_what_can_be_done_and_the_game_is_as_it_was(old: World) -> None:
    with pytest.raises(StandsStill) as refused:
        carry_out(old.campaign, Process(), "duel")

    assert str(refused.value) == STILL
    assert (old.row().status, old.row().step, old.mails()) == (Status.RUNNING, 1, [])


def test_a_turn_in_play_by_rules_that_are_gone_is_first_to_end_where_they_are(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    has(world, "0")
    world.game(live="on")
    world.adjudicate()
    has(world, "1")

    with pytest.raises(SetupError) as refused:
        carry_out(world.campaign, Adopt(n=1, text="So."), "duel")

    assert str(refused.value) == (
        "Turn 1 is being played already. Let it come to its end by the program that played it so far, which has edition"
        " 0, then adopt."
    )


def test_a_game_that_stands_still_is_shown_named_and_not_resumed(old: World) -> None:
    old.tick()
    [item] = [one for one in attention_of(old.campaign) if one.what == "edition"]
    [found] = [one for one in examine(old.campaign.settings.folder, send=False) if one.what == "editions"]
    page = game_page(old.campaign, "duel")

    assert item.words == STILL
    assert (found.well, found.found) == (False, STILL)
    assert (page.edition, page.stands_still, page.line.edition) == ("0", STILL, "0")
    with pytest.raises(StandsStill, match="stands still"):
        carry_out(old.campaign, Resume(), "duel")
    assert old.row().status is Status.HELD


def test_editions_that_the_program_has_are_named(old: World) -> None:
    has(old, "1", "0")
    found = [(one.ruleset, one.edition) for one in overview(old.campaign).games]

    assert found == [("wizards-duel", "0")]


def test_a_game_goes_on_by_another_edition_when_the_gm_says_so(old: World) -> None:
    old.tick()
    letter = old.write("Ana", "LEAD LOWEST")
    old.tick()
    old.quiet()
    said = carry_out(old.campaign, Adopt(n=1, text="The old program is gone"), "duel").words
    told = {m.to: " ".join(m.body.split()) for m in old.mails()}
    carry_out(old.campaign, Resume(), "duel")
    old.tick()
    old.adjudicate()
    verdict = archive.verify(old.campaign, "duel")

    assert said == (
        "From turn 2 on it is played by edition 1, and everybody is told. It is held as before: RESUME lets it go on."
    )
    assert sorted(told) == ["ana@players.example", "bob@players.example"]
    assert (
        "From turn 2 on this game is played by edition 1 of the rules of Wizard's Duel, so far by edition 0:"
        " | The old program is gone. What was played stays as it is, and so do your orders on file."
    ) in told["bob@players.example"]
    assert old.outcome(letter) == "orders filed"
    assert [one.edition for one in archive.history(old.campaign, "duel").steps] == ["0", "0", "1"]
    assert (verdict.ok, verdict.unplayed) == (True, (0, 1))
    assert verdict.words == (
        "3 steps are as they were written, played under editions 0 and 1; this program has 1. Turns 0 to 1 were not"
        " played again, for this program has edition 1 alone of those rules: that says nothing against them. A program"
        " with the edition of then can play them again."
    )


def test_in_a_paused_game_no_deadline_is_told_with_another_edition(old: World) -> None:
    has(old, "1", "0")
    carry_out(old.campaign, Pause(text="Bob is away."), "duel")
    old.quiet()
    carry_out(old.campaign, Adopt(n=1, text="Better rules."), "duel")

    told = [mail.body for mail in old.mails() if mail.to == "bob@players.example"]
    assert [("played by edition 1" in body, "are due" in body) for body in told] == [(True, False)]


def test_a_game_of_two_editions_is_played_again_by_both(old: World) -> None:
    has(old, "1", "0")
    carry_out(old.campaign, Adopt(n=1, text="Better rules."), "duel")
    old.adjudicate()
    verdict = archive.verify(old.campaign, "duel")

    assert (verdict.ok, verdict.unplayed, verdict.editions) == (True, (), ("0", "1"))
    assert verdict.words == (
        "3 steps are as they were written, played under editions 0 and 1; this program has 1, and the earlier rules"
        " beside it."
    )


@pytest.mark.parametrize(
    ("edition", "reason", "says"),
    [
        (0, "So.", "The duel is played by edition 0 already."),
        (7, "So.", "This program has no edition 7 of Wizard's Duel; its newest is edition 1."),
        (1, " ", "Say why: the reason is told to everybody."),
    ],
)
def test_what_cannot_be_adopted_is_refused_and_nothing_is_changed(
    edition: int, reason: str, says: str, old: World
) -> None:
    for way in (foreseen, carry_out):
        with pytest.raises(SetupError) as refused:
            way(old.campaign, Adopt(n=edition, text=reason), "duel")
        assert str(refused.value) == says
    assert old.row().edition == "0"
    assert old.mails() == []


def test_an_edition_that_cannot_read_what_was_played_is_not_adopted(old: World) -> None:
    has(old, "1", "0")
    kit = old.campaign.kit("wizards-duel", "1")
    stored = replace(kit.rules.stored, events=())
    old.campaign._kits["wizards-duel", "1"] = replace(kit, codec=Codec(replace(kit.rules, stored=stored)))

    with pytest.raises(SetupError) as refused:
        carry_out(old.campaign, Adopt(n=1, text="So."), "duel")

    assert str(refused.value) == (
        "Edition 1 of Wizard's Duel cannot read what was played so far, or what is on file: it cannot go on."
    )
    assert (old.row().edition, old.mails()) == ("0", [])


def test_a_letter_of_the_gm_adopts_once_it_is_confirmed(old: World) -> None:
    has(old, "1", "0")
    said = foreseen(old.campaign, Adopt(n=1, text="Better rules."), "duel")

    assert said == (
        "The duel is played by edition 1 of its rules from turn 2 on, so far by edition 0."
        " Everybody is told: Better rules."
    )


def test_a_game_whose_package_is_gone_is_held_and_nothing_else_suffers(old: World) -> None:
    has(old, "1", "0")
    old.game("second")
    with old.campaign.store.writing() as tx:
        tx.change(games.game(tx, old.row().id), ruleset="river-crossing")
    has(old, "1", "0")
    old.tick()

    assert old.row().status is Status.HELD
    assert old.row().hold_reason.startswith(
        "duel stands still, for its rules cannot be loaded. There is no game river-crossing."
    )
    assert old.row("second").status is Status.RUNNING
    [found] = [one for one in examine(old.campaign.settings.folder, send=False) if one.what == "editions"]
    assert (found.well, found.found) == (False, old.row().hold_reason)


def test_a_game_of_an_edition_that_is_gone_is_brought_in_and_says_what_was_not_looked_at(
    old: World, tmp_path: Path
) -> None:
    has(old, "0")
    carry_out(old.campaign, EndGame(result="Ana", reason="Enough."), "duel")
    export(old.campaign, "duel", tmp_path / "duel.zip")
    other = World.made(tmp_path / "other")
    has(other, "1")
    found = bring_in(other.campaign, tmp_path / "duel.zip")
    page, verdict = game_page(other.campaign, "duel"), archive.verify(other.campaign, "duel")
    export(other.campaign, "duel", tmp_path / "again.zip")
    again = bundle.read((tmp_path / "again.zip").read_bytes())
    other.campaign.close()

    assert "edition" in found.remark
    assert (page.line.status, page.edition) == (Status.OVER, "0")
    assert (verdict.ok, verdict.unplayed) == (True, (0, 1, 2))
    assert again.record == bundle.read((tmp_path / "duel.zip").read_bytes()).record
    assert again.signature is None
