"""A picture of the table as a table of cells, for mail programs, which show no drawings within a letter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup, escape

from referee.reports.spans import Card
from referee.reports.tabletop import Picture, Pile, Place

Part = Callable[..., Markup]
"""Writes one element: its tag, its class, what stands in it, and more attributes by name."""

GAP = " \N{MIDDLE DOT} "
LONG, MOST = 3, 16
"""So many cards of a pile begin a line of their own, and so many are shown as cards."""

UNSEEN = "face down"


def cells(picture: Picture, reader: str, part: Part) -> Markup:
    """Write a picture: what lies in the middle, and below it the seats by where they are, a row for each."""
    rows = [*_middle(picture.middle, part)]
    rows += [row for area, places in picture.areas() for row in _area(area, places, reader, part)]
    return part("table", "picture", Markup("".join(rows)), aria_label=picture.caption)


def _middle(piles: Sequence[Pile], part: Part) -> Iterator[Markup]:
    """Give each pile of which more than a number is known a row, and the others one."""
    for one in piles:
        if one.cards or one.note:
            name = part("th", "name", one.name, scope="row")
            yield _row(name, _shown(one, f"{one.down or ''}", part), part)
    counted = [escape(f"{one.name} {one.down}") for one in piles if not (one.cards or one.note)]
    if counted:
        yield _framed(part("td", "cell", Markup(GAP.join(counted)), colspan=2))


def _area(area: str, places: Sequence[Place], reader: str, part: Part) -> list[Markup]:
    """Head those who are in one part of the table; of whom nothing is to be said, stand in one row."""
    if area and not any(one.facts or one.piles or one.lord for one in places):
        name = part("th", "name", area, scope="row")
        return [_row(name, escape(", ".join(one.seat for one in places)), part)]
    head: list[Markup] = [_framed(part("th", "area", area, scope="colgroup", colspan=2))] if area else []
    return [*head, *(_row(_name(one, reader, part), _place(one, part), part) for one in places)]


def _row(name: Markup, inside: Markup, part: Part) -> Markup:
    return _framed(f"{name}{part('td', 'cell', inside)}")


def _framed(row: str) -> Markup:
    """Make a row of cells, which are escaped already, as all is that is put together here."""
    return Markup(f"<tr>{row}</tr>\n")


def _name(place: Place, reader: str, part: Part) -> Markup:
    return part("th", "you" if place.seat == reader else "name", place.seat, scope="row")


def _place(place: Place, part: Part) -> Markup:
    """Say all that is to be said of a seat, parted by dots; a longer row of cards begins a line."""
    facts = [escape(f"{name} {said}".strip()) for name, said in place.facts]
    lord = [escape(f"lord {place.lord}")] if place.lord else []
    short = [one for one in place.piles if len(one.cards) < LONG]
    long = [one for one in place.piles if len(one.cards) >= LONG]
    first = GAP.join([*facts, *lord, *(_named(one, part) for one in short)])
    return Markup("<br>\n".join(filter(None, [first, *(_named(one, part) for one in long)])))


def _named(pile: Pile, part: Part) -> Markup:
    """Name a pile with the number of its cards that are not told apart."""
    return _shown(pile, f"{pile.name} {pile.down or ''}".strip(), part)


def _shown(pile: Pile, name: str, part: Part) -> Markup:
    """Show the cards of a pile behind its name, many in one string, then what else is said of it."""
    shown = [escape(name)] if name else []
    if len(pile.cards) > MOST:
        shown.append(escape(", ".join(f"{one.code or '?'} {one.note}".strip() for one in pile.cards)))
    else:
        shown += [_card(one, part) for one in pile.cards]
    shown += [escape(pile.note)] if pile.note else []
    return Markup(" ".join(shown))


def _card(card: Card, part: Part) -> Markup:
    """Show a card by its code, and whatever else is said of it behind that."""
    shown = part("abbr", "chip", card.code, title=card.name) if card.code else part("abbr", "back", "?", title=UNSEEN)
    return shown + (Markup(" ({})").format(card.note) if card.note else Markup())
