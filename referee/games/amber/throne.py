"""AM-6: who is on the Throne, and what becomes of the Throne cards."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat
from referee.games.amber import events as ev
from referee.games.amber.arrivals import bring
from referee.games.amber.events import Claim, Fall, Way
from referee.games.amber.state import Amber
from referee.games.cards import Card

WAYS = {Claim.WISH: Way.WISH, Claim.MAGICIAN: Way.MAGICIAN, Claim.WORLD: Way.WORLD, Claim.SEIZED: Way.RETURN}


def take_throne(t: Amber, seat: Seat, claim: Claim) -> None:
    """Whoever gains the Throne is in Amber at once and stops being anybody's vassal (AM-6.1, AM-6.10, AM-10.2)."""
    s, p = t.state, t.state.players[seat]
    if not p.in_amber:
        bring(t, p, WAYS.get(claim, Way.RETURN))
    s.ruler, s.taken = seat, s.turn
    t.tell(ev.ThroneTaken(seat=seat, claim=claim, to=PUBLIC))
    if p.lord is not None:
        lord, p.lord = p.lord, None
        t.tell(ev.BondEnded(vassal=seat, lord=lord, to=PUBLIC))


def lose_throne(t: Amber, fall: Fall, *, forces_stay: bool = False) -> None:
    """Whoever leaves the Throne forfeits the Throne cards, or leaves them to the next ruler (AM-6.8, R-35)."""
    s = t.state
    forces_stay = forces_stay or s.options.throne_cards_on_fall == "pass"
    assert s.ruler is not None
    seat, s.ruler, s.taken = s.ruler, None, 0
    forfeited = () if forces_stay else tuple(s.throne)
    if forfeited:
        s.discards += forfeited
        s.throne = []
    t.tell(ev.ThroneLost(seat=seat, fall=fall, cards=forfeited, to=PUBLIC))


def dethrone_chaos(t: Amber, *, forces_stay: bool = False) -> None:
    """Any defeat removes X2 or X5: card and forces go to the discards (AM-12.15); the World takes them over (R-55)."""
    s = t.state
    forces = () if forces_stay else tuple(s.throne)
    card = s.enthroned.pop()
    s.taken = 0
    s.discards += (card, *forces)
    if forces:
        s.throne = []
    t.tell(ev.ChaosDethroned(card=card, cards=forces, to=PUBLIC))


def clear_throne(t: Amber, fall: Fall) -> None:
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
    forces, s.forces = s.forces, []
    s.throne += forces
    t.tell(ev.ChaosEnthroned(card=card, cards=tuple(forces), to=PUBLIC))


def complete_turns(t: Amber) -> int:
    """Count the complete turns of the reign, the turn of taking only with reign_count=inclusive (AM-6.2, R-32)."""
    s = t.state
    if s.occupant is None:
        return 0
    return s.turn - s.taken + (s.options.reign_count == "inclusive")
