"""A picture of the table as a table of cells, for mail programs, which show no drawings within a letter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from markupsafe import Markup, escape

from referee.reports.spans import Card
from referee.reports.tabletop import Picture, Pile, Place

Part = Callable[..., Markup]
"""Writes one element: its tag, its class, what stands in it, and more attributes by name."""

GAP = " \N{MIDDLE DOT} "
LONG, MOST = 3, 8
"""So many cards of a pile begin a line of their own, and so many are shown as cards."""

UNSEEN = "face down"


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


def _middle(first: Pile, others: Sequence[Pile], many: Collection[str], part: Part) -> Iterator[Markup]:
    """Put what lies in the middle into one row, which the first pile heads."""
    shown = [_shown(first, f"{first.down or ''}", many, part), *(_pile(one, many, part) for one in others)]
    yield _row(part("th", "name", first.name, scope="row"), Markup(GAP.join(filter(None, shown))), part)


def _area(area: str, places: Sequence[Place], many: Collection[str], reader: str, part: Part) -> list[Markup]:
    """Write those who are in one part of the table; of whom nothing is to be said, stand in one row."""
    if area and not any(one.facts or one.piles or one.lord for one in places):
        name = part("th", "name", area, scope="row")
        return [_row(name, escape(", ".join(one.seat for one in places)), part)]
    return [_row(_name(one, reader, part), _place(one, many, part), part) for one in places]


def _row(name: Markup, inside: Markup, part: Part) -> Markup:
    return _framed(f"{name}{part('td', 'cell', inside)}")


def _framed(row: str) -> Markup:
    """Make a row of cells, which are escaped already, as all is that is put together here."""
    return Markup(f"<tr>{row}</tr>\n")


def _name(place: Place, reader: str, part: Part) -> Markup:
    return part("th", "you" if place.seat == reader else "name", place.seat, scope="row")


def _place(place: Place, many: Collection[str], part: Part) -> Markup:
    """Say all that is to be said of a seat, parted by dots, first where it is; a longer row of cards begins a line."""
    facts = [escape(f"{name} {said}".strip()) for name, said in place.facts]
    where = [escape(place.area)] if place.area else []
    lord = [escape(f"lord {place.lord}")] if place.lord else []
    short = [one for one in place.piles if len(one.cards) < LONG]
    long = [one for one in place.piles if len(one.cards) >= LONG]
    first = GAP.join([*where, *facts, *lord, *(_named(one, many, part) for one in short)])
    return Markup("<br>\n".join(filter(None, [first, *(_named(one, many, part) for one in long)])))


def _named(pile: Pile, many: Collection[str], part: Part) -> Markup:
    """Name a pile with the number of its cards that are not told apart."""
    return _shown(pile, f"{pile.name} {pile.down or ''}".strip(), many, part)


def _pile(pile: Pile, many: Collection[str], part: Part) -> Markup:
    """Name a pile in the middle; one of which no card is known has its number, be it none."""
    return _named(pile, many, part) if pile.cards or pile.note else escape(f"{pile.name} {pile.down}")


def _shown(pile: Pile, name: str, many: Collection[str], part: Part) -> Markup:
    """Show the cards of a pile behind its name, many in one string, then what else is said of it."""
    shown = [escape(name)] if name else []
    if pile.name in many:
        shown.append(escape(", ".join(f"{one.code or '?'} {one.note}".strip() for one in pile.cards)))
    else:
        shown += [_card(one, part) for one in pile.cards]
    shown += [escape(pile.note)] if pile.note else []
    return Markup(" ".join(shown))


def _card(card: Card, part: Part) -> Markup:
    """Show a card by its code, and whatever else is said of it behind that."""
    shown = part("abbr", "chip", card.code, title=card.name) if card.code else part("abbr", "back", "?", title=UNSEEN)
    return shown + (Markup(" ({})").format(card.note) if card.note else Markup())
