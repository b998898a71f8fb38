"""What the entries of a list stand for now: in an attack plan, in a defence, against Chaos, and when giving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from referee.games.amber import deck
from referee.games.amber.events import Result
from referee.games.amber.lists import Branch, Plan
from referee.games.amber.words import Entry, How
from referee.games.cards import Card


def highest(cards: Iterable[Card]) -> Card | None:
    """Find the highest card; of equal ones the cheapest."""
    return min(cards, key=lambda c: (-c.number, deck.cheap(c)), default=None)


def lead(entry: Entry, choices: Sequence[Card], kept: Sequence[Card]) -> Card | None:
    """What an entry of an attack plan leads, if anything."""
    if entry.card is not None:
        return entry.card if entry.card in choices else None
    fit = [c for c in choices if c in deck.ORDINARY and entry.fits(c)]
    match entry.how:
        case How.ANY:
            free = [c for c in fit if c not in kept]
            return deck.best_lead([c for c in free if c in deck.ATTACKING] or free)
        case How.HIGH | How.ALL:
            return highest(fit)
        case How.LOW | How.ENOUGH:
            return deck.cheapest(fit)
        case _:
            return None


def reply(
    entry: Entry, choices: Sequence[Card], attack: Card, kept: Sequence[Card], *, wands_counter: bool = False
) -> Card | None:
    """What an entry of a DEFEND list replies, if anything; ANY without the call for help.

    With ``wands_counter`` a higher Wand strikes back at a Sword too (R-3).
    """
    if entry.card is not None:
        return entry.card if entry.card in choices else None
    fit = [c for c in choices if c in deck.ORDINARY and entry.fits(c)]
    match entry.how:
        case How.LOW | How.ALL:
            return deck.cheapest(fit)
        case How.HIGH:
            return highest(fit)
        case How.ENOUGH:
            return deck.cheapest(c for c in fit if deck.clash(attack, c)[0] not in (Result.BEATEN, Result.TIE))
        case How.NEGATE:
            return deck.cheapest(c for c in fit if deck.negates(c, attack))
        case How.COUNTER:
            return deck.cheapest(c for c in fit if strikes_back(c, attack, wands_counter=wands_counter))
        case How.TIE:
            return deck.cheapest(c for c in fit if deck.clash(attack, c)[0] is Result.TIE)
        case How.ANY:
            free = [c for c in fit if c not in kept]
            return deck.unhurt(free, attack) or deck.softened(free, attack)
        case _:
            return None


def strikes_back(card: Card, attack: Card, *, wands_counter: bool) -> bool:
    """Say whether a card is a Wand that counter-attacks (AM-8.9, R-3)."""
    return card.suit == deck.WANDS and deck.clash(attack, card, wands_counter=wands_counter)[0] is Result.COUNTERED


def offered(
    entries: Sequence[Entry], stock: Sequence[Card], attack: Card, kept: Sequence[Card], *, wands_counter: bool
) -> list[Card]:
    """List the cards that a HELP list offers against an attack card (O8, 4.3)."""
    found = list(named(entries, stock, kept))
    for entry in entries:
        if entry.how is How.NEGATE:
            found += [c for c in stock if deck.negates(c, attack)]
        elif entry.how is How.COUNTER:
            found += [c for c in stock if strikes_back(c, attack, wands_counter=wands_counter)]
    return found


def guard(entry: Entry, choices: Sequence[Card], laid: Card, kept: Sequence[Card]) -> Card | None:
    """What an entry of a DEFEND AMBER list lays; the choices all turn the card back (RULES.md, 4.3).

    ANY is what would be laid without a list, so it spares what is kept.
    """
    if entry.card is not None:
        return entry.card if entry.card in choices else None
    fit = [c for c in choices if c in deck.ORDINARY and entry.fits(c)]
    match entry.how:
        case How.HIGH:
            return highest(fit)
        case How.TIE:
            return deck.cheapest(c for c in fit if c.number == laid.number)
        case How.ANY:
            return deck.cheapest(c for c in fit if c not in kept)
        case How.LOW | How.ALL | How.ENOUGH:
            return deck.cheapest(fit)
        case How.NEGATE | How.COUNTER:
            return deck.cheapest(c for c in fit if c.suit == deck.WANDS)
        case _:
            return None


def withheld(entries: Sequence[Entry], stock: Sequence[Card]) -> Iterator[Card]:
    """List the cards of a stock that a KEEP line means: of a suit all of it, its special too (O23)."""
    return named([replace(e, how=How.ALL) if e.how is How.LOW and e.suit else e for e in entries], stock)


def named(entries: Sequence[Entry], stock: Sequence[Card], kept: Sequence[Card] = ()) -> Iterator[Card]:
    """List the cards of a stock that a list names, in its order: HIGH gives one card, a suit all, ANY none kept."""
    for entry in entries:
        suited = (c for c in stock if entry.fits(c))
        fit = sorted((c for c in suited if c in deck.ORDINARY or entry.how is How.ALL), key=deck.cheap)
        yield from meant(entry, stock, fit, [c for c in fit if c not in kept])


def laid(entries: Sequence[Entry], forces: Sequence[Card]) -> Iterator[Card]:
    """List the cards of Chaos that a list names: special ones are numbers of their suit (R-58), and ANY is as drawn."""
    for entry in entries:
        drawn = [c for c in forces if entry.fits(c)]
        yield from meant(entry, forces, sorted(drawn, key=lambda c: (c.number, deck.cheap(c))), drawn)


def meant(entry: Entry, stock: Sequence[Card], fit: Sequence[Card], free: Iterable[Card]) -> Iterable[Card]:
    """List what an entry means of a stock: the card that it names, or of those that ``fit`` what its word says."""
    match entry.how:
        case How.CARD:
            return [c for c in stock if c is entry.card]
        case How.SPECIALS:
            return [c for c in stock if c in deck.SPECIALS]
        case How.HIGH:
            return filter(None, (highest(fit),))
        case How.ANY:
            return free
        case How.LOW | How.ALL | How.ENOUGH:
            return fit
        case _:
            return ()


@dataclass(slots=True)
class Running:
    """An attack plan at work: which entries are used up, and the number of its order."""

    plan: Plan
    order: int
    used: set[int] = field(default_factory=set)

    def next(self, choices: Sequence[Card], kept: Sequence[Card]) -> Card | None:
        """Work the list off from left to right, each entry once; those that give no card now are skipped."""
        found = self.peek(choices, kept)
        if found is None:
            return None
        place, card = found
        self.used.update(range(place))
        if self.plan.entries[place].how is not How.ALL:
            self.used.add(place)
        return card

    def peek(self, choices: Sequence[Card], kept: Sequence[Card]) -> tuple[int, Card] | None:
        """Find the next entry that gives a card, without using it."""
        for place, entry in enumerate(self.plan.entries):
            if entry.how is How.NOTHING and place not in self.used:
                return None
            card = None if place in self.used else lead(entry, choices, kept)
            if card is not None:
                return place, card
        return None

    def after(self, answered: Card | None, choices: Sequence[Card], kept: Sequence[Card]) -> Card | None:
        """The first branch for the suit of the last reply gives the next card; else the list goes on."""
        branch = self.branch(answered)
        card = None if branch is None else lead(branch.entry, choices, kept)
        return card if card is not None else self.next(choices, kept)

    def stops(self, reply: Card | None, *, tie: bool, negated: bool, helped: bool) -> bool:
        """Say whether the plan stops after a tie, a negation, a helper's reply, or by the branch for this reply."""
        branch = self.branch(reply)
        ends = branch is not None and branch.entry.how is How.NOTHING
        plan = self.plan
        return ends or (tie and plan.on_tie) or (negated and plan.if_negated) or (helped and plan.if_helped)

    def branch(self, answered: Card | None) -> Branch | None:
        """Find the first branch for the suit of the last reply."""
        if answered is None:
            return None
        return next((one for one in self.plan.branches if one.suit in ("", answered.suit)), None)
