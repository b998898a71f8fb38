"""What happens in combats, and to those who lose them."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.author import Event, Seat, SeatEvent
from referee.games.amber.events.cards import CardEvent
from referee.games.amber.moves import Spoils
from referee.games.cards import Card


class Occasion(StrEnum):
    """How a combat arose (AM-8.1)."""

    OPTION = "option"
    WAR = "war"
    COURT = "court"


class Result(StrEnum):
    """What a reply did to an attack card (RULES.md, 3.1)."""

    NEGATED = "negated"
    TIE = "tie"
    BEATEN_OFF = "beaten off"
    BEATEN = "beaten"
    COUNTERED = "countered"


class CombatBegan(Event):
    """One Attacker and one Defender (AM-8.1)."""

    attacker: Seat
    defender: Seat
    occasion: Occasion


class CardLed(CardEvent):
    """An attack card (AM-8.2)."""

    defender: Seat
    round: int


class CardReplied(CardEvent):
    """The Defender's reply: an own card, or a helper's (AM-8.16)."""

    defender: Seat


class NoReply(Event):
    """The Defender gives up (AM-8.12)."""

    defender: Seat


class Clashed(Event):
    """What the reply did (RULES.md, 3.1)."""

    attacker: Seat
    defender: Seat
    attack: Card
    reply: Card
    result: Result


class CardsLaidBlind(Event):
    """Two claimants turn their cards together (R-1); one of the seats laid nothing where its card is None."""

    attacker: Seat
    attack: Card | None
    defender: Seat
    reply: Card | None


class Beaten(Event):
    """Somebody is beaten by a margin; ``suit`` is the card's that decides the effect (AM-8.7, AM-8.9, AM-8.10)."""

    loser: Seat
    winner: Seat
    margin: int
    suit: str


class AttackStopped(Event):
    """The Attacker lets it be (AM-8.14)."""

    attacker: Seat
    defender: Seat


class CombatEnded(Event):
    """The combat is over; its cards go to the discards (AM-8.15)."""

    attacker: Seat
    defender: Seat


class SpoilsChosen(Event):
    """What the winner of a Pentacles combat takes (AM-9.8)."""

    winner: Seat
    loser: Seat
    spoils: Spoils


class Banished(SeatEvent):
    """A retreat into Shadow up to this turn (AM-9.1)."""

    turns: int
    until: int


class AllBanished(Event):
    """Judgment without a ruler (R-54): ``sent`` leave Amber, ``stay`` serve where they are, in Shadow already.

    The longer sentences of ``longer`` stand, each to its turn in ``ends``.
    """

    sent: tuple[Seat, ...]
    stay: tuple[Seat, ...]
    until: int
    longer: tuple[Seat, ...]
    ends: tuple[int, ...]


class BecameVassal(Event):
    """A bond, which ends any other of this vassal (AM-9.7, AM-9.13)."""

    vassal: Seat
    lord: Seat


class BondEnded(Event):
    """A vassal is free (AM-9.14)."""

    vassal: Seat
    lord: Seat
