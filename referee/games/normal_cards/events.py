"""What can happen in a game of Normal Cards, told to those who may know it, and what its players are asked."""

from __future__ import annotations

from referee.engine.author import Ask, Event, Seat, SeatEvent
from referee.games.cards import Card


class MainCardTurned(Event):
    """The Main Card lies face-up under the stock; ``back`` were turned before it and shuffled back (NC-1.3, NC-R1)."""

    card: Card
    back: tuple[Card, ...]
    stock: int


class LeaderDrawn(SeatEvent):
    """Who leads the first trick, drawn at random (NC-R3)."""


class TurnBegun(Event):
    """A turn begins; who leads its first trick."""

    turn: int
    leader: Seat


class CardLaid(Event):
    """A card was laid to the trick, face-up, and others follow; the last one is told with the trick (NC-2.1)."""

    trick: int
    seat: Seat
    card: Card


class TrickWon(Event):
    """A trick is complete: the cards in the order laid, the leader's first, who takes it, and its points (NC-2.2).

    ``drawn`` cards then go from the stock to the hands, one each, the winner's first (NC-2.4).
    """

    trick: int
    leader: Seat
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat
    points: int
    trumped: bool
    drawn: int


class CardDrawn(Event):
    """The card that a player drew from the face-down stock, as that player sees it (NC-2.4)."""

    trick: int
    seat: Seat
    card: Card


class MainCardDrawn(SeatEvent):
    """The Main Card was drawn, the last of the stock; everybody saw which it is (NC-2.5)."""

    card: Card


class Resigned(SeatEvent):
    """A player gave the game up (NC-R9)."""


class Resign(Ask[bool]):
    """N4, at the beginning of a turn: do you give the game up?"""

    rule = "NC-R9"


class Lead(Ask[Card]):
    """N1: which card do you lead?"""

    rule = "NC-2.1"
    live = True
    trick: int


class Reply(Ask[Card]):
    """N2: which card do you lay to those on the table?"""

    rule = "NC-2.1"
    live = True
    trick: int
    leader: Seat
    table: tuple[Card, ...]


class PlayOn(Ask[bool]):
    """N3: the turn's own tricks are played, do you go on for one more?"""

    rule = "NC-P1.1"
    played: int
