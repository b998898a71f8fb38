"""LT-21: Trumping for help in a contest, and what becomes of the bargain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat, only
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import AnswerCall, GiveBack, Part, Renege, Stage, Wish, YieldCard
from referee.games.living_trumps.hands import hand_over, top_trump
from referee.games.living_trumps.moves import JOKER, TERMS, Name
from referee.games.living_trumps.state import Player, Trumps

WISHES = 3
WISHABLE = (*TERMS, JOKER)


@dataclass(frozen=True)
class Bargain:
    """A promise: the caller owes the helper a card of this name."""

    caller: Seat
    foe: Seat
    helper: Seat
    wish: Name


@dataclass(frozen=True)
class Help:
    """What came of a call: were the Points doubled, and by which bargain, if a player helped."""

    doubled: bool
    bargain: Bargain | None = None


def callable_ranks(p: Player, foe: Player, lying: Sequence[str]) -> list[str]:
    """Any rank of the own Powerbase or of open contest cards, but not the two who contest (LT-21.1, LT-R57)."""
    ranks = dict.fromkeys([*(card.rank for card in p.base), *lying])
    return [rank for rank in ranks if rank and rank not in (p.rank, foe.rank)]


def call(t: Trumps, at: Stage, rank: str, earlier: Bargain | None) -> Help:
    """Somebody is Trumped: an Identity of nobody, or a player, who may refuse (LT-21.2, LT-21.3, LT-21.4)."""
    caller = at.seat
    helper = t.state.holder(rank)
    t.tell(ev.CalledForHelp(seat=caller, rank=rank, helper=helper.seat if helper else Seat(""), to=PUBLIC))
    if helper is None:
        return flip_for(t, caller, rank)
    choices: tuple[Seat | None, ...] = (None, caller)
    if earlier is not None and earlier.helper == helper.seat:
        choices = (None, earlier.caller, caller)
    aided = t.ask(AnswerCall(helper.seat, choices, (caller, at.foe)))
    bargain = bargain_for(t, at, helper) if aided == caller else None
    t.tell(ev.HelpAnswered(seat=caller, helper=helper.seat, granted=bargain is not None, to=PUBLIC))
    return Help(bargain is not None, bargain)


def flip_for(t: Trumps, caller: Seat, rank: str) -> Help:
    """The top Trump card is flipped and discarded; if it is of the rank, the total doubles (LT-21.2, LT-R57)."""
    card = top_trump(t)
    t.state.turned_trump.append(card)
    doubled = card.rank == rank
    t.tell(ev.HelpFlipped(seat=caller, card=card, doubled=doubled, to=PUBLIC))
    t.state.turned_trump.remove(card)
    t.state.discard.append(card)
    return Help(doubled)


def bargain_for(t: Trumps, at: Stage, p: Player) -> Bargain | None:
    """The helper names three cards; if the caller parts with one, the bargain is made (LT-21.3, LT-P7.6)."""
    caller, helper = at.seat, p.seat
    wishes: list[Name] = []
    for number in range(1, WISHES + 1):
        left = tuple(name for name in WISHABLE if name not in wishes)
        wishes.append(t.ask(Wish(helper, left, caller, at.foe, number, tuple(p.hand))))
    t.tell(ev.Wished(helper=helper, caller=caller, wishes=tuple(wishes), to=only(helper, caller)))
    hand = tuple(t.state.players[caller].hand)
    held = tuple(name for name in wishes if any(name.fits(card) for card in hand))
    wish = t.ask(Part(caller, (None, *held), at.foe, at.flips, at.mine, at.theirs, p.rank, helper, hand))
    if wish is None:
        return None
    t.tell(ev.BargainMade(helper=helper, caller=caller, wish=wish, to=only(helper, caller)))
    return Bargain(caller, at.foe, helper, wish)


def settle_bargain(t: Trumps, bargain: Bargain) -> None:
    """When the phase closes the aided one pays, or reneges, perhaps because they must (LT-21.5)."""
    p, helper = t.state.players[bargain.caller], t.state.players[bargain.helper]
    fitting = tuple(card for card in p.hand if bargain.wish.fits(card))
    reneges = t.ask(Renege(p.seat, NO_OR_YES if fitting else (True,), bargain.foe, helper.seat))
    t.tell(ev.BargainSettled(caller=p.seat, helper=helper.seat, kept=not reneges, to=PUBLIC))
    if reneges:
        return
    given = t.ask(YieldCard(p.seat, fitting, helper.seat, p.rank, tuple(p.hand)))
    hand_over(t, p.seat, helper.seat, [given])
    back = t.ask(GiveBack(helper.seat, tuple(helper.hand), p.seat, helper.rank))
    hand_over(t, helper.seat, p.seat, [back])
