"""A receipt's code and its proof: letters by which everybody can check what was on file for a seat, and since when.

RECEIPTS.md has the form of it, for a checker in any language.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter

from referee.archive import signature
from referee.engine.audience import Seat
from referee.engine.sheet import OnFile
from referee.engine.values import value

VERSION = 1
MARK = 2
"""So many bytes of a hash tell which of the lines is another than it was; whether all is true, the signature says."""

LETTERS = re.compile(r"[A-Za-z0-7]+")
"""What a proof is written in: base 32 (RFC 4648), and the digits 0 and 1, which its O and L are taken for."""

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter of it is taken for another, or for a figure."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Lines = tuple[tuple[int, str], ...]
"""Orders as they are printed, each with the turn that it is for."""


class NoProof(ValueError):
    """What stands where a proof should is none; the message says why."""


@value
class Receipt:
    """What a receipt covers: the orders that were on file for a seat since a moment.

    Those in force for the receipt's own turn come first, by their numbers, then those of each later turn. ``code`` is
    printed as ``1-ANA-1, BA5B-N3JK-M0Z0``: turn, seat, revision, and a hash that nobody can guess.
    """

    game: str
    code: str
    received_at: datetime
    lines: Lines

    @property
    def turn(self) -> int:
        """The turn that it was given for."""
        return int(self.code.partition("-")[0])

    @property
    def title(self) -> str:
        """The code with the game's name, as receipts print it."""
        name, _, rest = self.code.partition(", ")
        return f"{name} of {self.game}, {rest}"

    @property
    def head(self) -> bytes:
        """All but the lines."""
        moment = self.received_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        return f"{self.game}\n{self.code}\n{moment}\n".encode()

    @property
    def statement(self) -> bytes:
        """What is signed."""
        return b"referee receipt 1\n" + self.head + b"".join(_line(turn, line) for turn, line in self.lines)


@value
class Proof:
    """What stands in a proof: when the letter came, a mark of the head, one of each line, and the signature.

    Marks are made with the receipt's code, so that nobody without it can try guesses against them.
    """

    received_at: datetime
    head: bytes
    own: tuple[bytes, ...]
    later: tuple[tuple[int, bytes], ...]
    signature: bytes

    def lines(self, turn: int) -> tuple[tuple[int, bytes], ...]:
        """Return the turn and the mark of each line, if the receipt was given for this turn."""
        return (*((turn, mark) for mark in self.own), *self.later)


def receipt_code(
    secret: bytes, game: str, step: int, seat: Seat, revision: int, file: OnFile, received_at: datetime
) -> str:
    """Make the code that proves what was on file, when: ``5-ERIC-2, K7F3-M2QX-8T4D``.

    It is an HMAC-SHA-256 under the game's secret, so nobody can make one, and
    everybody can check it once the game is opened.
    """
    said = "\n".join([game, str(step), seat, str(revision), received_at.isoformat(), *file.lines(step)])
    code = code_letters(secret, said, 12)
    return f"{step}-{seat.upper()}-{revision}, {code[:4]}-{code[4:8]}-{code[8:]}"


def code_letters(key: bytes, said: str, count: int) -> str:
    """Make a code of so many letters that nobody can make who does not have the key."""
    digest = int.from_bytes(hmac.digest(key, said.encode(), "sha256")[:8], "big")
    return "".join(ALPHABET[(digest >> shift) & 31] for shift in range(0, 5 * count, 5))


def covered(file: OnFile, step: int) -> Lines:
    """Return what a receipt of a step covers: the lines in force for it, then those of each later turn."""
    later = ((turn, line) for turn, lines in sorted(file.turns.items()) if turn > step for line in lines)
    return (*((step, line) for line in file.lines(step)), *later)


def prove(receipt: Receipt, key: bytes) -> str:
    """Sign a receipt with the campaign's key, and return its proof, as one word."""
    by_turn = groupby(receipt.lines, itemgetter(0))
    turns = {turn: [mark(receipt.code, line) for _, line in lines] for turn, lines in by_turn}
    own = turns.pop(receipt.turn, [])
    moment = (receipt.received_at - EPOCH) // timedelta(microseconds=1)
    parts = [bytes([VERSION]), moment.to_bytes(7), head_mark(receipt), len(own).to_bytes(2), *own]
    parts.append(len(turns).to_bytes(2))
    for turn, marks in turns.items():
        parts += [turn.to_bytes(4), len(marks).to_bytes(2), *marks]
    return _written(b"".join([*parts, signature.sign(key, receipt.statement)]))


def is_true(receipt: Receipt, proof: Proof, public: bytes) -> bool:
    """Say whether the campaign with this key signed exactly this receipt."""
    return signature.check(public, receipt.statement, proof.signature)


def read(words: Sequence[str]) -> Proof:
    """Read the proof that these words begin with, in however many it was broken; raises `NoProof`.

    Words that follow are not looked at. Capitals count as small letters.
    """
    letters = ""
    for word in words:
        if not LETTERS.fullmatch(word):
            break
        letters += word.lower().replace("0", "o").replace("1", "l")
        if (proof := _read(letters)) is not None:
            return proof
    raise NoProof("it is not whole; letters are missing, or are others than they were")


def head_mark(receipt: Receipt) -> bytes:
    """Return the mark of a receipt's head."""
    return hashlib.sha256(b"referee receipt head 1\n" + receipt.head).digest()[:MARK]


def mark(code: str, line: str) -> bytes:
    """Return the mark of one line of a receipt, made with the letters of its code that nobody can guess."""
    letters = code.rpartition(", ")[2]
    return hashlib.sha256(f"referee receipt line 1\n{letters}\n{_spaced(line)}\n".encode()).digest()[:MARK]


def _line(turn: int, line: str) -> bytes:
    return f"{turn} {_spaced(line)}\n".encode()


def _spaced(line: str) -> str:
    """Return a line as it is hashed and signed: letters are wrapped on their way, so blanks count as one."""
    return " ".join(line.split())


def _written(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=").lower()


def _read(letters: str) -> Proof | None:
    """Read the fields of a proof, one after the other; nothing yet if it is to go on. Raises `NoProof`."""
    if len(letters) % 8 in (1, 3, 6):  # no number of bytes is written so long
        return None
    data = base64.b32decode(letters.upper() + "=" * (-len(letters) % 8))
    fields = _Fields(data)
    try:
        proof = _fields(fields)
    except _Unfinished:
        return None
    if fields.at < len(data) or _written(data) != letters:
        raise NoProof("it is not as it was; letters stand in it that do not belong there")
    return proof


def _fields(fields: _Fields) -> Proof:
    version = fields.number(1)
    if version != VERSION:
        raise NoProof(f"it is not as it was, or of a form ({version}) that only a newer program knows")
    moment = EPOCH + timedelta(microseconds=fields.number(7))
    head, own = fields.take(MARK), fields.marks()
    turns = [(fields.number(4), fields.marks()) for _ in range(fields.number(2))]
    later = tuple((turn, one) for turn, marks in turns for one in marks)
    return Proof(moment, head, own, later, fields.take(signature.LENGTH))


class _Unfinished(Exception):
    """There are more letters to come."""


@dataclass
class _Fields:
    """The bytes of a proof, and how many of them were read."""

    data: bytes
    at: int = 0

    def take(self, count: int) -> bytes:
        """Read so many bytes."""
        if self.at + count > len(self.data):
            raise _Unfinished
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, count: int) -> int:
        """Read a number of so many bytes, the highest first."""
        return int.from_bytes(self.take(count))

    def marks(self) -> tuple[bytes, ...]:
        """Read how many marks there are, and the marks."""
        return tuple(self.take(MARK) for _ in range(self.number(2)))
