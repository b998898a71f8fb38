"""What can happen in Elements, told to those who may know it."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.games.cards import Card


class RoundBegun(Event):
    """A round is dealt: Islands of this size, and the Ocean on these spots, face up or down (EL-4.1, EL-11.1)."""

    round: int
    size: int
    spots: tuple[str, ...]
    up: bool


class IslandSeen(Event):
    """A player sees their own Island: when play begins, and when it was passed to them (EL-R2, EL-9.2)."""

    seat: Seat
    cards: tuple[Card, ...]


class OceanShown(Event):
    """The faces of an open Ocean, spot by spot (EL-11.1)."""

    spots: tuple[str, ...]
    cards: tuple[Card, ...]


class TurnBegun(Event):
    """A deadline is played; it begins with this impulse (EL-P1.2)."""

    turn: int
    round: int
    impulse: int


class ImpulseBegun(Event):
    """An impulse begins (EL-P2.1)."""

    impulse: int


class IslandTouched(Event):
    """A player touched their Island (EL-8.6)."""

    seat: Seat
    impulse: int


class TakeBarred(Event):
    """A card cannot be taken by who laid it down, before touching their own Island (EL-8.6, EL-P2.7)."""

    seat: Seat
    impulse: int
    spot: str


class ClaimContested(Event):
    """Several hands reached for one card; ``lots`` says that equal due was decided by lot (EL-P3.1)."""

    impulse: int
    spot: str
    seats: tuple[Seat, ...]
    winner: Seat
    lots: bool


class DueChanged(Event):
    """What is due to a player now (EL-P3.1)."""

    seat: Seat
    due: int


class CardClaimed(Event):
    """A card was claimed: from a spot (``depth`` under the top), an Island or a Flame with ``left`` more (EL-3.3)."""

    seat: Seat
    impulse: int
    source: str
    depth: int = 0
    left: int = 0


class CardLearned(Event):
    """The claimer learns what they claimed (EL-P2.4)."""

    seat: Seat
    impulse: int
    source: str
    card: Card


class CardPut(Event):
    """A claimed card went to a Flame, an Island or the Ocean, there onto a new spot (EL-8.2, EL-8.4)."""

    seat: Seat
    impulse: int
    place: str
    source: str
    spot: str = ""
    up: bool = False


class FaceShown(Event):
    """A card lies open in the Ocean (EL-11.1, EL-R13)."""

    spot: str
    card: Card


class FaceSeen(Event):
    """What a card that lies open seems to be (EL-6.5, EL-R3)."""

    gives_away: ClassVar[str] = "EL-6.5"
    spot: str
    face: str


class DibsCalled(Event):
    """A player called dibs on a card (EL-11.4)."""

    seat: Seat
    impulse: int
    card: Card


class DibsOutranked(Event):
    """A touch of the same impulse, or another call, outranked a call of dibs (EL-11.4, EL-P3.3)."""

    seat: Seat
    impulse: int
    card: Card


class DibsLapsed(Event):
    """A call of dibs is over: the card was taken, or another one (EL-11.5, EL-P3.3)."""

    seat: Seat


class CardFlipped(Event):
    """A card in the Ocean was turned; ``seat`` is nobody if an effect ended so."""

    seat: Seat
    impulse: int
    spot: str
    up: bool
    magic: bool


class CardsGathered(Event):
    """Cards of the Ocean were moved onto one spot (EL-11.3)."""

    seat: Seat
    impulse: int
    spots: tuple[str, ...]


























class RuleBroken(Event):
    """A player is in violation; they spend an impulse undoing it and one touching their Island (EL-7.1, EL-P4.6)."""

    seat: Seat
    impulse: int
    rule: str


class PenanceDone(Event):
    """A violator spent an impulse: ``left`` is 1 after undoing, 0 after touching (EL-P4.6)."""

    seat: Seat
    impulse: int
    left: int


class WhirlwindCalled(Event):
    """A player scattered their Flame over these new spots and invoked Air (EL-9.1)."""

    seat: Seat
    impulse: int
    spots: tuple[str, ...]
    up: bool


class IslandsPassed(Event):
    """All Islands went one seat to the left; who had cards to handle has touched their own (EL-9.2, EL-R6)."""

    impulse: int
    touched: tuple[Seat, ...]


class IslandsShrunk(Event):
    """Islands may hold no more than this now (EL-11.2)."""

    size: int


class CardShed(Event):
    """An Island that was too full gave a card to the Ocean (EL-R11)."""

    seat: Seat
    spot: str


class OwnCardShed(Event):
    """Which card that was, for its owner."""

    seat: Seat
    card: Card


class IslandArranged(Event):
    """How a player laid out their Island before play (EL-11.1)."""

    seat: Seat
    cards: tuple[Card, ...]


class HaltCalled(Event):
    """A player asks for a halt (EL-7.2)."""

    seat: Seat
    impulse: int
    reason: str


class PlayHalted(Event):
    """Play stops at the end of this impulse, by a majority or by the GM (EL-P5.1)."""

    impulse: int
    by_gm: bool


class PlayRestarted(Event):
    """Play begins again; every player touched their Island (EL-7.2, EL-4.2)."""

    guilty: tuple[Seat, ...]


class FireSaid(Event):
    """Four of a kind (EL-10.1)."""

    seat: Seat
    impulse: int
    cards: tuple[Card, ...]


class FireOutranked(Event):
    """A foursome that came in the same moment as another, and was second (EL-R9)."""

    seat: Seat
    impulse: int
    cards: tuple[Card, ...]


class DeadlinePlayed(Event):
    """The deadline is over and its effects end: what every hand did, impulse by impulse (EL-P4.7)."""

    impulses: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]


class RoundEnded(Event):
    """A round is over; without winners if it came to the limit (EL-10.2, EL-R14)."""

    round: int
    winners: tuple[Seat, ...]
