"""AM-8: combats, one Attacker and one Defender, card against card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from referee.engine.author import NO_OR_YES, PUBLIC, Seat
from referee.games.amber import asks, deck
from referee.games.amber import events as ev
from referee.games.amber.draws import clear_table, spend, use_up
from referee.games.amber.moves import Call, Change, SunCall
from referee.games.amber.results import bind, suffer
from referee.games.amber.specials import granted, holder, play_magician, play_special
from referee.games.amber.state import CHAOS, Amber, Player
from referee.games.amber.windows import after_victory
from referee.games.cards import Card


@dataclass(slots=True)
class Fight:
    """One combat under way: who, how it arose, the last cards laid, and who has helped.

    ``opening`` is done when the first card is chosen, before it falls.
    """

    attacker: Seat
    defender: Seat
    occasion: ev.Occasion
    opening: Callable[[], None] | None = None
    begun: bool = False
    round: int = 0
    attack: Card | None = None
    reply: Card | None = None
    tie: bool = False
    helped: bool = False
    helpers: list[Seat] = field(default_factory=list)
    accepted: dict[Seat, bool] = field(default_factory=dict)
    sun: Seat | None = None
    winner: Seat | None = None


def fight(t: Amber, f: Fight) -> bool:
    """Cards are led and answered until somebody is beaten or the Attacker stops (AM-8.2, AM-8.14).

    Returns whether there was a combat at all.
    """
    decided = False
    while not decided and (card := next_card(t, f)) is not None:
        begin(t, f)
        if card in deck.INTERRUPTS:
            play_special(t, f.attacker, card, f.defender)
            decided = not present(t, f.defender)
            f.winner = f.attacker if decided else None
            f.sun = None if card is deck.BETRAYAL else f.sun
        else:
            decided = lead(t, f, card)
    if f.begun:
        if not decided:
            t.tell(ev.AttackStopped(attacker=f.attacker, defender=f.defender, to=PUBLIC))
        finish(t, f)
    return f.begun


def finish(t: Amber, f: Fight) -> None:
    """Every card played is spent, the winner's too (AM-8.15)."""
    clear_table(t)
    t.tell(ev.CombatEnded(attacker=f.attacker, defender=f.defender, to=PUBLIC))
    if f.winner is not None:
        after_victory(t, f.winner)


def next_card(t: Amber, f: Fight) -> Card | None:
    """The Attacker alone leads, and after a negation or tie may go on or stop (AM-8.13, AM-8.11).

    There are attack cards, and specials that are played instead of one (AM-8.3, AM-8.22).
    """
    rules = t.state.ruler == f.attacker
    choices = (None, *(card for card in t.state.stock(f.attacker) if deck.may_lead(card, rules=rules)))
    if not f.begun:
        return t.ask(asks.OpenAttack(f.attacker, choices, f.defender, f.occasion))
    return t.ask(asks.GoOn(f.attacker, choices, f.defender, f.round, f.attack, f.reply, f.tie, f.helped))


def begin(t: Amber, f: Fight) -> None:
    """With a first card the Attacker has attacked, if the enemy is a player (R-52)."""
    if f.begun:
        return
    f.begun = True
    if f.opening is not None:
        f.opening()
    if f.defender != CHAOS:
        t.state.players[f.attacker].attacked = True
    t.tell(ev.CombatBegan(attacker=f.attacker, defender=f.defender, occasion=f.occasion, to=PUBLIC))


def present(t: Amber, seat: Seat) -> bool:
    """Say whether a side is still there: a player alive, Chaos on the Throne."""
    return bool(t.state.enthroned) if seat == CHAOS else t.state.players[seat].alive


def lead(t: Amber, f: Fight, card: Card) -> bool:
    """One round: an attack card, and a reply or none (AM-8.2). Returns whether the combat is decided."""
    spend(t, f.attacker, card)
    f.round += 1
    f.attack, f.reply, f.tie, f.helped = card, None, False, False
    t.tell(ev.CardLed(seat=f.attacker, card=card, defender=f.defender, round=f.round, to=PUBLIC))
    if f.round == 1 and negated_by_magician(t, f, card):
        return True
    reply = answer_attack(t, f, card)
    if not present(t, f.attacker):
        f.winner = f.defender
        return True
    if reply is None:
        t.tell(ev.NoReply(defender=f.defender, to=PUBLIC))
        margin = 1 if t.state.options.unanswered_margin == "one" else card.number
        decide(t, f, f.defender, f.attacker, card.suit, margin)
        return True
    f.reply = reply
    return compare(t, f, card, reply)


def compare(t: Amber, f: Fight, card: Card, reply: Card) -> bool:
    """What the pair comes to (AM-8.5 to AM-8.11); after a negation or a tie the combat is still open."""
    result, margin = deck.clash(card, reply, wands_counter=t.state.options.wands_counter_swords)
    t.tell(ev.Clashed(attacker=f.attacker, defender=f.defender, attack=card, reply=reply, result=result, to=PUBLIC))
    match result:
        case ev.Result.BEATEN:
            decide(t, f, f.defender, f.attacker, card.suit, margin)
        case ev.Result.COUNTERED:
            decide(t, f, f.attacker, f.defender, card.suit, margin)
        case ev.Result.TIE:
            f.tie = True
    return result not in (ev.Result.NEGATED, ev.Result.TIE)


def decide(t: Amber, f: Fight, loser: Seat, winner: Seat, suit: str, margin: int) -> None:
    """Somebody is beaten; the Magician may turn that round or undo it before it takes effect (AM-8.7, AM-C1)."""
    t.tell(ev.Beaten(loser=loser, winner=winner, margin=margin, suit=suit, to=PUBLIC))
    wizard = holder(t, deck.MAGICIAN)
    if wizard is not None:
        match t.ask(asks.AlterResult(wizard.seat, tuple(Change), winner, loser, margin)):
            case Change.CANCEL:
                play_magician(t, wizard, "CANCEL", winner, loser)
                return
            case Change.REVERSE:
                play_magician(t, wizard, "REVERSE", winner, loser)
                loser, winner = winner, loser
    f.winner = winner
    suffer(t, loser, winner, suit, margin)


def negated_by_magician(t: Amber, f: Fight, card: Card) -> bool:
    """The Magician may end an attack when its first card lies (AM-C1)."""
    sides = (f.attacker, f.defender)
    return granted(t, "NEGATE", lambda p: asks.Negate(p.seat, NO_OR_YES, *sides, card), *sides, but=f.attacker)


def answer_attack(t: Amber, f: Fight, card: Card) -> Card | None:
    """The Defender's reply, a helper's, or none; the Defender's interrupts come first (AM-8.22, AM-8.16).

    Chaos on the Throne defends with the Throne cards by the default policy (AM-12.15).
    """
    if f.defender == CHAOS:
        throne = [c for c in t.state.throne if c in deck.ORDINARY]
        laid = deck.unhurt(throne, card) or deck.softened(throne, card)
        return None if laid is None else lay_reply(t, f, CHAOS, laid)
    may_call, question = all(t.state.players[seat].in_amber for seat in (f.attacker, f.defender)), asks.Reply
    while True:
        match t.ask(question(f.defender, replies(t, f, may_call, question), f.attacker, card)):
            case Call.NOTHING:
                return None
            case Call.HELP:
                may_call, question = False, asks.ReplyAlone
                if (found := help_for(t, f, card)) is not None:
                    return found
            case SunCall(seat=vassal):
                make_vassal(t, f, vassal)
                if (found := sun_reply(t, f, card)) is not None:
                    return found
            case Card() as own if own in deck.INTERRUPTS:
                question = asks.Reply
                play_special(t, f.defender, own, f.attacker)
                if not present(t, f.attacker):
                    return None
            case Card() as own:
                return lay_reply(t, f, f.defender, own)


def replies(t: Amber, f: Fight, may_call: bool, question: type[asks.Reply]) -> Sequence[Card | Call | SunCall]:
    """Any ordinary card replies (AM-8.4); specials interrupt (AM-8.22); who loses a turn may only reply (R-50).

    One before whom the Sun lies may call on it as well (AM-C19).
    """
    s, p = t.state, t.state.players[f.defender]
    calls: tuple[Call | SunCall, ...] = (Call.NOTHING, Call.HELP) if may_call else (Call.NOTHING,)
    if question is asks.Reply and may_call:
        calls += tuple(SunCall(seat) for seat in vassals_to_be(t, f))
    if not s.may_defend(p.seat):
        return calls
    stock = s.stock(f.defender)
    return (*calls, *(c for c in stock if c in deck.ORDINARY or (c in deck.INTERRUPTS and s.able(p.seat))))


def lay_reply(t: Amber, f: Fight, seat: Seat, card: Card) -> Card:
    """One reply for each attack card, the Defender's own or a helper's (AM-8.16)."""
    spend(t, seat, card)
    f.helped = seat != f.defender
    t.tell(ev.CardReplied(seat=seat, card=card, defender=f.defender, to=PUBLIC))
    return card


# Help for the Defender.


def help_for(t: Amber, f: Fight, card: Card) -> Card | None:
    """First those who offer, then vassals who owe it, then whom the Sun names, if nobody else helps (D4, AM-C19).

    Third players in Amber help, who are able, and not against their own lord (AM-8.16, AM-8.18).
    """
    others = [p for p in t.state.in_order() if p.seat not in (f.attacker, f.defender) and t.state.able(p.seat)]
    helpers = [p for p in others if p.in_amber and p.lord != f.attacker and accepted(t, f, p.seat)]
    owing = [p for p in helpers if p.lord == f.defender and p.seat not in f.helpers]
    for p, owed in (*((p, False) for p in helpers), *((p, True) for p in owing)):
        if (found := offered(t, f, p, card, owed=owed)) is not None:
            return found
    if f.sun is None and has_sun(t, f):
        named = t.ask(asks.NameVassal(f.defender, (None, *vassals_to_be(t, f)), f.attacker, card))
        if named is not None:
            make_vassal(t, f, named)
    return sun_reply(t, f, card)


def accepted(t: Amber, f: Fight, helper: Seat) -> bool:
    """The Defender may refuse help; and says so once in a combat (AM-8.18)."""
    if helper not in f.accepted:
        f.accepted[helper] = t.ask(asks.AcceptHelp(f.defender, NO_OR_YES, f.attacker, helper))
    return f.accepted[helper]


def offered(t: Amber, f: Fight, p: Player, card: Card, *, owed: bool) -> Card | None:
    """A helper's own card stands as the reply; only the card is at risk (AM-8.16). A vassal owes one (AM-9.12)."""
    own = (None, *(c for c in t.state.stock(p.seat) if c in deck.ORDINARY))
    found = t.ask(asks.OfferHelp(p.seat, own, f.attacker, f.defender, card, owed))
    if found is None:
        return None
    f.helpers.append(p.seat)
    return lay_reply(t, f, p.seat, found)


def sun_reply(t: Amber, f: Fight, card: Card) -> Card | None:
    """The Sun's vassal for this combat replies by the default policy, if that can be without hurt (AM-C19, R-53)."""
    if f.sun is None or not t.state.able(f.sun):
        return None
    own = [c for c in t.state.stock(f.sun) if c in deck.ORDINARY]
    found = deck.unhurt(own, card)
    return None if found is None else lay_reply(t, f, f.sun, found)


def has_sun(t: Amber, f: Fight) -> bool:
    """Say whether the Defender may use the Sun."""
    return deck.SUN in t.state.players[f.defender].kept and t.state.able(f.defender)


def vassals_to_be(t: Amber, f: Fight) -> list[Seat]:
    """Whoever is able and in Amber may be named but the Attacker, by an able Defender with the Sun (AM-C19, R-53)."""
    if not has_sun(t, f):
        return []
    others = [q for q in t.state.living() if q.seat not in (f.attacker, f.defender)]
    return [q.seat for q in others if q.in_amber and t.state.able(q.seat)]


def make_vassal(t: Amber, f: Fight, named: Seat) -> None:
    """The Sun is spent, and its vassal serves for this combat; with sun=permanent the bond lasts (R-53)."""
    f.sun = named
    use_up(t, t.state.players[f.defender].kept, deck.SUN)
    t.tell(ev.SunPlayed(seat=f.defender, vassal=named, to=PUBLIC))
    if t.state.options.sun == "permanent":
        bind(t, named, f.defender)
