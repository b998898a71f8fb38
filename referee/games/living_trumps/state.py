"""The whole truth of a game: the players with their cards and Blood, the decks, the Jewel, and the Turn's ledger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.table import Table
from referee.engine.values import value
from referee.games.cards import Card
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.moves import FREE_ONLY, Place, Spend, Zone
from referee.games.living_trumps.options import Options


@dataclass(slots=True)
class Laid:
    """A card of a Powerbase or a Personal Shadow: its slot, whether it lies face-down, and whether all know it."""

    card: Card
    slot: int
    down: bool = False
    known: bool = True


class Reason(StrEnum):
    """What Blood was gained, spent or moved for: the words of the ledger (LT-25)."""

    NEW_BLOOD = "New Blood"
    SCHEME = "Scheme"
    JEWEL = "the Jewel"
    SCRY = "Scry"
    SHAPESHIFT = "Shapeshift"
    TRACE = "Trace"
    TRAVEL = "Travel"
    SHADOWSHIFT = "Shadowshift"
    HELLRIDE = "Hellride"
    DEFENCE = "defence"
    PATTERN = "Patternwalk"
    CURSE = "Blood Curse"
    TENDRIL = "Tendrils"
    DIVE = "Pit-Dive"
    LIVING = "Living Trump"
    TRICK = "Trick"
    STORM = "Storm"
    PRIMAL = "Primal Chaos"
    ANTE = "Ante"
    FAIR_TRADE = "Fair Trade"
    LEFT = "left the Place"


@value
class Entry:
    """One line of the ledger: how a player's free, placed and staked Blood changed, and why."""

    seat: Seat
    why: Reason
    free: int = 0
    placed: int = 0
    staked: int = 0


@dataclass(slots=True)
class Player:
    """One player.

    ``shown`` lies face-up before them in a Duel or contest, ``laid`` face-down and known to them, ``unseen`` face-down
    and known to nobody; ``hit`` is one whose Tricks Phase is lost (LT-14.1), ``open_turn`` the Turn that they play with
    an open Hand, ``deed`` the last Turn in which they did their court's deed.
    """

    seat: Seat
    court: Court
    rank: str
    forte: str
    hand: list[Card] = field(default_factory=list)
    shadows: list[Laid] = field(default_factory=list)
    powerbase: list[Laid] = field(default_factory=list)
    shown: list[Card] = field(default_factory=list)
    laid: list[Card] = field(default_factory=list)
    unseen: list[Card] = field(default_factory=list)
    free: int = 0
    placed: int = 0
    staked: int = 0
    where: Place = Place.NONE
    slots: int = 0
    spend: Spend = FREE_ONLY
    hit: bool = False
    cursed: bool = False
    open_turn: int = 0
    deed: int = 0

    @property
    def place(self) -> Place:
        """The Place of Power where the player is; a Chaosian without a Shadow is at the Abyss (LT-8.8)."""
        if self.court is Court.CHAOS and not self.shadows:
            return Place.ABYSS
        return self.where

    @property
    def blood(self) -> int:
        """All the Blood that the player owns (LT-R7)."""
        return self.free + self.placed + self.staked

    @property
    def base(self) -> list[Card]:
        """The player's face-up Powerbase cards, which alone count (LT-2.6)."""
        return [one.card for one in self.powerbase if not one.down]

    def shadow(self, slot: int) -> Laid:
        """Return the Shadow in a slot."""
        return next(one for one in self.shadows if one.slot == slot)

    def face_up(self) -> list[Laid]:
        """List the player's face-up Shadows."""
        return [one for one in self.shadows if not one.down]

    def place_cards(self) -> list[Laid]:
        """List the player's Place cards: the only Shadows that lie face-down."""
        return [one for one in self.shadows if one.down]

    def cards(self) -> Iterator[Card]:
        """List all Trump cards that are the player's."""
        for zone in (self.hand, self.shown, self.laid, self.unseen):
            yield from zone


class JewelAt(StrEnum):
    """Where the Jewel of Judgment is (LT-23.5)."""

    BANK = "bank"
    FREE = "free"
    PLACE = "place"
    STAKED = "staked"


@value
class Peek:
    """Cards that are open to these seats at this moment, wherever they lie; without seats, to all.

    One that was scried where it lies face-down before somebody stays so to who saw it, while it lies there (LT-R9).
    """

    cards: tuple[Card, ...]
    seats: tuple[Seat, ...] = ()


@dataclass(slots=True)
class State:
    """A game between two Turns, or in the middle of one.

    A deck's first card is its top. ``turned`` are Shadow cards that lie face-up in an action, ``gauntlet`` the card
    thrown down, ``turned_trump`` the card flipped for a call. ``proved`` are cards of which a rank was made known this
    Turn though nobody saw them (LT-8.6, LT-R8). By ``edition`` the rules know which of them a Turn is played by.
    """

    edition: ClassVar[int] = 3

    options: Options
    players: dict[Seat, Player]
    initiative: list[Seat] = field(default_factory=list)
    turn: int = 1
    trump_deck: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    shadow_deck: list[Card] = field(default_factory=list)
    reserve: list[Card] = field(default_factory=list)
    turned: list[Card] = field(default_factory=list)
    gauntlet: list[Card] = field(default_factory=list)
    turned_trump: list[Card] = field(default_factory=list)
    jewel: Seat | None = None
    jewel_at: JewelAt = JewelAt.BANK
    ledger: list[Entry] = field(default_factory=list)
    proved: list[Card] = field(default_factory=list)
    peeks: list[Peek] = field(default_factory=list)
    over: bool = False

    @property
    def piles(self) -> dict[Zone | None, list[Card]]:
        """The decks and the discards, where a Scry may look at any place (LT-R9)."""
        return {Zone.SHADOW_DECK: self.shadow_deck, Zone.TRUMP_DECK: self.trump_deck, Zone.DISCARD: self.discard}

    def holder(self, rank: str) -> Player | None:
        """Return the player whose Identity is this rank."""
        return next((p for p in self.players.values() if p.rank == rank), None)

    def opponents(self, seat: Seat) -> list[Player]:
        """List all others, in initiative order."""
        return [self.players[other] for other in self.initiative if other != seat]

    def unknown(self) -> list[Card]:
        """List the cards that lie face-down before players, of which not everybody knows which they are."""
        rows = (one for p in self.players.values() for one in (*p.shadows, *p.powerbase))
        return [one.card for one in rows if one.down and not one.known]

    def remember(self, seat: Seat, card: Card) -> None:
        """Who scried a card that lies face-down before somebody knows it from now on (LT-R9)."""
        peek = Peek((card,), (seat,))
        if card in self.unknown() and peek not in self.peeks:
            self.peeks.append(peek)

    def forget(self) -> None:
        """Nothing is left to remember of a card that all know by now, or that is gone."""
        unknown = self.unknown() if self.peeks else ()
        self.peeks = [peek for peek in self.peeks if all(card in unknown for card in peek.cards)]

    def scried(self, seat: Seat, card: Card) -> bool:
        """Say whether a player has scried a card where it lies now."""
        return any(card in peek.cards and seat in peek.seats for peek in self.peeks)

    def is_open(self, seat: Seat) -> bool:
        """Say whether a Hand is open this Turn (LT-10.5, LT-R27)."""
        return self.players[seat].open_turn == self.turn


Trumps = Table[State]


def hidden(state: State, seat: Seat) -> set[Card]:
    """Decks and discards are hidden from all; Hands, and what lies face-down, from all but the owner."""
    found = {*state.trump_deck, *state.discard, *state.shadow_deck, *state.gauntlet}
    for owner, p in state.players.items():
        found.update(p.unseen)
        if owner == seat:
            continue
        found.update(p.laid)
        if not state.is_open(owner):
            found.update(p.hand)
        found.update(one.card for one in (*p.shadows, *p.powerbase) if one.down and not one.known)
    for peek in state.peeks:
        if not peek.seats or seat in peek.seats:
            found.difference_update(peek.cards)
    return found
