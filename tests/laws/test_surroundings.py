"""The same bytes whatever the hash seed, the time zone and the language of the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SURROUNDINGS = (
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "1", "TZ": "Pacific/Auckland", "LC_ALL": "de_DE.UTF-8"},
    {"PYTHONHASHSEED": "4711", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
)


@pytest.mark.parametrize(("games", "places"), [(4, 2), pytest.param(20, 3, marks=pytest.mark.soak)])
def test_games_and_letters_are_the_same_bytes_everywhere(games: int, places: int) -> None:
    """Four games of each ruleset, each in another manner, and half as many of large tables; twenty in `make soak`."""
    command = [sys.executable, "-m", "tests.laws.digest", str(games)]
    running = [
        subprocess.Popen(command, cwd=ROOT, env={**os.environ, **changed}, stdout=subprocess.PIPE, text=True)
        for changed in SURROUNDINGS[-places:]
    ]
    printed = [process.communicate(timeout=900)[0] for process in running]

    assert [process.returncode for process in running] == [0] * places
    assert printed[0]
    assert len(set(printed)) == 1
