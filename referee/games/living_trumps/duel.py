"""LT-20: Duels: Gauntlet and First Blood, weapons, the Show of Strength, feints.

Purpose of chance here: ``first_blood``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import CallBluff, Feint, Gauntlet, Show, Weapon
from referee.games.living_trumps.deck import BEST_SUITS, held
from referee.games.living_trumps.hands import knowing, tell_gone, tell_handed, tell_open
from referee.games.living_trumps.state import Peek, Player, Trumps


def multiplier(card: Card, base: Sequence[Card]) -> int:
    """A card counts as often as its rank stands in one's own face-up Powerbase, at least once (LT-20.7)."""
    return 1 if card.joker else max(1, held(base, card.rank))


def points(p: Player, suit: str, cards: Sequence[Card]) -> int:
    """One for each Powerbase card of the suit, and the multiplier of each card played of it (LT-20.6, LT-R47)."""
    own = sum(card.suit == suit for card in p.base)
    return own + sum(multiplier(card, p.base) for card in cards if card.suit == suit or card.joker)


@dataclass
class Duel:
    """A Duel under way: who fights whom, in which suit, and each side's feints in their order."""

    challenger: Seat
    defender: Seat
    suit: str
    feints: dict[Seat, list[Card]]

    def foe(self, seat: Seat) -> Seat:
        """Return the other one."""
        return self.defender if seat == self.challenger else self.challenger


def fight(t: Trumps, challenger: Seat, defender: Seat) -> Seat:
    """Fight a Duel and return its winner (LT-20)."""
    d = begin(t, challenger, defender)
    winner = first_blood(t, d)
    if winner is None:
        choose_weapon(t, d)
        winner = strength(t, d) or feinting(t, d)
    return end(t, d, winner)


def begin(t: Trumps, challenger: Seat, defender: Seat) -> Duel:
    """A Duel begins."""
    t.tell(ev.DuelBegan(challenger=challenger, defender=defender, to=PUBLIC))
    return Duel(challenger, defender, "", {challenger: [], defender: []})


def choose_weapon(t: Trumps, d: Duel) -> None:
    """The Defender chooses the battle suit (LT-20.4)."""
    p = t.state.players[d.defender]
    d.suit = t.ask(Weapon(d.defender, BEST_SUITS, d.challenger, (*p.base, *p.hand)))
    t.tell(ev.WeaponChosen(seat=d.defender, suit=d.suit, to=PUBLIC))


def end(t: Trumps, d: Duel, winner: Seat) -> Seat:
    """The Duel is won, and all cards are back in the Hands (LT-20.14)."""
    for seat in (d.challenger, d.defender):
        p = t.state.players[seat]
        p.hand += [*p.shown, *p.laid]
        p.shown, p.laid = [], []
    t.tell(ev.DuelEnded(winner=winner, loser=d.foe(winner), to=PUBLIC))
    return winner


def first_blood(t: Trumps, d: Duel) -> Seat | None:
    """The Gauntlet is thrown down, a card drawn at random; it may decide the Duel at once (LT-20.1 to LT-20.3)."""
    s = t.state
    attacker, defender = s.players[d.challenger], s.players[d.defender]
    thrown = t.ask(Gauntlet(d.challenger, tuple(attacker.hand), d.defender, attacker.rank))
    attacker.hand.remove(thrown)
    s.gauntlet.append(thrown)
    s.peeks.append(known := Peek((thrown,), (d.challenger, d.defender)))
    tell_handed(t, d.challenger, d.defender, [thrown])
    drawn = t.chance.pick(defender.hand, "first_blood")
    defender.hand.remove(drawn)
    attacker.hand.append(drawn)
    s.gauntlet.remove(thrown)
    s.peeks.remove(known)
    defender.hand.append(thrown)
    tell_handed(t, d.defender, d.challenger, [drawn])
    sides = {"challenger": d.challenger, "defender": d.defender}
    to = knowing(t, d.challenger, d.defender)
    tell_open(t, [drawn], () if to is PUBLIC else to.seats, ev.FirstBlood(card=drawn, to=to, **sides))
    if not drawn.joker and drawn.rank not in (attacker.rank, defender.rank):
        return None
    winner = d.challenger if drawn.rank == defender.rank else d.defender
    tell_open(t, [drawn], (), ev.FirstBloodDecided(card=drawn, winner=winner, to=PUBLIC, **sides))
    return winner


def strength(t: Trumps, d: Duel) -> Seat | None:
    """Each shows a card of the suit; the lower side adds until the totals match, or yields (LT-20.5 to LT-20.8)."""
    one, other = t.ask_all([showing(t, d, d.challenger, 0), showing(t, d, d.defender, 0)])
    if other is None or one is None:
        return yields(t, d, d.defender if other is None else d.challenger)
    show(t, d, d.challenger, one)
    show(t, d, d.defender, other)
    while True:
        mine, theirs = total(t, d, d.challenger), total(t, d, d.defender)
        if mine == theirs:
            return None
        lower = d.challenger if mine < theirs else d.defender
        added = t.ask(showing(t, d, lower, abs(mine - theirs)))
        if added is None:
            return yields(t, d, lower)
        show(t, d, lower, added)


def showing(t: Trumps, d: Duel, seat: Seat, short: int) -> Show:
    """A card of the suit, no Joker but by option, or to yield (LT-20.5, LT-R52)."""
    p, jokers = t.state.players[seat], t.state.options.show_joker
    cards = [card for card in p.hand if card.suit == d.suit or (card.joker and jokers)]
    return Show(seat, (None, *cards), d.foe(seat), d.suit, tuple(p.shown), short, tuple(p.base))


def show(t: Trumps, d: Duel, seat: Seat, card: Card) -> None:
    """A card lies face-up in the Show of Strength."""
    p = t.state.players[seat]
    p.hand.remove(card)
    p.shown.append(card)
    t.tell(ev.Showed(seat=seat, card=card, points=total(t, d, seat), to=PUBLIC))


def total(t: Trumps, d: Duel, seat: Seat) -> int:
    """Count a side's Points (LT-20.6)."""
    p = t.state.players[seat]
    return points(p, d.suit, p.shown)


def yields(t: Trumps, d: Duel, seat: Seat) -> Seat:
    """One yields, and the other has won (LT-20.13, LT-R51)."""
    t.tell(ev.Yielded(seat=seat, to=PUBLIC))
    return d.foe(seat)


def feinting(t: Trumps, d: Duel) -> Seat:
    """By turns one places a card face-down, then may call the other's last (LT-20.9, LT-20.10)."""
    seat = d.challenger
    while True:
        p, foe = t.state.players[seat], d.foe(seat)
        card = None
        if p.hand:
            card = t.ask(Feint(seat, (None, *p.hand), foe, d.suit, tuple(d.feints[seat])))
        if card is None:
            return yields(t, d, seat)
        place(t, d, p, card)
        number = len(d.feints[foe])
        if may_be_called(t, d, foe) and t.ask(CallBluff(seat, NO_OR_YES, foe, d.suit, number, tuple(p.hand))):
            winner = called(t, d, seat, foe)
            if winner is not None:
                return winner
        seat = foe


def may_be_called(t: Trumps, d: Duel, foe: Seat) -> bool:
    """The last card can be called (LT-20.10), unless it is a bluff that lies open: it was shown, no more (LT-R54)."""
    if not d.feints[foe]:
        return False
    last = d.feints[foe][-1]
    return last in t.state.players[foe].laid or not off_suit(last, d.suit)


def place(t: Trumps, d: Duel, p: Player, card: Card) -> None:
    """A card lies face-down; one out of an open Hand is named all the same (LT-R27)."""
    p.hand.remove(card)
    p.laid.append(card)
    d.feints[p.seat].append(card)
    t.tell(ev.FeintPlaced(seat=p.seat, number=len(d.feints[p.seat]), to=PUBLIC))
    tell_gone(t, p.seat, [card])


def called(t: Trumps, d: Duel, caller: Seat, foe: Seat) -> Seat | None:
    """A bluff called is lost; a true card exposes the caller's own feints (LT-20.11, LT-20.12, LT-R54)."""
    card = d.feints[foe][-1]
    bluff = off_suit(card, d.suit)
    exposed = d.feints[foe] if bluff else [card]
    uncover(t, foe, exposed)
    t.tell(ev.BluffCalled(caller=caller, foe=foe, card=card, bluff=bluff, shown=tuple(exposed), to=PUBLIC))
    if bluff:
        return caller
    own = d.feints[caller]
    uncover(t, caller, own)
    t.tell(ev.FeintsExposed(seat=caller, cards=tuple(own), to=PUBLIC))
    rule = t.state.options.wrong_call
    bluffs = [one for one in own if off_suit(one, d.suit)] if rule == "expose" else []
    if rule == "lose" or bluffs:
        t.tell(ev.CallConvicted(seat=caller, bluffs=tuple(bluffs), to=PUBLIC))
        return foe
    return None


def off_suit(card: Card, suit: str) -> bool:
    """A Joker counts as on-suit (LT-20.11)."""
    return not card.joker and card.suit != suit


def uncover(t: Trumps, seat: Seat, cards: Sequence[Card]) -> None:
    """Turn face-down cards up."""
    p = t.state.players[seat]
    p.shown += [card for card in cards if card in p.laid]
    p.laid = [card for card in p.laid if card not in cards]
