"""A seat's view, folded from the events it was told; the first decision it will meet; and the table to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.engine.author import OBSERVER, Ask, Event, Seat, Setup
from referee.engine.tabletop import Heap, Laid, Side, Tabletop, laid
from referee.games.amber.asks import ChooseOption
from referee.games.amber.changes import CHANGES
from referee.games.amber.knowledge import Figure, Knowledge
from referee.games.amber.setup import cast_of
from referee.games.amber.state import Player, State
from referee.games.amber.switches import Switches
from referee.games.amber.turn import options_of
from referee.games.cards import Card

ORDER = ("Throne", "Amber", "Shadow", "Tower", "dead")
NUMBERS = ("none", "one", "two", "three")
"""How many of the three turns that win are complete (AM-6.2)."""


@dataclass(slots=True)
class View(Knowledge):
    """One seat's knowledge, and how it grows."""

    def apply(self, event: Event) -> None:
        """Take in one event that this seat was told."""
        change = CHANGES.get(type(event))
        if change is not None:
            change(self, event)


def view(seat: Seat, setup: Setup) -> View:
    """Make the view of one who has been told nothing yet but who is who."""
    players = {name: Figure(card) for name, card in cast_of(setup).items()}
    return View(seat, Switches.of(setup.options), players)


def look(s: State, seat: Seat, setup: Setup) -> View:
    """Make the view that a full history would have given, from the state."""
    found = View(seat, s.options, {p.seat: figure(p) for p in s.players.values()}, s.turn)
    if seat != OBSERVER and seat in s.players:
        found.down, found.concealed = sorted(s.players[seat].down), sorted(s.players[seat].concealed)
    found.ruler, found.taken = s.ruler, s.taken
    found.throne, found.removed = sorted(s.throne), sorted(s.removed)
    found.enthroned = s.enthroned[0] if s.enthroned else None
    found.siege, found.merged, found.initiative = bool(s.siege), s.merged, s.initiative
    found.deck, found.chaos, found.encounter = len(s.deck), len(s.chaos), len(s.encounter)
    found.discards, found.over = len(s.discards), s.end
    return found


def figure(p: Player) -> Figure:
    """Show the public side of a player."""
    return Figure(
        p.card, p.place, bool(p.court), len(p.down) + len(p.concealed), sorted(p.up), sorted(p.exposed),
        sorted(p.kept), sorted(p.lasting), sorted(p.allies), p.lord, p.banished, p.idle_from, p.idle, p.lovers,
        p.prison, p.back_since, p.attacked, p.out,
    )  # fmt: skip


def gone(v: View) -> list[Seat]:
    """Name the dead, who have no more part in the game."""
    return [seat for seat, p in v.players.items() if not p.alive]


def decide(v: View) -> Ask[Any] | None:
    """Name the first decision of the coming turn: an option, for whoever is able to choose one (PB-3)."""
    if v.seat not in v.players or not v.able(v.seat):
        return None
    return ChooseOption(v.seat, options_of(v, v.seat))


def tabletop(v: Knowledge) -> Tabletop:
    """Lay the table out; those on the Throne and in Amber come first."""
    sides = sorted((_side(v, seat, p) for seat, p in v.players.items()), key=lambda one: ORDER.index(one.area))
    return Tabletop(tuple(sides), _middle(v))


def _side(v: Knowledge, seat: Seat, p: Figure) -> Side:
    if not p.alive:
        return Side(seat, "dead", gone=True)
    area = "Tower" if p.prison else "Throne" if v.ruler == seat else "Amber" if p.in_amber else "Shadow"
    court = str(p.card) if p.court else f"{p.card} away"
    facts = (("Court", court), *((("away", away),) if (away := _away(v, p)) else ()))
    before = (*laid(p.kept), *laid(p.lasting, "in play"), *laid(p.allies, "ally"), *laid(p.exposed, "seen by all"))
    heaps = (
        *((Heap("hidden", down=p.hidden),) if p.hidden else ()),
        *((Heap("open", laid(p.up)),) if p.up else ()),
        *((Heap("before", before),) if before else ()),
    )
    return Side(seat, area, facts, heaps, p.lord)


def _away(v: Knowledge, p: Figure) -> str:
    """Say until when somebody is away, or idle."""
    if p.banished >= v.turn and not p.prison:
        return f"to turn {max(p.banished, p.idle)}"
    if p.idle >= v.turn:
        return f"idle, {p.idle_from}-{p.idle}" if p.idle > p.idle_from else f"idle, {p.idle}"
    return ""


def _middle(v: Knowledge) -> tuple[Heap, ...]:
    apart = (("Shadow deck", v.deck), ("Chaos deck", v.chaos), ("Encounter deck", v.encounter))
    piles = (*((("Deck", v.deck),) if v.merged else apart), ("Discards", v.discards))
    removed = (Heap("Out of the game", laid(v.removed)),) if v.removed else ()
    return (_throne(v), *(Heap(name, down=n) for name, n in piles), *removed)


def _throne(v: Knowledge) -> Heap:
    """Lay out the Throne: whoever is on it, since when, and the cards there."""
    cards: list[Card] = [*([v.enthroned] if v.enthroned else []), *v.throne]
    complete = NUMBERS[min(v.reign, 3)]
    reign = f"{v.ruler or ''} since turn {v.taken}; {complete} of three turns complete".lstrip()
    note = reign if v.occupant else "empty"
    unseen = [Laid(None, "a Chaos card")] if v.siege and not v.occupant else []
    return Heap("Throne", (*unseen, *laid(cards)), note=note)
