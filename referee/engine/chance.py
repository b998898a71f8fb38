"""Repeatable luck. CHANCE.md beside this file is the written specification, with test vectors."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

WORD = 1 << 32
LIMITS = tuple(WORD - WORD % n for n in range(1, 257))
"""By n - 1: the words from here on are drawn again, so that all n are equally likely (CHANCE.md 4)."""
BLOCK = Struct(">8I")


class Chance:
    """Luck that follows from the seed, the step and a purpose alone (CHANCE.md 3).

    Each purpose has a stream of its own, so one draw more or less for one
    purpose disturbs no other, and no order can change the dice.
    """

    def __init__(self, seed: bytes, step: int) -> None:
        self._seed = seed
        self._step = step
        self._streams: dict[str, Iterator[int]] = {}

    def below(self, n: int, *purpose: str) -> int:
        """Draw a number from 0 to n - 1, all equally likely."""
        assert n > 0, "a draw needs at least one possibility"
        limit = WORD - WORD % n
        stream = self._stream("/".join(purpose))
        while (word := next(stream)) >= limit:
            continue
        return word % n

    def die(self, sides: int, *purpose: str) -> int:
        """Roll a die with the sides 1 to ``sides``."""
        return 1 + self.below(sides, *purpose)

    def pick(self, items: Sequence[T], *purpose: str) -> T:
        """Pick one of the items."""
        return items[self.below(len(items), *purpose)]

    def shuffled(self, items: Sequence[T], *purpose: str) -> list[T]:
        """Return the items in a new order, all orders equally likely (Fisher-Yates from the end, CHANCE.md 5)."""
        out, stream = list(items), self._stream("/".join(purpose))
        for i in range(len(out) - 1, 0, -1):
            limit = LIMITS[i] if i < len(LIMITS) else WORD - WORD % (i + 1)
            for word in stream:
                if word < limit:
                    break
            j = word % (i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def _stream(self, purpose: str) -> Iterator[int]:
        found = self._streams.get(purpose)
        if found is None:
            found = self._streams[purpose] = words(self._seed, self._step, purpose)
        return found


def words(seed: bytes, step: int, purpose: str) -> Iterator[int]:
    """Yield the 32-bit words of one purpose's stream, without end (CHANCE.md 3)."""
    counter = 0
    while True:
        block = hmac.digest(seed, f"{step}/{purpose}/{counter}".encode(), "sha256")
        yield from BLOCK.unpack(block)
        counter += 1


Luck = Callable[[bytes, int], Chance]
"""Makes the luck of one step, of the seed and its number: ``Chance`` itself, or one that knows it in advance."""


def commitment(secret: bytes) -> str:
    """Return the hash published in the invitation, before anyone signs up (CHANCE.md 1)."""
    return hashlib.sha256(b"referee commitment 1\n" + secret).hexdigest()


def mixed(secret: bytes, words_by_seat: Sequence[tuple[str, str]]) -> bytes:
    """Mix the GM's secret and the players' words, in seat order, into the game's seed (CHANCE.md 2)."""
    digest = hashlib.sha256(b"referee seed 1\n")
    for part in (secret, *(text.encode() for pair in words_by_seat for text in pair)):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()
