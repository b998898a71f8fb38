"""AM-12: attacks on Amber.

Purpose of chance here: ``devil``, the shuffle of the deck before the Devil's attack.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.author import NO_OR_YES, PUBLIC, Seat
from referee.games.amber import asks, deck, moves
from referee.games.amber import events as ev
from referee.games.amber.draws import clear_table, spend, use_up
from referee.games.amber.ending import end
from referee.games.amber.results import die
from referee.games.amber.specials import granted, holder
from referee.games.amber.state import Amber, Player
from referee.games.amber.throne import dethrone_chaos, enthrone_chaos
from referee.games.cards import Card

MUST = (deck.PRIESTESS, deck.HIEROPHANT, deck.DEVIL)
"""Attacks against which everybody in Amber must defend (AM-12.7)."""


def besiege(t: Amber, threat: Card, forces: Sequence[Card], target: Player | None = None) -> None:
    """Chaos lays its cards one by one, and each must be turned back (AM-12.5); the trigger card lies on the table.

    ``target`` is the ruler, if the attack is on the ruler alone (AM-C20). With chaos_player=dead the first dead player
    orders the cards of Chaos, but not the Devil's (R-66). Behind it all cards of Chaos are discarded (AM-12.11).
    """
    s = t.state
    if s.options.chaos_player == "dead" and threat is not deck.DEVIL:
        s.captain = next((p.seat for p in s.players.values() if not p.alive), None)
    muster(t, forces)
    cards = len(s.deck) if threat is deck.DEVIL else len(forces)
    t.tell(ev.AmberAttacked(threat=threat, cards=cards, target=target.seat if target else None, to=PUBLIC))
    fell = not cancelled(t, threat, moves.Moment.START, target) and attack(t, threat, target, cards)
    s.discards += s.forces
    s.forces, s.captain = [], None
    clear_table(t)
    if fell and threat is deck.DEVIL:
        end(t, "devil", ())
    else:
        cut_turn_short(t)


def attack(t: Amber, threat: Card, target: Player | None, cards: int) -> bool:
    """Amber holds when all cards are turned back, and falls with the first that is not (AM-12.10, AM-12.11).

    ``cards`` is how many Chaos came with; who has seen all its weapons knows that the rest were none. Returns whether
    Amber fell. Everybody in Amber defends, or the ruler alone (AM-12.7); who loses a turn only by R-50.
    """
    s = t.state
    if threat is deck.DEVIL:
        forces, s.deck = s.deck, []
        muster(t, t.chance.shuffled(forces, "devil"))
    able = [p for p in s.in_order() if p.in_amber and s.may_defend(p.seat)]
    guard = [p.seat for p in able if target is None or p is target]
    weapons = len(s.forces)
    while s.forces:
        laid = lay(t, threat)
        if laid is deck.DEATH:
            ten_of_chaos(t)
            if target is not None:
                return False
            continue
        defenders = [seat for seat in guard if s.players[seat].in_amber]
        match turned_back(t, threat, laid, defenders):
            case None:
                if last_ditch(t, threat, laid, defenders, target):
                    return False
                fall(t, threat, target)
                return True
            case _, card if card is deck.DEATH:
                break
            case seat, _:
                place = guard.index(seat) + 1
                guard = guard[place:] + guard[:place]
    t.tell(ev.AmberHeld(threat=threat, to=PUBLIC))
    if cards > weapons and not s.forces:
        t.tell(ev.RestUnarmed(count=cards - weapons, laid=weapons, to=PUBLIC))
    return False


def muster(t: Amber, forces: Sequence[Card]) -> None:
    """Chaos and Court cards among the forces are discarded unused, and not replaced (AM-12.3)."""
    t.state.forces = [c for c in forces if deck.is_suit(c)]
    t.state.discards += (c for c in forces if not deck.is_suit(c))


def lay(t: Amber, threat: Card) -> Card:
    """Chaos lays its cards in the order drawn, unless a dead player orders them (AM-12.2, AM-12.5)."""
    s = t.state
    card = s.forces[0]
    if s.captain is not None:
        card = t.ask(asks.LayChaos(s.captain, tuple(s.forces), threat))
    s.forces.remove(card)
    s.played.append(card)
    t.tell(ev.ChaosLaid(card=card, to=PUBLIC))
    return card


def ten_of_chaos(t: Amber) -> None:
    """A Ten of Swords laid by Chaos slays whoever is on the Throne, Chaos too; no Ace helps (AM-12.8, AM-12.15)."""
    if t.state.ruler is not None:
        die(t, ev.Death.CHAOS_TEN, t.state.players[t.state.ruler])
    elif t.state.enthroned:
        dethrone_chaos(t)
    else:
        t.tell(ev.TenWasted(to=PUBLIC))


def turned_back(t: Amber, threat: Card, laid: Card, guard: Sequence[Seat]) -> tuple[Seat, Card] | None:
    """The guard is asked first, then the others in rotation; where all must defend, one is compelled (AM-12.6)."""
    free = [asks.GuardAmber(seat, (None, *fitting(t, seat, laid), *ten(t, seat)), threat, laid) for seat in guard]
    must = [asks.HoldAmber(seat, fitting(t, seat, laid) or (None,), threat, laid) for seat in guard]
    for questions in (free, must) if threat in MUST else (free,):
        for seat, card in zip(guard, t.ask_in_turn(questions), strict=False):
            if card is not None:
                spend(t, seat, card)
                t.tell(ev.TurnedBack(seat=seat, card=card, to=PUBLIC))
                return seat, card
    return None


def ten(t: Amber, seat: Seat) -> Sequence[Card]:
    """The Ten of Swords, if somebody has it, turns any card back (AM-12.9)."""
    return [c for c in t.state.stock(seat) if c is deck.DEATH]


def fitting(t: Amber, seat: Seat, laid: Card) -> Sequence[Card]:
    """Ordinary cards that turn the laid one back (AM-12.5)."""
    return [c for c in t.state.stock(seat) if c in deck.ORDINARY and deck.turns_back(c, laid)]


# The last ditch.


def last_ditch(t: Amber, threat: Card, laid: Card, guard: Sequence[Seat], target: Player | None) -> bool:
    """Before Amber falls: a Ten of Swords, then the Star, then the Magician (RULES.md, 4.4)."""
    questions = [asks.HoldAmber(seat, (None, *ten(t, seat)), threat, laid, last=True) for seat in guard]
    for seat, card in zip(guard, t.ask_all(questions), strict=True):
        if card is not None:
            spend(t, seat, card)
            t.tell(ev.TurnedBack(seat=seat, card=card, to=PUBLIC), ev.AmberHeld(threat=threat, to=PUBLIC))
            return True
    return cancelled(t, threat, moves.Moment.LAST, target)


def cancelled(t: Amber, threat: Card, moment: moves.Moment, target: Player | None = None) -> bool:
    """The Star or the Magician ends an attack on Amber, and the Star with it the turn (AM-12.17, AM-C17, AM-C1)."""
    star = holder(t, deck.STAR)
    if star is not None and t.ask(asks.CancelSiege(star.seat, NO_OR_YES, threat, moment, doomed(star, threat, target))):
        use_up(t, star.kept, deck.STAR)
        t.state.cut_short = True
        t.tell(ev.StarPlayed(seat=star.seat, revived=None, to=PUBLIC), ev.SiegeCancelled(threat=threat, to=PUBLIC))
        return True
    if t.state.options.magician_menu != "wide" or not granted(
        t, "REPEL", lambda p: asks.Repel(p.seat, NO_OR_YES, threat, moment, doomed(p, threat, target))
    ):
        return False
    t.tell(ev.SiegeCancelled(threat=threat, to=PUBLIC))
    return True


def doomed(p: Player, threat: Card, target: Player | None) -> bool:
    """Say whether a player would die, or lose the game, if Amber fell now (RULES.md, 4.4)."""
    if target is not None:
        return p is target
    return threat is deck.DEVIL or p.in_amber


# The end of an attack.


def fall(t: Amber, threat: Card, target: Player | None) -> None:
    """Amber falls: all in Amber die, or the ruler alone; the Devil wins the game (AM-12.10, R-59)."""
    t.tell(ev.AmberFell(threat=threat, to=PUBLIC))
    if threat is deck.DEVIL:
        return
    die(t, ev.Death.CHAOS, *(p for p in t.state.living() if p.in_amber and (target is None or p is target)))
    if threat in (deck.PRIESTESS, deck.HIEROPHANT) and not t.state.enthroned:
        enthrone_chaos(t, threat)


def cut_turn_short(t: Amber) -> None:
    """Once Amber has been attacked the turn is over (AM-3.7); with attack_ends_turn=no only the Star ends it (R-21)."""
    if t.state.options.attack_ends_turn or t.state.cut_short:
        t.state.cut_short = True
        t.tell(ev.TurnCutShort(to=PUBLIC))
