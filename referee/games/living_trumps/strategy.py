"""Orders that play to win by simple sense, from the view alone.

A plan is a flush or a straight, of the Shadows at hand and of those that lie open before others: the ranks to collect
are those of its cards. Blood comes from honest Deals, which pay both sides; now and then a bot cheats for the one card
that a Trick lacks. It goes into Shapeshifts, Tricks and
rides for what is still missing. What the Patternfall War asks besides stands in ``war``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.games.cards import Card
from referee.games.living_trumps.deck import RANKS, TRICK, Court, height
from referee.games.living_trumps.goals import Goal, jokers, nearest
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.view import View
from referee.games.living_trumps.war import War

MOST, ENOUGH, THIN, TENDRILS, RICH, CLOSE = 8, 10, 8, 3, 6, 4
CHEATS = 6
"""One Turn of so many a bot cheats, if it is near enough to a Trick."""


def sensible(seen: View, chance: Chance) -> Sequence[str]:
    """Play to win: build the nearest winning hand, Deal honestly, and in the War see to deed, Place and Jewel."""
    goal = nearest(seen)
    war = War(seen, goal)
    purse = seen.me.free + (seen.jewel != seen.seat)
    ready = min(purse, sum(seen.holding(rank) + jokers(seen) >= TRICK for rank in {card.rank for card in goal.cards}))
    dead = [] if war.built else dead_tricks(seen, goal, purse)[: max(0, purse - ready - 1)]
    spare = max(0, purse - ready - len(dead) - 1)
    partners = chance.shuffled([seat for seat in seen.seats if seat != seen.seat], "sensible", "partner")
    shifted = f"DEAL {partners[0]} THEN DEAL {partners[1]}"
    lines = ["DEALS OPEN", "TRICKS NONE", *defence(goal), *war.policies(), *deals(seen, goal)]
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
        lines += [*shift(seen, shifted, spare, wide=True), *rides(goal), *searches(seen, goal, spare)]
        lines += shift(seen, shifted, spare, wide=False)
    wanted = sorted(goal.ranks, key=lambda rank: chance.below(100, "sensible", "take"))
    return [*lines, "SUBSTANCE SCHEME", *tricks(seen, goal, dead, wanted)]


def within_reach(seen: View, goal: Goal) -> bool:
    """Whether only the Shadow of some Trick is missing: then Blood is for that, not for Shapeshifts."""
    missing = [*(card.rank for _, card in goal.prey), *goal.unseen]
    return any(seen.holding(rank) + jokers(seen) >= TRICK for rank in missing)


def defence(goal: Goal) -> Iterator[str]:
    """Fight for what the hand needs, and sell the rest for the rider's Blood."""
    for card in goal.cards:
        yield f"DEFEND DUEL ELSE DEAL FOR {card}"
    yield "DEFEND YIELD"


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
    lacking = [rank for rank in goal.ranks if seen.holding(rank) + jokers(seen) == TRICK - 1]
    plain = [c for c in seen.hand if not c.joker and c.rank != sheet.rank and c.rank not in goal.ranks]
    strong = sorted(plain, key=lambda card: sum(other.suit == card.suit for other in seen.me.base))
    promised = [card.rank for card in plain if strong and card.rank != strong[-1].rank]
    if lacking and promised and seen.shadows > seen.jokers:
        terms = f"GIVE {promised[0]} GET {lacking[0]} PLAY LIE {strong[-1]}"
        yield f"SUBSTANCE SHADOWSHIFT 1 DEAL {partner} {terms}"


def rides(goal: Goal) -> Iterator[str]:
    """Offer a Blood for what is missing and lies open before another, what is nearest to a Trick first."""
    for owner, card in goal.prey:
        yield f"SUBSTANCE HELLRIDE {owner} {card} OFFER"


def searches(seen: View, goal: Goal, spare: int) -> Iterator[str]:
    """Search the deck for what lies open nowhere, as one's court can where one is."""
    me = seen.me
    for rank in goal.unseen:
        if seen.holding(rank) + jokers(seen) < TRICK:
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
