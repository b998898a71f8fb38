"""Every decision point (RULES.md, 4.5), with all that the asked seat may know about it.

The first choice of each is the one that does least, and the first rule that its words cite puts it.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

from referee.engine.author import Ask, Seat
from referee.games.amber import moves
from referee.games.amber.events.combat import Occasion
from referee.games.cards import Card

CITED = re.compile(r"\b(?:AM|R)-[\w.]*\w")

A = TypeVar("A")


class Decision(Ask[A]):
    """A decision of this game, put by the first rule that its words cite."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if cited := CITED.search(cls.__doc__ or ""):
            cls.rule = cited[0]


class ChooseOption(Decision[moves.TurnOption]):
    """DP2, DP3, DP4, DP41: the one option of the turn; by default WAIT, or STAY in Shadow (AM-4.1)."""


class FreePlay(Decision[moves.Play | None]):
    """DP17, DP26, DP27, DP38: a play besides the option in one of the windows; by default none (AM-10.8, AM-9.14)."""

    window: moves.Window


class NameCard(Decision[str]):
    """DP26: the card one wishes for with TAKE, by its code; by default whatever the victim picks (AM-C1)."""

    victim: Seat


class DrawToThrone(Decision[bool]):
    """DP16: does the ruler draw two cards to the Throne? By default yes (AM-6.3)."""


class ChooseRival(Decision[Seat | None]):
    """DP15: whom a claimant attacks in this pass of the Civil War; by default nobody (AM-7.3)."""


class LayBlind(Decision[Card | None]):
    """DP15: the next card of a war list, laid blind; by default none (R-1)."""

    rival: Seat
    attacking: bool


class OpenAttack(Decision[Card | None]):
    """DP5: the first attack card, or None to call the attack off; by default the highest (AM-8.2)."""

    defender: Seat
    occasion: Occasion


class GoOn(Decision[Card | None]):
    """DP6, DP7, DP9: another attack card, or None to stop; by default the plan's next entry (AM-8.13, AM-8.11).

    ``attack`` and ``reply`` are the last cards laid, ``tie`` whether they were equal, ``helped`` whether the reply was
    a helper's.
    """

    live = True
    defender: Seat
    round: int
    attack: Card | None
    reply: Card | None
    tie: bool
    helped: bool


class Reply(Decision[Card | moves.Call | moves.SunCall]):
    """DP8, DP9: a reply, an interrupt, a call for help or on the Sun, or giving up; by default D1 to D7 (AM-8.2)."""

    live = True
    attacker: Seat
    attack: Card


class ReplyAlone(Reply):
    """DP8, DP9: what the Defender does after a call for help in vain; by default D5 to D7 (AM-8.2).

    Whether there was a call is nobody's business, so no live game stops here.
    """

    live = False


class AcceptHelp(Decision[bool]):
    """DP11: may this player help you? By default yes (AM-8.18)."""

    attacker: Seat
    helper: Seat


class OfferHelp(Decision[Card | None]):
    """DP10: a card of one's own as another's reply; by default none, but a vassal owes one (AM-8.16, AM-9.12)."""

    attacker: Seat
    defender: Seat
    attack: Card
    owed: bool


class NameVassal(Decision[Seat | None]):
    """DP28: whom the Sun makes a vassal when help was called for in vain; by default nobody (AM-C19).

    No live game stops here, for nobody knows of the call; in a live game the reply itself may be to name one.
    """

    attacker: Seat
    attack: Card


class Protect(Decision[bool]):
    """DP12: the Ace of Wands against a Ten of Swords; by default for oneself alone (AM-10.7)."""

    live = True
    victim: Seat
    killer: Seat


class SaveLife(Decision[bool]):
    """DP26: the Magician against a Ten of Swords; by default for oneself alone (AM-C1)."""

    live = True
    victim: Seat
    killer: Seat


class Negate(Decision[bool]):
    """DP26: the Magician against an attack whose first card lies; by default no (AM-C1)."""

    live = True
    attacker: Seat
    defender: Seat
    attack: Card


class AlterResult(Decision[moves.Change]):
    """DP26: the Magician on the result of a combat; by default it stands (AM-C1)."""

    live = True
    winner: Seat
    loser: Seat
    margin: int


class ChooseSpoils(Decision[moves.Spoils]):
    """DP13: a vassal, or the loser's retreat; by default a vassal (AM-9.8)."""

    live = True
    loser: Seat
    margin: int


class GiveCard(Decision[Card]):
    """DP14, DP20, DP30: the next Shadow card to part with; by default the cheapest (AM-9.11)."""

    due: moves.Due


class TakeExitCard(Decision[bool]):
    """DP23: take a card when returning from a banishment? By default yes (AM-9.4)."""


class DeclareHermit(Decision[bool]):
    """DP25: declare the Hermit a scion of Amber on this return? By default yes (AM-C9)."""


class CourtDrawn(Decision[moves.Use]):
    """DP18: what is done at once with a Court card drawn on this trip; by default it is kept (AM-5.12)."""

    owner: Seat
    card: Card


class UseCourt(Decision[moves.CourtUse | None]):
    """DP19, DP22, DP42: a use of a held Court card in phase 4; by default none (AM-5.6, AM-5.11)."""


class RefuseRansom(Decision[bool]):
    """DP21: refuse the ransom for one's Court card? By default no (R-28)."""

    holder: Seat


class ReplaceRuler(Decision[bool]):
    """DP29: does the World replace whoever is on the Throne? By default yes (AM-C21)."""

    live = True
    ruler: Seat


class GuardAmber(Decision[Card | None]):
    """DP31, DP32, DP33: a card against the Chaos card that lies; by default the cheapest that does it (AM-12.5).

    ``threat`` is the card that set the attack off.
    """

    live = True
    threat: Card
    laid: Card


class HoldAmber(Decision[Card | None]):
    """DP31, DP33: the card of one who held back and must not; by default the first of their list, else the cheapest.

    ``last`` is the last chance for a Ten of Swords before Amber falls, when it is laid by default (AM-12.6). Nobody
    knows who held back, so no live game stops here.
    """

    threat: Card
    laid: Card
    last: bool = False


class AgainstSiege(Decision[bool]):
    """A card against an attack on Amber; ``doomed`` says whether its holder would die or lose the game."""

    live = True
    threat: Card
    moment: moves.Moment
    doomed: bool


class CancelSiege(AgainstSiege):
    """DP27: the Star against an attack on Amber; by default only as the last that saves its holder (AM-12.17)."""


class Repel(AgainstSiege):
    """DP26: the Magician against an attack on Amber; by default only as the last that saves its holder (AM-C1)."""


class LayChaos(Decision[Card]):
    """DP34: which of its cards Chaos lays next, by a dead player; by default the first drawn (AM-12.2)."""

    threat: Card


class Cut(Decision[int]):
    """DP35: how many cards one cuts; by default ``dice``, from the referee's generator (AM-2.10)."""

    dice: int
