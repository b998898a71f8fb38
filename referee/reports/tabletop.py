"""A picture of the table as plain data: who is where, which cards lie before whom, and the piles in the middle.

How it is drawn is said elsewhere: as cells for mail (`cells`), as SVG for browsers and paper (`drawing`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.engine.tabletop import Heap, Laid, Tabletop
from referee.engine.values import value
from referee.reports.document import Block, Told
from referee.reports.spans import Card

CAPTION = "The table, as everybody sees it"


@value
class Pile:
    """Cards that lie together: what they are called, those told apart, how many more lie face down, and a note.

    A card without a code lies face down in its own place.
    """

    name: str
    cards: tuple[Card, ...] = ()
    down: int = 0
    note: str = ""


@value
class Place:
    """A seat at the table: in which part of it, facts (a name and a few words), its piles, and to whom it is bound.

    ``gone`` says that it has no more part in the game.
    """

    seat: str
    area: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    piles: tuple[Pile, ...] = ()
    lord: str = ""
    gone: bool = False


@value
class Picture(Block):
    """A drawing of the table: what it shows, the seats round it, what lies in its middle, and the words in its place.

    The words are a form of it, and no part of the letter beside it.
    """

    caption: str
    places: tuple[Place, ...]
    middle: tuple[Pile, ...]
    words: Told

    def cards(self) -> list[Card]:
        """List the cards whose faces it shows."""
        piles = [*self.middle, *(pile for place in self.places for pile in place.piles)]
        return [card for pile in piles for card in pile.cards if card.code]

    def areas(self) -> list[tuple[str, list[Place]]]:
        """Put the seats together by the part of the table where they are; those who are gone come last."""
        found: dict[str, list[Place]] = {}
        for one in sorted(self.places, key=lambda one: one.gone):
            found.setdefault(one.area, []).append(one)
        return list(found.items())


def picture(table: Tabletop, say: Callable[[Any], str], code: Callable[[Any], str]) -> Picture:
    """Make the picture of a table, without its words yet; ``say`` names a card in full, ``code`` as orders do."""

    def card(one: Laid) -> Card:
        return Card(code(one.card), say(one.card), one.note) if one.card is not None else Card("", "", one.note)

    def piles(heaps: Sequence[Heap]) -> tuple[Pile, ...]:
        return tuple(Pile(one.name, tuple(map(card, one.cards)), one.down, one.note) for one in heaps)

    places = tuple(Place(s.seat, s.area, s.facts, piles(s.heaps), s.lord or "", s.gone) for s in table.sides)
    return Picture(CAPTION, places, piles(table.middle), Told())
