"""AM-5: trips into Shadow, and returns."""

from __future__ import annotations

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, all_but, only
from referee.games.amber import events as ev
from referee.games.amber.arrivals import arrive
from referee.games.amber.asks import TakeExitCard
from referee.games.amber.chaos import meet
from referee.games.amber.courts import react
from referee.games.amber.deck import is_suit
from referee.games.amber.draws import all_cuts, merge, rotate, trip_card
from referee.games.amber.events import Fall, Way
from referee.games.amber.moves import Kind
from referee.games.amber.state import Amber, Place, Player
from referee.games.amber.throne import lose_throne


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
    return option is not None and option.kind is kind and t.state.able(p)


def come_back(t: Amber, p: Player) -> None:
    """One returns, after a banishment with an exit card if wanted (AM-4.6, AM-9.4)."""
    if p.banished and t.state.options.banish_exit_card and t.ask(TakeExitCard(p.seat, NO_OR_YES)):
        t.state.drawn.append(trip_card(t))
        look_at(t, p)
    if p.place is Place.SHADOW and not detained(t, p):
        arrive(t, p, Way.RETURN)
    if p.in_amber and t.state.options.court_return == "retrieve" and not t.state.end:
        retrieve(t, p)


def detained(t: Amber, p: Player) -> bool:
    """The exit card may have imprisoned or banished one, or brought them to the Lovers (AM-9.17)."""
    return p.prison or p.lovers or t.state.serving(p) or bool(t.state.end)


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
        lose_throne(t, Fall.LEFT)
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
    (p.down if is_suit(card) else p.concealed).append(card)
    t.tell(
        ev.CardTaken(seat=p.seat, card=card, to=only(p.seat)), ev.CardTakenUnseen(seat=p.seat, to=all_but(p.seat))
    )
    if card.court:
        react(t, p, card)
