"""AM-5.6 to AM-5.13: what a held Court card is good for."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC
from referee.games.amber import events as ev
from referee.games.amber.arrivals import bring
from referee.games.amber.asks import CourtDrawn, RefuseRansom, UseCourt
from referee.games.amber.combat import Fight, fight
from referee.games.amber.draws import gain
from referee.games.amber.events import CourtBack, Hand, Occasion, Way
from referee.games.amber.moves import CourtUse, Due, Use
from referee.games.amber.results import hand_over, picked
from referee.games.amber.state import Amber, Player
from referee.games.cards import Card

REACTIONS = (Use.KEEP, Use.RANSOM, Use.GIVE_BACK, Use.ATTACK)


def use_courts(t: Amber) -> None:
    """In phase 4 each able player uses held Court cards, any number, in initiative order (AM-5.12, B13)."""
    for p in t.state.in_order():
        in_vain: list[CourtUse] = []
        while t.state.able(p) and not t.state.stopped:
            use = t.ask(UseCourt(p.seat, (None, *(u for u in uses(t, p) if u not in in_vain))))
            if use is None:
                break
            if put_to_use(t, p, use.card, use.use):
                in_vain.clear()
            else:
                in_vain.append(use)


def uses(t: Amber, p: Player) -> Sequence[CourtUse]:
    """List what a player may do now with the Court cards they hold (AM-5.6)."""
    held = [*p.concealed, *p.exposed]
    return [CourtUse(use, card) for card in held for use in uses_of(t, p, card)]


def uses_of(t: Amber, p: Player, card: Card) -> Sequence[Use]:
    """A summons reaches anybody; it and an alliance need the user in Amber (AM-5.9, AM-5.11, R-27)."""
    owner = t.state.owner(card)
    if owner is None:
        return (Use.ALLY,) if p.in_amber else ()
    reached = reach(t, p, owner)
    return (*reached, Use.SUMMON) if p.in_amber and card in p.concealed else reached


def reach(t: Amber, p: Player, owner: Player) -> Sequence[Use]:
    """Of banished or imprisoned owners only a summons works (R-27); nobody attacks their lord (AM-9.12)."""
    if owner.prison or t.state.serving(owner):
        return ()
    return (Use.RANSOM, Use.GIVE_BACK) if p.lord == owner.seat else (Use.RANSOM, Use.GIVE_BACK, Use.ATTACK)


def react(t: Amber, p: Player, card: Card) -> None:
    """A Court card drawn on a trip may be put to use at once (AM-5.12)."""
    owner = t.state.owner(card)
    if owner is None:
        return
    allowed = reach(t, p, owner)
    choices = tuple(use for use in REACTIONS if use is Use.KEEP or use in allowed)
    put_to_use(t, p, card, t.ask(CourtDrawn(p.seat, choices, owner.seat, card)))


def put_to_use(t: Amber, p: Player, card: Card, use: Use) -> bool:
    """Carry out one use of a held Court card (AM-5.6, AM-5.11); returns whether the card has left the hand."""
    owner = t.state.owner(card)
    if owner is None:
        if use is Use.ALLY:
            ally(t, p, card)
        return use is Use.ALLY
    match use:
        case Use.RANSOM:
            ransom(t, p, owner)
        case Use.GIVE_BACK:
            give_back(t, p, owner, CourtBack.GIFT)
        case Use.ATTACK:
            attack_by_court(t, p, owner)
        case Use.SUMMON:
            summon(t, p, owner)
        case _:
            return False
    return card not in (*p.concealed, *p.exposed)


def give_back(t: Amber, holder: Player, owner: Player, how: CourtBack) -> None:
    """The Court card is its owner's again (AM-5.6)."""
    (holder.concealed if owner.card in holder.concealed else holder.exposed).remove(owner.card)
    owner.court.append(owner.card)
    t.tell(ev.CourtGivenBack(holder=holder.seat, owner=owner.seat, card=owner.card, how=how, to=PUBLIC))


def ransom(t: Amber, holder: Player, owner: Player) -> None:
    """The owner gets the Court card for one Shadow card of their choice; if they have none the card stays (AM-5.7)."""
    refused = t.state.options.ransom_refusable and t.ask(RefuseRansom(owner.seat, NO_OR_YES, holder.seat))
    if refused or not t.state.stock(owner.seat):
        if owner.card in holder.concealed:
            holder.concealed.remove(owner.card)
            holder.exposed.append(owner.card)
        t.tell(
            ev.RansomFailed(holder=holder.seat, owner=owner.seat, card=owner.card, refused=bool(refused), to=PUBLIC)
        )
        return
    give_back(t, holder, owner, CourtBack.RANSOM)
    hand_over(t, owner.seat, holder.seat, picked(t, owner.seat, 1, Due.PAY), Hand.RANSOM)


def attack_by_court(t: Amber, holder: Player, owner: Player) -> None:
    """The holder attacks the owner wherever they are; the card is the owner's before the first card falls (AM-5.8)."""

    def opening() -> None:
        give_back(t, holder, owner, CourtBack.ATTACK)

    fight(t, Fight(holder.seat, owner.seat, Occasion.COURT, opening))


def summon(t: Amber, holder: Player, owner: Player) -> None:
    """The owner is in Amber at once with the Court card, and turns all own Shadow cards open (AM-5.9, AM-5.10)."""
    give_back(t, holder, owner, CourtBack.SUMMONS)
    if not owner.in_amber:
        bring(t, owner, Way.SUMMONS)
    opened = tuple(owner.down)
    owner.up += opened
    owner.down.clear()
    t.tell(ev.CardsOpened(seat=owner.seat, cards=opened, to=PUBLIC))


def ally(t: Amber, p: Player, card: Card) -> None:
    """An unplayed character becomes an ally and brings two strength draws, face down (AM-5.11)."""
    (p.concealed if card in p.concealed else p.exposed).remove(card)
    p.allies.append(card)
    t.tell(ev.AllyGained(seat=p.seat, card=card, to=PUBLIC))
    gain(t, p.seat, 2)
