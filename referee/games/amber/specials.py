"""AM-10: Death, Betrayal, Defeat and the Ace of Wands; the Magician's part in them."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.author import NO_OR_YES, PUBLIC, Ask, Seat
from referee.games.amber import asks, deck, moves
from referee.games.amber import events as ev
from referee.games.amber.draws import lose, spend, use_up
from referee.games.amber.results import die, end_bonds, hand_over, picked
from referee.games.amber.state import CHAOS, Amber, Player
from referee.games.amber.throne import dethrone_chaos
from referee.games.cards import Card


def play_special(t: Amber, seat: Seat, card: Card, target: Seat) -> None:
    """A special card does one thing only, at once (AM-2.4)."""
    spend(t, seat, card)
    unleash(t, seat, card, target)


def unleash(t: Amber, seat: Seat, card: Card, target: Seat) -> None:
    """What Death, Betrayal and Defeat do once they lie on the table (AM-10.3, AM-10.4, AM-10.6)."""
    t.tell(ev.SpecialPlayed(seat=seat, card=card, target=target, to=PUBLIC))
    if card is deck.DEATH:
        slay(t, seat, target)
    elif card is deck.BETRAYAL:
        betray(t, target, seat)
    elif card is deck.DEFEAT:
        lose(t, target, t.state.stock(target), ev.Loss.DEFEAT)


def slay(t: Amber, killer: Seat, victim: Seat) -> None:
    """The opponent dies unless the Ace of Wands or the Magician saves them (AM-10.4, AM-10.7, AM-C1)."""
    if victim == CHAOS:
        if deck.PROTECTION in t.state.throne and t.state.options.ace_of_wands == "reaction":
            save_by_ace(t, CHAOS, CHAOS)
        else:
            dethrone_chaos(t)
    elif not (protected(t, killer, victim) or saved_by_magician(t, killer, victim)):
        die(t, ev.Death.TEN_OF_SWORDS, t.state.players[victim])


def protected(t: Amber, killer: Seat, victim: Seat) -> bool:
    """The Ace of Wands saves oneself, or another by order; everybody able is asked, whoever has it (AM-10.7, R-40)."""
    if t.state.options.ace_of_wands == "standing":
        return shielded(t, t.state.players[victim])
    asked = [p for p in t.state.in_order() if p.seat != victim and t.state.able(p.seat)]
    me = t.state.players[victim]
    if t.state.may_defend(me.seat):
        asked.insert(0, me)
    choices = [NO_OR_YES if deck.PROTECTION in t.state.stock(p.seat) else (False,) for p in asked]
    answers = t.ask_all([asks.Protect(p.seat, may, victim, killer) for p, may in zip(asked, choices, strict=True)])
    for p, plays in zip(asked, answers, strict=True):
        if plays:
            save_by_ace(t, p.seat, victim)
            return True
    return False


def save_by_ace(t: Amber, seat: Seat, victim: Seat) -> None:
    """The Ace of Wands cancels one Ten of Swords; both are spent (AM-10.7)."""
    spend(t, seat, deck.PROTECTION)
    t.tell(ev.AcePlayed(seat=seat, saved=victim, card=deck.PROTECTION, to=PUBLIC))


def shielded(t: Amber, p: Player) -> bool:
    """With ace_of_wands=standing only an Ace that lies ready before the victim saves that player (R-40)."""
    if deck.PROTECTION not in p.lasting:
        return False
    use_up(t, p.lasting, deck.PROTECTION)
    t.tell(ev.AceSpent(seat=p.seat, card=deck.PROTECTION, to=PUBLIC))
    return True


def lay_ace(t: Amber, seat: Seat, protected: Seat) -> None:
    """With ace_of_wands=standing the Ace is laid open before somebody and stays until it saves them (R-40)."""
    spend(t, seat, deck.PROTECTION)
    t.state.played.remove(deck.PROTECTION)
    t.state.players[protected].lasting.append(deck.PROTECTION)
    t.tell(ev.AceLaid(seat=seat, protected=protected, card=deck.PROTECTION, to=PUBLIC))


def saved_by_magician(t: Amber, killer: Seat, victim: Seat) -> bool:
    """Where no Ace saves a player from the Ten of Swords, the Magician may (AM-C1, R-44)."""
    return granted(t, "SAVE", lambda p: asks.SaveLife(p.seat, NO_OR_YES, victim, killer), victim, but=killer)


def granted(
    t: Amber, wish: str, question: Callable[[Player], Ask[bool]], target: Seat | None = None, other: Seat | None = None,
    but: Seat | None = None,
) -> bool:  # fmt: skip
    """Whoever may use the Magician, but for one player, is asked for a wish, which is granted (AM-C1)."""
    wizard = holder(t, deck.MAGICIAN)
    if wizard is None or wizard.seat == but or not t.ask(question(wizard)):
        return False
    play_magician(t, wizard, wish, target, other)
    return True


def holder(t: Amber, card: Card) -> Player | None:
    """Find who may use the Magician or the Star now: an able player before whom it lies (AM-C1, AM-C17)."""
    return next((p for p in t.state.living() if card in p.kept and t.state.able(p.seat)), None)


def play_magician(t: Amber, p: Player, wish: str, target: Seat | None = None, other: Seat | None = None) -> None:
    """The Magician grants one wish and is spent (AM-C1)."""
    use_up(t, p.kept, deck.MAGICIAN)
    t.tell(ev.MagicianPlayed(seat=p.seat, wish=wish, target=target, other=other, to=PUBLIC))


def betray(t: Amber, victim: Seat, traitor: Seat) -> None:
    """The victim loses all alliances and half the Shadow cards to the player of the card (AM-10.3, R-42).

    Who plays it on their own seat is rid of all alliances, and the cards stay where they are (AM-10.8).
    """
    stock = len(t.state.stock(victim))
    half = stock // 2 if t.state.options.betrayal_rounding == "down" else (stock + 1) // 2
    if victim != CHAOS:
        lose_alliances(t, t.state.players[victim])
    if victim == traitor:
        return
    hand_over(t, victim, traitor, picked(t, victim, half, moves.Due.TRIBUTE), ev.Hand.BETRAYAL)


def lose_alliances(t: Amber, p: Player) -> None:
    """Bonds, allied Courts, a declared Hermit and a kept Sun are alliances; the marriage is not (AM-10.3, R-42)."""
    end_bonds(t, p.seat)
    while p.allies:
        card = p.allies.pop(0)
        t.state.removed.append(card)
        t.tell(ev.AllyLost(seat=p.seat, card=card, to=PUBLIC))
    for card, zone in ((deck.HERMIT, p.lasting), (deck.SUN, p.kept)):
        if card in zone:
            zone.remove(card)
            t.state.discards.append(card)
            t.tell(ev.KeptCardLost(seat=p.seat, card=card, to=PUBLIC))
