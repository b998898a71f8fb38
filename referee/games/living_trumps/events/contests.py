"""Hellrides, Deals, contests, Duels, Boons, Tricks and the Power Step."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.engine.values import value
from referee.games.cards import Card
from referee.games.living_trumps.moves import Name, Put, Reply


class Replied(Event):
    """How the owner answered a Hellride of one Blood (LT-9.8)."""

    seat: Seat
    rider: Seat
    reply: Reply


class DealProposed(Event):
    """A Deal was proposed: what the proposer would give and get; None was left open (LT-P6.1)."""

    seat: Seat
    partner: Seat
    give: Name | None
    get: Name | None


class DealRefused(Event):
    """Talks failed (LT-P6.2)."""

    seat: Seat
    partner: Seat


class NoDeal(Event):
    """There was no Deal at all; ``returned`` says what became of the Ante (LT-R17)."""

    seat: Seat
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


class Yielded(Event):
    """Somebody yielded, or had to (LT-19.7, LT-20.13)."""

    seat: Seat


class CalledForHelp(Event):
    """Somebody Trumped an Identity (LT-21.1); without a helper it is nobody's."""

    seat: Seat
    rank: str
    helper: Seat


class HelpFlipped(Event):
    """The card flipped for an Identity that nobody has (LT-21.2)."""

    seat: Seat
    card: Card
    doubled: bool


class HelpAnswered(Event):
    """Whether help was granted (LT-21.3)."""

    seat: Seat
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


class WeaponChosen(Event):
    """The battle suit (LT-20.4)."""

    seat: Seat
    suit: str


class Showed(Event):
    """A card put into the Show of Strength, and that side's Points (LT-20.5, LT-20.8)."""

    seat: Seat
    card: Card
    points: int


class FeintPlaced(Event):
    """A card was placed face-down (LT-20.9)."""

    seat: Seat
    number: int


class BluffCalled(Event):
    """A bluff was called: the card, whether it was one, and whose feints are shown (LT-20.11, LT-20.12)."""

    caller: Seat
    foe: Seat
    card: Card
    bluff: bool
    shown: tuple[Card, ...]


class FeintSeen(Event):
    """A feint out of an open Hand (LT-R27)."""

    seat: Seat
    card: Card


class FeintsExposed(Event):
    """A wrong caller shows their own feints (LT-20.12)."""

    seat: Seat
    cards: tuple[Card, ...]


class CallConvicted(Event):
    """A wrong call loses the Duel, by these bluffs among the caller's own feints or by the call alone (LT-R54)."""

    seat: Seat
    bluffs: tuple[Card, ...]


class DuelEnded(Event):
    """A Duel was won (LT-20.14)."""

    winner: Seat
    loser: Seat


class AnteWon(Event):
    """Who has the Ante: Blood, and perhaps a Shadow (LT-25.2)."""

    seat: Seat
    blood: int


class BoonNamed(Event):
    """A Boon was named (LT-17.1)."""

    winner: Seat
    loser: Seat
    name: Name


class TrickDeclared(Event):
    """Four of a kind, shown to all (LT-14.2)."""

    seat: Seat
    rank: str
    cards: tuple[Card, ...]


class Consolidated(Event):
    """A Shadow went face-down into the Powerbase; its face is named if all know it (LT-14.3)."""

    seat: Seat
    gone: int
    slot: int
    card: Card | None


class RankTaken(Event):
    """Control over another player: the rank named and how many cards it brought (LT-14.5, LT-14.6)."""

    gives_away: ClassVar[str] = "LT-14.5"

    seat: Seat
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


class PowerTurnedUp(Event):
    """Face-down Powerbase cards turned up (LT-15.1)."""

    seat: Seat
    slots: tuple[int, ...]
    cards: tuple[Card, ...]


class Recycled(Event):
    """A Powerbase card became a face-up Shadow again (LT-15.2)."""

    seat: Seat
    gone: int
    card: Card
    slot: int
