"""Orders that play to win by simple sense, from the view alone.

A plan is a flush or a straight with the Shadows at hand: the ranks to collect are those of its cards. Blood comes from
honest Deals, which pay both sides, and goes into Shapeshifts and Tricks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.engine.chance import Chance
from referee.games.cards import Card
from referee.games.living_trumps.deck import RANKS, SUITS, Court, height
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.poker import FULL, wins
from referee.games.living_trumps.view import View

MISSING = 7
MOST, RICH, ENOUGH, THIN = 8, 10, 10, 25
SIZE = 4
HOMES = {Court.AMBER: Place.AMBER, Court.CHAOS: Place.ABYSS, Court.SHADOW: Place.KEEP}


@dataclass(frozen=True)
class Goal:
    """A winning hand to build: how far off it is, which Shadows are to be consolidated for it, and which
    Powerbase cards belong to it."""

    distance: int
    cards: tuple[Card, ...]
    keep: tuple[Card, ...]


def sensible(seen: View, chance: Chance) -> Sequence[str]:
    """Play to win: build the nearest winning hand, Deal honestly, and in the War see to Jewel, deed and Place."""
    goal = min(goals(seen), key=lambda goal: goal.distance)
    me = seen.me
    lines = ["DEALS OPEN", "TRICKS NONE", "DEFEND DUEL ELSE DEAL", *controls(seen)]
    ranks = [card.rank for card in goal.cards]
    war = war_lines(seen) if seen.options.war else []
    purse = me.free + (seen.jewel != seen.seat)
    ready = min(purse, sum(seen.holding(rank) + jokers(seen) >= SIZE for rank in RANKS))
    spare = max(0, purse - ready - 1)
    shifts = 1 if spare < RICH else spare // 2
    if spare and not any(line.startswith("SHADOW") for line in war):
        lines.append(f"SHADOW SHAPESHIFT {min(spare, shifts)} KEEP {', '.join([*ranks, 'JOKER'])}")
        spare -= min(spare, shifts)
    lines += war
    if spare and (seen.shadows > THIN or not seen.options.war):
        partner = chance.pick([seat for seat in seen.seats if seat != seen.seat], "sensible", "partner")
        most = MOST if len(me.shadows) < ENOUGH else 2
        stake = max(1, min(spare, most, seen.shadows - seen.jokers))
        lines.append(f"SUBSTANCE SHADOWSHIFT {stake} DEAL {partner} GIVE ANY GET ANY PLAY HONOUR")
    lines.append("SUBSTANCE SCHEME")
    return [*lines, *tricks(seen, goal)]


def tricks(seen: View, goal: Goal) -> list[str]:
    """Declare what builds the hand; other Tricks are traded, or take cards that are wanted."""
    ranks = [card.rank for card in goal.cards]
    lines = [f"TRICK {card.rank} CONSOLIDATE {card}" for card in goal.cards]
    wanted = sorted(ranks, key=lambda rank: -seen.holding(rank))
    others = [rank for rank in RANKS if rank not in ranks]
    take = f" TAKE {', '.join(wanted)}" if wanted else ""
    lines += [f"TRICK {rank} CONSOLIDATE JOKER{take}" for rank in others if seen.holding(rank) >= SIZE]
    drop = [str(card) for card in seen.me.base if card not in goal.keep]
    return [*lines, f"POWERBASE DROP {', '.join(drop)}"] if drop else lines


def jokers(seen: View) -> int:
    """Count the Jokers in the own Hand."""
    return sum(card.joker for card in seen.hand)


def goals(seen: View) -> Iterator[Goal]:
    """List every flush and straight that might be built, with what is there."""
    base = seen.me.base
    shadows = [one.card for one in seen.me.shadows if one.card is not None]
    for suit in SUITS:
        have = [card for card in base if card.suit == suit]
        own = {card.rank: card for card in shadows if card.suit == suit}
        yield goal(seen, list(own.values()), FULL - len(have), have)
    for low in range(len(RANKS) - FULL + 1):
        ranks = RANKS[low : low + FULL]
        lacking = [rank for rank in ranks if rank not in [card.rank for card in base]]
        own = {card.rank: card for card in shadows if card.rank in lacking}
        have = list({card.rank: card for card in base if card.rank in ranks}.values())
        yield goal(seen, list(own.values()), len(lacking), have)


def goal(seen: View, cards: Sequence[Card], wanted: int, have: Sequence[Card]) -> Goal:
    """Choose the cards nearest to their Tricks; what is missing is far."""

    def lacks(card: Card) -> int:
        return max(0, SIZE - seen.holding(card.rank))

    chosen = sorted(cards, key=lambda card: (lacks(card), -height(card.rank)))[: max(0, wanted)]
    return Goal(sum(map(lacks, chosen)) + MISSING * max(0, wanted - len(chosen)), tuple(chosen), tuple(have))


def controls(seen: View) -> list[str]:
    """Control what comes; but in the War suffer while the Jewel waits, for it goes to the sufferer."""
    if seen.options.war and seen.jewel is None:
        return ["CHAOS SUFFER", "STORM SUFFER"]
    return ["CHAOS CONTROL", "STORM CONTROL"]


def war_lines(seen: View) -> list[str]:
    """In the War: look for a Joker while the Jewel waits; with it do the deed, then be at home."""
    me = seen.me
    if seen.jewel is None:
        return [f"SUBSTANCE BROKEN {me.rank} PILE 1"] if len(me.shadows) < FULL else []
    if seen.jewel != seen.seat:
        return []
    home, there = HOMES[me.court], me.place
    built = wins(me.base, low_ace=seen.options.low_ace)
    going = {Court.AMBER: "AMBER", Court.CHAOS: "ABYSS", Court.SHADOW: "KEEP"}[me.court]
    lines = []
    if me.court is Court.SHADOW and me.place is not Place.KEEP and not me.deed:
        lines.append("SHADOW TRAVEL KEEP")
    elif there is not home and (built or not me.deed) and (me.court is not Court.CHAOS or built):
        lines.append(f"SHADOW TRAVEL {going}")
    if not me.deed:
        deed = {
            Court.AMBER: f"SUBSTANCE PATTERN {me.rank} TIR",
            Court.CHAOS: f"SUBSTANCE BROKEN {me.rank}",
            Court.SHADOW: f"SUBSTANCE LIVING {me.forte} TENDRILS 3 CHOOSE {me.rank}",
        }
        lines.append(deed[me.court])
    elif built:
        lines.append("SUBSTANCE SCHEME")
    return lines
