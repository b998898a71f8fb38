"""LT-9.6 to LT-9.12: Hellrides; LT-9.3: the Shadowshift."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import HellrideReply
from referee.games.living_trumps.assistance import Bargain
from referee.games.living_trumps.blood import Ante
from referee.games.living_trumps.deal import deal, forced_terms, shift_deal, win
from referee.games.living_trumps.duel import fight
from referee.games.living_trumps.moves import Act, Reply
from referee.games.living_trumps.primal import storm
from referee.games.living_trumps.shadows import capture, keep, shuffle_back, turn_up
from referee.games.living_trumps.state import Reason, Trumps

FORCED = 2


def hellride(t: Trumps, seat: Seat, act: Act) -> list[Bargain]:
    """Two Blood force a Duel; with one the owner yields, Deals, or adds one and Duels (LT-9.7, LT-9.8)."""
    slot = act.slots[0]
    laid = t.state.players[act.seat].shadow(slot)
    ante = Ante(seat, 0, owner=act.seat, prize=slot)
    if laid.down:
        blood.stake(t, ante, seat, 1, Reason.HELLRIDE, placed=1)
    else:
        blood.stake(t, ante, seat, act.n, Reason.HELLRIDE)
    if act.n == FORCED:
        duel(t, seat, act.seat, ante)
        return []
    return answered(t, seat, act.seat, ante, laid.card)


def duel(t: Trumps, seat: Seat, owner: Seat, ante: Ante) -> None:
    """In every Duel of a Hellride the rider is the Challenger (LT-9.7)."""
    winner = fight(t, seat, owner)
    win(t, winner, owner if winner == seat else seat, ante)


def answered(t: Trumps, seat: Seat, owner: Seat, ante: Ante, card: Card) -> list[Bargain]:
    """The owner's three answers; yielding is no lost Duel, so no Boon is owed (LT-9.8, LT-9.9)."""
    p = t.state.players[owner]
    choices = (Reply.YIELD, Reply.DEAL, *((Reply.DUEL,) if blood.can_pay(p, 1) else ()))
    reply = t.ask(HellrideReply(owner, choices, seat, card))
    t.tell(ev.Replied(seat=owner, rider=seat, reply=reply, to=PUBLIC))
    match reply:
        case Reply.YIELD:
            slot = ante.prize
            blood.take_ante(t, ante, owner)
            capture(t, owner, slot, seat)
            return []
        case Reply.DEAL:
            return deal(t, seat, owner, forced_terms(t, seat, owner), ante, forced=True)
        case Reply.DUEL:
            blood.stake(t, ante, owner, 1, Reason.DEFENCE)
            duel(t, seat, owner, ante)
            return []


def shadowshift(t: Trumps, seat: Seat, act: Act) -> list[Bargain]:
    """As many cards as Blood invested; each becomes a Shadow at once, a Joker is a Storm (LT-9.3, LT-9.4, LT-R16)."""
    ante = Ante(seat, 0)
    blood.stake(t, ante, seat, act.n, Reason.SHADOWSHIFT)
    left, stormy = act.n, False
    while left and t.state.shadow_deck:
        cards = stretch(t.state.shadow_deck[:left])
        left -= len(cards)
        turn_up(t, seat, cards, kept=True)
        kept = [keep(t, seat, card, all_told=True) for card in cards if not card.joker]
        if t.state.options.anted_shadows:
            ante.shifted += [laid.slot for laid in kept]
        if cards[-1].joker:
            stormy = True
            if not storm(t, seat, ante):
                shuffle_back(t)
                return []
    bargains = shift_deal(t, seat, ante)
    if stormy:
        shuffle_back(t)
    return bargains


def stretch(cards: list[Card]) -> list[Card]:
    """Return the cards up to the first Joker, that one included."""
    at = next((n for n, card in enumerate(cards, 1) if card.joker), len(cards))
    return cards[:at]
