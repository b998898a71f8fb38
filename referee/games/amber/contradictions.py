"""What the lines of one letter name, and what they do to each other: which of two counts, which finds nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from referee.engine.author import Condition, If, Order, Remark, Seat, all_hold, inside, warning
from referee.engine.slots import compare
from referee.games.amber import conditions, deck, lists, moves, verbs
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.words import ANY, CARD, PLAYER, SUIT_WORDS, Entry, How
from referee.games.cards import Card

ONE_VALUE = (verbs.UseWorld, verbs.UseHermit, verbs.ThroneDraw, verbs.CutDeck)
SPENDING = (verbs.Attack, verbs.War, verbs.Seize, verbs.GiveBackAttack, verbs.OnCourt, verbs.PlayCard, verbs.GiveCards)
SPENT = (*SPENDING, verbs.Defend, verbs.HelpPlayer, verbs.DefendAmber)
O = TypeVar("O", bound=Order)  # noqa: E741 - the type of an order

LATER = (
    conditions.CivilWar, conditions.Claims, conditions.Attacks, conditions.ChaosAttacks, conditions.LastReply,
    conditions.AttackedBy,
)  # fmt: skip
"""What cannot be so before the options are opened."""


def contradictions(v: Knowledge, orders: Sequence[Order], one_value: Sequence[type[Order]]) -> Iterator[Remark]:
    """Look at the whole set of lines; every remark stands at the line that gives way."""
    yield from several_options(orders)
    yield from too_early(orders)
    yield from left_behind(v, orders)
    yield from other_values(orders, one_value)
    if verbs.TakeSpoils not in one_value:
        yield from other_spoils(orders)
    yield from spent_twice(v, orders)
    yield from same_defence(orders)
    yield from unaimed(v, orders)
    yield from war_alone(v, orders)
    yield from one_use(v, orders)


def called(one: Order) -> str:
    """Name an order by its number."""
    return f"order {one.number}" if one.number else "another line"


def pairs(lines: Sequence[O]) -> Iterator[tuple[O, O]]:
    """List every line with each that stands before it."""
    return ((one, before) for i, one in enumerate(lines) for before in lines[:i])


# Options.


def several_options(orders: Sequence[Order]) -> Iterator[Remark]:
    """Options under IF are tried first, then the last without counts, then those that stand (4.3)."""
    decided: Order | None = None
    for lasting in (False, True):
        lines = [one for one in orders if one.lasting is lasting and has(one, verbs.OPTION_ORDERS)]
        ifs = [one for one in lines if isinstance(one, If)]
        plain = [one for one in lines if not isinstance(one, If)]
        for line in ifs:
            if decided is not None:
                yield warning(line, f"Your option is decided by {called(decided)}.", "AM-4.1")
            elif all(isinstance(x, verbs.OPTION_ORDERS) for x in (line.then, line.otherwise)):
                decided = line
        for one in plain[:-1]:
            if one != plain[-1]:  # the same twice counts once
                yield warning(one, f"Of your options {called(plain[-1])} counts, being later.", "AM-4.1")
        for one in plain[-1:]:
            if decided is not None:
                yield warning(one, f"Your option is decided by {called(decided)}.", "AM-4.1")
            elif ifs:
                yield warning(one, f"This counts only where {called(ifs[0])} gives no option.", "AM-4.1")
            decided = decided or one


def too_early(orders: Sequence[Order]) -> Iterator[Remark]:
    """An option is chosen before anything of the turn is known (R-74)."""
    for one in orders:
        if isinstance(one, If) and has(one, verbs.OPTION_ORDERS):
            early = [test for test in one.tests if never_yet(test.condition)]
            if any(test.wanted for test in early):
                rest = "what stands behind ELSE counts" if one.otherwise else "this line gives no option"
                yield warning(one, f"When options are chosen nobody has claimed or attacked yet, so {rest}.", "R-74")
            elif early:
                yield warning(one, "When options are chosen nobody has claimed or attacked yet, so this holds.", "R-74")


def left_behind(v: Knowledge, orders: Sequence[Order]) -> Iterator[Remark]:
    """An option of Amber leaves one in Shadow there, even where another line is RETURN (AM-4.6)."""
    if v.me.in_amber or not v.able(v.seat):
        return
    for one in orders:
        order = (one.then if all_hold(one.tests, v) else one.otherwise) if isinstance(one, If) else one
        if isinstance(order, (verbs.Seize, verbs.Attack, verbs.Go)):
            left = "where this line counts you stay, and RETURN alone would bring you home"
            yield warning(one, f"In Shadow you may only STAY or RETURN; {left}.", "AM-4.6")


def never_yet(condition: Condition) -> bool:
    """Say whether a condition cannot hold at the beginning of a turn."""
    if isinstance(condition, conditions.Round):
        return not compare(0, condition.compare, condition.n)
    return isinstance(condition, LATER)


# Lines of one kind.


def other_values(orders: Sequence[Order], one_value: Sequence[type[Order]]) -> Iterator[Remark]:
    """Where a verb has one value the last line counts, and one of this turn before one that stands (4.3)."""
    for kind in one_value:
        lines = [one for one in orders if isinstance(one, kind)]
        for i, one in enumerate(lines):
            scope = getattr(one, "player", None)
            rest = [x for x in lines if x is not one and getattr(x, "player", None) == scope and x != one]
            later = [x for x in rest if x.lasting is one.lasting and x in lines[i + 1 :]]
            sooner = [x for x in rest if one.lasting and not x.lasting]
            if sooner:
                yield warning(one, f"This turn {called(sooner[-1])} counts instead.", "PB-2")
            elif later:
                yield warning(one, f"Of the two {called(later[-1])} counts, being later.", "PB-2")


def other_spoils(orders: Sequence[Order]) -> Iterator[Remark]:
    """Of the SPOILS lines for one loser the first that holds counts, and those of this turn before standing ones."""
    lines = sorted((one for one in orders if spoils_of(one)), key=lambda one: one.lasting)
    first: dict[Seat | None, verbs.TakeSpoils] = {}
    for one in lines:
        sooner = [(first[loser], x) for loser, x in spoils_of(one) if loser in first]
        before = next((known for known, x in sooner if known.choice != x.choice), None)
        if before is not None:
            counts = "is read first" if before.lasting is one.lasting else "of this turn is read first"
            yield warning(one, f"For the same loser {called(before)} {counts}.", "AM-9.8")
        if not isinstance(one, If):
            first = dict(spoils_of(one)) | first


def spoils_of(one: Order) -> list[tuple[Seat | None, verbs.TakeSpoils]]:
    """List the SPOILS in a line, in both branches of its IF, each with the loser that it is for; none, if for any."""
    found = [x for x in inner(one) if isinstance(x, verbs.TakeSpoils)]
    return [(None if x.player == ANY else x.player, x) for x in found]


def same_defence(orders: Sequence[Order]) -> Iterator[Remark]:
    """Of two lines for the same attack the first may leave nothing to the second (4.3)."""
    for one, before in pairs([one for one in orders if isinstance(one, verbs.Defend)]):
        if (one.player, one.attack) != (before.player, before.attack):
            continue
        if before.only or any(entry.how is How.NOTHING for entry in before.list):
            yield warning(one, f"Before it comes to this, {called(before)} gives up.", "AM-8.2")
        elif any(entry.how is How.ANY and not entry.suit for entry in before.list):
            yield warning(one, f"This counts only where {called(before)} finds no card at all.", "AM-8.2")
    for line, sooner in pairs([one for one in orders if isinstance(one, verbs.DefendAmber)]):
        if line.threats != sooner.threats:
            continue
        if any(entry.how is How.NOTHING for entry in sooner.list):
            text = f"For the same attack {called(sooner)} is read first, and this one only if you are compelled."
            yield warning(line, text, "AM-12.5")
        elif any(entry.how in (How.ALL, How.ANY) and not entry.suit for entry in sooner.list):
            yield warning(line, f"This counts only where {called(sooner)} finds no card at all.", "AM-12.5")
    refusing = next((one for one in orders if isinstance(one, verbs.RefuseHelp) and one.player is None), None)
    for asking in orders:
        if refusing and isinstance(asking, verbs.Defend) and any(entry.how is How.HELP for entry in asking.list):
            yield warning(asking, f"It asks for help, which {called(refusing)} refuses.", "AM-8.18")


def unaimed(v: Knowledge, orders: Sequence[Order]) -> Iterator[Remark]:
    """A reply behind IF somebody attacks me is for every attack, if it names nobody itself (4.3)."""
    for one in orders:
        if isinstance(one, If) and isinstance(one.then, verbs.Defend) and one.then.player is None:
            attacks = [x.condition for x in one.tests if x.wanted and isinstance(x.condition, conditions.Attacks)]
            foe = next((PLAYER.show(x.player) for x in attacks if x.rival == v.seat), "")
            if foe == ANY:
                yield warning(one, "Attacks by option alone count there; for every combat leave the IF out.", "R-74")
            elif foe:
                gives_up = [entry.how for entry in one.then.list] == [How.NOTHING]
                how = f"{'SURRENDER TO' if gives_up else 'DEFEND AGAINST'} {foe}"
                yield warning(one, f"It then holds against everybody; for {foe} alone write {how}.", "AM-8.2")


def war_alone(v: Knowledge, orders: Sequence[Order]) -> Iterator[Remark]:
    """Only claimants fight in a Civil War, and whoever is on the Throne by then (AM-7.1, AM-7.8)."""
    if v.ruler != v.seat and not any(claims(v, x) for one in orders for x in inner(one)):
        for one in orders:
            if has(one, (verbs.War,)):
                yield warning(one, "Only a claimant fights in a Civil War, and no line of yours is SEIZE.", "AM-7.1")


def claims(v: Knowledge, one: Order) -> bool:
    """Say whether an order makes one a claimant: SEIZE, or the Throne itself before the war."""
    match one:
        case verbs.PlayCard(card=card, player=player, when=moves.Window.FIRST):
            return card is deck.WISH and player == v.seat
        case verbs.MagicianThrone(when=when):
            return when is moves.Window.FIRST
        case _:
            return isinstance(one, verbs.Seize)


# Cards and powers that two lines want.


def spent_twice(v: Knowledge, orders: Sequence[Order]) -> Iterator[Remark]:
    """A card that one line plays is gone for another (AM-8.15)."""
    users = [(one, has(one, SPENDING)) for one in orders if has(one, SPENT)]
    for i, (one, attacks) in enumerate(users):
        # A reply gives way to what its player plays of their own accord, and of two plays the later to the earlier; but
        # one option counts.
        before = [x for j, (x, spends) in enumerate(users) if spends and j != i and (j < i or not attacks)]
        if isinstance(one, verbs.OPTION_ORDERS):
            before = [x for x in before if not isinstance(x, verbs.OPTION_ORDERS)]
        if text := next(filter(None, (gone(v, one, x) for x in before)), ""):
            yield warning(one, text, "AM-8.15")


def gone(v: Knowledge, one: Order, other: Order) -> str:
    """Say what an order will not find where another has been carried out."""
    spent = named(other)
    both = list(dict.fromkeys(card for card in named(one) if card in spent))
    if both:
        them = "it" if len(both) == 1 else "them"
        return f"If {called(other)} has played {CARD.codes(both)}, this one does not find {them}."
    suit = last_of_suit(v, one, spent)
    return f"If {called(other)} has played its cards, this one may find no {suit}." if suit else ""


def named(one: Order) -> list[Card]:
    """List the cards that an order would spend."""
    return [card for x in inner(one) if isinstance(x, SPENT) for card in cards_named(x)]


def last_of_suit(v: Knowledge, one: Order, spent: Sequence[Card]) -> str:
    """Name a suit that a reply asks for, if the hand has of it only what is spent elsewhere."""
    for x in inner(one):
        for entry in x.list if isinstance(x, verbs.Defend | verbs.HelpPlayer) else ():
            own = [card for card in v.stock if card in deck.ORDINARY and card.suit == entry.suit]
            if entry.suit and own and all(card in spent for card in own):
                return SUIT_WORDS[entry.suit].capitalize()
    return ""


def one_use(v: Knowledge, orders: Sequence[Order]) -> Iterator[Remark]:
    """The Magician grants one wish, the Star shines once, a Court card is given away once (AM-C1, AM-C17, AM-5.6)."""
    for power, rule in ((deck.MAGICIAN, "AM-C1"), (deck.STAR, "AM-C17")):
        lines = [one for one in orders if power in v.me.kept and verbs.power(one) is power]
        for one in lines[1:]:
            used = f"If {called(lines[0])} has used the {verbs.POWERS[power]}"
            yield warning(one, f"{used}, this one finds nothing.", rule)
    for one, before in pairs([one for one in orders if isinstance(one, verbs.COURT_USES)]):
        card = conditions.trump(v, one.whose)
        if card is not None and card is conditions.trump(v, before.whose):
            yield warning(one, f"This counts only if {called(before)} could not use that Court card.", "AM-5.6")
    for drawn, sooner in pairs([one for one in orders if isinstance(one, verbs.OnCourt)]):
        if drawn.whose == sooner.whose:
            text = f"For the same card {called(sooner)} counts, being first."
            only = f"This counts only if {called(sooner)} could not use that Court card."
            yield warning(drawn, text if sooner.reaction is moves.Use.KEEP else only, "AM-5.12")


def inner(one: Order) -> list[Order]:
    """List an order itself, or both branches of its IF."""
    return [x for _, x in inside([one])]


def has(one: Order, kinds: tuple[type[Order], ...]) -> bool:
    """Say whether an order, or a branch of its IF, is of one of these kinds."""
    return any(isinstance(x, kinds) for x in inner(one))


def plan_of(one: object) -> lists.Plan | None:
    """Return the attack plan of an order that has one."""
    plan: lists.Plan | None = getattr(one, "plan", None)
    return plan


def cards_named(one: Order) -> list[Card]:
    """List the cards that an order needs its player to hold."""
    match one:
        case verbs.PlayCard(card=card) | verbs.GiveCards(card=card):
            return [card]
        case verbs.ProtectPlayer() | verbs.NoAce():
            return [deck.PROTECTION]
        case verbs.ChaosLay():
            return []
        case _:
            return in_plan(plan_of(one)) or in_list(getattr(one, "list", ()))


def in_list(entries: Sequence[Entry]) -> list[Card]:
    """List the cards that stand in a list by name."""
    return [entry.card for entry in entries if entry.card is not None]


def in_plan(plan: lists.Plan | None) -> list[Card]:
    """List the cards that stand in an attack plan by name, its branches too."""
    return in_list((*plan.entries, *(branch.entry for branch in plan.branches))) if plan is not None else []
