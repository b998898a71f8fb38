"""How long commands take from a cold start, beside programs that do nothing, and what `referee --help` loads."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.pairs import Row, Way, cost, costs

ROUNDS = 5

EMPTY = """
import typer
app = typer.Typer()

@app.command()
def one(name: str = typer.Option("", help="A name.")) -> None:
    "Do nothing."

@app.command()
def two() -> None:
    "Do nothing either."

app()
"""

LOADED = """
import sys
sys.argv = ["referee", "--help"]
from referee.cli import main
try:
    main()
except SystemExit:
    pass
print(*sorted(name for name in {heavy!r} if name in sys.modules), file=sys.stderr)
"""

HEAVY = ("sqlalchemy", "sqlmodel", "alembic", "apscheduler", "jinja2", "cattrs", "aiosmtpd", "aiosmtplib", "selectolax")
"""What no command needs that does not touch a campaign."""


def run() -> Row:
    """Compare whole processes."""
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.py"
        empty.write_text(EMPTY, encoding="utf-8")
        ours, theirs = [sys.executable, "-m", "referee", "--help"], [sys.executable, str(empty), "--help"]
        return cost("referee --help / empty typer program", "<= 1.2", process(ours), process(theirs), ROUNDS)


CAMPAIGN = """
from pathlib import Path
from sys import argv
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.names import rulesets
from referee.service.gm.start import create_game, seat_player, start_game

with Campaign.create(Path(argv[1]), {"campaign.name": "Six", "campaign.gms": ["gm@referee.example"],
        "mail.domain": "referee.example", "mail.from_address": "referee@referee.example",
        "smtp.host": "127.0.0.1", "smtp.port": 25}) as campaign:
    for slug in rulesets():
        create_game(campaign, slug, slug, deadline="daily 20:00")
        for n in range(max(2, campaign.kit(slug).rules.seats[0])):
            name = "ABCDEFGHI"[n] * 3 + "xyz"
            seat_player(campaign, slug, name, f"{name.lower()}.{slug}@players.example", demo=True)
        start_game(campaign, slug)
"""
"""A campaign with a game of every ruleset."""

NOTHING = "import sqlmodel, typer"
"""What all that touches a campaign stands on."""

STORE = "from referee.store import database, games, mails, orders, reports, steps, tables"
COMMANDS = (
    "status", "doctor --no-smtp", "turn preview amber", "turn preview wizards-duel", "game list", "archive list",
    "archive verify amber", "archive export amber g.zip --unseal --replace", "verify g.zip",
)  # fmt: skip
PRESSED = ("status", "doctor --no-smtp", "turn preview amber")
"""What is looked at once more when all deadlines are near: who is silent is then to be said."""


def commands() -> list[Row]:
    """Compare commands on a campaign of a game of every ruleset, and the store's import, with what they stand on.

    No deadline lies within a day; beside that campaign is one in which those of all games do, and nobody has sent
    anything.
    """
    with tempfile.TemporaryDirectory() as folder:
        calm, pressed = Path(folder) / "six", Path(folder) / "pressed"
        subprocess.run([sys.executable, "-c", CAMPAIGN, str(calm)], check=True, capture_output=True)
        shutil.copytree(calm, pressed)
        _due_in(calm, timedelta(days=3))
        _due_in(pressed, timedelta(hours=12))
        ours = {("the store's import / sqlmodel's and typer's", "<= 0.5 s"): process([sys.executable, "-c", STORE])}
        ours |= {_named(words): _command(words, calm) for words in COMMANDS}
        ours |= {_named(words, ", all due within a day"): _command(words, pressed) for words in PRESSED}
        return costs(ours, process([sys.executable, "-c", NOTHING]), ROUNDS)


def _due_in(campaign: Path, span: timedelta) -> None:
    with closing(sqlite3.connect(campaign / "referee.db")) as database, database:
        database.execute("UPDATE game SET due_at = ?", (f"{datetime.now(UTC) + span:%Y-%m-%dT%H:%M:%S.%f}Z",))


def _named(words: str, when: str = "") -> tuple[str, str]:
    return f"referee {words}{when} / its imports", "<= 1.5"


def _command(words: str, campaign: Path) -> Way:
    return process([sys.executable, "-m", "referee", *words.split()], str(campaign))


def process(command: list[str], folder: str | None = None) -> Way:
    """Run a whole process, in a folder; as where it is installed, modules are compiled once."""
    told = {name: said for name, said in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def work() -> int:
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env=told)
        return 1

    return Way(work)


def loaded() -> Row:
    """Count and name the heavy packages that `referee --help` loads; none is right."""
    script = LOADED.replace("{heavy!r}", repr(HEAVY))
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    found = done.stderr.split()
    return Row("heavy packages loaded by referee --help", "<= 0", len(found), ours=" ".join(found) or "none")
