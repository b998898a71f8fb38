"""LT-9.13 to LT-12: the actions that search the Shadow Deck.

Purposes of chance here: ``cut`` (how many cards go under the deck), ``piles`` (where it is cut in three).
"""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import ChooseShadow, TakePair, Tendril
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.moves import Act, Way
from referee.games.living_trumps.shadows import do_deed, jewel_waits, keep, meet_chaos, shuffle_back, turn_up
from referee.games.living_trumps.state import JewelAt, Reason, Trumps

PAIR = 2
Fits = Callable[[Card], bool]


def search(t: Trumps, seat: Seat, cards: list[Card], fits: Fits) -> Card | None:
    """Turn cards up one by one until one fits, a Joker appears, or there are no more; return the last, if it counts."""
    found: list[Card] = []
    for card in cards:
        found.append(card)
        if card.joker or fits(card):
            break
    turn_up(t, seat, found)
    return found[-1] if found and (found[-1].joker or fits(found[-1])) else None


def of_rank(rank: str) -> Fits:
    """Look for a rank."""
    return lambda card: card.rank == rank


def settle(t: Trumps, seat: Seat, found: Card | None) -> Card | None:
    """A search for a rank ends: the card becomes a Shadow, Primal Chaos comes, or nothing is found (LT-9.14)."""
    if found is None:
        t.tell(ev.NothingFound(seat=seat, to=PUBLIC))
    elif found.joker:
        meet_chaos(t, seat, len(t.state.turned))
    else:
        keep(t, seat, found)
    shuffle_back(t)
    return None if found is None or found.joker else found


def broken(t: Trumps, seat: Seat, act: Act) -> None:
    """The Broken Pattern: one of three piles, from its top (LT-9.13, LT-9.14, LT-R25)."""
    blood.sacrifice(t, seat, 1, Reason.PATTERN)
    deck = t.state.shadow_deck
    first, second = cuts(t, len(deck))
    piles = (deck[:first], deck[first:second], deck[second:])
    settle(t, seat, search(t, seat, piles[act.n - 1], of_rank(act.rank)))


def cuts(t: Trumps, size: int) -> tuple[int, int]:
    """The referee cuts at two random places, and each pile has a card at least (LT-R25)."""
    one = 1 + t.chance.below(size - 1, "piles")
    other = 1 + t.chance.below(size - 2, "piles")
    other += other >= one
    return min(one, other), max(one, other)


def cut_deck(t: Trumps) -> None:
    """The Shadow Deck is cut: some cards from its top go under it."""
    deck = t.state.shadow_deck
    at = t.chance.below(len(deck), "cut") if deck else 0
    t.state.shadow_deck = deck[at:] + deck[:at]


def pattern(t: Trumps, seat: Seat, act: Act) -> None:
    """The Pattern: from the top, from the bottom up, or from the top after a cut (LT-10.1 to LT-10.3)."""
    blood.sacrifice(t, seat, 1, Reason.PATTERN)
    if act.way is Way.AMBER:
        cut_deck(t)
    deck = t.state.shadow_deck
    cards = deck[::-1] if act.way is Way.REBMA else deck[:]
    found = settle(t, seat, search(t, seat, cards, of_rank(act.rank)))
    if found is not None and found.rank == t.state.players[seat].rank:
        do_deed(t, seat)


def logrus(t: Trumps, seat: Seat, act: Act) -> None:
    """Logrus Tendrils: each Blood sends one out, until suit or rank appears; a card for each (LT-11.1, LT-11.2)."""
    taken: list[Card] = []

    def take() -> None:
        taken.append(choose(t, seat, act, taken))

    cut_deck(t)
    one = t.state.options.one_tendril_card
    if send(t, seat, act, Reason.TENDRIL, (lambda: None) if one else take) and one:
        take()
    shuffle_back(t)


def living(t: Trumps, seat: Seat, act: Act) -> None:
    """The Living Trump: search for a suit, further for further Blood; one Shadow in all (LT-12.1, LT-12.2)."""
    p = t.state.players[seat]
    found = send(t, seat, act, Reason.LIVING, lambda: None, in_place=t.state.options.keep_needed)
    if found and choose(t, seat, act, []).rank == p.rank and p.court is Court.SHADOW:
        do_deed(t, seat)
    shuffle_back(t)


def send(t: Trumps, seat: Seat, act: Act, why: Reason, find: Callable[[], None], *, in_place: bool = False) -> bool:
    """Search on for a Blood each time, until a Joker comes, the cards run out or one has enough (LT-11.2, LT-R32).

    Whatever follows from a find is done by ``find``. Returns whether there were some, and no Primal Chaos was suffered.
    """
    price, sent = 0, 0
    while True:
        blood.sacrifice(t, seat, 1, why)
        before = len(t.state.turned)
        found = search(t, seat, t.state.shadow_deck[:], lambda card: card.rank == act.rank or card.suit == act.suit)
        price += len(t.state.turned) - before
        if found is None:
            t.tell(ev.NothingFound(seat=seat, to=PUBLIC))
            return sent > 0
        if found.joker:
            return meet_chaos(t, seat, price) and sent > 0
        sent += 1
        find()
        if not blood.can_pay(t.state.players[seat], 1, in_place=in_place):
            return True
        if not t.ask(Tendril(seat, NO_OR_YES, sent)):
            return True


def choose(t: Trumps, seat: Seat, act: Act, taken: list[Card]) -> Card:
    """One of the face-up cards becomes a Shadow, after those taken (LT-11.1, LT-12.2)."""
    cards = tuple(card for card in t.state.turned if not card.joker)
    chosen = t.ask(ChooseShadow(seat, cards, tuple(taken), act.rank, act.suit, tuple(t.state.players[seat].hand)))
    keep(t, seat, chosen)
    return chosen


def dive(t: Trumps, seat: Seat) -> None:
    """A Pit-Dive: as many cards from the bottom as one has Blood, up to a Joker (LT-11.5, LT-R30)."""
    p = t.state.players[seat]
    cards = t.state.shadow_deck[::-1][: p.blood]
    joker = search(t, seat, cards, lambda card: False)
    if joker is not None:
        drown(t, seat)
    else:
        take_pairs(t, seat)
    shuffle_back(t)


def drown(t: Trumps, seat: Seat) -> None:
    """A Joker in a Pit-Dive: all Blood is lost and the Intrigue Step ends (LT-11.7)."""
    p = t.state.players[seat]
    waiting = jewel_waits(t.state) and t.state.options.jewel_from_storm
    t.tell(ev.AbyssStruck(seat=seat, to=PUBLIC))
    if t.state.jewel == seat:
        blood.move_jewel(t, seat, JewelAt.BANK)
    blood.flow(t, seat, Reason.DIVE, free=-p.free, placed=-p.placed)
    p.hit = True
    if waiting:
        blood.award_jewel(t, seat)


def take_pairs(t: Trumps, seat: Seat) -> None:
    """Without a Joker any pairs may be taken for two Blood each; two of equal rank, the first turned (LT-11.6)."""
    while True:
        ranks = pairs(t.state.turned) if blood.can_pay(t.state.players[seat], PAIR) else ()
        rank = t.ask(TakePair(seat, ("", *ranks)))
        if not rank:
            return
        blood.sacrifice(t, seat, PAIR, Reason.DIVE)
        for card in [card for card in t.state.turned if card.rank == rank][:PAIR]:
            keep(t, seat, card)


def pairs(cards: list[Card]) -> tuple[str, ...]:
    """List the ranks of which there are two, in the order turned."""
    ranks = [card.rank for card in cards]
    return tuple(dict.fromkeys(rank for rank in ranks if ranks.count(rank) >= PAIR))
