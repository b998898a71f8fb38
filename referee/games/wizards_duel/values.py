"""WD-4, WD-5 and WD-8: what a card is worth, the order for every automatic choice (WD-P2.1), and what two come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from referee.games.cards import Card, Suit
from referee.games.wizards_duel.events import Verdict
from referee.games.wizards_duel.state import DEATH, FOOL, JUSTICE, MOON, STRENGTH, SUN, Options

BONUS: Mapping[str, int] = {Suit.SWORDS: 3, Suit.WANDS: 2, Suit.PENTACLES: 1, Suit.CUPS: 0}
ACE, COURT = 11, 10
FOOLS_AVERAGE = 13
MARSEILLE = {STRENGTH: JUSTICE.number, JUSTICE: STRENGTH.number}


def worth(card: Card, options: Options) -> int:
    """Return a card's value before any die.

    A Major is worth its number (WD-4.1); decks differ on Strength and Justice (WD-R5). An Ace is worth 11, a court card
    10, a number card its number (WD-4.2), and the suit adds its bonus (WD-4.3).
    """
    if card.major:
        return MARSEILLE.get(card.face, card.number) if options.marseille else card.number
    return (ACE if card.rank == "A" else COURT if card.court else card.number) + BONUS[card.suit]


def book(card: Card, options: Options) -> int:
    """The book value counts no die; the Fool has its average, thirteen (WD-P2.1)."""
    return FOOLS_AVERAGE if card.face is FOOL else worth(card, options)


def best(hand: Iterable[Card], options: Options) -> int:
    """BEST is the highest book value in a hand (WD-P2.3)."""
    return max((book(card, options) for card in hand), default=0)


def ordered(cards: Iterable[Card], options: Options) -> list[Card]:
    """Sort by book value; among equals Swords, Wands, Pentacles, Cups, then Majors; in a suit numbers, then P, N, Q, K.

    That is the order in which cards are numbered (WD-P2.2).
    """
    return sorted(cards, key=lambda card: (book(card, options), card.face.index))


def lowest(cards: Iterable[Card], options: Options) -> Card | None:
    """LOWEST: the lowest book value; among equals the first in order (WD-P2.2)."""
    return next(iter(ordered(cards, options)), None)


def highest(cards: Iterable[Card], options: Options) -> Card | None:
    """HIGHEST: the highest book value; among equals the first in order (WD-P2.2, WD-R24)."""
    return min(cards, key=lambda card: (-book(card, options), card.face.index), default=None)


def middle(cards: Iterable[Card], options: Options) -> Card | None:
    """MIDDLE: the middle card, in an even hand the lower of the two (WD-P2.2)."""
    found = ordered(cards, options)
    return found[(len(found) - 1) // 2] if found else None


def cheapest_win(cards: Iterable[Card], led: Card, options: Options) -> Card | None:
    """CHEAPEST WIN: the lowest card that beats the led one by book value (WD-P2.2)."""
    return lowest((card for card in cards if book(card, options) > book(led, options)), options)


MOONS_LOSS = 24
EARNS_A_CALL = 9

LEADER, RESPONDER = 0, 1
Roll = Callable[[int], int]
"""Rolls the D12 of one side: 0 the leader, 1 the responder."""

Dice = tuple[list[int], list[int]]
"""What the sides rolled, in order."""


@dataclass(slots=True)
class Result:
    """What two cards came to: the dice and final values of leader and responder, and who is awarded how many points."""

    verdict: Verdict
    values: list[int]
    dice: Dice = field(default_factory=lambda: ([], []))
    winner: int | None = None
    points: int = 0


def compare(cards: tuple[Card, Card], options: Options, roll: Roll) -> Result:
    """Find the final values of the led card and the reply, in the order of RULES.md, 1.13 (WD-3.2)."""
    led, reply = cards
    values = [worth(led, options), worth(reply, options)]
    if led.face is reply.face is DEATH:  # WD-8.4: the game is over, without points or dice (WD-R17)
        return Result(Verdict.DEATHS, values)
    if led.face is reply.face:  # the higher roller is awarded the sum of the last rolls (WD-8.3, WD-R12, WD-R15)
        dice = until_unlike(roll)
        return Result(Verdict.SAME, values, dice, higher(dice), dice[LEADER][-1] + dice[RESPONDER][-1])
    if {led.face, reply.face} == {SUN, MOON}:  # WD-8.2: the Sun wins, whoever led; it scores its one point (WD-R16)
        suns = LEADER if led.face is SUN else RESPONDER
        points = values[suns] - values[1 - suns] if options.sun_scores else 0
        return Result(Verdict.ECLIPSE, values, winner=suns if points else None, points=points)
    return by_value(cards, values, options, roll)


def until_unlike(roll: Roll) -> Dice:
    """Both roll a D12, and again as long as they roll alike (WD-R2, WD-R13)."""
    ones, twos = [roll(LEADER)], [roll(RESPONDER)]
    while ones[-1] == twos[-1]:
        ones.append(roll(LEADER))
        twos.append(roll(RESPONDER))
    return ones, twos


def higher(dice: Dice) -> int:
    """Say which side rolled higher at last."""
    return LEADER if dice[LEADER][-1] > dice[RESPONDER][-1] else RESPONDER


def by_value(cards: tuple[Card, Card], values: list[int], options: Options, roll: Roll) -> Result:
    """The higher final value is awarded the difference (WD-3.2); equal values score nothing (WD-R3)."""
    result = Result(Verdict.COMPARED, values)
    for side in (LEADER, RESPONDER):
        if cards[side].face is FOOL:
            result.dice[side].append(roll(side))
            values[side] = 2 * result.dice[side][-1]  # WD-8.1
    low = underdog(cards, values, options)
    if low is not None:
        result.dice[low].append(roll(low))
        values[low] += result.dice[low][-1]
    difference = values[LEADER] - values[RESPONDER]
    if difference:
        result.winner = LEADER if difference > 0 else RESPONDER
        result.points = abs(difference)
    return result


def underdog(cards: tuple[Card, Card], values: list[int], options: Options) -> int | None:
    """Find who rolls: a Major against a higher Major (WD-5.1) or a higher Minor (WD-5.2), once a round (WD-R6).

    Against a lower or equal card there is no roll, nor for a Minor (WD-5.3, WD-R7); a Fool has rolled already (WD-R14).
    """
    if values[LEADER] == values[RESPONDER]:
        return None
    low = LEADER if values[LEADER] < values[RESPONDER] else RESPONDER
    rolls = cards[low].major and (options.fool_underdog or cards[low].face is not FOOL)
    return low if rolls else None


def earns_call(points: int) -> bool:
    """Nine or more points in one round earn one call, and never two (WD-6.3, WD-R9, WD-R21)."""
    return points >= EARNS_A_CALL
