"""`referee serve` in a process of its own: it takes letters, and stops when it is told to."""

import json
import os
import signal
import smtplib
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

LETTER = "From: zoe@players.example\nTo: referee@referee.example\nSubject: hello\n\nWho are you?\n"


@pytest.fixture
def serving(folder: Path) -> "subprocess.Popen[str]":
    """The service of a campaign, told by its environment to log JSON and to take any port."""
    settings = {"INTAKE_PORT": "0", "INTAKE_PROTOCOL": "smtp", "LOG_FORMAT": "json", "SMTP_PORT": "1"}
    env = os.environ | {f"REFEREE_{name}": value for name, value in settings.items()}
    words = ["--campaign", str(folder), "serve", "--interval", "0.1"]
    return subprocess.Popen(
        [sys.executable, "-m", "referee", *words], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_the_service_takes_a_letter_logs_json_and_stops_at_a_signal(
    serving: "subprocess.Popen[str]", folder: Path
) -> None:
    assert serving.stderr is not None
    entry = {"event": ""}
    while entry["event"] != "serving":
        entry = json.loads(serving.stderr.readline())
    with smtplib.SMTP("127.0.0.1", int(entry["port"]), timeout=300) as server:
        server.sendmail("zoe@players.example", ["referee@referee.example"], LETTER)

    serving.send_signal(signal.SIGTERM)
    out, err = serving.communicate(timeout=300)
    with sqlite3.connect(folder / "referee.db") as database:
        kept = database.execute("SELECT envelope_sender FROM letter").fetchall()

    assert (serving.returncode, out) == (0, "")
    assert kept == [("zoe@players.example",)]
    assert "kept" in [json.loads(line)["event"] for line in err.splitlines()]
    assert "Who are you" not in err


@pytest.mark.parametrize("abstract", [False, True], ids=["in a folder", "abstract"])
def test_systemd_is_told_once_letters_are_taken(
    abstract: bool, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    name = f"@{os.getpid()}.referee" if abstract else "notify"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as supervisor:
        supervisor.bind(name.replace("@", "\0"))
        supervisor.settimeout(300)
        settings = {"NOTIFY_SOCKET": name, "REFEREE_INTAKE_PORT": "0", "REFEREE_SMTP_PORT": "1"}
        words = [sys.executable, "-m", "referee", "--campaign", str(folder), "serve", "--interval", "0.1"]
        with subprocess.Popen(words, env=os.environ | settings, stderr=subprocess.PIPE, text=True) as serving:
            try:
                told = supervisor.recv(100)
            finally:
                serving.send_signal(signal.SIGTERM)
            _, log = serving.communicate(timeout=300)

    assert told == b"READY=1"
    assert (serving.returncode, "serving" in log) == (0, True)


def test_a_port_that_is_taken_is_said_plainly(folder: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        env = os.environ | {"REFEREE_INTAKE_PORT": str(port)}
        words = [sys.executable, "-m", "referee", "--campaign", str(folder), "serve"]
        done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=900, check=False)

    assert done.returncode == 2
    assert done.stderr == (
        f"Letters cannot be taken in at 127.0.0.1:{port}: something listens there already. Is a referee running? "
        "If not, choose another intake.port.\n"
    )
