"""LT-9 to LT-12: the Substance Phase: what may be done, and its doing; with Shadowshift and Hellrides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import HellrideReply, SubstanceAct, SubstanceTarget
from referee.games.living_trumps.blood import Ante
from referee.games.living_trumps.contest import Bargain, settle_bargain
from referee.games.living_trumps.deal import deal, forced_terms, shift_deal, win
from referee.games.living_trumps.deck import PILES, RANKS, SUITS, Court
from referee.games.living_trumps.duel import fight
from referee.games.living_trumps.moves import FORCED, REMEMBERED, SCHEME, Act, Kind, Place, Reply, Way
from referee.games.living_trumps.searches import broken, dive, living, logrus, pattern
from referee.games.living_trumps.shadows import capture, keep, shuffle_back, storm, turn_up
from referee.games.living_trumps.state import JewelAt, Player, Reason, Trumps


def substance_phase(t: Trumps, seat: Seat) -> None:
    """At most one Substance Action; bargains for help are settled when the phase closes (LT-9.1, LT-21.3)."""
    acts = substance_acts(t, seat)
    kind = t.ask(SubstanceAct(seat, tuple(acts), acts))
    act = t.ask(SubstanceTarget(seat, acts[kind]))
    slot = act.slots[0] if act.slots else 0
    laid = t.state.players[act.seat].shadow(slot) if slot else None
    prize = laid.card if laid is not None and laid.known else None
    t.tell(
        ev.ActionBegan(
            seat=seat, kind=act.kind, n=act.n, target=act.seat, slot=slot, rank=act.rank, suit=act.suit,
            way=act.way, prize=prize, to=PUBLIC,
        )
    )  # fmt: skip
    for bargain in carry_out(t, seat, act):
        settle_bargain(t, bargain)


def substance_acts(t: Trumps, seat: Seat) -> dict[Kind, tuple[Act, ...]]:
    """List what can be begun and paid in full, by kind (LT-25.3)."""
    s = t.state
    p = s.players[seat]
    purse = p.free + (p.placed if p.spend.place else 0)
    found = {
        Kind.SCHEME: (SCHEME,),
        Kind.SHADOWSHIFT: shifts(min(purse, len(s.shadow_deck))),
        Kind.HELLRIDE: tuple(rides(t, p)),
    }
    if p.where is not Place.AMBER and blood.can_pay(p, 1) and len(s.shadow_deck) >= PILES:
        found[Kind.BROKEN] = walks(Kind.BROKEN)
    if p.court is Court.AMBER:
        if p.where is Place.AMBER and blood.can_pay(p, 1, in_place=True):
            found[Kind.PATTERN] = walks(Kind.PATTERN)
        if p.blood and not p.cursed:
            found[Kind.CURSE] = tuple(Act(Kind.CURSE, other.seat) for other in s.opponents(seat))
    if p.court is Court.CHAOS:
        if blood.can_pay(p, 1):
            found[Kind.LOGRUS] = tendrils()
        if not p.shadows and p.blood:
            found[Kind.DIVE] = (Act(Kind.DIVE),)
    if may_search_living(t, p):
        found[Kind.LIVING] = tuple(Act(Kind.LIVING, suit=suit) for suit in SUITS)
    return {kind: acts for kind, acts in found.items() if acts}


def may_search_living(t: Trumps, p: Player) -> bool:
    """The Living Trump is for Sorcerers, in the War for all; one must be in the Keep (LT-12.1, LT-R31, LT-23)."""
    needed = t.state.options.keep_needed
    courtly = p.court is Court.SHADOW or t.state.options.war
    return courtly and (p.where is Place.KEEP or not needed) and blood.can_pay(p, 1, in_place=needed)


@cache
def shifts(most: int) -> tuple[Act, ...]:
    """A Shadowshift of any number that can be invested (LT-9.3)."""
    return tuple(Act(Kind.SHADOWSHIFT, n=n) for n in range(1, most + 1))


def rides(t: Trumps, p: Player) -> Iterator[Act]:
    """Any face-up Shadow; a Place card only from the same Place, with Blood off one's own (LT-9.11, LT-R20)."""
    payable = [n for n in (1, FORCED) if blood.can_pay(p, n)]
    for other in t.state.opponents(p.seat):
        from_place = other.where is p.where and p.placed and p.free
        for laid in other.shadows:
            if not laid.down:
                for n in payable:
                    yield ridden(other.seat, n, laid.slot)
            elif from_place:
                yield ridden(other.seat, FORCED, laid.slot)


@lru_cache(REMEMBERED)
def ridden(owner: Seat, n: int, slot: int) -> Act:
    """Name a ride for so many Blood against what lies in a slot before a player."""
    return Act(Kind.HELLRIDE, owner, n, slots=(slot,))


@cache
def walks(kind: Kind) -> tuple[Act, ...]:
    """List a rank and a pile, or a rank and a way, for each walk."""
    if kind is Kind.BROKEN:
        return tuple(Act(kind, n=n, rank=rank) for rank in RANKS for n in range(1, PILES + 1))
    return tuple(Act(kind, rank=rank, way=way) for rank in RANKS for way in Way)


@cache
def tendrils() -> tuple[Act, ...]:
    """List every card that Tendrils may look for."""
    return tuple(Act(Kind.LOGRUS, rank=rank, suit=suit) for rank in RANKS for suit in SUITS)


def carry_out(t: Trumps, seat: Seat, act: Act) -> list[Bargain]:
    """Do one Substance Action; return the bargains that it brought."""
    match act.kind:
        case Kind.SCHEME:
            blood.gain(t, seat, 1, Reason.SCHEME)
        case Kind.SHADOWSHIFT:
            return shadowshift(t, seat, act)
        case Kind.HELLRIDE:
            return hellride(t, seat, act)
        case Kind.BROKEN:
            broken(t, seat, act)
        case Kind.PATTERN:
            pattern(t, seat, act)
        case Kind.CURSE:
            curse(t, seat, act.seat)
        case Kind.LOGRUS:
            logrus(t, seat, act)
        case Kind.DIVE:
            dive(t, seat)
        case _:
            living(t, seat, act)
    return []


def curse(t: Trumps, seat: Seat, victim: Seat) -> None:
    """All one's Blood for another's open Hand in the next Turn; once a game (LT-10.4, LT-10.5, LT-R26)."""
    p = t.state.players[seat]
    if p.where is not Place.NONE:
        blood.leave_place(t, seat)
    if t.state.jewel == seat:
        blood.move_jewel(t, seat, JewelAt.BANK)
    blood.flow(t, seat, Reason.CURSE, free=-p.free)
    p.cursed = True
    t.tell(ev.Cursed(seat=seat, victim=victim, to=PUBLIC))


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
