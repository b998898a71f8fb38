"""At which decisions a Duel or Deal stood that nobody had ordered, and how an action is said in a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.cases.words import Moment
from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.games.living_trumps import asks
from referee.games.living_trumps.moves import Act, Kind, Zone
from referee.games.living_trumps.state import State

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


@dataclass(frozen=True, slots=True)
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
