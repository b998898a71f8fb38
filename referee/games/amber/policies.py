"""The default policies that pick a card: D1 to D7 (RULES.md, 4.4), used by rules and desks alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.games.amber import deck
from referee.games.amber.events import Result
from referee.games.cards import Card

LEAD_ORDER = "SPCW"
"""Among equal attack cards Swords come first, then Pentacles, then Cups."""


def clash(attack: Card, reply: Card, *, wands_counter: bool = False) -> tuple[Result, int]:
    """What a reply does to an attack card, and the margin (matrix 3.1; AM-8.5 to AM-8.11).

    With ``wands_counter`` a higher Wand counter-attacks a Sword too (R-3).
    """
    margin = attack.number - reply.number
    counters = reply.suit == deck.WANDS and margin < 0
    if deck.negates(reply, attack) and not (wands_counter and counters):
        return Result.NEGATED, 0
    if margin > 0:
        return Result.BEATEN, margin
    if margin == 0:
        return Result.TIE, 0
    if counters or reply.suit == attack.suit:
        return Result.COUNTERED, -margin
    return Result.BEATEN_OFF, 0


def unhurt(cards: Sequence[Card], attack: Card) -> Card | None:
    """D1 a higher Wand against Cups or Pentacles, D2 the lowest that negates, D3 the lowest other higher card."""
    if attack.suit in (deck.CUPS, deck.PENTACLES):
        found = deck.cheapest(c for c in cards if c.suit == deck.WANDS and c.number > attack.number)
        if found is not None:
            return found
    negating = deck.cheapest(c for c in cards if deck.negates(c, attack))
    return negating or deck.cheapest(c for c in cards if c.number > attack.number)


def softened(cards: Sequence[Card], attack: Card) -> Card | None:
    """D5 a card equal to the attack, D6 the highest below it, which cuts the margin."""
    equal = deck.cheapest(c for c in cards if c.number == attack.number)
    below = [c for c in cards if c.number < attack.number]
    return equal or min(below, key=lambda c: (-c.number, deck.cheap(c)), default=None)


def may_lead(card: Card, *, rules: bool) -> bool:
    """Ordinary Swords, Cups and Pentacles, or a special as interrupt; no Sword by a ruler (AM-8.3, AM-6.4)."""
    return (card in deck.ATTACKING or card in deck.INTERRUPTS) and not (rules and card.suit == deck.SWORDS)


def leading(cards: Iterable[Card], *, rules: bool) -> list[Card]:
    """List the ordinary cards to attack with, the strongest first, and before them the Ten that kills."""
    own = list(cards)
    led = [card for card in own if card in deck.ATTACKING and may_lead(card, rules=rules)]
    deadly = [deck.DEATH] if deck.DEATH in own and not rules else []
    return [*deadly, *sorted(led, key=lambda card: (-card.number, card.suit != deck.SWORDS))]


def best_lead(cards: Iterable[Card]) -> Card | None:
    """ANY in an attack plan: the highest attack card, equal ones Swords, Pentacles, Cups."""
    return min(cards, key=lambda c: (-c.number, LEAD_ORDER.index(c.suit)), default=None)


def turns_back(card: Card, laid: Card) -> bool:
    """Against Chaos any ordinary Wand does, another ordinary card if it is at least as high (AM-12.5)."""
    return card.suit == deck.WANDS or card.number >= laid.number
