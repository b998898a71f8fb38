"""The small values with which asks are answered, and the descriptions of cards that orders and terms use."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from referee.engine.audience import OBSERVER, Seat
from referee.engine.values import value
from referee.games.cards import Card, Pack, card_named
from referee.games.living_trumps.deck import BLACK, COLOURS, RANKS, RED, SPELT, SUITS

SPOKEN = 99
"""The copy of cards that are only spoken of."""


@value
class Name:
    """A card described: by rank, suit, colour, or any mix of them; or the Joker; or, with nothing said, any card.

    ``card`` is what an exact name speaks of: a card that is in no deck, for words only.
    """

    rank: str = ""
    suit: str = ""
    colour: str = ""
    joker: bool = False
    card: Card | None = None

    def fits(self, card: Card) -> bool:
        """Say whether a card is meant; a Joker fits no other name than its own (LT-R42)."""
        if self.joker or card.joker:
            return self.joker and card.joker
        return self.rank in ("", card.rank) and self.suit in ("", card.suit) and self.colour in ("", COLOURS[card.suit])

    def __str__(self) -> str:
        if self.joker:
            return "JOKER"
        if self.rank and self.suit:
            return f"{self.rank}{self.suit}"
        if self.suit:
            return SPELT[self.suit]
        return " ".join(word for word in (self.colour, self.rank) if word) or "ANY"


def fit(names: Iterable[Name], cards: Iterable[Card | None]) -> bool:
    """Say whether any of these names is a name of any of these cards, as far as they are known."""
    known = [card for card in cards if card is not None]
    return any(name.fits(card) for name in names for card in known)


ANY = Name()
JOKER = Name(joker=True, card=card_named("JOKER", Pack.FRENCH, SPOKEN))


def exactly(rank: str, suit: str) -> Name:
    """Describe one card in full."""
    return Name(rank, suit, card=card_named(f"{rank}{suit}", Pack.FRENCH, SPOKEN))


def named(card: Card) -> Name:
    """Describe a card that lies somewhere in full."""
    return JOKER if card.joker else exactly(card.rank, card.suit)


EXACT = tuple(exactly(rank, suit) for rank in RANKS for suit in SUITS)
BY_RANK = tuple(Name(rank) for rank in RANKS)
BY_SUIT = tuple(Name("", suit) for suit in SUITS)
BY_COLOUR = tuple(Name(rank, "", colour) for colour in (RED, BLACK) for rank in ("", *RANKS))
BOONS = (*BY_RANK, *BY_SUIT, *BY_COLOUR, *EXACT, JOKER)
"""Whatever a Boon may be called (LT-17.1, LT-R42)."""
TERMS = (*BY_RANK, *BY_SUIT, *EXACT)
"""What may be agreed upon in a Deal (LT-R44)."""


OFFERABLE = (None, ANY, *TERMS)
"""What may be said of one side of a Deal; None leaves it open."""


class Kind(StrEnum):
    """The kinds of actions of both phases."""

    PASS = "pass"
    SCRY = "scry"
    SHAPESHIFT = "shapeshift"
    TRACE = "trace"
    TRAVEL = "travel"
    SWITCH = "switch"
    SCHEME = "scheme"
    SHADOWSHIFT = "shadowshift"
    HELLRIDE = "hellride"
    BROKEN = "broken patternwalk"
    PATTERN = "patternwalk"
    CURSE = "blood curse"
    LOGRUS = "logrus tendrils"
    DIVE = "pit-dive"
    LIVING = "living trump"


class Zone(StrEnum):
    """Where a Scry may look (LT-R9)."""

    HAND = "HAND"
    SHADOW = "SHADOW"
    POWER = "POWER"
    SHADOW_DECK = "DECK SHADOW"
    TRUMP_DECK = "DECK TRUMP"
    DISCARD = "DECK DISCARD"


class Place(StrEnum):
    """The Places of Power (LT-8.12); who has none of them is nowhere."""

    NONE = "none"
    AMBER = "amber"
    ABYSS = "abyss"
    KEEP = "keep"


class Way(StrEnum):
    """The three ways to walk the Pattern (LT-10.1)."""

    TIR = "TIR"
    REBMA = "REBMA"
    AMBER = "AMBER"


@value
class Act:
    """One action: its kind, and what it needs.

    ``zone``, ``seat`` and ``n`` say where a Scry looks (``n`` counts from a deck's top, or is a slot), whom a
    Hellride or Curse meets and how many Blood or cards it takes; ``slots`` are Shadows to be turned or switched,
    the Place card before the other; ``card``, ``rank``, ``suit`` and ``way`` are what is shown, named or walked.
    """

    kind: Kind
    seat: Seat = OBSERVER
    n: int = 0
    zone: Zone | None = None
    card: Card | None = None
    rank: str = ""
    suit: str = ""
    way: Way | None = None
    place: Place = Place.NONE
    slots: tuple[int, ...] = ()


SCHEME, SHAPESHIFT = Act(Kind.SCHEME), Act(Kind.SHAPESHIFT)

act_of = lru_cache(4096)(Act)
"""Names an action with a card or what lies in a slot; so many are made once, and asked for again in every Turn."""


FORCED = 2
"""So much Blood on a Shadow forces a Duel (LT-9.7)."""


class Reply(StrEnum):
    """The three answers to a Hellride of one Blood (LT-9.8)."""

    YIELD = "YIELD"
    DEAL = "DEAL"
    DUEL = "DUEL"


class Control(StrEnum):
    """What is done about Primal Chaos (LT-13.4, LT-13.6)."""

    SUFFER = "SUFFER"
    NULLIFY = "NULLIFY"
    INTENSIFY = "INTENSIFY"
    REMOVE = "REMOVE"


class Put(StrEnum):
    """What a Trump Ante is (LT-18.3)."""

    HONOUR = "honour"
    LIE = "lie"
    ACCUSE = "accuse"


def classify(card: Card, agreed: Name, foes_flaw: str) -> Put:
    """A Joker accuses, what was agreed honours, a Flaw not asked for accuses, the rest lies (LT-R45)."""
    if card.joker:
        return Put.ACCUSE
    flaw = card.rank == foes_flaw
    if agreed.fits(card) and not (agreed == ANY and flaw):
        return Put.HONOUR
    return Put.ACCUSE if flaw and agreed.rank != foes_flaw else Put.LIE


@value
class Spend:
    """How one pays this Turn: may Place Blood be used, and does the Jewel go first (LT-R13, LT-R60)."""

    place: bool = False
    jewel_first: bool = False


FREE_ONLY = Spend()


@value
class Four:
    """The four cards of a Trick, in the order in which they would be handed over."""

    cards: tuple[Card, ...]


class Stand(StrEnum):
    """What one may do at a stage of a contest besides calling somebody (LT-19.7, LT-21)."""

    ON = "GO ON"
    YIELD = "YIELD"


@value
class Call:
    """A call for help to whoever has this rank (LT-21.1)."""

    rank: str


@value
class Terms:
    """What a Deal is about: what the first side gives and what it gets; None was left open."""

    give: Name | None
    get: Name | None


NOTHING_SAID = Terms(None, None)


class Calling(StrEnum):
    """When a bluff is called."""

    NEVER = "NEVER"
    LAST = "LAST"
    ALWAYS = "ALWAYS"
    AT = "AT"
    FROM = "FROM"


@value
class CallPlan:
    """When to call the opponent's feints, counted as theirs (LT-P7.5)."""

    when: Calling
    at: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join(part for part in (self.when.value, ", ".join(map(str, self.at))) if part)
