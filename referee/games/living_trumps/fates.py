"""Why an order in force did nothing in a Turn, as far as its player was told: nobody rode against them, no Joker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from referee.engine.audience import Seat
from referee.engine.events import Answered, Event
from referee.engine.orders import If, Order
from referee.games.living_trumps import events as ev
from referee.games.living_trumps import orders as od
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.courts import idle
from referee.games.living_trumps.deal import LIARS_EDGE, SPAR
from referee.games.living_trumps.doubts import doubts, promised
from referee.games.living_trumps.moves import Control, Put
from referee.games.living_trumps.view import View

DUELS = (po.DuelGauntlet, po.DuelWeapon, po.DuelShow, po.DuelFeint, po.DuelCall, po.DuelYield)
CONTESTS = (po.ContestFive, po.ContestSuit, po.ContestFlip, po.ContestYield, po.ContestTrump)
CONDITION, ANOTHER, NOT_SO_FAR = "Its condition did not hold.", "Another line spoke first.", "It did not come to that."


@dataclass
class Facts:
    """What a seat was told of one Turn, as far as it says why an order was of no use."""

    passed: bool = False
    answered: set[str] = field(default_factory=set)
    struck: str = ""
    storms: int = 0
    chaos: int = 0
    riders: list[Seat] = field(default_factory=list)
    challenged: list[Seat] = field(default_factory=list)
    challengers: list[Seat] = field(default_factory=list)
    decided: int = 0
    chose: bool = False
    contests: list[Seat] = field(default_factory=list)
    deals: list[Seat] = field(default_factory=list)
    talks: list[Seat] = field(default_factory=list)
    proposers: list[Seat] = field(default_factory=list)
    callers: list[Seat] = field(default_factory=list)
    fighting: tuple[Seat, ...] = ()
    beset: list[Seat] = field(default_factory=list)
    helpers: list[Seat] = field(default_factory=list)
    won: list[Seat] = field(default_factory=list)
    owed: list[Seat] = field(default_factory=list)
    turned: bool = False
    recycled: bool = False

    def note(self, e: Event, me: Seat) -> None:
        """Take in one event."""
        match e:
            case Answered(about=about, value=value, because=int()):
                self.answered.add(about)
                self.passed = self.passed or (about, value) == ("ShadowAct", "pass")
            case ev.StormStruck(seat=seat, controlled=controlled) if seat == me:
                self.storms += 1
                self.struck = self.struck if controlled else "A Storm took your Tricks Phase."
            case ev.ChaosMet(seat=seat, control=control) if seat == me:
                self.chaos += 1
                self.struck = "Primal Chaos took your Tricks Phase." if control is Control.SUFFER else self.struck
            case ev.AbyssStruck(seat=seat) if seat == me:
                self.struck = "The Abyss ended your Intrigue Step."
            case ev.DoubleJoker(first=first, second=second) if me in (first, second):
                self.struck = "Primal Chaos took your Tricks Phase."
            case ev.GiftsTurned(gifts=gifts):
                self.turned = any(gift.giver == me for gift in gifts)
            case ev.Recycled(seat=seat) if seat == me:
                self.recycled = True
            case _:
                self._met(e, me)

    def _met(self, e: Event, me: Seat) -> None:
        match e:
            case ev.Replied(seat=seat, rider=rider) if seat == me:
                self.riders.append(rider)
            case ev.DuelBegan(challenger=challenger, defender=defender) if me == challenger:
                self.challenged.append(defender)
            case ev.DuelBegan(challenger=challenger, defender=defender) if me == defender:
                self.challengers.append(challenger)
            case ev.FirstBloodDecided(challenger=challenger, defender=defender) if me in (challenger, defender):
                self.decided += 1
            case ev.AntesShown(first=first, second=second) if me in (first, second):
                put = e.first_put if me == first else e.second_put
                self.chose = self.chose or e.result == SPAR or (e.result == LIARS_EDGE and put is Put.LIE)
            case ev.ContestBegan(first=first, second=second):
                self.fighting = first, second
                self.contests += [second if me == first else first] if me in (first, second) else []
            case ev.DealStruck(first=first, second=second) if me in (first, second):
                self.deals.append(second if me == first else first)
            case ev.DealProposed(seat=seat, partner=partner):
                self.talks.append(partner if seat == me else seat)
                if partner == me:
                    self.proposers.append(seat)
            case ev.CalledForHelp(seat=seat, helper=helper) if helper == me:
                self.callers.append(seat)
                self.beset += self.fighting
            case ev.BargainMade(caller=caller, helper=helper) if caller == me:
                self.helpers.append(helper)
            case ev.BoonNamed(winner=winner, loser=loser):
                self.won += [loser] if winner == me else []
                self.owed += [winner] if loser == me else []
            case ev.RankTaken(seat=seat, victim=victim) if victim == me:
                self.owed.append(seat)

    def unless(self, about: str, reason: str) -> str:
        """Give a reason, unless another order answered what this one would have."""
        return "" if about in self.answered else reason


def unneeded(seen: View, told: Sequence[Event]) -> Callable[[Order], str]:
    """Return the function that says why an order did nothing; nothing is said where only others know."""
    facts = Facts()
    for e in told:
        facts.note(e, seen.seat)
    return partial(reason, seen, facts)


def besides(seen: View, told: Sequence[Event]) -> list[tuple[str, str]]:
    """Say of each Deal in which a seat lied by default that it held nothing of what was agreed (D7)."""
    found, chosen = [], False
    for e in told:
        match e:
            case Answered(about="TrumpAnte"):
                chosen = True
            case ev.AntesShown(first=first, second=second) if seen.seat in (first, second):
                put, partner = (e.first_put, second) if seen.seat == first else (e.second_put, first)
                if put is Put.LIE and not chosen:
                    found.append((f"Your Deal with {partner}", "you held nothing of what was agreed, and lied."))
                chosen = False
            case _:
                continue
    return found


def reason(seen: View, facts: Facts, one: Order) -> str:
    """Say why an order in force did nothing."""
    order = one.then if isinstance(one, If) else one
    if bar := idle(type(order), seen):
        return bar.text
    found = of_action(facts, order) or of_trumps(facts, order) or of_meeting(facts, order)
    found = found or (CONDITION if isinstance(one, If) else ANOTHER)
    stale = next(chain(promised(seen, order), doubts(seen, order)), None) if one.lasting else None
    return f"{found} {stale.text}" if stale is not None else found


def of_action(facts: Facts, order: Order) -> str:
    """Why an action had no turn."""
    if isinstance(order, od.SHADOW_ORDERS):
        return "You passed before it." if facts.passed else "An earlier line was carried out."
    if isinstance(order, od.SUBSTANCE_ORDERS):
        return "An earlier line was carried out."
    match order:
        case od.Declare():
            return facts.struck or NOT_SO_FAR
        case od.DropFirst():
            return facts.unless("Drop", "None of these was there.") if facts.recycled else "Nothing had to be recycled."
        case po.TricksPolicy():
            return facts.struck or "There was no Power Trick to declare."
        case po.TurningGive():
            lacked = facts.unless("GiveShadow", "None of these was yours.")
            return lacked if facts.turned else "You gave no Shadow in a Turning."
        case _:
            return ""


def of_trumps(facts: Facts, order: Order) -> str:
    """Why an order about Blood and Jokers was of no use."""
    match order:
        case po.ChaosControl() | po.ChaosSuffer() if not facts.chaos:
            return "No Primal Chaos met you."
        case po.StormPolicy() if not facts.storms:
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
            rode = "Nobody rode against you with one Blood.", "{} did not ride against you with one Blood."
            return lacking(facts.riders, *rode) or ("" if order.shadow is None else "Nobody rode for that Shadow.")
        case po.DealWith(player=player) if player not in facts.deals:
            if player not in facts.talks:
                return "No Blood was staked on a Deal with them."
            named = order.terms.give or order.terms.get
            return "They did not write these very terms." if named else "You had no Deal with them."
        case po.DealWith(player=player) if foe not in (None, player):
            return f"It is for {foe}, and the Deal was with {player}."
        case po.DealsPolicy():
            return lacking(facts.proposers, "Nobody proposed a Deal to you.", "{} proposed no Deal to you.")
        case po.HelpWant(player=player) if player not in facts.callers:
            return f"{player} did not call you for help."
        case po.HelpNone() if not facts.callers:
            return "Nobody called you for help."
        case po.HelpWant() | po.HelpNone() if foe is not None and foe not in facts.beset:
            return f"{foe} stood in no contest in which you were called."
        case po.RenegeOn(player=player) if player not in facts.helpers:
            return f"You owed {player} nothing."
        case po.BoonName() | po.BoonGive():
            return lacking(facts.won, "You won no Boon.", "You won no Boon from {}.")
        case po.BoonYield():
            return lacking(facts.owed, "You owed no Boon.", "You owed {} no Boon.")
        case _:
            return in_a_fight(facts, order, lacking)


def in_a_fight(facts: Facts, order: Order, lacking: Callable[[Sequence[Seat], str, str], str]) -> str:
    """Why an order for Duels or contests was of no use."""
    fought = [*facts.challenged, *facts.challengers]
    if isinstance(order, DUELS):
        none = lacking(fought, "You fought no Duel.", "You fought no Duel with {}.")
        if isinstance(order, po.DuelGauntlet) and not none:
            lacked = facts.unless("Gauntlet", "None of these could be thrown down.")
            return lacked if facts.challenged else "You were not the Challenger."
        if isinstance(order, po.DuelWeapon) and not none:
            return NOT_SO_FAR if facts.challengers else "You were not the Defender."
        return none or ("First Blood decided." if facts.decided == len(fought) else NOT_SO_FAR)
    if isinstance(order, CONTESTS):
        none = lacking(facts.contests, "You fought no contest.", "You fought no contest with {}.")
        if isinstance(order, po.ContestFive) and not none:
            return "" if facts.chose else "Your five were drawn at random (LT-19.2)."
        return none or NOT_SO_FAR
    return ""
