"""AM-9: what the loser of a combat suffers; bonds, tribute, banishment, death (AM-10.5)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.author import PUBLIC, Seat, all_but, only
from referee.games.amber import asks, deck, moves
from referee.games.amber import events as ev
from referee.games.amber.draws import merge, take
from referee.games.amber.state import CHAOS, Amber, Player
from referee.games.amber.throne import dethrone_chaos, lose_throne, release
from referee.games.cards import Card


def suffer(t: Amber, loser: Seat, winner: Seat, suit: str, margin: int) -> None:
    """Swords banish, Cups make a vassal, Pentacles let the winner choose (AM-9.1, AM-9.7, AM-9.8).

    Chaos on the Throne banishes by Pentacles too, and takes tribute by Cups without a bond (AM-12.16).
    """
    if loser == CHAOS:
        dethrone_chaos(t)
    elif winner == CHAOS and suit == deck.CUPS:
        tribute(t, loser, CHAOS, margin)
    elif winner == CHAOS or suit == deck.SWORDS:
        banish(t, t.state.players[loser], margin, capped=True)
    elif suit == deck.CUPS:
        subdue(t, loser, winner, margin)
    else:
        spoils(t, loser, winner, margin)


def spoils(t: Amber, loser: Seat, winner: Seat, margin: int) -> None:
    """The winner chooses between the loser's retreat and vassalage (AM-9.8)."""
    chosen = t.ask(asks.ChooseSpoils(winner, tuple(moves.Spoils), loser, margin))
    t.tell(ev.SpoilsChosen(winner=winner, loser=loser, spoils=chosen, to=PUBLIC))
    if chosen is moves.Spoils.BANISH:
        banish(t, t.state.players[loser], margin, capped=True)
    else:
        subdue(t, loser, winner, margin)


def banish(t: Amber, p: Player, turns: int, *, capped: bool = False) -> None:
    """Retreat into Shadow for so many turns after this one; what was pending is lost (AM-9.1, AM-9.2, AM-9.16).

    Lost turns stay lost, but it is the sentence that keeps them there now, and no longer the Lovers (AM-9.2, R-49).
    """
    s = t.state
    if s.ruler == p.seat:
        lose_throne(t, ev.Fall.DEFEATED)
    merge(t)
    if capped and s.options.banish_cap:
        turns = min(turns, s.options.banish_cap)
    p.send_away(max(p.banished, s.turn + turns))
    t.tell(ev.Banished(seat=p.seat, turns=turns, until=p.banished, to=PUBLIC))


def banish_all(t: Amber, players: Sequence[Player], turns: int) -> None:
    """All go into Shadow; a longer sentence stands, and who is in Shadow serves this one out there (R-54)."""
    until = t.state.turn + turns
    longer = [p for p in players if p.banished > until]
    rest = [p for p in players if p not in longer]
    sent = tuple(p.seat for p in rest if p.in_amber)
    stay = tuple(p.seat for p in rest if not p.in_amber)
    if sent:
        merge(t)
    for p in players:
        p.send_away(max(p.banished, until))
    t.tell(
        ev.AllBanished(
            sent=sent, stay=stay, until=until, longer=tuple(p.seat for p in longer),
            ends=tuple(p.banished for p in longer), to=PUBLIC,
        )
    )  # fmt: skip


def subdue(t: Amber, loser: Seat, winner: Seat, margin: int) -> None:
    """The loser becomes the winner's vassal and pays tribute (AM-9.7)."""
    bind(t, loser, winner)
    tribute(t, loser, winner, margin)


def bind(t: Amber, vassal: Seat, lord: Seat) -> None:
    """One lord at a time; a lord beaten by their own vassal changes places with that vassal (AM-9.13)."""
    p, q = t.state.players[vassal], t.state.players[lord]
    if q.lord == vassal:
        release(t, q)
    p.lord = lord
    t.tell(ev.BecameVassal(vassal=vassal, lord=lord, to=PUBLIC))


def end_bonds(t: Amber, seat: Seat) -> None:
    """Betrayal ends the bonds of the one it strikes, in both directions (AM-9.14)."""
    release(t, t.state.players[seat])
    for p in t.state.players.values():
        if p.lord == seat:
            release(t, p)


def tribute(t: Amber, loser: Seat, winner: Seat, margin: int) -> None:
    """Tribute is one Shadow card for each point, at most all there are (AM-9.10, R-7)."""
    stock = len(t.state.stock(loser))
    due = stock if t.state.options.vassal_tribute == "all" else min(margin, stock)
    hand_over(t, loser, winner, picked(t, loser, due, moves.Due.TRIBUTE), ev.Hand.TRIBUTE)


def picked(t: Amber, seat: Seat, count: int, due: moves.Due) -> list[Card]:
    """The one who has to give picks the cards (AM-9.11, R-8); Chaos gives in cheap order."""
    stock = t.state.stock(seat)
    if count >= len(stock):
        return stock
    if seat == CHAOS:
        return sorted(stock, key=deck.cheap)[:count]
    given: list[Card] = []
    for _ in range(count):
        card = t.ask(asks.GiveCard(seat, tuple(stock), due))
        stock.remove(card)
        given.append(card)
    return given


def hand_over(t: Amber, giver: Seat, taker: Seat, cards: Sequence[Card], why: ev.Hand) -> None:
    """Cards handed over are hidden with their new owner; at the Throne of Chaos they lie open (AM-2.17, AM-12.16)."""
    if not cards:
        t.tell(ev.NothingHanded(giver=giver, taker=taker, why=why, to=PUBLIC))
        return
    given = t.state.listed(cards)
    if taker == CHAOS:
        for card in given:
            take(t, giver, card)
        t.state.throne += given
        t.tell(ev.CardsHandedUnseen(giver=giver, taker=taker, hidden=0, opened=given, why=why, to=PUBLIC))
        return
    hidden = () if giver == CHAOS else tuple(t.state.players[giver].down)
    opened = tuple(c for c in given if c not in hidden)
    unseen = len(given) - len(opened)
    t.tell(
        ev.CardsHandedUnseen(giver=giver, taker=taker, hidden=unseen, opened=opened, why=why, to=all_but(giver, taker))
    )
    for card in given:
        take(t, giver, card)
    t.state.players[taker].down += given
    t.tell(ev.CardsHanded(giver=giver, taker=taker, cards=given, why=why, to=only(giver, taker)))


def die(t: Amber, death: ev.Death, *players: Player) -> None:
    """Some die of one cause; with them ends their reign, and the bonds of vassals who outlive it (AM-9.14, AM-10.5)."""
    doomed = [p.seat for p in players]
    for p in players:
        bury(t, p, death)
        for vassal in t.state.living():
            if vassal.lord == p.seat and vassal.seat not in doomed:
                release(t, vassal)


def bury(t: Amber, p: Player, death: ev.Death) -> None:
    """The dead are out of the game with their Court card and allies; their other cards go to the discards (AM-10.5).

    The Court card is removed from wherever it is, be it somebody's hand (AM-2.15).
    """
    s = t.state
    hidden = len(p.down) + len(p.concealed)
    holder = next((q.seat for q in s.players.values() if p.card in q.concealed or p.card in q.exposed), None)
    next(zone for zone in s.zones() if p.card in zone).remove(p.card)
    s.discards += s.listed((*p.down, *p.up, *p.concealed, *p.exposed, *p.kept, *p.lasting))
    s.removed += (p.card, *p.allies)
    p.bury()
    t.tell(ev.Died(seat=p.seat, death=death, hidden=hidden, to=PUBLIC))
    if holder is not None:
        t.tell(ev.CourtRemoved(owner=p.seat, holder=holder, card=p.card, to=PUBLIC))
    if s.ruler == p.seat:
        lose_throne(t, ev.Fall.DIED)
