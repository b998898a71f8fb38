"""The desk: one seat's orders at work against its view; where they are silent, the defaults of RULES.md, 3.4.

What follows from policies stands here (LT-P1.4, LT-P7.1), what from action lines in ``desk_actions``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.engine.orders import Order
from referee.engine.table import Desk
from referee.games.living_trumps import asks
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.defaults import DEFAULTS
from referee.games.living_trumps.defaults import call_bluff as last_bluff
from referee.games.living_trumps.desk_actions import Actions
from referee.games.living_trumps.filed import O, Orders, pick, strike
from referee.games.living_trumps.moves import Call, Calling, Control, Spend, Stand, fit
from referee.games.living_trumps.orders import DropFirst
from referee.games.living_trumps.view import View


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> Desk:
    """Make the answers of one seat out of its orders in force and its view."""
    filed = Orders(orders, look)
    actions = Actions(seat, filed)

    def answer(ask: Ask[Any]) -> Answer[Any]:
        found = actions.answer(ask)
        if found is not None:
            return found
        policy = POLICY_ANSWERS.get(type(ask))
        ordered = policy(filed, ask) if policy is not None and orders else None
        if ordered is not None and ordered[0] in ask.choices:
            return Answer(*ordered)
        default = DEFAULTS.get(type(ask))
        return Answer(default(ask) if default is not None else ask.choices[0], Why.DEFAULT)

    return answer


def form(seen: View) -> Sequence[str]:
    """Suggest the orders that are in force without any."""
    return ("SHADOW PASS", "SUBSTANCE SCHEME", "TRICKS AUTO", "DEALS CLOSED")


Found = tuple[Any, int] | None


def spending(f: Orders, ask: asks.Spending) -> Found:
    """SPEND and JEWEL hold for the Turn (D34, D35)."""
    place, jewel = next(f.general(po.SpendPolicy), None), next(f.general(po.JewelPolicy), None)
    chosen = place or jewel
    if chosen is None:
        return None
    return Spend(place is not None and place.place, jewel is not None and jewel.when == "FIRST"), chosen.number


def says(kind: type[O], foe: str, meaning: Callable[[O, Any], Any]) -> Callable[[Orders, Any], Found]:
    """Make the answer of the first line of a kind: against somebody, or without a ``foe`` about nobody."""

    def answer(f: Orders, ask: Any) -> Found:
        lines = f.against(kind, getattr(ask, foe)) if foe else f.general(kind)
        return next(((meaning(line, ask), line.number) for line in lines), None)

    return answer


def accept(f: Orders, ask: asks.AcceptDeal) -> Found:
    """A DEAL line that matches accepts, and DEALS OPEN accepts whatever comes (LT-P6.1, LT-P6.2)."""
    for line in f.dealing(ask.proposer):
        if line.terms.meets(ask.gets, ask.gives):
            return True, line.number
    return says(po.DealsPolicy, "proposer", lambda line, _: line.what == "OPEN")(f, ask)


def defend(f: Orders, ask: asks.HellrideReply) -> Found:
    """DEFEND lines for this Shadow first, then general ones; what cannot be done falls through (D8)."""
    lines = f.against(po.Defend, ask.rider, lambda line: line.shadow is None or line.shadow.fits(ask.card))
    first = sorted(lines, key=lambda line: line.shadow is None)
    return next(((reply, line.number) for line in first for reply in line.replies if reply in ask.choices), None)


def chaos(f: Orders, ask: asks.ControlChaos) -> Found:
    """CHAOS CONTROL UP TO n pays if it can; what a court cannot do falls back to NULLIFY (LT-P7.4)."""
    kinds: tuple[type[po.Policy], ...] = (po.ChaosControl, po.ChaosSuffer)
    for line in f.general(*kinds):
        if not isinstance(line, po.ChaosControl) or (line.n is not None and ask.price > line.n):
            return Control.SUFFER, line.number
        wanted = Control(line.way)
        for way in (wanted, Control.NULLIFY):
            if way in ask.choices:
                return way, line.number
        return Control.SUFFER, line.number
    return None


def chosen(kind: type[Any], foe: str = "foe") -> Callable[[Orders, Any], Found]:
    """Make the answer of a wish list of cards, or of the slots in which such cards lie."""

    def answer(f: Orders, ask: Any) -> Found:
        earlier = getattr(ask, "earlier", ())
        there = zip(getattr(ask, "cards", ask.choices), ask.choices, strict=True)
        choices = {card: choice for card, choice in there if card is not None}
        for line in f.against(kind, getattr(ask, foe, None)):
            rest, earlier = strike(line.cards, earlier)
            card = pick(rest, list(choices))
            if card is not None:
                return choices[card], line.number
        return None

    return answer


def weapon(f: Orders, ask: asks.Weapon) -> Found:
    """DUEL WEAPON: the first suit of which a card is held; of a list without any, the first (LT-P7.1)."""
    for line in f.against(po.DuelWeapon, ask.foe):
        held = {card.suit for card in f.look().hand} if len(line.suits) > 1 else ()
        return next((one for one in line.suits if one in held), line.suits[0]), line.number
    return None


def feint(f: Orders, ask: asks.Feint) -> Found:
    """DUEL YIELD AFTER n yields, if it is the first that holds; else DUEL FEINT in its order (LT-P1.4, LT-P7.5)."""
    for line in f.against(po.DuelYield, ask.foe)[:1]:
        if line.n is not None and len(ask.earlier) >= line.n:
            return None, line.number
    return chosen(po.DuelFeint)(f, ask)


def calls_bluff(line: po.DuelCall, ask: asks.CallBluff) -> bool:
    """DUEL CALL counts the opponent's feints (LT-P7.5)."""
    match line.calling.when:
        case Calling.AT:
            return ask.number in line.calling.at
        case Calling.FROM:
            return ask.number >= line.calling.at[0]
        case Calling.LAST:
            return last_bluff(ask)
        case when:
            return when is Calling.ALWAYS


def stage(f: Orders, ask: asks.Stage) -> Found:
    """CONTEST TRUMP first, then the first CONTEST YIELD that holds (LT-P1.4, LT-P7.5)."""
    for line, rank, due in calls(f, ask):
        if due and Call(rank) in ask.choices:
            return Call(rank), line.number
    for policy in f.against(po.ContestYield, ask.foe)[:1]:
        if policy.n is not None and ask.theirs - ask.mine >= policy.n and ask.flips >= policy.after:
            return Stand.YIELD, policy.number
    return None


def calls(f: Orders, ask: asks.Stage | asks.Part) -> Iterator[tuple[po.ContestTrump, str, bool]]:
    """List the CONTEST TRUMP lines of this contest, each with the rank that it calls, and whether its time has come."""
    ranks = {seat: sheet.rank for seat, sheet in f.look().sheets.items()}
    for line in f.against(po.ContestTrump, ask.foe):
        due = ask.flips >= line.after and (not line.when_behind or ask.mine < ask.theirs)
        yield line, ranks.get(Seat(line.identity), line.identity), due


def flip(f: Orders, ask: asks.Flip) -> Found:
    """CONTEST FLIP names positions in their order (D16)."""
    lines = f.against(po.ContestFlip, ask.foe)
    return next(((n, line.number) for line in lines for n in line.numbers if n in ask.choices), None)


def answer_call(f: Orders, ask: asks.AnswerCall) -> Found:
    """Of those whom one's lines would help, the player of the first HELP line is preferred (D18)."""
    foes = dict(zip(ask.contest, reversed(ask.contest), strict=True))
    spoken = {caller: f.helping(caller, foes[caller]) for caller in ask.choices if caller is not None}
    for line in f.of(po.HelpWant):
        if line in spoken.get(line.player, ()):
            return line.player, line.number
    return next(((None, line.number) for lines in spoken.values() for line in lines), None)


def wish(f: Orders, ask: asks.Wish) -> Found:
    """HELP ... WANT names the three cards (LT-P7.6)."""
    lines = [line for line in f.helping(ask.caller, ask.foe) if isinstance(line, po.HelpWant)]
    return next(((name, line.number) for line in lines for name in line.wants if name in ask.choices), None)


def part(f: Orders, ask: asks.Part) -> Found:
    """PART of the line that called is compared in its own order; the first card that one holds seals it (LT-P7.6)."""
    callers = [(line, due) for line, rank, due in calls(f, ask) if rank == ask.rank]
    for line, _ in sorted(callers, key=lambda one: not one[1])[:1]:
        for mine in line.part:
            for name in ask.choices:
                if name is not None and fit([mine], [name.card]):
                    return name, line.number
    return None


def renege(f: Orders, ask: asks.Renege) -> Found:
    """RENEGE breaks the promise to this player (D20)."""
    for line in f.of(po.RenegeOn):
        if line.player == ask.helper and line.foe in (None, ask.foe, ask.helper):
            return True, line.number
    return None


def boon(f: Orders, ask: asks.NameBoon) -> Found:
    """The first name counts, whether the loser has it or not; later ones only against an open Hand (LT-P7.1)."""
    for line in f.against(po.BoonName, ask.loser):
        names = [name for name in line.cards if name in ask.choices]
        able = [name for name in names if not ask.theirs or any(name.fits(card) for card in ask.theirs)]
        for name in (*able, *names):
            return name, line.number
    return None


POLICY_ANSWERS: Mapping[type[Ask[Any]], Callable[[Any, Any], Found]] = {
    asks.Spending: spending,
    asks.AcceptDeal: accept,
    asks.HellrideReply: defend,
    asks.ControlStorm: says(po.StormPolicy, "", lambda line, _: line.what == "CONTROL"),
    asks.ControlChaos: chaos,
    asks.HandOver: chosen(po.BoonYield, "master"),
    asks.Drop: chosen(DropFirst),
    asks.GiveShadow: chosen(po.TurningGive, "taker"),
    asks.Gauntlet: chosen(po.DuelGauntlet),
    asks.Weapon: weapon,
    asks.Show: chosen(po.DuelShow),
    asks.Feint: feint,
    asks.CallBluff: says(po.DuelCall, "foe", calls_bluff),
    asks.BattleSuit: says(po.ContestSuit, "foe", lambda line, _: line.suits[0]),
    asks.Five: chosen(po.ContestFive),
    asks.Stage: stage,
    asks.Flip: flip,
    asks.AnswerCall: answer_call,
    asks.Wish: wish,
    asks.Part: part,
    asks.Renege: renege,
    asks.NameBoon: boon,
    asks.YieldCard: chosen(po.BoonYield, "winner"),
    asks.GiveBack: chosen(po.BoonGive, "loser"),
}
