"""What is said of orders before they work: refusals, with what is warned of, and which can be of no use now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from referee.engine.author import Order, Remark, Seat, inside, refusal, tests_in, warning
from referee.engine.lexicon import spoken
from referee.engine.slots import compare
from referee.games.amber import conditions, deck, verbs
from referee.games.amber.contradictions import ONE_VALUE, contradictions, inner, plan_of
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.state import CHAOS
from referee.games.amber.warned import not_now
from referee.games.amber.words import ANY, CARD, RULER, Onslaught, Whose
from referee.games.cards import Card

NUMBERS = range(1, 11)
"""The numbers of attack cards, an ace being 1."""

NAMING = ("player", "rival", "whose")
"""Fields in which a player may stand."""

REMEMBERED = 1024
"""Of so many orders it is remembered what they name."""

WIDE = (verbs.MagicianThrone, verbs.MagicianFree, verbs.MagicianRepel)
"""What the Magician grants on the wide menu alone (R-45)."""

OF_OTHERS: dict[type[Order], str] = {verbs.StarRevive: "AM-C17", verbs.MagicianTake: "AM-C1", verbs.Release: "AM-9.14"}
"""The orders that name another player, each with its rule."""

OTHERWISE = (verbs.ReturnCard, verbs.ReturnAttack)
"""Second ways to write GIVE BACK."""


def check(v: Knowledge, orders: Sequence[Order], one_value: Sequence[type[Order]] = ONE_VALUE) -> Iterator[Remark]:
    """Remark on a whole set: each line with both branches of its IF, then what the lines do to each other.

    ``one_value`` are the verbs of which the last line counts.
    """
    refused: list[Order] = []
    for one, x in inside(orders):
        if problem := next(never(v, x, one), None):
            refused.append(one)
            yield refusal(one, *problem)
        else:
            yield from (warning(one, text, rule) for text, rule in not_now(v, x, conditional=one is not x))
    if v.me.alive:
        yield from contradictions(v, [one for one in orders if one not in refused], one_value)


def refuse(v: Knowledge, orders: Sequence[Order]) -> Iterator[Remark]:
    """Remark on what can never come true, and on nothing else."""
    for one, x in inside(orders):
        yield from (refusal(one, *problem) for problem in islice(never(v, x, one), 1))


# Refusals.


def never(v: Knowledge, one: Order, whole: Order) -> Iterator[tuple[str, str]]:
    """Say why an order can never come true, with the rule; ``whole`` is the line that it is a branch of."""
    yield from strangers(v, whole)
    for test in tests_of(whole):
        if isinstance(test.condition, conditions.Attacks) and test.condition.player == test.condition.rival == v.seat:
            yield "You cannot attack yourself, so this never holds.", "AM-4.5"
    yield from bad_target(v, one)
    yield from bad_card(v, one)
    yield from bad_switch(v, one)


def strangers(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Nobody is reached by a character's name but one who is called by it (AM-1.4)."""
    for name in named(one):
        if name not in v.players and name not in (RULER, ANY, CHAOS):
            owner = next((seat for seat, p in v.players.items() if deck.CHARACTERS[p.card] == name), None)
            meant_so = f"{name} is the character of {owner} here. Did you mean {owner}?" if owner else ""
            meant_so = f"{name} is your own character: that is you." if owner == v.seat else meant_so
            yield meant_so or f"Nobody plays {name} here; the players are {spoken(list(v.players))}.", "AM-1.4"


@lru_cache(REMEMBERED)
def named(one: Order) -> list[Seat]:
    """List the players that an order names, in its conditions and plans too.

    The same lines stand from turn to turn, and orders are values.
    """
    found: list[Seat] = []
    for x in (*inner(one), *(test.condition for test in tests_of(one))):
        found += [Seat(name) for field in NAMING if isinstance(name := getattr(x, field, None), str)]
        found += x.players if isinstance(x, verbs.NameSun) else ()
        plan = plan_of(x)
        found += [seat for seat, _ in plan.if_cards] if plan is not None else ()
    return found


tests_of = lru_cache(REMEMBERED)(tests_in)


def bad_target(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Nobody attacks or helps their own seat, or a player who is none."""
    match one:
        case verbs.Attack(player=player) | verbs.War(player=player) if player == v.seat:
            yield "You cannot attack yourself.", "AM-4.5"
        case verbs.Attack(player=player) if player == ANY:
            yield "An attack names one player.", "AM-4.5"
        case verbs.HelpPlayer(n=0):
            yield "AT MOST 0 offers no card; write 1 or more, or leave the line out.", "AM-8.16"
        case verbs.HelpPlayer(player=player) if player == v.seat:
            yield "You are helped by others; for your own replies write DEFEND.", "AM-8.16"
        case verbs.HelpPlayer(player=player, rival=rival) if rival is not None and rival == player != ANY:
            yield "Nobody fights against their own seat.", "AM-8.1"
        case verbs.StarRevive() | verbs.MagicianTake() | verbs.Release() if one.player == v.seat:
            yield "This works on another player only.", OF_OTHERS[type(one)]
        case verbs.PlayCard(player=player, card=card) if player == CHAOS and card is not deck.DEFEAT:
            yield "Outside a combat only Defeat works on Chaos.", "AM-10.6"
        case verbs.MagicianTake() | verbs.MagicianFree() | verbs.StarRevive() if one.player == CHAOS:
            yield "Chaos is no player.", "AM-12.15"
        case _ if isinstance(one, verbs.COURT_USES):
            yield from bad_court(v, one, one.whose)


def bad_court(v: Knowledge, one: Order, whose: Whose) -> Iterator[tuple[str, str]]:
    """One's own Court card is of no use to oneself; only an unplayed character can be an ally."""
    owner = v.owner(whose) if isinstance(whose, Card) else whose
    if whose == ANY:
        yield "Name the Court card; ANY works behind ON COURT only.", "AM-5.6"
    elif whose == RULER and isinstance(one, verbs.Ally):
        yield "Whoever is on the Throne is no unplayed character, and only such a one can be an ally.", "AM-5.11"
    elif owner == v.seat:
        yield "That is your own Court card.", "AM-5.6"
    elif isinstance(one, verbs.Ally) and owner in v.players:
        yield f"{owner} is a player's character; only an unplayed one can be an ally.", "AM-5.11"
    elif isinstance(one, verbs.GiveBackAttack) and RULER not in (owner, one.player) and one.player not in (None, owner):
        yield "You attack the one whose card you give back.", "AM-5.6"
    elif not isinstance(one, verbs.Ally) and owner is None:
        yield "That character is unplayed; with such a card you can only ALLY.", "AM-5.11"


def bad_card(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Say what a card cannot do whoever holds it."""
    match one:
        case verbs.PlayCard(card=card) if card is deck.DEATH:
            yield "The Ten of Swords is played inside a combat: put it into an ATTACK plan or a DEFEND list.", "AM-10.4"
        case verbs.PlayCard(card=card) if card is deck.PROTECTION and v.options.ace_of_wands != "standing":
            yield "The Ace of Wands works by itself; for another player write PROTECT.", "AM-10.7"
        case verbs.PlayCard(card=card) if card not in (deck.WISH, deck.BETRAYAL, deck.DEFEAT, deck.PROTECTION):
            yield f"{CARD.show(card)} cannot be played so; only 9C, 7C and 2P can.", "AM-10.8"
        case verbs.MagicianTake(card=card) if card is not None and (card.major or card.court):
            yield "The Magician takes Shadow cards only.", "AM-C1"
        case verbs.GiveCards(card=card) if card.major or card.court:
            yield "Only Shadow cards can be given.", "AM-13.5"
        case verbs.Defend(attack=Onslaught() as attack) | verbs.HelpPlayer(attack=Onslaught() as attack):
            if attack.sign and not any(compare(number, attack.sign, attack.n) for number in NUMBERS):
                yield f"No attack card is {attack}; their numbers are {NUMBERS[0]} to {NUMBERS[-1]}.", "AM-8.3"
        case verbs.ShowCard(card=card, player=player):
            yield from bad_show(v, card, player)


def bad_show(v: Knowledge, card: Card, player: Seat) -> Iterator[tuple[str, str]]:
    """A card is shown at once, so one must hold it hidden now (AM-13.3)."""
    seat = conditions.meant(v, player)
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
        case verbs.RefuseTheRansom() if not o.ransom_refusable:
            yield "In this game a ransom cannot be refused.", "R-28"
        case verbs.GiveCards() if not o.gifts:
            yield "In this game cards cannot be given away.", "AM-13.5"
        case verbs.NoAce() if o.ace_of_wands == "standing":
            yield "In this game the Ace of Wands saves only whom it was laid before.", "R-40"
        case verbs.ChaosLay() if o.chaos_player != "dead":
            yield "In this game the referee leads Chaos.", "R-66"
        case _ if isinstance(one, WIDE) and o.magician_menu != "wide":
            yield "In this game the Magician grants only NEGATE, REVERSE, CANCEL, TAKE and SAVE.", "R-45"
        case verbs.PlayCard(card=card) if card in deck.FREE and card not in free_now(v):
            yield "In this game 7C and 2P are played inside combats: put them into a plan or a list.", "R-38"


def unusable(v: Knowledge) -> Collection[type[Order]]:
    """Name the orders that do nothing as things stand: of a card one does not hold, or of another place."""
    if v.seat not in v.players:
        return ()
    if not v.me.alive:
        return {kind for kind in verbs.VERBS if kind is not verbs.ChaosLay or v.options.chaos_player != "dead"}
    held = {*v.stock, *v.courts, *v.me.kept}
    out: set[type[Order]] = {verbs.ChaosLay, *OTHERWISE}
    out.update(kind for card, kinds in verbs.OF_CARDS.items() if card not in held for kind in kinds)
    out.update(() if held.intersection(free_now(v)) else {verbs.PlayCard})
    out.update(() if v.courts else verbs.COURT_USES)
    out.update((verbs.Stay, verbs.Return) if v.me.in_amber else (verbs.Wait, verbs.Seize, verbs.Attack, verbs.Go))
    out.update(() if v.able(v.seat) else verbs.OPTION_ORDERS)
    out.update(() if v.me.in_amber else {verbs.War})
    out.update(() if any(one.lord == v.seat for one in v.players.values()) else {verbs.Release})
    out.update(() if v.ruler == v.seat else {verbs.ThroneDraw})
    out.update(() if v.options.gifts else {verbs.GiveCards})
    out.update(() if v.options.ransom_refusable else {verbs.RefuseTheRansom})
    out.update(() if v.options.magician_menu == "wide" else WIDE)
    out.update({verbs.NoAce} if v.options.ace_of_wands == "standing" else ())
    return out


def free_now(v: Knowledge) -> Collection[Card]:
    """Name the special cards that PLAY plays in this game (AM-10.8, R-38, R-40)."""
    shield = (deck.PROTECTION,) if v.options.ace_of_wands == "standing" else ()
    return (*((deck.WISH,) if v.options.special_timing == "combat" else deck.FREE), *shield)
