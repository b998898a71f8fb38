"""A picture of the table as plain data: who is where, which cards lie before whom, and the piles in the middle.

For mail programs, which show no drawings within a letter, it becomes `cells`; how browsers and paper show it, as SVG,
stands in `drawing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from markupsafe import Markup, escape

from referee.engine.tabletop import Heap, Laid, Tabletop
from referee.engine.values import value
from referee.reports.document import Block, Told
from referee.reports.spans import Card, written

CAPTION = "The table, as everybody sees it"
UNSEEN, UNKNOWN = "face down", "?"
GAP = " \N{MIDDLE DOT} "
LONG, MOST = 3, 8
"""So many cards of a pile begin a line of their own in mail, and so many are shown as cards."""

Part = Callable[..., Markup]
"""Writes one element: its tag, its class, what stands in it, and more attributes by name."""


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


def cells(picture: Picture, reader: str, part: Part) -> Markup:
    """Write a picture: what lies in the middle, and below it a row for each seat, by where they are."""
    many = _many(picture)
    rows = [row for one in picture.middle[:1] for row in _middle(one, picture.middle[1:], many, part)]
    rows += [row for area, places in picture.areas() for row in _area(area, places, many, reader, part)]
    return part("table", "picture", Markup("".join(rows)), aria_label=picture.caption)


def _many(picture: Picture) -> frozenset[str]:
    """Name the piles that are told in one string: of all seats alike, where one of them has so many cards."""
    piles = [*picture.middle, *(pile for place in picture.places for pile in place.piles)]
    return frozenset(pile.name for pile in piles if len(pile.cards) > MOST)


def _middle(first: Pile, others: Sequence[Pile], many: frozenset[str], part: Part) -> Iterator[Markup]:
    """Put what lies in the middle into one row, which the first pile heads."""
    shown = [_shown(first, f"{first.down or ''}", many, part), *(_pile(one, many, part) for one in others)]
    yield _row(part("th", "name", first.name, scope="row"), Markup(GAP.join(filter(None, shown))), part)


def _area(area: str, places: Sequence[Place], many: frozenset[str], reader: str, part: Part) -> list[Markup]:
    """Write those who are in one part of the table; of whom nothing is to be said, stand in one row."""
    if area and not any(one.facts or one.piles or one.lord for one in places):
        name = part("th", "name", area, scope="row")
        return [_row(name, escape(", ".join(one.seat for one in places)), part)]
    return [_row(_name(one, reader, part), _place(one, many, part), part) for one in places]


def _row(name: Markup, inside: Markup, part: Part) -> Markup:
    return written(f"<tr>{name}{part('td', 'cell', inside)}</tr>\n")


def _name(place: Place, reader: str, part: Part) -> Markup:
    return part("th", "you" if place.seat == reader else "name", place.seat, scope="row")


@lru_cache(128)
def _place(place: Place, many: frozenset[str], part: Part) -> Markup:
    """Say all that is to be said of a seat, parted by dots, first where it is; a longer row of cards begins a line.

    It stands alike in the letters of all who are at the table.
    """
    facts = [escape(f"{name} {said}".strip()) for name, said in place.facts]
    where = [escape(place.area)] if place.area else []
    lord = [escape(f"lord {place.lord}")] if place.lord else []
    short = [one for one in place.piles if len(one.cards) < LONG]
    long = [one for one in place.piles if len(one.cards) >= LONG]
    first = GAP.join([*where, *facts, *lord, *(_named(one, many, part) for one in short)])
    return written("<br>\n".join(filter(None, [first, *(_named(one, many, part) for one in long)])))


def _named(pile: Pile, many: frozenset[str], part: Part) -> Markup:
    """Name a pile with the number of its cards that are not told apart."""
    return _shown(pile, f"{pile.name} {pile.down or ''}".strip(), many, part)


def _pile(pile: Pile, many: frozenset[str], part: Part) -> Markup:
    """Name a pile in the middle; one of which no card is known has its number, be it none."""
    return _named(pile, many, part) if pile.cards or pile.note else escape(f"{pile.name} {pile.down}")


def _shown(pile: Pile, name: str, many: frozenset[str], part: Part) -> Markup:
    """Show the cards of a pile behind its name, many in one string, then what else is said of it."""
    shown = [escape(name)] if name else []
    cards = list(_told(pile.cards))
    if pile.name in many:
        shown.append(escape(", ".join(f"{one.code or UNKNOWN} {one.note}".strip() for one in cards)))
    else:
        shown += [_card(one, part) for one in cards]
    said = written(" ".join(shown))
    return written((GAP if pile.cards else " ").join(filter(None, [said, escape(pile.note)])))


def _told(cards: Sequence[Card]) -> Iterator[Card]:
    """Note behind cards that lie face down what they are, once for those side by side."""
    for one, after in zip_longest(cards, cards[1:]):
        goes_on = after is not None and not (one.note or after.note or after.code)
        yield one if one.code or goes_on else replace(one, note=", ".join(filter(None, (one.note, UNSEEN))))


def _card(card: Card, part: Part) -> Markup:
    """Show a card by its code, and whatever else is said of it behind that."""
    kind, code, name = ("chip", card.code, card.name) if card.code else ("back", UNKNOWN, UNSEEN)
    shown = part("abbr", kind, code, title=name)
    return shown + Markup(" ({})").format(card.note) if card.note else shown
