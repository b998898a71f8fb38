"""The story of a deadline, told out of what everybody saw: Flames fed, cards snatched up, Islands grown, who leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import Event
from referee.games.elements.events import CardClaimed, CardPut, IslandsPassed, WhirlwindCalled
from referee.games.elements.tales import CardSnatched, FlameDimmed, FlameFed, IslandsChanged, LeadTaken
from referee.games.elements.telling import Match, tell

MOST_SNATCHED = 3
"""No more cards are told of that one player dropped and another took."""


def chronicle(t: Match, since: int, flames: Mapping[Seat, int], islands: Mapping[Seat, int], *, over: bool) -> None:
    """Tell the story of the events since this one, from these sizes on; once a round is over nobody leads any more."""
    seen = [e for e in t.events[since:] if e.to == PUBLIC]
    for seat in t.state.seats:
        tell(t, *fed(seen, seat, flames[seat]))
    tell(t, *list(snatched(seen))[:MOST_SNATCHED])
    if not any(isinstance(e, IslandsPassed) for e in seen):
        changed: dict[tuple[int, int], list[Seat]] = {}
        for seat in t.state.seats:
            changed.setdefault((islands[seat], len(t.state.islands[seat])), []).append(seat)
        for (before, after), seats in changed.items():
            if before != after:
                tell(t, IslandsChanged(seats=tuple(seats), before=before, after=after, to=PUBLIC))
    sizes = {seat: len(cards) for seat, cards in t.state.flames.items()}
    most = max(sizes.values())
    if most and not over:
        leading = tuple(seat for seat, size in sizes.items() if size == most)
        tell(t, LeadTaken(seats=leading, count=most, to=PUBLIC))


def fed(seen: Sequence[Event], seat: Seat, before: int) -> Iterator[Event]:
    """Tell how one Flame was lit and fed, and what was taken out of it; a Whirlwind begins it anew."""
    size, start, impulses = before, before, list[int]()
    dimmed = 0
    for e in seen:
        match e:
            case CardPut(seat=who, place="flame", impulse=n) if who == seat:
                size += 1
                impulses.append(n)
            case CardClaimed(seat=who, source="flame") if who == seat:
                size -= 1
                dimmed += 1
            case WhirlwindCalled(seat=who) if who == seat:
                if impulses:
                    yield FlameFed(seat=seat, before=start, after=size, impulses=tuple(impulses), to=PUBLIC)
                size, start, impulses = 0, 0, []
            case _:
                continue
    if impulses:
        yield FlameFed(seat=seat, before=start, after=size, impulses=tuple(impulses), to=PUBLIC)
    if dimmed:
        yield FlameDimmed(seat=seat, count=dimmed, to=PUBLIC)


def snatched(seen: Sequence[Event]) -> Iterator[Event]:
    """Tell which cards one player let go and another took up."""
    dropped: dict[str, Seat] = {}
    for e in seen:
        match e:
            case CardPut(seat=seat, place="ocean", spot=spot):
                dropped[spot] = seat
            case CardClaimed(seat=seat, source=source, impulse=n) if dropped.get(source, seat) != seat:
                yield CardSnatched(seat=seat, giver=dropped[source], spot=source, impulse=n, to=PUBLIC)
            case _:
                continue
