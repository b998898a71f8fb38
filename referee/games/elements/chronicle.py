"""The story of a deadline, told out of what everybody saw: Flames fed, cards snatched up, Islands grown, who leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import Event
from referee.games.elements.events import CardClaimed, CardPut, IslandsPassed, WhirlwindCalled
from referee.games.elements.tales import CardSnatched, FlameDimmed, FlameFed, IslandsChanged, LeadTaken
from referee.games.elements.telling import Match, tell

FIRE = 4
"""So many cards of a kind are Fire, which is told by itself."""

Faces = Mapping[tuple[Seat, str], str]
"""By who took it and from which spot: the cards that lay open for all."""

MOST_SNATCHED = 3
"""No more cards are told of that one player dropped and another took."""


def chronicle(t: Match, since: int, flames: Mapping[Seat, int], islands: Mapping[Seat, int], *, over: bool) -> None:
    """Tell the story of the events since this one, from these sizes on; once a round is over nobody leads any more."""
    seen = [e for e in t.events[since:] if e.to == PUBLIC]
    faces = {(done.seat, done.what.removeprefix("TAKE ")): done.face for done in t.state.done if done.face}
    tales = [tale for seat in t.state.seats for tale in fed(seen, seat, flames[seat], faces)]
    tell(t, *together(tale for tale in tales if not (over and isinstance(tale, FlameFed) and tale.before == FIRE - 1)))
    tell(t, *list(snatched(seen, faces))[:MOST_SNATCHED])
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


def fed(seen: Sequence[Event], seat: Seat, before: int, faces: Faces) -> Iterator[Event]:
    """Tell how one Flame was lit and fed, and what was taken out of it; a Whirlwind begins it anew."""
    size, start, impulses, kind = before, before, list[int](), ""
    dimmed = 0
    for e in seen:
        match e:
            case CardPut(seat=who, place="flame", impulse=n, source=source) if who == seat:
                size += 1
                kind = faces.get((seat, source), "")[:-1] or kind
                impulses.append(n)
            case CardClaimed(seat=who, source="flame") if who == seat:
                size -= 1
                dimmed += 1
            case WhirlwindCalled(seat=who) if who == seat:
                if impulses:
                    yield _fed(seat, start, size, impulses, kind)
                size, start, impulses, kind = 0, 0, [], ""
            case _:
                continue
    if impulses:
        yield _fed(seat, start, size, impulses, kind)
    if dimmed:
        yield FlameDimmed(seat=seat, count=dimmed, to=PUBLIC)


def _fed(seat: Seat, before: int, after: int, impulses: Sequence[int], kind: str) -> Event:
    return FlameFed(seats=(seat,), before=before, after=after, impulses=tuple(impulses), kind=kind, to=PUBLIC)


def together(tales: Iterable[Event]) -> Iterator[Event]:
    """Tell at once of all whose Flames grew alike; what was taken out comes behind."""
    alike: dict[Event, list[Seat]] = {}
    rest = []
    for tale in tales:
        if isinstance(tale, FlameFed):
            alike.setdefault(replace(tale, seats=()), []).extend(tale.seats)
        else:
            rest.append(tale)
    yield from (replace(tale, seats=tuple(seats)) for tale, seats in alike.items())  # type: ignore[call-arg]
    yield from rest


def snatched(seen: Sequence[Event], faces: Faces) -> Iterator[Event]:
    """Tell which cards one player let go and another took up."""
    dropped: dict[str, Seat] = {}
    for e in seen:
        match e:
            case CardPut(seat=seat, place="ocean", spot=spot):
                dropped[spot] = seat
            case CardClaimed(seat=seat, source=source, impulse=n) if dropped.get(source, seat) != seat:
                face = faces.get((seat, source), "")
                yield CardSnatched(seat=seat, giver=dropped[source], spot=source, impulse=n, face=face, to=PUBLIC)
            case _:
                continue
