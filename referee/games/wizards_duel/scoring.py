"""WD-5, WD-8 and WD-11: what two cards come to against each other, and what is written on the score sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.games.cards import Card
from referee.games.wizards_duel.events import Verdict
from referee.games.wizards_duel.state import DEATH, FOOL, MOON, SUN, Options
from referee.games.wizards_duel.values import worth

MOONS_LOSS = 24
EARNS_A_CALL = 9

LEADER, RESPONDER = 0, 1
Roll = Callable[[int], int]
"""Rolls the D12 of one side: 0 the leader, 1 the responder."""


@dataclass(slots=True)
class Result:
    """What two cards came to: the dice and final values of leader and responder, and who is awarded how many points."""

    verdict: Verdict
    values: list[int]
    dice: tuple[list[int], list[int]]
    winner: int | None = None
    points: int = 0


def compare(cards: tuple[Card, Card], options: Options, roll: Roll) -> Result:
    """Find the final values of the led card and the reply, in the order of RULES.md, 1.13 (WD-3.2)."""
    led, reply = cards
    values = [worth(led, options), worth(reply, options)]
    if led.face is reply.face:
        if led.face is DEATH:  # WD-8.4: the game is over, without points or dice (WD-R17)
            return Result(Verdict.DEATHS, values, ([], []))
        return roll_off(values, roll)
    if {led.face, reply.face} == {SUN, MOON}:
        return eclipse(cards, values, options)
    return by_value(cards, values, options, roll)


def roll_off(values: list[int], roll: Roll) -> Result:
    """The same card on both sides: the higher roller is awarded the sum of both rolls (WD-8.3, WD-R12, WD-R15).

    Equal rolls are rolled again, and only the last two are summed (WD-R13).
    """
    result = Result(Verdict.SAME, values, ([], []))
    ones, twos = result.dice
    while ones == twos or ones[-1] == twos[-1]:
        ones.append(roll(LEADER))
        twos.append(roll(RESPONDER))
    result.winner = LEADER if ones[-1] > twos[-1] else RESPONDER
    result.points = ones[-1] + twos[-1]
    return result


def eclipse(cards: tuple[Card, Card], values: list[int], options: Options) -> Result:
    """The Sun beats the Moon outright, whoever led, without a die (WD-8.2); it scores its one point too (WD-R16)."""
    suns = LEADER if cards[LEADER].face is SUN else RESPONDER
    points = values[suns] - values[1 - suns] if options.sun_scores else 0
    return Result(Verdict.ECLIPSE, values, ([], []), suns if points else None, points)


def by_value(cards: tuple[Card, Card], values: list[int], options: Options, roll: Roll) -> Result:
    """The higher final value is awarded the difference (WD-3.2); equal values score nothing (WD-R3)."""
    result = Result(Verdict.COMPARED, values, ([], []))
    for side in (LEADER, RESPONDER):
        if cards[side].face is FOOL:
            values[side] = 2 * rolled(result, side, roll)  # WD-8.1
    low = underdog(cards, values, options)
    if low is not None:
        values[low] += rolled(result, low, roll)
    difference = values[LEADER] - values[RESPONDER]
    if difference:
        result.winner = LEADER if difference > 0 else RESPONDER
        result.points = abs(difference)
    return result


def rolled(result: Result, side: int, roll: Roll) -> int:
    """Roll one side's D12 and note it."""
    result.dice[side].append(roll(side))
    return result.dice[side][-1]


def underdog(cards: tuple[Card, Card], values: list[int], options: Options) -> int | None:
    """Find who rolls: a Major against a higher Major (WD-5.1) or a higher Minor (WD-5.2), once a round (WD-R6).

    Against a lower or equal card there is no roll, nor for a Minor (WD-5.3, WD-R7); a Fool has rolled already (WD-R14).
    """
    if values[LEADER] == values[RESPONDER]:
        return None
    low = LEADER if values[LEADER] < values[RESPONDER] else RESPONDER
    if not cards[low].major:
        return None
    if cards[low].face is FOOL and not options.fool_underdog:
        return None
    return low


def moons_loss(options: Options) -> int:
    """The Moon's player loses 24 points (WD-8.2); in the drinking game 24 are added to their burden (WD-R22)."""
    return MOONS_LOSS if options.drinking else -MOONS_LOSS


def earns_call(points: int) -> bool:
    """Nine or more points in one round earn one call, and never two (WD-6.3, WD-R9, WD-R21)."""
    return points >= EARNS_A_CALL


def drinks(points: int, options: Options) -> int:
    """The loser owes a drink for each point of the round, up to the limit agreed on (WD-11.1, WD-11.2, WD-R23)."""
    return min(points, options.drink_cap) if options.drink_cap else points
