"""The words of orders: spots, types, where a card comes from, and where it goes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from referee.engine.author import Comparison, Condition, Seat, Unreadable, value
from referee.engine.lexicon import ARTICLE, Words
from referee.engine.slots import Choice, Listed, Slot
from referee.games.cards import Card, CardNames, CardSlot, Pack
from referee.games.elements.values import TYPES, Deed, Place, place_of, spot
from referee.games.elements.view import View

SPOT = re.compile(r"O(\d{1,4})")
APART = ("O",)
"""How a spot begins that is written with a blank before its number."""

BEST = "BEST"
TOWARDS = ("IN", "INTO", "ONTO")
OFF = ("FROM", "OFF", "OUT")
CARD = CardSlot(Pack.FRENCH, name="face")
CARD.example = "8H"
CARD.usage = "a card, such as 8H, KD or Ace of Spades"


class SpotSlot(Slot[str]):
    """The slot ``spot``: a place in the Ocean by its number."""

    name = "spot"
    usage = "a spot of the Ocean, such as o12"
    example = "o12"

    def read(self, words: Words) -> str:
        """Read ``o12``, ``o 12`` or ``spot 12``."""
        apart, found = words.rest[:2], SPOT.fullmatch(words.word)
        if len(apart) > 1 and apart[0] in (*APART, "SPOT") and SPOT.fullmatch(f"O{apart[1].removeprefix('O')}"):
            words.at += 1
            found = SPOT.fullmatch(f"O{apart[1].removeprefix('O')}")
        if found is None or not int(found[1]):
            raise words.unreadable("a spot", (), "Write o and its number, such as o12.")
        words.at += 1
        return spot(int(found[1]))


class RangeSlot(Slot[tuple[str, ...]]):
    """A spot, or a range such as ``o1-o9``."""

    name = "spots"
    usage = SpotSlot.usage
    example = "o3-o4"

    def read(self, words: Words) -> tuple[str, ...]:
        """Read a spot, and with a dash behind it the last one of the range."""
        first = SPOT_SLOT.read(words)
        if not dashed(words):
            return (first,)
        last = SPOT_SLOT.read(words)
        return tuple(spot(n) for n in range(place_of(first), place_of(last) + 1)) or (first, last)


def dashed(words: Words) -> bool:
    """Say whether a dash stands before the word under the cursor, and that is a spot."""
    if words.at == 0 or words.at >= len(words.line) or not SPOT.fullmatch(words.word):
        return False
    return words.written[words.line[words.at - 1].end : words.line[words.at].start].strip() in ("-", "–", "—")


class SpotList(Slot[tuple[str, ...]]):
    """The slot ``spots``: several spots, ranges such as ``o1-o9`` among them."""

    name = "spots"
    usage = f"{SpotSlot.usage}; several with commas between, or a range, such as o1-o9"
    example = "o3, o4"

    def read(self, words: Words) -> tuple[str, ...]:
        return tuple(one for some in RANGES.read(words) for one in some)

    def show(self, value: tuple[str, ...]) -> str:
        return ", ".join(value)


class TypeSlot(Slot[str]):
    """The slot ``kind``: a type of cards by its number, letter or name."""

    name = "kind"
    label = "type"
    usage = "a type: A, 2 to 10, J, Q or K"
    example = "8"
    known = TYPES

    def read(self, words: Words) -> str:
        """Read a type; ``sevens`` is one too."""
        if kind := self.find(words):
            return kind
        raise words.unreadable("a type of cards", self.vocabulary(words), "Write A, 2 to 10, J, Q or K.")

    @staticmethod
    def find(words: Words) -> str:
        """Read a type if one stands here, else nothing."""
        ranks = words.lexicon.things.get(f"{Pack.FRENCH.table} ranks")
        if kind := words.take(*TYPES):
            return kind
        if isinstance(ranks, CardNames) and words.word:
            for text in (words.word, words.word.removesuffix("S"), words.word.removesuffix("ES")):
                kinds, used = ranks.begun([text])
                if len(kinds) == 1 and used:
                    words.at += 1
                    return str(kinds[0])
        return ""


SPOT_SLOT = SpotSlot()
RANGE = RangeSlot()
RANGES = Listed("spots", RANGE)
KIND = TypeSlot()
KINDS = Listed("kinds", KIND, marks=(",", ";", "OR"), label="types")
KINDS.example = "8, K"
SPOTS = SpotList()
CARDS = Listed("cards", CARD)


class TargetSlot(Slot[str]):
    """The slot ``target``: a type to hunt, or BEST."""

    name = "target"
    usage = "a type (A, 2 to 10, J, Q, K), or BEST for the one you have most of"
    example = "BEST"
    known = (BEST, *TYPES)

    def read(self, words: Words) -> str:
        """Read BEST or a type; a Flame holds one only (EL-2.2)."""
        if words.take(BEST):
            return BEST
        start = words.at
        first, *others = KINDS.read(words)
        if others:
            hint = "KEEP lists types worth a place on your Island."
            raise Unreadable("You hunt one type at a time.", hint, rule="EL-2.2", reached=start + 1)
        return first


@value
class Source:
    """Where a card is taken: a spot, any spot, by its face, or out of one's own Island or Flame."""

    where: str
    spot: str = ""
    kind: str = ""
    card: Card | None = None


ANY, ISLAND, FLAME, ON_SPOT, BY_FACE = "ANY", "ISLAND", "FLAME", "SPOT", "FACE"


class SourceSlot(Slot[Source]):
    """The slot ``source``: what to take."""

    name = "source"
    label = "what"
    usage = "a spot (o12), ANY, a card that you can see (8H), ISLAND and a type or card of yours (ISLAND K), or FLAME"
    example = "o12"
    known = (ANY, ISLAND, FLAME)

    def read(self, words: Words) -> Source:
        """Read a spot, ANY, ISLAND with a type, a type FROM ISLAND, FLAME, or a face."""
        words.take("THE", ARTICLE)
        if (own := self._off_island(words)) is not None:
            return own
        if words.take("ANY"):
            words.take("CARD")
            return Source(ANY)
        if words.take("FLAME"):
            return Source(FLAME)
        if words.take("ISLAND") or any(words.phrase(off, "ISLAND") for off in OFF):
            words.take("THE", ARTICLE)
            card = self._face(words)
            return Source(ISLAND, card=card) if card is not None else Source(ISLAND, kind=KIND.read(words))
        if self._lies_on(words):
            return Source(ON_SPOT, spot=SPOT_SLOT.read(words))
        if (card := self._face(words)) is not None:
            return Source(BY_FACE, card=card)
        hint = "Write a spot such as o12, ANY, a card such as 8H, ISLAND and a type, or FLAME."
        raise words.unreadable("something to take", self.vocabulary(words), hint)

    def _off_island(self, words: Words) -> Source | None:
        """Read a card or a type with *off my island* behind it; *two* alone may be a number of cards."""
        start = words.at
        several = words.word in ("TWO", "THREE", "FOUR") and words.texts[start - 1] != ARTICLE
        card = self._face(words)
        kind = "" if card is not None else KIND.find(words)
        if (card or kind) and not several and any(words.phrase(off, "ISLAND") for off in OFF):
            return Source(ISLAND, kind=kind, card=card)
        words.at = start
        return None

    @staticmethod
    def _lies_on(words: Words) -> bool:
        """Say whether a spot stands here, behind nothing or behind *the card on*, and step up to it."""
        start = words.at
        words.take("CARD")
        words.take("ON", "AT", "FROM")
        if SPOT.fullmatch(words.word) or words.word in (*APART, "SPOT"):
            return True
        words.at = start
        return False

    @staticmethod
    def _face(words: Words) -> Card | None:
        """Read a card that is meant for certain, if one stands here."""
        cards, used = CARD.find(words)
        if len(cards) != 1 or not cards[0].suit:
            return None
        words.at += used
        return cards[0]

    def show(self, value: Source) -> str:
        named = {ON_SPOT: value.spot, BY_FACE: str(value.card), ISLAND: f"ISLAND {value.card or value.kind}"}
        return named.get(value.where, value.where)


@value
class Way:
    """One place where a card may go, perhaps for some types only."""

    place: Place
    kinds: tuple[str, ...] = ()

    def suits(self, kind: str) -> bool:
        """Say whether a card of this type goes this way."""
        return not self.kinds or kind in self.kinds


class RouteSlot(Slot[tuple[Way, ...]]):
    """The slot ``route``: where a card goes, the first way that is possible."""

    name = "route"
    label = "where"
    usage = "FLAME, ISLAND or OCEAN, each perhaps with IF and types, and ELSE between: FLAME IF 8 ELSE OCEAN"
    example = "FLAME IF 8 ELSE ISLAND IF K ELSE OCEAN"
    known = tuple(Place)

    def read(self, words: Words) -> tuple[Way, ...]:
        """Read ways as long as a place follows ELSE."""
        found, idle = [self._way(words)], (*TOWARDS, *words.lexicon.fillers)
        while True:
            start = words.at
            words.take(";")
            following = next((word for word in words.rest[1:] if word not in idle), "")
            if not words.take("ELSE") or following not in tuple(Place):
                words.at = start  # it goes on with another order
                return tuple(found)
            found.append(self._way(words))

    @staticmethod
    def _way(words: Words) -> Way:
        while words.word in TOWARDS or words.idle:
            words.at += 1
        named = words.take(*Place)
        if not named:
            raise words.unreadable("a place", tuple(Place), "Write FLAME, ISLAND or OCEAN.")
        if not words.take("IF"):
            return Way(Place(named))
        return Way(Place(named), KINDS.read(words))

    def show(self, value: tuple[Way, ...]) -> str:
        return " ELSE ".join(f"{w.place}{f' IF {KINDS.show(w.kinds)}' if w.kinds else ''}" for w in value)


SOURCE = SourceSlot()
ROUTE = RouteSlot()


@value
class Instead:
    """What is done if a line's own action is impossible (EL-P2.6)."""

    deed: Deed | None = None
    source: Source | None = None
    route: tuple[Way, ...] = ()


class InsteadSlot(Slot[Instead]):
    """The slot ``instead``: TOUCH, WAIT, AIR, or a TAKE."""

    name = "instead"
    label = "action"
    usage = "TOUCH, WAIT, AIR, or TAKE with what and where"
    example = "TAKE ANY -> OCEAN"
    known = ("TOUCH", "WAIT", "AIR", "TAKE")

    def read(self, words: Words) -> Instead:
        if words.phrase("TOUCH", "ISLAND"):  # an Island left over would be read as where the line's own card goes
            return Instead(Deed.TOUCH)
        simple = words.take("TOUCH", "WAIT", "AIR")
        if simple == Deed.WAIT:
            words.take("1")
        if simple:
            return Instead(Deed(simple))
        if not words.take("TAKE"):
            raise words.unreadable("an action", self.vocabulary(words), f"Write {self.usage}.")
        source = SOURCE.read(words)
        return Instead(None, source, ROUTE.read(words) if words.take("->", "TO", *TOWARDS) else ())

    def show(self, value: Instead) -> str:
        if value.source is None:
            return str(value.deed)
        return f"TAKE {SOURCE.show(value.source)}{f' -> {ROUTE.show(value.route)}' if value.route else ''}"


SIDE: Slot[bool] = Choice("side", {"UP": True, "DOWN": False})

SLOTS: Sequence[Slot[Any]] = (
    CARD, SPOT_SLOT, KIND, KINDS, SPOTS, CARDS, TargetSlot(), SOURCE, ROUTE, InsteadSlot(), SIDE,
)  # fmt: skip


class FlameSize(Comparison):
    """How many cards your Flame has."""

    usage = "FLAME compare n"
    example = "FLAME <= 1"
    figures = range(5)

    def figure(self, seen: View) -> int:
        return len(seen.flame)


class IslandSize(Comparison):
    """How many cards your Island has."""

    usage = "ISLAND compare n"
    example = "ISLAND < 3"
    figures = range(13)

    def figure(self, seen: View) -> int:
        return len(seen.island)


class ImpulseNow(Comparison):
    """Which impulse it is."""

    usage = "IMPULSE compare n"
    example = "IMPULSE >= 8"
    figures = range(1, 25)

    def figure(self, seen: View) -> int:
        return seen.impulse


class OthersFlame(Comparison):
    """How many cards the largest Flame of the others has."""

    usage = "OTHERS FLAME compare n"
    example = "OTHERS FLAME >= 3"
    figures = range(5)

    def figure(self, seen: View) -> int:
        return max(n for seat, n in seen.flames.items() if seat != seen.seat)


class FlameOf(Comparison):
    """How many cards a player's Flame has."""

    usage = ("player FLAME compare n", "FLAME OF player compare n")
    example = "Bruno FLAME >= 3"
    figures = range(5)
    player: Seat

    def figure(self, seen: View) -> int:
        return seen.flames[self.player]


class TypeKnown(Condition):
    """Whether you know of a card of this type in the Ocean that you may name."""

    usage = "KNOWN kind"
    example = "KNOWN 8"
    kind: str

    def holds(self, seen: View) -> bool:
        return any(seen.mind.knows(one, self.kind) for one in seen.nearby())
