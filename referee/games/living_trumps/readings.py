"""How the lists and lines of orders are read at the desk (LT-P7.1): pure functions, which remember nothing."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.orders import Order
from referee.games.cards import Card
from referee.games.living_trumps import asks as one
from referee.games.living_trumps import orders as od
from referee.games.living_trumps.deck import ordered
from referee.games.living_trumps.defaults import honest
from referee.games.living_trumps.moves import Act, Kind, Name, Put, classify
from referee.games.living_trumps.words import Ante


def pick(names: Sequence[Name], cards: Sequence[Card]) -> Card | None:
    """Read a wish list: what is not there is skipped, a description means the lowest that fits (LT-P7.1)."""
    for name in names:
        fitting = ordered(card for card in cards if name.fits(card))
        if fitting:
            return fitting[0]
    return None


def strike(names: Sequence[Name], earlier: Sequence[Card]) -> tuple[list[Name], list[Card]]:
    """Strike out the entries that earlier cards of the same choice have served, each one once (LT-P7.1).

    Returns the entries left, and those of the cards that none of them was about.
    """
    left, others = list(names), []
    for card in earlier:
        served = next((name for name in left if name.fits(card)), None)
        if served is None:
            others.append(card)
        else:
            left.remove(served)
    return left, others


def spot(line: od.ScryAt, choices: Sequence[Act]) -> Act:
    """Find what a SCRY line looks at; BOTTOM counts from a deck's last card."""
    at = line.spot
    size = max((act.n for act in choices if act.zone is at.zone), default=0)
    return Act(Kind.SCRY, at.seat, size + 1 - at.n if at.bottom else at.n, at.zone)


def entries(line: Order) -> int:
    """Count the entries of a Shadow line's list; 0 if it has none."""
    match line:
        case od.TraceWith(cards=names):
            return len(names)
        case od.SwitchFor(old=old):
            return len(old)
        case _:
            return 0


def kind_of(line: Order) -> Kind:
    """Name the kind of a Shadow line."""
    match line:
        case od.ScryAt():
            return Kind.SCRY
        case od.Shift():
            return Kind.SHAPESHIFT
        case od.TraceWith():
            return Kind.TRACE
        case od.SwitchFor():
            return Kind.SWITCH
        case od.PassShadow():
            return Kind.PASS
        case _:
            return Kind.TRAVEL


def put(play: Ante, ask: one.TrumpAnte) -> Card | None:
    """Find the card of one entry of PLAY, if it can be played (LT-P6.3)."""
    match play.how:
        case "HONOUR":
            return honest(ask)
        case "ACCUSE":
            accusing = [card for card in ask.choices if classify(card, ask.give, ask.flaw) is Put.ACCUSE]
            return next(iter(ordered(accusing)), None)
        case _:
            return pick([play.name], ask.choices) if play.name is not None else None
