"""What one seat knows of a match, folded from what it was told; and the table to be drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from referee.engine.author import Correction, Event, GameEnded, OptionChanged, Seat, Setup, copied
from referee.engine.tabletop import Heap, Laid, Side, Tabletop
from referee.games.cards import Card
from referee.games.corrections import CountCorrected, exchanged, follow
from referee.games.elements import events as ev
from referee.games.elements.minds import FLAMES, HANDS, ISLANDS, Mind, ocean_spot
from referee.games.elements.spells import Ward
from referee.games.elements.state import NO_GRID, Grid, Options, State
from referee.games.elements.values import TYPES, type_of, worth

C = TypeVar("C", Card, str)

DUE, WINS, PENANCE = "due", "wins", "penance"


@dataclass(slots=True)
class View:
    """One seat's knowledge: what everybody sees of the table, its own cards, and what it has in mind.

    ``islands`` and ``flames`` count cards; ``hands`` says where the card in a Play Hand came from. ``spots`` are the
    piles of the Ocean from the bottom up: is each card open?
    """

    seat: Seat
    seats: tuple[Seat, ...]
    options: Options
    mind: Mind
    islands: dict[Seat, int]
    flames: dict[Seat, int]
    due: dict[Seat, int]
    wins: dict[Seat, int]
    size: int = 0
    round: int = 1
    turn: int = 0
    since: int = 0
    impulse: int = 1
    hands: dict[Seat, str] = field(default_factory=dict)
    spots: dict[str, tuple[bool, ...]] = field(default_factory=dict)
    island: list[Card] = field(default_factory=list)
    flame: list[Card] = field(default_factory=list)
    hand: Card | None = None
    dibs: dict[Seat, Card] = field(default_factory=dict)
    penance: dict[Seat, int] = field(default_factory=dict)
    hides: dict[str, Seat] = field(default_factory=dict)
    guards: tuple[Ward, ...] = ()
    restart: bool = False
    over: bool = False
    story: Grid = NO_GRID

    @property
    def flame_type(self) -> str:
        """The type that this seat's Flame is lit with, if it is."""
        return self.flame[0].rank if self.flame else ""

    @property
    def room(self) -> bool:
        """Whether this seat's Island has a place free (EL-8.3)."""
        return len(self.island) < self.size

    def nameable(self, spot: str) -> bool:
        """Say whether this seat may name a spot: it is there, and no other hides it (EL-P4.2)."""
        return spot in self.spots and (self.hides.get(spot, self.seat) == self.seat or Ward.SIGHT in self.guards)

    def nearby(self) -> list[str]:
        """List the spots that this seat may name, in their order."""
        return [spot for spot in self.spots if self.nameable(spot)] if self.hides else list(self.spots)

    def unknown(self) -> list[str]:
        """List the spots that one who takes any card may get: not known, and not barred (EL-P3.4, EL-8.6)."""
        noted, barred = self.mind.spots, self.mind.barred
        return [spot for spot in self.nearby() if spot not in noted and spot not in barred]

    @staticmethod
    def by_type(cards: Iterable[C]) -> list[C]:
        """Lay cards, or faces, from the lowest type to the highest."""
        return sorted(cards, key=lambda one: (worth(type_of(str(one))), one))

    def noted(self) -> list[list[tuple[str, str]]]:
        """List what is noted of the Ocean, type by type from the lowest: each face with its spot."""
        found: dict[str, list[tuple[str, str]]] = {kind: [] for kind in TYPES}
        for spot in self.spots:
            if face := self.mind.spots.get(spot):
                found[type_of(face)].append((face, spot))
        return [some for some in found.values() if some]

    def apply(self, event: Event, /) -> None:
        """Take in one event that this seat was told."""
        self.mind.apply(event)
        match event:
            case ev.ImpulseBegun(impulse=impulse):
                self.impulse = impulse
            case ev.CardClaimed():
                self._claimed(event)
            case ev.CardLearned(seat=self.seat, source=source, card=card):
                self.hand = card
                if source in ("island", "flame"):
                    (self.island if source == "island" else self.flame).remove(card)
            case ev.CardPut():
                self._put(event)
            case ev.DueChanged(seat=seat, due=due):
                self.due[seat] = due
            case ev.WhirlwindCalled(seat=seat, spots=spots, up=up):
                self.flames[seat] = 0
                if seat == self.seat:
                    self.flame.clear()
                self.spots.update(dict.fromkeys(spots, (up,)))
            case ev.IslandSeen(cards=cards) | ev.IslandArranged(cards=cards):
                self.island = list(cards)
            case ev.IslandsPassed():
                *others, last = self.islands.values()
                self.islands = dict(zip(self.seats, (last, *others), strict=True))
            case ev.TurnBegun(turn=turn, impulse=impulse):
                self.turn, self.impulse = turn, impulse
                self.since += 1
            case ev.DeadlinePlayed(impulses=impulses, rows=table):
                self.hides.clear()
                self.guards, self.impulse, self.story = (), 1, Grid(impulses, table)
            case _:
                self._more(event)

    def _more(self, event: Event) -> None:
        match event:
            case ev.CardFlipped(spot=spot, up=up):
                self._turn(spot, up)
            case ev.CardsGathered(spots=spots):
                pile = [up for spot in (spots[-1], *spots[:-1]) for up in self.spots[spot]]
                for spot in spots[:-1]:
                    del self.spots[spot]
                self.spots[spots[-1]] = tuple(pile)
            case ev.SpotsSwapped(one=one, other=other, ups=ups):
                self._turn(one, ups[0])
                self._turn(other, ups[1])
            case ev.SpotsShuffled(spots=spots, ups=ups):
                for spot, up in zip(spots, ups, strict=True):
                    self._turn(spot, up)
            case ev.SpotHidden(spot=spot, seat=seat):
                self.hides[spot] = seat
            case ev.GuardRaised(ward=ward):
                self.guards = (*self.guards, ward)
            case ev.DibsCalled(seat=seat, card=card):
                self.dibs[seat] = card
            case ev.DibsLapsed(seat=seat) | ev.DibsOutranked(seat=seat):
                self.dibs.pop(seat, None)
            case ev.RuleBroken(seat=seat):
                self.penance[seat] = 2
            case ev.PenanceDone(seat=seat, left=left):
                self._atoned(seat, left)
            case ev.CardShed(seat=seat, spot=spot):
                self.islands[seat] -= 1
                self.spots[spot] = (True,)
            case ev.OwnCardShed(card=card):
                self.island.remove(card)
            case ev.IslandsShrunk(size=size):
                self.size = size
            case ev.PlayHalted():
                self.restart = True
            case ev.PlayRestarted(guilty=guilty):
                self.restart = False
                self.penance.update(dict.fromkeys(guilty, 2))
            case ev.RoundBegun():
                self._dealt(event)
            case ev.FireSaid():
                self.restart = False
            case ev.RoundEnded(winners=winners):
                for seat in winners:
                    self.wins[seat] += 1
            case GameEnded():
                self.over = True
            case OptionChanged(settled=settled):
                self.options = Options.of(dict(settled))
            case Correction():
                self._corrected(event)

    def _corrected(self, e: Event) -> None:
        """The GM set something right."""
        match e:
            case CountCorrected(what=what, seat=seat, n=n) if what == PENANCE:
                self._atoned(seat, n)
            case CountCorrected(what=what, seat=seat, n=n):
                (self.due if what == DUE else self.wins)[seat] = n
            case _:
                follow(e, self._pile, self._count)
        for card, name, seat in exchanged(e):
            if (name, seat) == (HANDS, self.seat):
                self.hand = card

    def _pile(self, name: str, seat: Seat) -> list[Card] | None:
        if seat != self.seat:
            return None
        return {ISLANDS: self.island, FLAMES: self.flame}.get(name)

    def _count(self, name: str, seat: Seat, change: int) -> None:
        if spot := ocean_spot(name):
            if change > 0:
                self.spots[spot] = (not self.options.mage,)
            elif left := self.spots[spot][:-1]:
                self.spots[spot] = left
            else:
                del self.spots[spot]
        elif name == HANDS:
            del self.hands[seat]
            self.hand = None if seat == self.seat else self.hand
        else:
            (self.islands if name == ISLANDS else self.flames)[seat] += change

    def _dealt(self, e: ev.RoundBegun) -> None:
        self.round, self.size, self.since, self.restart, self.hand = e.round, e.size, 0, False, None
        self.spots = dict.fromkeys(e.spots, (e.up,))
        for seat in self.seats:
            self.islands[seat], self.flames[seat], self.due[seat] = e.size, 0, 0
        for notes in (self.hands, self.dibs, self.penance, self.flame):
            notes.clear()

    def _turn(self, spot: str, up: bool) -> None:
        self.spots[spot] = (*self.spots[spot][:-1], up)

    def _atoned(self, seat: Seat, left: int) -> None:
        self.penance.pop(seat, None)
        if left:
            self.penance[seat] = left

    def _claimed(self, e: ev.CardClaimed) -> None:
        self.hands[e.seat] = e.source
        if e.source == "island":
            self.islands[e.seat] -= 1
        elif e.source == "flame":
            self.flames[e.seat] -= 1
        else:
            pile = self.spots[e.source]
            at = len(pile) - 1 - e.depth
            left = (*pile[:at], *pile[at + 1 :])
            if left:
                self.spots[e.source] = left
            else:
                del self.spots[e.source]
                self.hides.pop(e.source, None)

    def _put(self, e: ev.CardPut) -> None:
        self.hands.pop(e.seat, None)
        own: list[Card] = []
        if e.seat == self.seat:
            own, self.hand = [self.hand] if self.hand else [], None
        if e.place == "flame":
            self.flames[e.seat] += 1
            self.flame += own
        elif e.place == "island":
            self.islands[e.seat] += 1
            self.island += own
        else:
            self.spots[e.spot] = (e.up,)


def view(seat: Seat, setup: Setup) -> View:
    """Make the view of a seat, or of an observer, that has been told nothing yet."""
    none = dict.fromkeys(setup.seats, 0)
    mind = Mind(seat, setup.seats)
    return View(seat, setup.seats, Options.of(setup.options), mind, dict(none), dict(none), dict(none), dict(none))


def look(state: State, seat: Seat, setup: Setup | None = None) -> View:
    """Make the view that a full history would have given."""
    held = state.hands.get(seat)
    return View(
        seat=seat, seats=state.seats, options=state.options, mind=copied(state.minds[seat]),
        islands={one: len(cards) for one, cards in state.islands.items()},
        flames={one: len(cards) for one, cards in state.flames.items()},
        due=dict(state.due), wins=dict(state.wins), size=state.size,
        round=state.round, turn=state.turn, since=state.since, impulse=state.impulse,
        hands={one: it.source for one, it in state.hands.items()},
        spots={spot: tuple(card.up for card in pile) for spot, pile in state.ocean.items()},
        island=state.islands.get(seat, [])[:], flame=state.flames.get(seat, [])[:], hand=held.card if held else None,
        dibs=dict(state.dibs), penance=dict(state.penance), hides=dict(state.hides),
        guards=state.guards.get(seat, ()), restart=state.restart, over=state.over, story=state.grid,
    )  # fmt: skip


def tabletop(v: View) -> Tabletop:
    """Lay the table out; of the Ocean the piles of several cards are shown by themselves."""
    sides = []
    for seat, cards in v.islands.items():
        wins = (("rounds won", str(v.wins[seat])),) if v.options.rounds > 1 else ()
        flame = (Heap("Flame", down=v.flames[seat]),) if v.flames[seat] else ()
        hand = (Heap("hand", (Laid(None, f"from {v.hands[seat]}"),)),) if seat in v.hands else ()
        island = (Heap("Island", down=cards, note=f"of {v.size}"),) if cards else ()
        bare = () if cards else (("Island", f"0 of {v.size}"),)
        sides.append(Side(seat, "", (("due", str(v.due[seat])), *wins, *bare), (*island, *flame, *hand)))
    ocean = Heap("Ocean", down=sum(map(len, v.spots.values())))
    piles = (Heap(spot, down=len(pile)) for spot, pile in v.spots.items() if len(pile) > 1)
    return Tabletop(tuple(sides), (ocean, *piles))
