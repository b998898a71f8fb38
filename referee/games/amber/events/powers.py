"""Special cards, the Magician and the like, death, and attacks on Amber."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.author import Event, Seat, SeatEvent
from referee.games.amber.events.cards import CardEvent
from referee.games.cards import Card


class Death(StrEnum):
    """What somebody died of."""

    TEN_OF_SWORDS = "the Ten of Swords"
    CHAOS_TEN = "the Ten of Swords, laid by Chaos"
    CHAOS = "the fall of Amber"
    CARD = "the card Death"


class SpecialPlayed(CardEvent):
    """One of the five special cards (AM-10)."""

    target: Seat


class AcePlayed(SeatEvent):
    """The Ace of Wands saves somebody from the Ten of Swords (AM-10.7)."""

    saved: Seat
    card: Card


class AceLaid(SeatEvent):
    """The Ace of Wands lies ready before somebody (R-40)."""

    protected: Seat
    card: Card


class AceSpent(CardEvent):
    """The Ace of Wands that lay ready saves the player before whom it lay (R-40)."""


class Died(SeatEvent):
    """A player is dead; ``hidden`` cards of theirs were never seen and go to the discards (AM-10.5)."""

    death: Death
    hidden: int


class CourtRemoved(Event):
    """A dead player's Court card leaves the game from the hand of another (AM-10.5)."""

    owner: Seat
    holder: Seat
    card: Card


class MagicianPlayed(SeatEvent):
    """The Magician's one wish, by its word in the order language, and the players it concerns (AM-C1)."""

    wish: str
    target: Seat | None
    other: Seat | None


class StarPlayed(SeatEvent):
    """The Star; ``revived`` is who comes back from the dead, None if an attack is cancelled (AM-C17)."""

    revived: Seat | None


class SunPlayed(SeatEvent):
    """The Sun makes a vassal (AM-C19)."""

    vassal: Seat


class WorldPlayed(SeatEvent):
    """The World replaces the ruler (AM-C21)."""

    ruler: Seat


class WorldUnused(SeatEvent):
    """The World changed nothing: the Throne was empty, or its own, or its ruler was left there (AM-C21, R-55)."""

    ruler: Seat | None


class JusticeSpared(Event):
    """Justice found no fault in the ruler, or no player on the Throne (AM-C11)."""

    ruler: Seat | None


class AmberAttacked(Event):
    """Chaos attacks with so many cards (AM-12.1); ``target`` is the ruler if attacked alone."""

    threat: Card
    cards: int
    target: Seat | None


class ChaosLaid(Event):
    """A card that Chaos lays; its suit does not count (AM-12.4)."""

    card: Card


class TenWasted(Event):
    """A Ten of Swords laid by Chaos while no player is on the Throne does nothing (AM-12.8)."""


class RestUnarmed(Event):
    """All that Chaos could lay is laid: ``count`` cards of its forces were no weapons, seeing that nobody met them."""

    count: int
    laid: int


class TurnedBack(CardEvent):
    """A card that turns the one laid by Chaos back (AM-12.5)."""


class AmberFell(Event):
    """A card of Chaos was not turned back (AM-12.10)."""

    threat: Card


class AmberHeld(Event):
    """Chaos is beaten off (AM-12.11)."""

    threat: Card


class SiegeCancelled(Event):
    """The attack on Amber was ended by the Star or the Magician (AM-12.17)."""

    threat: Card
