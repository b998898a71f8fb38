"""How a desk answers in a Civil War: whom to attack next, and what to lay in a blind one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.engine.asks import Answer
from referee.engine.audience import Seat
from referee.games.amber import verbs
from referee.games.amber.asks import ChooseRival, LayBlind
from referee.games.amber.battle import opens, real, too_many_cards
from referee.games.amber.conditions import meant
from referee.games.amber.deck import CUPS, ORDINARY, PENTACLES, SWORDS, WANDS
from referee.games.amber.desk import Desk, Lapses, by_default, from_order
from referee.games.amber.picking import Running
from referee.games.amber.state import Place
from referee.games.amber.words import ANY
from referee.games.cards import Card

BLOCKS = {SWORDS: WANDS, CUPS: PENTACLES}
"""What stops an attack in a blind war (RULES.md, 3.4)."""


Following = Callable[[Desk, ChooseRival], Seat | None]


def next_rival(d: Desk, ask: ChooseRival) -> Seat | None:
    """ANY is the next claimant after me in initiative who is still there, be it my lord (O6, AM-7.3)."""
    v = d.look()
    lord = [seat for seat, p in v.players.items() if seat == v.me.lord and p.place is Place.AMBER]
    return first_behind(d, (*ask.choices, *lord))


def first_behind(d: Desk, seats: Sequence[Seat | None]) -> Seat | None:
    """Find the first of these in the order of initiative behind one's own place in a Civil War."""
    sides = list(d.look().now.claimants)
    place = sides.index(d.seat) + 1 if d.seat in sides else 0
    return next((seat for seat in (*sides[place:], *sides[:place]) if seat in seats), None)


def choose_rival(d: Desk, ask: ChooseRival, following: Following = next_rival) -> Answer[Seat | None]:
    """DP15: the next unused war line whose target is still there (AM-7.3).

    One against the own lord, or without a card for it, is used up.
    """
    lapsed: Lapses = []
    for line in war_lines(d):
        if line.number in d.used:
            continue
        plan = line.plan
        if plan is None:
            continue
        target = line.player if isinstance(line, verbs.War) else ANY
        rival = following(d, ask) if target == ANY else meant(d.look(), target)
        if rival is None or rival not in ask.choices:
            if rival is not None and rival == d.look().me.lord:
                d.use(line)
                lapsed.append((line.number, f"{rival} was your lord."))
            continue
        d.use(line)
        running = d.plan_of(line.number, plan)
        if not opens(d, running, lapsed):
            continue
        return from_order(rival, line, lapsed)
    return by_default(None, lapsed)


def war_lines(d: Desk) -> list[verbs.War | verbs.Seize]:
    """List the war lines that hold now, and the SEIZE that was chosen; no other option line has cards (O2, R-74)."""
    wars = d.of(verbs.War)
    return [*wars] if d.claim is None else sorted([*wars, d.claim], key=lambda line: line.number)


# Blind combats.


def lay_blind(d: Desk, ask: LayBlind) -> Answer[Card | None]:
    """DP15 with civil_war=phase3: the next card of the war list; without one nothing is laid (R-1).

    A plan that stops lays nothing more in this combat.
    """
    now = d.look().now
    mine, theirs = (now.attack, now.reply) if ask.attacking else (now.reply, now.attack)
    if mine is None and theirs is None:
        d.laying, d.stopped = None, False
    met = theirs if theirs in ORDINARY else None
    if d.laying is not None and not d.stopped:
        d.stopped = stops_blind(d, d.laying, mine, met)
    if d.stopped:
        return by_default(None)
    for running in [d.running] if ask.attacking else war_lists(d, ask):
        card = next_blind(d, running, met, real(ask.choices))
        if card is not None and running is not None:
            d.laying = running
            return Answer(card, running.order)
    return by_default(None)


def stops_blind(d: Desk, running: Running, mine: Card | None, met: Card | None) -> bool:
    """A Sword that met a Wand is negated, a Cup that met a Pentacle too (RULES.md, 3.4)."""
    negated = mine in ORDINARY and mine is not None and met is not None and BLOCKS.get(mine.suit) == met.suit
    return running.stops(met, tie=False, negated=negated, helped=False) or too_many_cards(d, running.plan)


def next_blind(d: Desk, running: Running | None, met: Card | None, cards: Sequence[Card]) -> Card | None:
    """The branch for the card that was met gives the next one, else the list goes on."""
    if running is None:
        return None
    return running.next(cards, d.kept()) if met is None else running.after(met, cards, d.kept())


def war_lists(d: Desk, ask: LayBlind) -> list[Running]:
    """One who is attacked lays the war lists against that rival, then those against anybody."""
    lines = [line for line in war_lines(d) if line.plan is not None]
    named_one = [line for line in lines if isinstance(line, verbs.War) and meant(d.look(), line.player) == ask.rival]
    anybody = [line for line in lines if isinstance(line, verbs.Seize) or line.player == ANY]
    return [d.plan_of(line.number, line.plan) for line in (*named_one, *anybody) if line.plan is not None]
