"""The invariants I-1 to I-27 of the Game of Amber, as far as a state or a step of a game can show a breach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from referee.engine.audience import OBSERVER
from referee.engine.events import Event, GameEnded
from referee.games.amber import events as ev
from referee.games.amber.deck import CHAOS_CARDS, COURTS, INTERRUPTS, KEPT, ORDINARY, SWORDS, WANDS, is_suit
from referee.games.amber.state import CHAOS, Place, State

E = TypeVar("E", bound=Event)


def check(s: State) -> Iterator[str]:
    """Yield what is wrong with a state between two steps."""
    yield from zones(s)
    yield from players(s)
    yield from throne(s)
    yield from bonds(s)


def zones(s: State) -> Iterator[str]:
    """I-1, I-2, I-27: all cards are there once, and nothing is left on the table."""
    cards = [card for zone in s.zones() for card in zone]
    if len(cards) != 78 or len(set(cards)) != 78:
        yield f"I-1: {len(cards)} cards, {len(set(cards))} different ones"
    kinds = (sum(map(is_suit, cards)), sum(c in CHAOS_CARDS for c in cards), sum(c in COURTS for c in cards))
    if kinds != (40, 22, 16):
        yield f"I-27: {kinds} suit, Chaos and Court cards"
    if s.played or s.forces or s.drawn:
        yield f"I-15: left on the table: {s.played} {s.forces} {s.drawn}"
    if s.merged and (s.chaos or s.encounter):
        yield "I-2: a deck apart after the merge"
    if not s.merged and not all(map(is_suit, s.deck)):
        yield "I-2: a card of another deck in the Shadow deck before the merge"
    if not all(c in CHAOS_CARDS for c in s.chaos) or not all(c in COURTS for c in s.encounter):
        yield "I-2: a wrong card in the Chaos or the Encounter deck"


def players(s: State) -> Iterator[str]:
    """I-4 to I-7: what players may hold, and that the dead have nothing."""
    for p in s.players.values():
        if not all(map(is_suit, (*p.down, *p.up))):
            yield f"I-4: {p.seat} has {p.down} {p.up}"
        if not all(c in COURTS and c is not p.card for c in (*p.concealed, *p.exposed, *p.allies)):
            yield f"I-4: {p.seat} holds {p.concealed} {p.exposed} {p.allies}"
        if not all(c in KEPT for c in p.kept):
            yield f"I-4: {p.seat} keeps {p.kept}"
        if (p.card in s.removed) is p.alive:
            yield f"I-5: {p.seat} is {p.place}, the Court card removed: {p.card in s.removed}"
        if any(c in s.removed for c in (q.card for q in s.living())):
            yield "I-5: a living player's Court card is removed"
        if not p.alive and (any(p.zones()) or p.lord or p.banished or p.idle or p.prison):
            yield f"I-6: {p.seat} is dead and has {p.zones()}"
        if p.prison and p.in_amber:
            yield f"I-7: {p.seat} is imprisoned in Amber"
        if s.serving(p.seat) and p.in_amber:
            yield f"I-7: {p.seat} serves a banishment in Amber"


def throne(s: State) -> Iterator[str]:
    """I-8, I-10: one occupant at most, alive and in Amber; without one no Throne cards."""
    if s.ruler is not None and s.enthroned:
        yield "I-8: two on the Throne"
    if s.ruler is not None and not s.players[s.ruler].in_amber:
        yield f"I-8: {s.ruler} rules from {s.players[s.ruler].place}"
    if s.occupant is None and s.throne and s.options.throne_cards_on_fall == "discard":
        yield f"I-8: {s.throne} on an empty Throne"
    if (s.occupant is None) is not (s.taken == 0) or s.taken > s.turn:
        yield f"I-10: {s.occupant} since turn {s.taken}"


def bonds(s: State) -> Iterator[str]:
    """I-17: nobody is their own lord, no two are each other's, and the dead have no bonds."""
    for p in s.players.values():
        if p.lord is None:
            continue
        lord = s.players[p.lord]
        if lord is p or lord.lord == p.seat or not lord.alive:
            yield f"I-17: {p.seat} serves {p.lord}"


def check_step(before: State, after: State, events: Sequence[Event]) -> Iterator[str]:
    """Yield what is wrong with a step, from its events."""
    yield from deck_and_throne(before, after, events)
    yield from ending(after, events)
    yield from combats(before, events)
    yield from shadow(events)
    yield from sieges(after, events)


def deck_and_throne(before: State, after: State, events: Sequence[Event]) -> Iterator[str]:
    """I-3, I-9, I-10, I-11: merge, the first Chaos card, reigns, and no crown by claim in a Civil War."""
    if len(of(events, ev.DecksMerged)) > (not before.merged):
        yield "I-3: a second merge"
    if len(of(events, ev.ThroneCardTurned)) > len(before.siege):
        yield "I-9: the Throne's Chaos card was turned twice"
    if after.occupant is not None and after.taken not in (before.taken, before.turn):
        yield "I-10: a reign grew by itself"
    seized = [e for e in events if isinstance(e, ev.ThroneTaken) and e.claim is ev.Claim.SEIZED]
    if seized and any(isinstance(e, ev.WarBegan) for e in events):
        yield "I-11: the Throne was seized in a turn of Civil War"


def ending(after: State, events: Sequence[Event]) -> Iterator[str]:
    """I-24: one end, and nothing after it."""
    ends = of(events, GameEnded)
    if len(ends) != bool(after.end) or (ends and events[-1] is not ends[0]):
        yield f"I-24: {len(ends)} ends, then {events[-1]}"


def combats(before: State, events: Sequence[Event]) -> Iterator[str]:
    """I-12, I-13, I-14, I-16, I-18: what is led and replied, by whom, and what it costs."""
    ruler = before.ruler
    places = {p.seat: p.place for p in before.players.values()}
    open_attack = False
    attacker = defender = OBSERVER
    for e in events:
        match e:
            case ev.ThroneTaken(seat=seat):
                ruler, places[seat] = seat, Place.AMBER
            case ev.ThroneLost():
                ruler = None
            case ev.StarPlayed(revived=str(seat)):
                places[seat] = Place.AMBER
            case ev.Returned(seat=seat):
                places[seat] = Place.AMBER
            case ev.Banished(seat=seat) | ev.LeftForShadow(seat=seat) | ev.Imprisoned(seat=seat):
                places[seat] = Place.SHADOW
            case ev.CombatBegan():
                attacker, defender = e.attacker, e.defender
            case ev.CardLed(seat=seat, card=card):
                if seat == ruler and card.suit == SWORDS:
                    yield f"I-12: {seat} led {card} on the Throne"
                if card not in ORDINARY or card.suit == WANDS or open_attack:
                    yield f"I-13, I-14: {card} led"
                open_attack = True
            case ev.CardReplied(seat=seat, card=card):
                if card not in ORDINARY or not open_attack:
                    yield f"I-13, I-14: {card} replied"
                if seat not in (e.defender, CHAOS):
                    away = [q for q in (seat, attacker, defender) if places.get(q) is not Place.AMBER]
                    if away:
                        yield f"I-16: help with {away} not in Amber"
                open_attack = False
            case ev.NoReply() | ev.CombatEnded():
                open_attack = False
            case _:
                continue


def shadow(events: Sequence[Event]) -> Iterator[str]:
    """I-19: one trip, one card, in a turn."""
    trips = [e.seat for e in of(events, ev.LeftForShadow)]
    if len(set(trips)) < len(trips):
        yield f"I-19: trips of {trips}"


def sieges(after: State, events: Sequence[Event]) -> Iterator[str]:
    """I-25, I-26: no more cards against Chaos than it laid, and nothing in the turn after an attack on Amber."""
    laid = len(of(events, ev.ChaosLaid))
    stands = [e for e in of(events, ev.TurnedBack) if e.card not in INTERRUPTS]
    if len(stands) > laid:
        yield f"I-25: {len(stands)} cards against {laid}"
    if not after.options.attack_ends_turn:
        return
    cut = next((i for i, e in enumerate(events) if isinstance(e, ev.TurnCutShort)), len(events))
    late = [e for e in events[cut:] if isinstance(e, ev.CombatBegan | ev.LeftForShadow | ev.SpecialPlayed)]
    if late:
        yield f"I-26: after the attack on Amber {late}"


def of(events: Sequence[Event], kind: type[E]) -> list[E]:
    """Pick the events of a kind."""
    return [e for e in events if isinstance(e, kind)]
