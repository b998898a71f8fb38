"""What is opened when a game is over: hands, orders, and what its luck was made of, to be repeated in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from referee.engine.audience import Seat
from referee.reports.document import Code, Sentence, Table, Told
from referee.reports.pages import AllOrdersPage, Opened
from referee.reports.parts import Later
from referee.reports.spans import read

MOST_SHOWN = 15
"""A pile of more cards, such as a deck, is no hand; it is opened with the luck."""

Hands = Sequence[tuple[Seat, Sequence[Any]]]
InShort = Callable[[Any], str]
"""It prints a card as its game's orders name it."""


def held(hands: Hands, seats: Sequence[Seat], code: InShort) -> Table | None:
    """Set beside each player what they held at the end, if anybody held anything."""
    found = [(seat, "; ".join(_of_one(hands, seat, code))) for seat in seats]
    return Table(tuple((seat, read(what or "nothing")) for seat, what in found)) if any(dict(found).values()) else None


def _of_one(hands: Hands, seat: Seat, code: InShort) -> Iterator[str]:
    for place, cards in hands:
        what = "" if place == seat else place.removeprefix(f"{seat}'s ")
        if cards and len(cards) <= MOST_SHOWN and what != place:
            yield f"{what} {_printed(cards, code)}".lstrip()


def luck(opened: Opened, code: InShort) -> dict[str, Any]:
    """Return what a letter on the luck is made of."""
    hidden = tuple((place, _printed(cards, code) or "nothing") for place, cards in opened.hands)
    return {
        "commitment_script": Code(tuple(commitment_script(opened.secret))),
        "seed_script": Code(tuple(seed_script(opened.words))),
        "hidden": Table(hidden) if hidden else "",
    }


def all_orders(page: AllOrdersPage) -> Told:
    """Set out the orders of each seat; turns that had the same are told once, and what stood before is marked."""
    groups = []
    before: dict[Seat, tuple[str, ...]] = {}
    for (seat, lines, _), run in groupby(enumerate(page.orders), _alike):
        numbers = [sent.step for _, (_, sent) in run]
        first, last = (f"{page.head.turn} {number}" for number in (numbers[0], numbers[-1]))
        when = f"in {first}" if first == last else f"from {first} to {last}"
        marked = (f"{line} (as before)" if line in before.get(seat, ()) else line for line in lines)
        groups.append((Sentence(f"In force for {seat} {when}:"), *(Sentence(line, 1) for line in marked)))
        before[seat] = lines
    return Told(tuple(groups))


def _alike(place: tuple[int, tuple[Seat, Later]]) -> tuple[Seat, tuple[str, ...], int]:
    """Return what turns that follow on one another and have the same orders have in common."""
    n, (seat, sent) = place
    return seat, sent.lines, sent.step - n


def _printed(cards: Sequence[Any], code: InShort) -> str:
    """Codes need only blanks between them; names of several words need more, and last letters are to be short."""
    codes = [code(card) for card in cards]
    return (", " if any(" " in one for one in codes) else " ").join(codes)


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
