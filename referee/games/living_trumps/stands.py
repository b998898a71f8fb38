"""Rule cases: how an action is said in them, and at which decisions a Duel or Deal stood that nobody had ordered."""

from __future__ import annotations

from typing import Any

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.games.living_trumps import asks as one
from referee.games.living_trumps import contest_asks as two
from referee.games.living_trumps.moves import Act, Kind, Zone
from referee.games.living_trumps.state import State

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


def stand(s: State, question: Ask[Any], answer: Answer[Any]) -> None:
    """Note the first decision of a stage that a player had no order for, and that was left to the default."""
    stage = STAGES.get(type(question), "")
    if not stage or answer.because is not Why.DEFAULT or len(question.choices) == 1:
        return
    nth = 0
    match question:
        case two.Show(short=short) if short:
            stage = ADDITION
        case two.Feint(earlier=earlier):
            nth = len(earlier) + 1
        case two.CallBluff(number=number):
            nth = number
        case two.Flip(flips=flips):
            nth = flips + 1
    if any(note.key == "stand" and note.seat == question.seat and note.words[0] == stage for note in s.notes):
        return
    s.note("stand", question.seat, stage, nth, len(s.notes), len(s.ledger))


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
