"""The small values with which asks are answered.

A move carries the number of its order, which does not count in comparisons.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from referee.engine.author import Seat, value
from referee.games.cards import Card


class Kind(StrEnum):
    """The options of a turn (AM-4.1)."""

    WAIT = "wait"
    SEIZE = "seize"
    ATTACK = "attack"
    GO = "go"
    STAY = "stay"
    RETURN = "return"


@value
class TurnOption:
    """One of the options of a turn, with the target of an attack."""

    kind: Kind
    target: Seat | None = None
    order: int = field(default=0, compare=False)


class Window(StrEnum):
    """When free plays are made (AM-10.8); VICTORY is after a combat one has won (R-38)."""

    FIRST = "FIRST"
    BEFORE_ATTACKS = "BEFORE ATTACKS"
    AFTER_ATTACKS = "AFTER ATTACKS"
    LAST = "LAST"
    VICTORY = "VICTORY"


class Act(StrEnum):
    """What one may do in a window besides the option."""

    PLAY = "play"
    TAKE = "take"
    THRONE = "throne"
    FREE = "free"
    REVIVE = "revive"
    RELEASE = "release"
    GIVE = "give"


@value
class Play:
    """A free play: a special card on a player, a wish of the Magician, the Star's revival, a release, or a gift."""

    act: Act
    target: Seat
    card: Card | None = None
    order: int = field(default=0, compare=False)


class Call(StrEnum):
    """What a Defender may say instead of laying a card."""

    NOTHING = "nothing"
    HELP = "help"


@value
class SunCall:
    """A Defender's call on the Sun: whom it makes a vassal for this combat (AM-C19)."""

    seat: Seat


class Spoils(StrEnum):
    """What the winner of a Pentacles combat may take (AM-9.8)."""

    VASSAL = "vassal"
    BANISH = "banish"


class Change(StrEnum):
    """What the Magician may make of the result of a combat (AM-C1)."""

    LET = "let it stand"
    REVERSE = "reverse"
    CANCEL = "cancel"


class Use(StrEnum):
    """What one may do with a held Court card (AM-5.6, AM-5.11)."""

    KEEP = "keep"
    RANSOM = "ransom"
    GIVE_BACK = "give back"
    ATTACK = "attack"
    SUMMON = "summon"
    ALLY = "ally"


@value
class CourtUse:
    """A held Court card put to use."""

    use: Use
    card: Card
    order: int = field(default=0, compare=False)


class Due(StrEnum):
    """Why somebody has to part with a Shadow card of their choice (AM-9.11)."""

    TRIBUTE = "tribute"
    PAY = "pay"
    DISCARD = "discard"


class Moment(StrEnum):
    """When the Star or the Magician may stop an attack on Amber (AM-12.17)."""

    START = "start"
    LAST = "last"
