"""What can happen in a duel, told to those who may know it, and what its players are asked (RULES.md, 2.4)."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.author import Ask, Event, Seat, SeatEvent
from referee.games.cards import Card


class Verdict(StrEnum):
    """How a round was decided, in the order in which it is looked at."""

    CALLED = "called"
    DEATHS = "deaths"
    SAME = "same card"
    ECLIPSE = "eclipse"
    COMPARED = "compared"


class LeadRolled(Event):
    """Both dice for the opening lead, equal ones rolled again (WD-2.1, WD-R2)."""

    first: Seat
    first_rolls: tuple[int, ...]
    second: Seat
    second_rolls: tuple[int, ...]
    leader: Seat


class DeckShuffled(SeatEvent):
    """A deck was shuffled and perhaps cut; ``aside`` cards are out of the game unseen (WD-1.3, WD-R20)."""

    cards: int
    aside: int


class HandDrawn(SeatEvent):
    """A new hand, as its owner sees it (WD-1.4, WD-3.4)."""

    cards: tuple[Card, ...]


class HandDrawnUnseen(SeatEvent):
    """A new hand, as everybody else sees it."""

    count: int


class TurnBegun(Event):
    """A turn begins; who leads its first round."""

    turn: int
    leader: Seat


class CardLed(Event):
    """The leader laid a card face-up, out of the hand or unseen from the deck (WD-3.1, WD-7.1)."""

    round: int
    seat: Seat
    card: Card
    drawn: bool


class RoundEnded(Event):
    """A round is over: both cards, each side's dice in order, final values, and on whose sheet how many points went.

    A called round has no reply and no values. ``winner`` and ``sheet`` are empty if nobody scored.
    """

    round: int
    verdict: Verdict
    leader: Seat
    led: Card
    led_drawn: bool
    responder: Seat
    reply: Card | None = None
    reply_drawn: bool = False
    led_dice: tuple[int, ...] = ()
    reply_dice: tuple[int, ...] = ()
    led_value: int = 0
    reply_value: int = 0
    winner: Seat = Seat("")
    points: int = 0
    sheet: Seat = Seat("")


class CallSpent(SeatEvent):
    """The responder made the leader withdraw the card; ``calls`` are left to the responder (WD-6.2, WD-6.4)."""

    calls: int


class CallGained(SeatEvent):
    """Nine or more points earned a call; ``calls`` are the player's now (WD-6.3)."""

    calls: int


class MoonPaid(SeatEvent):
    """The Sun met the Moon: ``change`` is what that does to the Moon player's score (WD-8.2, WD-R22)."""

    change: int


class DrinksOwed(SeatEvent):
    """What a round's points come to in drinks, ``capped`` if the limit cut them (WD-11.1, WD-R23)."""

    drinks: int
    capped: bool


class Resigned(SeatEvent):
    """A player gave the duel up (WD-R19)."""


class Act(StrEnum):
    """What one may do instead of playing a card from the hand."""

    DRAW = "DRAW"
    CALL = "CALL"


Move = Card | Act


class Resign(Ask[bool]):
    """WD-W7, at the beginning of a turn: do you give the duel up?"""

    rule = "WD-R19"


class Lead(Ask[Move]):
    """WD-W2 and WD-W4: which card do you lead, or do you draw?"""

    rule = "WD-3.1"
    round: int


class Reply(Ask[Move]):
    """WD-W3 to WD-W5: do you answer the led card with one of yours, with a drawn one, or with a call?"""

    rule = "WD-3.1"
    live = True
    round: int
    leader: Seat
    led: Card
    drawn: bool


class PlayOn(Ask[bool]):
    """WD-W6: the turn's own rounds are played, do you go on for one more?"""

    rule = "WD-P1.1"
    played: int
