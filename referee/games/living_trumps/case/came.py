"""What came of the step of a case, read out of its story, in the keys in which it is expected; and where it stood."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.cases.words import Moment
from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import OBSERVER, Seat
from referee.engine.events import Event
from referee.engine.values import value
from referee.games.living_trumps import asks
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.deal import DOUBLECROSS, FALSE_ACCUSATION, LIARS_EDGE, RED_HANDED, SPAR
from referee.games.living_trumps.moves import Act, Control, Kind, Put, Zone
from referee.games.living_trumps.state import Reason, State

BY_SEAT = (
    "shadows_gained", "classes", "shown", "done", "tricks", "boon", "swept", "consolidated", "recycled", "flipped",
    "to_declarer", "to_victim", "holders", "turned", "trick_cards", "drawn", "discarded",
)  # fmt: skip
"""What is listed by name."""

SINGLE = (
    "result", "winner", "reply", "storm", "found", "tricks_phase", "deal", "ante_won", "ante", "tendrils", "called",
    "help", "bargain", "first_blood", "abyss", "yields", "calls", "loser", "weapon", "victim",
    "control", "liar", "next",
)  # fmt: skip
"""What the last of its kind is shown of."""

CALLS = ("called", "help", "bargain")
"""Fields of calls for help, the last of which is shown; by name each side's is."""

SEARCHES = (Kind.BROKEN, Kind.PATTERN, Kind.LOGRUS, Kind.LIVING, Kind.DIVE)
TENDRILS = {Kind.LOGRUS: Reason.TENDRIL, Kind.LIVING: Reason.LIVING}


LISTED: Mapping[type[Event], tuple[str, str]] = {
    ev.Drew: ("drawn", "cards"), ev.Discarded: ("discarded", "cards"), ev.Traced: ("holders", "holders"),
    ev.ShadowGained: ("shadows_gained", "card"), ev.Recycled: ("recycled", "card"), ev.CardsTurned: ("turned", "cards"),
    ev.FeintsExposed: ("shown", "cards"),
}  # fmt: skip
"""Events of which a field is listed under the seat."""

SHOWN: Mapping[type[Event], Callable[[Any], dict[str, Any]]] = {
    ev.AnteWon: lambda e: {"ante_won": e.blood},
    ev.Yielded: lambda e: {"yields": e.seat},
    ev.FirstBlood: lambda e: {"first_blood": str(e.card)},
    ev.WeaponChosen: lambda e: {"weapon": e.suit},
    ev.Cursed: lambda e: {"victim": e.victim},
    ev.Replied: lambda e: {"reply": e.reply.lower()},
    ev.NoDeal: lambda e: {"deal": "none"},
    ev.DealStruck: lambda e: {"terms": [str(e.gives), str(e.gets)]},
}
"""Events that show no more than this."""


class Came:
    """What came of the moments of a Turn, which end it if it is ``over``: ``found`` by key, and actions in words."""

    def __init__(self, story: Sequence[Moment[State]], seats: Iterable[Seat], *, over: bool = True) -> None:
        self.acts: list[tuple[Seat, str]] = []
        self.calls: dict[str, dict[Seat, str]] = {key: {} for key in CALLS}
        self.found: dict[str, Any] = _nothing(list(seats))
        self._act: Act | None = None
        self._intrigue = OBSERVER
        self._sent, self._stormy = 0, False
        self._points: dict[Seat, int] = {}
        self._robbed = (OBSERVER, OBSERVER)
        for m in story:
            self._read(m)
        if over:
            self._close()
        self.found |= {"points": self.found["totals"], "moved": self.found["hand_moves"]}

    def _add(self, key: str, seat: Seat, *what: object) -> None:
        """List more of somebody."""
        self.found[key].setdefault(seat, []).extend(map(str, what))

    def _moved(self, key: str, card: object, giver: Seat, taker: Seat, **more: str) -> None:
        """List a card that went from one to another."""
        self.found[key].append({"card": str(card), "from": giver, "to": taker, **more})

    def _won(self, winner: Seat, loser: Seat) -> None:
        self.found |= {"winner": winner, "loser": loser, "tie": False}

    def _total(self, totals: Mapping[Seat, int]) -> None:
        self.found |= {"totals": dict(totals), "first_totals": self.found["first_totals"] or dict(totals)}

    def _called(self, key: str, seat: Seat, said: str) -> None:
        self.found[key] = self.calls[key][seat] = said

    def _done(self, seat: Seat, act: Act, s: State) -> None:
        self._add("done", seat, act.kind.value)
        self.acts.append((seat, spoken(s, seat, act)))

    def _read(self, m: Moment[State]) -> None:
        """Take in one moment."""
        match m.ask:
            case None if m.event is not None:
                self._told(m.event, m.state)
            case asks.ShadowTarget(seat=seat) if m.answer is not None:
                self._done(seat, m.answer.value, m.state)
            case asks.SubstanceTarget() if m.answer is not None:
                self._act = m.answer.value
            case asks.DeclareTrick() if self._intrigue:
                self.found["tricks_phase"] = "allowed"
                self._intrigue = OBSERVER
            case asks.BattleSuit(seat=seat) if m.answer is not None:
                self.found["suits"][seat] = m.answer.value

    def _close(self) -> None:
        """An action or Intrigue Step is over."""
        kind = self._act.kind if self._act is not None else None
        if kind in TENDRILS:
            self.found["tendrils"] = self._sent
        if kind in SEARCHES or self._stormy:
            self.found |= {"shuffled": True, "shadow_deck_order": "shuffled"}
        if self._intrigue:
            self.found["tricks_phase"] = "skipped"
        self._act, self._sent, self._stormy, self._intrigue = None, 0, False, OBSERVER

    def _told(self, e: Any, s: State) -> None:
        """Take in an event."""
        if type(e) in LISTED:
            key, name = LISTED[type(e)]
            said = getattr(e, name)
            self._add(key, e.seat, *(said if isinstance(said, tuple) else (said,)))
        elif type(e) in SHOWN:
            self.found |= SHOWN[type(e)](e)
        self._cards(e, s)
        self._deals(e)
        self._duels(e, s)
        self._searches(e, s)

    def _cards(self, e: Event, s: State) -> None:
        """Cards of Hands, Tricks, Shadows and Powerbases."""
        match e:
            case ev.IntrigueBegan(seat=seat):
                self._close()
                self._intrigue = seat
            case ev.Handed(giver=giver, taker=taker, cards=cards):
                for card in cards:
                    self._moved("hand_moves", card, giver, taker)
                    self.found[f"to_{taker.lower()}"].append(str(card))
                if (giver, taker) in (self._robbed, self._robbed[::-1]):
                    self._add("to_declarer" if taker == self._robbed[0] else "to_victim", taker, *cards)
            case ev.TrickDeclared(seat=seat, rank=rank, cards=cards):
                self._robbed = (OBSERVER, OBSERVER)
                self._add("tricks", seat, rank)
                self._add("trick_cards", seat, *cards)
                self.acts.append((seat, f"TRICK {rank}"))
            case ev.RankTaken(seat=seat, victim=victim, rank=rank, count=count):
                self._robbed = (seat, victim)
                self.found |= {"taken": {rank: count}, "victim": victim}
            case ev.BoonNamed(winner=seat, name=name):
                self._add("boon", seat, name)
            case ev.ShadowTaken(giver=giver, taker=taker, card=card):
                self._moved("shadows_moved", card, giver, taker, face="up")
            case ev.ShadowsSwept(seat=seat, slots=slots):
                self._add("swept", seat, *s.shadow_deck[-len(slots) :])
            case ev.Consolidated(seat=seat):
                self._add("consolidated", seat, s.players[seat].powerbase[-1].card)
            case ev.GiftsTurned(gifts=gifts):
                for gift in gifts:
                    self._moved("turning", gift.card, gift.giver, gift.taker)
            case ev.Scryed(owner=owner, card=card):
                self.found["scried"].append(f"{owner or 'bank'} {card}")

    def _deals(self, e: Event) -> None:
        """Deals and contests."""
        match e:
            case ev.AntesShown():
                self._antes(e)
            case ev.Flipped(first=first, first_card=mine, second=second, second_card=theirs):
                self._add("flipped", first, mine)
                self._add("flipped", second, theirs)
            case ev.CalledForHelp(seat=seat, rank=rank):
                self._called("called", seat, rank)
            case ev.HelpAnswered(seat=seat, granted=granted) | ev.HelpFlipped(seat=seat, doubled=granted):
                self._called("help", seat, "granted" if granted else "refused")
            case ev.BargainSettled(caller=seat, kept=kept):
                self._called("bargain", seat, "kept" if kept else "reneged")
            case ev.ContestEnded(first=first, second=second, winner=winner):
                self._total({first: e.first_points, second: e.second_points})
                if winner:
                    self._won(winner, second if winner == first else first)
                else:
                    self.found |= {"winner": "none", "tie": True}

    def _antes(self, e: ev.AntesShown) -> None:
        """What both Trump Antes were, who has won by them alone, and the battle suits that follow from them."""
        sides = ((e.first, e.first_card, e.first_put), (e.second, e.second_card, e.second_put))
        self.found["result"] = e.result
        for seat, card, put in sides:
            self.found["classes"][seat] = put.value
            if put is Put.LIE:
                self.found["liar"] = seat
            if e.result in (LIARS_EDGE, DOUBLECROSS, SPAR) and not card.joker:
                self.found["suits"][seat] = card.suit
        if e.result in (FALSE_ACCUSATION, RED_HANDED):
            wanted = Put.HONOUR if e.result == FALSE_ACCUSATION else Put.ACCUSE
            self._won(*((e.first, e.second) if e.first_put is wanted else (e.second, e.first)))

    def _duels(self, e: Event, s: State) -> None:
        """Duels."""
        match e:
            case ev.DuelBegan():
                self._points = {}
                if self._act is not None and self._act.kind is Kind.HELLRIDE:
                    self.found["ante"] = sum(p.staked for p in s.players.values())
                    self.found["ante_shadow"] = [str(s.players[self._act.seat].shadow(self._act.slots[0]).card)]
            case ev.Showed(seat=seat, card=card, points=points):
                if seat in self._points:
                    self.found["additions"].append({str(seat): str(card), "total": points})
                self._points[seat] = points
                if len(self._points) > 1:
                    self._total(self._points)
            case ev.FeintPlaced(seat=seat):
                self.found["sequence"].append(f"{seat} {s.players[seat].laid[-1]}")
            case ev.BluffCalled(caller=caller, foe=foe, shown=cards):
                self.found["calls"] = caller
                self.found["sequence"].append(f"{caller} calls")
                self._add("shown", foe, *cards)
            case ev.DuelEnded(winner=winner, loser=loser):
                self._won(winner, loser)

    def _searches(self, e: Event, s: State) -> None:
        """Substance Actions, Storms and Primal Chaos, and what was searched for."""
        act = self._act
        for_rank = act is not None and act.kind in (Kind.BROKEN, Kind.PATTERN)
        match e:
            case ev.ActionBegan(seat=seat) if act is not None:
                self._done(seat, act, s)
            case ev.CardsTurned(cards=(*_, last)) if act is not None and act.kind in TENDRILS:
                if not last.joker and (last.suit == act.suit or last.rank == act.rank):
                    self.found["found"] = str(last)
            case ev.NothingFound() if for_rank:
                self.found["found"] = "none"
            case ev.ShadowGained(card=card) if for_rank:
                self.found["found"] = str(card)
            case ev.BloodMoved(why=why) if act is not None and TENDRILS.get(act.kind) is why:
                self._sent += 1
            case ev.AbyssStruck(seat=seat):
                self.found["abyss"] = s.players[seat].blood
            case ev.StormStruck(controlled=controlled):
                self._stormy = True
                self.found["storm"] = "controlled" if controlled else "suffered"
            case ev.ChaosMet(price=price, control=control):
                said = {"control": control.lower(), "price": price, "controlled": control is not Control.SUFFER}
                self.found |= said | ({"found": "none"} if for_rank else {})
                self._sent -= act is not None and act.kind is Kind.LOGRUS


def _nothing(seats: Sequence[Seat]) -> dict[str, Any]:
    """Fill all keys as if nothing had come."""
    found: dict[str, Any] = dict.fromkeys(SINGLE, "none")
    found |= {key: {seat: [] for seat in seats} for key in BY_SEAT}
    lists = ("hand_moves", "shadows_moved", "turning", "sequence", "additions", "terms", "scried")
    found |= {key: [] for key in (*lists, *(f"to_{seat.lower()}" for seat in seats))}
    found |= {key: {} for key in ("totals", "first_totals", "taken", "suits", "boon", "classes")}
    return found | {"shuffled": False, "shadow_deck_order": "unchanged", "price": 0, "controlled": False, "tie": False}


NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

STAGES: dict[type[Ask[Any]], str] = {
    asks.Gauntlet: "gauntlet", asks.Weapon: "weapon", asks.Show: "show", asks.Feint: "feints", asks.CallBluff: "call",
    asks.BattleSuit: "suit", asks.Five: "five", asks.Stage: "contest", asks.Flip: "flip", asks.AnswerCall: "help",
    asks.Wish: "help", asks.Part: "bargain", asks.Renege: "bargain", asks.NameBoon: "boon", asks.YieldCard: "boon",
    asks.GiveBack: "boon", asks.TrumpAnte: "antes", asks.AcceptDeal: "deal", asks.HellrideReply: "reply",
    asks.ControlStorm: "storm", asks.ControlChaos: "chaos",
}  # fmt: skip
ADDITION = "addition"
"""The stage of a card that must be added in the Show of Strength."""


@value
class Stood:
    """A decision that nobody had ordered: whose, at which stage, the how manieth of its kind, behind which moments."""

    seat: Seat
    stage: str
    nth: int
    moments: int


def stood(story: Sequence[Moment[State]], given: Mapping[str, Any]) -> list[Stood]:
    """List the first decision of each stage that a player had no order for, and that was left to the default."""
    settled = len(given.get("played") or {}) > 1
    found: dict[tuple[Seat, str], Stood] = {}
    for n, m in enumerate(story):
        if m.ask is None or m.answer is None or (settled and isinstance(m.ask, asks.TrumpAnte)):
            continue
        if (stage := stage_of(m.ask, m.answer)) is not None:
            found.setdefault((m.ask.seat, stage[0]), Stood(m.ask.seat, *stage, n))
    return list(found.values())


def stage_of(question: Ask[Any], answer: Answer[Any]) -> tuple[str, int] | None:
    """Name the stage of a decision that was left to the default, and the how manieth of its kind it was."""
    stage = STAGES.get(type(question), "")
    if not stage or answer.because is not Why.DEFAULT or len(question.choices) == 1:
        return None
    match question:
        case asks.Show(short=short) if short:
            return ADDITION, 0
        case asks.Feint(earlier=earlier):
            return stage, len(earlier) + 1
        case asks.CallBluff(number=number):
            return stage, number
        case asks.Flip(flips=flips):
            return stage, flips + 1
        case _:
            return stage, 0


def spoken(s: State, seat: Seat, act: Act) -> str:
    """Say an action in the words of an order."""
    words: list[object] = [act.kind.value, *([act.zone.value] if act.zone else []), act.seat]
    match act.zone:
        case Zone.SHADOW_DECK | Zone.TRUMP_DECK | Zone.DISCARD:
            below = len(s.piles[act.zone]) - act.n + 1
            words += ["TOP", act.n] if act.n <= below else ["BOTTOM", below]
        case Zone():
            words += [act.n or ""]
        case None if act.kind is Kind.HELLRIDE:
            words += [s.players[act.seat].shadow(act.slots[0]).card, "DUEL" if act.n > 1 else "OFFER"]
        case _:
            words += [act.n or "", act.card or "", act.rank + act.suit, act.way or ""]
            words += [act.place.value] if act.kind is Kind.TRAVEL else []
            words += [s.players[seat].shadow(slot).card for slot in act.slots]
    return " ".join(str(word) for word in words if word)
