"""LT-15 and LT-16: the Power Step, with the Black Zone Turning before it."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import Drop, GiveShadow
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.poker import FULL
from referee.games.living_trumps.shadows import free_slot
from referee.games.living_trumps.state import Laid, Player, Trumps


def power_step(t: Trumps) -> None:
    """The Turning first, then all face-down Powerbase cards are turned up, and five may stay (LT-15.1, LT-15.2)."""
    turning(t)
    for seat in t.state.initiative:
        turn_powerbase_up(t, t.state.players[seat])
    for seat in t.state.initiative:
        recycle(t, t.state.players[seat])


def turning(t: Trumps) -> None:
    """Each Chaosian gives a Shadow to the one next above, the highest to the lowest (LT-16.1, LT-16.2, LT-R41)."""
    players = [t.state.players[seat] for seat in t.state.initiative]
    ring = [p for p in players if p.court is Court.CHAOS and p.face_up()]
    if len(ring) < 2:
        return
    asks = []
    for p in ring:
        own = p.face_up()
        cards, hand = tuple(one.card for one in own), tuple(p.hand)
        asks.append(GiveShadow(p.seat, tuple(one.slot for one in own), cards, hand))
    gifts = [p.shadow(slot) for p, slot in zip(ring, t.ask_all(asks), strict=True)]
    for p, laid in zip(ring, gifts, strict=True):
        p.shadows.remove(laid)
    told = []
    for n, (giver, laid) in enumerate(zip(ring, gifts, strict=True)):
        taker = ring[n - 1]
        new = Laid(laid.card, free_slot(taker.shadows))
        taker.shadows.append(new)
        told.append(ev.Gift(giver.seat, laid.slot, taker.seat, laid.card, new.slot))
    t.tell(ev.GiftsTurned(gifts=tuple(told), to=PUBLIC))


def turn_powerbase_up(t: Trumps, p: Player) -> None:
    """Consolidated cards count from now on (LT-14.3, LT-15.1)."""
    down = [one for one in p.powerbase if one.down]
    if not down:
        return
    for one in down:
        one.down, one.known = False, True
    slots, cards = tuple(one.slot for one in down), tuple(one.card for one in down)
    t.tell(ev.PowerTurnedUp(seat=p.seat, slots=slots, cards=cards, to=PUBLIC))


def recycle(t: Trumps, p: Player) -> None:
    """More than five cards: the owner recycles as many as are too many into their Shadows (LT-15.2, LT-R40)."""
    gone: list[Card] = []
    while len(p.powerbase) > FULL:
        slots = tuple(one.slot for one in p.powerbase)
        slot = t.ask(Drop(p.seat, slots, tuple(p.base), tuple(gone), t.state.options.low_ace))
        gone.append(drop(t, p.seat, slot))


def drop(t: Trumps, seat: Seat, slot: int) -> Card:
    """A Powerbase card becomes a face-up Shadow again; return it."""
    p = t.state.players[seat]
    laid = next(one for one in p.powerbase if one.slot == slot)
    p.powerbase.remove(laid)
    new = Laid(laid.card, free_slot(p.shadows))
    p.shadows.append(new)
    t.tell(ev.Recycled(seat=seat, gone=slot, card=laid.card, slot=new.slot, to=PUBLIC))
    return laid.card
