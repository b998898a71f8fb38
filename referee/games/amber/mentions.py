"""What an order names: its cards, one by one, and the orders behind an IF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.audience import Seat
from referee.engine.conditions import Condition
from referee.engine.orders import If, Order
from referee.games.amber.battle_plans import Plan
from referee.games.amber.deck import PROTECTION
from referee.games.amber.orders import (
    Attack,
    Defend,
    Discard,
    GiveCards,
    HelpPlayer,
    Keep,
    NoAce,
    Pay,
    PlayCard,
    ProtectPlayer,
    Seize,
    Tribute,
    War,
)
from referee.games.amber.powers import DefendAmber, GiveBackAttack, NameSun, OnCourt
from referee.games.amber.words import Entry
from referee.games.cards import Card


def inner(one: Order) -> Iterator[Order]:
    """List an order itself, or both branches of its IF."""
    if not isinstance(one, If):
        yield one
        return
    yield one.then
    if one.otherwise is not None:
        yield one.otherwise


def players_named(one: Order) -> Iterator[Seat]:
    """List the players that an order names, those in its conditions and plans too."""
    holders: list[Order | Condition] = list(inner(one))
    if isinstance(one, If):
        holders += [test.condition for test in one.tests]
    for x in holders:
        for name in ("player", "rival", "whose"):
            seat = getattr(x, name, None)
            if isinstance(seat, str):
                yield Seat(seat)
        yield from x.players if isinstance(x, NameSun) else ()
        plan = plan_of(x) if isinstance(x, Order) else None
        yield from (seat for seat, _ in plan.if_cards) if plan is not None else ()


def plan_of(one: Order) -> Plan | None:
    """Return the attack plan of an order that has one."""
    match one:
        case Attack(plan=plan) | War(plan=plan) | GiveBackAttack(plan=plan) | OnCourt(plan=plan) | Seize(plan=plan):
            return plan
        case _:
            return None


def cards_named(one: Order) -> list[Card]:
    """List the cards that an order needs its player to hold."""
    match one:
        case Attack() | War() | GiveBackAttack() | OnCourt() | Seize():
            return in_plan(plan_of(one))
        case Defend(list=entries) | HelpPlayer(list=entries) | DefendAmber(list=entries) | Keep(list=entries):
            return in_list(entries)
        case Tribute(list=entries) | Discard(list=entries) | Pay(list=entries):
            return in_list(entries)
        case PlayCard(card=card) | GiveCards(card=card):
            return [card]
        case ProtectPlayer() | NoAce():
            return [PROTECTION]
        case _:
            return []


def in_list(entries: Sequence[Entry]) -> list[Card]:
    """List the cards that stand in a list by name."""
    return [entry.card for entry in entries if entry.card is not None]


def in_plan(plan: Plan | None) -> list[Card]:
    """List the cards that stand in an attack plan by name, its branches too."""
    return in_list((*plan.entries, *(branch.entry for branch in plan.branches))) if plan is not None else []
