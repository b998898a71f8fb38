"""LT-19 and LT-21: Liar's Edge, Doublecross and Spar; Trumping for help in them, and what becomes of the bargain.

Purpose of chance here: ``five/<seat>``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat, only
from referee.engine.values import value
from referee.games.cards import Card
from referee.games.living_trumps import asks
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.deck import BEST_SUITS, ordered
from referee.games.living_trumps.duel import points
from referee.games.living_trumps.hands import hand_over, tell_gone, top_trump
from referee.games.living_trumps.moves import JOKER, TERMS, Call, Name, Stand, named
from referee.games.living_trumps.shadows import double_joker
from referee.games.living_trumps.state import Player, Trumps

CARDS = 5


@dataclass
class Side:
    """One side of a contest: its battle suit, the five by position (None once flipped), and what help it had.

    Help doubles the Points; if a player gave it, there is a ``bargain``.
    """

    seat: Seat
    player: Player
    suit: str = ""
    five: list[Card | None] = field(default_factory=list)
    called: bool = False
    doubled: bool = False
    bargain: Bargain | None = None
    joker: Card | None = None

    def left(self) -> tuple[int, ...]:
        """List the positions that are still face-down."""
        return tuple(n for n, card in enumerate(self.five, 1) if card is not None)


@value
class Verdict:
    """How a contest ended: the winner, if there is one; the Joker that won it; and whether both flipped one."""

    winner: Seat | None
    joker: Card | None = None
    chaos: bool = False
    bargains: tuple[Bargain, ...] = ()


@dataclass
class Contest:
    """A contest under way; the first side is the active player's."""

    t: Trumps
    first: Side
    second: Side
    flips: int = 0

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, the active player's first."""
        return self.first, self.second

    def other(self, side: Side) -> Side:
        """Return the other side."""
        return self.second if side is self.first else self.first

    def points(self, side: Side) -> int:
        """Count Points: Powerbase cards of one's battle suit and face-up contest cards of it; help doubles (LT-R47).

        A Joker counts as a Trump Ante only; one that was flipped has won.
        """
        p = side.player
        cards = [card for card in p.shown if card is not side.joker]
        return points(p, side.suit, cards) * (2 if side.doubled else 1)

    def standing(self) -> dict[str, Any]:
        """Both sides and their Points, as events tell them."""
        first, second = self.first, self.second
        return {
            "first": first.seat, "first_points": self.points(first),
            "second": second.seat, "second_points": self.points(second),
        }  # fmt: skip

    def bargains(self) -> tuple[Bargain, ...]:
        """List what is owed for help."""
        return tuple(side.bargain for side in self.sides if side.bargain is not None)


def contest(t: Trumps, first: Seat, second: Seat, choosing: tuple[Seat, ...]) -> Verdict:
    """Fight it out with five cards a side; all are back in the Hands then, but for the Antes (LT-19.1 to LT-19.7)."""
    one, other = (Side(seat, t.state.players[seat]) for seat in (first, second))
    c = Contest(t, one, other)
    for side in c.sides:
        side.suit = battle_suit(t, side, c.other(side))
    lay_fives(c, choosing)
    t.tell(ev.ContestBegan(first_suit=c.first.suit, second_suit=c.second.suit, to=PUBLIC, **c.standing()))
    verdict = reveal(c)
    for side in c.sides:
        p = side.player
        p.hand += [*p.shown, *p.laid, *p.unseen]
        p.shown, p.laid, p.unseen = [], [], []
    return verdict


def battle_suit(t: Trumps, side: Side, foe: Side) -> str:
    """Each side's suit is that of its Trump Ante; who laid a Joker names one (LT-19.1, LT-R48)."""
    p = side.player
    ante = p.shown[0]
    if not ante.joker:
        return ante.suit
    return t.ask(asks.BattleSuit(side.seat, BEST_SUITS, foe.seat, (*p.base, *p.hand)))


def lay_fives(c: Contest, choosing: tuple[Seat, ...]) -> None:
    """Five more each, chosen without Jokers or drawn at random and unseen (LT-19.2, LT-19.3)."""
    sides = [side for side in c.sides if side.seat in choosing]
    for _ in range(CARDS):
        able = [side for side in sides if any(not card.joker for card in side.player.hand)]
        for side, card in zip(able, c.t.ask_all([five_of(c, side) for side in able]), strict=True):
            p = side.player
            p.hand.remove(card)
            p.laid.append(card)
            side.five.append(card)
            if c.t.state.edition < 3:
                tell_gone(c.t, side.seat, [card])
    for side in c.sides:
        p = side.player
        for _ in range(0 if side in sides else CARDS):
            card = c.t.chance.pick(p.hand, "five", side.seat)
            p.hand.remove(card)
            p.unseen.append(card)
            side.five.append(card)
        tell_gone(c.t, side.seat, ordered(p.unseen if c.t.state.edition < 3 else [*p.laid, *p.unseen]))


def five_of(c: Contest, side: Side) -> asks.Five:
    """Who chooses may not choose a Joker (LT-19.3)."""
    p = side.player
    cards = tuple(card for card in p.hand if not card.joker)
    return asks.Five(side.seat, cards, c.other(side).seat, side.suit, tuple(p.laid), tuple(p.base))


def reveal(c: Contest) -> Verdict:
    """Stage by stage: yield, call for help or flip on, until one does or all are up (LT-19.4, LT-R57)."""
    while True:
        decided, over = stage(c)
        if decided is not None:
            return end(c, decided, None)
        if over or not c.first.left() or not c.second.left():
            break
        flip(c)
        jokers = [side for side in c.sides if side.joker is not None]
        if len(jokers) > 1:
            double_joker(c.t, c.first.seat, c.second.seat)
            return Verdict(None, chaos=True, bargains=c.bargains())
        if jokers:
            return end(c, jokers[0], jokers[0].joker)
    mine, theirs = c.points(c.first), c.points(c.second)
    return end(c, None if mine == theirs else c.first if mine > theirs else c.second, None)


def stage(c: Contest) -> tuple[Side | None, bool]:
    """The side with fewer Points speaks first; return who won by a yield, and whether flipping ends (LT-R56).

    Who spoke first speaks once more if the other calls (LT-21.4).
    """
    mine, theirs = c.points(c.first), c.points(c.second)
    first, second = (c.first, c.second) if mine <= theirs else (c.second, c.first)
    waiting, over = [first, second], False
    while waiting:
        side = waiting.pop(0)
        asked = staged(c, side)
        move = c.t.ask(asked)
        if move is Stand.YIELD:
            c.t.tell(ev.Yielded(seat=side.seat, to=PUBLIC))
            return c.other(side), True
        if isinstance(move, Call):
            trump(c, side, asked, move.rank)
            over = c.t.state.options.trump_ends
            if side is second and not first.called:
                waiting.append(first)
    return None, over


def staged(c: Contest, side: Side) -> asks.Stage:
    """What a side may do at a stage; each calls once in a contest (LT-R56)."""
    foe = c.other(side)
    mine, theirs = side.player, foe.player
    calls = [] if side.called else [Call(rank) for rank in callable_ranks(mine, theirs)]
    choices: tuple[Stand | Call, ...] = (Stand.ON, Stand.YIELD, *calls)
    return asks.Stage(side.seat, choices, foe.seat, c.flips, c.points(side), c.points(foe))


def trump(c: Contest, side: Side, at: asks.Stage, rank: str) -> None:
    """Somebody is Trumped: an Identity of nobody, or a player, who may refuse; called by both, one has the last word.

    By that word the other may lose the help it had; if one has the last word for this side, and this side parts with
    nothing, the other keeps it (LT-21.2, LT-21.3, LT-21.4).
    """
    t, foe = c.t, c.other(side)
    side.called = True
    helper = t.state.holder(rank)
    t.tell(ev.CalledForHelp(seat=side.seat, rank=rank, helper=helper.seat if helper else Seat(""), to=PUBLIC))
    if helper is None:
        side.doubled = flip_for(t, side.seat, rank)
        return
    both = foe.bargain is not None and foe.bargain.helper == helper.seat
    choices = (None, foe.seat, side.seat) if both else (None, side.seat)
    aided = t.ask(asks.AnswerCall(helper.seat, choices, (side.seat, foe.seat)))
    side.bargain = bargain_for(t, at, helper) if aided == side.seat else None
    side.doubled = side.bargain is not None
    t.tell(ev.HelpAnswered(seat=side.seat, helper=helper.seat, granted=side.doubled, to=PUBLIC))
    if both and side.doubled:
        foe.doubled, foe.bargain = False, None
    elif both and aided is None and t.state.edition > 2:
        foe.doubled, foe.bargain = False, None
        t.tell(ev.HelpAnswered(seat=foe.seat, helper=helper.seat, granted=False, to=PUBLIC))


def flip(c: Contest) -> None:
    """Both flip one of their five together, and the Points are counted again (LT-19.4)."""
    places = c.t.ask_all([asks.Flip(side.seat, side.left(), c.other(side).seat, c.flips) for side in c.sides])
    c.flips += 1
    cards = []
    for side, place in zip(c.sides, places, strict=True):
        card = side.five[place - 1]
        assert card is not None
        side.five[place - 1] = None
        p = side.player
        (p.laid if card in p.laid else p.unseen).remove(card)
        p.shown.append(card)
        side.joker = card if card.joker else None
        cards.append(card)
    c.t.tell(ev.Flipped(first_card=cards[0], second_card=cards[1], to=PUBLIC, **c.standing()))


def end(c: Contest, winner: Side | None, joker: Card | None) -> Verdict:
    """The higher total wins, or a flipped Joker, or whoever did not yield (LT-19.5, LT-19.6)."""
    seat = winner.seat if winner is not None else None
    c.t.tell(ev.ContestEnded(winner=seat or Seat(""), joker=joker is not None, to=PUBLIC, **c.standing()))
    return Verdict(seat, joker, bargains=c.bargains())


WISHES = 3
WISHABLE = (*TERMS, JOKER)


@value
class Bargain:
    """A promise: the caller owes the helper this one card."""

    caller: Seat
    foe: Seat
    helper: Seat
    wish: Name


def callable_ranks(p: Player, foe: Player) -> list[str]:
    """Any rank of the own Powerbase or of open contest cards, but not the two who contest (LT-21.1, LT-R57)."""
    ranks = dict.fromkeys(card.rank for card in (*p.base, *p.shown, *foe.shown))
    return [rank for rank in ranks if rank and rank not in (p.rank, foe.rank)]


def flip_for(t: Trumps, caller: Seat, rank: str) -> bool:
    """The top Trump card is flipped and discarded; if it is of the rank, the total doubles (LT-21.2, LT-R57)."""
    card = top_trump(t)
    t.state.turned_trump.append(card)
    doubled = card.rank == rank
    t.tell(ev.HelpFlipped(seat=caller, card=card, doubled=doubled, to=PUBLIC))
    t.state.turned_trump.remove(card)
    t.state.discard.append(card)
    return doubled


def bargain_for(t: Trumps, at: asks.Stage, p: Player) -> Bargain | None:
    """The helper names three cards; if the caller parts with one held, the bargain is made (LT-21.3, LT-P7.6)."""
    caller, helper = at.seat, p.seat
    wishes: list[Name] = []
    for number in range(1, WISHES + 1):
        left = tuple(name for name in WISHABLE if name not in wishes)
        wishes.append(t.ask(asks.Wish(helper, left, caller, at.foe, number, tuple(p.hand))))
    t.tell(ev.Wished(helper=helper, caller=caller, wishes=tuple(wishes), to=only(helper, caller)))
    hand = ordered(t.state.players[caller].hand)
    choices = (None, *dict.fromkeys(named(card) for name in wishes for card in hand if name.fits(card)))
    wish = t.ask(asks.Part(caller, choices, at.foe, at.flips, at.mine, at.theirs, p.rank, helper))
    if wish is None:
        return None
    t.tell(ev.BargainMade(helper=helper, caller=caller, wish=wish, to=only(helper, caller)))
    return Bargain(caller, at.foe, helper, wish)


def settle_bargain(t: Trumps, bargain: Bargain) -> None:
    """When the phase closes the aided one pays, or reneges, perhaps because they must (LT-21.5)."""
    p, helper = t.state.players[bargain.caller], t.state.players[bargain.helper]
    fitting = tuple(card for card in p.hand if bargain.wish.fits(card))
    reneges = t.ask(asks.Renege(p.seat, NO_OR_YES if fitting else (True,), bargain.foe, helper.seat))
    t.tell(ev.BargainSettled(caller=p.seat, helper=helper.seat, kept=not reneges, to=PUBLIC))
    if reneges:
        return
    given = t.ask(asks.YieldCard(p.seat, fitting, helper.seat, p.rank, tuple(p.hand)))
    hand_over(t, p.seat, helper.seat, [given])
    back = t.ask(asks.GiveBack(helper.seat, tuple(helper.hand), p.seat, helper.rank))
    hand_over(t, helper.seat, p.seat, [back])
