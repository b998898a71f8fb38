"""AG-6: the fatal seven and its check on all hands."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import PUBLIC, Seat
from referee.games.amagande.ending import ELIMINATION, finish, leave
from referee.games.amagande.events import CheckCalled, CheckPassed, HandShown
from referee.games.amagande.state import Game, State
from referee.games.amagande.values import eliminated, total


def check(t: Game, seat: Seat) -> None:
    """The 7 of the reference suit triggers the check on all hands as they are after the play (AG-6.1)."""
    s = t.state
    t.tell(CheckCalled(seat=seat, to=PUBLIC))
    gone = [one for one in s.playing if eliminated(s.hands[one])]
    safe = [one for one in s.playing if one not in gone]
    winners = of_two(s, seat, gone, safe) if len(s.playing) == 2 else of_more(s, seat, gone, safe)
    if winners:
        show(t, s.playing, gone)
        finish(t, ELIMINATION, winners)
        return
    show(t, gone, gone)
    for one in gone:
        leave(t, one, resigned=False)
    t.tell(CheckPassed(seats=tuple(s.playing), to=PUBLIC))


def of_two(s: State, seat: Seat, gone: Sequence[Seat], safe: Sequence[Seat]) -> tuple[Seat, ...]:
    """One eliminated: the other wins (AG-6.6). Both: the lower sum wins (AG-6.4), equal ones lose the seven (AG-R16).

    Neither: equal sums lose the seven (AG-6.5), else the lower wins or the game goes on (AG-R15).
    """
    if len(gone) == 1:
        return tuple(safe)
    low = lowest(s, s.playing)
    if len(low) == 2:
        return tuple(one for one in low if one != seat)
    return () if safe and s.options.play_on else low


def of_more(s: State, seat: Seat, gone: Sequence[Seat], safe: Sequence[Seat]) -> tuple[Seat, ...]:
    """One survivor wins; of none the lowest sum, a tie against the seven, else shared; several play on (AG-R17)."""
    if len(safe) == 1:
        return tuple(safe)
    if safe:
        return ()
    low = lowest(s, gone)
    return tuple(one for one in low if one != seat) if len(low) > 1 else low


def lowest(s: State, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return those with the lowest sum."""
    sums = {one: total(s.hands[one]) for one in seats}
    return tuple(one for one in seats if sums[one] == min(sums.values()))


def show(t: Game, seats: Sequence[Seat], gone: Sequence[Seat]) -> None:
    """Hands are laid open: all of them when a check ends the game, else only the eliminated ones (section 4)."""
    s = t.state
    s.opened += seats
    for one in seats:
        hand = tuple(s.hands[one])
        t.tell(HandShown(seat=one, cards=hand, sum=total(hand), eliminated=one in gone, to=PUBLIC))
