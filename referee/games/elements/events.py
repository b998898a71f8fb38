"""What can happen in Elements, told to those who may know it."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.events import Event, event
from referee.games.cards import Card


@event
class RoundBegun(Event):
    """A round is dealt: Islands of this size, and the Ocean on these spots, face up or down (EL-4.1, EL-11.1)."""

    round: int
    size: int
    spots: tuple[str, ...]
    up: bool


@event
class IslandSeen(Event):
    """A player sees their own Island: when play begins, and when it was passed to them (EL-R2, EL-9.2)."""

    seat: Seat
    cards: tuple[Card, ...]


@event
class OceanShown(Event):
    """The faces of an open Ocean, spot by spot (EL-11.1)."""

    spots: tuple[str, ...]
    cards: tuple[Card, ...]


@event
class TurnBegun(Event):
    """A deadline is played; it begins with this impulse (EL-P1.2)."""

    turn: int
    round: int
    impulse: int


@event
class ImpulseBegun(Event):
    """An impulse begins (EL-P2.1)."""

    impulse: int


@event
class IslandTouched(Event):
    """A player touched their Island (EL-8.6)."""

    seat: Seat
    impulse: int


@event
class TakeBarred(Event):
    """A card cannot be taken by who laid it down, before touching their own Island (EL-8.6, EL-P2.7)."""

    seat: Seat
    impulse: int
    spot: str


@event
class ClaimContested(Event):
    """Several hands reached for one card; ``lots`` says that equal due was decided by lot (EL-P3.1)."""

    impulse: int
    spot: str
    seats: tuple[Seat, ...]
    winner: Seat
    lots: bool


@event
class DueChanged(Event):
    """What is due to a player now (EL-P3.1)."""

    seat: Seat
    due: int


@event
class CardClaimed(Event):
    """A card was claimed: from a spot (``depth`` under the top), an Island or a Flame with ``left`` more (EL-3.3)."""

    seat: Seat
    impulse: int
    source: str
    depth: int = 0
    left: int = 0


@event
class CardLearned(Event):
    """The claimer learns what they claimed (EL-P2.4)."""

    seat: Seat
    impulse: int
    source: str
    card: Card


@event
class CardPut(Event):
    """A claimed card went to a Flame, an Island or the Ocean, there onto a new spot (EL-8.2, EL-8.4)."""

    seat: Seat
    impulse: int
    place: str
    source: str
    spot: str = ""
    up: bool = False


@event
class FaceShown(Event):
    """A card lies open in the Ocean (EL-11.1, EL-R13)."""

    spot: str
    card: Card


@event
class FaceSeen(Event):
    """What a card that lies open seems to be (EL-6.5, EL-R3)."""

    gives_away: ClassVar[str] = "EL-6.5"
    spot: str
    face: str


@event
class DibsCalled(Event):
    """A player called dibs on a card (EL-11.4)."""

    seat: Seat
    impulse: int
    card: Card


@event
class DibsOutranked(Event):
    """A touch of the same impulse, or another call, outranked a call of dibs (EL-11.4, EL-P3.3)."""

    seat: Seat
    impulse: int
    card: Card


@event
class DibsLapsed(Event):
    """A call of dibs is over: the card was taken, or another one (EL-11.5, EL-P3.3)."""

    seat: Seat


@event
class CardFlipped(Event):
    """A card in the Ocean was turned; ``seat`` is nobody if an effect ended so."""

    seat: Seat
    impulse: int
    spot: str
    up: bool
    magic: bool


@event
class CardsGathered(Event):
    """Cards of the Ocean were moved onto one spot (EL-11.3)."""

    seat: Seat
    impulse: int
    spots: tuple[str, ...]


























@event
class RuleBroken(Event):
    """A player is in violation; they spend an impulse undoing it and one touching their Island (EL-7.1, EL-P4.6)."""

    seat: Seat
    impulse: int
    rule: str


@event
class PenanceDone(Event):
    """A violator spent an impulse: ``left`` is 1 after undoing, 0 after touching (EL-P4.6)."""

    seat: Seat
    impulse: int
    left: int


@event
class WhirlwindCalled(Event):
    """A player scattered their Flame over these new spots and invoked Air (EL-9.1)."""

    seat: Seat
    impulse: int
    spots: tuple[str, ...]
    up: bool


@event
class IslandsPassed(Event):
    """All Islands went one seat to the left; who had cards to handle has touched their own (EL-9.2, EL-R6)."""

    impulse: int
    touched: tuple[Seat, ...]


@event
class IslandsShrunk(Event):
    """Islands may hold no more than this now (EL-11.2)."""

    size: int


@event
class CardShed(Event):
    """An Island that was too full gave a card to the Ocean (EL-R11)."""

    seat: Seat
    spot: str


@event
class OwnCardShed(Event):
    """Which card that was, for its owner."""

    seat: Seat
    card: Card


@event
class IslandArranged(Event):
    """How a player laid out their Island before play (EL-11.1)."""

    seat: Seat
    cards: tuple[Card, ...]


@event
class HaltCalled(Event):
    """A player asks for a halt (EL-7.2)."""

    seat: Seat
    impulse: int
    reason: str


@event
class PlayHalted(Event):
    """Play stops at the end of this impulse, by a majority or by the GM (EL-P5.1)."""

    impulse: int
    by_gm: bool


@event
class PlayRestarted(Event):
    """Play begins again; every player touched their Island (EL-7.2, EL-4.2)."""

    guilty: tuple[Seat, ...]


@event
class FireSaid(Event):
    """Four of a kind (EL-10.1)."""

    seat: Seat
    impulse: int
    cards: tuple[Card, ...]


@event
class FireOutranked(Event):
    """A foursome that came in the same moment as another, and was second (EL-R9)."""

    seat: Seat
    impulse: int
    cards: tuple[Card, ...]


@event
class DeadlinePlayed(Event):
    """The deadline is over and its effects end: what every hand did, impulse by impulse (EL-P4.7)."""

    impulses: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]


@event
class RoundEnded(Event):
    """A round is over; without winners if it came to the limit (EL-10.2, EL-R14)."""

    round: int
    winners: tuple[Seat, ...]
