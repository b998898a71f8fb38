"""What came of the step of a case, out of its story: a note for each thing that one may expect by a key of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.cases.words import Moment
from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import OBSERVER, Seat
from referee.games.living_trumps import asks as one
from referee.games.living_trumps import contest_asks as two
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.deal import DOUBLECROSS, FALSE_ACCUSATION, LIARS_EDGE, RED_HANDED, SPAR
from referee.games.living_trumps.moves import Act, Kind, Put, Zone
from referee.games.living_trumps.state import Reason, State

TIE = "tie"
"""The note of a contest that nobody won."""

NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

STAGES: dict[type[Ask[Any]], str] = {
    two.Gauntlet: "gauntlet", two.Weapon: "weapon", two.Show: "show", two.Feint: "feints", two.CallBluff: "call",
    two.BattleSuit: "suit", two.Five: "five", two.Stage: "contest", two.Flip: "flip", two.AnswerCall: "help",
    two.Wish: "help", two.Part: "bargain", two.Renege: "bargain", two.NameBoon: "boon", two.YieldCard: "boon",
    two.GiveBack: "boon", one.TrumpAnte: "antes", one.AcceptDeal: "deal", one.HellrideReply: "reply",
    one.ControlStorm: "storm", one.ControlChaos: "chaos",
}  # fmt: skip
ADDITION = "addition"
"""The stage of a card that must be added in the Show of Strength."""

SEARCHES = (Kind.BROKEN, Kind.PATTERN, Kind.LOGRUS, Kind.LIVING, Kind.DIVE)
TENDRILS = {Kind.LOGRUS: Reason.TENDRIL, Kind.LIVING: Reason.LIVING}


@dataclass(frozen=True, slots=True)
class Note:
    """What came of something: a key, whose it is, and words."""

    key: str
    seat: Seat
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stood:
    """A decision that nobody had ordered: whose, at which stage, the how manieth of its kind, behind which moments."""

    seat: Seat
    stage: str
    nth: int
    moments: int


def notes(story: Sequence[Moment[State]], *, over: bool = True) -> list[Note]:
    """List what came of the moments, which end the step if it is ``over``."""
    writer = _Writer()
    found = [Note(key, seat, tuple(map(str, words))) for m in story for key, seat, *words in writer.read(m)]
    if over:
        found += [Note(key, seat, tuple(map(str, words))) for key, seat, *words in writer.closed()]
    return found


@dataclass
class _Writer:
    """Reads the moments in their order, and keeps what is under way."""

    act: Act | None = None
    actor: Seat = OBSERVER
    sent: int = 0
    stormy: bool = False
    intrigue: Seat = OBSERVER
    shows: dict[Seat, int] = field(default_factory=dict)
    shown: int = 0
    sides: tuple[Seat, Seat] = (OBSERVER, OBSERVER)
    robbed: tuple[Seat, Seat] = (OBSERVER, OBSERVER)

    def read(self, m: Moment[State]) -> Iterator[tuple[Any, ...]]:
        """List the notes of one moment: key, seat and words."""
        match m.ask:
            case one.ShadowTarget(seat=seat) if m.answer is not None:
                yield "done", seat, m.answer.value.kind.value
                yield "acts", seat, spoken(m.state, seat, m.answer.value)
            case one.SubstanceTarget() if m.answer is not None:
                self.act = m.answer.value
            case one.DeclareTrick(seat=seat) if self.intrigue:
                yield "tricks_phase", seat, "allowed"
                self.intrigue = OBSERVER
            case two.BattleSuit(seat=seat) if m.answer is not None:
                yield "suits", seat, m.answer.value
            case None:
                yield from self._frame(m)
                yield from self._fights(m)
                yield from self._searches(m)

    def closed(self) -> Iterator[tuple[Any, ...]]:
        """List what is known of an action or Intrigue Step when it is over."""
        kind = self.act.kind if self.act is not None else None
        if kind in TENDRILS:
            yield "tendrils", self.actor, self.sent
        if kind in SEARCHES or self.stormy:
            yield "shuffled", OBSERVER, "shadow deck"
        if self.intrigue:
            yield "tricks_phase", self.intrigue, "skipped"
        self.act, self.sent, self.stormy, self.intrigue = None, 0, False, OBSERVER

    def _frame(self, m: Moment[State]) -> Iterator[tuple[Any, ...]]:
        """Cards and Shadows that went somewhere, Tricks and the Power Step."""
        players = m.state.players
        match m.event:
            case ev.IntrigueBegan(seat=seat):
                yield from self.closed()
                self.intrigue = seat
            case ev.Drew(seat=seat, cards=cards):
                yield "drawn", seat, *cards
            case ev.Discarded(seat=seat, cards=cards):
                yield "discarded", seat, *cards
            case ev.Handed(giver=giver, taker=taker, cards=cards):
                yield from (("hand_moves", giver, card, taker) for card in cards)
                if (giver, taker) in (self.robbed, self.robbed[::-1]):
                    key = "to_declarer" if taker == self.robbed[0] else "to_victim"
                    yield key, taker, *cards
            case ev.Scryed(seat=seat, owner=owner, card=card):
                yield "scried", seat, owner or "bank", card
            case ev.Traced(seat=seat, holders=holders):
                yield "holders", seat, *holders
            case ev.ShadowGained(seat=seat, card=card):
                yield "shadows_gained", seat, card
            case ev.ShadowTaken(giver=giver, taker=taker, card=card):
                yield "shadows_moved", taker, card, giver
            case ev.ShadowsSwept(seat=seat, slots=slots):
                yield "swept", seat, *m.state.shadow_deck[-len(slots) :]
            case ev.Cursed(seat=seat, victim=victim):
                yield "victim", seat, victim
            case ev.TrickDeclared(seat=seat, rank=rank, cards=cards):
                self.robbed = (OBSERVER, OBSERVER)
                yield "tricks", seat, rank
                yield "acts", seat, f"TRICK {rank}"
                yield "trick_cards", seat, *cards
            case ev.Consolidated(seat=seat):
                yield "consolidated", seat, players[seat].powerbase[-1].card
            case ev.RankTaken(seat=seat, victim=victim, rank=rank, count=count):
                self.robbed = (seat, victim)
                yield "taken", seat, rank, count
            case ev.GiftsTurned(gifts=gifts):
                yield from (("turning", gift.giver, gift.card, gift.taker) for gift in gifts)
            case ev.Recycled(seat=seat, card=card):
                yield "recycled", seat, card
            case ev.AnteWon(seat=seat, blood=n):
                yield "ante_won", seat, n
            case ev.BoonNamed(winner=winner, name=name):
                yield "boon", winner, name
            case ev.AbyssStruck(seat=seat):
                yield "abyss", seat, players[seat].blood

    def _fights(self, m: Moment[State]) -> Iterator[tuple[Any, ...]]:
        """Deals, contests and Duels."""
        match m.event:
            case ev.Replied(seat=seat, reply=reply):
                yield "reply", seat, reply.lower()
            case ev.NoDeal(seat=seat):
                yield "deal", seat, "none"
            case ev.DealStruck(first=seat, gives=give, gets=get):
                yield "terms", seat, give, get
            case ev.AntesShown():
                yield from antes(m.event)
            case ev.ContestBegan(first=first, second=second):
                self.sides = (first, second)
                yield "sides", first, second
            case ev.Flipped(first=first, first_card=mine, second_card=theirs):
                yield "flipped", first, mine, theirs
            case ev.Yielded(seat=seat):
                yield "yields", seat, seat
            case ev.CalledForHelp(seat=seat, rank=rank):
                yield "called", seat, rank
            case ev.HelpAnswered(seat=seat, granted=granted) | ev.HelpFlipped(seat=seat, doubled=granted):
                yield "help", seat, "granted" if granted else "refused"
            case ev.BargainSettled(caller=seat, kept=kept):
                yield "bargain", seat, "kept" if kept else "reneged"
            case ev.ContestEnded(first=first, first_points=mine, second=second, second_points=theirs, winner=winner):
                yield "totals", first, mine, theirs
                yield from won(winner, second if winner == first else first) if winner else [("winner", first, TIE)]
            case ev.DuelBegan(challenger=challenger, defender=defender):
                self.sides, self.shows, self.shown = (challenger, defender), {}, 0
                if self.act is not None and self.act.kind is Kind.HELLRIDE:
                    prize = m.state.players[self.act.seat].shadow(self.act.slots[0]).card
                    yield "ante", challenger, sum(p.staked for p in m.state.players.values())
                    yield "ante_shadow", challenger, prize
                yield "sides", challenger, defender
            case ev.FirstBlood(challenger=challenger, card=card):
                yield "first_blood", challenger, card
            case ev.WeaponChosen(seat=seat, suit=suit):
                yield "weapon", seat, suit
            case ev.Showed(seat=seat, card=card, points=points):
                self.shows[seat], self.shown = points, self.shown + 1
                if self.shown > len(self.shows):
                    yield "additions", seat, card, points
                if len(self.shows) > 1:
                    yield "totals", self.sides[0], *(self.shows[side] for side in self.sides)
            case ev.FeintPlaced(seat=seat):
                yield "sequence", seat, m.state.players[seat].laid[-1]
            case ev.BluffCalled(caller=caller, foe=foe, shown=cards):
                yield "calls", caller, caller
                yield "sequence", caller, "calls"
                yield "shown", foe, *cards
            case ev.FeintsExposed(seat=seat, cards=cards):
                yield "shown", seat, *cards
            case ev.DuelEnded(winner=winner, loser=loser):
                yield from won(winner, loser)

    def _searches(self, m: Moment[State]) -> Iterator[tuple[Any, ...]]:
        """Substance Actions, Storms and Primal Chaos, and what was searched for."""
        act = self.act
        for_rank = act is not None and act.kind in (Kind.BROKEN, Kind.PATTERN)
        match m.event:
            case ev.ActionBegan(seat=seat) if act is not None:
                self.actor = seat
                yield "done", seat, act.kind.value
                yield "acts", seat, spoken(m.state, seat, act)
            case ev.CardsTurned(seat=seat, cards=cards):
                yield "turned", seat, *cards
                if act is not None and act.kind in TENDRILS and cards and found_by(act, cards[-1].rank, cards[-1].suit):
                    yield "found", seat, cards[-1]
            case ev.NothingFound(seat=seat) if for_rank:
                yield "found", seat, "none"
            case ev.ShadowGained(seat=seat, card=card) if for_rank:
                yield "found", seat, card
            case ev.BloodMoved(why=why) if act is not None and TENDRILS.get(act.kind) is why:
                self.sent += 1
            case ev.StormStruck(seat=seat, controlled=controlled):
                self.stormy = True
                yield "storm", seat, "controlled" if controlled else "suffered"
            case ev.ChaosMet(seat=seat, price=price, control=control):
                yield "chaos", seat, control.lower(), price
                if for_rank:
                    yield "found", seat, "none"
                self.sent -= act is not None and act.kind is Kind.LOGRUS


def found_by(act: Act, rank: str, suit: str) -> bool:
    """Say whether a card is what Tendrils or a Living Trump look for; a Joker has neither rank nor suit."""
    return bool(suit) and (suit == act.suit or rank == act.rank)


def antes(e: ev.AntesShown) -> Iterator[tuple[Any, ...]]:
    """List what both Trump Antes were, who has won by them alone, and the battle suits that follow from them."""
    yield "classes", e.first, e.first_put.value
    yield "classes", e.second, e.second_put.value
    yield "result", e.first, e.result
    if e.result in (FALSE_ACCUSATION, RED_HANDED):
        wanted = Put.HONOUR if e.result == FALSE_ACCUSATION else Put.ACCUSE
        yield from won(e.first, e.second) if e.first_put is wanted else won(e.second, e.first)
    if e.result in (LIARS_EDGE, DOUBLECROSS, SPAR):
        for seat, card in ((e.first, e.first_card), (e.second, e.second_card)):
            if not card.joker:
                yield "suits", seat, card.suit


def won(winner: Seat, loser: Seat) -> Iterator[tuple[Any, ...]]:
    """Note who won, and who lost."""
    yield "winner", winner, winner
    yield "loser", loser, loser


def stood(story: Sequence[Moment[State]], given: Mapping[str, Any]) -> list[Stood]:
    """List the first decision of each stage that a player had no order for, and that was left to the default."""
    settled = len(given.get("played") or {}) > 1
    found: dict[tuple[Seat, str], Stood] = {}
    for n, m in enumerate(story):
        if m.ask is None or m.answer is None or (settled and isinstance(m.ask, one.TrumpAnte)):
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
        case two.Show(short=short) if short:
            return ADDITION, 0
        case two.Feint(earlier=earlier):
            return stage, len(earlier) + 1
        case two.CallBluff(number=number):
            return stage, number
        case two.Flip(flips=flips):
            return stage, flips + 1
        case _:
            return stage, 0


def spoken(s: State, seat: Seat, act: Act) -> str:
    """Say an action in the words of an order."""
    words: list[object] = [act.kind.value, *([act.zone.value] if act.zone else []), act.seat]
    match act.zone:
        case Zone.SHADOW_DECK | Zone.TRUMP_DECK | Zone.DISCARD:
            deck = {Zone.SHADOW_DECK: s.shadow_deck, Zone.TRUMP_DECK: s.trump_deck}.get(act.zone, s.discard)
            ends = ["TOP", act.n] if act.n <= len(deck) - act.n + 1 else ["BOTTOM", len(deck) - act.n + 1]
            words += ends
        case Zone():
            words += [act.n or ""]
        case None if act.kind is Kind.HELLRIDE:
            words += [s.players[act.seat].shadow(act.slots[0]).card, "DUEL" if act.n > 1 else "OFFER"]
        case _:
            words += [act.n or "", act.card or "", act.rank + act.suit, act.way or ""]
            words += [act.place.value] if act.kind is Kind.TRAVEL else []
            words += [s.players[seat].shadow(slot).card for slot in act.slots]
    return " ".join(str(word) for word in words if word)
