"""The guide to writing a game, followed to the letter: every command is run, every listing is typed in."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.house.source import ROOT

GUIDE = ROOT / "referee" / "games" / "WRITING.md"
BLOCK = re.compile(r"^(?:[^\n]*In `(?P<file>[^`\n]+)`:\n\n)?```(?P<kind>console|diff)\n(?P<text>.*?)^```", re.M | re.S)


@dataclass
class Stranger:
    """Somebody with a fresh environment, who stands in a folder and does what the page says."""

    place: Path
    environment: dict[str, str]

    def runs(self, command: str) -> str:
        """What a command prints; `cd` goes into a folder."""
        words = shlex.split(command)
        if words[0] == "cd":
            self.place /= words[1]
            return ""
        done = subprocess.run(
            words, cwd=self.place, env=self.environment, capture_output=True, text=True, timeout=900, check=False
        )
        assert done.returncode in (0, 1), done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout

    def types(self, file: str, listing: str) -> None:
        """Change a file as a listing says."""
        path = self.place / file
        text = path.read_text(encoding="utf-8")
        old, new = ("".join(f"{line[1:]}\n" for line in listing.splitlines() if line[0] in f" {sign}") for sign in "-+")
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def stranger(tmp_path: Path) -> Stranger:
    """An empty folder, and a fresh environment that has the referee and what it needs, but no network."""
    home = tmp_path / "venv"
    venv.create(home, with_pip=False)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))
    (packages / "referee.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    for name, words in (("referee", "-m referee"), ("pip", f"-m pip --python {home}/bin/python")):
        runs = f"{home}/bin/python" if name == "referee" else sys.executable
        (home / "bin" / name).write_text(f'#!/bin/sh\nexec {runs} {words} "$@"\n', encoding="utf-8")
        (home / "bin" / name).chmod(0o755)
    (tmp_path / "work").mkdir()
    pip = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_DEPS": "1"}
    path = f"{home}/bin{os.pathsep}{os.environ['PATH']}"
    return Stranger(tmp_path / "work", {"PATH": path, "HOME": str(tmp_path), "TMPDIR": str(tmp_path), **pip})


def test_the_guide_holds_to_the_letter(stranger: Stranger) -> None:
    for block in BLOCK.finditer(GUIDE.read_text(encoding="utf-8")):
        if block["kind"] == "diff":
            stranger.types(block["file"], block["text"])
            continue
        for command, expected in commands(block["text"]):
            printed = stranger.runs(command)

            assert not expected or is_like(printed, expected), f"$ {command}\n{printed}"


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a block with what the page says they print."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def is_like(printed: str, expected: str) -> bool:
    """Whether something was printed as the page shows it, where `...` stands for anything, and blanks for blanks."""
    parts = [r"\s+".join(map(re.escape, part.split())) for part in expected.split("...")]
    return re.fullmatch(r"\s*" + r"\s*.*?\s*".join(parts) + r"\s*", printed, re.DOTALL) is not None


def test_the_page_is_what_the_command_prints() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "referee", "rulesets", "guide"], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout

    assert printed == GUIDE.read_text(encoding="utf-8")
