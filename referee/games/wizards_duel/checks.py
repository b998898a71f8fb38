"""What a receipt says of orders: refusals of what can never come true, warnings of what is not so now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from referee.engine.author import If, Lines, Order, Remark, inside, refusal, refused, remarked, warning
from referee.games.cards import Card, cards_among
from referee.games.entries import tested
from referee.games.wizards_duel import orders as od
from referee.games.wizards_duel.events import Act
from referee.games.wizards_duel.state import JUSTICE, STRENGTH
from referee.games.wizards_duel.view import View
from referee.games.wizards_duel.words import ALWAYS, CARD, How, Item, LedCard, Pick, looks_at_led


def check(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on a whole set of orders, from what this seat knows."""
    lines = inside(orders)
    yield from remarked(lines, partial(refusals, seen), partial(warnings, seen))
    yield from unreachable(lines)
    yield from barred(lines)
    yield from uncalled(lines)


def refuse(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on what can never come true, and on nothing else."""
    return refused(inside(orders), partial(refusals, seen))


def refusals(seen: View, one: Order, inner: Order) -> Iterator[Remark]:
    """Refuse what can never come true."""
    for card in cards_named(one, inner):
        if not seen.options.holds(card):
            yield refusal(one, f"No deck of this game holds {CARD.show(card)}.", "WD-10.2")
    match inner:
        case od.LeadWith(plays=plays) | od.RoundLead(plays=plays):
            if Act.CALL in plays:
                yield refusal(one, "Only the responder can call, after a card is led.", "WD-R8")
            if Pick(How.CHEAPEST_WIN) in plays:
                yield refusal(one, "CHEAPEST WIN answers a led card; it cannot lead.", "WD-P2.2")
        case od.CallWhen(bare=True) if one is inner:
            yield refusal(one, "Say when you call, such as CALL IF LED >= 15, or write CALL NEVER.", "WD-P1.7")
        case od.DrawWhen(bare=True) if one is inner:
            yield refusal(one, "Say when you draw, such as DRAW IF BEST <= 6, or write DRAW NEVER.", "WD-P1.7")
        case od.GoOn(behind=0):
            yield refusal(one, "Nobody is behind by 0. Write 1 or more.", "WD-P1.1")
    if one is inner and not isinstance(inner, od.ReplyWith) and _all_played(items(inner), seen):
        yield refusal(one, f"You have played {CARD.codes(cards_among(items(inner)))} already.", "WD-I7")
    if isinstance(inner, od.RoundLead | od.RoundReply | od.RoundCall | od.RoundDraw):
        most = max(seen.options.rounds, seen.options.most_rounds)
        if not 1 <= inner.n <= most:
            yield refusal(one, f"A turn has rounds 1 to {most}.", "WD-P1.1")


def _all_played(plays: Sequence[Item], seen: View) -> bool:
    """Say whether a line names nothing but cards that everybody saw its sender play."""
    gone = [card.face for card in seen.sheets[seen.seat].discard]
    return bool(plays) and all(item in gone for item in plays)


def warnings(seen: View, one: Order, inner: Order) -> Iterator[Remark]:
    """Warn of what is not so now; the order stands."""
    yield from _cards(one, inner, seen)
    if isinstance(inner, od.LeadWith | od.RoundLead) and isinstance(one, If) and looks_at_led(one.tests):
        yield warning(one, "Whoever leads has no led card before them: then a test of LED never holds.", "WD-2.2")
    if isinstance(one, If) and one.otherwise is inner and isinstance(inner, od.DrawWhen) and looks_at_led(one.tests):
        text = "Whoever leads has no led card before them, so when you lead you draw as well. Answer by DRAW IF."
        yield warning(one, text, "WD-R28")
    match inner:
        case od.LeadWith() if seen.options.rounds == 1 and seen.leader != seen.seat:
            yield warning(one, f"{seen.leader} leads this turn's round; you lead only if both play on.", "WD-2.2")
        case od.RoundLead(n=n) | od.RoundReply(n=n) | od.RoundCall(n=n) | od.RoundDraw(n=n):
            yield from _round(one, inner, n, seen)
        case od.GoOn(n=int(n)) if n > seen.options.most_rounds - seen.options.rounds:
            most = max(0, seen.options.most_rounds - seen.options.rounds)
            yield warning(one, f"A turn has at most {most} rounds beyond its own.", "WD-P1.1")
        case od.CallWhen(keep=int(keep)) if keep >= seen.sheets[seen.seat].calls > 0:
            text = f"You have {seen.sheets[seen.seat].calls} calls left, so with KEEP {keep} you never call."
            yield warning(one, text, "WD-P1.7")
        case od.GiveUp():
            yield warning(one, f"This ends the duel at once, and {seen.opponent} wins.", "WD-R19")
    if calls(inner) and seen.sheets[seen.seat].calls == 0:
        yield warning(one, "You have no call left now; without one the next rule is tried.", "WD-6.1")
    if draws(inner) and seen.sheets[seen.seat].in_deck == 0:
        yield warning(one, "Your deck is empty, so there is nothing to draw; the next rule is tried.", "WD-R11")


def _cards(one: Order, inner: Order, seen: View) -> Iterator[Remark]:
    """Warn of cards that are not in the hand: gone for good if everybody saw them go, else perhaps still to come."""
    held = [card.face for card in seen.hand]
    gone = [card.face for card in seen.sheets[seen.seat].discard]
    wanted = cards_among(items(inner))
    played = [card for card in wanted if card in gone]
    missing = [card for card in wanted if card not in held and card not in gone]
    if played:
        whole = one is inner and _all_played(items(inner), seen)
        then = ", so this line does nothing more." if whole else "; such an entry is skipped."
        yield warning(one, f"You have played {CARD.codes(played)} already{then}", "WD-I7")
    if missing:
        text = f"You do not hold {CARD.codes(missing)} now; such an entry is skipped unless you hold it then."
        yield warning(one, text, "WD-P1.4")
    led = [card for card in tested(one, inner, LedCard) if card in [c.face for c in seen.sheets[seen.opponent].discard]]
    if led:
        yield warning(one, f"{seen.opponent} has played {CARD.codes(led)} already and cannot lead it again.", "WD-I7")
    if seen.options.marseille:
        for card in cards_named(one, inner):
            if card in (STRENGTH, JUSTICE):
                name, worth = ("Strength", 11) if card is STRENGTH else ("Justice", 8)
                yield warning(one, f"{CARD.show(card)} is {name}, worth {worth} in this game.", "WD-R5")


def _round(one: Order, inner: Order, n: int, seen: View) -> Iterator[Remark]:
    leads = (n % 2 == 1) == (seen.leader == seen.seat)
    if isinstance(inner, od.RoundLead) and not leads:
        yield warning(one, f"By turns, round {n} is {seen.opponent}'s to lead, not yours.", "WD-2.2")
    elif isinstance(inner, od.RoundReply | od.RoundCall) and leads:
        yield warning(one, f"By turns, round {n} is yours to lead.", "WD-2.2")
    elif n > seen.options.rounds:
        yield warning(one, f"Round {n} of a turn is played only if both play on.", "WD-P1.1")


def unreachable(lines: Lines) -> Iterator[Remark]:
    """Warn of REPLY rules that stand behind one that always applies."""
    settled = False
    for one, inner in lines:
        if isinstance(inner, od.ReplyWith):
            if settled:
                yield warning(one, "This rule is never reached: one above it always applies.", "WD-P1.3")
            settled = settled or (one is inner and not inner.tests and any(item in ALWAYS for item in inner.plays))


def barred(lines: Lines) -> Iterator[Remark]:
    """Warn of calls and draws that an ordered NEVER bars."""
    no_calls = any(one is inner and isinstance(inner, od.CallWhen) and inner.never for one, inner in lines)
    no_draws = any(one is inner and isinstance(inner, od.DrawWhen) and inner.never for one, inner in lines)
    for one, inner in lines:
        if no_calls and calls(inner):
            yield warning(one, "Your CALL NEVER bars this call.", "WD-P1.7")
        if no_draws and draws(inner):
            yield warning(one, "Your DRAW NEVER bars this draw.", "WD-P1.7")


def uncalled(lines: Lines) -> Iterator[Remark]:
    """Warn of calls that are kept where no line makes any."""
    for one, inner in () if any(calls(inner) for _, inner in lines) else lines:
        if isinstance(inner, od.CallWhen) and inner.keep is not None:
            instead = f"CALL IF LED >= 15 KEEP {inner.keep}"
            yield warning(one, f"KEEP calls nothing by itself, and no line of yours does; {instead} would.", "WD-P1.7")


def items(one: Order) -> tuple[Item, ...]:
    """List what an order may lead or reply with."""
    return one.plays if isinstance(one, od.LeadWith | od.ReplyWith | od.RoundLead | od.RoundReply) else ()


def calls(one: Order) -> bool:
    """Say whether an order may call."""
    policy = isinstance(one, od.CallWhen) and (bool(one.tests) or one.bare)
    return isinstance(one, od.RoundCall) or policy or Act.CALL in items(one)


def draws(one: Order) -> bool:
    """Say whether an order may draw."""
    return isinstance(one, od.RoundDraw) or (isinstance(one, od.DrawWhen) and not one.never) or Act.DRAW in items(one)


def cards_named(one: Order, inner: Order) -> list[Card]:
    """List all cards that an order names, each once."""
    return list(dict.fromkeys([*cards_among(items(inner)), *tested(one, inner, LedCard)]))
