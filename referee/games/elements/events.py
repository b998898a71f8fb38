"""What can happen in Elements, told to those who may know it."""

from __future__ import annotations

from referee.engine.author import Event, Seat, SeatEvent
from referee.games.cards import Card
from referee.games.elements.spells import Ward


class ImpulseEvent(SeatEvent):
    """What one player did or met in an impulse."""

    impulse: int


class RoundBegun(Event):
    """A round is dealt: Islands of this size, and the Ocean on these spots, face up or down (EL-4.1, EL-11.1)."""

    round: int
    size: int
    spots: tuple[str, ...]
    up: bool


class IslandSeen(SeatEvent):
    """A player sees their own Island: when play begins, and when it was passed to them (EL-R2, EL-9.2)."""

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

    @property
    def moment(self) -> int:
        return 0


class ImpulseBegun(Event):
    """An impulse begins (EL-P2.1)."""

    impulse: int

    @property
    def moment(self) -> int:
        return self.impulse


class IslandTouched(ImpulseEvent):
    """A player touched their Island (EL-8.6)."""


class CardsFreed(SeatEvent):
    """A player may take again whatever they laid down, for they have lifted a card off their Island (EL-R23)."""


class TakeBarred(ImpulseEvent):
    """A card cannot be taken by who laid it down, before touching their own Island (EL-8.6, EL-P2.7)."""

    spot: str


class ClaimContested(Event):
    """Several hands reached for one card; ``lots`` says that equal due was decided by lot (EL-P3.1)."""

    impulse: int
    spot: str
    seats: tuple[Seat, ...]
    winner: Seat
    lots: bool


class DueChanged(SeatEvent):
    """What is due to a player now (EL-P3.1)."""

    due: int


class CardClaimed(ImpulseEvent):
    """A card was claimed: from a spot (``depth`` under the top), an Island or a Flame with ``left`` more (EL-3.3)."""

    source: str
    depth: int = 0
    left: int = 0


class CardLearned(ImpulseEvent):
    """The claimer learns what they claimed (EL-P2.4)."""

    source: str
    card: Card


class CardPut(ImpulseEvent):
    """A claimed card went to a Flame, an Island or the Ocean, there onto a new spot (EL-8.2, EL-8.4)."""

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

    gives_away = "EL-6.5"
    spot: str
    face: str


class DibsCalled(ImpulseEvent):
    """A player called dibs on a card (EL-11.4)."""

    card: Card


class DibsOutranked(ImpulseEvent):
    """A touch of the same impulse, or another call, outranked a call of dibs (EL-11.4, EL-P3.3)."""

    card: Card


class DibsLapsed(SeatEvent):
    """A call of dibs is over: the card was taken, or another one (EL-11.5, EL-P3.3)."""


class CardFlipped(ImpulseEvent):
    """A card in the Ocean was turned; ``seat`` is nobody if an effect ended so."""

    spot: str
    up: bool
    magic: bool


class CardsGathered(ImpulseEvent):
    """Cards of the Ocean were moved onto one spot (EL-11.3)."""

    spots: tuple[str, ...]


class RuleBroken(ImpulseEvent):
    """A player is in violation; they spend an impulse undoing it and one touching their Island (EL-7.1, EL-P4.6)."""

    rule: str


class PenanceDone(ImpulseEvent):
    """A violator spent an impulse: ``left`` is 1 after undoing, 0 after touching (EL-P4.6)."""

    left: int


class WhirlwindCalled(ImpulseEvent):
    """A player scattered their Flame over these new spots and invoked Air (EL-9.1)."""

    spots: tuple[str, ...]
    up: bool


class IslandsPassed(Event):
    """All Islands went one seat to the left; who had cards to handle has touched their own (EL-9.2, EL-R6)."""

    impulse: int
    touched: tuple[Seat, ...]


class IslandsShrunk(Event):
    """Islands may hold no more than this now (EL-11.2)."""

    size: int


class CardShed(SeatEvent):
    """An Island that was too full gave a card to the Ocean (EL-R11)."""

    spot: str


class OwnCardShed(SeatEvent):
    """Which card that was, for its owner."""

    card: Card


class IslandArranged(SeatEvent):
    """How a player laid out their Island before play (EL-11.1)."""

    cards: tuple[Card, ...]


class HaltCalled(ImpulseEvent):
    """A player asks for a halt (EL-7.2)."""

    reason: str


class PlayHalted(Event):
    """Play stops at the end of this impulse, by a majority or by the GM (EL-P5.1)."""

    impulse: int
    by_gm: bool


class PlayRestarted(Event):
    """Play begins again; every player touched their Island (EL-7.2, EL-4.2)."""

    guilty: tuple[Seat, ...]


class FireSaid(ImpulseEvent):
    """Four of a kind (EL-10.1)."""

    cards: tuple[Card, ...]


class FireOutranked(ImpulseEvent):
    """A foursome that came in the same moment as another, and was second (EL-R9)."""

    cards: tuple[Card, ...]


class DeadlinePlayed(Event):
    """The deadline is over and its effects end: what every hand did, impulse by impulse (EL-P4.7)."""

    impulses: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]


class RoundEnded(Event):
    """A round is over; without winners if it came to the limit (EL-10.2, EL-R14)."""

    round: int
    winners: tuple[Seat, ...]


class SpotsScried(ImpulseEvent):
    """What the caster saw on some spots (EL-P4.2)."""

    gives_away = "EL-P4.2"
    spots: tuple[str, ...]
    faces: tuple[str, ...]


class FlamePeeked(ImpulseEvent):
    """What the caster saw of a Flame; nothing of one that is guarded (EL-P4.2)."""

    gives_away = "EL-P4.2"
    player: Seat
    kind: str
    count: int
    guarded: bool


class SpotsSwapped(ImpulseEvent):
    """Two cards of the Ocean changed places; all see it if one lies open (EL-P4.2)."""

    one: str
    other: str
    ups: tuple[bool, ...]


class SpotsShuffled(ImpulseEvent):
    """Cards of the Ocean were mixed, and nobody knows them any more (EL-P4.2)."""

    spots: tuple[str, ...]
    ups: tuple[bool, ...]


class CardPulled(ImpulseEvent):
    """A card was drawn near, or pushed away from ``player`` (EL-P3.2)."""

    spot: str
    player: Seat


class SpotHidden(ImpulseEvent):
    """A card became invisible to the others (EL-P4.2)."""

    spot: str


class IllusionCast(ImpulseEvent):
    """The caster's illusion stands (EL-R3)."""

    spot: str
    kind: str


class GuardRaised(ImpulseEvent):
    """A guard is up until the deadline's end (EL-5.3)."""

    ward: Ward


class VanityShown(SeatEvent):
    """Decoration, for all to admire (EL-6.6)."""

    text: str


class SpellLapsed(ImpulseEvent):
    """A spell came to nothing, without a violation (EL-P4.5)."""

    spell: str


class SpellRuled(ImpulseEvent):
    """What the GM ruled on a free spell (EL-P4.3)."""

    text: str
    verdict: str


class SpellUnruled(ImpulseEvent):
    """Nobody ruled on a free spell in time, so it does nothing and breaks no rule (EL-P4.4)."""

    text: str


class FlameFed(Event):
    """How these players' Flames grew in this deadline, from so many cards to so many, in these impulses (EL-6.7).

    ``kind`` is their type, where all saw it by a card that lay open.
    """

    seats: tuple[Seat, ...]
    before: int
    after: int
    impulses: tuple[int, ...]
    kind: str = ""

    @property
    def moment(self) -> int:
        return self.impulses[0]


class FlameDimmed(SeatEvent):
    """How many cards a player took out of their own Flame in this deadline (EL-8.4)."""

    count: int


class CardSnatched(SeatEvent):
    """A player took up a card on the spot on which another had let one go (EL-P1.3); its ``face``, if it lay open."""

    giver: Seat
    spot: str
    impulse: int
    face: str = ""

    @property
    def moment(self) -> int:
        return self.impulse


class IslandsChanged(Event):
    """These Islands have more or fewer cards than when the deadline began (EL-6.7)."""

    seats: tuple[Seat, ...]
    before: int
    after: int


class LeadTaken(Event):
    """Whose Flames are the largest now (EL-6.7)."""

    seats: tuple[Seat, ...]
    count: int
