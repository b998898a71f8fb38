"""The whole truth of a match, what each player has in mind, and how what is told comes to be remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from referee.engine.author import DEALT, OBSERVER, PUBLIC, Event, Option, Seat, Settled, all_but, only, says, value
from referee.engine.table import Table
from referee.games.cards import Card
from referee.games.elements.events import FaceSeen, FaceShown
from referee.games.elements.minds import Mind
from referee.games.elements.spells import Ward
from referee.games.elements.values import FOUR, spot

OPTIONS = (
    Option("mode", "mage", ("mage", "non-mage"), "EL-11.1", "with magic, or the adaptation without it", fixed=DEALT),
    Option("impulses", "12", (), "EL-P1.2", "impulses of a deadline", range(1, 25), (("mode=non-mage", "6"),)),
    Option("rounds", "1", (), "EL-P1.2", "rounds of the match", range(1, 10), (("mode=non-mage", "3"),)),
    Option("magic_per_turn", "3", (), "EL-P4.1", "spells of a player in one deadline", range(13)),
    Option("fire_tie", "contest", ("contest", "shared"), "EL-R9", "two Fires at once: settled by due, or both win"),
    Option("double_islands", "no", ("no", "yes"), "EL-R11", "Islands of double size; non-mage only", fixed=DEALT),
    Option("shrink", "no", ("no", "yes"), "EL-R11", "Islands shrink after each Whirlwind; non-mage only"),
    Option("round_limit", "12", (), "EL-R14", "deadlines after which a round ends without Fire", range(1, 41)),
)

ISLANDS = {3: 6, 4: 4, 5: 3, 6: 2, 7: 2}
"""Cards of each Island by the number of players (EL-2.1)."""


class Options(Settled):
    """The options of a match."""

    mage: bool = says("mode", "mage")
    impulses: int
    rounds: int
    spells: int = says("magic_per_turn")
    shared: bool = says("fire_tie", "shared")
    double: bool = says("double_islands")
    shrink: bool
    limit: int = says("round_limit")

    def contradiction(self) -> str:
        """Name what only the non-mage game has (EL-11.2)."""
        chosen = "double_islands" if self.double else "shrink" if self.shrink else ""
        if not self.mage or not chosen:
            return ""
        return f"{chosen} is for the non-mage game; write mode=non-mage as well (EL-R11)."

    def island(self, players: int) -> int:
        """Return how many cards an Island begins with (EL-2.1, EL-11.2)."""
        return ISLANDS[players] * (2 if self.double else 1)


@value
class Lying:
    """A card in the Ocean: which way up, what it feigns by whose illusion, who laid it and must touch their Island."""

    card: Card
    up: bool = False
    feigned: str = ""
    feigner: Seat = OBSERVER
    barred: tuple[Seat, ...] = ()


@value
class Held:
    """A claimed card in a Play Hand, and where it came from: a spot, ``island`` or ``flame``.

    ``barred`` are those who laid it down before and must touch their Islands first.
    """

    card: Card
    source: str
    barred: tuple[Seat, ...] = ()


@value
class Done:
    """What one player did in one impulse, as everybody saw it.

    ``face`` is that of a card which lay open for all when it was taken.
    """

    impulse: int
    seat: Seat
    what: str
    lost: bool = False
    face: str = ""


@value
class Grid:
    """What every hand did in the last deadline, impulse by impulse."""

    impulses: tuple[int, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


NO_GRID = Grid()


@dataclass(slots=True)
class State:
    """A match between two deadlines.

    ``impulse`` is the one the next deadline begins with; ``since`` counts the deadlines of the round. Of a pile in
    the ``ocean`` the last card is the top. ``penance`` counts the impulses that a violator has still to spend. ``done``
    is what was done in the last deadline.
    """

    seats: tuple[Seat, ...]
    options: Options
    islands: dict[Seat, list[Card]]
    flames: dict[Seat, list[Card]]
    hands: dict[Seat, Held]
    ocean: dict[str, tuple[Lying, ...]]
    new_spot: int
    size: int
    due: dict[Seat, int]
    wins: dict[Seat, int]
    minds: dict[Seat, Mind]
    round: int = 1
    turn: int = 0
    since: int = 0
    impulse: int = 1
    dibs: dict[Seat, Card] = field(default_factory=dict)
    penance: dict[Seat, int] = field(default_factory=dict)
    hides: dict[str, Seat] = field(default_factory=dict)
    guards: dict[Seat, tuple[Ward, ...]] = field(default_factory=dict)
    restart: bool = False
    halt_at: int = 0
    over: bool = False
    done: list[Done] = field(default_factory=list)
    grid: Grid = NO_GRID

    def lay(self, lying: Lying) -> str:
        """Lay a card on the next new spot and return its name (EL-P1.3)."""
        name = spot(self.new_spot)
        self.new_spot += 1
        self.ocean[name] = (lying,)
        return name

    def let_go(self, seat: Seat, card: Card, barred: tuple[Seat, ...] = ()) -> str:
        """A player lays a card down, open only without magic (EL-R13), and may not touch it yet (EL-8.6).

        Nor may those who were ``barred`` from it before.
        """
        return self.lay(Lying(card, up=not self.options.mage, barred=(*barred, seat)))

    def unbar(self, seat: Seat) -> None:
        """The player has touched their Island, and may take again what they laid down (EL-8.6)."""

        def others(barred: Sequence[Seat]) -> tuple[Seat, ...]:
            return tuple(one for one in barred if one != seat)

        for holder, held in self.hands.items():
            if seat in held.barred:
                self.hands[holder] = replace(held, barred=others(held.barred))
        for name, pile in self.ocean.items():
            if any(seat in lying.barred for lying in pile):
                self.ocean[name] = tuple(replace(lying, barred=others(lying.barred)) for lying in pile)

    def guarded(self, seat: Seat, *wards: Ward) -> bool:
        """Say whether a seat has one of these guards up."""
        return any(ward in self.guards.get(seat, ()) for ward in wards)


def hidden(state: State, seat: Seat) -> set[Card]:
    """Others' Islands, Flames and Play Hands, and what lies face-down, but for what this seat has seen there itself."""
    found: set[Card] = set()
    mind = state.minds[seat]
    for name, pile in state.ocean.items():
        noted = (*mind.under.get(name, ()), mind.spots.get(name, ""))
        found.update(lying.card for lying in pile if not lying.up and lying.card.code not in noted)
    for owner in state.seats:
        if owner == seat:
            continue
        known = mind.islands.get(owner, ())
        found.update(card for card in state.islands[owner] if card.code not in known)
        if len(state.flames[owner]) < FOUR:
            found.update(state.flames[owner])
        if owner in state.hands and mind.hands.get(owner) != state.hands[owner].card.code:
            found.add(state.hands[owner].card)
    return found


def exchangeable(state: State, one: Card, other: Card) -> bool:
    """A Flame is of one type (EL-2.2), so no card of it could be one of another type."""
    burning = [card for flame in state.flames.values() for card in flame]
    return one.rank == other.rank or not (one in burning or other in burning)


Match = Table[State]


def tell(t: Match, *events: Event) -> None:
    """Tell events, and let those who hear them remember (EL-P1.3)."""
    t.tell(*events)
    remember(t.state, *events)


def remember(state: State, *events: Event) -> None:
    """Let everybody who hears these events remember them."""
    for seat, mind in state.minds.items():
        for e in events:
            if e.to.includes(seat):
                mind.apply(e)


def note(t: Match, seat: Seat, what: str, *, lost: bool = False, face: str = "") -> None:
    """Write down what a player did in this impulse."""
    t.state.done.append(Done(t.state.impulse, seat, what, lost, face))


def show_open(t: Match, spots: Sequence[str]) -> None:
    """Show what lies open on these spots: its face, or what it feigns to those who are fooled (EL-6.5, EL-R3)."""
    for name in spots:
        lying = t.state.ocean[name][-1]
        if not lying.up:
            continue
        if not t.state.options.mage:
            tell(t, FaceShown(spot=name, card=lying.card, to=PUBLIC))
            continue
        if not lying.feigned:
            tell(t, FaceSeen(spot=name, face=lying.card.rank, to=PUBLIC))
            continue
        knowing = [seat for seat in t.state.seats if not fooled(t.state, seat, lying.feigner)]
        tell(t, FaceSeen(spot=name, face=lying.feigned, to=all_but(*knowing)))
        if knowing:
            tell(t, FaceSeen(spot=name, face=lying.card.rank, to=only(*knowing)))


def fooled(state: State, seat: Seat, feigner: Seat) -> bool:
    """Say whether an illusion works on a seat: not on its caster, nor on who guards sight or mind (EL-P4.2, EL-R17)."""
    return seat != feigner and not state.guarded(seat, Ward.SIGHT, Ward.MIND)
