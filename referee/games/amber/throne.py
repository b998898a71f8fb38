"""AM-5.10, AM-5.15, AM-6, AM-7.1: how one comes to Amber, who claims the Throne, and who is on it."""

from __future__ import annotations

from referee.engine.author import NO_OR_YES, PUBLIC, Seat
from referee.games.amber import asks, deck, moves
from referee.games.amber import events as ev
from referee.games.amber.draws import draw, gain
from referee.games.amber.state import CHAOS, Amber, Player, State
from referee.games.cards import Card

WAYS = {ev.Claim.WISH: ev.Way.WISH, ev.Claim.MAGICIAN: ev.Way.MAGICIAN, ev.Claim.WORLD: ev.Way.WORLD}


def bring(t: Amber, p: Player, way: ev.Way) -> None:
    """Somebody is in Amber, and a sentence, the prison or the Lovers' absence is over; lost turns stay (AM-5.10)."""
    p.bring_home(t.state.turn)
    t.tell(ev.Returned(seat=p.seat, way=way, to=PUBLIC))


def arrive(t: Amber, p: Player, way: ev.Way) -> None:
    """On each return the Empress pays, and the Hermit may be declared, but by one who was silenced (AM-5.15, R-71).

    Who is out of the turn by a sentence that this very return remits may declare it (R-70, R-51). It is laid open as
    a scion of Amber, and brings two strength draws, hidden (AM-C9).
    """
    silent = p.out and not t.state.serving(p.seat)
    bring(t, p, way)
    if deck.EMPRESS in p.lasting:
        empress_pays(t, p)
    if deck.HERMIT in p.kept and not silent and t.ask(asks.DeclareHermit(p.seat, NO_OR_YES)):
        p.kept.remove(deck.HERMIT)
        p.lasting.append(deck.HERMIT)
        t.tell(ev.HermitDeclared(seat=p.seat, to=PUBLIC))
        gain(t, p.seat, 2)


def empress_pays(t: Amber, p: Player) -> None:
    """On each return from Shadow the Empress brings one strength draw, laid open (AM-C3)."""
    draw(t, p.seat, p.up, 1, lambda cards: [ev.CardDrawnOpen(seat=p.seat, card=cards[0], to=PUBLIC)])


def claimants(s: State) -> list[Seat]:
    """Every able player in Amber who ordered SEIZE, and the occupant; Chaos comes last (AM-7.1, R-30, AM-12.15)."""
    seizing = [seat for seat, option in s.chosen.items() if option.kind is moves.Kind.SEIZE and s.has_claim(seat)]
    able = [p.seat for p in s.in_order() if p.in_amber and s.able(p.seat)]
    found = [p.seat for p in s.in_order() if p.seat == s.ruler or (p.seat in seizing and p.seat in able)]
    return [*found, CHAOS] if s.enthroned else found


def take_throne(t: Amber, seat: Seat, claim: ev.Claim) -> None:
    """Whoever gains the Throne is in Amber at once and stops being anybody's vassal (AM-6.1, AM-6.10, AM-10.2)."""
    s, p = t.state, t.state.players[seat]
    if not p.in_amber:
        bring(t, p, WAYS.get(claim, ev.Way.RETURN))
    s.ruler, s.taken = seat, s.turn
    t.tell(ev.ThroneTaken(seat=seat, claim=claim, to=PUBLIC))
    release(t, p)


def release(t: Amber, p: Player) -> None:
    """A vassal is free (AM-9.14)."""
    if p.lord is not None:
        lord, p.lord = p.lord, None
        t.tell(ev.BondEnded(vassal=p.seat, lord=lord, to=PUBLIC))


def lose_throne(t: Amber, fall: ev.Fall, *, forces_stay: bool = False) -> None:
    """Whoever leaves the Throne forfeits the Throne cards, or leaves them to the next ruler (AM-6.8, R-35)."""
    s = t.state
    assert s.ruler is not None
    seat, s.ruler = s.ruler, None
    cards = forfeited(s, stay=forces_stay or s.options.throne_cards_on_fall == "pass")
    t.tell(ev.ThroneLost(seat=seat, fall=fall, cards=cards, to=PUBLIC))


def dethrone_chaos(t: Amber, *, forces_stay: bool = False) -> None:
    """Any defeat removes X2 or X5: card and forces go to the discards (AM-12.15); the World takes them over (R-55)."""
    card = t.state.enthroned.pop()
    t.state.discards.append(card)
    t.tell(ev.ChaosDethroned(card=card, cards=forfeited(t.state, stay=forces_stay), to=PUBLIC))


def forfeited(s: State, *, stay: bool) -> tuple[Card, ...]:
    """With a reign its count is over, and its Throne cards go to the discards unless they stay (AM-6.2, AM-6.8)."""
    s.taken, cards = 0, () if stay else tuple(s.throne)
    if cards:
        s.discards += cards
        s.throne = []
    return cards


def clear_throne(t: Amber, fall: ev.Fall) -> None:
    """A new ruler finds the Throne empty: its occupant forfeits it first (AM-10.1)."""
    if t.state.enthroned:
        dethrone_chaos(t)
    elif t.state.ruler is not None:
        lose_throne(t, fall)


def enthrone_chaos(t: Amber, card: Card) -> None:
    """X2 or X5 sits on the Throne, her unlaid suit cards become Throne cards (AM-12.12)."""
    s = t.state
    s.played.remove(card)
    s.enthroned, s.taken = [card], s.turn
    forces, s.forces = s.unlaid(), []
    s.throne += forces
    t.tell(ev.ChaosEnthroned(card=card, cards=forces, to=PUBLIC))
