"""A game of one's own gets another edition as the guide tells its author: the rules of before lie in a folder."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from referee import games as rulesets
from referee.archive import verification
from referee.archive.finding import Proof
from referee.resources import shipped
from referee.service.campaign.campaign import StandsStill, Watch
from referee.service.gm.settings import Adopt
from referee.service.gm.turns import Process
from referee.service.records import archive
from referee.service.records.bundles import export
from referee.service.records.overview import game_page, overview
from referee.service.rounds.command import carry_out
from referee.service.upkeep.doctor import examine
from tests.service.reading import entries, record_for
from tests.service.world import World

SLUG, PACKAGE = "tiny-game", "tiny_game"
SEATS = ("Ana", "Bob")
REPLAYED = "Played again by the rules, the set-up and every turn come to what is stored"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package of a game in edition 1, as the guide begins it, where a program finds it."""
    folder = Path(shutil.copytree(shipped("templates") / "new_game" / PACKAGE, tmp_path / "games" / PACKAGE))
    monkeypatch.syspath_prepend(str(tmp_path / "games"))
    usual = rulesets._loaders
    monkeypatch.setattr(rulesets, "_loaders", lambda: usual() | {SLUG: rulesets._loader(PACKAGE)})
    yield folder
    forget()


def forget() -> None:
    """Let the package be read anew, as a program does that starts."""
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def changed(package: Path, world: World, *, kept: bool) -> None:
    """Change its rules as the guide tells: by edition 2 the lowest stone takes the trick; ``kept`` is the first."""
    if kept:
        shutil.copytree(package, package / "edition_1", ignore=shutil.ignore_patterns("__pycache__"))
    record, turn = package / "__init__.py", package / "turn.py"
    record.write_text(record.read_text().replace("Ruleset(\n", 'Ruleset(\n    edition="2",\n'))
    turn.write_text(turn.read_text().replace("winner = max(laid", "winner = min(laid"))
    started_anew(world)


def started_anew(world: World) -> None:
    """Let another program of the same campaign go on."""
    forget()
    world.campaign.watch, world.campaign._kits = Watch(), {}


def took(world: World, name: str) -> list[str]:
    """Of each turn whether the highest or the lowest stone took the trick."""
    steps = [orjson.loads(step.events) for step in record_for(world.campaign, name, "GM").steps[1:]]
    return [_took([one for event in events for one in event.items()]) for events in steps]


def _took(events: list[tuple[str, Any]]) -> str:
    laid = {said["stone"]["number"]: said["seat"] for name, said in events if name == "StoneLaid"}
    [winner] = [said["seat"] for name, said in events if name == "TrickWon"]
    return {laid[max(laid)]: "highest", laid[min(laid)]: "lowest"}[winner]


def looked_at(world: World, name: str) -> Proof:
    """What the verifier says of all of a game."""
    file = world.campaign.settings.folder / f"{name}.zip"
    export(world.campaign, name, file, unsealed=True, anew=True)
    return verification.verify(file.read_bytes())


def named(world: World) -> dict[str, Any]:
    """The editions of all games, as the commands name them that a GM looks with."""
    [doctor] = [one for one in examine(world.campaign.settings.folder, send=False) if one.what == "editions"]
    lines = overview(world.campaign).games
    pages = {line.name: game_page(world.campaign, line.name).edition for line in lines}
    assert {line.name: line.edition for line in lines} == pages
    return {"doctor": doctor.found, "games": pages}


@pytest.fixture
def world(package: Path, tmp_path: Path) -> Iterator[World]:
    """A campaign with a game of edition 1, of which a turn was played."""
    made = World.made(tmp_path)
    made.game("old", SEATS, ruleset=SLUG)
    made.adjudicate("old")
    yield made.quiet()
    made.campaign.close()


def test_a_game_that_has_begun_goes_on_by_the_rules_that_lie_beside_the_new_ones(package: Path, world: World) -> None:
    changed(package, world, kept=True)
    world.game("new", SEATS, ruleset=SLUG)
    world.adjudicate("old")
    proofs = {name: looked_at(world, name) for name in ("old", "new")}

    assert [took(world, name) for name in ("old", "new")] == [["highest", "highest"], ["lowest"]]
    assert named(world) == {
        "doctor": "played are old by tiny-game 1, new by tiny-game 2", "games": {"new": "2", "old": "1"},
    }  # fmt: skip
    assert [archive.verify(world.campaign, name).words for name in ("old", "new")] == [
        "3 steps are as they were written, played under edition 1; this program has 2, and the earlier rules beside"
        " it.",
        "2 steps are as they were written.",
    ]
    assert [(proof.good, REPLAYED in " ".join(proof.found)) for proof in proofs.values()] == [(True, True)] * 2


def test_a_game_whose_rules_were_given_up_goes_on_when_its_gm_adopts_the_new_ones(package: Path, world: World) -> None:
    changed(package, world, kept=False)
    with pytest.raises(StandsStill, match="old is played by edition 1 of Tiny Game, and this program has edition 2"):
        carry_out(world.campaign, Process(), "old")
    carry_out(world.campaign, Adopt(n=2, text="The lowest is fairer."), "old")
    letters = {mail.to: " ".join(mail.body.split()) for mail in world.mails()}
    world.adjudicate("old")
    without = archive.verify(world.campaign, "old"), looked_at(world, "old")

    words = "From turn 2 on this game is played by edition 2 of the rules of Tiny Game, so far by edition 1:"
    assert [f"{words} | The lowest is fairer." in letters[world.address(seat)] for seat in SEATS] == [True, True]
    log = [entry.words for entry in entries(world.campaign, "old")]
    assert "from turn 2 on by edition 2 of the rules: The lowest is fairer." in log
    assert took(world, "old") == ["highest", "lowest"]
    assert [step.edition for step in archive.history(world.campaign, "old").steps] == ["1", "1", "2"]
    assert (without[0].ok, without[0].unplayed, without[1].good) == (True, (0, 1), True)
    assert without[1].found[-1] == "Played again by the rules, 1 of 3 turns come to what is stored, with 0 draws."


def test_each_turn_of_a_bundle_is_played_again_by_the_rules_of_its_edition(package: Path, world: World) -> None:
    changed(package, world, kept=True)
    carry_out(world.campaign, Adopt(n=2, text="The lowest is fairer."), "old")
    world.adjudicate("old")
    proof = looked_at(world, "old")

    assert took(world, "old") == ["highest", "lowest"]
    assert proof.good
    assert proof.found[-1] == f"{REPLAYED}, with 1 draw."
    assert archive.verify(world.campaign, "old").words == (
        "3 steps are as they were written, played under editions 1 and 2; this program has 2, and the earlier rules"
        " beside it."
    )
