"""AM-7: Civil War, a row of combats between those who claim the Throne; with civil_war=phase3 they are fought blind."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.author import PUBLIC, Seat
from referee.games.amber import asks, deck
from referee.games.amber import events as ev
from referee.games.amber.combat import Fight, begin, decide, fight, finish, negated_by_magician, present
from referee.games.amber.draws import spend
from referee.games.amber.specials import unleash
from referee.games.amber.state import CHAOS, Amber
from referee.games.cards import Card


def civil_war(t: Amber, sides: Sequence[Seat]) -> None:
    """Claimants fight in passes until one in which nobody attacks (AM-7.3); nobody gains the Throne (AM-7.2).

    In each they carry out one war order in initiative order.
    """
    t.state.war = True
    t.tell(ev.WarBegan(claimants=tuple(sides), to=PUBLIC))
    fought = False
    while True in [attack_rival(t, seat, sides) for seat in sides if seat != CHAOS]:
        fought = True
    if not t.state.end:
        t.tell(ev.WarEnded(fought=fought, to=PUBLIC))


def attack_rival(t: Amber, seat: Seat, sides: Sequence[Seat]) -> bool:
    """A claimant fights one still in Amber, not their lord; a choice without a card for it is followed by the next.

    Whoever is banished or killed is out of the war (AM-7.7). They lead and reply like others (AM-7.6), or lay their
    cards blind (R-1); against Chaos never blind.
    """
    p = t.state.players[seat]
    tried: list[Seat] = []
    while p.in_amber and t.state.able(p.seat) and not t.state.stopped:
        others = [r for r in sides if r not in (seat, p.lord, *tried)]
        rivals = [r for r in others if present(t, r) and (r == CHAOS or t.state.players[r].in_amber)]
        rival = t.ask(asks.ChooseRival(seat, (None, *rivals)))
        if rival is None:
            return False
        blind = t.state.options.civil_war == "phase3" and rival != CHAOS
        if (fight_blind if blind else fight)(t, Fight(seat, rival, ev.Occasion.WAR)):
            return True
        tried.append(rival)
    return False


# Blind combats (RULES.md, 3.4).


def fight_blind(t: Amber, f: Fight) -> bool:
    """Both lay the next card of their lists until one is beaten or both lay nothing (R-1)."""
    while True:
        mine = t.ask(asks.LayBlind(f.attacker, blind_cards(t, f.attacker, attacking=True), f.defender, True))
        if mine is None and not f.begun:
            return False
        begin(t, f)
        theirs = t.ask(asks.LayBlind(f.defender, blind_cards(t, f.defender, attacking=False), f.attacker, False))
        if (mine is None and theirs is None) or turn_up(t, f, mine, theirs):
            break
    finish(t, f)
    return True


def blind_cards(t: Amber, seat: Seat, *, attacking: bool) -> Sequence[Card | None]:
    """Any ordinary card or interrupt may be laid; no Sword by a ruler in a combat that ruler began (AM-6.4).

    A ruler who loses the turn defends with ordinary cards alone, and only if that is allowed at all (R-50).
    """
    s, p = t.state, t.state.players[seat]
    if not s.may_defend(p.seat):
        return (None,)
    no_swords = attacking and s.ruler == seat
    own = [c for c in s.stock(seat) if c in deck.ORDINARY or (c in deck.INTERRUPTS and s.able(p.seat))]
    return (None, *(c for c in own if not (no_swords and c.suit == deck.SWORDS)))


def turn_up(t: Amber, f: Fight, mine: Card | None, theirs: Card | None) -> bool:
    """The cards are turned together; a special acts at once and is no card against the other's (AM-8.22).

    The side whose card beats the other's wins by its margin (RULES.md, 3.4).
    """
    laid = ((f.attacker, mine, f.defender), (f.defender, theirs, f.attacker))
    for seat, card, _ in laid:
        if card is not None:
            spend(t, seat, card)
    t.tell(ev.CardsLaidBlind(attacker=f.attacker, attack=mine, defender=f.defender, reply=theirs, to=PUBLIC))
    for seat, card, other in laid:
        if card in deck.INTERRUPTS:
            unleash(t, seat, card, other)
            if not present(t, other):
                f.winner = seat
                return True
    mine, theirs = (card if card in deck.ORDINARY else None for card in (mine, theirs))
    if mine is not None:
        f.round += 1
        if f.round == 1 and negated_by_magician(t, f, mine):
            return True
    if margin := strikes(mine, theirs):
        decide(t, f, f.defender, f.attacker, effect(mine), margin)
    elif margin := strikes(theirs, mine):
        decide(t, f, f.attacker, f.defender, effect(theirs), margin)
    return margin > 0


def strikes(card: Card | None, other: Card | None) -> int:
    """By how much a card beats the other laid with it; 0 if it does not (RULES.md, 3.4)."""
    if card is None:
        return 0
    met = other.suit if other is not None else ""
    match card.suit, met:
        case ("S", "S") | ("C", "C") | ("W", "S") if other is not None:
            return max(0, card.number - other.number)
        case ("S", "C" | "P" | "") | ("C", "W" | ""):
            return card.number
        case _:
            return 0


def effect(card: Card | None) -> str:
    """Swords drive out, Cups compel; one whose Wand beats a Sword chooses, as with Pentacles (RULES.md, 3.4)."""
    return card.suit if card is not None and card.suit in (deck.SWORDS, deck.CUPS) else deck.PENTACLES
