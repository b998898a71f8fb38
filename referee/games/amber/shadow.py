"""AM-5: trips into Shadow and returns, and what a held Court card is good for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee.engine.author import NO_OR_YES, PUBLIC, all_but, only
from referee.games.amber import asks, deck
from referee.games.amber import events as ev
from referee.games.amber.chaos import meet
from referee.games.amber.combat import Fight, fight
from referee.games.amber.draws import all_cuts, gain, merge, rotate, trip_card
from referee.games.amber.moves import CourtUse, Due, Kind, Use
from referee.games.amber.results import hand_over, picked
from referee.games.amber.state import Amber, Place, Player
from referee.games.amber.throne import arrive, bring, lose_throne
from referee.games.cards import Card


def returns(t: Amber) -> None:
    """First in phase 4 are all returns, in initiative order (AM-5.14, B12)."""
    for p in t.state.in_order():
        if not t.state.stopped and chose(t, p, Kind.RETURN) and p.place is Place.SHADOW:
            del t.state.chosen[p.seat]
            come_back(t, p)


def trips(t: Amber) -> None:
    """Last in phase 4 are all trips, in initiative order (AM-5.14, B14)."""
    for p in t.state.in_order():
        if not t.state.stopped and chose(t, p, Kind.GO) and p.in_amber:
            del t.state.chosen[p.seat]
            go_into_shadow(t, p)


def chose(t: Amber, p: Player, kind: Kind) -> bool:
    """An option is carried out if its player is still able to; else it has lapsed (AM-9.2, R-62)."""
    option = t.state.chosen.get(p.seat)
    return option is not None and option.kind is kind and t.state.able(p.seat)


def come_back(t: Amber, p: Player) -> None:
    """One returns, after a banishment with an exit card if wanted (AM-4.6, AM-9.4).

    That card may imprison or banish one, or bring one to the Lovers (AM-9.17).
    """
    if p.banished and t.state.options.banish_exit_card and t.ask(asks.TakeExitCard(p.seat, NO_OR_YES)):
        t.state.drawn.append(trip_card(t))
        look_at(t, p)
    if p.place is Place.SHADOW and not (p.prison or p.lovers or t.state.serving(p.seat) or t.state.end):
        arrive(t, p, ev.Way.RETURN)
    if p.in_amber and t.state.options.court_return == "retrieve" and not t.state.end:
        retrieve(t, p)


def retrieve(t: Amber, p: Player) -> None:
    """With court_return=retrieve a RETURN fetches the own Court card out of the deck or the discards (R-25).

    It does so too where the exit card was quicker to bring them to Amber (AM-9.17).
    """
    for pile in (t.state.deck, t.state.discards):
        if p.card in pile:
            pile.remove(p.card)
            regain(t, p)


def regain(t: Amber, p: Player) -> None:
    """One's own Court card lies open before one again (AM-5.5)."""
    p.court.append(p.card)
    t.tell(ev.CourtRegained(seat=p.seat, card=p.card, to=PUBLIC))


def go_into_shadow(t: Amber, p: Player) -> None:
    """A trip: top card, own Court card under the deck, cuts, and then the card is looked at (AM-5.1, R-24)."""
    s = t.state
    if s.ruler == p.seat:
        lose_throne(t, ev.Fall.LEFT)
    merge(t)
    s.drawn.append(trip_card(t))
    p.place = Place.SHADOW
    surrendered = bool(p.court)
    s.deck += p.court
    p.court.clear()
    t.tell(ev.LeftForShadow(seat=p.seat, surrendered=surrendered, to=PUBLIC))
    rotate(t, all_cuts(t, but=p.seat))
    look_at(t, p)


def look_at(t: Amber, p: Player) -> None:
    """A Chaos card acts, one's own Court card is restored, others are concealed (AM-5.3, AM-5.4, AM-5.5)."""
    card = t.state.drawn.pop()
    if card.major:
        meet(t, p, card)
        return
    if card is p.card:
        regain(t, p)
        return
    (p.down if deck.is_suit(card) else p.concealed).append(card)
    t.tell(ev.CardTaken(seat=p.seat, card=card, to=only(p.seat)), ev.CardTakenUnseen(seat=p.seat, to=all_but(p.seat)))
    if card.court:
        react(t, p, card)


def use_courts(t: Amber) -> None:
    """In phase 4 each able player uses held Court cards, any number, in initiative order (AM-5.12, B13)."""
    for p in t.state.in_order():
        in_vain: list[CourtUse] = []
        while t.state.able(p.seat) and not t.state.stopped:
            uses = [CourtUse(use, card) for card in (*p.concealed, *p.exposed) for use in uses_of(t, p, card)]
            use = t.ask(asks.UseCourt(p.seat, (None, *(u for u in uses if u not in in_vain))))
            if use is None:
                break
            if put_to_use(t, p, use.card, use.use):
                in_vain.clear()
            else:
                in_vain.append(use)


def uses_of(t: Amber, p: Player, card: Card) -> Sequence[Use]:
    """A summons reaches anybody; it and an alliance need the user in Amber (AM-5.9, AM-5.11, R-27)."""
    owner = t.state.owner(card)
    if owner is None:
        return (Use.ALLY,) if p.in_amber else ()
    reached = reach(t, p, owner)
    return (*reached, Use.SUMMON) if p.in_amber and card in p.concealed else reached


def reach(t: Amber, p: Player, owner: Player) -> Sequence[Use]:
    """Of banished or imprisoned owners only a summons works (R-27); nobody attacks their lord (AM-9.12)."""
    if t.state.away(owner.seat):
        return ()
    return (Use.RANSOM, Use.GIVE_BACK) if p.lord == owner.seat else (Use.RANSOM, Use.GIVE_BACK, Use.ATTACK)


def react(t: Amber, p: Player, card: Card) -> None:
    """A Court card drawn on a trip may be put to use at once (AM-5.12)."""
    owner = t.state.owner(card)
    if owner is None:
        return
    put_to_use(t, p, card, t.ask(asks.CourtDrawn(p.seat, (Use.KEEP, *reach(t, p, owner)), owner.seat, card)))


def put_to_use(t: Amber, p: Player, card: Card, use: Use) -> bool:
    """Carry out one use of a held Court card (AM-5.6, AM-5.11); returns whether the card has left the hand."""
    owner = t.state.owner(card)
    match use:
        case Use.ALLY if owner is None:
            ally(t, p, card)
        case _ if owner is None:
            return False
        case Use.RANSOM:
            ransom(t, p, owner)
        case Use.GIVE_BACK:
            give_back(t, p, owner, ev.CourtBack.GIFT)
        case Use.ATTACK:
            # The card is the owner's before the first card falls (AM-5.8).
            fight(t, Fight(p.seat, owner.seat, ev.Occasion.COURT, partial(give_back, t, p, owner, ev.CourtBack.ATTACK)))
        case Use.SUMMON:
            summon(t, p, owner)
        case _:
            return False
    return card not in (*p.concealed, *p.exposed)


def give_back(t: Amber, holder: Player, owner: Player, how: ev.CourtBack) -> None:
    """The Court card is its owner's again (AM-5.6)."""
    (holder.concealed if owner.card in holder.concealed else holder.exposed).remove(owner.card)
    owner.court.append(owner.card)
    t.tell(ev.CourtGivenBack(holder=holder.seat, owner=owner.seat, card=owner.card, how=how, to=PUBLIC))


def ransom(t: Amber, holder: Player, owner: Player) -> None:
    """The owner gets the Court card for one Shadow card of their choice; if they have none the card stays (AM-5.7)."""
    refused = t.state.options.ransom_refusable and t.ask(asks.RefuseRansom(owner.seat, NO_OR_YES, holder.seat))
    if refused or not t.state.stock(owner.seat):
        if owner.card in holder.concealed:
            holder.concealed.remove(owner.card)
            holder.exposed.append(owner.card)
        t.tell(ev.RansomFailed(holder=holder.seat, owner=owner.seat, card=owner.card, refused=bool(refused), to=PUBLIC))
        return
    give_back(t, holder, owner, ev.CourtBack.RANSOM)
    hand_over(t, owner.seat, holder.seat, picked(t, owner.seat, 1, Due.PAY), ev.Hand.RANSOM)


def summon(t: Amber, holder: Player, owner: Player) -> None:
    """The owner is in Amber at once with the Court card, and turns all own Shadow cards open (AM-5.9, AM-5.10)."""
    give_back(t, holder, owner, ev.CourtBack.SUMMONS)
    if not owner.in_amber:
        bring(t, owner, ev.Way.SUMMONS)
    opened = t.state.listed(owner.down)
    owner.up += opened
    owner.down.clear()
    t.tell(ev.CardsOpened(seat=owner.seat, cards=opened, to=PUBLIC))


def ally(t: Amber, p: Player, card: Card) -> None:
    """An unplayed character becomes an ally and brings two strength draws, face down (AM-5.11)."""
    (p.concealed if card in p.concealed else p.exposed).remove(card)
    p.allies.append(card)
    t.tell(ev.AllyGained(seat=p.seat, card=card, to=PUBLIC))
    gain(t, p.seat, 2)
