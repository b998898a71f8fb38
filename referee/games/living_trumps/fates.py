"""Why an order in force did nothing in a Turn, as far as its player was told: nobody rode against them, no Joker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from referee.engine.audience import Seat
from referee.engine.events import Answered, Event
from referee.engine.orders import If, Order
from referee.games.cards import Card
from referee.games.living_trumps import events as ev
from referee.games.living_trumps import orders as od
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.deal import LIARS_EDGE, SPAR
from referee.games.living_trumps.doubts import doubts, promised
from referee.games.living_trumps.hindrances import idle
from referee.games.living_trumps.moves import ANY, Control, Put
from referee.games.living_trumps.view import View

DUELS = (po.DuelGauntlet, po.DuelWeapon, po.DuelShow, po.DuelFeint, po.DuelCall, po.DuelYield)
CONTESTS = (po.ContestFive, po.ContestSuit, po.ContestFlip, po.ContestYield, po.ContestTrump)
CONDITION, ANOTHER, NOT_SO_FAR = "Its condition did not hold.", "Another line spoke first.", "It did not come to that."
EARLIER = "An earlier line was carried out."


E = TypeVar("E", bound=Event)


class Facts:
    """What a seat was told of one Turn, to be asked why an order was of no use."""

    def __init__(self, me: Seat, told: Sequence[Event]) -> None:
        self.me = me
        self.told = told
        self._by_kind: dict[type[Event], list[Any]] = {}
        for e in told:
            self._by_kind.setdefault(type(e), []).append(e)

    def of(self, kind: type[E], *sides: str) -> list[E]:
        """List what happened of a kind with this seat on one of these sides."""
        found = self._by_kind.get(kind, [])
        return [e for e in found if any(getattr(e, side) == self.me for side in sides)]

    def met(self, kind: type[Event], mine: str, theirs: str) -> list[Seat]:
        """List who was on the other side of such events where this seat was on its own."""
        return [getattr(e, theirs) for e in self.of(kind, mine)]

    def across(self, kind: type[Event], one: str, other: str) -> list[Seat]:
        """List who was on the other side of such events, whichever was this seat's own."""
        return [*self.met(kind, one, other), *self.met(kind, other, one)]

    def answers(self, about: str) -> list[object]:
        """List what orders answered to such questions."""
        return [e.value for e in self.of(Answered, "seat") if e.about == about and isinstance(e.because, int)]

    def unless(self, about: str, reason: str) -> str:
        """Give a reason, unless another order answered what this one would have."""
        return "" if self.answers(about) else reason

    def struck(self) -> str:
        """Say what took the Tricks Phase, if anything did: the last that struck."""
        found, me = "", self.me
        for e in self.told:
            match e:
                case ev.StormStruck(seat=seat, controlled=False) if seat == me:
                    found = "A Storm took your Tricks Phase."
                case ev.ChaosMet(seat=seat, control=Control.SUFFER) if seat == me:
                    found = "Primal Chaos took your Tricks Phase."
                case ev.DoubleJoker(first=first, second=second) if me in (first, second):
                    found = "Primal Chaos took your Tricks Phase."
                case ev.AbyssStruck(seat=seat) if seat == me:
                    found = "The Abyss ended your Intrigue Step."
        return found

    def beset(self) -> list[Seat]:
        """List who stood in the contests in which this seat was called for help."""
        fighting, found = list[Seat](), list[Seat]()
        for e in self.told:
            match e:
                case ev.ContestBegan(first=first, second=second):
                    fighting = [first, second]
                case ev.CalledForHelp(helper=helper) if helper == self.me:
                    found += fighting
        return found


def unneeded(seen: View, told: Sequence[Event]) -> Callable[[Order], str]:
    """Return the function that says why an order did nothing; nothing is said where only others know."""
    return partial(reason, seen, Facts(seen.seat, told))


def besides(seen: View, told: Sequence[Event]) -> list[tuple[str, str]]:
    """Say of each Deal in which a seat lied by default that it held nothing of what was agreed, or no more (D7)."""
    found, chosen = [], False
    agreed, gone = ANY, list[Card]()
    for e in told:
        match e:
            case Answered(about="TrumpAnte"):
                chosen = True
            case ev.Discarded(seat=seat, cards=cards) if seat == seen.seat:
                gone += cards
            case ev.DealStruck(first=first, gives=gives, gets=gets):
                agreed = gives if seen.seat == first else gets
            case ev.AntesShown(first=first, second=second) if seen.seat in (first, second):
                put, partner = (e.first_put, second) if seen.seat == first else (e.second_put, first)
                if put is Put.LIE and not chosen:
                    before = next((f"had discarded {card}, " for card in gone if agreed.fits(card)), "")
                    why = f"you {before}held nothing of what was agreed, and lied."
                    found.append((f"Your Deal with {partner}", why))
                chosen = False
            case _:
                continue
    return found


def reason(seen: View, facts: Facts, one: Order) -> str:
    """Say why an order in force did nothing."""
    order = one.then if isinstance(one, If) else one
    if bar := idle(type(order), seen):
        return bar.text
    found = of_action(facts, order) or of_meeting(facts, order)
    found = found or (CONDITION if isinstance(one, If) else ANOTHER)
    stale = next(chain(promised(seen, order), doubts(seen, order)), None) if one.lasting else None
    return f"{found} {stale.text}" if stale is not None else found


def of_action(facts: Facts, order: Order) -> str:
    """Why an action, or an order about Blood and Jokers, had no turn."""
    if isinstance(order, od.SHADOW_ORDERS):
        return "You passed before it." if "pass" in facts.answers("ShadowAct") else EARLIER
    if isinstance(order, od.SUBSTANCE_ORDERS):
        return EARLIER
    match order:
        case od.Declare():
            return facts.struck() or NOT_SO_FAR
        case od.DropFirst():
            lacked = facts.unless("Drop", "None of these was there.")
            return lacked if facts.of(ev.Recycled, "seat") else "Nothing had to be recycled."
        case po.TricksPolicy():
            return facts.struck() or "There was no Power Trick to declare."
        case po.TurningGive():
            lacked = facts.unless("GiveShadow", "None of these was yours.")
            gave = any(gift.giver == facts.me for e in facts.told if isinstance(e, ev.GiftsTurned) for gift in e.gifts)
            return lacked if gave else "You gave no Shadow in a Turning."
        case po.ChaosControl() | po.ChaosSuffer() if not facts.of(ev.ChaosMet, "seat"):
            return "No Primal Chaos met you."
        case po.StormPolicy() if not facts.of(ev.StormStruck, "seat"):
            return "No Storm struck you."
        case po.StormPolicy():
            return facts.unless("ControlStorm", "You had no Blood to control it with.")
        case po.JewelPolicy() | po.SpendPolicy():
            return "In force all Turn."
        case _:
            return ""


def of_meeting(facts: Facts, order: Order) -> str:
    """Why an answer to another player was of no use: no such thing came, or not from that one."""
    foe = getattr(order, "foe", None)

    def lacking(seats: Sequence[Seat], nobody: str, not_he: str) -> str:
        return nobody if not seats else not_he.format(foe) if foe is not None and foe not in seats else ""

    match order:
        case po.Defend():
            riders = facts.met(ev.Replied, "seat", "rider")
            rode = "Nobody rode against you with one Blood.", "{} did not ride against you with one Blood."
            return lacking(riders, *rode) or ("" if order.shadow is None else "Nobody rode for that Shadow.")
        case po.DealWith(player=player) if player not in facts.across(ev.DealStruck, "first", "second"):
            if player not in facts.across(ev.DealProposed, "seat", "partner"):
                return "No Blood was staked on a Deal with them."
            named = order.terms.give or order.terms.get
            return "They did not write these very terms." if named else "You had no Deal with them."
        case po.DealWith(player=player) if foe not in (None, player):
            return f"It is for {foe}, and the Deal was with {player}."
        case po.DealsPolicy():
            proposers = facts.met(ev.DealProposed, "partner", "seat")
            return lacking(proposers, "Nobody proposed a Deal to you.", "{} proposed no Deal to you.")
        case po.HelpWant(player=player) if player not in facts.met(ev.CalledForHelp, "helper", "seat"):
            return f"{player} did not call you for help."
        case po.HelpNone() if not facts.of(ev.CalledForHelp, "helper"):
            return "Nobody called you for help."
        case po.HelpWant() | po.HelpNone() if foe is not None and foe not in facts.beset():
            return f"{foe} stood in no contest in which you were called."
        case po.RenegeOn(player=player) if player not in facts.met(ev.BargainMade, "caller", "helper"):
            return f"You owed {player} nothing."
        case po.BoonName() | po.BoonGive():
            return lacking(facts.met(ev.BoonNamed, "winner", "loser"), "You won no Boon.", "You won no Boon from {}.")
        case po.BoonYield():
            owed = [*facts.met(ev.BoonNamed, "loser", "winner"), *facts.met(ev.RankTaken, "victim", "seat")]
            return lacking(owed, "You owed no Boon.", "You owed {} no Boon.")
        case _:
            return in_a_fight(facts, order, lacking)


def in_a_fight(facts: Facts, order: Order, lacking: Callable[[Sequence[Seat], str, str], str]) -> str:
    """Why an order for Duels or contests was of no use."""
    if isinstance(order, DUELS):
        challenged = facts.met(ev.DuelBegan, "challenger", "defender")
        challengers = facts.met(ev.DuelBegan, "defender", "challenger")
        fought = [*challenged, *challengers]
        none = lacking(fought, "You fought no Duel.", "You fought no Duel with {}.")
        if isinstance(order, po.DuelGauntlet) and not none:
            lacked = facts.unless("Gauntlet", "None of these could be thrown down.")
            return lacked if challenged else "You were not the Challenger."
        if isinstance(order, po.DuelWeapon) and not none:
            return NOT_SO_FAR if challengers else "You were not the Defender."
        decided = facts.of(ev.FirstBloodDecided, "challenger", "defender")
        return none or ("First Blood decided." if len(decided) == len(fought) else NOT_SO_FAR)
    if isinstance(order, CONTESTS):
        fought = facts.across(ev.ContestBegan, "first", "second")
        none = lacking(fought, "You fought no contest.", "You fought no contest with {}.")
        if isinstance(order, po.ContestFive) and not none:
            chose = any(chooses(e, facts.me) for e in facts.of(ev.AntesShown, "first", "second"))
            return "" if chose else "Your five were drawn at random (LT-19.2)."
        return none or NOT_SO_FAR
    return ""


def chooses(e: ev.AntesShown, me: Seat) -> bool:
    """Say whether one chose one's five after these Trump Antes (LT-19.2, LT-19.3)."""
    put = e.first_put if me == e.first else e.second_put
    return e.result == SPAR or (e.result == LIARS_EDGE and put is Put.LIE)
