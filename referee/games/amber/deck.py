"""The 78 cards as this game uses them: decks, specials, the cheap order, what negates what (RULES.md, 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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

STOPS = {WANDS: SWORDS, SWORDS: CUPS, CUPS: PENTACLES}


def negates(reply: Card, attack: Card) -> bool:
    """A Wand stops a Sword, a Sword a Cup, a Cup a Pentacle, whatever the numbers (AM-8.5)."""
    return STOPS.get(reply.suit) == attack.suit


def is_suit(card: Card) -> bool:
    """Only suit cards fight; Court and Chaos cards have no number (AM-2.5)."""
    return card in CHEAPNESS


def cheap(card: Card) -> int:
    """Return a card's place in the cheap order."""
    return CHEAPNESS[card]


def cheapest(cards: Iterable[Card]) -> Card | None:
    """Find the first of some suit cards in the cheap order."""
    return min(cards, key=cheap, default=None)
