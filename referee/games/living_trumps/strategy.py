"""Orders that play to win by simple sense, from the view alone.

A plan is a flush or a straight, of the Shadows at hand and of those that lie open before others: the ranks to collect
are those of its cards. Blood comes from honest Deals, which pay both sides; now and then a bot cheats for the one card
that a Trick lacks. It goes into Shapeshifts, Tricks and rides for what is still missing. The Patternfall War asks for
more besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.values import value
from referee.games.cards import Card
from referee.games.living_trumps.deck import PLACE_CARDS, RANKS, SUITS, TRICK, Court, height, held
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.poker import FULL, wins
from referee.games.living_trumps.turn import OWN_PLACE
from referee.games.living_trumps.view import View

MOST, ENOUGH, THIN, TENDRILS, RICH, CLOSE = 8, 10, 8, 3, 6, 4
CHEATS = 6
"""One Turn of so many a bot cheats, if it is near enough to a Trick."""


def sensible(seen: View, chance: Chance) -> Sequence[str]:
    """Play to win: build the nearest winning hand, Deal honestly, and in the War see to deed, Place and Jewel."""
    goal = nearest(seen)
    war = War(seen, goal)
    purse = seen.me.free + (seen.jewel != seen.seat)
    ready = min(purse, sum(seen.holding(rank) + seen.wild >= TRICK for rank in {card.rank for card in goal.cards}))
    dead = [] if war.built else dead_tricks(seen, goal, purse)[: max(0, purse - ready - 1)]
    spare = max(0, purse - ready - len(dead) - 1)
    partners = chance.shuffled([seat for seat in seen.seats if seat != seen.seat], "sensible", "partner")
    shifted = f"DEAL {partners[0]} THEN DEAL {partners[1]}"
    fought = [f"DEFEND DUEL ELSE DEAL FOR {card}" for card in goal.cards]  # the rest is for the rider's Blood
    lines = ["DEALS OPEN", "TRICKS NONE", *fought, "DEFEND YIELD", *war.policies(), *deals(seen, goal)]
    shadow = war.shadow()
    if shadow:
        lines.append(shadow)
    elif spare and not war.built and not (spare < CLOSE and within_reach(seen, goal)):
        shifts = max(1, spare // 2)
        keep = [rank for rank in goal.ranks if seen.holding(rank) <= TRICK]
        lines.append(f"SHADOW SHAPESHIFT {shifts} KEEP {', '.join([*keep, 'JOKER'])}")
        spare -= shifts
    lines += war.substance(spare, shifted)
    if spare:
        lines += cheat(seen, goal, partners[0]) if not chance.below(CHEATS, "sensible", "cheat") else ()
        rides = [f"SUBSTANCE HELLRIDE {owner} {card} OFFER" for owner, card in goal.prey]
        lines += [*shift(seen, shifted, spare, wide=True), *rides, *searches(seen, goal, spare)]
        lines += shift(seen, shifted, spare, wide=False)
    wanted = sorted(goal.ranks, key=lambda rank: chance.below(100, "sensible", "take"))
    return [*lines, "SUBSTANCE SCHEME", *tricks(seen, goal, dead, wanted)]


def within_reach(seen: View, goal: Goal) -> bool:
    """Whether only the Shadow of some Trick is missing: then Blood is for that, not for Shapeshifts."""
    missing = [*(card.rank for _, card in goal.prey), *goal.unseen]
    return any(seen.holding(rank) + seen.wild >= TRICK for rank in missing)


def deals(seen: View, goal: Goal) -> Iterator[str]:
    """In a Deal put down what one needs least, but never the other's Flaw, which would accuse them."""

    def worth(card: Card) -> tuple[bool, int, int, int]:
        count = seen.holding(card.rank)
        return card.rank in goal.ranks, -count if count > TRICK else 0, count, height(card.rank)

    least = sorted((card for card in seen.hand if not card.joker), key=worth)
    for seat, sheet in seen.sheets.items():
        plain = next((card for card in least if card.rank != sheet.rank), None)
        if seat != seen.seat and plain is not None:
            yield f"DEAL {seat} PLAY {plain} ELSE HONOUR"


def shift(seen: View, shifted: str, spare: int, *, wide: bool) -> Iterator[str]:
    """Deal honestly for new Shadows: for many while the deck is thick and there are few, else for one or two."""
    few, left = len(seen.me.shadows) < ENOUGH, seen.shadows - seen.jokers
    if wide != (few and left > THIN) or left < 1:
        return
    stake = max(1, min(spare, MOST if wide else 2, left))
    yield f"SUBSTANCE SHADOWSHIFT {stake} {shifted}"


def cheat(seen: View, goal: Goal, partner: Seat) -> Iterator[str]:
    """Ask for the one card that a Trick still lacks, promise another and put down a third (LT-18.8).

    One Blood is at stake: whoever is caught loses that and a card, and who wins the contest names the card.
    """
    sheet = seen.sheets[partner]
    lacking = [rank for rank in goal.ranks if seen.holding(rank) + seen.wild == TRICK - 1]
    plain = [c for c in seen.hand if not c.joker and c.rank != sheet.rank and c.rank not in goal.ranks]
    strong = sorted(plain, key=lambda card: sum(other.suit == card.suit for other in seen.me.base))
    promised = [card.rank for card in plain if strong and card.rank != strong[-1].rank]
    if lacking and promised and seen.shadows > seen.jokers:
        terms = f"GIVE {promised[0]} GET {lacking[0]} PLAY LIE {strong[-1]}"
        yield f"SUBSTANCE SHADOWSHIFT 1 DEAL {partner} {terms}"


def searches(seen: View, goal: Goal, spare: int) -> Iterator[str]:
    """Search the deck for what lies open nowhere, as one's court can where one is."""
    me = seen.me
    for rank in goal.unseen:
        if seen.holding(rank) + seen.wild < TRICK:
            continue
        card = f"{rank}{goal.suit}"
        many = min(spare, TENDRILS)
        sent = f"TENDRILS {many} CHOOSE {', '.join([card, *[goal.suit] * many])}"
        if not goal.suit:
            yield f"SUBSTANCE PATTERN {rank} TIR" if me.place is Place.AMBER else f"SUBSTANCE BROKEN {rank} PILE 1"
        elif me.court is Court.CHAOS:
            yield f"SUBSTANCE LOGRUS {card} {sent}"
        elif me.place is Place.KEEP:
            yield f"SUBSTANCE LIVING {goal.suit} {sent}"


def dead_tricks(seen: View, goal: Goal, purse: int) -> list[str]:
    """List the Tricks that bring new cards; to demand another's cards is a gamble, and for the rich (LT-14.6)."""
    others = [sheet.rank for seat, sheet in seen.sheets.items() if seat != seen.seat]
    found = [rank for rank in RANKS if rank not in goal.ranks and seen.holding(rank) >= TRICK]
    return [rank for rank in found if rank not in others or purse >= RICH]


def tricks(seen: View, goal: Goal, dead: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Declare what builds the hand; dead Tricks are traded for four new cards, or take cards that are wanted."""
    cards = [*goal.cards, *(card for _, card in goal.prey)]
    lines = [f"TRICK {card.rank} CONSOLIDATE {card} IF {seen.seat} OWNS {card}" for card in cards]
    lines += [f"TRICK {rank} CONSOLIDATE JOKER TAKE {', '.join(wanted)}" for rank in dead if wanted]
    drop = [str(card) for card in seen.me.base if card not in goal.keep]
    return [*lines, f"POWERBASE DROP {', '.join(drop)}"] if drop else lines


MINE, THEIRS, RANK, CARD = 0, 2, 4, 9
"""How far a card is, counted in Trumps to be drawn: one's own, one open before another, one of any suit that the deck
must bring, and one of the right suit."""


@value
class Goal:
    """A winning hand to build.

    How far off it is; which own Shadows are to be consolidated for it, and which of others' are wanted; the ranks that
    only the deck can bring; all ranks to collect; the suit of a flush; and which Powerbase cards belong to it.
    """

    distance: int
    cards: tuple[Card, ...]
    prey: tuple[tuple[Seat, Card], ...]
    unseen: tuple[str, ...]
    ranks: tuple[str, ...]
    suit: str
    keep: tuple[Card, ...]


@value
class Step:
    """One card on the way: its rank, what its Trick lacks, how hard the Shadow is to get, and where that lies."""

    rank: str
    lacks: int
    way: int
    card: Card | None = None
    owner: Seat | None = None


Path = tuple[Sequence[Step], str, Sequence[Card]]
"""The steps to a hand, the suit if it is a flush, and which Powerbase cards belong to it."""


def nearest(seen: View) -> Goal:
    """Choose the hand that takes least; each Joker of the own Hand stands in once."""
    wild = seen.wild

    def distance(path: Path) -> int:
        steps, _, _ = path
        return max(0, sum(step.lacks for step in steps) - wild) + sum(step.way for step in steps)

    steps, suit, have = chosen = min(paths(seen), key=distance)
    lying = [(step.owner, step.card) for step in steps if step.owner is not None and step.card is not None]
    return Goal(
        distance=distance(chosen),
        cards=tuple(card for owner, card in lying if owner == seen.seat),
        prey=tuple((owner, card) for owner, card in lying if owner != seen.seat),
        unseen=tuple(step.rank for step in steps if step.card is None),
        ranks=tuple(step.rank for step in steps),
        suit=suit,
        keep=tuple(have),
    )


def paths(seen: View) -> Iterator[Path]:
    """List the ways to every flush and straight that might be built, with what is there."""
    held_ranks = [card.rank for card in seen.hand]
    lacks = {rank: max(0, TRICK - held_ranks.count(rank)) for rank in RANKS}
    base, lying = seen.me.base, list(found(seen, lacks))
    for suit in SUITS:
        have = [card for card in base if card.suit == suit][:FULL]
        steps = closest((step for step in lying if step.card is not None and step.card.suit == suit), lacks, CARD)
        yield steps[: FULL - len(have)], suit, have
    by_rank = closest(lying, lacks, RANK)
    for low in range(-1 if seen.options.low_ace else 0, len(RANKS) - FULL + 1):
        ranks = [RANKS[n] for n in range(low, low + FULL)]
        own = {card.rank: card for card in base if card.rank in ranks}
        yield [step for step in by_rank if step.rank in ranks and step.rank not in own], "", list(own.values())


def found(seen: View, lacks: Mapping[str, int]) -> Iterator[Step]:
    """List what could be consolidated of what one sees: own Shadows, and others' open ones."""
    for seat, sheet in seen.sheets.items():
        mine = seat == seen.seat
        for one in sheet.shadows:
            if one.card is not None and (mine or not one.down):
                yield Step(one.card.rank, lacks[one.card.rank], MINE if mine else THEIRS, one.card, seat)


def closest(lying: Iterable[Step], lacks: Mapping[str, int], way: int) -> list[Step]:
    """Take the nearest of each rank, which the deck must bring if none lies there; the nearest rank comes first."""
    chosen: dict[str, Step] = {}
    for step in lying:
        if step.rank not in chosen or step.way < chosen[step.rank].way:
            chosen[step.rank] = step
    steps = [chosen.get(rank) or Step(rank, lacks[rank], way) for rank in reversed(RANKS)]
    return sorted(steps, key=lambda step: step.lacks + step.way)


ROADS = {Court.AMBER: "AMBER", Court.CHAOS: "ABYSS", Court.SHADOW: "KEEP"}
NEAR, DEEP, DEAR = 2, 6, 2


class War:
    """What the War asks besides a hand: the deed, the Place of Power, the Jewel (LT-24.3); other variants ask nothing.

    The Jewel stops New Blood, so it is taken last: whoever gets it early spends it for the sake of its four Blood, and
    whoever has a built hand and the deed done lets a Joker strike while the Jewel waits. ``built`` is a Powerbase that
    would win the War; in the other variants the game is over then.
    """

    def __init__(self, seen: View, goal: Goal) -> None:
        self.seen, self.me, self.goal = seen, seen.me, goal
        self.on = seen.options.war
        self.waits = self.on and seen.jewel is None
        self.built = self.on and wins(seen.me.base, low_ace=seen.options.low_ace)
        self.home = seen.me.place is OWN_PLACE[seen.me.court]

    def policies(self) -> Iterator[str]:
        """Say how Jokers are met, and whether the Jewel is spent."""
        if self.me.court is Court.SHADOW:
            yield f"SPEND {'FREE ONLY' if self.on and (self.built or not self.me.deed) else 'PLACE OK'}"
        if self.on:
            near = self.me.deed and (self.built or self.goal.distance <= NEAR)
            yield f"JEWEL {'LAST' if near else 'FIRST'}"
        if self.waits and (self.built or len(self.goal.cards) < DEAR):
            bold = self.me.court is Court.CHAOS and not self.me.deed
            yield "CHAOS CONTROL INTENSIFY" if bold else "CHAOS SUFFER"
            yield "STORM SUFFER"
        else:
            yield "CHAOS CONTROL INTENSIFY" if self.on else "CHAOS CONTROL"
            yield "STORM CONTROL"

    def shadow(self) -> str:
        """Travel where the deed is done, and home when the hand is built."""
        wanted = self.built or (self.me.court is not Court.CHAOS and not self.me.deed)
        if not self.on or self.home or not wanted or len(self.me.shadows) < PLACE_CARDS[self.me.court]:
            return ""
        if self.me.free + (self.seen.jewel != self.seen.seat) < PLACE_CARDS[self.me.court]:
            return ""
        return f"SHADOW TRAVEL {ROADS[self.me.court]}"

    def substance(self, spare: int, shifted: str) -> Iterator[str]:
        """Do the deed; with the hand built, look for the Joker that brings the Jewel, or bide one's time."""
        if not self.on:
            return
        if not self.me.deed:
            yield from self.deed(spare)
        if not self.built:
            return
        if not self.home and spare:
            yield from self.gather(spare, shifted)
        if self.waits and spare:
            if self.me.court is Court.CHAOS:
                yield f"SUBSTANCE BROKEN {self.rarest()} PILE 1"
            most = min(spare, self.seen.shadows)
            if self.home and most:
                yield f"SUBSTANCE SHADOWSHIFT {most} {shifted}"
        yield "SUBSTANCE SCHEME"

    def gather(self, spare: int, shifted: str) -> Iterator[str]:
        """Get the Shadows without which there is no way home: out of the deck, or for a Blood from who has many."""
        lacking = PLACE_CARDS[self.me.court] - len(self.me.shadows)
        drawn = min(lacking, spare, self.seen.shadows - self.seen.jokers)
        if drawn > 0:
            yield f"SUBSTANCE SHADOWSHIFT {drawn} {shifted}"
        if lacking > 0:
            for seat, sheet in self.seen.sheets.items():
                if seat != self.seen.seat and sheet.open_shadows:
                    yield f"SUBSTANCE HELLRIDE {seat} {sheet.open_shadows[-1]} OFFER"

    def deed(self, spare: int) -> Iterator[str]:
        """The deed of one's court (LT-24.4); a Chaosian needs a purse for the price."""
        match self.me.court:
            case Court.AMBER if self.home or self.shadow():
                yield f"SUBSTANCE PATTERN {self.me.rank} TIR"
            case Court.SHADOW if self.home or self.shadow():
                yield f"SUBSTANCE LIVING {self.me.forte} TENDRILS {max(1, spare)} CHOOSE {self.me.rank}"
            case Court.CHAOS if spare >= DEEP:
                yield f"SUBSTANCE BROKEN {self.rarest()} PILE 1"

    def rarest(self) -> str:
        """Name the rank of which most lie on the table, so that a search meets a Joker first."""
        lying = (one.card for s in self.seen.sheets.values() for one in (*s.shadows, *s.powerbase))
        laid = [card for card in lying if card is not None]
        return max(RANKS, key=lambda rank: held(laid, rank))
