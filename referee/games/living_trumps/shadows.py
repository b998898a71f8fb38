"""Personal Shadows: gained, captured, swept away; and the Shadow Deck that they come from (LT-3, LT-R35)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.state import Laid, Player, State, Trumps


def free_slot(laid: Iterable[Laid]) -> int:
    """Return the lowest number that no card there has."""
    taken = [one.slot for one in laid]
    return next(n for n in range(1, len(taken) + 2) if n not in taken)


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
    p = t.state.players[seat]
    t.state.turned.remove(card)
    laid = Laid(card, free_slot(p.shadows))
    p.shadows.append(laid)
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
    new = Laid(laid.card, free_slot(winner.shadows))
    winner.shadows.append(new)
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
    seen = tuple(one.card for one in gone if not one.down)
    t.tell(ev.ShadowsSwept(seat=seat, slots=tuple(one.slot for one in gone), cards=seen, to=PUBLIC))
    lose_place(t, p)


def lose_place(t: Trumps, p: Player) -> None:
    """One whose Place cards are gone is in no Place, and their Blood is free."""
    if p.where is not Place.NONE and not p.place_cards():
        p.where = Place.NONE
        blood.free_placed(t, p)
