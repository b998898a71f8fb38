"""The 78 cards as this game uses them: decks, specials, the cheap order; what beats what, and what is laid by default.

(RULES.md, 2, 3.1, 4.4)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.games.amber.events.combat import Result
from referee.games.cards import Card, Suit, tarot

SWORDS, CUPS, PENTACLES, WANDS = str(Suit.SWORDS), str(Suit.CUPS), str(Suit.PENTACLES), str(Suit.WANDS)
SUITS = (SWORDS, CUPS, PENTACLES, WANDS)

BY_CODE: Mapping[str, Card] = {card.code: card for card in tarot()}
SUIT_CARDS: tuple[Card, ...] = tuple(c for c in BY_CODE.values() if c.suit and not c.court)
CHAOS_CARDS: tuple[Card, ...] = tuple(c for c in BY_CODE.values() if c.major)
COURTS: tuple[Card, ...] = tuple(BY_CODE[rank + suit] for suit in (SWORDS, CUPS, WANDS, PENTACLES) for rank in "KQNP")
"""The Court cards in the order of table 2.2, which is the order of default characters (DP1)."""

WISH, BETRAYAL, DEATH = BY_CODE["9C"], BY_CODE["7C"], BY_CODE["10S"]
DEFEAT, PROTECTION = BY_CODE["2P"], BY_CODE["AW"]
SPECIALS: tuple[Card, ...] = (PROTECTION, BETRAYAL, DEFEAT, WISH, DEATH)
"""The five special cards in cheap order (AM-2.4)."""

(
    FOOL, MAGICIAN, PRIESTESS, EMPRESS, EMPEROR, HIEROPHANT, LOVERS, CHARIOT, STRENGTH, HERMIT, WHEEL,
    JUSTICE, HANGED_MAN, REAPER, TEMPERANCE, DEVIL, TOWER, STAR, MOON, SUN, JUDGMENT, WORLD,
) = CHAOS_CARDS  # fmt: skip

ATTACKS: tuple[Card, ...] = (PRIESTESS, HIEROPHANT, CHARIOT, DEVIL, MOON, JUDGMENT)
"""Chaos cards that attack Amber, the Chariot without a card (AM-12.1)."""

KEPT: tuple[Card, ...] = (MAGICIAN, HERMIT, STAR, SUN)
"""Chaos cards that one keeps until they are used (AM-11.4)."""

CHARACTERS: Mapping[Card, str] = dict(
    zip(
        COURTS,
        (
            "Benedict", "Fiona", "Corwin", "Brand", "Julian", "Deirdre", "Blaise", "Merlin",
            "Gerard", "Flora", "Caine", "Martin", "Eric", "Llewella", "Random", "Moire",
        ),
        strict=True,
    )
)  # fmt: skip
"""Whom each Court card is, as seats are named; data/amber.toml has the words that letters and orders use."""

SPELLINGS: Mapping[str, str] = {"dierdre": "deirdre", "bleys": "blaise"}
"""Other ways to write the name of a character that a seat goes by."""

_CHEAP = sorted((c for c in SUIT_CARDS if c not in SPECIALS), key=lambda c: (c.number, "PCSW".index(c.suit)))
CHEAPNESS: Mapping[Card, int] = {card: place for place, card in enumerate((*_CHEAP, *SPECIALS))}
"""The cheap order: by number, then Pentacles, Cups, Swords, Wands; the specials last."""

ORDINARY = frozenset(_CHEAP)
ATTACKING = frozenset(c for c in _CHEAP if c.suit != WANDS)
"""Cards that may open or continue an attack: ordinary Swords, Cups and Pentacles (AM-8.3)."""

INTERRUPTS = frozenset((DEATH, BETRAYAL, DEFEAT))
"""Specials that may be played inside a combat (AM-8.22)."""

FREE = (WISH, BETRAYAL, DEFEAT)
"""Specials that may be played outside a combat (AM-10.8)."""

LEAD_ORDER = "SPCW"
"""Among equal attack cards Swords come first, then Pentacles, then Cups."""

STOPS = {WANDS: SWORDS, SWORDS: CUPS, CUPS: PENTACLES}


def negates(reply: Card, attack: Card) -> bool:
    """A Wand stops a Sword, a Sword a Cup, a Cup a Pentacle, whatever the numbers (AM-8.5)."""
    return STOPS.get(reply.suit) == attack.suit


def is_suit(card: Card) -> bool:
    """Only suit cards fight; Court and Chaos cards have no number (AM-2.5)."""
    return card in CHEAPNESS


def cheap(card: Card) -> int:
    """Return a card's place in the cheap order; Chaos cards, which are in none, are dearer than all."""
    return CHEAPNESS.get(card, len(CHEAPNESS))


def cheapest(cards: Iterable[Card]) -> Card | None:
    """Find the first of some suit cards in the cheap order."""
    return min(cards, key=cheap, default=None)


# Combat (AM-8, AM-12).


def clash(attack: Card, reply: Card, *, wands_counter: bool = False) -> tuple[Result, int]:
    """What a reply does to an attack card, and the margin (matrix 3.1; AM-8.5 to AM-8.11).

    With ``wands_counter`` a higher Wand counter-attacks a Sword too (R-3).
    """
    margin = attack.number - reply.number
    counters = reply.suit == WANDS and margin < 0
    if negates(reply, attack) and not (wands_counter and counters):
        return Result.NEGATED, 0
    if margin > 0:
        return Result.BEATEN, margin
    if margin == 0:
        return Result.TIE, 0
    if counters or reply.suit == attack.suit:
        return Result.COUNTERED, -margin
    return Result.BEATEN_OFF, 0


def may_lead(card: Card, *, rules: bool) -> bool:
    """Ordinary Swords, Cups and Pentacles, or a special as interrupt; no Sword by a ruler (AM-8.3, AM-6.4)."""
    return (card in ATTACKING or card in INTERRUPTS) and not (rules and card.suit == SWORDS)


def turns_back(card: Card, laid: Card) -> bool:
    """Against Chaos any ordinary Wand does, another ordinary card if it is at least as high (AM-12.5)."""
    return card.suit == WANDS or card.number >= laid.number


# What is laid by default: D1 to D7 (RULES.md, 4.4).


def unhurt(cards: Sequence[Card], attack: Card) -> Card | None:
    """D1 a higher Wand against Cups or Pentacles, D2 the lowest that negates, D3 the lowest other higher card."""
    if attack.suit in (CUPS, PENTACLES):
        found = cheapest(c for c in cards if c.suit == WANDS and c.number > attack.number)
        if found is not None:
            return found
    negating = cheapest(c for c in cards if negates(c, attack))
    return negating or cheapest(c for c in cards if c.number > attack.number)


def softened(cards: Sequence[Card], attack: Card) -> Card | None:
    """D5 a card equal to the attack, D6 the highest below it, which cuts the margin."""
    equal = cheapest(c for c in cards if c.number == attack.number)
    below = [c for c in cards if c.number < attack.number]
    return equal or min(below, key=lambda c: (-c.number, cheap(c)), default=None)


def leading(cards: Iterable[Card], *, rules: bool) -> list[Card]:
    """List the ordinary cards to attack with, the strongest first, and before them the Ten that kills."""
    own = list(cards)
    led = [card for card in own if card in ATTACKING and may_lead(card, rules=rules)]
    deadly = [DEATH] if DEATH in own and not rules else []
    return [*deadly, *sorted(led, key=lambda card: (-card.number, card.suit != SWORDS))]


def best_lead(cards: Iterable[Card]) -> Card | None:
    """ANY in an attack plan: the highest attack card, equal ones Swords, Pentacles, Cups."""
    return min(cards, key=lambda c: (-c.number, LEAD_ORDER.index(c.suit)), default=None)
