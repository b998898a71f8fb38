"""`referee verify` needs a bundle and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.archive import packing
from referee.archive.checks import Checks
from tests.archive.test_untouched import KEPT
from tests.archive.touching import remade
from tests.cli.conftest import Referee

DUEL = KEPT / "wizards-duel.zip"


def test_a_bundle_that_nobody_touched_is_good(nowhere: Referee) -> None:
    said = nowhere("verify", str(DUEL))

    lines = said.out.splitlines()
    assert (said.code, said.err) == (0, "")
    assert lines[0] == "The game-5 (wizards-duel), 4 turns: the whole game."
    assert lines[-1] == "Nothing was changed."


def test_what_no_signature_holds_is_said_not_to_be_seen(nowhere: Referee, tmp_path: Path) -> None:
    files = packing.unpacked(DUEL.read_bytes())
    without = {path: data for path, data in files.items() if not path.endswith("/draws.json")}
    (tmp_path / "touched.zip").write_bytes(remade(without))

    lines = nowhere("verify", str(tmp_path / "touched.zip")).out.splitlines()

    assert "Not looked at: Who made this bundle: nobody has signed it." in lines
    assert lines[-2:] == [
        "Not looked at: What was drawn in turns 0, 1, 2, 3 and 4 stands in no file, though it can be played again.",
        "Nothing was changed that can be seen so.",
    ]


def test_what_was_changed_is_named_with_its_turn_and_the_exit_code_says_so(nowhere: Referee, tmp_path: Path) -> None:
    files = packing.unpacked(DUEL.read_bytes())
    path = "steps/0002/output.json"
    touched = tmp_path / "touched.zip"
    touched.write_bytes(packing.packed({**files, path: files[path].replace(b"Anna", b"Hanna", 1)}))
    assert touched.read_bytes() != DUEL.read_bytes()

    said, told = nowhere("verify", str(touched)), nowhere("verify", str(touched), "--json")

    assert said.code == told.code == 1
    assert f"BAD, in turn 2, {path}: It is not what the list says it was." in said.out
    assert said.out.endswith("This is not the game as it was played: it differs from turn 2 on.\n")
    assert (told.data["ok"], {one["turn"] for one in told.data["differences"]}) == (False, {2})


def test_another_key_than_the_campaigns_is_found_and_what_is_none_is_refused(nowhere: Referee) -> None:
    other, none = nowhere("verify", str(DUEL), "--key", "00" * 32), nowhere("verify", str(DUEL), "--key", "xyz")

    assert other.code == 1
    assert "BAD, in signature.json: It is another key's than yours." in other.out
    assert (none.code, none.out) == (2, "")
    assert "A key has 64 figures from 0 to f" in none.err


def test_what_is_no_bundle_is_refused_kindly(nowhere: Referee, tmp_path: Path) -> None:
    (tmp_path / "words.zip").write_text("hello")

    for file in (tmp_path / "words.zip", tmp_path / "nothing.zip", tmp_path):
        said = nowhere("verify", str(file))
        assert (said.code, said.out) == (2, "")
        assert "Traceback" not in said.err


def test_a_mistake_of_the_program_is_called_one_and_says_nothing_against_the_bundle(
    nowhere: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(self: Checks) -> None:
        raise TypeError("no number")

    monkeypatch.setattr(Checks, "chain", mistaken)
    said = nowhere("verify", str(DUEL))

    assert (said.code, said.out) == (70, "")
    assert said.err == "The referee made a mistake of its own (TypeError). referee --debug shows where.\n"
    assert nowhere("verify", str(DUEL), "--debug").code == 1
