"""Words in events that say how or why something happened."""

from __future__ import annotations

from enum import StrEnum


class Claim(StrEnum):
    """How somebody came to the Throne."""

    SEIZED = "seized"
    WISH = "wish"
    MAGICIAN = "magician"
    WORLD = "world"
    CORRECTED = "corrected"


class Fall(StrEnum):
    """How somebody lost the Throne (AM-6.7)."""

    DEFEATED = "defeated"
    DIED = "died"
    IMPRISONED = "imprisoned"
    LEFT = "left"
    REPLACED = "replaced"
    WORLD = "world"
    ABDICATED = "abdicated"


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


class Death(StrEnum):
    """What somebody died of."""

    TEN_OF_SWORDS = "the Ten of Swords"
    CHAOS_TEN = "the Ten of Swords, laid by Chaos"
    CHAOS = "the fall of Amber"
    CARD = "the card Death"


class Hand(StrEnum):
    """Why cards go from one player to another."""

    TRIBUTE = "tribute"
    BETRAYAL = "betrayal"
    RANSOM = "ransom"
    MAGICIAN = "magician"
    WORLD = "world"
    GIFT = "gift"


class Loss(StrEnum):
    """Why Shadow cards go to the discards without being played."""

    DEFEAT = "defeat"
    FOOL = "fool"
    WHEEL = "wheel"
    CHARIOT = "chariot"
    HANGED_MAN = "hanged man"


class CourtBack(StrEnum):
    """How a Court card came back to its owner."""

    GIFT = "gift"
    RANSOM = "ransom"
    ATTACK = "attack"
    SUMMONS = "summons"


class Way(StrEnum):
    """Why somebody arrives in Amber."""

    RETURN = "return"
    CHARIOT = "chariot"
    DEVIL = "devil"
    LOVERS = "lovers"
    SUMMONS = "summons"
    MAGICIAN = "magician"
    WISH = "wish"
    WORLD = "world"
