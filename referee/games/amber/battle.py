"""How a desk answers in combats: attack plans, defence lists, help, and what winners and losers choose."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.asks import Answer
from referee.engine.audience import Seat
from referee.games.amber import asks, verbs
from referee.games.amber.conditions import meant, public_counts
from referee.games.amber.deck import INTERRUPTS, MAGICIAN, ORDINARY, PROTECTION, cheap
from referee.games.amber.desk import Desk, Lapses, Spot, by_default, by_line, from_order
from referee.games.amber.events.combat import Occasion
from referee.games.amber.lists import Plan
from referee.games.amber.moves import Call, Change, Due, Spoils
from referee.games.amber.picking import Running, named, offered, reply
from referee.games.amber.policies import may_lead, softened, unhurt
from referee.games.amber.words import ANY, Entry, How
from referee.games.cards import Card


def real(choices: Sequence[Card | None]) -> list[Card]:
    """List the choices that are cards."""
    return [c for c in choices if c is not None]


# Attack plans.


def open_attack(d: Desk, ask: asks.OpenAttack) -> Answer[Card | None]:
    """DP5: the first entry of the plan that gives a card; without a plan the highest attack card.

    An attack by option has the plan of the option, whatever was fought before it (AM-8.20).
    """
    running = (d.attack if ask.occasion is Occasion.OPTION else d.running) or Running(Plan(), 0)
    d.running = running
    card = running.next(real(ask.choices), d.kept())
    return Answer(card, running.order) if card is not None and running.order else by_default(card)


def go_on(d: Desk, ask: asks.GoOn) -> Answer[Card | None]:
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


def opens(d: Desk, running: Running, lapsed: Lapses) -> bool:
    """Begin the combat of a line, unless the line lapses for want of a card to attack with (AM-4.10)."""
    if running.peek(own_leads(d), d.kept()) is None:
        lapsed.append((running.order, "you had none of its cards to attack with."))
        return False
    d.running = running
    return True


def own_leads(d: Desk) -> list[Card]:
    """List the own cards that may attack now; a ruler's Swords may not (AM-6.4)."""
    v = d.look()
    return [c for c in v.stock if may_lead(c, rules=v.ruler == d.seat)]


# Defence.


def answer_attack(d: Desk, ask: asks.Reply, attack: object = None) -> Answer[Card | Call]:
    """DP8, DP9: DEFEND lines, those that name most first, then D1 to D7 (4.3, 4.4).

    After an interrupt the search goes on behind it. ``attack`` is what tells this attack card from others, if not
    that it is the latest of the turn, which may have seen the same card before (AM-2.16).
    """
    cards = [c for c in ask.choices if isinstance(c, Card)]
    lapsed: Lapses = []
    attack = attack or d.look().now.led
    behind = d.interrupted[1] if d.interrupted and d.interrupted[0] == attack else START
    for line in defence_lines(d, ask):
        for at, entry in enumerate(line.list):
            if spot(line, at) <= behind:
                continue
            if entry.how is How.NOTHING:
                return from_order(Call.NOTHING, line, lapsed)
            if entry.how is How.HELP and Call.HELP in ask.choices:
                return from_order(Call.HELP, line, lapsed)
            if (found := entry_replies(d, ask, entry, cards)) is not None:
                if found in INTERRUPTS:
                    d.interrupted = (attack, spot(line, at))
                return from_order(found, line, lapsed)
        if spot(line, len(line.list)) < behind:
            continue
        if line.only:
            return from_order(Call.NOTHING, line, lapsed)
        rest = "no other" if line.number == behind[2] else "none"
        lapsed.append((line.number, f"against {ask.attack} {rest} of its cards would do."))
    return by_default(policy(d, ask, cards), lapsed)


START: Spot = (False, False, -1, 0)
"""Before all DEFEND lines."""


def spot(line: verbs.Defend, at: int) -> Spot:
    """Where an entry stands among the DEFEND lines as they are read."""
    return (line.player in (None, ANY), line.attack is None, line.number, at)


def defence_lines(d: Desk, ask: asks.Reply) -> list[verbs.Defend]:
    """List the lines that fit this attack card: player and suit, then player, then suit, then bare ones."""
    lines = d.of(verbs.Defend)
    if not lines:
        return lines
    fit = [o for o in lines if (o.attack is None or o.attack.fits(ask.attack)) and d.fits(o.player, ask.attacker)]
    return sorted(fit, key=lambda line: spot(line, 0))


def entry_replies(d: Desk, ask: asks.Reply, entry: Entry, cards: Sequence[Card]) -> Card | Call | None:
    """What one entry of a DEFEND list comes to; ANY is the whole default policy."""
    if entry.how is How.ANY and not entry.suit:
        found = policy(d, ask, cards)
        return None if found is Call.NOTHING else found
    return reply(entry, cards, ask.attack, d.kept(), wands_counter=d.look().options.wands_counter_swords)


def policy(d: Desk, ask: asks.Reply, cards: Sequence[Card]) -> Card | Call:
    """D1 to D3 from the own ordinary cards, D4 help, D5 and D6, D7 surrender."""
    kept = d.kept()
    own = [c for c in cards if c in ORDINARY and c not in kept]
    if (found := unhurt(own, ask.attack)) is not None:
        return found
    if Call.HELP in ask.choices:
        return Call.HELP
    return softened(own, ask.attack) or Call.NOTHING


def accept_help(d: Desk, ask: asks.AcceptHelp) -> Answer[bool]:
    """DP11: help is accepted, unless refused from this helper or from all."""
    return by_line(d.first(verbs.RefuseHelp, lambda line: d.fits(line.player, ask.helper)), False, True)


def offer_help(d: Desk, ask: asks.OfferHelp) -> Answer[Card | None]:
    """DP10: HELP lines offer by D1 to D3 within their lists; a vassal without one owes a card (4.3, 4.4, AM-9.12)."""
    cards = real(ask.choices)
    ordered = False
    for line in d.of(verbs.HelpPlayer):
        if not helps(d, line, ask):
            continue
        mine = help_cards(d, line, ask, cards)
        ordered = ordered or bool(mine)
        found = unhurt(mine, ask.attack)
        if found is not None and not ask.owed and (line.n is None or d.used.get(line.number, 0) < line.n):
            d.use(line)
            return from_order(found, line)
    return by_default(unhurt(cards, ask.attack) if ask.owed and not ordered else None)


def help_cards(d: Desk, line: verbs.HelpPlayer, ask: asks.OfferHelp, cards: Sequence[Card]) -> list[Card]:
    """List the cards of a HELP line: those of its list, else all that are not kept."""
    kept = d.kept()
    if not line.list:
        return [c for c in cards if c not in kept]
    return offered(line.list, cards, ask.attack, kept, wands_counter=d.look().options.wands_counter_swords)


def helps(d: Desk, line: verbs.HelpPlayer, ask: asks.OfferHelp) -> bool:
    """Say whether a HELP line is for this Defender against this attack."""
    return (
        d.fits(line.player, ask.defender)
        and d.fits(line.rival, ask.attacker)
        and (line.attack is None or line.attack.fits(ask.attack))
    )


def name_vassal(d: Desk, ask: asks.NameVassal) -> Answer[Seat | None]:
    """DP28: the first of the SUN line who can be named; without one the Sun is kept.

    It is kept as well by one who has called for help but could reply unhurt with own cards (O16).
    """
    kept = d.kept()
    if unhurt([c for c in d.look().stock if c in ORDINARY and c not in kept], ask.attack) is not None:
        return by_default(None)
    for line in d.of(verbs.NameSun):
        for wanted in line.players:
            seat = meant(d.look(), wanted)
            found = next((c for c in ask.choices if c is not None and (wanted == ANY or c == seat)), None)
            if found is not None:
                return from_order(found, line)
    return by_default(None)


# Life and death, and the end of a combat.


def protect(d: Desk, ask: asks.Protect) -> Answer[bool]:
    """DP12: the Ace saves its owner unless they say NO ACE or keep it; another only by order."""
    if True not in ask.choices:
        lines = [one for one in d.of(verbs.ProtectPlayer) if ask.victim != d.seat and d.fits(one.player, ask.victim)]
        return by_default(False, [(one.number, "you did not hold the Ace.") for one in lines])
    line = d.first(verbs.ProtectPlayer, lambda one: d.fits(one.player, ask.victim))
    if ask.victim != d.seat:
        return by_line(line, True, False)
    if (refusal := d.first(verbs.NoAce)) is not None:
        return from_order(False, refusal)
    return by_line(line, True, PROTECTION not in d.kept())


def save_life(d: Desk, ask: asks.SaveLife) -> Answer[bool]:
    """DP26: the Magician saves its holder unless kept; another only by order."""
    line = d.first(verbs.MagicianSave, lambda one: d.fits(one.player, ask.victim))
    return by_line(line, True, ask.victim == d.seat and MAGICIAN not in d.kept())


def negate(d: Desk, ask: asks.Negate) -> Answer[bool]:
    """DP26: MAGICIAN NEGATE, if it is this player's attack on the one named."""
    lines = (one for one in d.of(verbs.MagicianNegate) if d.fits(one.player, ask.attacker))
    return by_line(next((one for one in lines if d.fits(one.rival, ask.defender)), None), True, False)


def alter_result(d: Desk, ask: asks.AlterResult) -> Answer[Change]:
    """DP26: MAGICIAN REVERSE or CANCEL, whichever line comes true first."""
    for line in d.of(verbs.MagicianReverse, verbs.MagicianCancel):
        assert isinstance(line, verbs.MagicianReverse | verbs.MagicianCancel)
        if d.fits(line.player, ask.winner) and d.fits(line.rival, ask.loser):
            return from_order(Change.REVERSE if isinstance(line, verbs.MagicianReverse) else Change.CANCEL, line)
    return by_default(Change.LET)


def choose_spoils(d: Desk, ask: asks.ChooseSpoils) -> Answer[Spoils]:
    """DP13: the first SPOILS line for this loser, else the first bare one; a vassal if nothing is said.

    Those of this turn come before standing ones.
    """
    for line in sorted(d.of(verbs.TakeSpoils), key=lambda one: (one.player in (None, ANY), one.lasting)):
        if d.fits(line.player, ask.loser):
            return from_order(Spoils(line.choice.lower()), line)
    return by_default(Spoils.VASSAL)


GivingList = verbs.Tribute | verbs.Pay | verbs.Discard
LISTS: dict[Due, type[GivingList]] = {Due.TRIBUTE: verbs.Tribute, Due.PAY: verbs.Pay, Due.DISCARD: verbs.Discard}


def give_card(d: Desk, ask: asks.GiveCard) -> Answer[Card]:
    """DP14, DP20, DP30: one's list, else the first there is of TRIBUTE, DISCARD, PAY; then cheap order (O13)."""
    kinds: tuple[type[GivingList], ...] = (LISTS[ask.due], verbs.Tribute, verbs.Discard, verbs.Pay)
    lines: list[GivingList] = next((found for kind in kinds if (found := d.of(kind))), [])
    kept = d.kept()
    for line in lines:
        for card in named(line.list, ask.choices, kept):
            return from_order(card, line)
    none_left = [(line.number, "none of its cards was left.") for line in lines]
    return by_default(min(ask.choices, key=lambda card: (card in kept, cheap(card))), none_left)
