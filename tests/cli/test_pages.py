"""`referee archive build` and `serve`: the archive's pages in a folder, and seen on this machine."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

from tests.archive.sites import faults
from tests.cli.conftest import Referee


def test_the_pages_are_built_and_built_again(referee: Referee, tmp_path: Path) -> None:
    site = tmp_path / "public"

    first, again = referee("archive", "build", str(site), "--json"), referee("archive", "build", str(site))

    written = first.data["written"]
    nothing: dict[str, object] = {"unchanged": 0, "removed": 0, "kept": [], "left_out": []}
    assert first.data == {"folder": str(site), "written": written, **nothing}
    assert again.out == f"{site}: 0 files written, {written} as they were, 0 removed.\n"
    assert (site / "duel" / "turn-0.html").is_file()
    assert faults(site) == []


def test_a_seats_pages_are_sealed_and_want_their_game(referee: Referee, tmp_path: Path) -> None:
    site = str(tmp_path / "anna")
    of_which, sealed = (referee("archive", "build", *words, "--for", "Anna") for words in ([site], ["duel", site]))

    assert (of_which.code, "Say of which game" in of_which.err) == (2, True)
    assert (sealed.code, "Letters to Anna are sealed" in sealed.err) == (2, True)
    assert not Path(site).exists()
    assert referee("archive", "build", "duel", site, "--for", "Anna", "--unseal").code == 0
    assert "looked at letters to Anna" in referee("game", "log", "duel").out


def test_too_many_words_are_told_what_is_wanted(referee: Referee) -> None:
    said = referee("archive", "build", "duel", "public", "more")

    assert (said.code, "Name a game, or none for all, and the folder to write into." in said.err) == (2, True)


def test_the_pages_are_served_until_one_stops_it(folder: Path) -> None:
    words = [sys.executable, "-m", "referee", "--campaign", str(folder), "archive", "serve", "--port", "0"]
    serving = subprocess.Popen(words, env=os.environ | {"PYTHONUNBUFFERED": "1"}, stdout=subprocess.PIPE, text=True)
    assert serving.stdout is not None
    line = serving.stdout.readline()
    address = next(word for word in line.split() if word.startswith("http://127.0.0.1:"))
    with urlopen(f"{address}index.html", timeout=300) as answer:
        page = answer.read().decode()
    serving.send_signal(signal.SIGTERM)
    out, _ = serving.communicate(timeout=300)

    assert "<h1>Autumn</h1>" in page
    assert (serving.returncode, out) == (0, "")
    assert line.startswith("The archive is at http://127.0.0.1:")
