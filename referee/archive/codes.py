"""The codes on receipts, which only this campaign can make until a game is opened, and everybody can check then."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime

from referee.engine.audience import Seat
from referee.engine.sheet import OnFile

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter of it is taken for another, or for a figure."""


def receipt_code(
    secret: bytes, game: str, step: int, seat: Seat, revision: int, file: OnFile, received_at: datetime
) -> str:
    """Make the code that proves what was on file, when: ``5-ERIC-2, K7F3-M2QX-8T4D``.

    It is an HMAC-SHA-256 under the game's secret, so nobody can make one, and
    everybody can check it once the game is opened.
    """
    said = "\n".join([game, str(step), seat, str(revision), received_at.isoformat(), *file.lines(step)])
    code = letters(secret, said, 12)
    return f"{step}-{seat.upper()}-{revision}, {code[:4]}-{code[4:8]}-{code[8:]}"


def letters(key: bytes, said: str, count: int) -> str:
    """Make a code of so many letters that nobody can make who does not have the key."""
    digest = int.from_bytes(hmac.new(key, said.encode(), hashlib.sha256).digest()[:8], "big")
    return "".join(ALPHABET[(digest >> shift) & 31] for shift in range(0, 5 * count, 5))
