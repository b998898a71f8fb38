"""The floor: the same turn and the same receipt, written flat for one game and nothing else.

No rules that one could read, no checks, no templates, no table classes: `sqlite3`, f-strings and orjson. It works
on a copy of the same database, reads and writes the same rows with the same pragmas and commits, and its letters
are as long as ours. What we take longer than this is the price of everything else.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import sqlite3
import zlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any

import orjson
from nacl.signing import SigningKey

from benchmarks.floor_letters import STYLE, mime, new_lines, plain_text, receipt
from referee.store.tables.columns import packed

Fields = dict[str, Any]

RANKS = "A 2 3 4 5 6 7 8 9 10 P N Q K".split()
RANK_NAMES = "Ace Two Three Four Five Six Seven Eight Nine Ten Page Knight Queen King".split()
SUITS = {"S": ("Swords", 3), "W": ("Wands", 2), "P": ("Pentacles", 1), "C": ("Cups", 0)}
MAJORS = (
    "The Fool,The Magician,The High Priestess,The Empress,The Emperor,The Hierophant,The Lovers,The Chariot,Strength,"
    "The Hermit,The Wheel of Fortune,Justice,The Hanged Man,Death,Temperance,The Devil,The Tower,The Star,The Moon,"
    "The Sun,Judgement,The World"
).split(",")
NAME = {f"X{n}": name for n, name in enumerate(MAJORS)}
WORTH = {f"X{n}": n or 13 for n in range(len(MAJORS))}
for n, rank in enumerate(RANKS):
    for suit, (suit_name, bonus) in SUITS.items():
        NAME[rank + suit] = f"{RANK_NAMES[n]} of {suit_name}"
        WORTH[rank + suit] = (11 if n == 0 else 10 if n > 9 else n + 1) + bonus
CARDS = {f"t{copy}.{code}": code for copy in (0, 1) for code in NAME}
BOOK = {key: WORTH[code] for key, code in CARDS.items()}
FULL = {key: NAME[code] for key, code in CARDS.items()}
SHOWN = {key: code.replace("X", "M") for key, code in CARDS.items()}

TOKENS = "0123456789abcdefghjkmnpqrstvwxyz"
RULE = "=" * 70
PUBLIC: dict[str, list[str]] = {"but": []}

VERB = re.compile(r"^\s*(STANDING|LEAD|REPLY|CALL|DRAW|PLAY|ROUND|RESIGN)\b", re.IGNORECASE)


def document(body: str) -> bytes:
    """Keep a letter as data as well, by its lines."""
    return packed(orjson.dumps(body.splitlines()))


def text_of(moment: datetime) -> str:
    """Write a moment as the store does."""
    return f"{moment.astimezone(UTC).isoformat(timespec='microseconds')[:26]}Z"


@dataclass(frozen=True)
class Begun:
    """A turn before it is played: what was read from the rows."""

    game: int
    title: str
    step: int
    seed: bytes
    due: datetime
    state: Fields
    views: dict[str, Fields]
    files: dict[str, Fields]


@dataclass(frozen=True)
class Happened:
    """A turn that was played: the state and the views after it, the events, the lines in force, and the letters."""

    state: Fields
    views: dict[str, Fields]
    events: list[Fields]
    orders: dict[str, list[str]]
    letters: Sequence[tuple[str, str, str, str, bytes]] = ()
    """Reader, kind, subject, body and form of each."""


class Floor(ABC):
    """A copy of a campaign's database, advanced and written to by hand."""

    style = STYLE

    def __init__(self, path: Path, domain: str) -> None:
        self.domain = domain
        self.sql = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 0", "foreign_keys = ON"):
            self.sql.execute(f"PRAGMA {pragma}")
        (key,) = self.sql.execute("SELECT value FROM key WHERE name = 'signing'").fetchone()
        self.key = SigningKey(key)
        self.mail_bytes = 0

    def close(self) -> None:
        """Let go of the file."""
        self.sql.close()

    def checkpoint(self) -> None:
        """Do what the service does between turns."""
        self.sql.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def advance(self, game: int) -> None:
        """Play one turn, from the rows to the commit."""
        sql, now = self.sql, datetime.now(UTC)
        sql.execute("BEGIN IMMEDIATE")
        name, title, step, seed, due_at, options, commitment = sql.execute(
            "SELECT name, title, step, seed, due_at, options, commitment FROM game WHERE id = ?", (game,)
        ).fetchone()
        state, before = sql.execute(
            "SELECT state, chain_hash FROM step WHERE game = ? AND step = ?", (game, step)
        ).fetchone()
        sql.execute("SELECT name, player, wishes, word FROM seat WHERE game = ? ORDER BY place", (game,)).fetchall()
        views = {
            seat: orjson.loads(zlib.decompress(view))
            for seat, view in sql.execute("SELECT seat, view FROM view WHERE game = ?", (game,))
        }
        files = {
            seat: orjson.loads(zlib.decompress(file))
            for seat, file in sql.execute(
                "SELECT seat, on_file FROM orders"
                " WHERE id IN (SELECT max(id) FROM orders WHERE game = ? GROUP BY seat)",
                (game,),
            )
        }
        step += 1
        made, due = text_of(now), datetime.fromisoformat(due_at) + timedelta(days=3)
        begun = Begun(game, title, step, seed, due, orjson.loads(zlib.decompress(state)), views, files)
        played = self.play(begun)
        new_state, events = orjson.dumps(played.state), orjson.dumps(played.events)
        letters = list(played.letters)
        secrets.SystemRandom().shuffle(letters)
        given = b'{"answers":{},"silent":[],"live":false}'
        into = hashlib.sha256(orjson.dumps([commitment, options, played.orders, seed.hex(), step])).hexdigest()
        out = hashlib.sha256(orjson.dumps([one[:4] for one in letters]) + new_state + events).hexdigest()
        chain = hashlib.sha256(f"referee chain 1\n{before}\n{into}\n{out}\n".encode()).hexdigest()
        sql.execute(
            "UPDATE game SET step = ?, due_at = ? WHERE id = ? AND step = ? AND status = 'running'",
            (step, text_of(due), game, step - 1),
        )
        of_step = sql.execute(
            "INSERT INTO step (game, step, played_at, why, edition, orders, given, state, events, input_hash,"
            " output_hash, previous_hash, chain_hash) VALUES (?, ?, ?, 'gm', '1', ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game, step, made, packed(orjson.dumps(played.orders)), packed(given), packed(new_state), packed(events),
                into, out, before, chain,
            ),
        ).lastrowid  # fmt: skip
        sql.executemany(
            "INSERT OR REPLACE INTO view (game, seat, step, must_act, view) VALUES (?, ?, ?, 1, ?)",
            [(game, seat, step, packed(orjson.dumps(view))) for seat, view in played.views.items()],
        )
        tokens = {seat: "".join([TOKENS[byte & 31] for byte in secrets.token_bytes(24)]) for seat, *_ in letters}
        sql.executemany(
            "INSERT INTO token (token, game, seat, step, player, made_at) VALUES (?, ?, ?, ?, NULL, ?)",
            [(token, game, seat, step + 1, made) for seat, token in tokens.items()],
        )
        first = sql.execute("SELECT coalesce(max(id), 0) + 1 FROM report").fetchone()[0]
        sql.executemany(
            "INSERT INTO report (id, game, step, seat, kind, number, subject, body, document, form, made_at, of_step)"
            " VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)",
            [
                (
                    first + i, game, step, seat, kind, subject, packed(body.encode()), document(body), packed(form),
                    made, of_step,
                )
                for i, (seat, kind, subject, body, form) in enumerate(letters)
            ],
        )  # fmt: skip
        sql.executemany(
            "INSERT INTO mail (message_id, kind, game, seat, report, headers, null_return, made_at, state, attempts,"
            " next_at, answer, error) VALUES (?, ?, ?, ?, ?, ?, 0, ?, 'queued', 0, ?, '', '')",
            [
                (
                    f"<{name}.{step}.{seat}.{kind}.1@{self.domain}>", kind, game, seat, first + i,
                    f'{{"automatic":"auto-generated","token":"{tokens[seat]}"}}', made, made,
                )
                for i, (seat, kind, *_) in enumerate(letters)
            ],
        )  # fmt: skip
        sql.execute("COMMIT")

    def send(self) -> None:
        """Send what is queued, as text and HTML, to a server that takes everything: claimed, built, and noted."""
        while due := self._claimed():
            for place, (one, subject, name, headers, made, packed_body, address) in enumerate(due, 1):
                token = orjson.loads(headers)["token"]
                to = address or f"gm@{self.domain}"
                reply, body = f"orders+{token}@{self.domain}", zlib.decompress(packed_body).decode()
                wire = mime(f"referee@{self.domain}", to, reply, subject, name, made, body, self.style)
                self.mail_bytes += len(wire)
                self.sql.execute(f"PRAGMA synchronous = {'FULL' if place == len(due) else 'NORMAL'}")
                self.sql.execute("BEGIN IMMEDIATE")
                self.sql.execute(
                    "UPDATE mail SET state = 'sent', sent_at = ?, answer = '250 taken', leased_by = NULL,"
                    " leased_until = NULL WHERE id = ? AND state = 'queued'",
                    (text_of(datetime.now(UTC)), one),
                )
                self.sql.execute("COMMIT")

    def _claimed(self) -> list[Any]:
        """Claim twenty mails."""
        sql, now = self.sql, datetime.now(UTC)
        sql.execute("BEGIN IMMEDIATE")
        ids = sql.execute(
            "UPDATE mail SET leased_by = 'floor', leased_until = ? WHERE id IN (SELECT id FROM mail"
            " WHERE state = 'queued' AND next_at <= ? ORDER BY next_at, id LIMIT 20) RETURNING id",
            (text_of(now + timedelta(seconds=30)), text_of(now)),
        ).fetchall()
        due = sql.execute(
            "SELECT mail.id, report.subject, message_id, headers, mail.made_at, report.body, address.address"
            " FROM mail JOIN report ON report.id = mail.report"
            " LEFT JOIN seat ON seat.game = mail.game AND seat.name = mail.seat"
            " LEFT JOIN address ON address.player = seat.player AND address.removed_at IS NULL"
            f" WHERE mail.id IN ({', '.join(str(one) for (one,) in ids)})"
        ).fetchall()
        sql.execute("COMMIT")
        return due

    @abstractmethod
    def play(self, begun: Begun) -> Happened:
        """Play a turn of this one game and write its letters."""

    def receive(self, raw: bytes, sender: str, recipient: str) -> None:
        """Keep a letter, read its orders, file them, and queue the receipt: three commits, as we do, two durable."""
        sql, made = self.sql, text_of(datetime.now(UTC))
        sql.execute("BEGIN IMMEDIATE")
        digest = hashlib.sha256(raw).hexdigest()
        sql.execute("SELECT id FROM letter WHERE sha256 = ? AND recipient = ?", (digest, recipient)).fetchone()
        letter = sql.execute(
            "INSERT INTO letter (raw, sha256, envelope_sender, recipient, source, received_at, truncated, state, tries,"
            " outcome, message_id, body_sha256, note) VALUES (?, ?, ?, ?, 'test', ?, 0, 'stored', 0, '', '', '', '')",
            (packed(raw), digest, sender, recipient, made),
        ).lastrowid
        sql.execute("COMMIT")
        sql.execute("PRAGMA synchronous = NORMAL")
        sql.execute("BEGIN IMMEDIATE")
        raw = zlib.decompress(sql.execute("SELECT raw FROM letter WHERE id = ?", (letter,)).fetchone()[0])
        sql.execute("UPDATE letter SET state = 'read', tries = tries + 1 WHERE id = ?", (letter,))
        sql.execute("COMMIT")
        sql.execute("PRAGMA synchronous = FULL")
        message = message_from_bytes(raw)
        text = plain_text(message)
        lines = [" ".join(line.upper().split()) for line in new_lines(text) if VERB.match(line)]
        sql.execute("BEGIN IMMEDIATE")
        token = recipient.partition("+")[2].partition("@")[0]
        game, seat, step = sql.execute("SELECT game, seat, step FROM token WHERE token = ?", (token,)).fetchone()
        name, title, secret, due = sql.execute(
            "SELECT name, title, secret, due_at FROM game WHERE id = ?", (game,)
        ).fetchone()
        player = sql.execute("SELECT player FROM address WHERE normal = ?", (sender,)).fetchone()[0]
        seated, view = sql.execute(
            "SELECT player, view FROM seat JOIN view ON seat.game = view.game AND seat.name = view.seat"
            " WHERE seat.game = ? AND seat.name = ?",
            (game, seat),
        ).fetchone()
        assert seated == player
        orjson.loads(zlib.decompress(view))
        body_hash = hashlib.sha256(text.encode()).hexdigest()
        sql.execute(
            "SELECT id FROM letter WHERE player = ? AND message_id = ? AND body_sha256 = ? AND id != ?",
            (player, message["Message-ID"], body_hash, letter),
        ).fetchone()
        revision, newest = sql.execute(
            "SELECT coalesce(max(revision), 0) + 1, max(id) FROM orders WHERE game = ? AND seat = ? AND step = ?",
            (game, seat, step),
        ).fetchone()
        before = []
        if newest:
            (on_file,) = sql.execute("SELECT on_file FROM orders WHERE id = ?", (newest,)).fetchone()
            before = orjson.loads(zlib.decompress(on_file))["standing"]
        standing = [line.removeprefix("STANDING ") for line in lines]
        gone = [line for line in before if line not in standing]
        on_file = {"standing": standing, "turns": {}, "waits": False}
        sheet = [
            {"heard": "standing order", "order": line, "text": line, "turn": step, "word": line.split()[0]}
            for line in standing
        ]
        said = "\n".join([name, str(step), seat, str(revision), made, *standing])
        code = hmac.new(secret, said.encode(), "sha256").hexdigest()[:12].upper()
        code = f"{step}-{seat.upper()}-{revision}, {code[:4]}-{code[4:8]}-{code[8:]}"
        sql.execute(
            "INSERT INTO orders (game, seat, step, revision, letter, received_at, on_file, sheet, receipt)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game, seat, step, revision, letter, made,
                packed(orjson.dumps(on_file)), packed(orjson.dumps(sheet)), code,
            ),
        )  # fmt: skip
        proof = self.key.sign(f"{name}\n{code}\n{made}\n{standing}".encode()).signature
        body = receipt(seat, title, step, due, standing, gone, code, proof)
        number, report = sql.execute(
            "SELECT (SELECT coalesce(max(number), 0) + 1 FROM report WHERE game = ?1 AND step = ?2 AND seat = ?3"
            " AND kind = 'receipt'), (SELECT max(id) + 1 FROM report)",
            (game, step, seat),
        ).fetchone()
        sql.execute(
            "INSERT INTO report (id, game, step, seat, kind, number, subject, body, document, form, made_at)"
            " VALUES (?, ?, ?, ?, 'receipt', ?, ?, ?, ?, ?, ?)",
            (
                report, game, step, seat, number, f"[{title}] Turn {step}: your orders",
                packed(body.encode()), document(body), packed(b"[]"), made,
            ),
        )  # fmt: skip
        headers = {"automatic": "auto-replied", "in_reply_to": message["Message-ID"], "token": token}
        sql.execute(
            "INSERT INTO mail (message_id, kind, game, seat, report, headers, null_return, made_at, state, attempts,"
            " next_at, answer, error) VALUES (?, 'receipt', ?, ?, ?, ?, 1, ?, 'queued', 0, ?, '', '')",
            (
                f"<{name}.{step}.{seat}.receipt.{number}@{self.domain}>", game, seat, report,
                orjson.dumps(headers).decode(), made, made,
            ),
        )  # fmt: skip
        sql.execute(
            "UPDATE letter SET state = 'done', outcome = 'orders filed', message_id = ?, body_sha256 = ?, game = ?,"
            " seat = ?, player = ?, step = ? WHERE id = ?",
            (message["Message-ID"], body_hash, game, seat, player, step, letter),
        )
        sql.execute("COMMIT")
