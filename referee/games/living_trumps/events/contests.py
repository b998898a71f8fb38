"""Hellrides, Deals, contests, Duels, Boons, Tricks and the Power Step."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.events import Event, SeatEvent
from referee.engine.values import value
from referee.games.cards import Card
from referee.games.living_trumps.moves import Name, Put, Reply


class Replied(SeatEvent):
    """How the owner answered a Hellride of one Blood (LT-9.8)."""

    rider: Seat
    reply: Reply


class DealProposed(SeatEvent):
    """A Deal was proposed: what the proposer would give and get; None was left open (LT-P6.1)."""

    partner: Seat
    give: Name | None
    get: Name | None


class DealRefused(SeatEvent):
    """Talks failed (LT-P6.2)."""

    partner: Seat


class NoDeal(SeatEvent):
    """There was no Deal at all; ``returned`` says what became of the Ante (LT-R17)."""

    returned: bool


class DealStruck(Event):
    """Terms that were agreed, or that hold in a forced Deal (LT-P6.4, LT-P6.5)."""

    first: Seat
    second: Seat
    gives: Name
    gets: Name
    forced: bool


class AntesShown(Event):
    """Both Trump Antes turned up, and what each was (LT-18.2, LT-18.3)."""

    first: Seat
    first_card: Card
    first_put: Put
    second: Seat
    second_card: Card
    second_put: Put
    result: str


class ContestBegan(Event):
    """A contest begins: both battle suits and Points (LT-19.1, LT-R47)."""

    first: Seat
    first_suit: str
    first_points: int
    second: Seat
    second_suit: str
    second_points: int


class Flipped(Event):
    """Both flipped a card, and the Points now (LT-19.4)."""

    first: Seat
    first_card: Card
    first_points: int
    second: Seat
    second_card: Card
    second_points: int


class Yielded(SeatEvent):
    """Somebody yielded, or had to (LT-19.7, LT-20.13)."""


class CalledForHelp(SeatEvent):
    """Somebody Trumped an Identity (LT-21.1); without a helper it is nobody's."""

    rank: str
    helper: Seat


class HelpFlipped(SeatEvent):
    """The card flipped for an Identity that nobody has (LT-21.2)."""

    card: Card
    doubled: bool


class HelpAnswered(SeatEvent):
    """Whether help was granted (LT-21.3)."""

    helper: Seat
    granted: bool


class Wished(Event):
    """The three cards that a helper would like, told to that helper and the caller (LT-21.3)."""

    helper: Seat
    caller: Seat
    wishes: tuple[Name, ...]


class BargainMade(Event):
    """Which wish the caller will meet, told to both (LT-21.3)."""

    helper: Seat
    caller: Seat
    wish: Name


class BargainSettled(Event):
    """A bargain for help was kept, or somebody reneged (LT-21.5)."""

    caller: Seat
    helper: Seat
    kept: bool


class ContestEnded(Event):
    """How a contest ended; an empty winner is a tie (LT-19.6)."""

    first: Seat
    first_points: int
    second: Seat
    second_points: int
    winner: Seat
    joker: bool


class DuelBegan(Event):
    """A Duel begins (LT-20)."""

    challenger: Seat
    defender: Seat


class FirstBlood(Event):
    """The First Blood, as both duellists see it (LT-20.1)."""

    challenger: Seat
    defender: Seat
    card: Card


class FirstBloodDecided(Event):
    """The First Blood decided the Duel; all see it (LT-20.2)."""

    challenger: Seat
    defender: Seat
    card: Card
    winner: Seat


class WeaponChosen(SeatEvent):
    """The battle suit (LT-20.4)."""

    suit: str


class Showed(SeatEvent):
    """A card put into the Show of Strength, and that side's Points (LT-20.5, LT-20.8)."""

    card: Card
    points: int


class FeintPlaced(SeatEvent):
    """A card was placed face-down (LT-20.9)."""

    number: int


class BluffCalled(Event):
    """A bluff was called: the card, whether it was one, and whose feints are shown (LT-20.11, LT-20.12)."""

    caller: Seat
    foe: Seat
    card: Card
    bluff: bool
    shown: tuple[Card, ...]


class FeintSeen(SeatEvent):
    """A feint, or a card of a five, out of an open Hand (LT-R27)."""

    card: Card


class FeintsExposed(SeatEvent):
    """A wrong caller shows their own feints (LT-20.12)."""

    cards: tuple[Card, ...]


class CallConvicted(SeatEvent):
    """A wrong call loses the Duel, by these bluffs among the caller's own feints or by the call alone (LT-R54)."""

    bluffs: tuple[Card, ...]


class DuelEnded(Event):
    """A Duel was won (LT-20.14)."""

    winner: Seat
    loser: Seat


class AnteWon(SeatEvent):
    """Who has the Ante: Blood, and perhaps a Shadow (LT-25.2)."""

    blood: int


class BoonNamed(Event):
    """A Boon was named (LT-17.1)."""

    winner: Seat
    loser: Seat
    name: Name


class TrickDeclared(SeatEvent):
    """Four of a kind, shown to all (LT-14.2)."""

    rank: str
    cards: tuple[Card, ...]


class Consolidated(SeatEvent):
    """A Shadow went face-down into the Powerbase; its face is named if all know it (LT-14.3)."""

    gone: int
    slot: int
    card: Card | None


class RankTaken(SeatEvent):
    """Control over another player: the rank named and how many cards it brought (LT-14.5, LT-14.6)."""

    gives_away = "LT-14.5"

    victim: Seat
    rank: str
    count: int


@value
class Gift:
    """One Shadow of the Black Zone Turning: from whom, out of which slot, to whom, into which."""

    giver: Seat
    gone: int
    taker: Seat
    card: Card
    slot: int


class GiftsTurned(Event):
    """All gifts of a Black Zone Turning, which are simultaneous (LT-16.1)."""

    gifts: tuple[Gift, ...]


class PowerTurnedUp(SeatEvent):
    """Face-down Powerbase cards turned up (LT-15.1)."""

    slots: tuple[int, ...]
    cards: tuple[Card, ...]


class Recycled(SeatEvent):
    """A Powerbase card became a face-up Shadow again (LT-15.2)."""

    gone: int
    card: Card
    slot: int
