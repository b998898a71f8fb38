"""LT-3, LT-13 and LT-R35: Personal Shadows, the Shadow Deck that they come from, and the harm that its Jokers do."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import ControlChaos, ControlStorm
from referee.games.living_trumps.blood import Ante
from referee.games.living_trumps.deck import MOST_JOKERS, Court
from referee.games.living_trumps.moves import Control, Place
from referee.games.living_trumps.state import JewelAt, Laid, Player, Reason, State, Trumps


def lay_in(row: list[Laid], card: Card, *, down: bool = False, known: bool = True) -> Laid:
    """Lay a card into the lowest slot of a row that is empty."""
    taken = [one.slot for one in row]
    slot = next(n for n in range(1, len(taken) + 2) if n not in taken)
    row.append(laid := Laid(card, slot, down, known))
    return laid


def jokers_in(cards: Iterable[Card]) -> int:
    """Count Jokers."""
    return sum(card.joker for card in cards)


def counts(s: State) -> ev.DecksCounted:
    """Count what lies in the decks (section 4)."""
    return ev.DecksCounted(
        trumps=len(s.trump_deck),
        discard=len(s.discard),
        shadows=len(s.shadow_deck),
        jokers=jokers_in(s.shadow_deck),
        reserve=len(s.reserve),
        to=PUBLIC,
    )


def keep(t: Trumps, seat: Seat, card: Card, *, all_told: bool = False) -> Laid:
    """A card that lies turned up becomes a face-up Shadow (LT-9.14); ``all_told`` if that was said as it was turned."""
    t.state.turned.remove(card)
    laid = lay_in(t.state.players[seat].shadows, card)
    t.tell(ev.ShadowGained(seat=seat, card=card, slot=laid.slot, all_told=all_told, to=PUBLIC))
    return laid


def turn_up(t: Trumps, seat: Seat, cards: list[Card], *, kept: bool = False) -> None:
    """Cards of the Shadow Deck are turned up, for all to see (section 4); ``kept`` if all become Shadows."""
    for card in cards:
        t.state.shadow_deck.remove(card)
    t.state.turned += cards
    t.tell(ev.CardsTurned(seat=seat, cards=tuple(cards), kept=kept, to=PUBLIC))


def shuffle_back(t: Trumps) -> None:
    """Untaken cards and Jokers go back, and the whole Shadow Deck is shuffled (LT-R35)."""
    s = t.state
    s.shadow_deck = t.chance.shuffled([*s.shadow_deck, *s.turned], "shadow deck")
    s.turned = []


def capture(t: Trumps, owner: Seat, slot: int, taker: Seat) -> None:
    """A Shadow lies face-up with its captor (LT-9.10); a lost Place card ends the Place (LT-R22)."""
    giver, winner = t.state.players[owner], t.state.players[taker]
    laid = giver.shadow(slot)
    giver.shadows.remove(laid)
    new = lay_in(winner.shadows, laid.card)
    t.tell(ev.ShadowTaken(giver=owner, gone=slot, taker=taker, card=laid.card, slot=new.slot, to=PUBLIC))
    if laid.down:
        blood.leave_place(t, owner)


def sweep(t: Trumps, seat: Seat, *, place_too: bool) -> None:
    """Shadows go into the Shadow Deck: the face-up ones, or all of them, and their Blood becomes free (LT-R34)."""
    p = t.state.players[seat]
    gone = [one for one in p.shadows if place_too or not one.down]
    if not gone:
        return
    p.shadows = [one for one in p.shadows if one not in gone]
    t.state.shadow_deck += [one.card for one in gone]
    t.state.forget()
    seen = tuple(one.card for one in gone if not one.down)
    t.tell(ev.ShadowsSwept(seat=seat, slots=tuple(one.slot for one in gone), cards=seen, to=PUBLIC))
    if p.where is not Place.NONE and not p.place_cards():
        p.where = Place.NONE
        blood.free_placed(t, p)


def storm(t: Trumps, seat: Seat, ante: Ante) -> bool:
    """A Storm is controlled for one Blood, but not by a Sorcerer; return whether it was (LT-13.1, LT-R18, LT-R19).

    Else face-up Shadows are swept away, the Ante is lost, the Tricks Phase is skipped (LT-13.2).
    """
    p = t.state.players[seat]
    controlled = p.court is not Court.SHADOW and blood.can_pay(p, 1)
    if controlled:
        controlled = t.ask(ControlStorm(seat, NO_OR_YES, p.free))
    t.tell(ev.StormStruck(seat=seat, controlled=controlled, to=PUBLIC))
    if controlled:
        blood.sacrifice(t, seat, 1, Reason.STORM)
        if p.court is Court.CHAOS and t.state.options.storm_is_deed:
            do_deed(t, seat)
        return True
    waiting = jewel_waits(t.state) and t.state.options.jewel_from_storm
    sweep(t, seat, place_too=False)
    blood.lose_ante(t, ante)
    p.hit = True
    if waiting:
        blood.award_jewel(t, seat)
    return False


def jewel_waits(s: State) -> bool:
    """In the War the Jewel waits in the bank for the next who suffers; one lost in this event does not (LT-R61)."""
    return s.options.war and s.jewel_at is JewelAt.BANK


def meet_chaos(t: Trumps, seat: Seat, price: int) -> bool:
    """Primal Chaos: pay a Blood for each card turned up, or suffer; return whether it was averted (LT-13.4)."""
    p = t.state.players[seat]
    done = t.ask(ControlChaos(seat, controls(t.state, p, price), price, p.free))
    t.tell(ev.ChaosMet(seat=seat, price=price, control=done, to=PUBLIC))
    if done is Control.SUFFER:
        suffer_chaos(t, seat)
        return False
    blood.sacrifice(t, seat, price, Reason.PRIMAL)
    if done is Control.REMOVE:
        joker = next(card for card in t.state.turned if card.joker)
        t.state.turned.remove(joker)
        t.state.reserve.append(joker)
    elif done is Control.INTENSIFY:
        t.state.shadow_deck.append(t.state.reserve.pop(0))
    if p.court is Court.CHAOS:
        do_deed(t, seat)
    return True


def controls(s: State, p: Player, price: int) -> tuple[Control, ...]:
    """What each court can do about Primal Chaos, if it can pay (LT-13.6, LT-R36, LT-R62)."""
    found = [Control.SUFFER]
    if blood.can_pay(p, price):
        found.append(Control.NULLIFY)
        in_deck = jokers_in(s.shadow_deck) + jokers_in(s.turned)
        if p.court is Court.CHAOS and in_deck < MOST_JOKERS and s.reserve:
            found.append(Control.INTENSIFY)
        if p.court is Court.AMBER and s.options.war:
            found.append(Control.REMOVE)
    return tuple(found)


def suffer_chaos(t: Trumps, seat: Seat) -> None:
    """All Shadows are swept away, the Tricks Phase is skipped, and in the War the Jewel may come (LT-13.5, LT-R33)."""
    waiting = jewel_waits(t.state)
    for one in list(t.state.players) if t.state.options.primal_all else [seat]:
        sweep(t, one, place_too=True)
    t.state.players[seat].hit = True
    if waiting:
        blood.award_jewel(t, seat)


def double_joker(t: Trumps, first: Seat, second: Seat) -> None:
    """Both who flipped Jokers lose all Shadows and a Tricks Phase still to come; no Jewel for it (LT-19.5, LT-R50)."""
    t.tell(ev.DoubleJoker(first=first, second=second, to=PUBLIC))
    for seat in (first, second):
        sweep(t, seat, place_too=True)
        t.state.players[seat].hit = True
    t.state.shadow_deck = t.chance.shuffled(t.state.shadow_deck, "shadow deck")


def do_deed(t: Trumps, seat: Seat) -> None:
    """In the War a court's deed is recorded for good (LT-24.4, LT-R65)."""
    if t.state.options.war:
        t.state.players[seat].deed = t.state.turn
        t.tell(ev.DeedDone(seat=seat, to=PUBLIC))
