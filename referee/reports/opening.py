"""How a player repeats what the game's luck was made of, once it is opened: a few lines to be typed into Python."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import Seat


def commitment_script(secret: bytes) -> list[str]:
    """Return lines of Python that print the commitment of the invitation (CHANCE.md 1)."""
    return [
        "import hashlib",
        "secret = bytes.fromhex(",
        *_chunks(secret.hex(), 64),
        ")",
        'print(hashlib.sha256(b"referee commitment 1\\n" + secret).hexdigest())',
    ]


def seed_script(words: Sequence[tuple[Seat, str]]) -> list[str]:
    """Return lines of Python that go on and print the seed: the secret and the words in seat order (CHANCE.md 2)."""
    return [
        "texts = [",
        *(line for pair in words for text in pair for line in _item(text)),
        "]",
        "parts = [secret] + [text.encode() for text in texts]",
        'joined = b"".join(len(p).to_bytes(8, "big") + p for p in parts)',
        'print(hashlib.sha256(b"referee seed 1\\n" + joined).hexdigest())',
    ]


def _item(text: str) -> list[str]:
    *lines, last = _chunks(text, 30 if text.isascii() else 6)
    return [*lines, f"{last},"]


def _chunks(text: str, size: int) -> list[str]:
    """Write a text as Python string literals in a row; Python joins them."""
    pieces = [text[i : i + size] for i in range(0, len(text), size)] or [""]
    return [f"    {_literal(piece)}" for piece in pieces]


def _literal(text: str) -> str:
    escaped = text.encode("unicode_escape").decode().replace('"', '\\"')
    return f'"{escaped}"'
