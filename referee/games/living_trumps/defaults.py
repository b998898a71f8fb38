"""What a silent player does: the defaults of RULES.md, 3.4, from the facts of each ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from referee.engine.asks import Ask
from referee.games.cards import Card
from referee.games.living_trumps import asks
from referee.games.living_trumps.deck import BEST_SUITS, RANKS, height, held, ladder, ordered
from referee.games.living_trumps.duel import multiplier
from referee.games.living_trumps.moves import ANY, Control, Name, Put, Reply, classify
from referee.games.living_trumps.poker import FULL, value, wins

OFTEN = 3


def lowest_once(cards: Sequence[Card], hand: Sequence[Card]) -> Card:
    """Find the lowest card of a rank held once, or of the rank held least; a Joker only if there is nothing else."""
    natural = [card for card in cards if not card.joker] or list(cards)
    return min(natural, key=lambda card: (held(hand, card.rank), ladder(card)))


def spare(cards: Sequence[Card], hand: Sequence[Card], flaw: str) -> Card:
    """Give away one's own Flaw, else the lowest card of a rank held once (D3, D22, D23)."""
    own = [card for card in cards if card.rank == flaw and not card.joker]
    return ordered(own)[0] if own else lowest_once(cards, hand)


def best_suit(cards: Sequence[Card]) -> str:
    """Find the suit with most cards; ties go by S, H, D, C (D10)."""
    return max(BEST_SUITS, key=lambda suit: sum(card.suit == suit for card in cards))


def most_held(hand: Sequence[Card]) -> str:
    """Find the natural rank held most, the highest on ties (D21, D30); nothing if there is none."""
    ranks = [rank for rank in reversed(RANKS) if held(hand, rank)]
    return max(ranks, key=lambda rank: held(hand, rank), default="")


def honest(ask: asks.TrumpAnte) -> Card | None:
    """Find the card that honours: what was agreed, or with ANY the lowest of a rank held once (D7)."""
    fitting = [card for card in ask.choices if classify(card, ask.give, ask.flaw) is Put.HONOUR]
    if not fitting:
        return None
    return lowest_once(fitting, ask.choices) if ask.give == ANY else ordered(fitting)[0]


def liar(ask: asks.TrumpAnte) -> Card:
    """Lie with the lowest card of the suit with most Powerbase cards, then most Hand cards (D7)."""
    plain = [card for card in ask.choices if classify(card, ask.give, ask.flaw) is Put.LIE]
    cards = plain or [card for card in ask.choices if not card.joker] or list(ask.choices)

    def weight(suit: str) -> tuple[int, int, int]:
        own = sum(card.suit == suit for card in ask.base)
        return own, sum(card.suit == suit for card in ask.choices), -BEST_SUITS.index(suit)

    suits = [suit for suit in BEST_SUITS if any(card.suit == suit for card in cards)]
    best = max(suits, key=weight, default="")
    return ordered([card for card in cards if card.suit == best] or cards)[0]


def choose_shadow(ask: asks.ChooseShadow) -> Card:
    """Take the highest card of a rank held three times in Hand, else of the rank named, else the highest (D26)."""
    often = [card for card in ask.choices if held(ask.hand, card.rank) >= OFTEN]
    named = [card for card in ask.choices if card.rank == ask.rank]
    return max(often or named or ask.choices, key=lambda card: (height(card.rank), ladder(card)))


def drop(ask: asks.Drop) -> int:
    """Keep five that win if there are such, else the five with the highest poker value (D32)."""
    cards = dict(zip(ask.choices, ask.cards, strict=True))

    def worth(kept: Sequence[int]) -> tuple[bool, Any]:
        five = [cards[slot] for slot in kept]
        return wins(five, low_ace=ask.low_ace), value(five, low_ace=ask.low_ace)

    best = max(combinations(ask.choices, FULL), key=worth)
    return next(slot for slot in ask.choices if slot not in best)


def give_shadow(ask: asks.GiveShadow) -> int:
    """Give the Shadow of the rank least held in Hand, the lowest (D33)."""
    pairs = zip(ask.choices, ask.cards, strict=True)
    return min(pairs, key=lambda pair: (held(ask.hand, pair[1].rank), ladder(pair[1])))[0]


def gauntlet(ask: asks.Gauntlet) -> Card:
    """Throw down the lowest card of a rank held once, no Joker and not the own Flaw (D9)."""
    other = [card for card in ask.choices if card.rank != ask.flaw]
    return lowest_once(other or ask.choices, ask.choices)


def show(ask: asks.Show) -> Card | None:
    """Show the highest multiplier, then the lowest rank; add the smallest that suffices (D11)."""
    cards = [card for card in ask.choices if card is not None]
    if not cards:
        return None
    if ask.short:
        enough = [card for card in cards if multiplier(card, ask.base) >= ask.short]
        if enough:
            return min(enough, key=lambda card: (multiplier(card, ask.base), ladder(card)))
    return min(cards, key=lambda card: (-multiplier(card, ask.base), ladder(card)))


def feint(ask: asks.Feint) -> Card | None:
    """Place on-suit cards from the lowest up, then Jokers, then the lowest card as a bluff (D12)."""
    cards = [card for card in ask.choices if card is not None]

    def order(card: Card) -> tuple[int, tuple[int, int, int]]:
        return (0 if card.suit == ask.suit else 1 if card.joker else 2), ladder(card)

    return min(cards, key=order, default=None)


def call_bluff(ask: asks.CallBluff) -> bool:
    """LAST: call when no on-suit card and no Joker is left in Hand (D13)."""
    return not any(card.joker or card.suit == ask.suit for card in ask.left)


def five(ask: asks.Five) -> Card:
    """Lay those with the highest multipliers in the battle suit, then the lowest others (D15)."""
    own = [card for card in ask.choices if card.suit == ask.suit]
    if own:
        return min(own, key=lambda card: (-multiplier(card, ask.base), ladder(card)))
    return ordered(ask.choices)[0]


def wish(ask: asks.Wish) -> Name:
    """Wish for the ranks held most."""
    ranks = sorted(RANKS, key=lambda rank: (-held(ask.hand, rank), -height(rank)))
    return next(Name(rank) for rank in ranks if Name(rank) in ask.choices)


def consolidated(ask: asks.Consolidate) -> int:
    """Consolidate a face-up Shadow, the lowest suit first (D29)."""
    pairs = [(card, slot) for slot, card in zip(ask.choices[1:], ask.cards, strict=True) if slot in ask.up]
    return min(pairs, key=lambda pair: ladder(pair[0]))[1] if pairs else 0


DEFAULTS: Mapping[type[Ask[Any]], Callable[[Any], Any]] = {
    asks.Propose: lambda ask: ANY,
    asks.TrumpAnte: lambda ask: honest(ask) or liar(ask),
    asks.HellrideReply: lambda ask: Reply.DEAL,
    asks.ControlStorm: lambda ask: ask.free > 0,
    asks.ControlChaos: lambda ask: (
        Control.NULLIFY if Control.NULLIFY in ask.choices and ask.free >= ask.price else Control.SUFFER
    ),
    asks.ChooseShadow: choose_shadow,
    asks.TakePair: lambda ask: max(filter(None, ask.choices), key=height, default=""),  # the highest (LT-R70)
    asks.Consolidate: consolidated,
    asks.TakeRank: lambda ask: most_held([card for card in ask.hand if card.rank != ask.trick]),
    asks.HandOver: lambda ask: ordered(ask.choices)[0],
    asks.TradeCard: lambda ask: ordered(ask.choices)[0],
    asks.Drop: drop,
    asks.GiveShadow: give_shadow,
    asks.Gauntlet: gauntlet,
    asks.Weapon: lambda ask: best_suit(ask.mine),
    asks.Show: show,
    asks.Feint: feint,
    asks.CallBluff: call_bluff,
    asks.BattleSuit: lambda ask: best_suit(ask.mine),
    asks.Five: five,
    asks.Wish: wish,
    asks.NameBoon: lambda ask: Name(most_held(ask.hand) or RANKS[-1]),
    asks.YieldCard: lambda ask: spare(ask.choices, ask.hand, ask.flaw),
    asks.GiveBack: lambda ask: spare(ask.choices, ask.choices, ask.flaw),
}
"""By kind of ask; of the others the first choice is the default, which does nothing where one may.

What a Shapeshift discards and which Tricks are declared depends on the view, at the desk.
"""
