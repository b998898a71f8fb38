"""LT-17: Boons."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.contest_asks import GiveBack, NameBoon, YieldCard
from referee.games.living_trumps.hands import hand_over
from referee.games.living_trumps.moves import BOONS, Name
from referee.games.living_trumps.state import Trumps


def boon(t: Trumps, winner: Seat, loser: Seat, joker: Card | None = None) -> None:
    """The winner names a card, has it or another, and gives one back: a Joker that won it (LT-17.1 to LT-17.4)."""
    name = t.ask(naming(t, winner, loser))
    t.tell(ev.BoonNamed(winner=winner, loser=loser, name=name, to=PUBLIC))
    given = t.ask(yielding(t, loser, winner, name))
    hand_over(t, loser, winner, [given])
    hand = t.state.players[winner].hand
    back = joker if joker is not None else t.ask(GiveBack(winner, tuple(hand), loser, t.state.players[winner].rank))
    hand_over(t, winner, loser, [back])


def naming(t: Trumps, winner: Seat, loser: Seat) -> NameBoon:
    """Whatever the loser holds, any name may be called (LT-17.1); an open Hand is known."""
    s = t.state
    theirs = tuple(s.players[loser].hand) if s.is_open(loser) else ()
    return NameBoon(winner, BOONS, loser, tuple(s.players[winner].hand), theirs)


def yielding(t: Trumps, loser: Seat, winner: Seat, name: Name) -> YieldCard:
    """The loser must give a card that fits if they have one, else any (LT-17.1, LT-R42)."""
    p = t.state.players[loser]
    fitting = tuple(card for card in p.hand if name.fits(card))
    return YieldCard(loser, fitting or tuple(p.hand), winner, p.rank, tuple(p.hand))


def mutual_boon(t: Trumps, first: Seat, second: Seat) -> None:
    """On a tie both name, unseen by the other, and the two cards cross; nothing is given back (LT-19.6, LT-R68)."""
    names = t.ask_all([naming(t, first, second), naming(t, second, first)])
    for winner, loser, name in ((first, second, names[0]), (second, first, names[1])):
        t.tell(ev.BoonNamed(winner=winner, loser=loser, name=name, to=PUBLIC))
    asks = [yielding(t, second, first, names[0]), yielding(t, first, second, names[1])]
    from_second, from_first = t.ask_all(asks)
    hand_over(t, second, first, [from_second])
    hand_over(t, first, second, [from_first])
