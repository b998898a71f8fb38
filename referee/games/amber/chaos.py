"""AM-11 and AM-C: the 22 Chaos cards as they are met, and the crown, whose first bearer meets one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.engine.author import NO_OR_YES, PUBLIC, Seat
from referee.games.amber import asks, deck, moves
from referee.games.amber import events as ev
from referee.games.amber.draws import clear_table, gain, lose, merge, top_cards
from referee.games.amber.ending import end_by_emperor
from referee.games.amber.results import banish, banish_all, die, hand_over, picked
from referee.games.amber.siege import besiege, cancelled, cut_turn_short
from referee.games.amber.state import CHAOS, Amber, Place, Player
from referee.games.amber.throne import arrive, clear_throne, dethrone_chaos, lose_throne, take_throne
from referee.games.cards import Card

SENTENCE_OF_THE_WORLD = 2


def crown(t: Amber, seat: Seat, claim: ev.Claim) -> None:
    """The Throne passes to a player; the first ever there turns up its Chaos card and bears it (AM-6.1, AM-10.1)."""
    if t.state.ruler == seat:
        return
    clear_throne(t, ev.Fall.REPLACED)
    take_throne(t, seat, claim)
    turn_throne_card(t, seat)


def turn_throne_card(t: Amber, seat: Seat) -> None:
    """The Chaos card on the Throne waits for the first player there, and is not replaced (AM-6.1, R-56)."""
    if t.state.siege:
        card = t.state.siege.pop()
        t.state.played.append(card)
        t.tell(ev.ThroneCardTurned(seat=seat, card=card, to=PUBLIC))
        bear(t, t.state.players[seat], card, on_throne=True)


def meet(t: Amber, p: Player, card: Card) -> None:
    """A Chaos card drawn on a trip is shown to all and carried out at once, or kept (AM-5.3, AM-11.2)."""
    t.state.played.append(card)
    t.tell(ev.ChaosMet(seat=p.seat, card=card, to=PUBLIC))
    bear(t, p, card, on_throne=False)


def bear(t: Amber, p: Player, card: Card, *, on_throne: bool) -> None:
    """A Chaos card acts when it is met, or stays with the player (AM-11.1, AM-11.4); then it is discarded (AM-2.14)."""
    if card in deck.KEPT or card is deck.EMPRESS:
        t.state.played.remove(card)
        (p.lasting if card is deck.EMPRESS else p.kept).append(card)
        return
    if on_throne and card is deck.EMPEROR:
        clear_table(t)
        end_by_emperor(t, p.seat)
    elif card in BESIEGE:
        BESIEGE[card](t)
    else:
        BEFALL[card](t, p)
        clear_table(t)


def meet_lovers(t: Amber, p: Player) -> None:
    """The Lovers cost the next two turns; then one is back in Amber (AM-C6, R-49)."""
    p.lovers = p.place is Place.SHADOW
    lose_turns(t, p, 2)


def lose_turns(t: Amber, p: Player, count: int) -> None:
    """The next turns are lost (AM-C6, AM-C12)."""
    t.state.lose_turns(p, count)
    t.tell(ev.LosesTurns(seat=p.seat, first=p.idle_from, until=p.idle, lovers=p.lovers, to=PUBLIC))


def turn_wheel(t: Amber, p: Player) -> None:
    """The Wheel of Fortune: discard all Shadow cards and make as many strength draws, all hidden (AM-C10)."""
    stock = t.state.stock(p.seat)
    lose(t, p.seat, stock, ev.Loss.WHEEL)
    gain(t, p.seat, len(stock))


def do_justice(t: Amber, _: Player) -> None:
    """Justice: a player on the Throne who has ever attacked another must abdicate (AM-C11, R-52)."""
    s = t.state
    if s.ruler is not None and s.players[s.ruler].attacked:
        lose_throne(t, ev.Fall.ABDICATED)
    else:
        t.tell(ev.JusticeSpared(ruler=s.ruler, to=PUBLIC))


def hang(t: Amber, p: Player) -> None:
    """The Hanged Man costs the next turn and one Shadow card (AM-C12)."""
    lose_turns(t, p, 1)
    lose(t, p.seat, picked(t, p.seat, 1, moves.Due.DISCARD), ev.Loss.HANGED_MAN)


def temper(t: Amber, p: Player) -> None:
    """Temperance: two strength draws, hidden, and no other play this turn (AM-C14, R-73)."""
    gain(t, p.seat, 2)
    p.out = True
    t.tell(ev.Silenced(seat=p.seat, to=PUBLIC))


def imprison(t: Amber, p: Player) -> None:
    """The Tower: prison in Shadow, the own Court card goes under the deck; a ruler loses the Throne (AM-C16, R-69)."""
    s = t.state
    if s.ruler == p.seat:
        lose_throne(t, ev.Fall.IMPRISONED)
    merge(t)
    surrendered = bool(p.court)
    s.deck += p.court
    p.court.clear()
    p.lock_up(s.turn)
    t.tell(ev.Imprisoned(seat=p.seat, surrendered=surrendered, to=PUBLIC))


def walk_the_world(t: Amber, p: Player) -> None:
    """The World may replace another occupant of the Throne; on an empty one it does nothing (AM-C21, R-55)."""
    ruler = t.state.occupant
    if ruler is None or ruler == p.seat or not t.ask(asks.ReplaceRuler(p.seat, NO_OR_YES, ruler)):
        t.tell(ev.WorldUnused(seat=p.seat, ruler=ruler, to=PUBLIC))
        return
    t.tell(ev.WorldPlayed(seat=p.seat, ruler=ruler, to=PUBLIC))
    take_over(t, p, ruler)
    turn_throne_card(t, p.seat)


def take_over(t: Amber, p: Player, ruler: Seat) -> None:
    """All the ruler's Shadow cards go over for good; the Throne cards stay at the Throne (AM-C21, AM-6.8, R-55)."""
    s = t.state
    if ruler == CHAOS:
        dethrone_chaos(t, forces_stay=True)
        take_throne(t, p.seat, ev.Claim.WORLD)
        return
    old = s.players[ruler]
    hand_over(t, ruler, p.seat, [*old.down, *old.up], ev.Hand.WORLD)
    lose_throne(t, ev.Fall.WORLD, forces_stay=True)
    take_throne(t, p.seat, ev.Claim.WORLD)
    banish(t, old, SENTENCE_OF_THE_WORLD)


# Attacks on Amber.


def charge(t: Amber) -> None:
    """The Chariot: all in Shadow return; without a fight every living player discards one Shadow card (AM-C7, R-51)."""
    return_all(t, ev.Way.CHARIOT)
    t.tell(ev.AmberAttacked(threat=deck.CHARIOT, cards=0, target=None, to=PUBLIC))
    if not cancelled(t, deck.CHARIOT, moves.Moment.START):
        empty = tuple(p.seat for p in t.state.in_order() if not t.state.stock(p.seat))
        for p in t.state.in_order():
            if p.seat not in empty:
                lose(t, p.seat, picked(t, p.seat, 1, moves.Due.DISCARD), ev.Loss.CHARIOT)
        if empty:
            t.tell(ev.NothingLost(seats=empty, why=ev.Loss.CHARIOT, to=PUBLIC))
    clear_table(t)
    cut_turn_short(t)


def return_all(t: Amber, way: ev.Way) -> None:
    """Travellers, banished and Lovers' victims return, whose lost turns stay; prisoners do not (R-51)."""
    for p in t.state.in_order():
        if p.place is Place.SHADOW and not p.prison:
            arrive(t, p, way)


def unleash_devil(t: Amber) -> None:
    """The Devil: all gain two cards and come to Amber; the whole deck, shuffled, attacks (AM-C15)."""
    for p in t.state.in_order():
        gain(t, p.seat, 2)
    return_all(t, ev.Way.DEVIL)
    besiege(t, deck.DEVIL, ())


def judge(t: Amber) -> None:
    """Judgment: two Swords attack the ruler; without a player there all are banished for a turn (AM-C20, R-54)."""
    s = t.state
    if s.ruler is not None:
        besiege(t, deck.JUDGMENT, first_swords(t), s.players[s.ruler])
        return
    t.tell(ev.AmberAttacked(threat=deck.JUDGMENT, cards=0, target=None, to=PUBLIC))
    if not cancelled(t, deck.JUDGMENT, moves.Moment.START):
        banish_all(t, [p for p in s.living() if not p.prison], 1)
    clear_table(t)
    cut_turn_short(t)


def first_swords(t: Amber) -> list[Card]:
    """The first two Swords turned over out of the deck; what is turned over before them is discarded (AM-C20, R-60).

    If the deck holds but one or none, what lies behind it is left alone (AM-2.16).
    """
    s = t.state
    places = [i for i, card in enumerate(s.deck) if card.suit == deck.SWORDS and not card.court][:2]
    last = places[-1] + 1 if places else 0
    swords = [s.deck[i] for i in places]
    passed = [card for card in s.deck[:last] if card not in swords]
    s.deck = [*swords, *s.deck[last:]]
    s.discards += passed
    if passed:
        t.tell(ev.CardsPassedOver(count=len(passed), to=PUBLIC))
    del s.deck[: len(swords)]
    return swords


BEFALL: Mapping[Card, Callable[[Amber, Player], None]] = {
    deck.FOOL: lambda t, p: lose(t, p.seat, t.state.stock(p.seat), ev.Loss.FOOL),
    deck.EMPEROR: lambda t, p: gain(t, p.seat, 3),
    deck.STRENGTH: lambda t, p: gain(t, p.seat, 1),
    deck.LOVERS: meet_lovers, deck.WHEEL: turn_wheel, deck.JUSTICE: do_justice, deck.HANGED_MAN: hang,
    deck.REAPER: lambda t, p: die(t, ev.Death.CARD, p),
    deck.TEMPERANCE: temper, deck.TOWER: imprison, deck.WORLD: walk_the_world,
}  # fmt: skip
"""What the cards do that are no attack on Amber (AM-C0 to AM-C21)."""

BESIEGE: Mapping[Card, Callable[[Amber], None]] = {
    deck.PRIESTESS: lambda t: besiege(t, deck.PRIESTESS, top_cards(t, 10)),
    deck.HIEROPHANT: lambda t: besiege(t, deck.HIEROPHANT, top_cards(t, 6)),
    deck.MOON: lambda t: besiege(t, deck.MOON, top_cards(t, 3)),
    deck.CHARIOT: charge, deck.DEVIL: unleash_devil, deck.JUDGMENT: judge,
}  # fmt: skip
"""The cards that are an attack on Amber (AM-12.1)."""
