"""LT-9 to LT-12: the Substance Phase: what may be done, and its doing: Shadowshift, Hellrides, and all searches.

Purposes of chance here: ``cut`` (how many cards go under the deck), ``piles`` (where it is cut in three).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat
from referee.games.cards import Card
from referee.games.living_trumps import asks, blood, shadows
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.blood import Ante
from referee.games.living_trumps.contest import Bargain, settle_bargain
from referee.games.living_trumps.deal import deal, forced_terms, shift_deal, win
from referee.games.living_trumps.deck import PILES, RANKS, SUITS, Court
from referee.games.living_trumps.duel import fight
from referee.games.living_trumps.moves import FORCED, SCHEME, Act, Kind, Place, Reply, Way, act_of
from referee.games.living_trumps.state import JewelAt, Player, Reason, Trumps


def substance_phase(t: Trumps, seat: Seat) -> None:
    """At most one Substance Action; bargains for help are settled when the phase closes (LT-9.1, LT-21.3)."""
    acts = substance_acts(t, seat)
    kind = t.ask(asks.SubstanceAct(seat, tuple(acts), acts))
    act = t.ask(asks.SubstanceTarget(seat, acts[kind]))
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


BROKEN_WALKS = tuple(Act(Kind.BROKEN, n=n, rank=rank) for rank in RANKS for n in range(1, PILES + 1))
WALKS = tuple(Act(Kind.PATTERN, rank=rank, way=way) for rank in RANKS for way in Way)
TENDRILS = tuple(Act(Kind.LOGRUS, rank=rank, suit=suit) for rank in RANKS for suit in SUITS)
LIVING = tuple(Act(Kind.LIVING, suit=suit) for suit in SUITS)


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
        found[Kind.BROKEN] = BROKEN_WALKS
    if p.court is Court.AMBER:
        if p.where is Place.AMBER and blood.can_pay(p, 1, in_place=True):
            found[Kind.PATTERN] = WALKS
        if p.blood and not p.cursed:
            found[Kind.CURSE] = tuple(Act(Kind.CURSE, other.seat) for other in s.opponents(seat))
    if p.court is Court.CHAOS:
        if blood.can_pay(p, 1):
            found[Kind.LOGRUS] = TENDRILS
        if not p.shadows and p.blood:
            found[Kind.DIVE] = (Act(Kind.DIVE),)
    if may_search_living(t, p):
        found[Kind.LIVING] = LIVING
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
                    yield act_of(Kind.HELLRIDE, other.seat, n, slots=(laid.slot,))
            elif from_place:
                yield act_of(Kind.HELLRIDE, other.seat, FORCED, slots=(laid.slot,))


def carry_out(t: Trumps, seat: Seat, act: Act) -> list[Bargain]:
    """Do one Substance Action; return the bargains that it brought."""
    match act.kind:
        case Kind.SHADOWSHIFT:
            return shadowshift(t, seat, act)
        case Kind.HELLRIDE:
            return hellride(t, seat, act)
        case Kind.SCHEME:
            blood.gain(t, seat, 1, Reason.SCHEME)
        case Kind.CURSE:
            curse(t, seat, act.seat)
        case kind:
            SEARCHES[kind](t, seat, act)
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
    """Two Blood force a Duel; with one the owner yields, Deals, or adds one and Duels (LT-9.7 to LT-9.9).

    In every Duel of a Hellride the rider is the Challenger.
    """
    slot = act.slots[0]
    laid = t.state.players[act.seat].shadow(slot)
    ante = Ante(seat, owner=act.seat, prize=slot)
    if laid.down:
        blood.stake(t, ante, seat, 1, Reason.HELLRIDE, placed=1)
    else:
        blood.stake(t, ante, seat, act.n, Reason.HELLRIDE)
    if act.n != FORCED:
        reply = answered(t, seat, act.seat, laid.card)
        if reply is Reply.DEAL:
            return deal(t, seat, act.seat, forced_terms(t, seat, act.seat), ante, forced=True)
        if reply is Reply.YIELD:  # which is no lost Duel, so no Boon is owed
            blood.take_ante(t, ante, act.seat)
            shadows.capture(t, act.seat, slot, seat)
            return []
        blood.stake(t, ante, act.seat, 1, Reason.DEFENCE)
    winner = fight(t, seat, act.seat)
    win(t, winner, act.seat if winner == seat else seat, ante)
    return []


def answered(t: Trumps, seat: Seat, owner: Seat, card: Card) -> Reply:
    """The owner's three answers to a ride of one Blood, of which the Duel costs one more (LT-9.8)."""
    able = blood.can_pay(t.state.players[owner], 1)
    choices = (Reply.YIELD, Reply.DEAL, Reply.DUEL) if able else (Reply.YIELD, Reply.DEAL)
    reply = t.ask(asks.HellrideReply(owner, choices, seat, card))
    t.tell(ev.Replied(seat=owner, rider=seat, reply=reply, to=PUBLIC))
    return reply


def shadowshift(t: Trumps, seat: Seat, act: Act) -> list[Bargain]:
    """As many cards as Blood invested; each becomes a Shadow at once, a Joker is a Storm (LT-9.3, LT-9.4, LT-R16)."""
    ante = Ante(seat)
    blood.stake(t, ante, seat, act.n, Reason.SHADOWSHIFT)
    left, stormy = act.n, False
    while left and t.state.shadow_deck:
        jokers = (n for n, card in enumerate(t.state.shadow_deck[:left], 1) if card.joker)
        cards = t.state.shadow_deck[: next(jokers, left)]
        left -= len(cards)
        shadows.turn_up(t, seat, cards, kept=True)
        kept = [shadows.keep(t, seat, card, all_told=True) for card in cards if not card.joker]
        if t.state.options.anted_shadows:
            ante.shifted += [laid.slot for laid in kept]
        if cards[-1].joker:
            stormy = True
            if not shadows.storm(t, seat, ante):
                shadows.shuffle_back(t)
                return []
    bargains = shift_deal(t, seat, ante)
    if stormy:
        shadows.shuffle_back(t)
    return bargains


PAIR = 2
Fits = Callable[[Card], bool]


def search(t: Trumps, seat: Seat, cards: list[Card], fits: Fits) -> Card | None:
    """Turn cards up one by one until one fits, a Joker appears, or there are no more; return the last, if it counts."""
    found: list[Card] = []
    for card in cards:
        found.append(card)
        if card.joker or fits(card):
            break
    shadows.turn_up(t, seat, found)
    return found[-1] if found and (found[-1].joker or fits(found[-1])) else None


def settle(t: Trumps, seat: Seat, found: Card | None) -> Card | None:
    """A search for a rank ends: the card becomes a Shadow, Primal Chaos comes, or nothing is found (LT-9.14)."""
    if found is None:
        t.tell(ev.NothingFound(seat=seat, to=PUBLIC))
    elif found.joker:
        shadows.meet_chaos(t, seat, len(t.state.turned))
    else:
        shadows.keep(t, seat, found)
    shadows.shuffle_back(t)
    return None if found is None or found.joker else found


def broken(t: Trumps, seat: Seat, act: Act) -> None:
    """The Broken Pattern: one of three piles, cut at random, from its top (LT-9.13, LT-9.14, LT-R25)."""
    blood.sacrifice(t, seat, 1, Reason.PATTERN)
    deck = t.state.shadow_deck
    one, other = 1 + t.chance.below(len(deck) - 1, "piles"), 1 + t.chance.below(len(deck) - 2, "piles")
    first, second = sorted((one, other + (other >= one)))  # each pile has a card at least
    piles = (deck[:first], deck[first:second], deck[second:])
    settle(t, seat, search(t, seat, piles[act.n - 1], lambda card: card.rank == act.rank))


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
    found = settle(t, seat, search(t, seat, cards, lambda card: card.rank == act.rank))
    if found is not None and found.rank == t.state.players[seat].rank:
        shadows.do_deed(t, seat)


def logrus(t: Trumps, seat: Seat, act: Act) -> None:
    """Logrus Tendrils: each Blood sends one out, until suit or rank appears; a card for each (LT-11.1, LT-11.2)."""
    taken: list[Card] = []

    def take() -> None:
        taken.append(choose(t, seat, act, taken))

    cut_deck(t)
    one = t.state.options.one_tendril_card
    if send(t, seat, act, Reason.TENDRIL, (lambda: None) if one else take) and one:
        take()
    shadows.shuffle_back(t)


def living(t: Trumps, seat: Seat, act: Act) -> None:
    """The Living Trump: search for a suit, further for further Blood; one Shadow in all (LT-12.1, LT-12.2)."""
    p = t.state.players[seat]
    found = send(t, seat, act, Reason.LIVING, lambda: None, in_place=t.state.options.keep_needed)
    if found and choose(t, seat, act, []).rank == p.rank and p.court is Court.SHADOW:
        shadows.do_deed(t, seat)
    shadows.shuffle_back(t)


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
            return shadows.meet_chaos(t, seat, price) and sent > 0
        sent += 1
        find()
        if not blood.can_pay(t.state.players[seat], 1, in_place=in_place):
            return True
        if not t.ask(asks.Tendril(seat, NO_OR_YES, sent)):
            return True


def choose(t: Trumps, seat: Seat, act: Act, taken: list[Card]) -> Card:
    """One of the face-up cards becomes a Shadow, after those taken (LT-11.1, LT-12.2)."""
    cards = tuple(card for card in t.state.turned if not card.joker)
    chosen = t.ask(asks.ChooseShadow(seat, cards, tuple(taken), act.rank, act.suit, tuple(t.state.players[seat].hand)))
    shadows.keep(t, seat, chosen)
    return chosen


def dive(t: Trumps, seat: Seat, act: Act) -> None:
    """A Pit-Dive: as many cards from the bottom as one has Blood, up to a Joker (LT-11.5, LT-R30)."""
    p = t.state.players[seat]
    cards = t.state.shadow_deck[::-1][: p.blood]
    joker = search(t, seat, cards, lambda card: False)
    if joker is not None:
        drown(t, seat)
    else:
        take_pairs(t, seat)
    shadows.shuffle_back(t)


def drown(t: Trumps, seat: Seat) -> None:
    """A Joker in a Pit-Dive: all Blood is lost and the Intrigue Step ends (LT-11.7)."""
    p = t.state.players[seat]
    waiting = shadows.jewel_waits(t.state) and t.state.options.jewel_from_storm
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
        turned = [card.rank for card in t.state.turned] if blood.can_pay(t.state.players[seat], PAIR) else []
        pairs = dict.fromkeys(rank for rank in turned if turned.count(rank) >= PAIR)
        rank = t.ask(asks.TakePair(seat, ("", *pairs)))
        if not rank:
            return
        blood.sacrifice(t, seat, PAIR, Reason.DIVE)
        for card in [card for card in t.state.turned if card.rank == rank][:PAIR]:
            shadows.keep(t, seat, card)


SEARCHES: Mapping[Kind, Callable[[Trumps, Seat, Act], None]] = {
    Kind.BROKEN: broken, Kind.PATTERN: pattern, Kind.LOGRUS: logrus, Kind.DIVE: dive, Kind.LIVING: living,
}  # fmt: skip
