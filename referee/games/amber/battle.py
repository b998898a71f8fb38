"""How a desk answers in combats: attack plans, Civil War, defence, help, and what winners and losers choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.engine.author import Answer, Order, Seat
from referee.games.amber import asks, conditions, deck, lists, verbs
from referee.games.amber.desk import Desk, Lapses, Spot, by_default, by_line, from_order
from referee.games.amber.events.combat import Occasion
from referee.games.amber.moves import Call, Change, Due, Spoils
from referee.games.amber.picking import Running, named, offered, reply
from referee.games.amber.state import Place
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
    if ask.occasion is Occasion.OPTION and isinstance(d.chosen, verbs.Attack):
        d.running = Running(d.chosen.plan, d.chosen.number)
    return by_plan(d.running, d.running.next(real(ask.choices), d.kept()))


def go_on(d: Desk, ask: asks.GoOn) -> Answer[Card | None]:
    """DP6, DP7: stop where the plan says so, else its next card; at its end the attack stops."""
    running = d.running
    negated = ask.reply is not None and not ask.tie
    if running.stops(ask.reply, tie=ask.tie, negated=negated, helped=ask.helped) or too_many_cards(d, running.plan):
        return Answer(None, running.order)
    return by_plan(running, running.after(ask.reply, real(ask.choices), d.kept()))


def by_plan(running: Running, card: Card | None) -> Answer[Card | None]:
    """Answer by the plan of an order if it gives a card; without one the highest is led by default."""
    return Answer(card, running.order) if card is not None and running.order else by_default(card)


def too_many_cards(d: Desk, plan: lists.Plan) -> bool:
    """STOP IF somebody HAS n CARDS OR MORE: the public count decides."""
    return any(count >= n for player, n in plan.if_cards for count in conditions.public_counts(d.look(), player))


def opens(d: Desk, running: Running, lapsed: Lapses) -> bool:
    """Begin the combat of a line, unless the line lapses for want of a card to attack with (AM-4.10)."""
    v = d.look()
    if running.peek([c for c in v.stock if deck.may_lead(c, rules=v.ruler == d.seat)], d.kept()) is None:
        lapsed.append((running.order, "you had none of its cards to attack with."))
        return False
    d.running = running
    return True


# Civil War.


def next_rival(d: Desk, ask: asks.ChooseRival) -> Seat | None:
    """ANY is the next claimant after me in initiative who is still there, be it my lord (O6, AM-7.3)."""
    v = d.look()
    lord = [seat for seat, p in v.players.items() if seat == v.me.lord and p.place is Place.AMBER]
    return first_behind(d, (*ask.choices, *lord))


def first_behind(d: Desk, seats: Sequence[Seat | None]) -> Seat | None:
    """Find the first of these in the order of initiative behind one's own place in a Civil War."""
    sides = list(d.look().now.claimants)
    place = sides.index(d.seat) + 1 if d.seat in sides else 0
    return next((seat for seat in (*sides[place:], *sides[:place]) if seat in seats), None)


def choose_rival(
    d: Desk, ask: asks.ChooseRival, following: Callable[[Desk, asks.ChooseRival], Seat | None] = next_rival
) -> Answer[Seat | None]:
    """DP15: the next unused war line whose target is still there (AM-7.3).

    One against the own lord, or without a card for it, is used up.
    """
    lapsed: Lapses = []
    for line, target, plan in war_lines(d):
        if line.number in d.used:
            continue
        rival = following(d, ask) if target == ANY else conditions.meant(d.look(), target)
        if rival is not None and rival in ask.choices:
            d.use(line)
            if opens(d, d.plan_of(line.number, plan), lapsed):
                return from_order(rival, line, lapsed)
        elif rival is not None and rival == d.look().me.lord:
            d.use(line)
            lapsed.append((line.number, f"{rival} was your lord."))
    return by_default(None, lapsed)


def war_lines(d: Desk) -> list[tuple[Order, Seat, lists.Plan]]:
    """List the war lines that hold now, each with whom it is against and its plan.

    The SEIZE that was chosen is one against anybody; no other option line has cards for a war (O2, R-74).
    """
    wars: list[tuple[Order, Seat, lists.Plan]] = [(line, line.player, line.plan) for line in d.of(verbs.War)]
    if isinstance(d.chosen, verbs.Seize) and d.chosen.plan is not None:
        wars.append((d.chosen, ANY, d.chosen.plan))
    return sorted(wars, key=lambda war: war[0].number)


# Blind combats.

BLOCKS = {deck.SWORDS: deck.WANDS, deck.CUPS: deck.PENTACLES}
"""What stops an attack in a blind war (RULES.md, 3.4)."""


def lay_blind(d: Desk, ask: asks.LayBlind) -> Answer[Card | None]:
    """DP15 with civil_war=phase3: the next card of the war list; without one nothing is laid (R-1).

    A plan that stops lays nothing more in this combat.
    """
    now = d.look().now
    mine, theirs = (now.attack, now.reply) if ask.attacking else (now.reply, now.attack)
    if mine is None and theirs is None:
        d.laying, d.stopped = None, False
    met = theirs if theirs in deck.ORDINARY else None
    if d.laying is not None and not d.stopped:
        d.stopped = stops_blind(d, d.laying, mine, met)
    if d.stopped:
        return by_default(None)
    for running in [d.running] if ask.attacking else war_lists(d, ask):
        card = running.after(met, real(ask.choices), d.kept())
        if card is not None:
            d.laying = running
            return Answer(card, running.order)
    return by_default(None)


def stops_blind(d: Desk, running: Running, mine: Card | None, met: Card | None) -> bool:
    """A Sword that met a Wand is negated, a Cup that met a Pentacle too (RULES.md, 3.4)."""
    negated = mine in deck.ORDINARY and mine is not None and met is not None and BLOCKS.get(mine.suit) == met.suit
    return running.stops(met, tie=False, negated=negated, helped=False) or too_many_cards(d, running.plan)


def war_lists(d: Desk, ask: asks.LayBlind) -> list[Running]:
    """One who is attacked lays the war lists against that rival, then those against anybody."""
    lines = war_lines(d)
    named_one = [line for line in lines if conditions.meant(d.look(), line[1]) == ask.rival]
    anybody = [line for line in lines if line[1] == ANY]
    return [d.plan_of(line.number, plan) for line, _, plan in (*named_one, *anybody)]


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
                if found in deck.INTERRUPTS:
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
    met = [one for one in d.of(verbs.Defend) if one.attack is None or one.attack.fits(ask.attack)]
    fit = [one for one in met if d.fits(one.player, ask.attacker)]
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
    own = [c for c in cards if c in deck.ORDINARY and c not in kept]
    if (found := deck.unhurt(own, ask.attack)) is not None:
        return found
    if Call.HELP in ask.choices:
        return Call.HELP
    return deck.softened(own, ask.attack) or Call.NOTHING


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
        found = deck.unhurt(mine, ask.attack)
        if found is not None and not ask.owed and (line.n is None or d.used.get(line.number, 0) < line.n):
            d.use(line)
            return from_order(found, line)
    return by_default(deck.unhurt(cards, ask.attack) if ask.owed and not ordered else None)


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
    if deck.unhurt([c for c in d.look().stock if c in deck.ORDINARY and c not in kept], ask.attack) is not None:
        return by_default(None)
    for line in d.of(verbs.NameSun):
        for wanted in line.players:
            seat = conditions.meant(d.look(), wanted)
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
    return by_line(line, True, deck.PROTECTION not in d.kept())


def save_life(d: Desk, ask: asks.SaveLife) -> Answer[bool]:
    """DP26: the Magician saves its holder unless kept; another only by order."""
    line = d.first(verbs.MagicianSave, lambda one: d.fits(one.player, ask.victim))
    return by_line(line, True, ask.victim == d.seat and deck.MAGICIAN not in d.kept())


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
    return by_default(min(ask.choices, key=lambda card: (card in kept, deck.cheap(card))), none_left)
