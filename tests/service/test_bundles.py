"""A game is handed out as one file: sealed as ever, never over another file, and never half."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.archive import bundle, signature
from referee.engine.errors import SetupError
from referee.service.records.bundles import FOR_THE_GM, export
from referee.store.tables import Reveal, Status
from tests.service.reading import record_for
from tests.service.storied import NAME, storied
from tests.service.world import World


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[World]:
    """A game that has begun."""
    made = World.made(tmp_path)
    made.game(NAME)
    yield made.quiet()
    made.campaign.close()


def log_of(world: World) -> list[str]:
    """What Ana may know of what was done, in words."""
    return [one.words for one in record_for(world.campaign, NAME, "Ana").acts]


def over(world: World, reveal: Reveal = Reveal.FULL) -> None:
    with world.campaign.store.writing() as tx:
        row = world.row(NAME)
        row.status, row.reveal, row.ended_at, row.due_at = Status.OVER, reveal, world.clock.moment, None
        tx.merge(row)


def test_the_whole_of_a_game_that_is_over_is_written_signed(begun: World, tmp_path: Path) -> None:
    over(begun)
    made, file = export(begun.campaign, NAME, tmp_path / "a.zip"), tmp_path / "a.zip"
    found = bundle.read(file.read_bytes())

    assert (made.scope, made.size, made.remark) == ("whole", file.stat().st_size, "")
    assert found.record == record_for(begun.campaign, NAME, "GM")
    assert found.signature is not None
    with begun.campaign.reading() as work:
        assert found.signature.key == begun.campaign.public_key(work.tx).hex()
    head = bundle.opened(file.read_bytes())["bundle.json"]
    assert signature.check(bytes.fromhex(found.signature.key), head, bytes.fromhex(found.signature.signature))
    assert file.stat().st_mode & 0o777 == 0o600


def test_all_of_a_game_that_goes_on_is_sealed_and_a_look_is_told_before_it_is_written(
    begun: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.zip"
    with pytest.raises(SetupError, match=r"goes on, and all of it holds every hand\. Add --unseal"):
        export(begun.campaign, NAME, file)
    assert (file.exists(), "looked at the whole game" in log_of(begun)) == (False, False)

    with monkeypatch.context() as patch:
        patch.setattr("referee.archive.bundle.written", stopped)
        with pytest.raises(KeyboardInterrupt):
            export(begun.campaign, NAME, file, unsealed=True)
    assert (file.exists(), "looked at the whole game" in log_of(begun)) == (False, True)

    made = export(begun.campaign, NAME, file, unsealed=True)
    assert "for its GM alone" in made.remark
    begun.adjudicate(NAME)
    assert "The GM has looked at the whole game." in next(m.body for m in begun.mails() if m.to.startswith("ana@"))


def test_what_a_seat_knows_is_sealed_too_and_what_is_public_is_not(begun: World, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="Ana's letters and orders are sealed until The autumn is over"):
        export(begun.campaign, NAME, tmp_path / "ana.zip", reader="Ana")
    before = log_of(begun)
    export(begun.campaign, NAME, tmp_path / "all.zip", reader="observer")
    assert log_of(begun) == before

    export(begun.campaign, NAME, tmp_path / "ana.zip", reader="ana", unsealed=True)
    assert log_of(begun)[-1] == "looked at Ana's letters and orders"
    assert bundle.read((tmp_path / "ana.zip").read_bytes()).record.reader == "Ana"


def test_a_game_that_is_not_opened_is_whole_for_its_gm_alone_who_is_told_so(begun: World, tmp_path: Path) -> None:
    over(begun, Reveal.NONE)

    assert export(begun.campaign, NAME, tmp_path / "a.zip").remark == FOR_THE_GM
    assert export(begun.campaign, NAME, tmp_path / "b.zip", reader="observer").remark == ""
    assert not bundle.read((tmp_path / "b.zip").read_bytes()).record.opened


def test_no_file_is_written_over_unless_it_is_asked_for(begun: World, tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    file.write_text("mine")
    with pytest.raises(SetupError, match="there is a file of this name already, and nothing was written"):
        export(begun.campaign, NAME, file, reader="observer")
    assert file.read_text() == "mine"

    export(begun.campaign, NAME, file, reader="observer", anew=True)
    assert bundle.read(file.read_bytes()).record.scope == "observer"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.zip", "campaign"]


@pytest.mark.parametrize(
    ("file", "why"), [("", "is a folder. Name a file in it"), ("nowhere/a.zip", "there is no such folder")]
)
def test_a_place_where_no_file_can_be_is_refused_before_anybody_is_told_of_a_look(
    begun: World, tmp_path: Path, file: str, why: str
) -> None:
    with pytest.raises(SetupError, match=why):
        export(begun.campaign, NAME, tmp_path / file, unsealed=True)

    assert "looked at the whole game" not in log_of(begun)


def stopped(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("where", "there"),
    [("os.fsync", False), ("os.link", False), ("os.fsync", True), ("os.link", True), ("os.replace", True)],
)
@pytest.mark.parametrize("nameless", [True, False])
def test_who_is_stopped_while_writing_leaves_no_half_file(
    begun: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, there: bool, nameless: bool
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    if there:
        (folder / "a.zip").write_text("mine")
    if not nameless:
        monkeypatch.delattr(os, "O_TMPFILE")
    monkeypatch.setattr(where, stopped)
    with pytest.raises(KeyboardInterrupt):
        export(begun.campaign, NAME, folder / "a.zip", reader="observer", anew=there)

    assert {one.name for one in folder.iterdir() if not one.name.startswith(".a.zip.")} == (
        {"a.zip"} if there else set()
    )
    if there:
        assert (folder / "a.zip").read_text() == "mine"


def test_a_game_of_which_nothing_was_played_has_nothing_to_hand_out(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(NAME, start=False)
    with pytest.raises(SetupError, match=r"Nothing of The autumn was played yet, so there is nothing to hand out\."):
        export(world.campaign, NAME, tmp_path / "a.zip", unsealed=True)
    world.campaign.close()


@pytest.mark.parametrize("slug", ["amagande", "amber", "elements", "living-trumps", "normal-cards"])
def test_a_game_of_any_ruleset_is_the_same_when_it_is_read_again(tmp_path: Path, slug: str) -> None:
    world = storied(tmp_path, slug)
    export(world.campaign, NAME, tmp_path / "a.zip")
    record = record_for(world.campaign, NAME, "GM")
    world.campaign.close()

    assert bundle.read((tmp_path / "a.zip").read_bytes()).record == record
