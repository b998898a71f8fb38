"""`referee status --watch` shows a campaign again whenever it has changed, at a terminal and elsewhere."""

import errno
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.cli.conftest import run

WATCH = [sys.executable, "-m", "referee", "status", "--watch", "--every", "0.1"]


@contextmanager
def watching(folder: Path, *more: str, **streams: Any) -> Iterator[subprocess.Popen[str]]:
    """The command at work; it is ended in any case."""
    env = os.environ | {"REFEREE_CAMPAIGN": str(folder), "COLUMNS": "100", "TERM": "xterm"}
    with subprocess.Popen(
        [*WATCH, *more], **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams), text=True, env=env
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_programs_get_a_line_for_each_change(folder: Path) -> None:
    with watching(folder, "--json") as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        run("game", "pause", "duel", folder=folder)
        second = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        rest, wrong = process.communicate()

    assert [one["games"][0]["status"] for one in (first, second)] == ["running", "paused"]
    assert first == run("status", "--json", folder=folder).data | first
    assert (process.returncode, rest, wrong) == (0, "", "")


def test_without_a_terminal_it_is_printed_again_when_it_has_changed(folder: Path) -> None:
    with watching(folder) as process:
        assert process.stdout is not None
        seen = ""
        while "paused" not in seen:
            seen += (line := process.stdout.readline())
            if line.startswith("Mail:") and seen.count("Mail:") == 1:
                run("game", "pause", "duel", folder=folder)
        process.send_signal(signal.SIGINT)
        _, wrong = process.communicate()

    assert seen.count("What wants attention") == 1
    assert (process.returncode, wrong) == (0, "")


def test_at_a_terminal_it_is_drawn_anew_and_left_cleanly(folder: Path) -> None:
    ours, theirs = pty.openpty()
    with watching(folder, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as process:
        before = until(ours, "waiting, 0 failed.")
        run("game", "pause", "duel", folder=folder)
        after = until(ours, "paused")
        process.send_signal(signal.SIGINT)
        process.wait()
        os.close(theirs)

    assert ("running" in before, "paused" in before) == (True, False)
    assert "\x1b[1A" in after, "it goes back to where it began"
    assert process.returncode == 0
    assert "Traceback" not in before + after + rest(ours)


def until(terminal: int, word: str) -> str:
    """What comes from a terminal, up to a word."""
    seen = ""
    while word not in seen:
        seen += os.read(terminal, 4096).decode(errors="replace")
    return seen


def rest(terminal: int) -> str:
    """What a terminal still has that nobody writes to any more."""
    seen = b""
    try:
        while part := os.read(terminal, 4096):
            seen += part
    except OSError as error:
        if error.errno != errno.EIO:  # that says that its other end is closed
            raise
    os.close(terminal)
    return seen.decode(errors="replace")
