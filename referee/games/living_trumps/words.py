"""The words of orders: cards described, ranks and suits, terms and Trump Antes, calls, spots to look at."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from referee.engine.audience import OBSERVER, Seat
from referee.engine.lexicon import Words
from referee.engine.slots import Choice, Listed, Number, Player, Slot
from referee.engine.values import value
from referee.games.cards import CardNames, CardSlot, FoundSlot, Pack
from referee.games.living_trumps.deck import COLOUR_NAMES, RANK_NAMES, SPELT, SPELT_RANKS, SUIT_NAMES, character
from referee.games.living_trumps.moves import ANY, JOKER, Calling, CallPlan, Name, Place, Reply, Zone, exactly

CARD = CardSlot(Pack.FRENCH)


class Named(FoundSlot[str]):
    """A rank or a suit by its letter, its name, or a beginning of it."""

    def __init__(self, name: str, names: CardNames[str], usage: str, example: str) -> None:
        self.name, self.names, self.usage, self.example = name, names, usage, example
        self.wanted = f"a {name}"

    def find(self, words: Words, at: int) -> tuple[list[str], int]:
        return self.names.begun(words.texts[at:])

    def vocabulary(self, words: Words) -> Iterable[str]:
        return self.names.vocabulary()


RANK = Named("rank", RANK_NAMES, "a rank, such as 10, K or Ace", "K")
SUIT = Named("suit", SUIT_NAMES, "a suit, such as H, Spades or Warfare", "S")


class NameSlot(Slot[Name]):
    """The slot ``name``: an exact card, a rank, a suit, a colour with or without a rank, JOKER, or ANY."""

    name = "name"
    label = "card"
    usage = "a card (8S), a rank (K), a suit (H), RED or BLACK perhaps with a rank, or JOKER"
    example = "8S"

    def read(self, words: Words) -> Name:
        """Read what takes the most words."""
        start = words.at
        if words.word != "A":
            words.take("THE", "AN")
        if words.take("ANY"):
            words.take("CARD")
            return ANY
        if words.word in COLOUR_NAMES:
            return self._coloured(words)
        cards, used = CARD.find(words)
        if len(cards) == 1:
            words.at += used
            card = cards[0]
            return JOKER if card.joker else exactly(card.rank, card.suit)
        for names, field in ((RANK_NAMES, "rank"), (SUIT_NAMES, "suit")):
            found, taken = names.begun(words.rest)
            if len(found) == 1:
                words.at += taken
                return Name(found[0]) if field == "rank" else Name("", found[0])
        words.at = start
        raise words.unreadable("a card", self.vocabulary(words), f"Write {self.usage}.")

    @staticmethod
    def _coloured(words: Words) -> Name:
        colours, used = COLOUR_NAMES.begun(words.rest)
        words.at += used
        ranks, more = RANK_NAMES.begun(words.rest)
        if len(ranks) != 1:
            return Name("", "", colours[0])
        words.at += more
        return Name(ranks[0], "", colours[0])

    def vocabulary(self, words: Words) -> Iterable[str]:
        ranks = (word for word in RANK_NAMES.vocabulary() if word in SPELT_RANKS.values())
        return chain(COLOUR_NAMES.vocabulary(), ("JOKER", "ANY"), ranks, SPELT.values())


NAME = NameSlot()
NAMES = Listed("names", NAME, label="cards")
RANK_LIST = Listed("ranks", RANK)
SUIT_LIST = Listed("suits", SUIT)
NUMBERS = Listed("numbers", Number("number"))


@value
class Ante:
    """One entry of PLAY: HONOUR, LIE with a card, ACCUSE, or a bare card (LT-P6.3)."""

    how: str
    name: Name | None = None

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.how, self.name) if part)


@value
class Wording:
    """What one says of a Deal: what they give and get, as far as they say, and what they put down."""

    give: Name | None = None
    get: Name | None = None
    plays: tuple[Ante, ...] = ()

    def meets(self, give: Name | None, get: Name | None) -> bool:
        """Say whether these are the same terms; what one side leaves open takes the other's words (LT-P6.1)."""
        pairs = (self.give, give), (self.get, get)
        return all(own is None or said is None or own == said for own, said in pairs)


NOTHING_SAID = Wording()
JOINTS = ("AND", ",", ";")


class WordingSlot(Slot[Wording]):
    """The slot ``terms``: ``GIVE 8C GET 7H PLAY HONOUR ELSE LIE 4S``, each part if wanted."""

    name = "terms"
    usage = "[GIVE card] [GET card] [PLAY HONOUR or LIE card or ACCUSE or card, several with ELSE between]"
    example = "GIVE 8C GET 7H PLAY HONOUR ELSE LIE 4S"
    known = ("GIVE", "GET", "PLAY")

    def read(self, words: Words) -> Wording:
        """Read the parts in whatever order."""
        give = get = None
        plays: tuple[Ante, ...] = ()
        start = words.at
        while words.word in self.known or (words.word in JOINTS and words.rest[1:2] in [[word] for word in self.known]):
            words.take(*JOINTS)
            match words.take(*self.known):
                case "GIVE":
                    give = self._one(words)
                case "GET":
                    get = self._one(words)
                case _:
                    plays = self._plays(words)
        if words.at == start:
            raise words.unreadable("GIVE, GET or PLAY", ["GIVE", "GET", "PLAY"], f"Write {self.example}.")
        return Wording(give, get, plays)

    @staticmethod
    def _one(words: Words) -> Name:
        """Read one card, before which an A can only be the article: ``GIVE A 5``."""
        if words.word == "A" and [word.written for word in words.line[words.at + 1 : words.at + 2]] == ["A"]:
            words.at += 2
        return NAME.read(words)

    def _plays(self, words: Words) -> tuple[Ante, ...]:
        found = [self._play(words)]
        while words.word in ("ELSE", ","):
            words.take("ELSE", ",")
            words.take("ELSE")
            words.take("PLAY")
            found.append(self._play(words))
        return tuple(found)

    @staticmethod
    def _play(words: Words) -> Ante:
        how = words.take("HONOUR", "HONOR", "ACCUSE", "LIE")
        if how in ("", "LIE"):
            return Ante(how, NAME.read(words))
        return Ante("ACCUSE" if how == "ACCUSE" else "HONOUR")

    def show(self, value: Wording) -> str:
        parts = {"GIVE": value.give, "GET": value.get, "PLAY": " ELSE ".join(map(str, value.plays))}
        return " ".join(f"{word} {said}" for word, said in parts.items() if said)


@value
class Spot:
    """Where a Scry looks; ``n`` is a slot, or a place from the top, or from the bottom."""

    zone: Zone
    seat: Seat = OBSERVER
    n: int = 0
    bottom: bool = False


DECKED = ("TOP", "BOTTOM", "DECK", "TRUMP", "DISCARD")
SHADOW_DECK = [["SHADOW", word] for word in ("DECK", "TOP", "BOTTOM")]


class SpotSlot(Slot[Spot]):
    """The slot ``spot``: a Hand, a slot on the table, or a place in a deck (LT-R9)."""

    name = "spot"
    usage = "HAND player, SHADOW or POWER player slot, or DECK SHADOW, TRUMP or DISCARD with TOP n or BOTTOM n"
    example = "DECK SHADOW TOP 1"
    known = ("HAND", "SHADOW", "POWER", "DECK")

    def read(self, words: Words) -> Spot:
        """Read one of the forms; a player may also stand first, or behind a slot, and a deck behind its end."""
        owner = self._owner(words)
        if owner is None and (words.word in DECKED or words.rest[:2] in SHADOW_DECK):
            return self._deck(words)
        zone = words.take("HAND", "SHADOW", "POWER", "POWERBASE")
        if zone == "HAND":
            return Spot(Zone.HAND, owner or PLAYER.read(words))
        numbered = words.word == "SLOT" or (words.word.isdigit() and (zone or owner is not None))
        if not zone and not numbered and owner is None:
            raise words.unreadable("a place to look at", self.vocabulary(words), f"Write {self.usage}.")
        if not zone and not numbered:
            raise words.unreadable("HAND, SHADOW or POWER", ["HAND", "SHADOW", "POWER"], f"Write {self.usage}.")
        n = self._slot(words) if numbered else 0
        if owner is None:
            words.take("OF" if numbered else "")
            owner = PLAYER.read(words)
        row = Zone.POWER if zone.startswith("POWER") else Zone.SHADOW
        return Spot(row, owner, n if numbered else self._slot(words))

    @staticmethod
    def _slot(words: Words) -> int:
        words.take("SLOT")
        return NUMBER.read(words)

    @staticmethod
    def _owner(words: Words) -> Seat | None:
        """Read a player's whole name, perhaps with an S behind an apostrophe."""
        for many in range(len(words.rest), 0, -1):
            said = words.rest[:many]
            said[-1] = said[-1].removesuffix("'S")
            found = words.lexicon.seats.exact(said)
            if found is not None and found[1] == many:
                words.at += many
                return found[0]
        return None

    @staticmethod
    def _deck(words: Words) -> Spot:
        end = words.take("TOP", "BOTTOM")
        n = NUMBER.read(words) if end and words.word.isdigit() else 1
        words.take("CARD" if end else "DECK")
        words.take("CARD")
        while words.take("OF", "THE", ","):
            continue
        deck = words.take("SHADOW", "TRUMP", "DISCARD")
        if not deck:
            raise words.unreadable("a deck", ["SHADOW", "TRUMP", "DISCARD"], "Write DECK SHADOW, TRUMP or DISCARD.")
        words.take("DECK", "PILE")
        end = end or words.take("TOP", "BOTTOM")
        n = NUMBER.read(words) if words.word.isdigit() else n
        return Spot(Zone(f"DECK {deck}"), OBSERVER, n, end == "BOTTOM")

    def show(self, value: Spot) -> str:
        if value.zone in (Zone.HAND, Zone.SHADOW, Zone.POWER):
            return f"{value.zone} {value.seat}" + (f" {value.n}" if value.n else "")
        return f"{value.zone} {'BOTTOM' if value.bottom else 'TOP'} {value.n}"


@value
class Prize:
    """The Shadow that a Hellride is about: a card's name, the Amber card, or a card of the Keep by its slot."""

    name: Name | None = None
    keep: int = 0

    def __str__(self) -> str:
        return str(self.name) if self.name else f"KEEP {self.keep}" if self.keep else "AMBER"


class PrizeSlot(Slot[Prize]):
    """The slot ``prize``: ``8D``, ``AMBER`` or ``KEEP 2`` (LT-9.6, LT-9.11)."""

    name = "prize"
    usage = "a card, AMBER, or KEEP n"
    example = "8D"

    def read(self, words: Words) -> Prize:
        if words.take("AMBER"):
            return Prize()
        if words.take("KEEP"):
            return Prize(keep=NUMBER.read(words))
        return Prize(NAME.read(words))

    def vocabulary(self, words: Words) -> Iterable[str]:
        return chain(("AMBER", "KEEP"), NAME.vocabulary(words))


class CallSlot(Slot[CallPlan]):
    """The slot ``calling``: NEVER, LAST, ALWAYS, AT numbers, or FROM a number."""

    name = "calling"
    usage = "NEVER, LAST, ALWAYS, AT 2, 4 or FROM 3"
    example = "AT 2, 4"
    known = tuple(one.value for one in Calling)

    def read(self, words: Words) -> CallPlan:
        """Read the word and its numbers; without a word they are those of AT."""
        word = Calling.AT if words.word.isdigit() else words.take(*self.known)
        match word:
            case "":
                raise words.unreadable("a time to call", self.vocabulary(words), f"Write {self.usage}.")
            case Calling.AT:
                return CallPlan(Calling.AT, NUMBERS.read(words))
            case Calling.FROM:
                return CallPlan(Calling.FROM, (NUMBER.read(words),))
            case _:
                return CallPlan(Calling(word))


class FoeSlot(Player):
    """The slot ``foe``: whom alone a policy is about (LT-P7.2)."""

    name = "foe"
    usage = "the player against whom alone the line counts"


class IdentitySlot(Slot[str]):
    """The slot ``identity``: a player, a character, or a rank (LT-21.1)."""

    name = "identity"
    usage = "a player, a character's name, or a rank"
    example = "K"

    def read(self, words: Words) -> str:
        """Read a seat's name first, then a character's, then a rank."""
        found = words.lexicon.seats.exact(words.rest)
        if found is not None:
            words.at += found[1]
            return found[0]
        for many in (2, 1):
            known = character(" ".join(words.rest[:many])) if len(words.rest) >= many else None
            if known is not None:
                words.at += many
                return known[1]
        ranks, used = RANK_NAMES.begun(words.rest)
        if len(ranks) == 1:
            words.at += used
            return ranks[0]
        return PLAYER.read(words)

    def vocabulary(self, words: Words) -> Iterable[str]:
        return PLAYER.vocabulary(words)


class ElseList(Listed[Reply]):
    """Several answers, tried in their order."""

    def show(self, value: tuple[Reply, ...]) -> str:
        return " ELSE ".join(value)


PLAYER = Player()
NUMBER = Number()
REPLIES = ElseList("replies", Choice("reply", {one.value: one for one in Reply}), marks=("ELSE", ",", "OR"))
PLACES = Choice("place", {"AMBER": Place.AMBER, "ABYSS": Place.ABYSS, "KEEP": Place.KEEP})
WAYS_TO_SPEND = {"FREE ONLY": False, "FREE": False, "PLACE OK": True, "PLACE": True}
SPENDING = Choice("spending", WAYS_TO_SPEND, "FREE|PLACE")
REFUSALS = dict.fromkeys(("CLOSED", "CLOSE", "NONE", "REFUSE", "REFUSED"), "CLOSED")
DEALING = Choice("dealing", {"OPEN": "OPEN", **REFUSALS}, "OPEN|CLOSED")
PAIR_LIST = Choice("all", {"ALL": "ALL"}, label="ALL")
WAYS = Choice(
    "way",
    {
        "TIR": "TIR", "REBMA": "REBMA", "AMBER": "AMBER", "TIR NA NOG'TH": "TIR", "TIR NA NOGTH": "TIR",
        "IN REBMA": "REBMA", "IN AMBER": "AMBER", "IN TIR NA NOG'TH": "TIR", "IN TIR": "TIR",
    },
    "TIR|REBMA|AMBER",
)  # fmt: skip
COURTS = Choice(
    "court",
    {
        "AMBER": "AMBER", "CHAOS": "CHAOS", "SHADOW": "SHADOW", "AMBERITE": "AMBER", "CHAOSIAN": "CHAOS",
        "SHADOW SORCERER": "SHADOW", "SORCERER": "SHADOW",
    },
    "AMBER|CHAOS|SHADOW",
)  # fmt: skip
SLOTS: tuple[Slot[Any], ...] = (
    CARD, RANK, SUIT, NAME, NAMES, RANK_LIST, SUIT_LIST, NUMBERS, WordingSlot(), SpotSlot(), PrizeSlot(), CallSlot(),
    FoeSlot(), IdentitySlot(), REPLIES, PLACES, SPENDING, DEALING, PAIR_LIST, WAYS, COURTS,
)  # fmt: skip
