"""LT-17 and LT-18: Deals: talks, Trump Antes, and what they come to, by mail LT-P6.1; and Boons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat, only
from referee.games.cards import Card
from referee.games.living_trumps import asks, blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.blood import Ante
from referee.games.living_trumps.contest import Bargain, contest
from referee.games.living_trumps.hands import hand_over
from referee.games.living_trumps.moves import ANY, BOONS, OFFERABLE, Name, Put, Terms, classify
from referee.games.living_trumps.shadows import capture
from referee.games.living_trumps.state import Player, Trumps

TRIES = 2
FAIR_TRADE, FALSE_ACCUSATION, RED_HANDED = "fair-trade", "false-accusation", "caught-red-handed"
LIARS_EDGE, DOUBLECROSS, SPAR = "liars-edge", "doublecross", "spar"
MATRIX: Mapping[frozenset[Put], str] = {
    frozenset({Put.HONOUR}): FAIR_TRADE, frozenset({Put.ACCUSE, Put.HONOUR}): FALSE_ACCUSATION,
    frozenset({Put.ACCUSE}): SPAR, frozenset({Put.ACCUSE, Put.LIE}): RED_HANDED,
    frozenset({Put.LIE}): DOUBLECROSS, frozenset({Put.HONOUR, Put.LIE}): LIARS_EDGE,
}  # fmt: skip
"""What a Deal comes to by what both put down (LT-18.5 to LT-18.8)."""


def shift_deal(t: Trumps, seat: Seat, ante: Ante) -> list[Bargain]:
    """The Ante of a Shadowshift is for a Deal with one other; if talks fail, once with another (LT-9.4, LT-9.5)."""
    failed: Seat | None = None
    for _ in range(TRIES):
        others = tuple(p.seat for p in t.state.opponents(seat) if p.seat != failed)
        partner = t.ask(asks.Partner(seat, (None, *others), failed))
        if partner is None:
            break
        terms = talk(t, seat, partner)
        if terms is not None:
            return deal(t, seat, partner, terms, ante, forced=False)
        failed = partner
        t.tell(ev.DealRefused(seat=seat, partner=partner, to=only(seat, partner)))
    returned = t.state.options.ante_returned
    t.tell(ev.NoDeal(seat=seat, returned=returned, to=PUBLIC))
    if returned:
        blood.return_ante(t, ante)
    else:
        blood.lose_ante(t, ante)
    return []


def talk(t: Trumps, seat: Seat, partner: Seat) -> Terms | None:
    """Terms match if both say the same; what one left open takes the other's wording (LT-P6.1, LT-P6.2)."""
    give, get = proposed(t, seat, partner)
    t.tell(ev.DealProposed(seat=seat, partner=partner, give=give, get=get, to=only(seat, partner)))
    if not t.ask(asks.AcceptDeal(partner, NO_OR_YES, seat, give, get)):
        return None
    return filled(t, seat, partner, give, get)


def proposed(t: Trumps, seat: Seat, partner: Seat) -> list[Name | None]:
    """Say what one would give, and get; None leaves it open (LT-P6.1)."""
    return t.ask_all([asks.Propose(seat, OFFERABLE, partner, give=give) for give in (True, False)])


def filled(t: Trumps, seat: Seat, partner: Seat, give: Name | None, get: Name | None) -> Terms:
    """The partner words what the proposer left open (LT-P6.1)."""
    said = Terms(get, give)
    if get is None:
        get = t.ask(asks.Propose(partner, OFFERABLE, seat, give=True, said=said))
    if give is None:
        give = t.ask(asks.Propose(partner, OFFERABLE, seat, give=False, said=said))
    return Terms(give or ANY, get or ANY)


def forced_terms(t: Trumps, rider: Seat, owner: Seat) -> Terms:
    """In a forced Deal nobody is held to terms that they never gave or accepted (LT-P6.4, LT-R24)."""
    give, get = proposed(t, rider, owner)
    t.tell(ev.DealProposed(seat=rider, partner=owner, give=give, get=get, to=only(rider, owner)))
    if t.ask(asks.AcceptDeal(owner, NO_OR_YES, rider, give, get)):
        return filled(t, rider, owner, give, get)
    offered, asked = proposed(t, owner, rider)
    return Terms(give or asked or ANY, offered or get or ANY)


def deal(t: Trumps, first: Seat, second: Seat, terms: Terms, ante: Ante, *, forced: bool) -> list[Bargain]:
    """Both put a card down in secret; what they are decides the Deal (LT-18.2 to LT-18.8)."""
    give, get = terms.give or ANY, terms.get or ANY
    t.tell(ev.DealStruck(first=first, second=second, gives=give, gets=get, forced=forced, to=PUBLIC))
    one, other = t.state.players[first], t.state.players[second]
    cards = t.ask_all([
        asks.TrumpAnte(one.seat, tuple(one.hand), second, other.rank, one.rank, give, get, tuple(one.base)),
        asks.TrumpAnte(other.seat, tuple(other.hand), first, one.rank, other.rank, get, give, tuple(other.base)),
    ])  # fmt: skip
    puts = classify(cards[0], give, other.rank), classify(cards[1], get, one.rank)
    result = MATRIX[frozenset(puts)]
    for p, card in ((one, cards[0]), (other, cards[1])):
        p.hand.remove(card)
        p.shown.append(card)
    t.tell(
        ev.AntesShown(
            first=first, first_card=cards[0], first_put=puts[0],
            second=second, second_card=cards[1], second_put=puts[1], result=result, to=PUBLIC,
        )
    )  # fmt: skip
    return resolve(t, one, other, cards, puts, result, ante)


def resolve(
    t: Trumps, one: Player, other: Player, cards: Sequence[Card], puts: Sequence[Put], result: str, ante: Ante
) -> list[Bargain]:
    """Carry out what the Trump Antes came to; but for a Fair Trade they go back to the Hands (LT-R46)."""
    if result == FAIR_TRADE:
        fair_trade(t, one, other, cards, ante)
        return []
    if result in (FALSE_ACCUSATION, RED_HANDED):
        wanted = Put.HONOUR if result == FALSE_ACCUSATION else Put.ACCUSE
        won, lost = (one, other) if puts[0] is wanted else (other, one)
        card = cards[0] if won is one else cards[1]
        for p in (one, other):
            p.hand, p.shown = p.hand + p.shown, []
        win(t, won.seat, lost.seat, ante, card if card.joker else None)
        return []
    choosing = tuple(
        p.seat for p, put in ((one, puts[0]), (other, puts[1]))
        if result == SPAR or (result == LIARS_EDGE and put is Put.LIE)
    )  # fmt: skip
    verdict = contest(t, one.seat, other.seat, choosing)
    if verdict.chaos:
        blood.lose_ante(t, ante)
    elif verdict.winner is None:
        blood.lose_ante(t, ante)
        mutual_boon(t, one.seat, other.seat)
    else:
        loser = other.seat if verdict.winner == one.seat else one.seat
        win(t, verdict.winner, loser, ante, verdict.joker)
    return list(verdict.bargains)


def fair_trade(t: Trumps, one: Player, other: Player, cards: Sequence[Card], ante: Ante) -> None:
    """The two cards change hands, and each receives the full Ante in Blood (LT-18.5, LT-R23)."""
    for giver, taker, card in ((one, other, cards[0]), (other, one, cards[1])):
        giver.shown.remove(card)
        taker.hand.append(card)
        t.tell(ev.Handed(giver=giver.seat, taker=taker.seat, cards=(card,), to=PUBLIC))
    blood.double_ante(t, ante, other.seat)
    if ante.prize and t.state.options.shadow_to_rider:
        capture(t, ante.owner, ante.prize, ante.staker)


def win(t: Trumps, winner: Seat, loser: Seat, ante: Ante, joker: Card | None = None) -> None:
    """The winner has the Ante, Shadows and all, and a Boon (LT-17.1, LT-25.2).

    A rider who wins has the Shadow; a shifter who loses loses the stake, if the table plays so (LT-R16).
    """
    if ante.prize and winner == ante.staker:
        capture(t, ante.owner, ante.prize, winner)
    for slot in ante.shifted if winner != ante.staker else ():
        capture(t, ante.staker, slot, winner)
    blood.take_ante(t, ante, winner)
    boon(t, winner, loser, joker)


def boon(t: Trumps, winner: Seat, loser: Seat, joker: Card | None = None) -> None:
    """The winner names a card, has it or another, and gives one back: a Joker that won it (LT-17.1 to LT-17.4)."""
    name = t.ask(naming(t, winner, loser))
    t.tell(ev.BoonNamed(winner=winner, loser=loser, name=name, to=PUBLIC))
    given = t.ask(yielding(t, loser, winner, name))
    hand_over(t, loser, winner, [given])
    p = t.state.players[winner]
    back = joker if joker is not None else t.ask(asks.GiveBack(winner, tuple(p.hand), loser, p.rank))
    hand_over(t, winner, loser, [back])


def naming(t: Trumps, winner: Seat, loser: Seat) -> asks.NameBoon:
    """Whatever the loser holds, any name may be called (LT-17.1); an open Hand is known."""
    s = t.state
    theirs = tuple(s.players[loser].hand) if s.is_open(loser) else ()
    return asks.NameBoon(winner, BOONS, loser, tuple(s.players[winner].hand), theirs)


def yielding(t: Trumps, loser: Seat, winner: Seat, name: Name) -> asks.YieldCard:
    """The loser must give a card that fits if they have one, else any (LT-17.1, LT-R42)."""
    p = t.state.players[loser]
    fitting = tuple(card for card in p.hand if name.fits(card))
    return asks.YieldCard(loser, fitting or tuple(p.hand), winner, p.rank, tuple(p.hand))


def mutual_boon(t: Trumps, first: Seat, second: Seat) -> None:
    """On a tie both name, unseen by the other, and the two cards cross; nothing is given back (LT-19.6, LT-R68)."""
    sides = (first, second), (second, first)
    names = t.ask_all([naming(t, winner, loser) for winner, loser in sides])
    for (winner, loser), name in zip(sides, names, strict=True):
        t.tell(ev.BoonNamed(winner=winner, loser=loser, name=name, to=PUBLIC))
    given = t.ask_all([yielding(t, loser, winner, name) for (winner, loser), name in zip(sides, names, strict=True)])
    for (winner, loser), card in zip(sides, given, strict=True):
        hand_over(t, loser, winner, [card])
