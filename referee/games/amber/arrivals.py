"""AM-5, AM-9: how one comes to Amber, and what a return brings."""

from __future__ import annotations

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC
from referee.games.amber import events as ev
from referee.games.amber.asks import DeclareHermit
from referee.games.amber.deck import EMPRESS, HERMIT
from referee.games.amber.draws import gain, strength_draw, tell_passed
from referee.games.amber.events import Way
from referee.games.amber.state import Amber, Place, Player


def bring(t: Amber, p: Player, way: Way) -> None:
    """Somebody is in Amber, and a sentence, the prison or the Lovers' absence is over; lost turns stay (AM-5.10)."""
    if p.banished:
        p.banished, p.back_since = 0, t.state.turn
    p.place, p.prison, p.lovers = Place.AMBER, False, False
    t.tell(ev.Returned(seat=p.seat, way=way, to=PUBLIC))


def arrive(t: Amber, p: Player, way: Way) -> None:
    """On each return the Empress pays, and the Hermit may be declared (AM-5.15, R-71)."""
    bring(t, p, way)
    if EMPRESS in p.lasting:
        empress_pays(t, p)
    if HERMIT in p.kept and not p.out and t.ask(DeclareHermit(p.seat, NO_OR_YES)):
        declare_hermit(t, p)


def empress_pays(t: Amber, p: Player) -> None:
    """On each return from Shadow the Empress brings one strength draw, laid open (AM-C3)."""
    card, passed = strength_draw(t)
    if card is not None:
        p.up.append(card)
        t.tell(ev.CardDrawnOpen(seat=p.seat, card=card, to=PUBLIC))
    tell_passed(t, p.seat, passed, lapsed=card is None and not passed)


def declare_hermit(t: Amber, p: Player) -> None:
    """The Hermit, laid open as a scion of Amber, brings two strength draws, hidden (AM-C9)."""
    p.kept.remove(HERMIT)
    p.lasting.append(HERMIT)
    t.tell(ev.HermitDeclared(seat=p.seat, to=PUBLIC))
    gain(t, p.seat, 2)
