"""What is said of orders before they work: refusals, warnings (PB-2), and which can be of no use now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from referee.engine.audience import OBSERVER, Seat
from referee.engine.conditions import Test, tests_in
from referee.engine.lexicon import spoken
from referee.engine.orders import Order
from referee.engine.remarks import Remark, refusal, warning
from referee.engine.slots import compare
from referee.games.amber.conditions import Attacks, meant
from referee.games.amber.contradictions import (
    COURT_USES,
    MAGIC,
    cards_named,
    contradictions,
    court,
    in_plan,
    inner,
    plan_of,
    players_named,
)
from referee.games.amber.deck import (
    ATTACKING,
    ATTACKS,
    BETRAYAL,
    CHARACTERS,
    CHARIOT,
    DEATH,
    DEFEAT,
    FREE,
    HERMIT,
    INTERRUPTS,
    MAGICIAN,
    PROTECTION,
    STAR,
    SUN,
    SWORDS,
    WISH,
)
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.orders import (
    OPTION_ORDERS,
    VERBS,
    Attack,
    Defend,
    GiveCards,
    Go,
    HelpPlayer,
    NoAce,
    PlayCard,
    ProtectPlayer,
    RefuseTheRansom,
    Release,
    Return,
    Seize,
    Stay,
    Wait,
    War,
)
from referee.games.amber.powers import (
    Ally,
    ChaosLay,
    DefendAmber,
    GiveBack,
    GiveBackAttack,
    MagicianFree,
    MagicianRepel,
    MagicianTake,
    MagicianThrone,
    NameSun,
    Ransom,
    ReturnAttack,
    ReturnCard,
    ShowCard,
    StarCancel,
    StarRevive,
    Summon,
    ThroneDraw,
    UseHermit,
)
from referee.games.amber.state import CHAOS, rested
from referee.games.amber.words import ANY, CARD, RULER, Onslaught, Whose
from referee.games.cards import Card

ATTACKING_AMBER = spoken([CARD.show(card) for card in ATTACKS])

NUMBERS = range(1, 11)
"""The numbers of attack cards, an ace being 1."""

Lines = list[tuple[Order, Order]]

REMEMBERED = 4096
"""Of so many orders it is remembered what they name."""

OF_CARDS: dict[Card, tuple[type[Order], ...]] = {
    PROTECTION: (ProtectPlayer, NoAce),
    MAGICIAN: MAGIC,
    STAR: (StarRevive, StarCancel),
    SUN: (NameSun,),
    HERMIT: (UseHermit,),
}  # fmt: skip
"""The orders of single cards."""

OF_COURTS = (GiveBackAttack, GiveBack, Ransom, Summon, Ally)
"""The orders of Court cards that one holds."""

OTHERWISE = (ReturnCard, ReturnAttack)
"""Second ways to write GIVE BACK."""


def check(v: Knowledge, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on a whole set: each line with both branches of its IF, then what the lines do to each other."""
    lines: Lines = [(one, x) for one in orders for x in inner(one)]
    usable = list(orders)
    for one, x in lines:
        problem = next(never(v, x, one), None)
        if problem is not None:
            usable = [other for other in usable if other is not one]
            yield refusal(one, *problem)
        else:
            yield from (warning(one, text, rule) for text, rule in not_now(v, x, conditional=one is not x))
    if v.me.alive:
        yield from contradictions(v, usable)


def refuse(v: Knowledge, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on what can never come true, and on nothing else."""
    for one in orders:
        for x in inner(one):
            yield from (refusal(one, *problem) for problem in islice(never(v, x, one), 1))


# Refusals.


def never(v: Knowledge, one: Order, whole: Order) -> Iterator[tuple[str, str]]:
    """Say why an order can never come true, with the rule; ``whole`` is the line that it is a branch of."""
    yield from strangers(v, whole)
    yield from bad_test(v, whole)
    yield from bad_target(v, one)
    yield from bad_card(v, one)
    yield from bad_switch(v, one)


def strangers(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Nobody is reached by a character's name but one who is called by it (AM-1.4)."""
    for name in named(one):
        if name not in v.players and name not in (RULER, ANY, CHAOS):
            owner = next((seat for seat, p in v.players.items() if CHARACTERS[p.card] == name), None)
            meant_so = f"{name} is the character of {owner} here. Did you mean {owner}?" if owner else ""
            meant_so = f"{name} is your own character: that is you." if owner == v.seat else meant_so
            yield meant_so or f"Nobody plays {name} here; the players are {spoken(list(v.players))}.", "AM-1.4"


def bad_test(v: Knowledge, whole: Order) -> Iterator[tuple[str, str]]:
    """Nobody attacks their own seat, so no line waits for it."""
    for test in tests_of(whole):
        if isinstance(test.condition, Attacks) and test.condition.player == test.condition.rival == v.seat:
            yield "You cannot attack yourself, so this never holds.", "AM-4.5"


@lru_cache(REMEMBERED)
def named(one: Order) -> tuple[Seat, ...]:
    """List the players that an order names; the same lines stand from turn to turn, and orders are values."""
    return tuple(players_named(one))


@lru_cache(REMEMBERED)
def tests_of(one: Order) -> tuple[Test, ...]:
    """List the tests in an order."""
    return tuple(tests_in(one))


def bad_target(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Nobody attacks or helps their own seat, or a player who is none."""
    match one:
        case Attack(player=player) | War(player=player) if player == v.seat:
            yield "You cannot attack yourself.", "AM-4.5"
        case Attack(player=player) if player == ANY:
            yield "An attack names one player.", "AM-4.5"
        case HelpPlayer(n=0):
            yield "AT MOST 0 offers no card; write 1 or more, or leave the line out.", "AM-8.16"
        case HelpPlayer(player=player) if player == v.seat:
            yield "You are helped by others; for your own replies write DEFEND.", "AM-8.16"
        case HelpPlayer(player=player, rival=rival) if rival is not None and rival == player != ANY:
            yield "Nobody fights against their own seat.", "AM-8.1"
        case StarRevive(player=player) | MagicianTake(player=player) | Release(player=player) if player == v.seat:
            yield "This works on another player only.", "AM-C17" if isinstance(one, StarRevive) else "AM-C1"
        case PlayCard(player=player, card=card) if player == CHAOS and card is not DEFEAT:
            yield "Outside a combat only Defeat works on Chaos.", "AM-10.6"
        case MagicianTake(player=player) | MagicianFree(player=player) | StarRevive(player=player) if player == CHAOS:
            yield "Chaos is no player.", "AM-12.15"
        case Ransom() | Summon() | GiveBack() | GiveBackAttack() | ReturnCard() | Ally():
            yield from bad_court(v, one, one.whose)
        case _:
            return


def bad_court(v: Knowledge, one: Order, whose: Whose) -> Iterator[tuple[str, str]]:
    """One's own Court card is of no use to oneself; only an unplayed character can be an ally."""
    owner = v.owner(whose) if isinstance(whose, Card) else whose
    if whose == ANY:
        yield "Name the Court card; ANY works behind ON COURT only.", "AM-5.6"
    elif whose == RULER and isinstance(one, Ally):
        yield "Whoever is on the Throne is no unplayed character, and only such a one can be an ally.", "AM-5.11"
    elif owner == v.seat:
        yield "That is your own Court card.", "AM-5.6"
    elif isinstance(one, Ally) and owner in v.players:
        yield f"{owner} is a player's character; only an unplayed one can be an ally.", "AM-5.11"
    elif isinstance(one, GiveBackAttack) and RULER not in (owner, one.player) and one.player not in (None, owner):
        yield "You attack the one whose card you give back.", "AM-5.6"
    elif not isinstance(one, Ally) and owner is None:
        yield "That character is unplayed; with such a card you can only ALLY.", "AM-5.11"


def bad_card(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Say what a card cannot do whoever holds it."""
    match one:
        case PlayCard(card=card) if card is DEATH:
            yield "The Ten of Swords is played inside a combat: put it into an ATTACK plan or a DEFEND list.", "AM-10.4"
        case PlayCard(card=card) if card is PROTECTION and v.options.ace_of_wands != "standing":
            yield "The Ace of Wands works by itself; for another player write PROTECT.", "AM-10.7"
        case PlayCard(card=card) if card not in (WISH, BETRAYAL, DEFEAT, PROTECTION):
            yield f"{CARD.show(card)} cannot be played so; only 9C, 7C and 2P can.", "AM-10.8"
        case MagicianTake(card=card) if card is not None and (card.major or card.court):
            yield "The Magician takes Shadow cards only.", "AM-C1"
        case GiveCards(card=card) if card.major or card.court:
            yield "Only Shadow cards can be given.", "AM-13.5"
        case (
            Defend(attack=Onslaught(n=n, sign=sign) as attack) | HelpPlayer(attack=Onslaught(n=n, sign=sign) as attack)
        ) if sign and not any(compare(number, sign, n) for number in NUMBERS):
            yield f"No attack card is {attack}; their numbers are {NUMBERS[0]} to {NUMBERS[-1]}.", "AM-8.3"
        case ShowCard(card=card, player=player):
            yield from bad_show(v, card, player)
        case _:
            return


def bad_show(v: Knowledge, card: Card, player: Seat) -> Iterator[tuple[str, str]]:
    """A card is shown at once, so one must hold it hidden now (AM-13.3)."""
    seat = meant(v, player)
    if not v.me.alive:
        yield "The dead have no cards to show.", "AM-13.4"
    elif card not in v.down and card not in v.concealed:
        yield f"You hold no hidden {CARD.show(card)} to show.", "AM-13.3"
    elif seat == v.seat or seat not in v.players:
        yield "Name another player to show it to.", "AM-13.3"


def bad_switch(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Say what this game's switches do not allow."""
    o = v.options
    match one:
        case RefuseTheRansom() if not o.ransom_refusable:
            yield "In this game a ransom cannot be refused.", "R-28"
        case GiveCards() if not o.gifts:
            yield "In this game cards cannot be given away.", "AM-13.5"
        case ChaosLay() if o.chaos_player != "dead":
            yield "In this game the referee leads Chaos.", "R-66"
        case MagicianThrone() | MagicianFree() | MagicianRepel() if o.magician_menu != "wide":
            yield "In this game the Magician grants only NEGATE, REVERSE, CANCEL, TAKE and SAVE.", "R-45"
        case PlayCard(card=card) if o.special_timing == "combat" and card is not WISH and card is not PROTECTION:
            yield "In this game 7C and 2P are played inside combats: put them into a plan or a list.", "R-38"
        case _:
            return


# Warnings.


def not_now(v: Knowledge, one: Order, *, conditional: bool) -> Iterator[tuple[str, str]]:
    """Say what is not so now; behind IF only missing cards are worth a word."""
    if not v.me.alive and not isinstance(one, ChaosLay):
        yield "You are dead; this works only if you are revived.", "AM-14.6"
        return
    if not conditional:
        yield from option_now(v, one)
    yield from cards_now(v, one)
    yield from powers_now(v, one)
    yield from threats_now(one)
    yield from plan_now(v, one)


def option_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of an option that would be WAIT or STAY as things are."""
    here = v.me.in_amber
    if isinstance(one, OPTION_ORDERS) and not v.able(v.seat):
        yield "You have no option to choose this turn.", "AM-4.8"
        return
    match one:
        case Return() if here:
            yield "You are in Amber already.", "AM-4.6"
        case Seize() | Attack() | Go() if not here:
            yield "You are in Shadow, where you may only STAY or RETURN.", "AM-4.6"
        case Go() if not rested(v.turn, v.me.back_since):
            yield "After your banishment you owe Amber a full turn first.", "AM-9.5"
        case Seize() if v.ruler == v.seat:
            yield "You are on the Throne; this is the same as WAIT.", "AM-4.3"
        case Seize() if v.options.seize_needs_court and not v.me.court:
            yield "Without your Court card you cannot claim the Throne.", "R-26"
        case Attack(player=player):
            yield from target_now(v, player)
        case Release(player=player) if player != ANY and not _is_vassal(v, player):
            yield f"{'The ruler' if player == RULER else player} is not your vassal now.", "AM-9.14"
        case ChaosLay() if v.me.alive:
            yield "Only a dead player leads Chaos, and you are alive.", "R-66"
        case _:
            return


def _is_vassal(v: Knowledge, player: Seat) -> bool:
    seat = meant(v, player)
    return seat in v.players and v.players[seat].lord == v.seat


def target_now(v: Knowledge, player: Seat) -> Iterator[tuple[str, str]]:
    """Warn of a target that cannot be fought as things are."""
    seat = meant(v, player)
    if player == RULER and seat is None:
        yield "Nobody is on the Throne now.", "AM-4.5"
    elif seat == CHAOS and v.enthroned is None:
        yield "Chaos is not on the Throne now.", "AM-12.15"
    elif seat is not None and seat in v.players:
        p = v.players[seat]
        if not p.alive:
            yield f"{seat} is dead.", "AM-4.10"
        elif not p.in_amber:
            yield f"{seat} is not in Amber now; an attack by option does not reach into Shadow.", "AM-4.5"
        elif v.me.lord == seat:
            yield f"{seat} is your lord, whom you may not attack.", "AM-9.12"


def cards_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of cards that one does not hold now."""
    missing = [card for card in cards_named(one) if card not in v.stock and card not in v.me.kept]
    if missing:
        codes = ", ".join(CARD.show(card) for card in dict.fromkeys(missing))
        yield f"You do not hold {codes} now; what you do not hold then is skipped.", "PB-2"


def powers_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of the Magician, the Star, the Sun and Court cards that one does not hold now."""
    needed = MAGICIAN if isinstance(one, MAGIC) else STAR if isinstance(one, StarRevive | StarCancel) else None
    needed = SUN if isinstance(one, NameSun) else needed
    if needed is not None and needed not in v.me.kept:
        yield f"You do not hold {CARD.show(needed)} now.", "AM-11.4"
    if isinstance(one, COURT_USES) and one.whose == RULER and v.ruler is None:
        yield "No player is on the Throne now.", "AM-5.6"
    elif isinstance(one, COURT_USES):
        card = court(v, one)
        if card is not None and card not in v.courts:
            yield "You do not hold that Court card now.", "AM-5.6"


def threats_now(one: Order) -> Iterator[tuple[str, str]]:
    """Warn of Chaos cards that do not attack Amber (AM-12.1)."""
    match one:
        case DefendAmber(threats=threats) | StarCancel(threats=threats) | MagicianRepel(threats=threats):
            if useless := [CARD.show(card) for card in threats if card not in ATTACKS]:
                yield f"{', '.join(useless)} does not attack Amber; {ATTACKING_AMBER} do.", "AM-12.1"
            if isinstance(one, DefendAmber) and CHARIOT in threats:
                yield f"{CARD.show(CHARIOT)} lays no cards against Amber.", "AM-12.1"


def plan_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of entries of a plan that cannot attack (AM-8.3, AM-6.4); a blind war has other uses for them (R-1)."""
    if v.options.civil_war == "phase3" and isinstance(one, War | Seize):
        return
    cards = in_plan(plan_of(one))
    useless = [CARD.show(c) for c in cards if c not in ATTACKING and c not in INTERRUPTS]
    if useless:
        yield f"{', '.join(useless)} cannot attack; such an entry is skipped.", "AM-8.3"
    if v.ruler == v.seat and any(c.suit == SWORDS for c in cards):
        yield "A ruler does not attack with Swords; such an entry is skipped.", "AM-6.4"


def unusable(v: Knowledge) -> Collection[type[Order]]:
    """Name the orders that do nothing as things stand: of a card one does not hold, or of another place."""
    if v.seat == OBSERVER or v.seat not in v.players:
        return ()
    if not v.me.alive:
        return {kind for kind in VERBS if kind is not ChaosLay or v.options.chaos_player != "dead"}
    held = {*v.stock, *v.courts, *v.me.kept}
    out: set[type[Order]] = {ChaosLay, *OTHERWISE}
    out.update(kind for card, kinds in OF_CARDS.items() if card not in held for kind in kinds)
    out.update(() if held.intersection(FREE) else {PlayCard})
    out.update(() if v.courts else OF_COURTS)
    out.update((Stay, Return) if v.me.in_amber else (Wait, Seize, Attack, Go))
    out.update(() if v.me.in_amber else {War})
    out.update(() if any(one.lord == v.seat for one in v.players.values()) else {Release})
    out.update(() if v.ruler == v.seat else {ThroneDraw})
    out.update(() if v.options.gifts else {GiveCards})
    out.update(() if v.options.ransom_refusable else {RefuseTheRansom})
    return out
