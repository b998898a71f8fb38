"""LT-5: a Turn from beginning to end; one Turn is one step (LT-P1.1)."""

from __future__ import annotations

from referee.engine.audience import PUBLIC, Seat
from referee.games.living_trumps import blood
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import SPENDS, Spending
from referee.games.living_trumps.initiative import set_initiative
from referee.games.living_trumps.power import power_step
from referee.games.living_trumps.shadow_phase import shadow_phase
from referee.games.living_trumps.shadows import counts
from referee.games.living_trumps.state import Reason, Trumps
from referee.games.living_trumps.substance import substance_phase
from referee.games.living_trumps.tricks import tricks_phase
from referee.games.living_trumps.victory import check_victory

PHASES = ("new-blood", "shadow", "substance", "tricks")


def play_turn(t: Trumps) -> None:
    """Each player's Intrigue Step in initiative order, then the Power Step; then the next order is set (LT-5.1)."""
    begin(t)
    for seat in t.state.initiative:
        intrigue(t, seat)
    power_step(t)
    if not check_victory(t):
        next_turn(t)
    close(t)


def begin(t: Trumps) -> None:
    """A Turn begins, and all say how they spend Blood in it (LT-R13)."""
    s = t.state
    s.ledger, s.proved = [], []
    for p in s.players.values():
        p.hit = False
    t.tell(ev.TurnBegan(turn=s.turn, to=PUBLIC))
    spends = t.ask_all([Spending(seat, SPENDS) for seat in s.players])
    for p, spend in zip(s.players.values(), spends, strict=True):
        p.spend = spend


def close(t: Trumps) -> None:
    """What holds for a Turn is over."""
    for p in t.state.players.values():
        p.hit, p.spend = False, SPENDS[0]
    t.tell(counts(t.state))


def intrigue(t: Trumps, seat: Seat, first: str = PHASES[0]) -> None:
    """One player's Intrigue Step: New Blood, Shadow, Substance, Tricks (LT-5.2)."""
    t.tell(ev.IntrigueBegan(seat=seat, to=PUBLIC))
    for phase in PHASES[PHASES.index(first) :]:
        match phase:
            case "new-blood":
                if t.state.jewel != seat:
                    blood.gain(t, seat, 1, Reason.NEW_BLOOD)
            case "shadow":
                shadow_phase(t, seat)
            case "substance":
                substance_phase(t, seat)
            case _:
                tricks_phase(t, seat)


def next_turn(t: Trumps) -> None:
    """The next Turn's order is printed with this report, and a cursed Hand lies open from now on (LT-P1.2, LT-R27)."""
    s = t.state
    s.turn += 1
    set_initiative(t)
    open_hands(t)


def open_hands(t: Trumps) -> None:
    """Lay open the Hands of those who were cursed."""
    for p in t.state.players.values():
        if t.state.is_open(p.seat):
            t.tell(ev.HandOpened(seat=p.seat, turn=t.state.turn, cards=tuple(p.hand), to=PUBLIC))
