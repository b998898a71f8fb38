"""LT-14: the Tricks Phase: four of a kind, consolidation, trade and control."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import Consolidate, DeclareTrick, HandOver, TakeRank, TradeCard, TrickCards
from referee.games.living_trumps.deck import RANKS, TRICK
from referee.games.living_trumps.hands import discard, draw, tell_open, told
from referee.games.living_trumps.hands import hand_over as hand_cards
from referee.games.living_trumps.moves import Four, Place
from referee.games.living_trumps.shadows import lay_in
from referee.games.living_trumps.state import Laid, Player, Reason, Trumps


def tricks_phase(t: Trumps, seat: Seat) -> None:
    """Unless struck by a Storm or Primal Chaos, declare Tricks for one Blood each (LT-14.1)."""
    p = t.state.players[seat]
    if p.hit:
        return
    used: list[Card] = []
    declared: list[str] = []
    while True:
        free = [card for card in p.hand if card not in used]
        spent = tuple(card for card in p.hand if card in used)
        ranks = possible(free) if blood.can_pay(p, 1) else []
        rank = t.ask(DeclareTrick(seat, ("", *ranks), spent, p.free, tuple(declared)))
        if not rank:
            return
        declared.append(rank)
        used += trick(t, p, rank, free)


def possible(cards: list[Card]) -> list[str]:
    """List the ranks of which there is a Trick: Jokers stand in, but not for all (LT-14.2, LT-R38)."""
    jokers = sum(card.joker for card in cards)
    counts = Counter(card.rank for card in cards)
    return [rank for rank in RANKS if counts[rank] and counts[rank] + jokers >= TRICK]


def fours(cards: list[Card], rank: str) -> tuple[Four, ...]:
    """List the ways to make a Trick of a rank, those with fewest Jokers first."""
    natural = [card for card in cards if card.rank == rank]
    wild = [card for card in cards if card.joker]
    found = []
    for jokers in range(TRICK):
        for own in combinations(natural, TRICK - jokers):
            found += [Four((*own, *some)) for some in combinations(wild, jokers)]
    return tuple(found)


def trick(t: Trumps, p: Player, rank: str, free: list[Card]) -> Sequence[Card]:
    """A Trick may consolidate a Shadow; then it is traded, or gives control over another (LT-14.3 to LT-14.5).

    Returns the cards that can serve in no other Trick of the phase (LT-R38).
    """
    cards = t.ask(TrickCards(p.seat, fours(free, rank), rank)).cards
    blood.sacrifice(t, p.seat, 1, Reason.TRICK)
    tell_open(t, cards, (), ev.TrickDeclared(seat=p.seat, rank=rank, cards=told(t, cards), to=PUBLIC))
    fitting = [one for one in p.shadows if one.card.rank == rank]
    if t.state.options.face_up_only:
        fitting = [one for one in fitting if not one.down]
    up = tuple(one.slot for one in fitting if not one.down)
    names = tuple(one.card for one in fitting)
    slot = t.ask(Consolidate(p.seat, (0, *(one.slot for one in fitting)), rank, up, names))
    if slot:
        consolidate(t, p, p.shadow(slot))
    victim = t.state.holder(rank)
    if victim is None or victim is p:
        discard(t, p.seat, cards)
        draw(t, p.seat, TRICK)
        return cards if t.state.edition > 2 else ()
    control(t, p, victim, rank, cards)
    return cards if t.state.edition > 2 else [card for card in cards if card in p.hand]


def consolidate(t: Trumps, p: Player, laid: Laid) -> None:
    """The Shadow lies face-down in the Powerbase; a Place card's Blood is freed (LT-14.3, LT-R37)."""
    p.shadows.remove(laid)
    new = lay_in(p.powerbase, laid.card, down=True, known=laid.known)
    t.tell(
        ev.Consolidated(seat=p.seat, gone=laid.slot, slot=new.slot, card=laid.card if laid.known else None, to=PUBLIC)
    )
    if laid.down and p.where is not Place.NONE:
        blood.leave_place(t, p.seat)


def control(t: Trumps, p: Player, victim: Player, rank: str, cards: tuple[Card, ...]) -> None:
    """All the other's cards of a rank, at most four, against cards of the Trick (LT-14.5, LT-14.6, LT-R38)."""
    wanted = t.ask(TakeRank(p.seat, ("", *RANKS), victim.seat, rank, tuple(p.hand)))
    if not wanted:
        return
    theirs = [card for card in victim.hand if card.rank == wanted]
    count = min(TRICK, len(theirs))
    t.tell(ev.RankTaken(seat=p.seat, victim=victim.seat, rank=wanted, count=count, to=PUBLIC))
    given: list[Card] = []
    for _ in range(count):
        left = tuple(card for card in theirs if card not in given)
        given.append(t.ask(HandOver(victim.seat, left, p.seat, tuple(given))))
    back = list(returned(t, p.seat, list(cards), count))
    if count:
        hand_cards(t, victim.seat, p.seat, given)
        hand_cards(t, p.seat, victim.seat, back)


def returned(t: Trumps, seat: Seat, cards: list[Card], count: int) -> list[Card]:
    """Jokers of the Trick go first, then natural cards of the declarer's choice (LT-14.6, LT-R38)."""
    back = [card for card in cards if card.joker][:count]
    while len(back) < count:
        left = tuple(card for card in cards if card not in back)
        back.append(t.ask(TradeCard(seat, left)))
    return back
