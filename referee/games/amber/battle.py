"""How a desk answers in combats: attack plans, defence lists, help, and what winners and losers choose."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.asks import Answer
from referee.engine.audience import Seat
from referee.games.amber.asks import (
    AcceptHelp,
    AlterResult,
    ChooseRival,
    ChooseSpoils,
    GiveCard,
    GoOn,
    LayBlind,
    NameVassal,
    Negate,
    OfferHelp,
    OpenAttack,
    Protect,
    Reply,
    SaveLife,
)
from referee.games.amber.battle_plans import Plan
from referee.games.amber.conditions import meant, public_counts
from referee.games.amber.deck import CUPS, MAGICIAN, ORDINARY, PENTACLES, PROTECTION, SWORDS, WANDS, cheap
from referee.games.amber.desk import Desk, Lapses, by_default, from_order
from referee.games.amber.events.combat import Occasion
from referee.games.amber.moves import Call, Change, Due, Spoils
from referee.games.amber.orders import (
    Defend,
    Discard,
    HelpPlayer,
    NoAce,
    Pay,
    ProtectPlayer,
    RefuseHelp,
    Seize,
    TakeSpoils,
    Tribute,
    War,
)
from referee.games.amber.picking import Running, named, offered, reply
from referee.games.amber.policies import may_lead, softened, unhurt
from referee.games.amber.powers import MagicianCancel, MagicianNegate, MagicianReverse, MagicianSave, NameSun
from referee.games.amber.words import ANY, Entry, How
from referee.games.cards import Card

BLOCKS = {SWORDS: WANDS, CUPS: PENTACLES}
"""What stops an attack in a blind war (RULES.md, 3.4)."""


def real(choices: Sequence[Card | None]) -> list[Card]:
    """List the choices that are cards."""
    return [c for c in choices if c is not None]


# Attack plans.


def open_attack(d: Desk, ask: OpenAttack) -> Answer[Card | None]:
    """DP5: the first entry of the plan that gives a card; without a plan the highest attack card.

    An attack by option has the plan of the option, whatever was fought before it (AM-8.20).
    """
    running = (d.attack if ask.occasion is Occasion.OPTION else d.running) or Running(Plan(), 0)
    d.running = running
    card = running.next(real(ask.choices), d.kept())
    return Answer(card, running.order) if card is not None and running.order else by_default(card)


def go_on(d: Desk, ask: GoOn) -> Answer[Card | None]:
    """DP6, DP7: stop where the plan says so, else its next card; at its end the attack stops."""
    running = d.running
    if running is None:
        return by_default(None)
    negated = ask.reply is not None and not ask.tie
    if running.stops(ask.reply, tie=ask.tie, negated=negated, helped=ask.helped) or too_many_cards(d, running.plan):
        return Answer(None, running.order)
    cards, kept = real(ask.choices), d.kept()
    card = running.after(ask.reply, cards, kept) if ask.reply is not None else running.next(cards, kept)
    return Answer(card, running.order) if card is not None and running.order else by_default(card)


def too_many_cards(d: Desk, plan: Plan) -> bool:
    """STOP IF somebody HAS n CARDS OR MORE: the public count decides."""
    return any(count >= n for player, n in plan.if_cards for count in public_counts(d.look(), player))


def choose_rival(d: Desk, ask: ChooseRival) -> Answer[Seat | None]:
    """DP15: the next unused war line whose target is still there; one without a card for it is used up (AM-7.3)."""
    lapsed: Lapses = []
    for line in war_lines(d):
        if line.number in d.used:
            continue
        plan = line.plan
        if plan is None:
            continue
        target = line.player if isinstance(line, War) else ANY
        rival = next_rival(d, ask) if target == ANY else meant(d.look(), target)
        if rival is None or rival not in ask.choices:
            if rival is not None and rival == d.look().me.lord:
                d.use(line)
                lapsed.append((line.number, f"{rival} was your lord."))
            continue
        d.use(line)
        running = d.plan_of(line.number, plan)
        if not opens(d, running, lapsed):
            continue
        return from_order(rival, line, lapsed)
    return by_default(None, lapsed)


def opens(d: Desk, running: Running, lapsed: Lapses) -> bool:
    """Begin the combat of a line, unless the line lapses for want of a card to attack with (AM-4.10)."""
    if running.peek(own_leads(d), d.kept()) is None:
        lapsed.append((running.order, "you had none of its cards to attack with."))
        return False
    d.running = running
    return True


def war_lines(d: Desk) -> list[War | Seize]:
    """List the war lines that hold now, and the SEIZE that was chosen; no other option line has cards (O2, R-74)."""
    wars = d.of(War)
    return [*wars] if d.claim is None else sorted([*wars, d.claim], key=lambda line: line.number)


def next_rival(d: Desk, ask: ChooseRival) -> Seat | None:
    """ANY is the next claimant after me in initiative."""
    sides = list(d.look().now.claimants)
    place = sides.index(d.seat) + 1 if d.seat in sides else 0
    return next((seat for seat in (*sides[place:], *sides[:place]) if seat in ask.choices), None)


def own_leads(d: Desk) -> list[Card]:
    """List the own cards that may attack now; a ruler's Swords may not (AM-6.4)."""
    v = d.look()
    return [c for c in v.stock if may_lead(c, rules=v.ruler == d.seat)]


def lay_blind(d: Desk, ask: LayBlind) -> Answer[Card | None]:
    """DP15 with civil_war=phase3: the next card of the war list; without one nothing is laid (R-1).

    A plan that stops lays nothing more in this combat.
    """
    now = d.look().now
    mine, theirs = (now.attack, now.reply) if ask.attacking else (now.reply, now.attack)
    if mine is None and theirs is None:
        d.laying, d.stopped = None, False
    met = theirs if theirs in ORDINARY else None
    if d.laying is not None and not d.stopped:
        d.stopped = stops_blind(d, d.laying, mine, met)
    if d.stopped:
        return by_default(None)
    for running in [d.running] if ask.attacking else war_lists(d, ask):
        card = next_blind(d, running, met, real(ask.choices))
        if card is not None and running is not None:
            d.laying = running
            return Answer(card, running.order)
    return by_default(None)


def stops_blind(d: Desk, running: Running, mine: Card | None, met: Card | None) -> bool:
    """A Sword that met a Wand is negated, a Cup that met a Pentacle too (RULES.md, 3.4)."""
    negated = mine in ORDINARY and mine is not None and met is not None and BLOCKS.get(mine.suit) == met.suit
    return running.stops(met, tie=False, negated=negated, helped=False) or too_many_cards(d, running.plan)


def next_blind(d: Desk, running: Running | None, met: Card | None, cards: Sequence[Card]) -> Card | None:
    """The branch for the card that was met gives the next one, else the list goes on."""
    if running is None:
        return None
    return running.next(cards, d.kept()) if met is None else running.after(met, cards, d.kept())


def war_lists(d: Desk, ask: LayBlind) -> list[Running]:
    """One who is attacked lays the war lists against that rival, then those against anybody."""
    lines = [line for line in war_lines(d) if line.plan is not None]
    named_one = [line for line in lines if isinstance(line, War) and meant(d.look(), line.player) == ask.rival]
    anybody = [line for line in lines if isinstance(line, Seize) or line.player == ANY]
    return [d.plan_of(line.number, line.plan) for line in (*named_one, *anybody) if line.plan is not None]


# Defence.


def answer_attack(d: Desk, ask: Reply) -> Answer[Card | Call]:
    """DP8, DP9: DEFEND lines, those that name most first, then D1 to D7 (4.3, 4.4)."""
    cards = [c for c in ask.choices if isinstance(c, Card)]
    lapsed: Lapses = []
    for line in defence_lines(d, ask):
        for entry in line.list:
            if entry.how is How.NOTHING:
                return from_order(Call.NOTHING, line, lapsed)
            if entry.how is How.HELP and Call.HELP in ask.choices:
                return from_order(Call.HELP, line, lapsed)
            if (found := entry_replies(d, ask, entry, cards)) is not None:
                return from_order(found, line, lapsed)
        if line.only:
            return from_order(Call.NOTHING, line, lapsed)
        lapsed.append((line.number, f"against {ask.attack} none of its cards would do."))
    return by_default(policy(d, ask, cards), lapsed)


def defence_lines(d: Desk, ask: Reply) -> list[Defend]:
    """List the lines that fit this attack card: player and suit, then player, then suit, then bare ones."""
    lines = d.of(Defend)
    if not lines:
        return lines
    fit = [o for o in lines if (o.attack is None or o.attack.fits(ask.attack)) and d.fits(o.player, ask.attacker)]
    return sorted(fit, key=lambda o: (o.player in (None, ANY), o.attack is None))


def entry_replies(d: Desk, ask: Reply, entry: Entry, cards: Sequence[Card]) -> Card | Call | None:
    """What one entry of a DEFEND list comes to; ANY is the whole default policy."""
    if entry.how is How.ANY and not entry.suit:
        found = policy(d, ask, cards)
        return None if found is Call.NOTHING else found
    return reply(entry, cards, ask.attack, d.kept(), wands_counter=d.look().options.wands_counter_swords)


def policy(d: Desk, ask: Reply, cards: Sequence[Card]) -> Card | Call:
    """D1 to D3 from the own ordinary cards, D4 help, D5 and D6, D7 surrender."""
    kept = d.kept()
    own = [c for c in cards if c in ORDINARY and c not in kept]
    if (found := unhurt(own, ask.attack)) is not None:
        return found
    if Call.HELP in ask.choices:
        return Call.HELP
    return softened(own, ask.attack) or Call.NOTHING


def accept_help(d: Desk, ask: AcceptHelp) -> Answer[bool]:
    """DP11: help is accepted, unless refused from this helper or from all."""
    for line in d.of(RefuseHelp):
        if d.fits(line.player, ask.helper):
            return from_order(False, line)
    return by_default(True)


def offer_help(d: Desk, ask: OfferHelp) -> Answer[Card | None]:
    """DP10: HELP lines offer by D1 to D3 within their lists; a vassal without one owes a card (4.3, 4.4, AM-9.12)."""
    cards = real(ask.choices)
    ordered = False
    for line in d.of(HelpPlayer):
        if not helps(d, line, ask):
            continue
        mine = help_cards(d, line, ask, cards)
        ordered = ordered or bool(mine)
        found = unhurt(mine, ask.attack)
        if found is not None and not ask.owed and (line.n is None or d.used.get(line.number, 0) < line.n):
            d.use(line)
            return from_order(found, line)
    return by_default(unhurt(cards, ask.attack) if ask.owed and not ordered else None)


def help_cards(d: Desk, line: HelpPlayer, ask: OfferHelp, cards: Sequence[Card]) -> list[Card]:
    """List the cards of a HELP line: those of its list, else all that are not kept."""
    kept = d.kept()
    if not line.list:
        return [c for c in cards if c not in kept]
    return offered(line.list, cards, ask.attack, kept, wands_counter=d.look().options.wands_counter_swords)


def helps(d: Desk, line: HelpPlayer, ask: OfferHelp) -> bool:
    """Say whether a HELP line is for this Defender against this attack."""
    return (
        d.fits(line.player, ask.defender)
        and d.fits(line.rival, ask.attacker)
        and (line.attack is None or line.attack.fits(ask.attack))
    )


def name_vassal(d: Desk, ask: NameVassal) -> Answer[Seat | None]:
    """DP28: the first of the SUN line who can be named; without one the Sun is kept.

    It is kept as well by one who has called for help but could reply unhurt with own cards (O16).
    """
    kept = d.kept()
    if unhurt([c for c in d.look().stock if c in ORDINARY and c not in kept], ask.attack) is not None:
        return by_default(None)
    for line in d.of(NameSun):
        for wanted in line.players:
            seat = meant(d.look(), wanted)
            found = next((c for c in ask.choices if c is not None and (wanted == ANY or c == seat)), None)
            if found is not None:
                return from_order(found, line)
    return by_default(None)


# Life and death, and the end of a combat.


def protect(d: Desk, ask: Protect) -> Answer[bool]:
    """DP12: the Ace saves its owner unless they say NO ACE or keep it; another only by order."""
    if True not in ask.choices:
        lines = [] if ask.victim == d.seat else [one for one in d.of(ProtectPlayer) if d.fits(one.player, ask.victim)]
        return by_default(False, [(one.number, "you did not hold the Ace.") for one in lines])
    if ask.victim != d.seat:
        for line in d.of(ProtectPlayer):
            if d.fits(line.player, ask.victim):
                return from_order(True, line)
        return by_default(False)
    for refusal in d.of(NoAce):
        return from_order(False, refusal)
    for line in d.of(ProtectPlayer):
        if d.fits(line.player, d.seat):
            return from_order(True, line)
    return by_default(PROTECTION not in d.kept())


def save_life(d: Desk, ask: SaveLife) -> Answer[bool]:
    """DP26: the Magician saves its holder unless kept; another only by order."""
    for line in d.of(MagicianSave):
        if d.fits(line.player, ask.victim):
            return from_order(True, line)
    return by_default(ask.victim == d.seat and MAGICIAN not in d.kept())


def negate(d: Desk, ask: Negate) -> Answer[bool]:
    """DP26: MAGICIAN NEGATE, if it is this player's attack on the one named."""
    for line in d.of(MagicianNegate):
        if d.fits(line.player, ask.attacker) and d.fits(line.rival, ask.defender):
            return from_order(True, line)
    return by_default(False)


def alter_result(d: Desk, ask: AlterResult) -> Answer[Change]:
    """DP26: MAGICIAN REVERSE or CANCEL, whichever line comes true first."""
    for line in d.of(MagicianReverse, MagicianCancel):
        assert isinstance(line, MagicianReverse | MagicianCancel)
        if d.fits(line.player, ask.winner) and d.fits(line.rival, ask.loser):
            return from_order(Change.REVERSE if isinstance(line, MagicianReverse) else Change.CANCEL, line)
    return by_default(Change.LET)


def choose_spoils(d: Desk, ask: ChooseSpoils) -> Answer[Spoils]:
    """DP13: SPOILS for this loser, else the bare line; a vassal if nothing is said."""

    def named_one(one: TakeSpoils) -> bool:
        return one.player not in (None, ANY) and d.fits(one.player, ask.loser)

    line = d.one_of(TakeSpoils, fits=named_one) or d.one_of(TakeSpoils, fits=lambda one: one.player in (None, ANY))
    return from_order(Spoils(line.choice.lower()), line) if line is not None else by_default(Spoils.VASSAL)


LISTS: dict[Due, type[Tribute | Pay | Discard]] = {Due.TRIBUTE: Tribute, Due.PAY: Pay, Due.DISCARD: Discard}


def give_card(d: Desk, ask: GiveCard) -> Answer[Card]:
    """DP14, DP20, DP30: one's list, else the first there is of TRIBUTE, DISCARD, PAY; then cheap order (O13)."""
    kinds: tuple[type[Tribute | Pay | Discard], ...] = (LISTS[ask.due], Tribute, Discard, Pay)
    lines: list[Tribute | Pay | Discard] = next((found for kind in kinds if (found := d.of(kind))), [])
    kept = d.kept()
    for line in lines:
        for card in named(line.list, ask.choices, kept):
            return from_order(card, line)
    none_left = [(line.number, "none of its cards was left.") for line in lines]
    return by_default(min(ask.choices, key=lambda card: (card in kept, cheap(card))), none_left)
