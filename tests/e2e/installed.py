"""A referee as one installs it: a campaign in a folder, the program in processes of its own, real mail around it."""

from __future__ import annotations

import email
import json
import os
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from referee.cli.app import app
from tests.e2e.mailhost import PASSWORD, PLAYERS, REFEREE, MailHost, greets, until

FAR = "on 2031-01-07 20:00, 2031-02-04 20:00"
"""No deadline of these comes while a test runs."""


@dataclass
class Installed:
    """A campaign beside a mail host. `imap` lets it fetch its letters from a mailbox instead of being called."""

    host: MailHost
    folder: Path
    imap: bool = False
    game: str = "duel"
    service: subprocess.Popen[bytes] | None = None
    settings: dict[str, str] = field(default_factory=dict)
    after: int = 0
    """The last letter that came before this game began, where several games take turns in one campaign."""

    @property
    def domain(self) -> str:
        """The domain that its players write to."""
        return PLAYERS if self.imap else REFEREE

    @property
    def environment(self) -> dict[str, str]:
        """The settings that a unit's environment file would hold."""
        intake = (
            {
                "REFEREE_INTAKE_PROTOCOL": "none", "REFEREE_IMAP_HOST": "127.0.0.1",
                "REFEREE_IMAP_PORT": str(self.host.imap), "REFEREE_IMAP_SECURITY": "none",
                "REFEREE_IMAP_USER": f"orders@{PLAYERS}", "REFEREE_IMAP_PASSWORD": PASSWORD, "REFEREE_IMAP_POLL": "1s",
            }
            if self.imap
            else {"REFEREE_INTAKE_PORT": str(self.host.referee), "REFEREE_INTAKE_RECEIVED_BY": "mx.referee.example"}
        )  # fmt: skip
        ours = {"REFEREE_CAMPAIGN": str(self.folder), "REFEREE_SMTP_PORT": str(self.host.smtp), "NO_COLOR": "1"}
        kept = {k: v for k, v in os.environ.items() if not k.startswith("REFEREE_")}
        return kept | ours | intake | {"REFEREE_OUTBOX_RETRY": "1s"} | self.settings

    def run(self, *words: str, fails: bool = False) -> str:
        """Run one command of the program, as its GM would; return what it printed."""
        done = subprocess.run(
            [sys.executable, "-m", "referee", *words],
            env=self.environment, capture_output=True, text=True, check=False, timeout=900,
        )  # fmt: skip
        assert (done.returncode != 0) == fails, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def told(self, *words: str) -> str:
        """Run one command in this process, which spares it an interpreter of its own; return what it printed."""
        done = CliRunner().invoke(app, list(words), env=self.environment, prog_name="referee")
        assert done.exit_code == 0, f"{words}: {done.output}"
        return done.stdout

    def set_up(self, seats: Mapping[str, str], *settings: str, ruleset: str = "wizards-duel", rule: str = FAR) -> None:
        """Make the campaign and start a game between these seats."""
        self.make()
        self.begin(seats, *settings, ruleset=ruleset, rule=rule)

    def make(self) -> None:
        """Make the campaign."""
        values = ("--name", "Loopback", "--gm", f"gm@{PLAYERS}", "--domain", self.domain)
        self.told("init", str(self.folder), *values)

    def begin(self, seats: Mapping[str, str], *settings: str, ruleset: str = "wizards-duel", rule: str = FAR) -> None:
        """Start a game between these seats."""
        sets = [part for setting in settings for part in ("--set", setting)]
        self.told("game", "create", self.game, ruleset, "--deadline", rule, "--no-early", *sets)
        for seat, address in seats.items():
            self.told("seat", "add", self.game, seat, address, "--local")
        self.told("game", "start", self.game, "--anyway")

    def start(self) -> None:
        """Let it serve."""
        log = (self.folder / "serve.log").open("ab")
        with log:
            command = [sys.executable, "-m", "referee", "serve", "--interval", "0.1"]
            self.service = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)
        if not self.imap:
            until(lambda: greets(self.host.referee), f"the referee's greeting: {self.log()}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it, kindly or not; return its exit code."""
        assert self.service is not None
        self.service.send_signal(how)
        code = self.service.wait(30)
        self.service = None
        return code

    def log(self) -> str:
        """Return the end of its log."""
        file = self.folder / "serve.log"
        return file.read_text(errors="replace")[-3000:] if file.exists() else ""

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Look into its database."""
        with closing(sqlite3.connect(self.folder / "referee.db", timeout=300)) as connection:
            return connection.execute(query, values).fetchall()

    def address(self, seat: str) -> str:
        """Return where a seat's answers for the open turn go."""
        query = (
            "SELECT token FROM token JOIN game ON game.id = token.game WHERE game.name = ? AND seat = ?"
            " AND token.step = game.step + 1 AND dead_at IS NULL"
        )
        [(token,)] = self.rows(query, self.game, seat)
        return f"orders+{token}@{self.domain}"

    def on_file(self, seat: str) -> list[str]:
        """Return the lines of a seat's orders on file, as the program shows them."""
        told = json.loads(self.told("orders", "show", self.game, seat, "--unseal", "--json"))
        return [str(line) for lines in (*told["turns"].values(), told["standing"]) for line in lines]

    def outcomes(self) -> dict[str, int]:
        """Count the letters by what became of them."""
        return dict(self.rows("SELECT outcome, COUNT(*) FROM letter WHERE id > ? GROUP BY outcome", self.after))

    def raw_letters(self) -> list[bytes]:
        """Return the letters as they lie in the database, oldest first."""
        found = self.rows("SELECT raw FROM letter WHERE id > ? ORDER BY id", self.after)
        return [zlib.decompress(raw) for (raw,) in found]

    def mails_of(self, address: str, kind: str = "") -> list[EmailMessage]:
        """Return what a player finds in their mailbox, perhaps of one kind alone."""
        found = [email.message_from_bytes(raw, policy=default) for raw in self.host.mailbox(address)]
        return [mail for mail in found if f".{kind}." in mail["Message-ID"] or not kind]

    def wait_for_mail(self, address: str, kind: str, count: int = 1) -> list[EmailMessage]:
        """Wait until so many letters of a kind lie in a player's mailbox."""

        def there() -> list[EmailMessage] | None:
            found = self.mails_of(address, kind)
            return found if len(found) >= count else None

        return until(there, f"{kind} {count} for {address}")
