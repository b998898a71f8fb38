"""What is warned of in orders as things stand: what one does not hold, cannot reach or may not do now (PB-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.author import Order, Seat
from referee.engine.lexicon import spoken
from referee.games.amber import deck, moves, verbs
from referee.games.amber.conditions import meant, seen, trump
from referee.games.amber.contradictions import cards_named, in_plan, plan_of
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.picking import guard, lead, named, offered, reply
from referee.games.amber.state import CHAOS, rested
from referee.games.amber.words import ANY, CARD, RULER, Entry, How

ATTACKING_AMBER = spoken([CARD.show(card) for card in deck.ATTACKS])


def not_now(v: Knowledge, one: Order, *, conditional: bool) -> Iterator[tuple[str, str]]:
    """Say what is not so now; behind IF only missing cards are worth a word."""
    if not v.me.alive and not isinstance(one, verbs.ChaosLay):
        yield "You are dead; this works only if you are revived.", "AM-14.6"
        return
    if not conditional:
        yield from option_now(v, one)
        yield from helpless_now(v, one)
        yield from trump_now(v, one)
    yield from cards_now(v, one)
    yield from powers_now(v, one)
    yield from threats_now(one)
    yield from plan_now(v, one)
    yield from list_now(v, one)
    yield from one_reply(one)


def option_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of an option that would be WAIT or STAY as things are."""
    here = v.me.in_amber
    if isinstance(one, verbs.OPTION_ORDERS) and not v.able(v.seat):
        yield "You have no option to choose this turn.", "AM-4.8"
        return
    match one:
        case verbs.Return() if here:
            yield "You are in Amber already.", "AM-4.6"
        case verbs.Seize() | verbs.Attack() | verbs.Go() if not here:
            return  # contradictions.left_behind tells of it, under an IF too
        case verbs.Go() if not rested(v.turn, v.me.back_since):
            yield "After your banishment you owe Amber a full turn first.", "AM-9.5"
        case verbs.Seize() if v.ruler == v.seat:
            yield "You are on the Throne; this is the same as WAIT.", "AM-4.3"
        case verbs.Seize() if v.options.seize_needs_court and not v.me.court:
            yield "Without your Court card you cannot claim the Throne.", "R-26"
        case verbs.Attack(player=player):
            yield from target_now(v, player)
        case verbs.War(player=player):
            yield from own_lord(v, meant(v, player))
        case verbs.GiveBackAttack() if (card := trump(v, one.whose)) is not None:
            yield from own_lord(v, v.owner(card))
        case verbs.Release(player=player) if player != ANY and not any(p.lord == v.seat for p in seen(v, player)):
            yield f"{'The ruler' if player == RULER else player} is not your vassal now.", "AM-9.14"
        case verbs.ChaosLay() if v.me.alive:
            yield "Only a dead player leads Chaos, and you are alive.", "R-66"


def helpless_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of what one orders who may not act; what stands is for turns to come, too (AM-9.2, AM-C16, R-50)."""
    p = v.me
    if v.able(v.seat) or one.lasting or one.at_once or isinstance(one, (*verbs.OPTION_ORDERS, *verbs.WHENEVER)):
        return
    if p.prison:
        yield "You are in the Tower; this works only if you are freed before.", "AM-C16"
    elif v.serving(v.seat):
        yield f"You are banished to the end of turn {p.banished}; this works only if you are freed before.", "AM-9.2"
    elif not serves_idle(v, one):
        yield "You lose this turn, so this will do nothing.", "R-50"


def serves_idle(v: Knowledge, one: Order) -> bool:
    """Say whether an order may be of use to one who loses the turn: in self-defence, or to one who is helped (R-50)."""
    o = v.options
    match one:
        case verbs.RefuseHelp() | verbs.RefuseTheRansom() | verbs.TakeSpoils():
            return True
        case verbs.Defend(list=entries, only=only) if not o.lost_turn_defence:
            return only or any(entry.how is How.NOTHING for entry in entries)
        case verbs.Defend(list=entries):
            return any(entry.card not in deck.INTERRUPTS for entry in entries)
        case verbs.ProtectPlayer(player=player) if player in (v.seat, ANY):
            return o.lost_turn_defence and o.ace_of_wands == "reaction"
        case verbs.War():
            return o.lost_turn_defence and o.civil_war == "phase3" and v.ruler == v.seat
        case _:
            return o.lost_turn_defence and isinstance(one, verbs.DefendAmber | verbs.NoAce)


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
        else:
            yield from own_lord(v, seat)


def own_lord(v: Knowledge, seat: Seat | None) -> Iterator[tuple[str, str]]:
    """Warn of an attack on one's lord."""
    if seat is not None and seat == v.me.lord:
        yield f"{seat} is your lord, whom you may not attack.", "AM-9.12"


def cards_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of cards that one does not hold now."""
    missing = [card for card in cards_named(one) if card not in v.stock and card not in v.me.kept]
    if missing:
        yield f"You do not hold {CARD.codes(dict.fromkeys(missing))} now; what you do not hold then is skipped.", "PB-2"


def powers_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of the Magician, the Star, the Sun and Court cards that one does not hold now."""
    needed = verbs.power(one)
    if needed is not None and needed not in v.me.kept:
        yield f"You do not hold {CARD.show(needed)} now.", "AM-11.4"
    if isinstance(one, verbs.COURT_USES) and one.whose == RULER and v.ruler is None:
        yield "No player is on the Throne now.", "AM-5.6"
    elif isinstance(one, verbs.COURT_USES):
        card = trump(v, one.whose)
        if card is not None and card not in v.courts:
            yield "You do not hold that Court card now.", "AM-5.6"


def trump_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of a Court card that does not reach its owner so, as things are (R-27, AM-5.9)."""
    if not isinstance(one, verbs.COURT_USES) or (card := trump(v, one.whose)) not in v.courts or card is None:
        return
    owner = v.owner(card)
    if isinstance(one, verbs.Summon):
        if card in v.me.exposed:
            yield "All have seen that Court card, so it summons nobody.", "AM-5.9"
    elif owner is not None and v.away(owner):
        yield f"Nothing but a summons reaches {owner} now.", "R-27"


def threats_now(one: Order) -> Iterator[tuple[str, str]]:
    """Warn of Chaos cards that do not attack Amber, and of Chaos where only players are met (AM-12.1, AM-12.15)."""
    match one:
        case verbs.DefendAmber() | verbs.StarCancel() | verbs.MagicianRepel():
            if useless := [CARD.show(card) for card in one.threats if card not in deck.ATTACKS]:
                does = "does" if len(useless) == 1 else "do"
                yield f"{spoken(useless)} {does} not attack Amber; {ATTACKING_AMBER} do.", "AM-12.1"
            if isinstance(one, verbs.DefendAmber) and deck.CHARIOT in one.threats:
                yield f"{CARD.show(deck.CHARIOT)} lays no cards against Amber.", "AM-12.1"
        case verbs.Defend(player=seat) | verbs.HelpPlayer(rival=seat) if seat == CHAOS:
            yield "Chaos leads no card against a player; when she attacks Amber, DEFEND AMBER lines answer.", "AM-12.15"
        case verbs.HelpPlayer(player=seat) | verbs.ProtectPlayer(player=seat) if seat == CHAOS:
            yield "Chaos can be neither helped nor protected.", "AM-12.15"


def plan_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of entries of a plan that cannot attack (AM-8.3, AM-6.4); a blind war has other uses for them (R-1)."""
    if v.options.civil_war == "phase3" and isinstance(one, verbs.War | verbs.Seize):
        return
    cards = in_plan(plan_of(one))
    if useless := dict.fromkeys(c for c in cards if c not in deck.ATTACKING and c not in deck.INTERRUPTS):
        yield f"{CARD.codes(useless)} cannot attack; such an entry is skipped.", "AM-8.3"
    if rules(v, one) and any(c.suit == deck.SWORDS for c in cards):
        yield "A ruler does not attack with Swords; such an entry is skipped.", "AM-6.4"


def rules(v: Knowledge, one: Order) -> bool:
    """Say whether one would attack as ruler; whoever meets a Court card on a trip has left the Throne (AM-4.9)."""
    return v.ruler == v.seat and not isinstance(one, verbs.OnCourt)


def list_now(v: Knowledge, one: Order) -> Iterator[tuple[str, str]]:
    """Warn of a list that picks nothing of one's cards; those that it names are looked for by themselves (PB-2)."""
    plan = plan_of(one)
    if plan is not None:
        if not_named(plan.entries) and not leads(v, one, plan.entries):
            yield "You hold no card now that this attack could lead.", "AM-8.3"
        return
    match one:
        case verbs.Defend(list=entries) | verbs.HelpPlayer(list=entries) | verbs.DefendAmber(list=entries):
            if not_named(entries) and not replies(v, one, entries):
                yield "You hold no card now that this line could play.", "PB-2"
        case verbs.Tribute(list=entries) | verbs.Discard(list=entries) | verbs.Pay(list=entries):
            if not_named(entries) and not any(named(entries, v.stock)):
                yield "You hold no card now that this line means.", "PB-2"


def one_reply(one: Order) -> Iterator[tuple[str, str]]:
    """Warn that ALL in a DEFEND list is no more than a card, and the lowest (AM-8.2)."""
    for entry in one.list if isinstance(one, verbs.Defend) else ():
        if entry.how is How.ALL:
            better = Entry(How.ENOUGH, suit=entry.suit) if entry.suit else Entry(How.ANY)
            yield f"{entry} is one card for each attack, your lowest; {better} picks one that answers it.", "AM-8.2"


def not_named(entries: Sequence[Entry]) -> bool:
    """Say whether a list leaves a pick to what one holds; HELP, say, and NOTHING need none."""
    return any(entry.card is None for entry in entries)


def leads(v: Knowledge, one: Order, entries: Sequence[Entry]) -> bool:
    """Say whether an attack plan has a card to begin with; a blind war also plays Wands (R-1)."""
    if isinstance(one, verbs.OnCourt) and one.reaction is not moves.Use.ATTACK:
        return True
    blind = v.options.civil_war == "phase3" and isinstance(one, verbs.War | verbs.Seize)
    choices = v.stock if blind else [card for card in v.stock if deck.may_lead(card, rules=rules(v, one))]
    return any(lead(entry, choices, ()) is not None for entry in entries)


def replies(v: Knowledge, one: verbs.Defend | verbs.HelpPlayer | verbs.DefendAmber, entries: Sequence[Entry]) -> bool:
    """Say whether a list has a card for any of the attacks that it may meet, or means whatever one has, or none."""
    whatever = (How.ANY, How.ALL)
    if any(one.how in (How.HELP, How.NOTHING) or (one.how in whatever and not one.suit) for one in entries):
        return True
    stock, counters = v.stock, v.options.wands_counter_swords
    match one:
        case verbs.DefendAmber():
            return any(guard(entry, stock, laid, ()) for entry in entries for laid in deck.ORDINARY)
        case verbs.Defend(attack=attack) | verbs.HelpPlayer(attack=attack):
            met = [card for card in deck.ATTACKING if attack is None or attack.fits(card)]
    if isinstance(one, verbs.HelpPlayer):
        return any(offered(entries, stock, card, (), wands_counter=counters) for card in met)
    return any(reply(entry, stock, card, (), wands_counter=counters) for entry in entries for card in met)
