"""LT-8: the Shadow Phase: Scry, Shapeshift, Trace, Travel and Switch.

Purpose of chance here: ``scry_hand``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from referee.engine.audience import PUBLIC, Seat, only
from referee.games.cards import Card
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import KeepCard, ShadowAct, ShadowTarget, ShiftDiscard
from referee.games.living_trumps.deck import KEEP_CARDS, Court
from referee.games.living_trumps.hands import discard, draw, tell_open
from referee.games.living_trumps.moves import SHAPESHIFT, Act, Kind, Place, Zone, act_of
from referee.games.living_trumps.shadows import sweep
from referee.games.living_trumps.state import JewelAt, Player, Reason, Trumps

MOST_SWITCHES = 4


def shadow_phase(t: Trumps, seat: Seat) -> None:
    """At most one kind of Shadow Action, repeated as often as one can pay (LT-8.1, LT-8.2).

    ``earlier`` are the cards that this phase's Scries saw, or that were discarded in it.
    """
    done: list[Act] = []
    earlier: list[Card] = []
    while True:
        acts = shadow_acts(t, seat, done, earlier)
        kind = t.ask(ShadowAct(seat, (Kind.PASS, *acts), len(done), acts))
        if kind is Kind.PASS:
            return
        act = t.ask(ShadowTarget(seat, acts[kind]))
        done.append(act)
        carry_out(t, seat, act, earlier)


def shadow_acts(t: Trumps, seat: Seat, done: list[Act], earlier: list[Card]) -> dict[Kind, tuple[Act, ...]]:
    """List what may be done now by kind, all of the kind begun."""
    p = t.state.players[seat]
    kind = done[0].kind if done else None
    found: dict[Kind, Sequence[Act]] = {}
    if blood.can_pay(p, 1):
        if kind in (None, Kind.SCRY):
            found[Kind.SCRY] = scries(t, seat, earlier)
        if kind in (None, Kind.SHAPESHIFT):
            found[Kind.SHAPESHIFT] = (SHAPESHIFT,)
        if kind in (None, Kind.TRACE):
            found[Kind.TRACE] = [act_of(Kind.TRACE, card=card) for card in p.hand]
    if kind is None:
        found[Kind.TRAVEL] = travels(t, p)
    if kind is None or (kind is Kind.SWITCH and len(done) < MOST_SWITCHES and p.where is Place.KEEP):
        found[Kind.SWITCH] = switches(p)
    return {one: tuple(acts) for one, acts in found.items() if acts}


def scries(t: Trumps, seat: Seat, earlier: list[Card]) -> list[Act]:
    """Any one card in the game but one's own: a Hand's at random, others by their place (LT-8.3, LT-R9)."""
    s = t.state
    found: list[Act] = []
    for p in s.opponents(seat):
        if any(card not in earlier for card in p.hand):
            found.append(Act(Kind.SCRY, p.seat, zone=Zone.HAND))
        found += [act_of(Kind.SCRY, p.seat, one.slot, Zone.SHADOW) for one in p.shadows]
        found += [act_of(Kind.SCRY, p.seat, one.slot, Zone.POWER) for one in p.powerbase]
    return found + [act for zone, pile in s.piles.items() for act in places_of(zone, len(pile))]


@cache
def places_of(zone: Zone, size: int) -> tuple[Act, ...]:
    """Name each place of a pile, counted from its top."""
    return tuple(Act(Kind.SCRY, n=n, zone=zone) for n in range(1, size + 1))


def travels(t: Trumps, p: Player) -> list[Act]:
    """Each court has its Place; in the War all may go to the Keep (LT-8.7 to LT-8.9, LT-R58).

    Who is in another Place leaves it first, and its Blood pays (LT-R14).
    """
    found = []
    purse = p.free + p.placed
    if p.court is Court.AMBER and p.where is not Place.AMBER and purse:
        found += [Act(Kind.TRAVEL, place=Place.AMBER, slots=(one.slot,)) for one in p.shadows]
    if p.court is Court.CHAOS and p.shadows:
        found.append(Act(Kind.TRAVEL, place=Place.ABYSS))
    to_keep = p.court is Court.SHADOW or t.state.options.war
    if to_keep and p.where is not Place.KEEP and len(p.shadows) >= KEEP_CARDS and purse >= KEEP_CARDS:
        found.append(Act(Kind.TRAVEL, place=Place.KEEP))
    return found


def switches(p: Player) -> list[Act]:
    """A Place card and another Shadow of the player's change their parts (LT-8.10)."""
    return [Act(Kind.SWITCH, slots=(old.slot, new.slot)) for old in p.place_cards() for new in p.face_up()]


def carry_out(t: Trumps, seat: Seat, act: Act, earlier: list[Card]) -> None:
    """Do one Shadow Action."""
    match act.kind:
        case Kind.SCRY:
            scry(t, seat, act, earlier)
        case Kind.SHAPESHIFT:
            shapeshift(t, seat, earlier)
        case Kind.TRACE:
            assert act.card is not None
            trace(t, seat, act.card)
        case Kind.TRAVEL:
            travel(t, seat, act)
        case _:
            switch(t, seat, *act.slots)


def scry(t: Trumps, seat: Seat, act: Act, earlier: list[Card]) -> None:
    """The owner of the card has the Blood, else the bank; the card stays where it was (LT-8.3, LT-8.4, LT-R9)."""
    card = looked_at(t, act, earlier)
    earlier.append(card)
    if act.seat:
        blood.give(t, seat, act.seat, 1, Reason.SCRY)
    else:
        blood.sacrifice(t, seat, 1, Reason.SCRY)
    assert act.zone is not None
    to = only(seat, act.seat) if act.seat else only(seat)
    shown = ev.Scryed(seat=seat, zone=act.zone, owner=act.seat, place=act.n, card=card, to=to)
    tell_open(t, [card], to.seats, shown)
    t.state.remember(seat, card)
    t.tell(ev.ScryMade(seat=seat, owner=act.seat, to=PUBLIC))


def looked_at(t: Trumps, act: Act, earlier: list[Card]) -> Card:
    """Find the card: in a Hand one at random that was not seen in this phase."""
    s = t.state
    match act.zone:
        case Zone.HAND:
            unseen = [card for card in s.players[act.seat].hand if card not in earlier]
            return t.chance.pick(unseen, "scry_hand")
        case Zone.SHADOW:
            return s.players[act.seat].shadow(act.n).card
        case Zone.POWER:
            return next(one.card for one in s.players[act.seat].powerbase if one.slot == act.n)
        case zone:
            return s.piles[zone][act.n - 1]


def shapeshift(t: Trumps, seat: Seat, earlier: list[Card]) -> None:
    """Take the top Trump card, then discard one of the thirteen, face-down (LT-8.5, LT-R11)."""
    blood.sacrifice(t, seat, 1, Reason.SHAPESHIFT)
    t.tell(ev.Shapeshifted(seat=seat, to=PUBLIC))
    draw(t, seat)
    card = t.ask(ShiftDiscard(seat, tuple(t.state.players[seat].hand), tuple(earlier)))
    earlier.append(card)
    discard(t, seat, [card])


def trace(t: Trumps, seat: Seat, card: Card) -> None:
    """Show a card; everybody with a card of its rank must say so, and who has a Joker for a Joker (LT-8.6, LT-R12)."""
    blood.sacrifice(t, seat, 1, Reason.TRACE)
    others = t.state.opponents(seat)
    alike = {p.seat: [one for one in p.hand if one.rank == card.rank] for p in others}
    for cards in alike.values():
        t.state.proved += cards
    holders = tuple(other for other, cards in alike.items() if cards)
    tell_open(t, [card], (), ev.Traced(seat=seat, card=card, holders=holders, to=PUBLIC))


def travel(t: Trumps, seat: Seat, act: Act) -> None:
    """Go to a Place of Power; whoever is in another leaves it first (LT-8.7, LT-8.8, LT-8.9, LT-8.12)."""
    p = t.state.players[seat]
    if act.place is Place.ABYSS:
        sweep(t, seat, place_too=True)
        t.state.shadow_deck = t.chance.shuffled(t.state.shadow_deck, "shadow deck")
        t.tell(ev.PlaceTaken(seat=seat, place=Place.ABYSS, to=PUBLIC))
        return
    if p.where is not Place.NONE:
        blood.leave_place(t, seat)
    p.where = act.place
    t.tell(ev.PlaceTaken(seat=seat, place=act.place, to=PUBLIC))
    slots = list(act.slots)
    if act.place is Place.KEEP:
        for _ in range(KEEP_CARDS):
            left = tuple(one.slot for one in p.shadows if one.slot not in slots)
            slots.append(t.ask(KeepCard(seat, left, tuple(p.shadow(slot).card for slot in slots))))
    for laid in map(p.shadow, slots):  # turned face-down in the open, a Shadow stays known to all
        laid.down = True
        t.tell(ev.TurnedDown(seat=seat, slot=laid.slot, card=laid.card, to=PUBLIC))
    stake = len(slots)  # a Blood lies on each Place card
    if blood.jewel_goes(t, seat, stake):
        blood.move_jewel(t, seat, JewelAt.PLACE)
    blood.flow(t, seat, Reason.TRAVEL, free=-stake, placed=stake)


def switch(t: Trumps, seat: Seat, old: int, new: int) -> None:
    """The Blood moves across, and nothing is paid (LT-8.10)."""
    p = t.state.players[seat]
    was, now = p.shadow(old), p.shadow(new)
    was.down, was.known, now.down = False, True, True
    t.tell(ev.Switched(seat=seat, up=old, card=was.card, down=new, other=now.card, to=PUBLIC))
