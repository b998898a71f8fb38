"""LT-25: Blood is gained, sacrificed, invested and staked, and every change stands in the ledger."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.engine.audience import OBSERVER, PUBLIC, Seat
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.state import Entry, JewelAt, Player, Reason, Trumps

JEWEL_BONUS = 4


def flow(t: Trumps, seat: Seat, why: Reason, *, free: int, placed: int = 0, staked: int = 0) -> None:
    """Change somebody's Blood and write it into the ledger; none ever goes below zero (LT-25.3, LT-I9)."""
    p = t.state.players[seat]
    p.free, p.placed, p.staked = p.free + free, p.placed + placed, p.staked + staked
    assert min(p.free, p.placed, p.staked) >= 0, (seat, why)
    t.state.ledger.append(Entry(seat, why, free, placed, staked))
    t.tell(ev.BloodMoved(seat=seat, why=why, free=free, placed=placed, staked=staked, to=PUBLIC))


def gain(t: Trumps, seat: Seat, n: int, why: Reason) -> None:
    """Gained Blood comes from the bank and is free (LT-25.1)."""
    if n:
        flow(t, seat, why, free=n)


def can_pay(p: Player, n: int, *, in_place: bool = False) -> bool:
    """Free Blood pays; Place Blood only if ordered, and never for what needs the Place (LT-R13)."""
    return p.free >= n or (p.spend.place and not in_place and p.free + p.placed >= n)


def ready(t: Trumps, seat: Seat, n: int) -> None:
    """Free as much Blood as is to be spent: one who must use Place Blood leaves the Place at once (LT-8.11)."""
    p = t.state.players[seat]
    if p.free < n and p.where is not Place.NONE:
        leave_place(t, seat)
    assert p.free >= n, (seat, n)


def sacrifice(t: Trumps, seat: Seat, n: int, why: Reason) -> None:
    """Sacrificed Blood goes to the bank, and the Jewel with it if it must or is ordered to (LT-25.1, LT-R60)."""
    ready(t, seat, n)
    if jewel_goes(t, seat, n):
        move_jewel(t, seat, JewelAt.BANK)
    flow(t, seat, why, free=-n)


def jewel_goes(t: Trumps, seat: Seat, n: int) -> bool:
    """The Jewel is spent last unless ordered (LT-R60)."""
    s = t.state
    p = s.players[seat]
    return s.jewel == seat and s.jewel_at is JewelAt.FREE and (p.spend.jewel_first or n >= p.free)


def move_jewel(t: Trumps, seat: Seat, at: JewelAt, *, brings: int = 0) -> None:
    """The Jewel lies elsewhere now, and may bring Blood; in the bank it waits (LT-23.7)."""
    t.state.jewel = None if at is JewelAt.BANK else seat
    t.state.jewel_at = at
    t.tell(ev.JewelMoved(seat=seat, at=at, gained=brings > 0, to=PUBLIC))
    gain(t, seat, brings, Reason.JEWEL)


def hand_on_jewel(t: Trumps, taker: Seat) -> None:
    """A Jewel that changes hands brings no four Blood again, but by option (LT-R60)."""
    gained = t.state.options.jewel_bonus and t.state.jewel != taker
    move_jewel(t, taker, JewelAt.FREE, brings=JEWEL_BONUS if gained else 0)


def award_jewel(t: Trumps, seat: Seat) -> None:
    """The Jewel goes to the first, later the next, who suffers a Primal Power, with four Blood (LT-23.5, LT-23.6)."""
    move_jewel(t, seat, JewelAt.FREE, brings=1 + JEWEL_BONUS)


def give(t: Trumps, seat: Seat, taker: Seat, n: int, why: Reason) -> None:
    """Blood goes from one player to another (LT-8.4)."""
    ready(t, seat, n)
    jewel = jewel_goes(t, seat, n)
    flow(t, seat, why, free=-n)
    flow(t, taker, why, free=n)
    if jewel:
        hand_on_jewel(t, taker)


def leave_place(t: Trumps, seat: Seat) -> None:
    """The Place cards turn face-up and what Blood is left on them becomes free (LT-R13)."""
    p = t.state.players[seat]
    cards = p.place_cards()
    for one in cards:
        one.down, one.known = False, True
    place, p.where = p.where, Place.NONE
    slots, names = tuple(one.slot for one in cards), tuple(one.card for one in cards)
    t.tell(ev.PlaceLeft(seat=seat, place=place, slots=slots, cards=names, to=PUBLIC))
    free_placed(t, p)


def free_placed(t: Trumps, p: Player) -> None:
    """Blood of a Place that is no more becomes free (LT-R13, LT-R34)."""
    if t.state.jewel == p.seat and t.state.jewel_at is JewelAt.PLACE:
        move_jewel(t, p.seat, JewelAt.FREE)
    if p.placed:
        flow(t, p.seat, Reason.LEFT, free=p.placed, placed=-p.placed)


@dataclass
class Ante:
    """What is staked in one Action: by whom, how much of it is whose, and the Shadows that go with it.

    ``from_place`` says that one of the staker's Blood came off the Place card (LT-R21), and ``jewel_from_place`` that
    it is the Jewel; ``prize`` is the slot of the ``owner``'s Shadow that a Hellride is about; ``shifted`` are the
    staker's slots that go with a Shadowshift's Ante where the table plays so (LT-R16).
    """

    staker: Seat
    stakes: dict[Seat, int] = field(default_factory=dict)
    from_place: bool = False
    jewel_from_place: bool = False
    owner: Seat = OBSERVER
    prize: int = 0
    shifted: list[int] = field(default_factory=list)

    @property
    def total(self) -> int:
        """All the Blood in it."""
        return sum(self.stakes.values())


def stake(t: Trumps, ante: Ante, seat: Seat, n: int, why: Reason, *, placed: int = 0) -> None:
    """Blood is invested in an Ante and cannot be spent while it lies there (LT-25.2)."""
    ready(t, seat, n)
    if jewel_goes(t, seat, n):
        move_jewel(t, seat, JewelAt.STAKED)
    s = t.state
    p = s.players[seat]
    if placed and s.jewel == seat and s.jewel_at is JewelAt.PLACE and (p.spend.jewel_first or placed >= p.placed):
        move_jewel(t, seat, JewelAt.STAKED)
        ante.jewel_from_place = True
    flow(t, seat, why, free=-n, placed=-placed, staked=n + placed)
    ante.stakes[seat] = ante.stakes.get(seat, 0) + n + placed
    ante.from_place = ante.from_place or placed > 0


def take_ante(t: Trumps, ante: Ante, winner: Seat) -> None:
    """The winner has all the Blood of an Ante, free but for Place Blood won back (LT-25.2, LT-R21)."""
    total = ante.total
    back = int(ante.from_place and winner == ante.staker)
    _unstake(t, ante, keep={winner: total - back}, placed={winner: back})
    if ante.jewel_from_place and back:
        move_jewel(t, winner, JewelAt.PLACE)
    elif t.state.jewel_at is JewelAt.STAKED:
        hand_on_jewel(t, winner)
    t.tell(ev.AnteWon(seat=winner, blood=total, to=PUBLIC))
    if ante.from_place and winner != ante.staker:
        leave_place(t, ante.staker)


def _unstake(t: Trumps, ante: Ante, keep: dict[Seat, int], placed: dict[Seat, int] | None = None) -> None:
    """Take all Blood out of an Ante; who keeps some has it free, or on the Place card."""
    out, ante.stakes = ante.stakes, {}
    for seat in dict.fromkeys([*out, *keep]):
        n, on_place = keep.get(seat, 0), (placed or {}).get(seat, 0)
        if n or on_place or out.get(seat, 0):
            flow(t, seat, Reason.ANTE, free=n, placed=on_place, staked=-out.get(seat, 0))


def return_ante(t: Trumps, ante: Ante) -> None:
    """Each has back what they staked (LT-R17)."""
    _unstake(t, ante, keep=ante.stakes)
    move_staked_jewel(t, JewelAt.FREE)


def lose_ante(t: Trumps, ante: Ante) -> None:
    """The Ante is sacrificed, and a Jewel in it waits in the bank (LT-25.2, LT-23.7)."""
    move_staked_jewel(t, JewelAt.BANK)
    _unstake(t, ante, keep={})


def double_ante(t: Trumps, ante: Ante, other: Seat) -> None:
    """In a Fair Trade the Ante is doubled, and each receives its full amount (LT-18.5)."""
    total = ante.total
    _unstake(t, ante, keep={ante.staker: total})
    if total:
        flow(t, other, Reason.FAIR_TRADE, free=total)
    move_staked_jewel(t, JewelAt.FREE)


def move_staked_jewel(t: Trumps, at: JewelAt) -> None:
    """A Jewel that lay in the Ante goes back to whoever staked it, or to the bank (LT-R60, LT-23.7)."""
    if t.state.jewel_at is JewelAt.STAKED and t.state.jewel is not None:
        move_jewel(t, t.state.jewel, at)
